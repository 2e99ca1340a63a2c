/** REPLACE by a pattern, in a text or in the lines of a table, with all that it reports. */
import { currentRuntime } from '../abap.ts'
import { raise, refuse } from '../tables/keys.ts'
import { isTable, resolve, scalarOf, type AbapTable, type AbapValue } from '../values.ts'

interface Pattern {
  readonly find?: unknown
  readonly regex?: unknown
  readonly pcre?: unknown
  readonly ignoringCase?: true
}
interface Replacement {
  readonly target: unknown
  readonly pattern: Pattern
  readonly with: unknown
  readonly all?: true
  readonly section?: { readonly offset?: unknown; readonly length?: unknown }
  readonly from?: { readonly line: unknown; readonly offset?: unknown }
  readonly to?: { readonly line: unknown; readonly offset?: unknown }
  readonly count?: AbapValue
  readonly offset?: AbapValue
  readonly length?: AbapValue
  readonly line?: AbapValue
  readonly results?: AbapValue
}

/** A place in the text that was searched. */
interface Found {
  readonly offset: number
  readonly length: number
  readonly groups: readonly (string | undefined)[]
}
/** A text that was inserted: its place in the result. */
interface Inserted {
  readonly line: number
  readonly offset: number
  readonly length: number
}
interface Types {
  readonly String: new () => AbapValue
  readonly Integer: new () => AbapValue
  readonly Structure: new (parts: Readonly<Record<string, AbapValue>>) => AbapValue
  readonly TableFactory: { construct(row: AbapValue, options?: object): AbapTable }
}

function types(): Types {
  return currentRuntime().types as unknown as Types
}

export function replace(replacement: Replacement): void {
  const target = resolve(replacement.target)
  if (target === undefined) throw new Error('GETWA_NOT_ASSIGNED')
  const inserted: Inserted[] = []
  let isCut = false
  for (const part of partsOf(target, replacement)) {
    if (inserted.length > 0 && replacement.all !== true) break
    const whole = String(part.value.get())
    const found = search(whole.slice(part.start, part.end), replacement)
    if (found.length === 0) continue
    const { text, places } = replaced(whole, found, { start: part.start, replacement })
    part.value.set(text)
    inserted.push(...places.map(place => ({ ...place, line: part.line })))
    isCut ||= text.trimEnd().length > (part.value.getLength?.() ?? Infinity)
  }
  report(replacement, inserted)
  const { subrc } = currentRuntime().builtin.sy.get()
  subrc?.set(inserted.length === 0 ? 4 : isCut ? 2 : 0)
}

interface Part {
  readonly value: AbapValue
  readonly line: number
  readonly start: number
  readonly end: number | undefined
}

/** The text, or the lines of the table, with the section that is searched. */
function partsOf(target: unknown, { section, from, to }: Replacement): Part[] {
  if (!isTable(target)) {
    const value = target as AbapValue
    const size = String(value.get()).length
    const start = number(section?.offset) ?? 0
    const end = section?.length === undefined ? size : start + (number(section.length) ?? 0)
    if (start < 0 || end < start || end > size) raise('CX_SY_RANGE_OUT_OF_BOUNDS', 'section')
    return [{ value, line: 0, start, end }]
  }
  const first = number(from?.line) ?? 1
  const last = number(to?.line) ?? target.array().length
  return target.array().flatMap((row, at) => {
    const line = at + 1
    if (line < first || line > last) return []
    const start = line === first ? (number(from?.offset) ?? 0) : 0
    const end = line === last ? number(to?.offset) : undefined
    return [{ value: resolve(row) as AbapValue, line, start, end }]
  })
}

function number(value: unknown): number | undefined {
  return value === undefined ? undefined : Math.trunc(Number(scalarOf(value)))
}

