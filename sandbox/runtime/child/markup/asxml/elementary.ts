/** Elementary values as text of asXML and asJSON, which follow the types of XML Schema. */
import type { AbapValue } from '../../values.ts'
import { TransformationFault } from './kinds.ts'
import type { Kind } from './kinds.ts'

/** Values of the transformation option `value_handling`. */
export type ValueHandling = ReadonlySet<string>

function unwritable(text: string, previous: string): TransformationFault {
  return new TransformationFault('CX_XSLT_SERIALIZATION_ERROR', text, previous)
}

function unreadable(text: string, previous: string): TransformationFault {
  return new TransformationFault('CX_XSLT_DESERIALIZATION_ERROR', text, previous)
}

/** The text of a value; undefined where its representation is not known. */
export function textOf(kind: Kind, value: AbapValue, handling: ValueHandling): string | undefined {
  const content = String(value.get())
  const move = handling.has('move')
  switch (kind) {
    case 'Integer':
    case 'Integer8':
    case 'String':
      return content
    case 'Packed':
      return packedText(value)
    case 'Float':
      return floatText((value as unknown as { getRaw(): number }).getRaw())
    case 'DecFloat34':
      return /^-?\d+([.,]\d+)?$/.test(content) ? content.replace(',', '.') : undefined
    case 'Character':
      return content.trimEnd()
    case 'Numc':
      if (!/^\d+$/.test(content) && !move) {
        throw unwritable(`"${content.trimEnd()}" has not only digits`, 'CX_SY_CONVERSION_NO_NUMBER')
      }
      return content.trimEnd()
    case 'Date':
      return dateText(content, move)
    case 'Time':
      return timeText(content, move)
    case 'Hex':
    case 'XString':
      return Buffer.from(content, 'hex').toString('base64')
    default:
      return undefined
  }
}

