/** Parses the source of a table or structure. */
import { StoreError } from '../errors.ts'
import { dictionaryTypes } from './dictionary-types.ts'
import { tokenize } from './table-tokens.ts'
import type { Token } from './table-tokens.ts'

/** A table or structure as its source defines it. Names are in upper case. */
export interface TableSource {
  readonly kind: 'table' | 'structure'
  readonly name: string
  readonly annotations: readonly Annotation[]
  readonly elements: readonly TableElement[]
}

/**
 * `value` is the text of a literal without its quotes, of an enumeration without `#`, else as
 * written.
 */
export interface Annotation {
  readonly name: string
  readonly value: string
}

export interface BuiltIn {
  readonly datatype: string
  readonly length: number
  readonly decimals: number
}

export interface TableElement {
  /** Of an include without a group name: empty. */
  readonly name: string
  readonly annotations: readonly Annotation[]
  readonly key: boolean
  readonly notNull: boolean
  readonly type:
    | { readonly builtIn: BuiltIn }
    | { readonly named: string }
    | { readonly reference: string }
    | { readonly include: string; readonly suffix: string }
  readonly foreignKey?: ForeignKey
  readonly row: number
}

export interface ForeignKey {
  readonly table: string
  /** `[n,m]` as written: `0..*` and `1`; empty when not given. */
  readonly cardinality: readonly [string, string]
  /** Key fields of the check table, and the field or literal each is compared with. */
  readonly conditions: readonly { readonly field: string; readonly value: string }[]
}

class Reader {
  readonly tokens: readonly Token[]
  at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  get token(): Token {
    return (
      this.tokens[Math.min(this.at, this.tokens.length - 1)] ?? {
        kind: 'end',
        text: '',
        row: 1,
        column: 0
      }
    )
  }

  is(text: string): boolean {
    return this.token.kind !== 'string' && this.token.text.toLowerCase() === text
  }

  take(text: string): boolean {
    if (!this.is(text)) return false
    this.at++
    return true
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail(`"${text}" is expected`)
  }

  word(what: string): string {
    const { kind, text } = this.token
    if (kind !== 'word') this.fail(`${what} is expected`)
    this.at++
    return text
  }

  fail(problem: string): never {
    const { kind, text, row, column } = this.token
    const found = kind === 'end' ? 'at the end of the source' : `before "${text}"`
    throw new StoreError('INVALID_SOURCE', `${problem} ${found}`, {
      position: { line: row, column }
    })
  }
}

/** Values may be lists and records of values: those are kept as their text. */
function annotationValue(reader: Reader): string {
  const { kind, text } = reader.token
  const closing = text === '[' ? ']' : text === '{' ? '}' : undefined
  reader.at++
  if (closing === undefined) {
    if (kind !== 'string' && kind !== 'word' && kind !== 'number' && kind !== 'enumeration') {
      reader.at--
      reader.fail('A value is expected')
    }
    return text
  }
  let written = text
  while (!reader.is(closing)) {
    if (reader.token.kind === 'end') reader.fail(`"${closing}" is expected`)
    written += reader.token.text
    reader.at++
  }
  reader.at++
  return written + closing
}

function annotations(reader: Reader): Annotation[] {
  const found: Annotation[] = []
  while (reader.take('@')) {
    reader.take('<')
    const name = reader.word('The name of an annotation')
    found.push({ name, value: reader.take(':') ? annotationValue(reader) : 'true' })
  }
  return found
}

function integer(reader: Reader): number {
  const { kind, text } = reader.token
  if (kind !== 'number') reader.fail('A number is expected')
  reader.at++
  return Number(text)
}

function builtIn(reader: Reader, written: string): BuiltIn {
  const row = dictionaryTypes[written.slice('abap.'.length).toLowerCase()]
  if (row === undefined) {
    reader.at--
    reader.fail(`${written} is not a built-in type; a type is expected`)
  }
  if (!reader.take('(')) {
    if (row.fixed === undefined) reader.fail(`The length of ${written} is expected`)
    return { datatype: row.datatype, length: row.fixed, decimals: row.decimals ?? 0 }
  }
  const length = integer(reader)
  const decimals = reader.take(',') ? integer(reader) : 0
  reader.expect(')')
  return {
    datatype: row.datatype,
    length: row.form === 'none' ? (row.fixed ?? length) : length,
    decimals
  }
}

