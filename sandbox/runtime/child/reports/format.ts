/** The cells that a value takes in a list. */
import { currentRuntime } from '../abap.ts'
import { refuse } from '../tables/keys.ts'
import { writeTo, type WriteOptions } from '../texts/write-to.ts'
import { isStructure, isTable, leaves, resolve, scalarOf, type AbapValue } from '../values.ts'

export interface ListOptions extends WriteOptions {
  readonly checkbox?: true
}

const MAX_TEXT = 255

/**
 * The text of an output in its length: given, what is needed (`*`), or that of the type. Numbers
 * stand at the right, all else at the left.
 */
export function listed(value: unknown, options: ListOptions, length?: number | '*'): string {
  const actual = flat(headerOf(resolve(value)))
  if (options.checkbox === true) return String(scalarOf(actual)).slice(0, 1).padEnd(1)
  const own = lengthOf(actual)
  const width = typeof length === 'number' ? length : own
  const text = textOf(actual, width, options).padEnd(width)
  if (length !== '*') return text
  return isNumber(actual) ? text.trim() : text.trimEnd()
}

/** The name of a table with a header line stands for its header. */
function headerOf(value: unknown): unknown {
  if (!isTable(value)) return value
  const table = value as typeof value & {
    getOptions?(): { readonly withHeader?: boolean } | undefined
    getHeader?(): unknown
  }
  return table.getOptions?.()?.withHeader === true ? resolve(table.getHeader?.()) : value
}

/** A flat structure is written as one text. */
function flat(value: unknown): unknown {
  if (!isStructure(value)) return value
  const parts = leaves(value).map(([, part]) => {
    if (!isA(part, 'Character', 'Numc', 'Date', 'Time')) {
      return refuse('WRITE of a structure with components that are no texts')
    }
    return String(part.get()).padEnd(part.getLength?.() ?? 0)
  })
  return parts.join('')
}

function textOf(value: unknown, width: number, options: ListOptions): string {
  if (width <= 0) return ''
  if (isA(value, 'Float') && options.exponent === undefined) {
    return scientific(value as AbapValue, width, options)
  }
  if (isA(value, 'DecFloat34')) return decimal(value as AbapValue, width, options)
  const target = new (currentRuntime().types as unknown as Types).Character(width, {})
  writeTo(value, target, options)
  return String(target.get())
}

interface Types {
  readonly Character: new (length: number, more?: object) => AbapValue
}

/** `-1.2300000000000000E+02`: as many decimals as the length permits, 16 at most. */
function scientific(
  value: AbapValue,
  width: number,
  { decimals, noSign, noZero }: ListOptions
): string {
  const { getRaw } = value as AbapValue & { getRaw?(): number }
  const number = getRaw?.call(value) ?? Number(value.get())
  if (noZero === true && number === 0) return ''
  const most = Math.max(0, Math.min(16, width - 7))
  const digits = decimals === undefined ? most : Math.min(most, Number(scalarOf(decimals)))
  const [mantissa = '', exponent = '+0'] = Math.abs(number).toExponential(digits).split('e')
  const sign = number < 0 && noSign !== true ? '-' : ''
  const power = exponent.slice(1).padStart(2, '0')
  return `${sign}${mantissa}E${exponent.slice(0, 1)}${power}`.padStart(width)
}

/** The sign stands behind, as with other numbers. */
function decimal(value: AbapValue, width: number, { place, noZero }: ListOptions): string {
  const text = String(value.get())
  if (noZero === true && Number(text) === 0) return ''
  const signed = text.startsWith('-') ? `${text.slice(1)}-` : `${text} `
  return place === 'left' ? text : signed.padStart(width)
}

/** The output length of the type; that of the dictionary where dates and times have one. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value === 'number' || isA(value, 'Integer')) return 11
  if (isTable(value) || typeof value !== 'object' || value === null) {
    return refuse('WRITE of a table or a reference')
  }
  const measured = value as AbapValue & Named
  const length = measured.getLength?.() ?? 0
  if (isA(value, 'Integer8')) return 20
  if (isA(value, 'Packed')) return length * 2 + ((measured.getDecimals?.() ?? 0) > 0 ? 1 : 0)
  if (isA(value, 'Float')) return 24
  if (isA(value, 'DecFloat34')) return 46
  if (isA(value, 'Date')) return isOfDictionary(measured) ? 10 : 8
  if (isA(value, 'Time')) return isOfDictionary(measured) ? 8 : 6
  if (isA(value, 'XString')) return String(measured.get()).length
  if (isA(value, 'Hex')) return Math.min(MAX_TEXT, length * 2)
  if (isA(value, 'String')) return String(measured.get()).length
  if (isA(value, 'Character', 'Numc')) return Math.min(MAX_TEXT, length)
  if (isA(value, 'UTCLong')) return String(measured.get()).length
  return refuse('WRITE of a table or a reference')
}

/** The domains of dates and times have room for separators. */
function isOfDictionary(value: AbapValue & Named): boolean {
  const { datum, uzeit, datlo, timlo } = currentRuntime().builtin.sy.get()
  const { DDIC } = currentRuntime() as unknown as {
    readonly DDIC: Readonly<Record<string, unknown>>
  }
  const name = value.getQualifiedName?.()?.toUpperCase() ?? ''
  return [datum, uzeit, datlo, timlo].includes(value) || DDIC[name] !== undefined
}

interface Named {
  getQualifiedName?(): string | undefined
}

function isNumber(value: unknown): boolean {
  return (
    typeof value === 'number' || isA(value, 'Integer', 'Integer8', 'Packed', 'Float', 'DecFloat34')
  )
}

function isA(value: unknown, ...names: readonly string[]): boolean {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return names.some(name => types[name] !== undefined && value instanceof types[name])
}
