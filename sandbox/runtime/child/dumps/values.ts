/** The values that a short dump shows: system fields, and the variables of a procedure. */
import { currentRuntime } from '../abap.ts'
import { namedValues, partsOf, selfOf, type DebugScope } from '../debug/variables.ts'
import type { RunValue } from '../../../types.ts'
import { isStructure, isTable, resolve } from '../values.ts'

/** In the order of the chapter. */
const SYSTEM_FIELDS =
  'subrc index tabix dbcnt fdpos lsind pagno linno colno pfkey ucomm title msgty msgid msgno msgv1 msgv2 msgv3 msgv4 modno datum uzeit xprog xform'

const MAX_TEXT = 1000
const MAX_VARIABLES = 200
const MAX_DEPTH = 5

/** System fields as they are now. */
export function systemFields(): RunValue[] {
  const sy = currentRuntime().builtin.sy.get()
  return SYSTEM_FIELDS.split(' ').flatMap(name => {
    const field = sy[name]
    return field === undefined
      ? []
      : [{ name: `SY-${name.toUpperCase()}`, value: textOf(field, new Map()) }]
  })
}

/**
 * Parameters, local variables and attributes of a procedure, and in an event block the variables of
 * the program. Objects are numbered as they are met;
 * `numbers` is common to the procedures of a dump.
 */
export function scopeValues(scope: DebugScope, numbers: Map<object, number>): RunValue[] {
  const attributes = partsOf(selfOf(scope)).map(([name, value]): [string, unknown] => [
    `ME->${name}`,
    value
  ])
  return [
    ...namedValues(scope.parameters),
    ...namedValues(scope.locals),
    ...attributes,
    ...(scope.isEvent ? namedValues(scope.globals) : [])
  ]
    .slice(0, MAX_VARIABLES)
    .map(([name, value]) => ({ name, value: textOf(value, numbers).slice(0, MAX_TEXT) }))
}

function textOf(value: unknown, numbers: Map<object, number>, depth = 0): string {
  const actual = resolve(value)
  if (actual === undefined) return '{A:initial}'
  if (isTable(actual)) {
    const rows = actual.array().length
    return rows === 0 ? 'Table[initial]' : `Table[${rows} rows]`
  }
  if (isStructure(actual)) {
    if (depth >= MAX_DEPTH) return '{…}'
    const parts = Object.values(actual.get()).map(part => textOf(part, numbers, depth + 1))
    return `{${parts.join(';')}}`
  }
  const content =
    typeof actual === 'object' && actual !== null && 'get' in actual
      ? (actual as { get(): unknown }).get()
      : undefined
  if (typeof content === 'object' && content !== null) return objectText(content, numbers)
  if (content === undefined) return '{O:initial}'
  const text = typeof content === 'number' ? numberText(actual, content) : String(content)
  return text === '' && actual instanceof currentRuntime().types.String ? '<empty string>' : text
}

/** With the decimals of a packed number. */
function numberText(value: unknown, content: number): string {
  const decimals = (value as { getDecimals?(): number }).getDecimals?.() ?? 0
  return decimals > 0 ? content.toFixed(decimals) : String(content)
}

function objectText(object: object, numbers: Map<object, number>): string {
  const number = numbers.get(object) ?? numbers.size + 1
  numbers.set(object, number)
  const name = (object.constructor as { INTERNAL_NAME?: string }).INTERNAL_NAME ?? '?'
  const [, pool, local] = /^(?:CLAS|PROG|FUGR)-(.+)-([^-]+)$/.exec(name) ?? []
  return pool === undefined || local === undefined
    ? `{O:${number}*\\CLASS=${name}}`
    : `{O:${number}*\\CLASS-POOL=${pool}\\CLASS=${local}}`
}