/** The places of the pattern, as FIND knows them. */
function search(text: string, { pattern, all }: Replacement): Found[] {
  if (pattern.find !== undefined && operand(pattern.find) === '') {
    if (all === true) raise('CX_SY_REPLACE_INFINITE_LOOP', 'the pattern is empty')
    return [{ offset: 0, length: 0, groups: [] }]
  }
  const { String: Text, Integer, Structure, TableFactory } = types()
  const value = new Text()
  value.set(text)
  const place = (): Record<string, AbapValue> => ({ offset: new Integer(), length: new Integer() })
  const row = new Structure({
    line: new Integer(),
    ...place(),
    submatches: TableFactory.construct(new Structure(place()))
  })
  const results = TableFactory.construct(row)
  const { find } = currentRuntime().statements as unknown as {
    find(input: AbapValue, options: object): void
  }
  find(value, { ...pattern, first: all !== true, results })
  return results.array().map(each => foundIn(each, text))
}

function foundIn(result: AbapValue, text: string): Found {
  const place = (value: AbapValue): { offset: number; length: number } => {
    const parts = value.get() as Readonly<Record<string, AbapValue>>
    return { offset: Number(parts.offset?.get()), length: Number(parts.length?.get()) }
  }
  const { submatches } = result.get() as { readonly submatches: AbapTable }
  const groups = submatches.array().map(each => {
    const { offset, length } = place(each)
    return offset < 0 ? undefined : text.slice(offset, offset + length)
  })
  return { ...place(result), groups }
}

/** Trailing blanks of operands of fixed length do not count. */
function operand(value: unknown): string {
  const actual = resolve(value)
  if (typeof actual !== 'object' || actual === null) return String(actual)
  const text = actual as { getTrimEnd?(): string; get(): unknown }
  return text.getTrimEnd === undefined ? String(text.get()) : text.getTrimEnd()
}

function replaced(
  whole: string,
  found: readonly Found[],
  { start, replacement }: { readonly start: number; readonly replacement: Replacement }
): { readonly text: string; readonly places: readonly Omit<Inserted, 'line'>[] } {
  const isLiteral = replacement.pattern.find !== undefined
  const given = operand(replacement.with)
  const places: Omit<Inserted, 'line'>[] = []
  let [text, at] = ['', 0]
  for (const each of found) {
    const begin = start + each.offset
    const match = whole.slice(begin, begin + each.length)
    const inserted = isLiteral ? given : expanded(given, [match, ...each.groups])
    text += whole.slice(at, begin)
    places.push({ offset: text.length, length: inserted.length })
    text += inserted
    at = begin + each.length
  }
  return { text: text + whole.slice(at), places }
}

/** `$0`, `$&`, `$1` and `${1}` stand for what was found, a backslash for the sign behind it. */
function expanded(text: string, groups: readonly (string | undefined)[]): string {
  return text.replace(
    /\\([\s\S])|\$(?:(&)|(\d{1,2})|\{(\d{1,2})\})/g,
    (whole: string, ...parts: (string | undefined)[]) => {
      const [escaped, all, short, long] = parts
      if (escaped === undefined) {
        return (all === undefined ? groups[Number(short ?? long)] : groups[0]) ?? ''
      }
      if (/[a-zA-Z0-9]/.test(escaped)) refuse(`${whole} in the text of REPLACE`)
      return escaped
    }
  )
}

/** Without a replacement only the count, and a table of results, are set. */
function report(replacement: Replacement, inserted: readonly Inserted[]): void {
  const { count, offset, length, line, results } = replacement
  count?.set(inserted.length)
  const table = resolve(results)
  if (isTable(table)) {
    table.clear()
    const { insertInternal } = currentRuntime().statements as unknown as {
      insertInternal(input: object): void
    }
    for (const each of inserted) insertInternal({ table, data: resultOf(each) })
  }
  const last = inserted.at(-1)
  if (last === undefined) return
  offset?.set(last.offset)
  length?.set(last.length)
  line?.set(last.line)
  if (results !== undefined && !isTable(table)) results.set(resultOf(last))
}

function resultOf({ line, offset, length }: Inserted): AbapValue {
  const { Integer, Structure } = types()
  const value = (content: number): AbapValue => {
    const integer = new Integer()
    integer.set(content)
    return integer
  }
  return new Structure({ line: value(line), offset: value(offset), length: value(length) })
}
