/** Values of the ERP in a file that holds more than ADT tells. */
import { childrenOf, find, textAt } from './values.ts'
import type { Value } from './values.ts'

/** Paths `SECTION/FIELD`, or `LIST` for all of a list. */
export type Carried = ReadonlySet<string>

/**
 * The values of a file with those that are carried replaced. What is not carried stays as the file
 * has it, and comes from `now` where the file has no such section yet.
 */
export function mergeValues(
  before: readonly Value[],
  now: readonly Value[],
  carried: Carried
): Value[] {
  const kept = before.flatMap(old => {
    const next = find(now, old.name)
    if (carried.has(old.name)) return next === undefined ? [] : [next]
    return next === undefined ? [old] : [mergeSection(old, next, carried)]
  })
  return withNew(kept, now, () => true)
}

/** Rows of a list; one with a known key keeps what is not carried of it. */
export function mergeRows(
  before: readonly Value[],
  now: readonly Value[],
  { key, carried }: { readonly key: string; readonly carried: Carried }
): Value[] {
  const keyOf = (row: Value) => textAt(childrenOf(row), key)
  return now.map(row => {
    const old = before.find(each => keyOf(each) === keyOf(row))
    return old === undefined ? row : mergeSection(old, row, carried)
  })
}

function mergeSection(before: Value, now: Value, carried: Carried): Value {
  const isCarried = ({ name }: Value) => carried.has(`${before.name}/${name}`)
  const kept = childrenOf(before).flatMap(old => {
    if (!isCarried(old)) return [old]
    const next = find(childrenOf(now), old.name)
    return next === undefined ? [] : [isSameText(old, next) ? old : next]
  })
  return { name: before.name, content: withNew(kept, childrenOf(now), isCarried) }
}

/** A text of the dictionary has no blanks at its end. */
function isSameText({ content: old }: Value, { content: now }: Value): boolean {
  return typeof old === 'string' && typeof now === 'string' && old.trimEnd() === now.trimEnd()
}

/** Adds what is missing, each behind the one that precedes it in the order of the ERP. */
function withNew(
  kept: readonly Value[],
  now: readonly Value[],
  isWanted: (value: Value) => boolean
): Value[] {
  const merged = [...kept]
  for (const [at, value] of now.entries()) {
    if (find(merged, value.name) !== undefined || !isWanted(value)) continue
    const before = now.slice(0, at).findLast(({ name }) => find(merged, name) !== undefined)
    const place = merged.findIndex(({ name }) => name === before?.name)
    merged.splice(place + 1, 0, value)
  }
  return merged
}

/**
 * Paths at which a file differs from what would be written for its own carried contents: what ADT
 * does not take over. Lists are named as a whole.
 */
export function notCarried(file: readonly Value[], written: readonly Value[]): string[] {
  const paths = new Set<string>()
  for (const { name } of [...file, ...written]) {
    const [mine, theirs] = [find(file, name), find(written, name)]
    if (JSON.stringify(mine) === JSON.stringify(theirs)) continue
    const fields = [...childrenOf(mine), ...childrenOf(theirs)]
    const isSection =
      fields.length > 0 && fields.every(({ content }) => typeof content === 'string')
    if (!isSection) paths.add(name)
    for (const field of isSection ? fields : []) {
      const at = (value: Value | undefined) => find(childrenOf(value), field.name)?.content
      if (at(mine) !== at(theirs)) paths.add(`${name}/${field.name}`)
    }
  }
  return [...paths]
}
