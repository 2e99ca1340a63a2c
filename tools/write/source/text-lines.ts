/** Changes texts by their keys in the lines of a text pool; every other line stays as it is. */
import type { Comparison, Documents } from '../../../erp-client/index.ts'
import { badArguments } from '../../failure/errors.ts'

export interface TextEntry {
  readonly key: string
  readonly text: string
  readonly maxLength?: number | undefined
}

/** A `KEY=text` line with the lines before it; the last lines of a pool belong to no key. */
interface Segment {
  readonly before: readonly string[]
  readonly key: string | undefined
  readonly line: string
}

const lengthOf = '@MaxLength:'

function segmentsOf(text: string): Segment[] {
  const found: Segment[] = []
  let before: string[] = []
  for (const line of text.split('\n')) {
    const at = line.indexOf('=')
    if (line.startsWith('@') || at <= 0) before.push(line)
    else {
      found.push({ before, key: line.slice(0, at).trim().toUpperCase(), line })
      before = []
    }
  }
  return [...found, { before, key: undefined, line: '' }]
}

/**
 * A new text keeps the directives of the old one, except a length that would be too short for it.
 */
export function mergeTexts(current: string, texts: readonly TextEntry[], kind: string): string {
  const wanted = new Map(texts.map(each => [each.key.toUpperCase(), each]))
  const segments = segmentsOf(current)
  const known = segments.flatMap(({ key }) => key ?? [])
  const twice = known.find((key, index) => wanted.has(key) && known.indexOf(key) !== index)
  if (twice !== undefined) {
    throw badArguments(
      `${twice} stands twice in the texts of the object.`,
      'Correct them in the editor of the ERP.'
    )
  }
  const remaining = segments.flatMap(each =>
    linesOf(each, each.key === undefined ? undefined : wanted.get(each.key), kind)
  )
  while (remaining.at(-1) === '') remaining.pop()
  const added = [...wanted].filter(([key, { text }]) => text !== '' && !known.includes(key))
  const lines = [
    ...remaining,
    ...added.flatMap(([key, entry]) => [...maxLength([], entry, kind), `${key}=${entry.text}`])
  ]
  return added.length === 0 && remaining.join('\n') === current.replace(/\n+$/, '')
    ? current
    : lines.length === 0
      ? ''
      : `${lines.join('\n')}\n`
}

/** Texts by their keys that the ERP did not keep as they were sent. */
export function compareTextPools({ before, sent, after }: Documents): Comparison {
  const [old, wanted, stored] = [before, sent, after].map(textsByKey)
  const found = [...new Set([...(wanted?.keys() ?? []), ...(stored?.keys() ?? [])])].flatMap(
    path => {
      const difference = { path, sent: wanted?.get(path), stored: stored?.get(path) }
      return difference.sent === difference.stored ? [] : [difference]
    }
  )
  const { yes = [], no = [] } = Object.groupBy(found, ({ path, sent: text }) =>
    old?.get(path) === text ? 'no' : 'yes'
  )
  return { refused: yes, others: no }
}

function textsByKey(pool: string): ReadonlyMap<string, string> {
  return new Map(
    segmentsOf(pool).flatMap(({ key, line }) =>
      key === undefined ? [] : [[key, line.slice(line.indexOf('=') + 1).trimEnd()]]
    )
  )
}

function linesOf(
  { before, key, line }: Segment,
  entry: TextEntry | undefined,
  kind: string
): readonly string[] {
  if (key === undefined) return before
  if (entry === undefined) return [...before, line]
  // what is no directive of this text stays when the text goes
  if (entry.text === '') return before.filter(each => !each.startsWith('@'))
  const at = line.indexOf('=') + 1
  const same = line.slice(at) === entry.text && entry.maxLength === undefined
  return same
    ? [...before, line]
    : [...maxLength(before, entry, kind), line.slice(0, at) + entry.text]
}

/** The directives with the length that the text needs, in the place of the one that was there. */
function maxLength(
  before: readonly string[],
  { text, maxLength: named }: TextEntry,
  kind: string
): readonly string[] {
  if (kind !== 'symbols') return before
  const found = before.find(each => each.startsWith(lengthOf))
  const length = `${lengthOf}${Math.max(named ?? Number(found?.slice(lengthOf.length) ?? 0), text.length)}`
  return found === undefined
    ? [...before, length]
    : before.map(each => (each === found ? length : each))
}
