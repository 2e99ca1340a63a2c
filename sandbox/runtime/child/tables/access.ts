/** Reads, changes and deletes rows of internal tables by a key. */
import { currentRuntime } from '../abap.ts'
import { isTable, resolve, scalarOf, type AbapValue } from '../values.ts'
import { component, componentOf, isHashed, keyName, rowsBy, type KeyedTable } from './keys.ts'

type Where = (row: unknown) => Promise<boolean> | boolean
interface Statements {
  readTable(table: unknown, options: object): unknown
  insertInternal(input: object): unknown
}
interface TableType {
  new (row: AbapValue, options: object): KeyedTable
}
interface Changeable extends KeyedTable {
  deleteIndex?(index: number): void
  deleteFrom?(row: unknown): void
}

function statements(): Statements {
  return currentRuntime().statements as unknown as Statements
}

function tableOf(source: unknown): Changeable {
  const table = resolve(source)
  if (!isTable(table)) throw new Error('GETWA_NOT_ASSIGNED')
  return table as Changeable
}

/** Names of components as the runtime takes them. */
export function names(values: readonly unknown[]): string[] {
  return values.map(value => String(scalarOf(value)).trim().toLowerCase())
}

function keyFields(table: KeyedTable, key: string): string[] {
  const found = key === 'primary_key' ? table.getOptions()?.primaryKey : table.getKeyByName(key)
  return (found?.keyFields ?? []).map(field => field.toLowerCase())
}

/** READ TABLE with INDEX or FROM, and USING KEY: the key takes the place of the primary one. */
export function readBy(name: unknown, source: unknown, options: Record<string, unknown>): void {
  const table = tableOf(source)
  const key = keyName(table, name)
  if (key === 'primary_key') {
    statements().readTable(table, options)
    return
  }
  const { Table } = currentRuntime().types as unknown as { Table: TableType }
  const fields = keyFields(table, key)
  const type = isHashed(table, key) ? 'STANDARD' : 'SORTED'
  const ordered = new Table(table.getRowType(), {
    withHeader: false,
    primaryKey: { type, keyFields: fields.map(field => field.toUpperCase()), isUnique: false }
  })
  const rows = rowsBy(table, key)
  ordered.array = () => [...rows]
  const { from, ...rest } = options
  statements().readTable(
    ordered,
    from === undefined ? options : { ...rest, ...searched(fields, from) }
  )
  if (type === 'STANDARD') currentRuntime().builtin.sy.get().tabix?.set(0)
}

/** The values of the key's components in a row, as the runtime searches them. */
function searched(fields: readonly string[], from: unknown): object {
  const { compare } = currentRuntime() as unknown as {
    compare: { eq(left: unknown, right: unknown): boolean }
  }
  const pairs = fields.map(field => ({ field, value: component(from, field) }))
  return {
    withTableKey: true,
    usesTableLine: fields.includes('table_line'),
    withKey: (row: unknown) =>
      pairs.every(({ field, value }) => compare.eq(componentOf(row, field), value)),
    withKeyValue: pairs.map(({ field, value }) => ({
      key: (row: unknown) => componentOf(row, field),
      value
    })),
    withKeySimple: Object.fromEntries(pairs.map(({ field, value }) => [field, value]))
  }
}

interface Selection {
  readonly key?: unknown
  readonly index?: unknown
  readonly from?: unknown
  readonly to?: unknown
  readonly where?: Where
  readonly values?: readonly (readonly [unknown, unknown])[]
}

/** The rows of one statement in the order of the key. */
async function selected(table: KeyedTable, options: Selection): Promise<AbapValue[]> {
  const key = keyName(table, options.key ?? '')
  const rows = rowsBy(table, key)
  const number = (value: unknown): number => Math.trunc(Number(scalarOf(value)))
  if (options.index !== undefined) {
    const row = rows[number(options.index) - 1]
    return row === undefined ? [] : [row]
  }
  const found: AbapValue[] = []
  const first = options.from === undefined ? 1 : number(options.from)
  const last = options.to === undefined ? rows.length : number(options.to)
  for (const row of rows.slice(Math.max(0, first - 1), Math.max(0, last))) {
    if (options.where === undefined || (await options.where(rowFor(row)))) found.push(row)
  }
  return found
}

