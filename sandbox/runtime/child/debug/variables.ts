/** The variables of a program that stands, by the names that the debugger uses. */
import { currentRuntime } from '../abap.ts'
import type { RawChild, RawVariable } from '../job.ts'
import { isStructure, isTable, resolve } from '../values.ts'

type Names = Readonly<Record<string, () => unknown>>

/** What a stop sees: functions, because a variable may not be declared yet where it stands. */
export interface DebugScope {
  /** The object of an instance method, or the class of a static one. */
  readonly self: () => unknown
  readonly locals: Names
  readonly parameters: Names
  /** The variables of the whole program. */
  readonly globals: Names
  /** Whether it is an event block of a program. */
  readonly isEvent: boolean
}

const MAX_TEXT = 10_000

/**
 * `fs_row_` → `<ROW>`, `$ns$name` → `/NS/NAME`, `zif$name` → `ZIF~NAME`; a keyword has a `$` in front.
 */
function abapName(name: string): string {
  const [, symbol] = /^fs_(.+)_$/.exec(name) ?? []
  if (symbol !== undefined) return `<${symbol}>`.toUpperCase()
  return name
    .replace(/^\$([^$]+)\$/, '/$1/')
    .replace(/^\$/, '')
    .replaceAll('$', '~')
    .toUpperCase()
}

