/** Groups of dictionary types that ABAP SQL treats alike. */
import { SqlError } from '../errors.ts'
import { partsOf } from '../emit/grouping.ts'
import type { Operand } from '../emit/rules.ts'
import type { Expression, Place } from '../parse/ast.ts'
import type { SqlType } from '../types.ts'

/** `large` are strings without a length; `any` is what is not known. */
export type Family =
  'any' | 'number' | 'float' | 'text' | 'date' | 'time' | 'stamp' | 'bytes' | 'large'

const FAMILIES: Readonly<Record<string, Family>> = {
  INT1: 'number',
  INT2: 'number',
  INT4: 'number',
  INT8: 'number',
  DEC: 'number',
  CURR: 'number',
  QUAN: 'number',
  DF16_DEC: 'number',
  DF34_DEC: 'number',
  D16N: 'number',
  D34N: 'number',
  D16D: 'number',
  D34D: 'number',
  FLTP: 'float',
  CHAR: 'text',
  SSTR: 'text',
  NUMC: 'text',
  CLNT: 'text',
  LANG: 'text',
  CUKY: 'text',
  UNIT: 'text',
  ACCP: 'text',
  DATS: 'date',
  DATN: 'date',
  TIMS: 'time',
  TIMN: 'time',
  UTCL: 'stamp',
  RAW: 'bytes',
  STRG: 'large',
  RSTR: 'large'
}

export const familyOf = ({ type }: SqlType): Family => FAMILIES[type] ?? 'any'

/** A string of the program becomes a short string of the database. */
export function operandFamily({ expression, type }: Operand): Family {
  const family = familyOf(type)
  return family === 'large' && isValue(expression) && type.type === 'STRG' ? 'text' : family
}

export const isCharacterLike = (family: Family): boolean =>
  family === 'text' || family === 'date' || family === 'time' || family === 'any'

export const isNumber = (family: Family): boolean =>
  family === 'number' || family === 'float' || family === 'any'

/** What the program hands over, which is converted to the type of the other side. */
export const isValue = ({ kind }: Expression): boolean => kind === 'literal' || kind === 'host'

/** The first column in an expression, which is the place that an error names. */
export function placeOf(expression: Expression): Place | undefined {
  if ('place' in expression) return expression.place
  for (const part of partsOf(expression)) {
    const place = placeOf(part)
    if (place !== undefined) return place
  }
  return undefined
}

export function fault(text: string, expression?: Expression): SqlError {
  return new SqlError('SYNTAX', text, {
    place: expression === undefined ? undefined : placeOf(expression)
  })
}
