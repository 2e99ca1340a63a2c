/** Keeps sorted tables sorted. */
import { currentRuntime } from '../abap.ts'
import { isStructure, isTable, resolve, type AbapTable, type AbapValue } from '../values.ts'

interface Key {
  readonly type?: string
  readonly isUnique?: boolean
  readonly keyFields: readonly string[]
}
interface Table extends AbapTable {
  getOptions(): { readonly primaryKey?: Key } | undefined
  insertIndex(row: unknown, index: number): unknown
  append(row: unknown): unknown
}
type Insertion = Readonly<Record<string, unknown>>
interface Compare {
  eq(left: unknown, right: unknown): boolean
  lt(left: unknown, right: unknown): boolean
}
interface Runtime {
  readonly compare: Compare
  readonly builtin: { readonly sy: { get(): Readonly<Record<string, AbapValue | undefined>> } }
  readonly types: {
    readonly Table?: {
      readonly prototype: { append(row: unknown): unknown; set(table: unknown): unknown }
    } & (new (...options: never[]) => object)
  }
  readonly statements: {
    append(input: Insertion): unknown
    insertInternal(input: Insertion): unknown
  }
}

/**
 * Sorted tables stay sorted: the runtime accepts every appended row, and sorts again after rows
 * were inserted elsewhere.
 */
export function correctSortedTables(): void {
  const runtime = currentRuntime() as unknown as Runtime
  const prototype = runtime.types.Table?.prototype
  if (prototype === undefined) return
  const { append, set } = prototype
  // rows of VALUE come in any order
  prototype.append = function (this: Table, row) {
    const key = sortedKey(this)
    if (key === undefined) return append.call(this, row)
    const at = place(this, key, row)
    const found = this.insertIndex(resolve(row), at)
    return found
  }
  prototype.set = function (this: Table, source) {
    return asBlock(this, () => set.call(this, source))
  }
  const { statements } = runtime
  const [appended, inserted] = [statements.append, statements.insertInternal]
  statements.append = input => {
    const table = resolve(input.target)
    if (isSorted(table) && input.lines !== true) {
      requireOrder(table, input.source, table.array().length)
    }
    return asBlock(table, () => appended.call(statements, input))
  }
  statements.insertInternal = input => {
    const [table, index] = [resolve(input.table), resolve(input.index)]
    const lines = resolve(input.data)
    if (input.lines === true && index === undefined && hasDuplicates(table) && isTable(lines)) {
      for (const row of lines.array().toReversed()) table.append(row)
      runtime.builtin.sy.get().subrc?.set(0)
      return
    }
    const at =
      typeof index === 'object' &&
      index !== null &&
      'get' in index &&
      typeof index.get === 'function'
        ? Number(index.get()) - 1
        : undefined
    if (isSorted(table) && at !== undefined && input.data !== undefined) {
      requireOrder(table, input.data, at)
    }
    return inserted.call(statements, input)
  }
}

function isSorted(value: unknown): value is Table {
  const { Table: Indexed } = (currentRuntime() as unknown as Runtime).types
  return (
    Indexed !== undefined &&
    value instanceof Indexed &&
    sortedKey(value as unknown as Table) !== undefined
  )
}

function sortedKey(table: Table): Key | undefined {
  const key = table.getOptions()?.primaryKey
  return key?.type === 'SORTED' ? key : undefined
}

/** Tables that take the rows of another one, which keep their order among rows with the same key. */
const blocks = new Set<unknown>()

/** Assignments and appended lines; the runtime adds row by row. */
function asBlock<T>(table: unknown, add: () => T): T {
  if (!hasDuplicates(table)) return add()
  blocks.add(table)
  try {
    return add()
  } finally {
    blocks.delete(table)
  }
}

function hasDuplicates(table: unknown): table is Table {
  return isSorted(table) && sortedKey(table)?.isUnique !== true
}

/** Where the row belongs: in front of rows with the same key, in a block behind them. */
function place(table: Table, key: Key, row: unknown): number {
  const rows = table.array()
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(rows[middle], row, key) < (blocks.has(table) ? 1 : 0)) low = middle + 1
    else high = middle
  }
  if (key.isUnique === true && low < rows.length && order(rows[low], row, key) === 0) {
    throw new Error('ITAB_DUPLICATE_KEY')
  }
  return low
}

/** A row fits an index only when it keeps the order of the adjacent rows. */
function requireOrder(table: Table, row: unknown, index: number): void {
  const key = sortedKey(table)
  if (key === undefined) return
  const rows = table.array()
  const [before, after] = [rows[index - 1], rows[index]]
  const [first, second] = [
    before === undefined ? -1 : order(before, row, key),
    after === undefined ? -1 : order(row, after, key)
  ]
  if (first > 0 || second > 0) throw new Error('ITAB_ILLEGAL_SORT_ORDER')
  if (key.isUnique === true && (first === 0 || second === 0)) throw new Error('ITAB_DUPLICATE_KEY')
}

function order(one: unknown, other: unknown, { keyFields }: Key): number {
  const { eq, lt } = (currentRuntime() as unknown as Runtime).compare
  for (const field of keyFields) {
    const [left, right] = [part(one, field), part(other, field)]
    if (!eq(left, right)) return lt(left, right) ? -1 : 1
  }
  return 0
}

function part(row: unknown, field: string): AbapValue | undefined {
  const actual = resolve(row)
  if (!isStructure(actual)) return actual as AbapValue
  return field
    .split('-')
    .reduce<unknown>(
      (value, name) => (isStructure(value) ? value.get()[name.toLowerCase()] : value),
      actual
    ) as AbapValue
}
