/**
 * A dictionary type: CHAR, NUMC, DEC, INT4, DATS, STRG …; the empty type of NULL and of what is not
 * known has no name.
 */
export interface SqlType {
  readonly type: string
  readonly length: number
  readonly decimals: number
}

export const UNKNOWN: SqlType = { type: '', length: 0, decimals: 0 }
export const INT4: SqlType = { type: 'INT4', length: 10, decimals: 0 }
export const INT8: SqlType = { type: 'INT8', length: 19, decimals: 0 }
export const FLTP: SqlType = { type: 'FLTP', length: 16, decimals: 16 }
export const STRG: SqlType = { type: 'STRG', length: 0, decimals: 0 }
export const DATS: SqlType = { type: 'DATS', length: 8, decimals: 0 }
export const TIMS: SqlType = { type: 'TIMS', length: 6, decimals: 0 }

const INTEGERS = new Set(['INT1', 'INT2', 'INT4', 'INT8'])
const DECIMALS = new Set(['DEC', 'CURR', 'QUAN', 'PREC', 'DF16_DEC', 'DF34_DEC'])
const FLOATS = new Set(['FLTP', 'D16N', 'D34N', 'DF16_RAW', 'DF34_RAW', 'DECFLOAT16', 'DECFLOAT34'])
const STRINGS = new Set(['STRG', 'STRING', 'SSTR', 'SSTRING', 'RSTR', 'RAWSTRING', 'GEOM_EWKB'])

export const isInteger = (type: SqlType): boolean => INTEGERS.has(type.type)
export const isDecimal = (type: SqlType): boolean => DECIMALS.has(type.type)
export const isFloat = (type: SqlType): boolean => FLOATS.has(type.type)
export const isNumeric = (type: SqlType): boolean =>
  isInteger(type) || isDecimal(type) || isFloat(type)
export const isString = (type: SqlType): boolean => STRINGS.has(type.type)

/** Types that SQL and CDS name in CAST and in built-in types: `abap.dec(15,2)`, `CHAR( 10 )`. */
const FIXED: Readonly<Record<string, SqlType>> = {
  INT1: { type: 'INT1', length: 3, decimals: 0 },
  INT2: { type: 'INT2', length: 5, decimals: 0 },
  INT4,
  INT8,
  FLTP,
  DATS,
  TIMS,
  DATN: { type: 'DATN', length: 8, decimals: 0 },
  TIMN: { type: 'TIMN', length: 6, decimals: 0 },
  CLNT: { type: 'CLNT', length: 3, decimals: 0 },
  LANG: { type: 'LANG', length: 1, decimals: 0 },
  CUKY: { type: 'CUKY', length: 5, decimals: 0 },
  STRING: STRG,
  STRG,
  RAWSTRING: { type: 'RSTR', length: 0, decimals: 0 },
  D16N: { type: 'D16N', length: 16, decimals: 0 },
  D34N: { type: 'D34N', length: 34, decimals: 0 },
  UTCLONG: { type: 'UTCL', length: 27, decimals: 0 }
}
const SIZED = new Set([
  'CHAR',
  'NUMC',
  'UNIT',
  'DEC',
  'CURR',
  'QUAN',
  'RAW',
  'SSTRING',
  'CUKY',
  'LANG',
  'CLNT',
  'STRING',
  'RAWSTRING',
  'DF16_DEC',
  'DF34_DEC'
])

/** The built-in type of that name and size, or undefined when there is no such type. */
export function builtInType(name: string, sizes: readonly number[]): SqlType | undefined {
  const upper = name.toUpperCase()
  if (sizes.length > 0 && SIZED.has(upper)) {
    return {
      type: upper === 'SSTRING' ? 'SSTR' : upper,
      length: sizes[0] ?? 1,
      decimals: sizes[1] ?? 0
    }
  }
  if (FIXED[upper] !== undefined) return FIXED[upper]
  if (upper === 'DECFLOAT16' || upper === 'DECFLOAT34') {
    return { type: upper === 'DECFLOAT16' ? 'D16N' : 'D34N', length: 34, decimals: 0 }
  }
  return SIZED.has(upper) ? { type: upper, length: 1, decimals: 0 } : undefined
}

/** What CASE, COALESCE and UNION make of two types: the wider one. */
export function common(left: SqlType, right: SqlType): SqlType {
  if (left.type === '') return right
  if (right.type === '') return left
  if (isNumeric(left) && isNumeric(right)) return arithmetic(left, right, '+')
  if (isNumeric(left) !== isNumeric(right)) return isNumeric(left) ? right : left
  if (isString(left) || isString(right)) return isString(left) ? left : right
  if (left.type === right.type) return left.length >= right.length ? left : right
  return { type: 'CHAR', length: Math.max(left.length, right.length), decimals: 0 }
}

export function arithmetic(left: SqlType, right: SqlType, operator: string): SqlType {
  if (left.type === '' || right.type === '') return left.type === '' ? right : left
  if (isFloat(left) || isFloat(right)) return isFloat(left) ? left : right
  if (operator === '/') {
    return { type: 'DEC', length: 31, decimals: Math.min(14, Math.max(6, left.decimals)) }
  }
  if (isInteger(left) && isInteger(right)) {
    return left.type === 'INT8' || right.type === 'INT8' ? INT8 : INT4
  }
  const decimals =
    operator === '*'
      ? Math.min(14, left.decimals + right.decimals)
      : Math.max(left.decimals, right.decimals)
  const digits =
    Math.max(left.length - left.decimals, right.length - right.decimals) +
    (operator === '*' ? Math.min(left.length, right.length) : 1)
  return { type: 'DEC', length: Math.min(31, digits + decimals), decimals }
}

/** `CHAR(10)`, `INT4`. */
export function nameOf({ type, length, decimals }: SqlType): string {
  const size = decimals > 0 ? `(${length},${decimals})` : `(${length})`
  return ['CHAR', 'NUMC', 'DEC', 'CURR', 'QUAN', 'RAW'].includes(type) ? type + size : type
}
