/** Values that stand in simple transformations, as ABAP values, and comparisons with them. */
import type { Literal } from '../../../../grammar/transformations/model.ts'
import { currentRuntime } from '../../abap.ts'
import type { AbapValue } from '../../values.ts'
import { isInitial } from '../asxml/kinds.ts'

type Factory = new (input?: unknown) => AbapValue

function create(type: string, input?: unknown): AbapValue {
  const Type = (currentRuntime().types as unknown as Record<string, Factory | undefined>)[type]
  if (Type === undefined) throw new Error(`The runtime has no type ${type}`)
  return new Type(input)
}

const TYPES: Readonly<Record<string, string>> = {
  I: 'Integer',
  INT8: 'Integer8',
  F: 'Float',
  X: 'XString',
  XSTRING: 'XString',
  DECFLOAT16: 'DecFloat34',
  DECFLOAT34: 'DecFloat34',
  D: 'Date',
  T: 'Time'
}

/** A value of the type that is written in the program; texts without a type are strings. */
export function literalValue({ type, value }: Literal): AbapValue {
  if (type === 'INITIAL') return create('String')
  const decimals = /\.(\d+)$/.exec(value)?.[1]?.length ?? 0
  const created =
    type === 'P'
      ? create('Packed', { length: 16, decimals })
      : type === 'N'
        ? create('Numc', { length: Math.max(value.length, 1) })
        : create(TYPES[type] ?? 'String')
  if (value !== '') created.set(value)
  return created
}

/** A variable that tt:read fills. */
export function typedValue(type: string, length: number | undefined): AbapValue | undefined {
  if (type === 'STRING' || (type === 'C' && length === undefined)) return create('String')
  if (type === 'C') return create('Character', length)
  if (type === 'N' && length !== undefined) return create('Numc', { length })
  const name = TYPES[type]
  return name === undefined ? undefined : create(name)
}

type Comparison = (left: unknown, right: unknown) => boolean

export function compare(
  op: '=' | '!=' | '<' | '<=' | '>' | '>=',
  left: AbapValue,
  right: AbapValue
): boolean {
  const { compare: operators } = currentRuntime() as unknown as {
    compare: Record<string, Comparison>
  }
  const by = (name: string): boolean => operators[name]?.(left, right) ?? false
  switch (op) {
    case '=':
      return by('eq')
    case '!=':
      return !by('eq')
    case '<':
      return by('lt')
    case '<=':
      return by('le')
    case '>':
      return by('gt')
    case '>=':
      return by('ge')
  }
}

/** Whether a value equals one that is written in the program. */
export function equals(value: AbapValue, literal: Literal): boolean {
  if (literal.type === 'INITIAL') return isInitial(value)
  return compare('=', value, literalValue(literal))
}