function rowFor(row: AbapValue): unknown {
  const parts = row.get()
  const isStructured = 'getQualifiedName' in row && typeof parts === 'object' && parts !== null
  return isStructured ? { ...parts, table_line: row } : { table_line: row }
}

/** The first row whose components have these values. */
function byValues(table: KeyedTable, key: string, values: readonly (readonly [string, unknown])[]) {
  const { compare } = currentRuntime() as unknown as {
    compare: { eq(left: unknown, right: unknown): boolean }
  }
  const row = rowsBy(table, key).find(each =>
    values.every(([name, value]) => compare.eq(component(each, name), value))
  )
  return row === undefined ? [] : [row]
}

function byRow(table: KeyedTable, key: string, from: unknown): AbapValue[] {
  const fields = keyFields(table, key)
  return byValues(
    table,
    key,
    fields.map(field => [field, component(from, field)] as const)
  )
}

/** `single`: DELETE TABLE, whose FROM is a row and not a line number. */
export async function deleteBy(
  source: unknown,
  options: Selection & { readonly single?: true }
): Promise<void> {
  const table = tableOf(source)
  const key = keyName(table, options.key ?? '')
  const rows =
    options.values !== undefined
      ? byValues(
          table,
          key,
          options.values.map(([name, value]) => [String(names([name])[0]), value] as const)
        )
      : options.single === true && options.from !== undefined
        ? byRow(table, key, options.from)
        : await selected(table, options)
  for (const row of rows) remove(table, row)
  status(rows.length > 0)
}

function remove(table: Changeable, row: AbapValue): void {
  if (table.deleteIndex === undefined) table.deleteFrom?.(row)
  else table.deleteIndex(table.array().indexOf(row))
}

function status(isFound: boolean): void {
  currentRuntime()
    .builtin.sy.get()
    .subrc?.set(isFound ? 0 : 4)
}

/** MODIFY by INDEX, by the values of the key in FROM, or by a condition. */
export async function modifyBy(
  source: unknown,
  options: Selection & { readonly transporting?: readonly unknown[] }
): Promise<void> {
  const table = tableOf(source)
  const { from, to: _none, ...rest } = options
  const key = keyName(table, options.key ?? '')
  const rows =
    options.index === undefined && options.where === undefined
      ? byRow(table, key, from)
      : await selected(table, rest)
  const parts = options.transporting === undefined ? undefined : names(options.transporting)
  for (const row of rows) {
    if (parts === undefined) row.set(resolve(from))
    else for (const name of parts) component(row, name).set(component(from, name))
  }
  forgetOrder(table)
  status(rows.length > 0)
}

/** The orders by other keys are made anew when they are asked for. */
function forgetOrder(table: KeyedTable): void {
  const known = table as unknown as { secondaryIndexes?: object }
  if (known.secondaryIndexes !== undefined) known.secondaryIndexes = {}
}

interface Lines extends Selection {
  readonly source: unknown
  readonly keyed?: true
}

/** `keyed`: INTO TABLE; else the lines go before the row with the number, or that of the loop. */
export function insertLines(target: unknown, options: Lines): void {
  const source = tableOf(options.source)
  const number = (value: unknown): number => Math.trunc(Number(scalarOf(value)))
  const key = keyName(source, options.key ?? '')
  const rows = rowsBy(source, key).slice(
    options.from === undefined ? 0 : Math.max(0, number(options.from) - 1),
    options.to === undefined ? undefined : Math.max(0, number(options.to))
  )
  const table = tableOf(target)
  if (options.keyed !== true && options.index === undefined) {
    throw new Error('INSERT LINES OF … INTO without INDEX')
  }
  const { Integer } = currentRuntime().types as unknown as {
    Integer: new () => { set(value: number): unknown }
  }
  let isComplete = true
  rows.forEach((row, at) => {
    const place =
      options.index === undefined ? {} : { index: new Integer().set(number(options.index) + at) }
    statements().insertInternal({ table, data: row, ...place })
    if (currentRuntime().builtin.sy.get().subrc?.get() !== 0) isComplete = false
  })
  status(isComplete)
}
