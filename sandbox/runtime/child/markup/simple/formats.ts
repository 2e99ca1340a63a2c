/** The formats of the option `format(…)` of values in simple transformations. */
import type { ValueForm } from '../../../../grammar/transformations/model.ts'
import type { AbapValue } from '../../values.ts'
import { TransformationFault } from '../asxml/kinds.ts'
import type { Kind } from '../asxml/kinds.ts'

type Unsupported = (what: string) => never

const isText = (kind: Kind): boolean => kind === 'Character' || kind === 'String' || kind === 'Numc'
const isBytes = (kind: Kind): boolean => kind === 'Hex' || kind === 'XString'

function invalid(
  text: string,
  format: string,
  way: 'SERIALIZATION' | 'DESERIALIZATION'
): TransformationFault {
  return new TransformationFault(
    `CX_ST_${way}_ERROR`,
    `"${text}" is not valid for the format ${format}`
  )
}

/** A value in its format. */
export function formattedText(
  kind: Kind,
  value: AbapValue,
  { format = '', noError }: ValueForm,
  unsupported: Unsupported
): string {
  const content = String(value.get()).trimEnd()
  if (format === 'boolean' && kind === 'Character') {
    if (content !== '' && content !== 'X' && !noError) {
      throw invalid(content, format, 'SERIALIZATION')
    }
    return content === 'X' ? 'true' : 'false'
  }
  if (format === 'hex' && isBytes(kind)) return content
  if (format === 'alpha' && isText(kind)) {
    return /^\d+$/.test(content) ? content.replace(/^0+(?=\d)/, '') : content
  }
  if (
    format === 'guid' &&
    (kind === 'Hex' || kind === 'Character') &&
    /^[0-9A-F]{32}$/.test(content)
  ) {
    return content.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  if (format.startsWith('dateTime') && kind === 'Packed') return timeStampText(value, format)
  return unsupported(`the format ${format} of this type in a simple transformation`)
}

const SUFFIXES: Readonly<Record<string, string>> = {
  dateTime: 'Z',
  dateTimeOffset: '+00:00',
  dateTimeLocal: ''
}

/** Packed numbers of the types TIMESTAMP and TIMESTAMPL. */
function timeStampText(value: AbapValue, format: string): string {
  const { value: scaled } = value as unknown as { value: bigint }
  if (scaled === 0n) return ''
  const decimals = value.getDecimals?.() ?? 0
  const digits = scaled.toString().padStart(14 + decimals, '0')
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d*)$/.exec(digits) ?? []
  if (year === undefined) throw invalid(digits, format, 'SERIALIZATION')
  const rest = fraction.replace(/0+$/, '')
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${rest === '' ? '' : `.${rest}`}${SUFFIXES[format] ?? ''}`
}

interface Reading {
  readonly text: string
  readonly form: ValueForm
  readonly unsupported: Unsupported
}

/** Sets a value from its format. */
export function valueOfFormat(
  kind: Kind,
  target: AbapValue,
  { text, form, unsupported }: Reading
): void {
  const { format = '', noError } = form
  const content = text.trim()
  if (content === '') target.clear()
  else if (format === 'boolean' && kind === 'Character') {
    if (!/^(true|false|0|1)$/.test(content) && !noError) {
      throw invalid(content, format, 'DESERIALIZATION')
    }
    target.set(content === 'true' || content === '1' ? 'X' : '')
  } else if (format === 'hex' && isBytes(kind)) {
    if (!/^([0-9A-Fa-f]{2})*$/.test(content)) throw invalid(content, format, 'DESERIALIZATION')
    target.set(content.toUpperCase())
  } else if (format === 'alpha' && isText(kind)) {
    const length = kind === 'String' ? 0 : (target.getLength?.() ?? 0)
    target.set(/^\d+$/.test(content) ? content.padStart(length, '0') : content)
  } else if (format === 'guid' && (kind === 'Hex' || kind === 'Character')) {
    const digits = content.replaceAll('-', '').toUpperCase()
    if (!/^[0-9A-F]{32}$/.test(digits)) throw invalid(content, format, 'DESERIALIZATION')
    target.set(digits)
  } else if (format.startsWith('dateTime') && kind === 'Packed') {
    target.set(timeStamp(content, format))
  } else unsupported(`the format ${format} of this type in a simple transformation`)
}

/** A time in UTC; a time without an offset is one. */
function timeStamp(text: string, format: string): string {
  const [, date = '', time = '', fraction = '', offset = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const moment = new Date(`${date}T${time}${offset === '' ? 'Z' : offset}`)
  if (Number.isNaN(moment.getTime())) throw invalid(text, format, 'DESERIALIZATION')
  return moment.toISOString().replace(/\D/g, '').slice(0, 14) + fraction
}
