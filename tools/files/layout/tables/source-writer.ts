/** Writes the source of a table or structure in the form in which ADT shows it. */
import { NotCarried } from '../content.ts'
import { builtInWords } from './data-types.ts'
import {
  activationWords,
  enhancementWords,
  maintenanceWords,
  olderRestricted
} from './definition.ts'
import type { FieldType, TableDefinition, TableField } from './definition.ts'

/** Words that differ between releases. */
export interface Spelling {
  readonly enhancement: string
  readonly restricted: string
}

const newest: Spelling = { enhancement: 'enhancement.category', restricted: 'RESTRICTED' }

/** The words of a source that a system has written. */
export function spellingOf(source: string | undefined): Spelling {
  return {
    enhancement: /@AbapCatalog\.enhancementCategory\b/i.test(source ?? '')
      ? 'enhancementCategory'
      : newest.enhancement,
    restricted: new RegExp(`#${olderRestricted}\\b`).test(source ?? '')
      ? olderRestricted
      : newest.restricted
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''").replace(/[\r\n]+/g, ' ')}'`

function headLines(table: TableDefinition, spelling: Spelling): string[] {
  const note = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`@AbapCatalog.${name} : #${value}`]
  const common = [
    `@EndUserText.label : ${quoted(table.label)}`,
    ...note(spelling.enhancement, enhancementWords[table.enhancement || '0'])
  ]
  if (table.kind === 'structure') return common
  return [
    ...common,
    ...note('tableCategory', table.isTemporary ? 'GLOBAL_TEMPORARY' : 'TRANSPARENT'),
    ...note('activationType', activationWords[table.activation]),
    ...note('deliveryClass', table.delivery || 'A'),
    ...note(
      'dataMaintenance',
      table.maintenance === '' ? spelling.restricted : maintenanceWords[table.maintenance]
    )
  ]
}

function typeWords(type: FieldType): string {
  if (type.kind === 'built-in') {
    const words = builtInWords(type.type)
    if (words === undefined) throw new NotCarried(`a field of the type ${type.type.dataType}`)
    return words
  }
  const name = type.name.toLowerCase()
  if (type.kind === 'named') return name
  if (type.kind === 'reference') return `reference to ${name}`
  return `include ${name}${type.suffix === '' ? '' : ` with suffix ${type.suffix.toLowerCase()}`}`
}

function noteLines({ label, isTextLanguage, isAnonymized, unit }: TableField): string[] {
  const target = unit === undefined ? '' : `${unit.table}.${unit.field}`.toLowerCase()
  return [
    ...(label === '' ? [] : [`  @EndUserText.label : ${quoted(label)}`]),
    ...(isAnonymized ? ['  @AbapCatalog.anonymizedWhenDelivered : true'] : []),
    ...(isTextLanguage ? ['  @AbapCatalog.textLanguage'] : []),
    ...(unit?.kind === 'currency' ? [`  @Semantics.amount.currencyCode : '${target}'`] : []),
    ...(unit?.kind === 'unit' ? [`  @Semantics.quantity.unitOfMeasure : '${target}'`] : [])
  ]
}

const headOf = ({ isKey, name }: TableField): string =>
  `${isKey ? 'key ' : ''}${name.toLowerCase()}`

/** @throws NotCarried for a type whose word is not known */
export function writeTableSource(table: TableDefinition, spelling = newest): string {
  const width = Math.max(0, ...table.fields.map(field => headOf(field).length))
  const lines = table.fields.flatMap(field => [
    ...noteLines(field),
    `  ${field.name === '' ? headOf(field) : `${headOf(field).padEnd(width)} : `}${typeWords(field.type)}${field.notNull ? ' not null' : ''};`
  ])
  return [
    ...headLines(table, spelling),
    `define ${table.kind} ${table.name.toLowerCase()} {`,
    '',
    ...lines,
    '',
    '}'
  ].join('\n')
}
