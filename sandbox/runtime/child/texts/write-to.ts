/** WRITE … TO: the text of a value in the way of the user: `1,234.50-`, 01:30:05, 02/29/2024. */
import { currentRuntime } from '../abap.ts'
import { minorUnits } from '../corrections/format.ts'
import { refuse } from '../tables/keys.ts'
import { isStructure, resolve, scalarOf, type AbapValue } from '../values.ts'

export interface WriteOptions {
  readonly place?: 'left' | 'right' | 'center'
  readonly decimals?: unknown
  readonly exponent?: unknown
  readonly currency?: unknown
  readonly mask?: unknown
  /** The addition as it is written: DD/MM/YY and the like. */
  readonly date?: string
  readonly noGrouping?: true
  readonly noSign?: true
  readonly noZero?: true
}

export function writeTo(source: unknown, target: unknown, options: WriteOptions): void {
  const destination = resolve(target) as AbapValue | undefined
  if (destination === undefined) throw new Error('GETWA_NOT_ASSIGNED')
  const width =
    isA(destination, 'Character') && typeof destination.getLength === 'function'
      ? destination.getLength()
      : undefined
  const value = resolve(source)
  if (options.mask !== undefined) {
    destination.set(placed(masked(value, options.mask), width, options.place ?? 'left'))
  } else if (isNumeric(value)) {
    if (width === undefined) refuse('WRITE of a number to a text without fixed length')
    const text = numberText(value, width, options)
    destination.set(
      options.place === 'left' ? text.trim() : placed(text, width, options.place ?? 'right')
    )
  } else {
    destination.set(placed(textOf(value, width, options), width, options.place ?? 'left'))
  }
}

function textOf(value: unknown, width: number | undefined, options: WriteOptions): string {
  if (typeof value === 'string') return withoutZeros(value, options)
  if (isStructure(value) || typeof value !== 'object' || value === null) {
    refuse('WRITE … TO of this type')
  }
  const text = String((value as AbapValue).get())
  if (isA(value, 'Date')) return dateText(text, width, options.date)
  if (isA(value, 'Time')) {
    return width !== undefined && width >= 8
      ? `${text.slice(0, 2)}:${text.slice(2, 4)}:${text.slice(4)}`
      : text
  }
  return withoutZeros(text, options)
}

function withoutZeros(text: string, { noZero }: WriteOptions): string {
  return noZero === true ? text.replace(/^0+/, zeros => ' '.repeat(zeros.length)) : text
}

/** The user writes the month first; separators are left out where the width is too small. */
function dateText(digits: string, width = 0, format = 'MM/DD/YYYY'): string {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
  if (format === 'YYMMDD') return `${year.slice(2)}${month}${day}`
  const parts = [month, day, format.endsWith('YYYY') ? year : year.slice(2)]
  const separated = parts.join('/')
  return format.includes('/') && separated.length <= width ? separated : parts.join('')
}

function isNumeric(value: unknown): value is AbapValue | number {
  return (
    typeof value === 'number' || isA(value, 'Integer', 'Integer8', 'Packed', 'Float', 'DecFloat34')
  )
}

/** Digits, the sign behind them; thousands are separated while the width permits it. */
function numberText(value: AbapValue | number, width: number, options: WriteOptions): string {
  if (isA(value, 'Float', 'DecFloat34')) return floatText(value as AbapValue, options)
  const plain = digitsOf(value, options)
  if (options.noZero === true && Number(plain) === 0) return ''
  const sign = plain.startsWith('-') ? '-' : ' '
  const digits = plain.replace('-', '')
  const grouped = digits.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  const shapes = options.noGrouping === true ? [digits] : [grouped, digits]
  if (options.noSign === true) {
    return (
      shapes.find(text => text.length <= width) ?? `*${digits.slice(digits.length - width + 1)}`
    )
  }
  const fits = shapes.find(text => text.length + (sign === '-' ? 1 : 0) <= width)
  return fits === undefined ? `*${digits.slice(digits.length - width + 1)}` : fits + sign
}

/** A binary number has its sign in front. */
function floatText(value: AbapValue, options: WriteOptions): string {
  const [exponent, decimals] = [options.exponent, options.decimals].map(each =>
    each === undefined ? undefined : Number(scalarOf(each))
  )
  if (exponent !== 0 || decimals === undefined || !isA(value, 'Float')) {
    refuse('WRITE … TO of a floating point number but with EXPONENT 0 and DECIMALS')
  }
  const { getRaw } = value as AbapValue & { getRaw?(): number }
  const text = (getRaw?.call(value) ?? Number(value.get())).toFixed(
    Math.min(100, Math.max(0, decimals))
  )
  if (options.noZero === true && Number(text) === 0) return ''
  return options.noSign === true ? text.replace('-', '') : text
}

function digitsOf(value: AbapValue | number, { decimals, currency }: WriteOptions): string {
  const own = typeof value === 'number' ? 0 : (value.getDecimals?.() ?? 0)
  const packed = value as AbapValue & { toFixed?(count: number): string }
  const fixed = (count: number): string =>
    typeof value === 'number' || packed.toFixed === undefined
      ? `${String(scalarOf(value))}${count > 0 ? `.${'0'.repeat(count)}` : ''}`
      : packed.toFixed(count)
  if (currency !== undefined) {
    if (decimals !== undefined) refuse('WRITE … TO with CURRENCY and DECIMALS')
    return shifted(fixed(own), minorUnits(String(scalarOf(currency))))
  }
  return fixed(decimals === undefined ? own : Math.max(0, Math.trunc(Number(scalarOf(decimals)))))
}

/** The same digits with this number of decimals. */
function shifted(text: string, decimals: number): string {
  const sign = text.startsWith('-') ? '-' : ''
  const digits = text
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Each underscore of the mask stands for a character; LL and RR say where they begin. */
function masked(value: unknown, mask: unknown): string {
  const whole = String(scalarOf(mask))
  if (whole.startsWith('==')) refuse('WRITE … TO with the edit mask of a conversion routine')
  if (isNumeric(value)) refuse('WRITE of a number with an edit mask')
  const [, side = 'LL', pattern = ''] = /^(LL|RR)?([\s\S]*)$/.exec(whole) ?? []
  const characters = [...String(scalarOf(value))]
  const places = [...pattern].filter(sign => sign === '_').length
  const given = side === 'RR' ? characters.slice(-places) : characters.slice(0, places)
  const blanks = Array<string>(Math.max(0, places - given.length)).fill(' ')
  const signs = side === 'RR' ? [...blanks, ...given] : [...given, ...blanks]
  return [...pattern].map(sign => (sign === '_' ? (signs.shift() ?? ' ') : sign)).join('')
}

function placed(
  text: string,
  width: number | undefined,
  place: 'left' | 'right' | 'center'
): string {
  if (width === undefined || place === 'left') return text
  if (place === 'center') {
    const trimmed = text.trim()
    return trimmed.padStart(trimmed.length + Math.floor((width - trimmed.length) / 2))
  }
  const whole = isBlank(text.at(-1)) && text.length > width ? text.slice(0, -1) : text
  return whole.padStart(width).slice(-width)
}

function isBlank(sign: string | undefined): boolean {
  return sign === ' '
}

function isA(value: unknown, ...names: readonly string[]): boolean {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return names.some(name => types[name] !== undefined && value instanceof types[name])
}
