/** The sources that a pipeline checks. */
import { isErpError, objectType, readMetadata } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { isRefused } from '../insight/refused.ts'
import { readPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'

export interface PartText {
  readonly ref: ObjectRef
  readonly part: string
  readonly text: string
}

export interface PipelineSources {
  readonly parts: readonly PartText[]
  /** The text of a part; undefined where it has none. */
  textOf(ref: ObjectRef, part: string): string | undefined
  /** Words of objects that the request names and that no longer exist. */
  readonly gone: ReadonlySet<string>
  /** Objects whose sources could not be read, with the reason. */
  readonly unread: readonly string[]
}

export const noSources: PipelineSources = {
  parts: [],
  textOf: () => undefined,
  gone: new Set(),
  unread: []
}

/** Reads the sources of all parts; drafts where the version is `auto`. */
export async function readSources(
  context: ToolContext,
  refs: readonly ObjectRef[],
  version: 'active' | 'auto' = 'active'
): Promise<PipelineSources> {
  const gone = new Set<string>()
  const unread: string[] = []
  let done = 0
  const read = await inParallel(refs, async ref => {
    context.progress({ done: done++, total: refs.length, message: `reading ${refWords(ref)}` })
    const parts = Object.keys(objectType(ref.type)?.parts ?? { main: '' })
    const texts = await inParallel(
      parts,
      async part => await textOf(context, { ref, part, version })
    )
    const failure = texts.find(text => typeof text === 'object')
    if (failure !== undefined) unread.push(`${refWords(ref)}: ${failure.refusal}`)
    const found = texts.flatMap((text, at) =>
      typeof text === 'string' ? [{ ref, part: parts[at] ?? 'main', text }] : []
    )
    if (found.length > 0 || failure !== undefined) return found
    if (await exists(context, ref)) unread.push(`${refWords(ref)}: it has no active version`)
    else gone.add(refWords(ref))
    return found
  })
  const parts = read.flat()
  const byKey = new Map(parts.map(({ ref, part, text }) => [keyOf(ref, part), text]))
  return { parts, gone, unread, textOf: (ref, part) => byKey.get(keyOf(ref, part)) }
}

export const keyOf = (ref: ObjectRef, part: string): string => `${refWords(ref)} ${part}`

/** Undefined where the object has no such part. */
async function textOf(
  context: ToolContext,
  of: { ref: ObjectRef; part: string; version: 'active' | 'auto' }
): Promise<string | { readonly refusal: string } | undefined> {
  try {
    return (await readPart(context, of)).text
  } catch (error) {
    if (isMissing(error)) return undefined
    if (!isRefused(error)) throw error
    return { refusal: errorWords(error) }
  }
}

function isMissing(error: unknown): boolean {
  return (
    isErpError(error, 'ERP_NOT_FOUND') ||
    (error instanceof ToolError && error.code === 'ERP_NOT_FOUND')
  )
}

async function exists(context: ToolContext, ref: ObjectRef): Promise<boolean> {
  try {
    await readMetadata(context.erp, { ref }, context.signal)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (!isRefused(error)) throw error
    return true
  }
}
