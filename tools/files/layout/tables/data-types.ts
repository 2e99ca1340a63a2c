/** Predefined types of the dictionary: their word in a source, and what a row of DD03P says of them. */

interface DataType {
  /** Behind `abap.`. */
  readonly word: string
  readonly dataType: string
  /** Type in memory, and its bytes; undefined where no row of a public repository shows them. */
  readonly memory?: string
  readonly bytes?: (length: number) => number
  /** Length of a type whose source gives none. */
  readonly fixed?: number
  readonly hasDecimals?: true
}

const twice = (length: number): number => 2 * length
const same = (length: number): number => length
const packed = (length: number): number => Math.floor(length / 2) + 1
const always = (bytes: number) => (): number => bytes

const dataTypes: readonly DataType[] = [
  { word: 'char', dataType: 'CHAR', memory: 'C', bytes: twice },
  { word: 'numc', dataType: 'NUMC', memory: 'N', bytes: twice },
  { word: 'clnt', dataType: 'CLNT', memory: 'C', bytes: twice, fixed: 3 },
  { word: 'cuky', dataType: 'CUKY', memory: 'C', bytes: twice, fixed: 5 },
  { word: 'unit', dataType: 'UNIT', memory: 'C', bytes: twice },
  { word: 'lang', dataType: 'LANG', memory: 'C', bytes: twice, fixed: 1 },
  { word: 'dats', dataType: 'DATS', memory: 'D', bytes: twice, fixed: 8 },
  { word: 'tims', dataType: 'TIMS', memory: 'T', bytes: twice, fixed: 6 },
  { word: 'int1', dataType: 'INT1', memory: 'X', bytes: always(1), fixed: 3 },
  { word: 'int2', dataType: 'INT2', fixed: 5 },
  { word: 'int4', dataType: 'INT4', memory: 'X', bytes: always(4), fixed: 10 },
  { word: 'int8', dataType: 'INT8', memory: '8', bytes: always(8), fixed: 19 },
  { word: 'raw', dataType: 'RAW', memory: 'X', bytes: same },
  { word: 'dec', dataType: 'DEC', memory: 'P', bytes: packed, hasDecimals: true },
  { word: 'curr', dataType: 'CURR', memory: 'P', bytes: packed, hasDecimals: true },
  { word: 'quan', dataType: 'QUAN', memory: 'P', bytes: packed, hasDecimals: true },
  { word: 'fltp', dataType: 'FLTP', fixed: 16 },
  { word: 'string', dataType: 'STRG', memory: 'g', bytes: always(8) },
  { word: 'rawstring', dataType: 'RSTR', memory: 'y', bytes: always(8) }
]
const byWord = new Map(dataTypes.map(row => [row.word, row]))
const byType = new Map(dataTypes.map(row => [row.dataType, row]))

export interface BuiltIn {
  readonly dataType: string
  readonly length: number
  readonly decimals: number
}

/** `char(10)`, as it stands behind `abap.`; undefined for a type that is not known. */
export function builtInOf(written: string): BuiltIn | undefined {
  const { word = '', numbers = '' } =
    /^(?<word>\w+)(?:\((?<numbers>[\d, ]*)\))?$/.exec(written)?.groups ?? {}
  const row = byWord.get(word.toLowerCase())
  if (row === undefined) return undefined
  const [length, decimals] = numbers.split(',').map(Number)
  return {
    dataType: row.dataType,
    length: length === undefined || numbers === '' ? (row.fixed ?? 0) : length,
    decimals: decimals ?? 0
  }
}

export function builtInWords({ dataType, length, decimals }: BuiltIn): string | undefined {
  const row = byType.get(dataType)
  if (row === undefined) return undefined
  if (row.fixed !== undefined) return `abap.${row.word}`
  return `abap.${row.word}(${length}${row.hasDecimals === true ? `,${decimals}` : ''})`
}

const sixDigits = (number: number): string => (number === 0 ? '' : String(number).padStart(6, '0'))

/** Search help of dates and times, which the calendar and the clock are. */
export const calendarTypes: ReadonlySet<string> = new Set(['DATS', 'TIMS'])

/** The columns of a new row with a predefined type; undefined where they are not known. */
export function builtInColumns(type: BuiltIn): Record<string, string> | undefined {
  const row = byType.get(type.dataType)
  if (row?.memory === undefined || row.bytes === undefined) return undefined
  return {
    INTTYPE: row.memory,
    INTLEN: sixDigits(row.bytes(type.length)),
    DATATYPE: type.dataType,
    LENG: sixDigits(type.length),
    DECIMALS: sixDigits(type.decimals),
    MASK: `  ${type.dataType}`,
    SHLPORIGIN: calendarTypes.has(type.dataType) ? 'T' : ''
  }
}
