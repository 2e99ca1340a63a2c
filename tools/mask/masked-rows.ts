/** Replaces the values of masked columns in the rows of an answer. */
import type { TableResult } from '../../erp-client/index.ts'
import { maskMark } from './rules.ts'
import type { SelectItem, SelectPart } from './select-parts.ts'

export interface MaskedResult extends TableResult {
  /** Names of the columns whose values are replaced. */
  readonly maskedColumns: readonly string[]
}

interface Masking {
  /** The SELECTs whose rows are the answer. */
  readonly outputs: readonly SelectPart[]
  isMaskedItem(item: SelectItem): boolean
  /** Whether a column that a star brings is masked, by its name. */
  isStarMasked(name: string): boolean
}

interface Place {
  readonly name: string
  readonly index: number
  /** Columns of the answer. */
  readonly of: number
}

/** A missing value is replaced as well: that it is missing tells something. */
export function maskRows(result: TableResult, masking: Masking): MaskedResult {
  const { columns, rows } = result
  const masks = columns.map(({ name }, index) => {
    const place = { name: name.toUpperCase(), index, of: columns.length }
    return masking.outputs.some(({ items }) => isMaskedAt(items, place, masking))
  })
  return {
    ...result,
    rows: masks.includes(true)
      ? rows.map(row => row.map((cell, index) => (masks[index] === false ? cell : maskMark)))
      : rows,
    maskedColumns: columns.flatMap(({ name }, index) => (masks[index] === true ? [name] : []))
  }
}

/** Items before a star count from the front, and those behind the last one from the end. */
function isMaskedAt(
  items: readonly SelectItem[],
  { name, index, of }: Place,
  { isMaskedItem, isStarMasked }: Masking
): boolean {
  const front = items.findIndex(({ isStar }) => isStar)
  if (front < 0) {
    const item = items[index]
    // Another number of columns than of items: the items are not those that the ERP saw.
    return of !== items.length || item === undefined || isMaskedItem(item)
  }
  const back = items.length - 1 - items.findLastIndex(({ isStar }) => isStar)
  const item = index < front ? items[index] : items[items.length - (of - index)]
  if (index < front || index >= of - back) return item === undefined || isMaskedItem(item)
  const between = items.slice(front, items.length - back).filter(({ isStar }) => !isStar)
  return between.some(one => isMaskedItem(one)) || isStarMasked(name)
}
