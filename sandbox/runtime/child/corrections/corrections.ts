/** Corrects single places in which the runtime differs from ABAP. */
import { correctInitial } from './absent.ts'
import { compareNumericText } from './numeric-text.ts'
import { currentRuntime, type AbapClass } from '../abap.ts'
import { keyName } from '../tables/keys.ts'
import { correctZones } from '../texts/zones.ts'
import { listText } from '../write.ts'
import { isStructure, isTable, leaves, resolve, type AbapValue } from '../values.ts'

type Compare = (left: unknown, right: unknown) => boolean
interface Statement {
  write: (source: unknown, options?: object) => unknown
  readTable: (table: unknown, options?: Record<string, unknown>) => unknown
}
interface Runtime {
  compare: Record<string, Compare>
  readonly statements: Statement
  readonly types: Record<
    string,
    { prototype: { set(value: unknown): unknown } } & (new () => object)
  >
}

/** Corrects what the runtime does otherwise than ABAP in single places. */
export function correctRuntime(): void {
  const runtime = currentRuntime() as unknown as Runtime
  exactPatterns(runtime)
  binarySearch(runtime)
  layouts(runtime)
  listOutput(runtime)
  validDates(runtime)
  unknownKeys(runtime)
  compareNumericText()
  correctZones()
  correctInitial(runtime as never)
}

/** A name of a key that is known at run time can be wrong. */
function unknownKeys(runtime: Runtime): void {
  for (const name of ['Table', 'HashedTable']) {
    const prototype = runtime.types[name]?.prototype as
      { getSecondaryIndex(key: string): unknown } | undefined
    if (prototype === undefined) continue
    const original = prototype.getSecondaryIndex
    prototype.getSecondaryIndex = function (key) {
      return original.call(this, keyName(this, key))
    }
  }
}

/** A date that is none counts as 0 days. */
function validDates(runtime: Runtime): void {
  const prototype = runtime.types['Date']?.prototype as
    { get(): string; getNumeric(): number } | undefined
  if (prototype === undefined) return
  const original = prototype.getNumeric
  prototype.getNumeric = function (this: { get(): string }) {
    return isDate(this.get()) ? original.call(this) : 0
  }
}

function isDate(digits: string): boolean {
  const [year = 0, month = 0, day = 0] = [
    digits.slice(0, 4),
    digits.slice(4, 6),
    digits.slice(6)
  ].map(Number)
  if (!/^\d{8}$/.test(digits) || year === 0 || month < 1 || month > 12 || day < 1) return false
  // every fourth year is a leap year before the calendar of 1582
  const isLeap = year % 4 === 0 && (year < 1582 || year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day <= days
}

/** CP ignores case but for the characters behind `#`. */
function exactPatterns(runtime: Runtime): void {
  const original = runtime.compare.cp
  if (original === undefined) return
  const cp: Compare = (left, right) => {
    const pattern = textOf(right).trimEnd()
    if (!/#[^*+#]/.test(pattern)) return original(left, right)
    return original(left, right) && caseSensitivePattern(pattern).test(textOf(left))
  }
  runtime.compare = { ...runtime.compare, cp, np: (left, right) => !cp(left, right) }
}

/**
 * The pattern as a regular expression in which letters stand for both cases unless they are
 * escaped.
 */
function caseSensitivePattern(pattern: string): RegExp {
  const parts = [...pattern.matchAll(/#?[\s\S]/g)].map(([part]) => {
    if (part === '*') return '[\\s\\S]*'
    if (part === '+') return '[\\s\\S]'
    const character = part.length === 2 ? part.slice(1) : part
    const escaped = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()]
    return part.length === 2 || lower === upper
      ? escaped(character)
      : `(?:${escaped(lower)}|${escaped(upper)})`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

function textOf(value: unknown): string {
  const actual = resolve(value)
  if (typeof actual === 'string' || typeof actual === 'number') return String(actual)
  if (isStructure(actual)) {
    return leaves(actual)
      .map(([, part]) => String(part.get()))
      .join('')
  }
  return typeof actual === 'object' &&
    actual !== null &&
    'get' in actual &&
    typeof actual.get === 'function'
    ? String(actual.get())
    : ''
}

/** Behind the last row, sy-tabix is the index at which a row would be inserted. */
function binarySearch(runtime: Runtime): void {
  const original = runtime.statements.readTable
  runtime.statements.readTable = (table, options) => {
    const result = original.call(runtime.statements, table, options)
    const sy = currentRuntime().builtin.sy.get()
    const rows = resolve(table)
    if (options?.binarySearch === true && sy.subrc?.get() === 8 && isTable(rows)) {
      sy.tabix?.set(rows.array().length + 1)
    }
    return result
  }
}

/**
 * Packed numbers are listed as numbers are elsewhere: with a decimal point, and the sign behind.
 */
function listOutput(runtime: Runtime): void {
  const original = runtime.statements.write
  runtime.statements.write = (source, options) =>
    original.call(runtime.statements, listText(source) ?? source, options)
}

/**
 * Structures of texts that are cut differently are assigned as one text, not component by
 * component.
 */
function layouts(runtime: Runtime): void {
  const prototype = runtime.types.Structure?.prototype
  if (prototype === undefined) return
  const original = prototype.set
  prototype.set = function (this: unknown, value: unknown) {
    const source = resolve(value)
    if (!isStructure(source) || !isStructure(this) || source === this) {
      return original.call(this, value)
    }
    const [from, to] = [widths(source), widths(this)]
    if (from === undefined || to === undefined || from.join() === to.join()) {
      return original.call(this, value)
    }
    return original.call(
      this,
      new (currentRuntime().types.String)().set(
        leaves(source)
          .map(([, part], index) => String(part.get()).padEnd(from[index] ?? 0))
          .join('')
      )
    )
  }
}

/** Lengths of the components, when all are texts of fixed length. */
function widths(structure: unknown): number[] | undefined {
  const found: number[] = []
  for (const [, part] of leaves(structure)) {
    const width = widthOf(part)
    if (width === undefined) return undefined
    found.push(width)
  }
  return found
}

function widthOf(value: AbapValue): number | undefined {
  const types = currentRuntime().types as unknown as Record<string, AbapClass | undefined>
  const is = (name: string): boolean =>
    types[name] !== undefined && (value as object) instanceof types[name]
  if (is('Date')) return 8
  if (is('Time')) return 6
  return (is('Character') || is('Numc')) && typeof value.getLength === 'function'
    ? value.getLength()
    : undefined
}
