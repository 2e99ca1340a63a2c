/** Translates between the source of a table or structure and its metadata. */
import { StoreError } from '../errors.ts'
import { writeDictionaryType } from './dictionary-types.ts'
import { elementName, fromRow, isForeignRow, rowName, toRow } from './table-fields.ts'
import type { KindOf } from './table-fields.ts'
import { foreignKeyOf, withForeignKeys, writeForeignKey } from './table-keys.ts'
import { annotation, parseTableSource } from './table-source.ts'
import type { Annotation, TableElement, TableSource } from './table-source.ts'
import { child, childrenOf, element, leaves, textAt, withChild, withText } from './xml.ts'
import type { Element } from './xml.ts'

const enhancement: Readonly<Record<string, string>> = {
  0: 'NOT_CLASSIFIED',
  1: 'NOT_EXTENSIBLE',
  2: 'EXTENSIBLE_CHARACTER',
  3: 'EXTENSIBLE_CHARACTER_NUMERIC',
  4: 'EXTENSIBLE_ANY'
}
const maintenance: Readonly<Record<string, string>> = {
  '': 'RESTRICTED',
  X: 'ALLOWED',
  N: 'NOT_ALLOWED',
  D: 'DISPLAY'
}
const codeOf = (table: Readonly<Record<string, string>>, name: string) =>
  Object.keys(table).find(code => table[code] === name.toUpperCase())

export function isStructure(values: Element): boolean {
  return textAt(values, 'DD02V', 'TABCLASS') !== 'TRANSP'
}

/** The rows of the fields, nested includes not expanded. */
export function fieldRows(values: Element): Element[] {
  return childrenOf(child(values, 'DD03P_TABLE'), 'DD03P')
}

export function tableElements(values: Element): TableElement[] {
  return fieldRows(values)
    .filter(row => !isForeignRow(row))
    .map(row => {
      const field = fromRow(row)
      const key = 'include' in field.type ? undefined : foreignKeyOf(values, field.name)
      return key === undefined ? field : { ...field, foreignKey: key }
    })
}

const quoted = (value: string) => `'${value.replace(/'/g, "''").replace(/[\r\n]+/g, ' ')}'`

function headAnnotations(values: Element): string[] {
  const head = (name: string) => textAt(values, 'DD02V', name)
  const lines = [
    `@EndUserText.label : ${quoted(head('DDTEXT'))}`,
    `@AbapCatalog.enhancement.category : #${enhancement[head('EXCLASS') === '' ? '0' : head('EXCLASS')] ?? 'NOT_CLASSIFIED'}`
  ]
  if (isStructure(values)) return lines
  return [
    ...lines,
    `@AbapCatalog.tableCategory : #${head('IS_GTT') === 'X' ? 'GLOBAL_TEMPORARY' : 'TRANSPARENT'}`,
    `@AbapCatalog.deliveryClass : #${head('CONTFLAG') === '' ? 'A' : head('CONTFLAG')}`,
    `@AbapCatalog.dataMaintenance : #${maintenance[head('MAINFLAG')] ?? 'RESTRICTED'}`
  ]
}

function writeType({ type }: TableElement): string {
  if ('builtIn' in type) {
    return writeDictionaryType(type.builtIn.datatype, type.builtIn.length, type.builtIn.decimals)
  }
  if ('named' in type) return type.named.toLowerCase()
  if ('reference' in type) return `reference to ${type.reference.toLowerCase()}`
  return `include ${type.include.toLowerCase()}${type.suffix === '' ? '' : ` with suffix ${type.suffix.toLowerCase()}`}`
}

function writeElement(field: TableElement, width: number): string {
  const notes = field.annotations
    .map(({ name, value }) => `  @${name} : ${quoted(value)}\n`)
    .join('')
  const key = field.key ? 'key ' : ''
  const name = field.name === '' ? key : `${(key + field.name.toLowerCase()).padEnd(width)} : `
  const notNull = field.notNull ? ' not null' : ''
  const foreignKey = field.foreignKey === undefined ? '' : writeForeignKey(field.foreignKey)
  return `${notes}  ${name}${writeType(field)}${notNull}${foreignKey};`
}

/** The source of a table or structure as its metadata defines it. */
export function tableText(values: Element): string {
  const fields = tableElements(values)
  const width = Math.max(
    0,
    ...fields.map(({ name, key }) => (name === '' ? 0 : name.length + (key ? 4 : 0)))
  )
  const kind = isStructure(values) ? 'structure' : 'table'
  const name = textAt(values, 'DD02V', 'TABNAME').toLowerCase()
  return [
    ...headAnnotations(values),
    `define ${kind} ${name} {`,
    '',
    ...fields.map(field => writeElement(field, width)),
    '',
    '}'
  ].join('\n')
}

