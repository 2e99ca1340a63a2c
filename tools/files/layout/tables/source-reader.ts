/**
 * Reads the source of a table or structure. What the layout does not carry ends the reading: a part
 * that was skipped would be lost by the next change.
 */
import { NotCarried } from '../content.ts'
import { builtInOf } from './data-types.ts'
import {
  activationWords,
  enhancementWords,
  keyOfWord,
  maintenanceWords,
  olderRestricted
} from './definition.ts'
import type { FieldType, TableDefinition, TableField, UnitField } from './definition.ts'

const token =
  /\/\*[^]*?\*\/|\/\/[^\n]*|--[^\n]*|\s+|(?<text>'(?:[^'\n]|'')*')|(?<word>@?[#%/\w$.~-]+(?:\([\d, ]*\))?)|(?<sign>[^\s'])/y

interface Token {
  readonly kind: 'text' | 'word' | 'sign' | 'end'
  readonly value: string
}

/** Comments have no place in the file: a source with one is not read. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(source)
    if (found === null) throw new NotCarried(`a source with ${JSON.stringify(source[at])}`)
    const { text, word, sign } = found.groups ?? {}
    if (text !== undefined) tokens.push({ kind: 'text', value: unquoted(text) })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign })
    else if (found[0].trim() !== '') throw new NotCarried('comments in its source')
  }
  return tokens
}

const unquoted = (text: string): string => text.slice(1, -1).replaceAll("''", "'")

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  get next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', value: '' }
  }

  is(value: string): boolean {
    return this.next.kind !== 'text' && this.next.value.toLowerCase() === value
  }

  isFollowedBy(sign: string): boolean {
    const next = this.#tokens[this.#at + 1]
    return next?.kind === 'sign' && next.value === sign
  }

  take(...values: readonly string[]): boolean {
    const isThere = values.every((value, index) => {
      const found = this.#tokens[this.#at + index]
      return found?.kind !== 'text' && found?.value.toLowerCase() === value
    })
    if (isThere) this.#at += values.length
    return isThere
  }

  expect(value: string): void {
    if (!this.take(value)) this.refuse()
  }

  any(kind?: Token['kind']): string {
    const { next } = this
    if (next.kind === 'end' || (kind !== undefined && next.kind !== kind)) this.refuse()
    this.#at++
    return next.value
  }

  refuse(): never {
    const { value, kind } = this.next
    throw new NotCarried(
      kind === 'end' ? 'an incomplete source' : `"${value.slice(0, 60)}" in its source`
    )
  }
}

type Notes = ReadonlyMap<string, string>

/** Name in lower case → value: a text, a word without its number sign, or `true`. */
function readNotes(reader: Reader): Notes {
  const notes = new Map<string, string>()
  while (reader.next.kind === 'word' && reader.next.value.startsWith('@')) {
    const name = reader.any('word').slice(1).toLowerCase()
    const value = reader.take(':') ? reader.any() : 'true'
    if (notes.has(name) || /^[[{]$/.test(value)) throw new NotCarried(`the annotation ${name}`)
    notes.set(name, value.replace(/^#/, ''))
  }
  return notes
}

function assertKnown(notes: Notes, known: ReadonlySet<string>): void {
  const other = [...notes.keys()].find(name => !known.has(name))
  if (other !== undefined) throw new NotCarried(`the annotation ${other}`)
}

const headNotes = new Set([
  'endusertext.label',
  'abapcatalog.enhancement.category',
  'abapcatalog.enhancementcategory',
  'abapcatalog.tablecategory',
  'abapcatalog.deliveryclass',
  'abapcatalog.datamaintenance',
  'abapcatalog.activationtype'
])

function keyed(
  words: Readonly<Record<string, string>>,
  word: string | undefined,
  standard: string
): string {
  if (word === undefined) return standard
  const key = keyOfWord(words, word)
  if (key === undefined) throw new NotCarried(`the word ${word} in an annotation`)
  return key
}

function headOf(notes: Notes): Omit<TableDefinition, 'kind' | 'name' | 'fields'> {
  assertKnown(notes, headNotes)
  const category = notes.get('abapcatalog.tablecategory') ?? 'TRANSPARENT'
  if (!['TRANSPARENT', 'GLOBAL_TEMPORARY'].includes(category)) {
    throw new NotCarried(`the category ${category}`)
  }
  const restricted = notes.get('abapcatalog.datamaintenance')
  return {
    label: notes.get('endusertext.label') ?? '',
    enhancement: keyed(
      enhancementWords,
      notes.get('abapcatalog.enhancement.category') ?? notes.get('abapcatalog.enhancementcategory'),
      ''
    ),
    delivery: notes.get('abapcatalog.deliveryclass') ?? '',
    maintenance:
      restricted?.toUpperCase() === olderRestricted ? '' : keyed(maintenanceWords, restricted, ''),
    activation: keyed(activationWords, notes.get('abapcatalog.activationtype'), ''),
    isTemporary: category === 'GLOBAL_TEMPORARY'
  }
}

const fieldNotes = new Set([
  'endusertext.label',
  'abapcatalog.textlanguage',
  'abapcatalog.anonymizedwhendelivered',
  'semantics.amount.currencycode',
  'semantics.quantity.unitofmeasure'
])

function unitOf(notes: Notes): UnitField | undefined {
  const currency = notes.get('semantics.amount.currencycode')
  const written = currency ?? notes.get('semantics.quantity.unitofmeasure')
  if (written === undefined) return undefined
  const at = written.lastIndexOf('.')
  return {
    kind: currency === undefined ? 'unit' : 'currency',
    table: written.slice(0, Math.max(0, at)).toUpperCase(),
    field: written.slice(at + 1).toUpperCase()
  }
}

function typeOf(reader: Reader): FieldType {
  if (reader.take('include')) {
    const name = reader.any('word').toUpperCase()
    const suffix = reader.take('with', 'suffix') ? reader.any('word').toUpperCase() : ''
    return { kind: 'include', name, suffix }
  }
  const isReference = reader.take('reference', 'to')
  const word = reader.any('word')
  if (!word.toLowerCase().startsWith('abap.')) {
    return { kind: isReference ? 'reference' : 'named', name: word.toUpperCase() }
  }
  const type = isReference ? undefined : builtInOf(word.slice('abap.'.length))
  if (type === undefined) throw new NotCarried(`a field of the type ${word}`)
  return { kind: 'built-in', type }
}

function fieldOf(reader: Reader): TableField {
  const notes = readNotes(reader)
  assertKnown(notes, fieldNotes)
  // `key : …` is a field of this name.
  const isKey = !reader.isFollowedBy(':') && reader.take('key')
  const isBare = reader.is('include') && !reader.isFollowedBy(':')
  const name = isBare ? '' : reader.any('word').toUpperCase()
  if (!isBare) reader.expect(':')
  const type = typeOf(reader)
  const notNull = reader.take('not', 'null')
  if (reader.is('with')) throw new NotCarried(`a foreign key or search help of its field ${name}`)
  reader.expect(';')
  return {
    name,
    isKey,
    notNull,
    type,
    label: notes.get('endusertext.label') ?? '',
    isTextLanguage: notes.get('abapcatalog.textlanguage') === 'true',
    isAnonymized: notes.get('abapcatalog.anonymizedwhendelivered') === 'true',
    unit: unitOf(notes)
  }
}

/** @throws NotCarried for what the file of the layout cannot say */
export function readTableSource(source: string): TableDefinition {
  const reader: Reader = new Reader(source)
  const head = headOf(readNotes(reader))
  reader.expect('define')
  const kind = reader.take('table') ? 'table' : reader.take('structure') ? 'structure' : undefined
  if (kind === undefined) reader.refuse()
  const name = reader.any('word').toUpperCase()
  reader.expect('{')
  const fields: TableField[] = []
  while (!reader.take('}')) fields.push(fieldOf(reader))
  reader.take(';')
  if (reader.next.kind !== 'end') reader.refuse()
  return { ...head, kind, name, fields }
}
