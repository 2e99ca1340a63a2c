/** The values of the runtime as the child reads and writes them. */
import type { Column, TableShape } from '../../types.ts'
import type { HostValue } from '../../sql/emit/scope.ts'
import { INT4, INT8, FLTP, STRG, UNKNOWN, type SqlType } from '../../sql/types.ts'
import { currentRuntime } from './abap.ts'

/** The shapes of the runtime's values, as far as SQL needs them. */
export interface AbapValue {
  get(): unknown
  set(value: unknown): unknown
  clear(): void
  clone(): AbapValue
  getLength?(): number
  getDecimals?(): number
}
export interface AbapStructure extends Omit<AbapValue, 'get'> {
  get(): Record<string, AbapValue>
}
export interface AbapTable extends AbapValue {
  array(): AbapValue[]
  getRowType(): AbapValue
}

export type Scalar = string | number | bigint

type TypeName =
  | 'Structure'
  | 'Integer'
  | 'Integer8'
  | 'Packed'
  | 'Character'
  | 'Numc'
  | 'Date'
  | 'Time'
  | 'String'
  | 'Float'
  | 'Hex'
  | 'XString'
  | 'DecFloat34'

/** Follows field symbols and data references to the value itself. */
export function resolve(value: unknown): unknown {
  let current = value
  for (let step = 0; step < 10 && typeof current === 'object' && current !== null; step++) {
    const next = current as { getPointer?(): unknown; dereference?(): unknown }
    if (typeof next.getPointer === 'function') current = next.getPointer()
    else if (typeof next.dereference === 'function') current = next.dereference()
    else break
  }
  return current
}

export function isTable(value: unknown): value is AbapTable {
  return (
    typeof value === 'object' &&
    value !== null &&
    'array' in value &&
    typeof value.array === 'function'
  )
}

export function isStructure(value: unknown): value is AbapStructure {
  return isA(value, 'Structure')
}

function isA(value: unknown, ...names: readonly TypeName[]): boolean {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return names.some(name => types[name] !== undefined && value instanceof types[name])
}

/** Elementary components of a structure in their order, with nested ones taken apart. */
export function leaves(structure: unknown): [string, AbapValue][] {
  if (!isStructure(structure)) return []
  const own = structure.get()
  const { asInclude = {}, suffix = {} } = structure as Groups
  return Object.entries(own).flatMap(([name, value]): [string, AbapValue][] => {
    if (!isStructure(value)) return [[name.toUpperCase(), value]]
    const parts = leaves(value)
    const end = suffix[name] ?? ''
    // the name of an include stands for components that are there by their own names
    const isAlias = parts.every(([part]) => (part + end).toLowerCase() in own)
    return asInclude[name] === true && isAlias ? [] : parts
  })
}

interface Groups {
  readonly asInclude?: Readonly<Record<string, boolean>>
  readonly suffix?: Readonly<Record<string, string>>
}

/** The value as SQLite stores it; texts of fixed length without trailing blanks. */
export function scalarOf(value: unknown): Scalar {
  const actual = resolve(value)
  if (typeof actual === 'string') return actual.trimEnd()
  if (typeof actual === 'number' || typeof actual === 'bigint') return actual
  if (isStructure(actual)) {
    return leaves(actual)
      .map(([, part]) => String(part.get()))
      .join('')
      .trimEnd()
  }
  const content: unknown =
    typeof actual === 'object' &&
    actual !== null &&
    'get' in actual &&
    typeof actual.get === 'function'
      ? actual.get()
      : ''
  if (typeof content === 'number' || typeof content === 'bigint') return content
  const text = String(content ?? '')
  if (isA(actual, 'DecFloat34')) return Number(text)
  return isA(actual, 'String') ? text : text.trimEnd()
}

export function typeOf(value: unknown): SqlType {
  const actual = resolve(value)
  if (typeof actual === 'number') return Number.isInteger(actual) ? INT4 : FLTP
  if (typeof actual === 'string') {
    return { type: 'CHAR', length: Math.max(1, actual.length), decimals: 0 }
  }
  if (typeof actual !== 'object' || actual === null) return UNKNOWN
  const measured = actual as AbapValue
  const length = typeof measured.getLength === 'function' ? measured.getLength() : 0
  if (isA(actual, 'Integer8')) return INT8
  if (isA(actual, 'Integer')) return INT4
  if (isA(actual, 'Packed')) {
    return { type: 'DEC', length: length * 2 - 1, decimals: measured.getDecimals?.() ?? 0 }
  }
  if (isA(actual, 'Float', 'DecFloat34')) return FLTP
  if (isA(actual, 'Date')) return { type: 'DATS', length: 8, decimals: 0 }
  if (isA(actual, 'Time')) return { type: 'TIMS', length: 6, decimals: 0 }
  if (isA(actual, 'Numc')) return { type: 'NUMC', length, decimals: 0 }
  if (isA(actual, 'XString')) return { type: 'RSTR', length: 0, decimals: 0 }
  if (isA(actual, 'Hex')) return { type: 'RAW', length, decimals: 0 }
  return isA(actual, 'String') ? STRG : { type: 'CHAR', length: Math.max(1, length), decimals: 0 }
}

/**
 * What the translation needs of a value. `table` names the temporary table made of an internal
 * one.
 */
export function hostValue(value: unknown, table: string): HostValue {
  const actual = resolve(value)
  if (!isTable(actual)) return { kind: 'scalar', type: typeOf(actual) }
  const row = actual.getRowType()
  const components = Object.fromEntries(
    isStructure(row)
      ? leaves(row).map(([name, part]) => [name, typeOf(part)])
      : [['TABLE_LINE', typeOf(row)]]
  )
  const range =
    'SIGN' in components && 'OPTION' in components && 'LOW' in components
      ? actual.array().map(line => rangeRow(line))
      : undefined
  return {
    kind: range === undefined ? 'rows' : 'range',
    type: UNKNOWN,
    components,
    shape: shapeOf(table, components),
    table,
    ...(range === undefined ? {} : { range })
  }
}

interface RangeRow {
  readonly sign: string
  readonly option: string
  readonly low: string | number
  readonly high: string | number
}

function rangeRow(line: AbapValue): RangeRow {
  const parts = Object.fromEntries(
    leaves(resolve(line)).map(([name, part]) => [name, scalarOf(part)])
  )
  const bound = (value: Scalar | undefined): string | number =>
    typeof value === 'bigint' ? Number(value) : (value ?? '')
  return {
    sign: String(parts.SIGN ?? ''),
    option: String(parts.OPTION ?? ''),
    low: bound(parts.LOW),
    high: bound(parts.HIGH)
  }
}

function shapeOf(name: string, components: Readonly<Record<string, SqlType>>): TableShape {
  return {
    name,
    description: '',
    columns: Object.entries(components).map(([column, type]): Column => ({
      name: column,
      ...type,
      key: false,
      description: ''
    }))
  }
}
