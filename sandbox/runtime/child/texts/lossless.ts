/**
 * EXACT: an assignment that loses nothing. Rules:
 * https://eduardocopat.github.io/abap-docs/7.54/abenmove_exact_elementary_fit. Blanks around the
 * digits of a numeric text are accepted: public tests compare numbers that were texts this way.
 */
import { currentRuntime } from '../abap.ts'
import { raise, refuse } from '../tables/keys.ts'
import {
  resolve,
  scalarOf,
  typeOf,
  isStructure,
  isTable,
  type AbapTable,
  type AbapValue
} from '../values.ts'
import type { SqlType } from '../../../sql/types.ts'

const NUMBERS = new Set(['INT4', 'INT8', 'DEC', 'FLTP'])
const BYTES = new Set(['RAW', 'RSTR'])
const TEXTS = new Set(['CHAR', 'STRG'])

/** Converts the source into the target, which keeps its value when something would be lost. */
export function exact<Target extends AbapValue>(target: Target, source: unknown): Target {
  const value = resolve(source)
  const receiver = resolve(target) as AbapValue
  if (isTable(value) && isTable(receiver)) {
    exactRows(receiver, value)
    return target
  }
  if (isStructure(value) && isStructure(receiver)) {
    // only compatible structures pass the syntax check: their values are not looked at
    receiver.set(value)
    return target
  }
  if ([value, receiver].some(each => isTable(each) || isStructure(each))) {
    refuse('EXACT between a structure or table and other data')
  }
  const [from, to] = [typeOf(value), typeOf(receiver)]
  if (!compatible(from, to)) {
    permitted(from.type, to.type)
    validSource(from.type, textOf(value))
    fits(value, { from, to }, receiver)
  }
  receiver.set(value)
  return target
}

/** Row by row: what was assigned before a loss stays. */
function exactRows(target: AbapTable, source: AbapTable): void {
  const { insertInternal } = currentRuntime().statements as unknown as {
    insertInternal(input: object): unknown
  }
  const rows = [...source.array()]
  target.clear()
  for (const row of rows) {
    const line = exact(target.getRowType().clone(), row)
    insertInternal({ table: target, data: line, noClone: true })
  }
}

function compatible(from: SqlType, to: SqlType): boolean {
  return from.type === to.type && from.length === to.length && from.decimals === to.decimals
}

const textOf = (value: unknown) => String(scalarOf(value))

function permitted(from: string, to: string): void {
  const days = new Set([from, to])
  const bytes = BYTES.has(from) !== BYTES.has(to)
  const [other = ''] = [from, to].filter(type => !BYTES.has(type))
  if (
    (days.has('DATS') && days.has('TIMS')) ||
    (bytes && (NUMBERS.has(other) || ['NUMC', 'DATS', 'TIMS'].includes(other)))
  ) {
    raise('CX_SY_CONVERSION_EXACT_NOT_SUP', `${from} to ${to}`)
  }
  if (to === 'FLTP') refuse('EXACT with a floating point number as target')
}

function validSource(type: string, text: string): void {
  if (type === 'NUMC') digitsOnly(text)
  if (type === 'DATS') validDate(text)
  if (type === 'TIMS') validTime(text)
}

function digitsOnly(text: string): void {
  if (!/^\d*$/.test(text.trim())) raise('CX_SY_CONVERSION_NO_NUMBER', text)
}

function validDate(text: string): void {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(text)?.slice(1).map(Number)
  if (parts === undefined) return raise('CX_SY_CONVERSION_NO_DATE', text)
  const [year = 0, month = 0, day = 0] = parts
  if (year + month + day === 0) return
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    raise('CX_SY_CONVERSION_NO_DATE', text)
  }
}

function validTime(text: string): void {
  if (!/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(text)) raise('CX_SY_CONVERSION_NO_TIME', text)
}

function fits(
  value: unknown,
  { from, to }: { from: SqlType; to: SqlType },
  receiver: AbapValue
): void {
  const text = textOf(value)
  const into: Readonly<Record<string, () => void>> = {
    NUMC() {
      if (NUMBERS.has(from.type)) return fitsNumber(value, receiver)
      digitsOnly(text)
      if (text.trim().replace(/^0+/, '').length > to.length) tooLong(text)
    },
    DATS() {
      if (NUMBERS.has(from.type)) fitsNumber(value, receiver)
      else validDate(text)
    },
    TIMS() {
      if (NUMBERS.has(from.type)) fitsNumber(value, receiver)
      else validTime(text)
    },
    CHAR() {
      if (TEXTS.has(from.type) && text.trimEnd().length > to.length) tooLong(text)
      if (!TEXTS.has(from.type) && text.trim().length > to.length) tooLong(text)
    },
    RAW() {
      if (text.length / 2 > to.length) tooLong(text)
    }
  }
  if (NUMBERS.has(to.type)) fitsNumber(value, receiver)
  else into[to.type]?.()
}

function tooLong(text: string): never {
  raise('CX_SY_CONVERSION_DATA_LOSS', text)
}

/** The number is the same after the conversion; a text that is no number raises by itself. */
function fitsNumber(value: unknown, receiver: AbapValue): void {
  const converted = receiver.clone()
  converted.set(value)
  const back = (value as AbapValue).clone?.()
  if (back === undefined || back.get === undefined) return
  back.set(converted)
  if (numberOf(back) !== numberOf(value)) raise('CX_SY_CONVERSION_ROUNDING', textOf(value))
}

/**
 * Texts as numbers without what has no meaning: blanks, leading zeros, the place of the sign.
 * Floating point numbers come with a decimal comma.
 */
function numberOf(value: unknown): number {
  const text = textOf(value).trim().replace(',', '.')
  return Number(/-$/.test(text) ? `-${text.slice(0, -1).trim()}` : text.replace(/^([+-])\s+/, '$1'))
}
