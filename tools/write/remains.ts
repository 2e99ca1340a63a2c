/** What a deletion takes away, read before it, so that its answer can hand it back. */
import { isErpError, objectType, readObjectFields, sourceHash } from '../../erp-client/index.ts'
import type { Fields, ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { fenced } from '../failure/prose.ts'
import { readPart } from '../objects/sources.ts'
import { fieldUse } from './field-tables.ts'

export interface Remains {
  readonly sources: readonly { readonly part: string; readonly source: string }[]
  readonly fields?: Fields | undefined
  /** Stands for all of it. */
  readonly hash: string
}

export async function remainsOf(context: ToolContext, ref: ObjectRef): Promise<Remains> {
  const fields =
    fieldUse(ref.type) === 'document'
      ? await quietly(context, readObjectFields(context.erp, { ref }, context.signal))
      : undefined
  const sources: { part: string; source: string }[] = []
  const parts =
    objectType(ref.type)?.abilities.has('source') === true
      ? Object.keys(objectType(ref.type)?.parts ?? {})
      : []
  for (const part of parts) {
    const source = await quietly(context, readPart(context, { ref, part }))
    if (source !== undefined && !isGenerated(source.text)) {
      sources.push({ part, source: source.text })
    }
  }
  return { sources, fields, hash: sourceHash(JSON.stringify([sources, fields])) }
}

/** The ERP fills the includes of a new class with these comments. */
function isGenerated(source: string): boolean {
  return source.split('\n').every(line => line.trim() === '' || line.startsWith('*"*'))
}

/** A part that does not exist or cannot be read is none that could be handed back. */
async function quietly<Value>(
  context: ToolContext,
  reading: Promise<Value>
): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error) || (error instanceof Error && error.name === 'ToolError')) {
      return undefined
    }
    throw error
  }
}

/** Bytes of the sources, where an answer cannot hold them. */
export function tooLong(context: ToolContext, { sources }: Remains): number | undefined {
  const all = sources.reduce((sum, { source }) => sum + Buffer.byteLength(source), 0)
  return all > context.limits.bytes / 2 ? all : undefined
}

/**
 * The text of an answer: each part under its name. What is too long was said in the question
 * before.
 */
export function remainsLines(context: ToolContext, remains: Remains): string[] {
  const { sources, fields } = remains
  const bytes = tooLong(context, remains)
  if (bytes !== undefined) return [`Its source (${bytes} bytes) is too long for this answer.`]
  return [
    ...sources.flatMap(({ part, source }) => [
      `Its source was${part === 'main' ? '' : ` (${part})`}:`,
      source.trimEnd()
    ]),
    ...(fields === undefined ? [] : ['Its facts were:', ...fenced([JSON.stringify(fields)])])
  ]
}
