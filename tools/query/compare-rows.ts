/** Rows of one table in two systems, compared by their keys. */
import type { TableColumn, TableResult } from '../../erp-client/index.ts'

export interface RowComparison {
  readonly same: number
  readonly different: number
  readonly onlyHere: number
  readonly onlyThere: number
  /** Rows whose counterpart may lie beyond the rows that were read. */
  readonly undecided: number
  readonly examples: readonly RowDifference[]
}

export interface RowDifference {
  readonly key: Readonly<Record<string, string | null>>
  readonly verdict: 'different' | 'only here' | 'only there'
  readonly fields?: readonly {
    readonly name: string
    readonly here: string | null
    readonly there: string | null
  }[]
}

type Row = TableResult['rows'][number]

/** Where the key and the compared fields stand in the rows of each side. */
export interface RowLayout {
  readonly keys: readonly Place[]
  readonly fields: readonly Place[]
}

interface Place {
  readonly name: string
  readonly here: number
  readonly there: number
}

export interface LayoutFault {
  readonly fault: 'no key' | 'other key'
}

/** Names of client fields: the client of a system says nothing about its rows. */
const clientFields: ReadonlySet<string> = new Set(['MANDT', 'CLIENT'])

/**
 * The places of the key and of the fields that both systems have, without the client.
 */
export function layoutOf(
  here: readonly TableColumn[],
  there: readonly TableColumn[],
  wanted: readonly string[] | undefined
): RowLayout | LayoutFault {
  const keyNames = keysOf(here)
  if (keyNames.length === 0) return { fault: 'no key' }
  if (keyNames.join() !== keysOf(there).join()) return { fault: 'other key' }
  const at = new Map(there.map(({ name }, index) => [name.toUpperCase(), index]))
  const places = here.flatMap(({ name }, index): Place[] => {
    const other = at.get(name.toUpperCase())
    const isLeftOut = isClient(name) && !keyNames.includes(name.toUpperCase())
    return other === undefined || isLeftOut ? [] : [{ name, here: index, there: other }]
  })
  const isKey = ({ name }: Place) => keyNames.includes(name.toUpperCase())
  const chosen = wanted?.map(name => name.toUpperCase())
  return {
    keys: places.filter(isKey),
    fields: places.filter(
      place => !isKey(place) && (chosen === undefined || chosen.includes(place.name.toUpperCase()))
    )
  }
}

/** Where the client is the whole key, as in T000, it counts. */
function keysOf(columns: readonly TableColumn[]): string[] {
  const all = columns.flatMap(({ key, name }) => (key === true ? [name.toUpperCase()] : []))
  const own = all.filter(name => !isClient(name))
  return own.length === 0 ? all : own
}

function isClient(name: string): boolean {
  return clientFields.has(name.toUpperCase())
}

/** Columns that only one system has: the table itself differs. */
export function columnsOnlyIn(
  columns: readonly TableColumn[],
  others: readonly TableColumn[]
): string[] {
  const known = new Set(others.map(({ name }) => name.toUpperCase()))
  return columns.filter(({ name }) => !known.has(name.toUpperCase())).map(({ name }) => name)
}

/**
 * Compares rows that each side sends in the order of its key.
 * @param most examples of differing rows
 */
export function compareRows(
  here: TableResult,
  there: TableResult,
  { layout, most }: { readonly layout: RowLayout; readonly most: number }
): RowComparison {
  const keys = {
    here: (row: Row) => keyOf(row, layout, 'here'),
    there: (row: Row) => keyOf(row, layout, 'there')
  }
  const mine = new Map(here.rows.map((row, index) => [keys.here(row), { row, index }]))
  const others = new Map(there.rows.map((row, index) => [keys.there(row), { row, index }]))
  const ends = { here: endOf(here, others, keys.here), there: endOf(there, mine, keys.there) }
  const found = [
    ...[...mine].map(([key, { row, index }]): Found => {
      const other = others.get(key)
      if (other === undefined) return lone(row, layout, index < ends.there ? 'here' : undefined)
      const fields = differences(row, other.row, layout)
      return fields.length === 0
        ? { count: 'same' }
        : {
            count: 'different',
            example: { key: keyData(row, layout, 'here'), verdict: 'different', fields }
          }
    }),
    ...[...others]
      .filter(([key]) => !mine.has(key))
      .map(([, { row, index }]) => lone(row, layout, index < ends.here ? 'there' : undefined))
  ]
  const number = (kind: Found['count']) => found.filter(one => one.count === kind).length
  return {
    same: number('same'),
    different: number('different'),
    onlyHere: number('onlyHere'),
    onlyThere: number('onlyThere'),
    undecided: number('undecided'),
    examples: found.flatMap(({ example }) => example ?? []).slice(0, most)
  }
}

interface Found {
  readonly count: 'same' | 'different' | 'onlyHere' | 'onlyThere' | 'undecided'
  readonly example?: RowDifference
}

/** A row without a counterpart, on a side that is undefined where the other side was cut before it. */
function lone(row: Row, layout: RowLayout, side: 'here' | 'there' | undefined): Found {
  if (side === undefined) return { count: 'undecided' }
  return side === 'here'
    ? {
        count: 'onlyHere',
        example: { key: keyData(row, layout, 'here'), verdict: 'only here' }
      }
    : {
        count: 'onlyThere',
        example: { key: keyData(row, layout, 'there'), verdict: 'only there' }
      }
}

/**
 * Index in the rows of the other side up to which `side` was read completely: behind the last row
 * that both have, where more rows follow on this side.
 */
function endOf(
  { rows, truncated }: TableResult,
  others: ReadonlyMap<string, { readonly index: number }>,
  key: (row: Row) => string
): number {
  if (!truncated) return Infinity
  const last = rows.findLast(row => others.has(key(row)))
  return last === undefined ? 0 : (others.get(key(last))?.index ?? 0) + 1
}

function keyOf(row: Row, { keys }: RowLayout, side: 'here' | 'there'): string {
  return JSON.stringify(keys.map(place => normal(row[place[side]])))
}

function keyData(row: Row, { keys }: RowLayout, side: 'here' | 'there'): RowDifference['key'] {
  return Object.fromEntries(keys.map(place => [place.name, row[place[side]] ?? null]))
}

/** Trailing spaces of a value belong to the length of its column. */
function normal(value: string | null | undefined): string | null {
  return value?.trimEnd() ?? null
}

function differences(
  row: Row,
  other: Row,
  { fields }: RowLayout
): NonNullable<RowDifference['fields']> {
  return fields.flatMap(({ name, here, there }) =>
    normal(row[here]) === normal(other[there])
      ? []
      : [{ name, here: row[here] ?? null, there: other[there] ?? null }]
  )
}
