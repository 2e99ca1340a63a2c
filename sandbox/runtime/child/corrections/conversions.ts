/** Corrects conversions between types, and writes to parts of fields. */
import { currentRuntime, raiseException } from '../abap.ts'
import { RunAborted } from '../alerts.ts'
import { resolve, type AbapValue } from '../values.ts'

interface Part {
  readonly obj: AbapValue
  readonly offset?: number
  readonly length?: number
  readonly isHex: boolean
  set(value: unknown): unknown
  clear?(): void
}
type TypeClass = { readonly prototype: AbapValue } & (new (...options: never[]) => AbapValue)
interface Runtime {
  readonly types: Readonly<Record<string, TypeClass>>
  readonly OffsetLength: { readonly prototype: Part }
  operators: Record<string, (left: unknown, right?: unknown) => unknown>
}

/** Numbers as texts, and parts of fields that are written to. */
export function correctConversions(): void {
  const runtime = currentRuntime() as unknown as Runtime
  numbersInFields(runtime)
  numbersInTexts(runtime)
  decimalsInTexts(runtime)
  timeStamps(runtime)
  partsOfFields(runtime)
  numericTexts(runtime)
  unassigned(runtime)
}

/** The number as a string variable would have it: its decimals, and the sign or a blank behind. */
function numberText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { Packed, Integer, Integer8, String: Text } = (currentRuntime() as unknown as Runtime).types
  const actual = resolve(value)
  if (Integer8 !== undefined && actual instanceof Integer8) {
    const number = BigInt(String(actual.get()))
    return `${number < 0n ? -number : number}${number < 0n ? '-' : ' '}`
  }
  const isNumber =
    (Packed !== undefined && actual instanceof Packed) ||
    (Integer !== undefined && actual instanceof Integer && !('members' in actual))
  return isNumber && Text !== undefined
    ? String((new Text().set(actual) as AbapValue).get())
    : undefined
}

/**
 * Right-aligned; the blank for the sign goes first, and what does not fit then is marked with an
 * asterisk.
 */
function fitted(number: string, length: number): string {
  if (number.length <= length) return number.padStart(length)
  const short = number.endsWith(' ') ? number.slice(0, -1) : number
  return short.length <= length ? short : '*' + short.slice(short.length - length + 1)
}

function numbersInFields(runtime: Runtime): void {
  const prototype = runtime.types.Character?.prototype
  if (prototype === undefined) return
  const original = prototype.set
  prototype.set = function (this: AbapValue, value: unknown) {
    if (typeof value === 'string') return original.call(this, value)
    const length = this.getLength?.() ?? 1
    const number = numberText(value)
    const text = number === undefined ? floatText(value, length) : fitted(number, length)
    return original.call(this, text ?? value)
  }
}

/**
 * A binary floating point number in scientific notation, with as many decimals as the field has
 * room for; asterisks where there is none for a digit.
 */
function floatText(value: unknown, length: number): string | undefined {
  const { Float } = (currentRuntime() as unknown as Runtime).types
  const actual = resolve(value) as { getRaw?(): number }
  if (Float === undefined || !(actual instanceof Float) || actual.getRaw === undefined) {
    return undefined
  }
  const notation = (decimals: number) =>
    (actual.getRaw?.() ?? 0)
      .toExponential(decimals)
      .toUpperCase()
      .replace(/(E[+-])(\d)$/, '$10$2')
  const least = notation(0).length
  if (least > length) return '*'.repeat(length)
  const decimals = Math.min(16, length - least - 1)
  return notation(Math.max(0, decimals)).padStart(length)
}

/** A decimal floating point number with its decimal point; the runtime writes a comma. */
function decimalText(value: unknown): string | undefined {
  const { DecFloat34 } = (currentRuntime() as unknown as Runtime).types
  const actual = resolve(value)
  return DecFloat34 !== undefined && actual instanceof DecFloat34
    ? String(actual.get()).replace(',', '.')
    : undefined
}

const TIME_STAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,7}))?$/

/** Texts that are assigned to UTCLONG, in the one form in which it is read and compared. */
function timeStamps({ types }: Runtime): void {
  const prototype = types.UTCLong?.prototype
  if (prototype === undefined) return
  const original = prototype.set
  prototype.set = function (this: AbapValue, value: unknown) {
    if (typeof value !== 'string') return original.call(this, value)
    const text = value.trimEnd()
    const [, date = '', time = '', fraction = ''] = TIME_STAMP.exec(text) ?? []
    if (text !== '' && date === '') raiseException('CX_SY_CONVERSION_NO_DATE_TIME')
    return original.call(this, text && `${date} ${time}.${fraction.padEnd(7, '0')}`)
  }
}