function include(reader: Reader): TableElement['type'] {
  const name = reader.word('The name of a structure').toUpperCase()
  let suffix = ''
  if (reader.is('with')) {
    reader.at++
    reader.expect('suffix')
    suffix = reader.word('A suffix').toUpperCase()
  }
  return { include: name, suffix }
}

function elementType(reader: Reader): TableElement['type'] {
  if (reader.take('include')) return include(reader)
  if (reader.take('reference')) {
    reader.expect('to')
    return { reference: reader.word('The name of a type').toUpperCase() }
  }
  const written = reader.word('A type')
  return written.toLowerCase().startsWith('abap.')
    ? { builtIn: builtIn(reader, written) }
    : { named: written.toUpperCase() }
}

function cardinality(reader: Reader): readonly [string, string] {
  const sides = ['', '']
  if (!reader.take('[')) return ['', '']
  for (let side = 0; !reader.take(']'); reader.at++) {
    if (reader.token.kind === 'end') reader.fail('"]" is expected')
    if (reader.is(',')) side = 1
    else sides[side] += reader.token.text
  }
  return [sides[0] ?? '', sides[1] ?? '']
}

function foreignKey(reader: Reader): ForeignKey {
  const given = cardinality(reader)
  const table = reader.word('The name of a check table').toUpperCase()
  const conditions: { field: string; value: string }[] = []
  if (reader.take('where')) {
    do {
      const field = reader.word('A field of the check table').toUpperCase()
      reader.expect('=')
      const { kind, text } = reader.token
      if (kind !== 'word' && kind !== 'string') reader.fail('A field or a literal is expected')
      reader.at++
      conditions.push({ field, value: kind === 'string' ? `'${text}'` : text.toUpperCase() })
    } while (reader.take('and'))
  }
  return { table, cardinality: given, conditions }
}

function skipClause(reader: Reader): void {
  while (!reader.is(';') && !reader.is('with')) {
    if (reader.token.kind === 'end' || reader.is('}')) reader.fail('";" is expected')
    reader.at++
  }
}

/**
 * `with foreign key …` is understood; `with value help …` has no place of its own here and stays in
 * the text.
 */
function clauses(reader: Reader): { foreignKey?: ForeignKey } {
  let found: { foreignKey?: ForeignKey } = {}
  while (reader.take('with')) {
    if (reader.take('foreign')) {
      reader.expect('key')
      found = { foreignKey: foreignKey(reader) }
    } else if (reader.take('value')) {
      reader.expect('help')
      skipClause(reader)
    } else {
      reader.fail('"foreign key" or "value help" is expected')
    }
  }
  return found
}

function tableElement(reader: Reader): TableElement {
  const noted = annotations(reader)
  const { row } = reader.token
  const key = reader.is('key') && reader.tokens[reader.at + 1]?.kind === 'word'
  if (key) reader.at++
  const bare = reader.is('include') && reader.tokens[reader.at + 1]?.kind === 'word'
  const name = bare ? '' : reader.word('The name of a field').toUpperCase()
  if (!bare) reader.expect(':')
  const type = elementType(reader)
  const notNull = reader.take('not')
  if (notNull) reader.expect('null')
  const rest = clauses(reader)
  reader.expect(';')
  return { name, annotations: noted, key, notNull, type, ...rest, row }
}

/**
 * Parses `define table …` or `define structure …`. Throws StoreError `INVALID_SOURCE` with line and
 * column.
 */
export function parseTableSource(text: string): TableSource {
  const reader = new Reader(tokenize(text))
  const noted = annotations(reader)
  reader.expect('define')
  const kind = reader.is('structure') ? 'structure' : 'table'
  if (!reader.take(kind)) reader.fail('"table" or "structure" is expected')
  const name = reader.word(`The name of the ${kind}`).toUpperCase()
  reader.expect('{')
  const elements: TableElement[] = []
  while (!reader.take('}')) {
    const start = reader.token
    const next = tableElement(reader)
    if (next.name !== '' && elements.some(each => each.name === next.name)) {
      throw new StoreError('INVALID_SOURCE', `The field ${next.name} is defined twice`, {
        position: { line: start.row, column: start.column }
      })
    }
    elements.push(next)
  }
  reader.take(';')
  if (reader.token.kind !== 'end') reader.fail('The end of the source is expected')
  return { kind, name, annotations: noted, elements }
}

export function annotation(
  noted: readonly Annotation[],
  ...names: readonly string[]
): string | undefined {
  return noted.find(each => names.some(name => name.toLowerCase() === each.name.toLowerCase()))
    ?.value
}
