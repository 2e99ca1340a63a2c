/** Fetches the objects that a source refers to, which some lint rules need. */
import { isErpError } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { inParallel } from '../call/parallel.ts'
import { readPart } from '../objects/sources.ts'
import { refWords } from '../objects/words.ts'
import type { LintFile } from './job.ts'

/**
 * What classes and interfaces stand on: without it the linter takes inherited methods for unknown
 * ones.
 */
export interface Relatives {
  readonly files: readonly LintFile[]
  /** Those that could not be had; what they declare is unknown then. */
  readonly missing: readonly string[]
}

/** Rules that are wrong where a superclass or an interface is missing. */
export const needRelatives = ['check_syntax', 'implement_methods'] as const

const mostRelatives = 40

/**
 * The superclasses and interfaces that sources name, and those that these name, without their
 * implementations.
 */
export async function relativesOf(
  context: ToolContext,
  files: readonly LintFile[]
): Promise<Relatives> {
  const found: LintFile[] = []
  const missing: string[] = []
  const seen = new Set(files.flatMap(({ text }) => declared(text)))
  let texts = files.map(({ text }) => text)
  while (texts.length > 0) {
    const refs = texts.flatMap(named).filter(({ name }) => !seen.has(name) && seen.add(name))
    const room = refs.slice(0, mostRelatives - found.length)
    missing.push(...refs.slice(room.length).map(refWords))
    const read = await inParallel(room, async ref => ({
      ref,
      text: await definitionOf(context, ref)
    }))
    missing.push(...read.flatMap(({ ref, text }) => (text === undefined ? [refWords(ref)] : [])))
    const next = read.flatMap(({ ref, text }) =>
      text === undefined
        ? []
        : [
            {
              name: `${ref.name.toLowerCase().replaceAll('/', '#')}.${ref.type.toLowerCase()}.abap`,
              text
            }
          ]
    )
    found.push(...next)
    texts = next.map(({ text }) => text)
  }
  return { files: found, missing }
}

async function definitionOf(context: ToolContext, ref: ObjectRef): Promise<string | undefined> {
  try {
    const { text } = await readPart(context, { ref })
    const end = ref.type === 'CLAS' ? /^\s*ENDCLASS\s*\./im.exec(text) : null
    // The linter does not know a class without an implementation.
    return end === null
      ? text
      : `${text.slice(0, end.index + end[0].length)}\nCLASS ${ref.name} IMPLEMENTATION.\nENDCLASS.\n`
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error) || error instanceof ToolError) return undefined
    throw error
  }
}

function withoutComments(text: string): string {
  return text.replace(/^\*.*|"[^\n]*/gm, '')
}

function named(text: string): ObjectRef[] {
  const bare = withoutComments(text)
  const supers = [...bare.matchAll(/\bINHERITING\s+FROM\s+([\w/]+)/gi)].map(([, name = '']) => ({
    type: 'CLAS',
    name: name.toUpperCase()
  }))
  const interfaces = [...bare.matchAll(/^\s*INTERFACES(?:\s*:|\s)([^.]+)\./gim)].flatMap(
    ([, list = '']) =>
      list
        .split(',')
        .map(one => ({ type: 'INTF', name: one.trim().split(/\s/)[0]?.toUpperCase() ?? '' }))
  )
  return [...supers, ...interfaces].filter(({ name }) => name !== '')
}

function declared(text: string): string[] {
  return [...withoutComments(text).matchAll(/^\s*(?:CLASS|INTERFACE)\s+([\w/]+)/gim)].map(
    ([, name = '']) => name.toUpperCase()
  )
}