function valueOf(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The variables that have been declared, by their names in ABAP. */
export function namedValues(names: Names): [string, unknown][] {
  return Object.entries(names).flatMap(([name, read]): [string, unknown][] => {
    const value = valueOf(read)
    return value === undefined ? [] : [[abapName(name), value]]
  })
}

/** A value by its id: `LV_X`, `LS_ROW-ID`, `LT_ROWS[2]-ID`, `ME-MV_X`, `LR_ROW->*`, `SY-SUBRC`. */
export function valueIn(scope: DebugScope, id: string): unknown {
  const [, root = '', rest = ''] = /^(<[^>]+>|[^-[]+)(.*)$/.exec(id.toUpperCase()) ?? []
  let value = rootOf(scope, root)
  for (const [, row, part] of rest.matchAll(/\[(\d*)\]|->?([^-[]+)/g)) {
    value = resolve(value)
    if (row !== undefined) {
      if (row !== '') value = isTable(value) ? value.array()[Number(row) - 1] : undefined
    } else if (part !== '*') value = new Map(partsOf(value)).get(part ?? '')
    if (value === undefined) return undefined
  }
  return value
}

function rootOf(scope: DebugScope, root: string): unknown {
  if (root === 'ME') return selfOf(scope)
  if (root === 'SY') return currentRuntime().builtin.sy
  const [, owner, name = ''] = /^(.+)=>(.+)$/.exec(root) ?? []
  if (owner !== undefined) return new Map(staticsOf(currentRuntime().Classes[owner])).get(name)
  return new Map([
    ...namedValues(scope.globals),
    ...attributesOf(scope),
    ...namedValues(scope.locals),
    ...namedValues(scope.parameters)
  ]).get(root)
}

/** The reference of the object itself; undefined in static methods and outside of classes. */
export function selfOf({ self }: DebugScope): unknown {
  return (valueOf(self) as { readonly me?: unknown } | undefined)?.me
}

/** Attributes are visible without ME. */
export function attributesOf(scope: DebugScope): [string, unknown][] {
  const own = partsOf(selfOf(scope))
  return own.length > 0 ? own : staticsOf(valueOf(scope.self))
}

/** The static attributes of a class, with those that it inherits. */
function staticsOf(given: unknown): [string, unknown][] {
  if (typeof given !== 'function' || !('INTERNAL_NAME' in given)) return []
  const inherited = staticsOf(Object.getPrototypeOf(given))
  return [...inherited, ...valuesIn(Object.entries(given))]
}

/** The components of a structure, or the attributes of an object. */
export function partsOf(value: unknown): [string, unknown][] {
  const actual = resolve(value)
  if (isStructure(actual)) {
    return Object.entries(actual.get()).map(([name, part]) => [name.toUpperCase(), part])
  }
  const instance = isReference(actual) ? actual.get() : undefined
  if (typeof instance !== 'object' || instance === null) return []
  return valuesIn([...Object.entries(instance), ...privateEntries(instance)])
}

/** What stands for friends alone: private attributes, with those of the superclasses behind. */
function privateEntries(instance: Instance): [string, unknown][] {
  const found: [string, unknown][] = []
  for (const name in instance.FRIENDS_ACCESS_INSTANCE) {
    if (name !== 'SUPER') found.push([name, instance.FRIENDS_ACCESS_INSTANCE[name]])
  }
  return found
}

function valuesIn(entries: readonly (readonly [string, unknown])[]): [string, unknown][] {
  const values = entries.filter(([name, part]) => name !== 'me' && isValue(part))
  return [...new Map(values.map(([name, part]) => [abapName(name), part]))]
}

interface Instance {
  readonly FRIENDS_ACCESS_INSTANCE?: Readonly<Record<string, unknown>>
}

function isValue(value: unknown): value is { get(): unknown } {
  return (
    isTable(value) ||
    (typeof value === 'object' && value !== null && 'get' in value && 'set' in value)
  )
}

function isReference(value: unknown): value is { get(): unknown } {
  return value instanceof currentRuntime().types.ABAPObject
}

const technicalTypes: readonly (readonly [string, string])[] = [
  ['Integer8', '8'],
  ['Integer', 'I'],
  ['Packed', 'P'],
  ['Numc', 'N'],
  ['Date', 'D'],
  ['Time', 'T'],
  ['Float', 'F'],
  ['DecFloat34', 'e'],
  ['Hex', 'X'],
  ['XString', 'y'],
  ['String', 'g'],
  ['Character', 'C']
]

function technicalOf(value: unknown): string {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  const found = technicalTypes.find(([name]) => {
    const type = types[name]
    return type !== undefined && value instanceof type
  })
  return found?.[1] ?? 'C'
}

/** Numbers end in a column for the sign. */
function textOf(value: unknown, technical: string): string {
  const content = (value as { get(): unknown }).get()
  const text = typeof content === 'object' ? '' : String(content)
  if (!['I', 'P', '8'].includes(technical)) return text.slice(0, MAX_TEXT)
  const digits = technical === 'P' ? packedText(value, Number(content)) : text
  return digits.startsWith('-') ? `${digits.slice(1)}-` : `${digits} `
}

function packedText(value: unknown, content: number): string {
  const { getDecimals } = value as { getDecimals?(): number }
  return content.toFixed(getDecimals?.call(value) ?? 0)
}

function describe(id: string, name: string, value: unknown): RawVariable {
  const actual = resolve(value)
  const base = { id, name, type: typeName(actual), value: '', lines: 0 }
  if (isTable(actual)) {
    return { ...base, meta: 'table', technical: 'h', lines: actual.array().length }
  }
  if (isStructure(actual)) return { ...base, meta: 'structure', technical: 'u' }
  if (isReference(actual)) {
    const instance = actual.get() as { constructor?: { INTERNAL_NAME?: string } } | undefined
    const text = instance?.constructor?.INTERNAL_NAME ?? '{O:INITIAL}'
    return { ...base, meta: 'objectref', technical: 'r', value: text }
  }
  if (!isValue(actual)) return { ...base, meta: 'dataref', technical: 'l' }
  const technical = technicalOf(actual)
  const meta = technical === 'g' || technical === 'y' ? 'string' : 'simple'
  return { ...base, meta, technical, value: textOf(actual, technical) }
}

function typeName(value: unknown): string {
  const named = value as { getQualifiedName?(): string | undefined } | undefined
  return named?.getQualifiedName?.() ?? ''
}

export function readVariable(scope: DebugScope, id: string): RawVariable | null {
  const value = valueIn(scope, id)
  return value === undefined ? null : describe(id, id, value)
}

const GROUPS: Readonly<Record<string, 'locals' | 'parameters' | 'globals'>> = {
  '@LOCALS': 'locals',
  '@PARAMETERS': 'parameters',
  '@GLOBALS': 'globals'
}

/** Gives a variable of an elementary type another value. @returns why not */
export function setVariable(
  scope: DebugScope,
  { id, value }: { readonly id: string; readonly value: string }
): string | undefined {
  const found = resolve(valueIn(scope, id))
  if (found === undefined) return `${id} is not known here`
  if (!isSettable(found) || isTable(found) || isStructure(found) || isReference(found)) {
    return `${id} has no elementary type`
  }
  const technical = technicalOf(found)
  const isNumber = ['I', '8', 'P', 'F', 'e'].includes(technical)
  if (isNumber && !/^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/.test(value)) {
    return `${value} is no number`
  }
  const text = new (currentRuntime().types.String)()
  text.set(isNumber ? value.trim() : value)
  try {
    found.set(text)
    return undefined
  } catch (error) {
    return `${id} cannot have this value${error instanceof Error ? `: ${error.message}` : ''}`
  }
}

function isSettable(value: unknown): value is { set(value: unknown): unknown } {
  return typeof value === 'object' && value !== null && 'set' in value
}

/** The components of a structure or object, or the variables of a group. */
export function readChildren(scope: DebugScope, parent: string): RawChild[] {
  const upper = parent.toUpperCase()
  const group = GROUPS[upper]
  if (group !== undefined) {
    return namedValues(scope[group]).map(([name, value]) => ({
      ...describe(name, name, value),
      parent
    }))
  }
  return partsOf(valueIn(scope, upper)).map(([name, value]) => ({
    ...describe(`${upper}-${name}`, name, value),
    parent
  }))
}
