/** One built-in type of the dictionary: what a source calls it and how a field of it is kept. */
interface DictionaryType {
  readonly datatype: string
  /** The ABAP type that holds it, as kept with a field. */
  readonly internal: string
  /** Bytes of that ABAP type. */
  readonly bytes: (length: number) => number
  /** The length that is meant when the source gives none; absent when the source must give one. */
  readonly fixed?: number
  readonly decimals?: number
  /** Whether a source writes `(n,m)`, `(n)` or nothing. */
  readonly form: 'none' | 'length' | 'decimals' | 'optional'
}

const unicode = (length: number) => length * 2
const packed = (length: number) => Math.floor(length / 2) + 1
const constant = (bytes: number) => () => bytes
const type = (
  datatype: string,
  internal: string,
  bytes: (length: number) => number,
  rest: Pick<DictionaryType, 'form' | 'fixed' | 'decimals'>
): DictionaryType => ({ datatype, internal, bytes, ...rest })

/** By the name that a source uses after `abap.`. */
export const dictionaryTypes: Readonly<Record<string, DictionaryType>> = {
  accp: type('ACCP', 'N', constant(12), { form: 'none', fixed: 6 }),
  char: type('CHAR', 'C', unicode, { form: 'length' }),
  clnt: type('CLNT', 'C', constant(6), { form: 'none', fixed: 3 }),
  cuky: type('CUKY', 'C', constant(10), { form: 'optional', fixed: 5 }),
  curr: type('CURR', 'P', packed, { form: 'decimals' }),
  d16n: type('D16N', 'a', constant(8), { form: 'none', fixed: 16 }),
  d34n: type('D34N', 'e', constant(16), { form: 'none', fixed: 34 }),
  datn: type('DATN', 'D', constant(16), { form: 'none', fixed: 8 }),
  dats: type('DATS', 'D', constant(16), { form: 'none', fixed: 8 }),
  dec: type('DEC', 'P', packed, { form: 'decimals' }),
  df16_dec: type('D16D', 'P', packed, { form: 'decimals' }),
  df16_raw: type('D16R', 'X', constant(8), { form: 'none', fixed: 16 }),
  df34_dec: type('D34D', 'P', packed, { form: 'decimals' }),
  df34_raw: type('D34R', 'X', constant(16), { form: 'none', fixed: 34 }),
  fltp: type('FLTP', 'F', constant(8), { form: 'none', fixed: 16, decimals: 16 }),
  geom_ewkb: type('GGM1', 'y', constant(8), { form: 'none', fixed: 0 }),
  int1: type('INT1', 'b', constant(1), { form: 'none', fixed: 3 }),
  int2: type('INT2', 's', constant(2), { form: 'none', fixed: 5 }),
  int4: type('INT4', 'X', constant(4), { form: 'none', fixed: 10 }),
  int8: type('INT8', '8', constant(8), { form: 'none', fixed: 19 }),
  lang: type('LANG', 'C', constant(2), { form: 'none', fixed: 1 }),
  lchr: type('LCHR', 'C', unicode, { form: 'length' }),
  lraw: type('LRAW', 'X', length => length, { form: 'length' }),
  numc: type('NUMC', 'N', unicode, { form: 'length' }),
  prec: type('PREC', 's', constant(2), { form: 'none', fixed: 2 }),
  quan: type('QUAN', 'P', packed, { form: 'decimals' }),
  raw: type('RAW', 'X', length => length, { form: 'length' }),
  rawstring: type('RSTR', 'y', constant(8), { form: 'optional', fixed: 0 }),
  sstring: type('SSTR', 'g', constant(8), { form: 'length' }),
  string: type('STRG', 'g', constant(8), { form: 'optional', fixed: 0 }),
  timn: type('TIMN', 'T', constant(12), { form: 'none', fixed: 6 }),
  tims: type('TIMS', 'T', constant(12), { form: 'none', fixed: 6 }),
  unit: type('UNIT', 'C', unicode, { form: 'length', fixed: 3 }),
  utclong: type('UTCL', 'p', constant(8), { form: 'none', fixed: 27 })
}

const byDatatype = new Map(
  Object.entries(dictionaryTypes).map(([name, row]) => [row.datatype, name])
)

export function sourceTypeName(datatype: string): string | undefined {
  return byDatatype.get(datatype)
}

/** Length and decimals as a field of the type has them when only the type is given. */
export function fixedLength(datatype: string): { length: number; decimals: number } {
  const row = dictionaryTypes[byDatatype.get(datatype) ?? '']
  return { length: row?.fixed ?? 0, decimals: row?.decimals ?? 0 }
}

/** `abap.dec(11,2)`, `abap.clnt`, `abap.string(0)`: as a source has it. */
export function writeDictionaryType(datatype: string, length: number, decimals: number): string {
  const name = byDatatype.get(datatype)
  const row = dictionaryTypes[name ?? '']
  if (name === undefined || row === undefined) return `abap.${datatype.toLowerCase()}(${length})`
  if (row.form === 'none') return `abap.${name}`
  return row.form === 'decimals' ? `abap.${name}(${length},${decimals})` : `abap.${name}(${length})`
}
