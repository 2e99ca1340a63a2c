/** Keys and components of internal tables that are named at run time. */
import { RunAborted } from '../alerts.ts'
import { currentRuntime } from '../abap.ts'
import { isStructure, resolve, scalarOf, type AbapTable, type AbapValue } from '../values.ts'

interface TableKey {
  readonly name?: string
  readonly type?: string
  readonly keyFields: readonly string[]
}
export interface KeyedTable extends AbapTable {
  getOptions(): { readonly primaryKey?: TableKey & { readonly alias?: string } } | undefined
  getKeyByName(name: string): TableKey | undefined
  getSecondaryIndex(name: string): AbapValue[]
}

/** A program cannot catch these errors. */
export function runtimeError(title: string): never {
  throw new RunAborted({
    kind: 'exception',
    title: `Runtime Error: ${title}`,
    details: [],
    stack: new Error('runtime error').stack ?? ''
  })
}

export function refuse(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('unsupported').stack ?? ''
  })
}

/** Raises an exception that a program can catch. */
export function raise(name: string, text: string): never {
  const Exception = currentRuntime().Classes[name]
  if (Exception === undefined) throw new Error(`${name}: ${text}`)
  // the runtime throws objects of ABAP classes
  const exception: unknown = new Exception()
  throw exception
}

/** The name of a key as the table knows it; `primary_key` is the primary one. */
export function keyName(source: unknown, name: unknown): string {
  const text = String(scalarOf(name)).trim().toUpperCase()
  const table = resolve(source) as KeyedTable
  if (text === 'PRIMARY_KEY' || text === '') return 'primary_key'
  if (text === 'LOOP_KEY') refuse('the key LOOP_KEY')
  if (table.getKeyByName(text) === undefined) {
    runtimeError(`the internal table has no key with the name "${text}"`)
  }
  return text.toLowerCase()
}

/** The rows in the order of a key; those of a hashed key stand in their order of insertion. */
export function rowsBy(table: KeyedTable, name: string | undefined): readonly AbapValue[] {
  if (name === undefined || name === 'primary_key') return table.array()
  return isHashed(table, name) ? table.array() : table.getSecondaryIndex(name)
}

/** Whether rows have no number by this key. */
export function isHashed(table: KeyedTable, name: string | undefined): boolean {
  const key =
    name === undefined || name === 'primary_key'
      ? table.getOptions()?.primaryKey
      : table.getKeyByName(name)
  return key?.type === 'HASHED'
}

/** A component of a row, also within a structure; the row itself as TABLE_LINE. */
export function component(row: unknown, name: unknown): AbapValue {
  const path = String(scalarOf(name)).trim().toLowerCase()
  const found = componentOf(row, path)
  if (found === undefined) raise('CX_SY_DYN_TABLE_ILL_COMP_VAL', path.toUpperCase())
  return found
}

/** The component of a structure, or of the structure that a reference points to, by its name. */
export function member(owner: unknown, name: unknown): AbapValue {
  const structure = resolve(owner)
  if (!isStructure(structure)) refuse('dynamic access to attributes and to what is no structure')
  const path = String(scalarOf(name)).trim().toLowerCase()
  const found = componentOf(structure, path)
  if (found === undefined) raise('CX_SY_ASSIGN_ILLEGAL_COMPONENT', path.toUpperCase())
  return found
}

/** `row` is a structure, a value, or the object of the components of one. */
export function componentOf(row: unknown, path: string): AbapValue | undefined {
  const actual = resolve(row)
  if (path === 'table_line' && isValue(actual)) return actual
  let value: unknown = actual
  for (const part of path.split('-')) {
    const parts = isStructure(value) ? value.get() : isValue(value) ? undefined : value
    value =
      typeof parts === 'object' && parts !== null && Object.hasOwn(parts, part)
        ? (parts as Record<string, unknown>)[part]
        : undefined
  }
  return value as AbapValue | undefined
}

function isValue(value: unknown): value is AbapValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'set' in value &&
    typeof value.set === 'function' &&
    'get' in value &&
    typeof value.get === 'function'
  )
}
