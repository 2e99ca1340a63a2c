/** SPLIT and OVERLAY as the documentation describes them, and CLEAR … WITH, which the runtime lacks. */
import { currentRuntime } from '../abap.ts'
import {
  placeOf,
  rawOf,
  setReturnCode,
  textOf,
  trimmedUnitsOf,
  unitsOf
} from '../texts/operands.ts'
import { isStructure, resolve, type AbapTable } from '../values.ts'

interface Field {
  set(value: string): unknown
  clear(): void
}
interface Split {
  readonly source: unknown
  readonly at: unknown
  readonly table?: AbapTable
  readonly targets?: readonly Field[]
}

export function correctTextStatements(): void {
  const statements = currentRuntime().statements as unknown as {
    split(options: Split): void
    overlay(target: Field, other: unknown, only?: unknown): void
  }
  const { split, overlay } = statements
  statements.split = options => {
    if (options.table !== undefined) {
      split(options)
      setReturnCode(isCutInto(options.table, options) ? 4 : 0)
    } else splitInto(options.targets ?? [], trimmedUnitsOf(options.source), unitsOf(options.at))
  }
  statements.overlay = (target, other, only) => {
    if (!isStructure(resolve(target))) overlaid(target, other, only)
    else if (only === undefined) overlay(target, other)
    else throw new Error('OVERLAY … ONLY of a structure')
  }
}

/** Whether the lines of the table are too short for a segment. */
function isCutInto(table: AbapTable, { source, at }: Split): boolean {
  const row = (resolve(table) as AbapTable).getRowType()
  if (!('getTrimEnd' in row)) return false
  const [length, segments] = [row.getLength?.() ?? 0, textOf(source).split(rawOf(at))]
  return segments.some(segment => segment.trimEnd().length > length)
}

/** The last target takes what is left; `sy-subrc` is 4 where one of them is too short. */
function splitInto(
  targets: readonly Field[],
  source: readonly string[],
  separator: readonly string[]
): void {
  let rest = source
  let isCut = false
  for (const [index, target] of targets.entries()) {
    const isLast = index === targets.length - 1 || separator.length === 0
    const at = isLast ? -1 : placeOf(separator, rest)
    const segment = (at === -1 ? rest : rest.slice(0, at)).join('')
    rest = at === -1 ? [] : rest.slice(at + separator.length)
    target.clear()
    target.set(segment)
    isCut ||= rawOf(target).trimEnd().length < segment.trimEnd().length
  }
  setReturnCode(isCut ? 4 : 0)
}

function overlaid(target: Field, other: unknown, only: unknown): void {
  const replaced = new Set(only === undefined ? ' ' : rawOf(only))
  const inserted = rawOf(other)
  let isFound = false
  const result = [...unitsOf(target)].map((each, index) => {
    const next = inserted.charAt(index)
    if (!replaced.has(each) || next === '') return each
    isFound = true
    return next
  })
  target.set(result.join(''))
  setReturnCode(isFound ? 0 : 4)
}

/** CLEAR … WITH: all characters or bytes become this one. */
export function clearWith(target: Field, filler: unknown): void {
  if (isStructure(resolve(target))) throw new Error('CLEAR … WITH of a structure')
  target.set((unitsOf(filler)[0] ?? ' ').repeat(unitsOf(target).length))
}
