/** Formats values as WRITE does, with the settings of the user. */
import { RunAborted } from './alerts.ts'
import { currentRuntime } from './abap.ts'
import { isStructure, resolve, type AbapValue } from './values.ts'

/**
 * WRITE … TO: the text of a value in the way of the user, who writes `1,234.50-`, 01:30:05 and
 * 02/29/2024.
 */
export function writeTo(source: unknown, target: unknown, left: boolean): void {
  const destination = resolve(target) as AbapValue | undefined
  if (destination === undefined) throw new Error('GETWA_NOT_ASSIGNED')
  const width =
    isA(destination, 'Character') && typeof destination.getLength === 'function'
      ? destination.getLength()
      : undefined
  const value = resolve(source)
  if (isNumeric(value)) {
    if (width === undefined) refuse('WRITE of a number to a text without fixed length')
    destination.set(placed(numberText(value, width), width, left))
  } else {
    destination.set(textOf(value, width))
  }
}

/** For list output: numbers with a decimal point. */
export function listText(value: unknown): string | undefined {
  const actual = resolve(value)
  return isA(actual, 'Packed')
    ? numberOf(actual as AbapValue).replace(/^(-?)(.*)$/, '$2$1')
    : undefined
}

function textOf(value: unknown, width: number | undefined): string {
  if (typeof value === 'string') return value
  if (
    isA(value, 'Float', 'DecFloat34') ||
    isStructure(value) ||
    typeof value !== 'object' ||
    value === null
  ) {
    refuse('WRITE … TO of this type')
  }
  const text = String((value as AbapValue).get())
  const enough = (length: number): boolean => width !== undefined && width >= length
  if (isA(value, 'Date')) {
    return enough(10)
      ? `${text.slice(4, 6)}/${text.slice(6)}/${text.slice(0, 4)}`
      : `${text.slice(4)}${text.slice(0, 4)}`
  }
  if (isA(value, 'Time')) {
    return enough(8) ? `${text.slice(0, 2)}:${text.slice(2, 4)}:${text.slice(4)}` : text
  }
  return text
}

function isNumeric(value: unknown): value is AbapValue | number {
  return typeof value === 'number' || isA(value, 'Integer', 'Integer8', 'Packed')
}

/** Digits, the sign behind them; thousands are separated while the width permits it. */
function numberText(value: AbapValue | number, width: number): string {
  const plain = typeof value === 'number' ? String(value) : numberOf(value)
  const sign = plain.startsWith('-') ? '-' : ' '
  const digits = plain.replace('-', '')
  const grouped = digits.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
  const fits = [grouped, digits].find(text => text.length + (sign === '-' ? 1 : 0) <= width)
  return fits === undefined ? `*${digits.slice(digits.length - width + 1)}` : fits + sign
}

function numberOf(value: AbapValue): string {
  const packed = value as AbapValue & { toFixed?(decimals: number): string }
  return typeof packed.toFixed === 'function'
    ? packed.toFixed(packed.getDecimals?.() ?? 0)
    : String(value.get())
}

function placed(text: string, width: number, left: boolean): string {
  return left
    ? text.trimEnd()
    : text
        .padStart(width)
        .slice(-width - (text.endsWith(' ') && text.length > width ? 1 : 0))
        .slice(0, width)
}

function isA(value: unknown, ...names: readonly string[]): boolean {
  const types = currentRuntime().types as unknown as Record<string, new () => object>
  return names.some(name => types[name] !== undefined && value instanceof types[name])
}

function refuse(what: string): never {
  throw new RunAborted({
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${what}`,
    details: [],
    stack: new Error('unsupported').stack ?? ''
  })
}

/** A message without INTO that ends what runs, as it does in a program without a user interface. */
export function messageSent(): void {
  const sy = currentRuntime().builtin.sy.get()
  const type = String(sy.msgty?.get() ?? '').trim()
  if (!['E', 'A', 'X'].includes(type)) return
  const key =
    `${String(sy.msgid?.get() ?? '').trim()} ${String(sy.msgno?.get() ?? '').trim()}`.trim()
  throw new RunAborted({
    kind: 'exception',
    title: `Message of type ${type} ended the program`,
    details: key === '' ? [] : [key],
    stack: new Error('message').stack ?? ''
  })
}