function headValue(
  notes: readonly Annotation[],
  names: readonly string[],
  table: Readonly<Record<string, string>>
): string | undefined {
  const written = annotation(notes, ...names)
  return written === undefined ? undefined : codeOf(table, written)
}

function withHead(values: Element, source: TableSource): Element {
  const notes = source.annotations
  const structure = source.kind === 'structure'
  const first = source.elements[0]?.type
  const set: Record<string, string | undefined> = {
    TABNAME: source.name,
    TABCLASS: structure ? textAt(values, 'DD02V', 'TABCLASS') || 'INTTAB' : 'TRANSP',
    CLIDEP:
      !structure && first !== undefined && 'builtIn' in first && first.builtIn.datatype === 'CLNT'
        ? 'X'
        : textAt(values, 'DD02V', 'CLIDEP'),
    DDTEXT: annotation(notes, 'EndUserText.label'),
    MAINFLAG: structure
      ? undefined
      : annotation(notes, 'AbapCatalog.dataMaintenance') === 'LIMITED'
        ? ''
        : headValue(notes, ['AbapCatalog.dataMaintenance'], maintenance),
    CONTFLAG: structure ? undefined : annotation(notes, 'AbapCatalog.deliveryClass'),
    EXCLASS: headValue(
      notes,
      ['AbapCatalog.enhancement.category', 'AbapCatalog.enhancementCategory'],
      enhancement
    )
  }
  const category = annotation(notes, 'AbapCatalog.tableCategory')
  if (category !== undefined) set.IS_GTT = category.toUpperCase() === 'GLOBAL_TEMPORARY' ? 'X' : ''
  return Object.entries(set).reduce(
    (result, [name, value]) =>
      value === undefined ? result : withText(result, ['DD02V', name], value),
    values
  )
}

function withTechnicalSettings(values: Element, source: TableSource): Element {
  if (source.kind === 'structure' || child(values, 'DD09L') !== undefined) return values
  const settings = element(
    'DD09L',
    leaves({ TABNAME: source.name, AS4LOCAL: 'A', TABKAT: '0', TABART: 'APPL0', BUFALLOW: 'N' })
  )
  const at =
    values.children.findIndex(each => typeof each !== 'string' && each.name === 'DD02V') + 1
  return {
    ...values,
    children: [...values.children.slice(0, at), settings, ...values.children.slice(at)]
  }
}

function checkHead(
  source: TableSource,
  expected: { kind: 'table' | 'structure'; name: string },
  text: string
): void {
  if (source.kind === expected.kind && source.name === expected.name) return
  const line = text.slice(0, Math.max(0, text.search(/\bdefine\b/i))).split('\n').length
  const message = `The source defines ${source.kind} ${source.name}, but it belongs to ${expected.kind} ${expected.name}`
  throw new StoreError('INVALID_SOURCE', message, { position: { line, column: 0 } })
}

/**
 * The metadata that keeps a source, made from what was kept before: settings and rows that a source
 * cannot say stay. Throws StoreError `INVALID_SOURCE` with line and column.
 */
export function withTableText(
  values: Element,
  text: string,
  options: { kind: 'table' | 'structure'; name: string; kindOf: KindOf }
): Element {
  const source = parseTableSource(text)
  checkHead(source, options, text)
  const old = fieldRows(values)
  const rows = source.elements.map((field, index) =>
    toRow(field, index + 1, {
      old: old.find(row => !isForeignRow(row) && rowName(row) === elementName(field)),
      kindOf: options.kindOf
    })
  )
  const foreign = old.filter(isForeignRow)
  const list = element(
    'DD03P_TABLE',
    [...rows, ...foreign],
    child(values, 'DD03P_TABLE')?.attributes
  )
  const withFields = withChild(
    withTechnicalSettings(withHead(values, source), source),
    'DD03P_TABLE',
    list
  )
  return withForeignKeys(withFields, source.name, source.elements)
}

/**
 * The text with another label, for a change of the short text alone; undefined when the text has
 * none to replace.
 */
export function withLabel(text: string, description: string): string | undefined {
  const head = text.search(/\bdefine\b/i)
  const replaced = text
    .slice(0, head)
    .replace(
      /(@EndUserText\.label\s*:\s*)'(?:[^'\n]|'')*'/i,
      (_, start: string) => start + quoted(description)
    )
  return replaced === text.slice(0, head) ? undefined : replaced + text.slice(head)
}