function packedText(value: AbapValue): string {
  const { value: scaled } = value as unknown as { value: bigint }
  const decimals = value.getDecimals?.() ?? 0
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${scaled < 0n ? '-' : ''}${whole}${fraction}`
}

/** The canonical form of xsd:double: one digit before the point, and an exponent. */
function floatText(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

function dateText(content: string, move: boolean): string {
  if (/^\d{8}$/.test(content) && (isDate(content) || /^0+$/.test(content))) {
    return `${content.slice(0, 4)}-${content.slice(4, 6)}-${content.slice(6)}`
  }
  if (move) return content.trimEnd()
  throw unwritable(`"${content.trimEnd()}" is no date`, 'CX_SY_CONVERSION_NO_DATE')
}

function timeText(content: string, move: boolean): string {
  if (isTime(content)) return content.replace(/^(..)(..)(..)$/, '$1:$2:$3')
  if (move) return content.trimEnd()
  throw unwritable(`"${content.trimEnd()}" is no time`, 'CX_SY_CONVERSION_NO_TIME')
}

function isDate(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number)
  const days = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate()
  const inYear = (year ?? 0) > 0 && (month ?? 0) >= 1 && (month ?? 0) <= 12
  return inYear && (day ?? 0) >= 1 && (day ?? 0) <= days
}

const isTime = (digits: string): boolean => /^([01]\d|2[0-4])[0-5]\d[0-5]\d$/.test(digits)

/** Sets a value from its text; an empty text is the initial value. */
export function setFromText(
  kind: Kind,
  target: AbapValue,
  { text, handling }: { text: string; handling: ValueHandling }
): void {
  const content = kind === 'String' || kind === 'Character' ? text : text.trim()
  if (content === '') target.clear()
  else target.set(readable(kind, target, { text: content, handling }))
}

interface Reading {
  readonly text: string
  readonly handling: ValueHandling
}

function readable(kind: Kind, target: AbapValue, reading: Reading): unknown {
  const { text } = reading
  switch (kind) {
    case 'Integer':
    case 'Integer8':
      return integer(kind, text)
    case 'Packed':
      return packed(target, reading)
    case 'Float':
      if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) throw noNumber(text)
      return Number(text)
    case 'DecFloat34':
      if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) throw noNumber(text)
      return text
    case 'Date':
      return digitsOf(text, /^(\d{4})-(\d\d)-(\d\d)$/, 'CX_SY_CONVERSION_NO_DATE')
    case 'Time':
      return digitsOf(text, /^(\d\d):(\d\d):(\d\d)$/, 'CX_SY_CONVERSION_NO_TIME')
    case 'Numc':
      if (!/^\d+$/.test(text)) throw noNumber(text)
      return fitting(text.replace(/^0+(?=\d)/, ''), target, { ...reading, fromLeft: false })
    case 'Character':
      return fitting(text.trimEnd(), target, { ...reading, fromLeft: true })
    case 'Hex':
    case 'XString':
      return bytes(kind, target, reading)
    default:
      return text
  }
}

const noNumber = (text: string): TransformationFault =>
  unreadable(`"${text}" is no number`, 'CX_SY_CONVERSION_NO_NUMBER')

function integer(kind: Kind, text: string): unknown {
  if (!/^[+-]?\d+$/.test(text)) throw noNumber(text)
  const value = BigInt(text.replace(/^\+/, ''))
  const bits = kind === 'Integer' ? 32 : 64
  if (BigInt.asIntN(bits, value) !== value) {
    throw unreadable(`"${text}" is too large`, 'CX_SY_CONVERSION_OVERFLOW')
  }
  return kind === 'Integer' ? Number(value) : value
}

function packed(target: AbapValue, { text, handling }: Reading): string {
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)\.?(\d*)$/.exec(text) ?? []
  if (whole === '' && fraction === '') throw noNumber(text)
  const decimals = target.getDecimals?.() ?? 0
  if (/[1-9]/.test(fraction.slice(decimals)) && !handling.has('accept_decimals_loss')) {
    throw unreadable(`"${text}" has too many decimals`, 'CX_SY_CONVERSION_DATA_LOSS')
  }
  const most = (target.getLength?.() ?? 0) * 2 - 1 - decimals
  if (whole.replace(/^0+/, '').length > most) {
    throw unreadable(`"${text}" is too large`, 'CX_SY_CONVERSION_OVERFLOW')
  }
  return text
}

function digitsOf(text: string, pattern: RegExp, previous: string): string {
  const digits = pattern.exec(text)?.slice(1).join('') ?? ''
  const valid = digits.length === 8 ? isDate(digits) || /^0+$/.test(digits) : isTime(digits)
  if (!valid) throw unreadable(`"${text}" is no date or time`, previous)
  return digits
}

function fitting(
  text: string,
  target: AbapValue,
  { handling, fromLeft }: Reading & { readonly fromLeft: boolean }
): string {
  const most = target.getLength?.() ?? text.length
  if (text.length <= most) return text
  if (!handling.has('accept_data_loss')) {
    throw unreadable(`"${text}" is too long`, 'CX_SY_CONVERSION_DATA_LOSS')
  }
  return fromLeft ? text.slice(0, most) : text.slice(-most)
}

function bytes(kind: Kind, target: AbapValue, { text, handling }: Reading): string {
  if (!/^[A-Za-z0-9+/\s]*={0,2}$/.test(text)) {
    throw unreadable(`"${text}" is not Base64`, 'CX_SY_CONVERSION_BASE64')
  }
  const digits = Buffer.from(text, 'base64').toString('hex').toUpperCase()
  if (kind === 'XString') return digits
  const most = (target.getLength?.() ?? 0) * 2
  if (digits.length > most && !handling.has('accept_data_loss')) {
    throw unreadable(`"${text}" is too long`, 'CX_SY_CONVERSION_DATA_LOSS')
  }
  return digits.slice(0, most).padEnd(most, '0')
}