function decimalsInTexts({ types }: Runtime): void {
  for (const prototype of [types.String?.prototype, types.Character?.prototype]) {
    if (prototype === undefined) continue
    const original = prototype.set
    prototype.set = function (this: AbapValue, value: unknown) {
      const text = typeof value === 'object' ? decimalText(value) : undefined
      return original.call(this, text ?? value)
    }
  }
}

/** `&&` converts numbers as an assignment to a string does. */
function numbersInTexts(runtime: Runtime): void {
  const original = runtime.operators.concat
  if (original === undefined) return
  const operand = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(operand) : (numberText(value) ?? decimalText(value) ?? value)
  runtime.operators = {
    ...runtime.operators,
    concat: (left, right) => original(operand(left), operand(right))
  }
}

function partsOfFields({ OffsetLength: { prototype }, types: { Character } }: Runtime): void {
  const original = prototype.set
  prototype.set = function (this: Part, value: unknown) {
    requireInside(this)
    const { length } = this
    const number =
      Character !== undefined && this.obj instanceof Character ? numberText(value) : undefined
    return original.call(
      this,
      number === undefined ? value : length === undefined ? number : fitted(number, length)
    )
  }
  prototype.clear = function (this: Part) {
    const content = String(this.obj.get())
    const width = this.length ?? content.length - (this.offset ?? 0)
    this.set(
      (this.isHex || !(Character !== undefined && this.obj instanceof Character)
        ? '0'
        : ' '
      ).repeat(width)
    )
  }
}

/**
 * Numbers lose their sign and are rounded on their way to numeric text; of texts all digits count,
 * where the runtime makes a number of them.
 */
function numericTexts(runtime: Runtime): void {
  const { Numc, Character, String: Text } = runtime.types
  const prototype = Numc?.prototype as (AbapValue & { value?: string }) | undefined
  if (prototype === undefined) return
  const original = prototype.set
  const isText = (value: unknown) =>
    [Numc, Character, Text].some(each => each !== undefined && value instanceof each)
  prototype.set = function (this: typeof prototype, value: unknown, ...more: unknown[]) {
    const actual = typeof value === 'object' && value !== null ? resolve(value) : value
    const digits = typeof actual === 'string' && /^ *[0-9]+ *$/.test(actual) ? actual : undefined
    const text = isText(actual) ? String((actual as AbapValue).get()) : digits
    if (text !== undefined) {
      const length = this.getLength?.() ?? 1
      this.value = text
        .replaceAll(/[^0-9]/g, '')
        .slice(-length)
        .padStart(length, '0')
      return this
    }
    const number = typeof value === 'string' ? undefined : numberText(value)
    return (original as (...input: unknown[]) => unknown).call(
      this,
      number === undefined ? value : wholeDigits(number),
      ...more
    )
  }
}

/** `12.56 ` → `13` */
function wholeDigits(number: string): string {
  const [whole = '0', fraction = ''] = number.replace(/[- ]$/, '').split('.')
  return String(BigInt(whole) + (fraction >= '5' ? 1n : 0n))
}

/** An unassigned field symbol accepts no value. */
function unassigned(runtime: Runtime): void {
  const prototype = runtime.types.FieldSymbol?.prototype as
    (AbapValue & { getPointer(): unknown }) | undefined
  if (prototype === undefined) return
  const original = prototype.set
  prototype.set = function (this: AbapValue & { getPointer(): unknown }, value: unknown) {
    if (this.getPointer() === undefined) throw new Error('GETWA_NOT_ASSIGNED')
    return original.call(this, value)
  }
}

function requireInside({ obj, offset = 0, length, isHex }: Part): void {
  const size = obj.getLength?.()
  if (length === 0) {
    throw new RunAborted({
      kind: 'unsupported',
      title: 'Not supported by the sandbox runtime: writing to a part of no length',
      details: [],
      stack: new Error('unsupported').stack ?? ''
    })
  }
  const whole = size === undefined ? undefined : isHex ? size * 2 : size
  if (
    whole === undefined ||
    (offset >= 0 && offset < whole && (length ?? 1) > 0 && offset + (length ?? 0) <= whole)
  ) {
    return
  }
  const OutOfBounds = currentRuntime().Classes.CX_SY_RANGE_OUT_OF_BOUNDS
  if (OutOfBounds !== undefined) throw new OutOfBounds()
}
