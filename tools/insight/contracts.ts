import { isErpError, objectType, readMetadata, searchObjects } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../context.ts'
import { readPart } from '../sources.ts'
import { statements } from '../abap/statements.ts'
import { refWords } from '../words.ts'

/** What the outside may rely on, without what it may not see: comments fall away, documentation stays. */
export function contractOf (type: string, text: string): string {
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined
  return compressed(shape === undefined ? text : shape(text))
}

const shapes: Readonly<Record<string, (text: string) => string>> = {
  CLAS: publicPart,
  FUNC: (text) => firstStatement(text),
  DDLS: withoutAnnotations,
  TABL: withoutAnnotations,
  STRU: withoutAnnotations,
  PROG: () => '',
  INCL: () => ''
}

/** A class up to its first section that is not public. */
function publicPart (text: string): string {
  let from: number | undefined
  for (const { words, start, end } of statements(text)) {
    if (words[0] === 'CLASS' && words[2] === 'DEFINITION') from ??= start
    if (from === undefined) continue
    const ends = (words[1] === 'SECTION' && words[0] !== 'PUBLIC') || words[0] === 'ENDCLASS'
    if (ends) return text.slice(from, words[0] === 'ENDCLASS' ? end : start)
  }
  return text
}

function firstStatement (text: string): string {
  for (const { words, start, end } of statements(text)) if (words[0] === 'FUNCTION') return text.slice(start, end)
  return ''
}

function withoutAnnotations (text: string): string {
  return text.replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g, '').split('\n').filter((line) => !/^\s*(?:@(?!EndUserText\.label)|\/\/)/.test(line)).join('\n')
}

function compressed (text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd()).filter((line) => line.trim() !== '' && !/^\*/.test(line) && !/^\s*"(?!!)/.test(line))
  return lines.map((line) => {
    const indent = /^ */.exec(line)?.[0].length ?? 0
    return `${' '.repeat(Math.min(4, Math.ceil(indent / 2)))}${line.trim().replace(/ {2,}/g, ' ')}`
  }).join('\n')
}

export interface Contract { readonly ref: ObjectRef, readonly description: string | undefined, readonly text: string }

/** The contract of an object; for one without source its description alone. */
export async function readContract (context: ToolContext, ref: ObjectRef): Promise<Contract> {
  try {
    if (objectType(ref.type)?.abilities.has('source') === true) {
      const source = await readPart(context, { ref })
      return { ref, description: source.metadata?.description, text: contractOf(ref.type, source.text) }
    }
    return { ref, description: (await readMetadata(context.erp, { ref }, context.signal)).description, text: '' }
  } catch (error) {
    if (!isErpError(error)) throw error
    context.signal.throwIfAborted()
    return { ref, description: undefined, text: '' }
  }
}

/** The objects that a name can mean, dictionary types last: a class is what code most likely depends on. */
export async function objectsNamed (context: ToolContext, name: string, wanted: (type: string) => boolean): Promise<ObjectRef[]> {
  const hits = await searchObjects(context.erp, { query: name, maxResults: 10 }, context.signal)
  return hits.filter(({ ref, name: found }) => found === name && objectType(ref.type) !== undefined && wanted(ref.type)).map(({ ref }) => ref)
}

export function contractTitle ({ ref, description }: Contract): string {
  return `${refWords(ref)}${description === undefined || description === '' ? '' : `  ${description}`}`
}
