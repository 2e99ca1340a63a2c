/** Finds the declaration of a method. */
import { offLoop } from '../call/worker-thread.ts'
import { lineAt, lineStarts } from './units.ts'
import { statements } from './statements.ts'

/**
 * Where a method is declared in a class or interface definition; 1-based, the column of its name.
 */
export interface Declaration {
  readonly name: string
  readonly container: string
  readonly line: number
  readonly column: number
  readonly text: string
}

const openers = new Set(['METHODS', 'CLASS-METHODS'])

/**
 * The declarations of a method by its bare name, any case; also inside chains (`METHODS: a, b.`).
 */
export function findDeclarations(text: string, method: string): Declaration[] {
  const wanted = method
    .trim()
    .toUpperCase()
    .replace(/^.*(?:=>|->|~)/, '')
  const starts = lineStarts(text)
  const found: Declaration[] = []
  let container = ''
  for (const { words, start, end } of statements(text)) {
    const [first = '', second = '', third] = words
    if ((first === 'CLASS' && third === 'DEFINITION') || first === 'INTERFACE') container = second
    if (!openers.has(first) || !words.includes(wanted)) continue
    const source = text.slice(start, end)
    for (const at of declaredAt(source, wanted)) {
      const line = lineAt(starts, start + at)
      found.push({
        name: wanted,
        container,
        line,
        column: start + at - (starts[line - 1] ?? 0) + 1,
        text: source
      })
    }
  }
  return found
}

/**
 * Offsets of the name where it stands as a declared name: behind the keyword, or behind a comma of
 * the chain.
 */
function declaredAt(source: string, wanted: string): number[] {
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  const pattern = new RegExp(
    `(^\\s*(?:CLASS-)?METHODS\\s*:?\\s*(?:"[^\\n]*\\n\\s*)*|,\\s*(?:"[^\\n]*\\n\\s*)*)(${escaped})(?=[\\s.,(]|$)`,
    'gi'
  )
  return [...source.matchAll(pattern)].map(match => match.index + (match[1]?.length ?? 0))
}

export const declarationsOf = offLoop({ findDeclarations }, import.meta.url)
