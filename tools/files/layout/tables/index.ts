/** Tables and structures in the file of the layout: abapGit keeps both as TABL. */
import type { Fields } from '../../../../erp-client/index.ts'
import { NotCarried } from '../content.ts'
import type { LayoutType, ObjectContent } from '../content.ts'
import { languageCode } from '../languages.ts'
import { keyOf } from '../source-types.ts'
import type { NamedTypes } from '../types-named.ts'
import { find, section, textAt } from '../values.ts'
import type { Value } from '../values.ts'
import type { TableDefinition } from './definition.ts'
import { fieldsOfRows, rowsOfFields, typesNeeded } from './rows.ts'
import { readTableSource } from './source-reader.ts'
import { spellingOf, writeTableSource } from './source-writer.ts'

const head = 'DD02V'
const settings = 'DD09L'
const rows = 'DD03P_TABLE'

/** Fields of the technical settings and their columns. */
const settingColumns = [
  ['sizeCategory', 'TABKAT'],
  ['dataClass', 'TABART'],
  ['bufferingType', 'PUFFERUNG'],
  ['keyFields', 'SCHFELDANZ'],
  ['logging', 'PROTOKOLL'],
  ['bufferingAllowed', 'BUFALLOW'],
  ['storageType', 'ROWORCOLST']
] as const

function settingText(name: string, value: unknown): string {
  if (name === 'logging') return value === true ? 'X' : ''
  if (name === 'keyFields') return Number(value) > 0 ? String(value).padStart(3, '0') : ''
  if (name === 'storageType') return value === 'C' ? '' : String(value ?? '')
  return String(value ?? '')
}

function settingValue(name: string, text: string): unknown {
  if (name === 'logging') return text === 'X'
  if (name === 'keyFields' || name === 'sizeCategory') return Number(text)
  return text
}

/** A column that is left out has its initial value, and the storage that the system decides. */
function settingsOf(values: readonly Value[]): Fields | undefined {
  if (find(values, settings) === undefined) return undefined
  return Object.fromEntries(
    settingColumns.flatMap(([name, column]) => {
      const text = textAt(values, settings, column)
      return name === 'storageType' && text === '' ? [] : [[name, settingValue(name, text)]]
    })
  )
}

function settingsSection({ ref, fields }: ObjectContent, before: readonly Value[]): Value[] {
  if (ref.type !== 'TABL') return []
  if (fields === undefined) {
    if (find(before, settings) !== undefined) return []
    throw new NotCarried('technical settings that this system does not show')
  }
  return [
    section(settings, {
      TABNAME: ref.name,
      AS4LOCAL: 'A',
      ...Object.fromEntries(
        settingColumns.map(([name, column]) => [column, settingText(name, fields[name])])
      )
    })
  ]
}

function isClientField(table: TableDefinition, types: NamedTypes): boolean {
  const type = table.fields[0]?.type
  if (type?.kind === 'built-in') return type.type.dataType === 'CLNT'
  return type?.kind === 'named' && types.get(type.name)?.dataType === 'CLNT'
}

/** Not classified stands as 0 or is left out. */
function enhancementOf(now: string, before: readonly Value[]): string {
  const old = textAt(before, head, 'EXCLASS')
  return now === '0' ? (old === '0' ? '0' : '') : now
}

function headSection(
  table: TableDefinition,
  content: ObjectContent,
  before: readonly Value[]
): Value {
  const isTable = table.kind === 'table'
  const isNew = find(before, head) === undefined
  const derived = (name: string, isSet: boolean) =>
    isNew ? (isSet ? 'X' : '') : textAt(before, head, name)
  return section(head, {
    TABNAME: content.ref.name,
    DDLANGUAGE: keyOf(content),
    TABCLASS: isTable ? 'TRANSP' : 'INTTAB',
    CLIDEP: derived('CLIDEP', isTable && isClientField(table, content.types ?? new Map())),
    LANGDEP: derived(
      'LANGDEP',
      table.fields.some(({ type }) => type.kind === 'include')
    ),
    DDTEXT: table.label,
    AUTHCLASS: table.activation,
    MASTERLANG: isNew ? keyOf(content) : textAt(before, head, 'MASTERLANG'),
    MAINFLAG: isTable ? table.maintenance : '',
    CONTFLAG: isTable ? table.delivery : textAt(before, head, 'CONTFLAG'),
    EXCLASS: enhancementOf(table.enhancement, before),
    IS_GTT: table.isTemporary ? 'X' : ''
  })
}

function tableValues(content: ObjectContent, before: readonly Value[] = []): Value[] {
  const table = readTableSource(content.sources['main'] ?? '')
  const fields = rowsOfFields(table.fields, find(before, rows), content.types ?? new Map())
  return [
    headSection(table, content, before),
    ...settingsSection(content, before),
    ...(fields.length === 0 ? [] : [{ name: rows, content: fields }])
  ]
}

/** @throws NotCarried for a file that says what a source cannot */
function definitionOf(
  values: readonly Value[],
  units: ReadonlyMap<string, string> = new Map()
): TableDefinition {
  const at = (name: string) => textAt(values, head, name)
  const category = at('TABCLASS')
  if (category !== 'TRANSP' && category !== 'INTTAB') {
    throw new NotCarried(`the category ${category}`)
  }
  return {
    kind: category === 'TRANSP' ? 'table' : 'structure',
    name: at('TABNAME'),
    label: at('DDTEXT'),
    enhancement: at('EXCLASS') || '0',
    delivery: at('CONTFLAG'),
    maintenance: at('MAINFLAG'),
    activation: at('AUTHCLASS'),
    isTemporary: at('IS_GTT') === 'X',
    fields: fieldsOfRows(find(values, rows), units)
  }
}

/** Data elements that refer to a field with their currency or unit: a row does not say which. */
function unitTypes(values: readonly Value[]): string[] {
  return definitionOf(values).fields.flatMap(({ type, unit }) =>
    unit !== undefined && type.kind === 'named' ? [type.name] : []
  )
}

/** As a file says it, which does not tell amounts and quantities of data elements apart. */
function comparableSource(source: string): string {
  const table = readTableSource(source)
  const fields = table.fields.map(field => {
    const { unit, type } = field
    return unit === undefined || type.kind !== 'named'
      ? field
      : { ...field, unit: { ...unit, kind: 'currency' as const } }
  })
  return writeTableSource({ ...table, fields })
}

function sourceOf(
  values: readonly Value[],
  { types, current }: { readonly types: NamedTypes; readonly current: string | undefined }
): string {
  const units = new Map(
    unitTypes(values).map(name => {
      const dataType = types.get(name)?.dataType
      if (dataType === undefined) throw new NotCarried(`the type ${name}, which is not known`)
      return [name, dataType] as const
    })
  )
  return writeTableSource(definitionOf(values, units), spellingOf(current))
}

function layoutOfTable(type: 'TABL' | 'STRU'): LayoutType {
  const isTable = type === 'TABL'
  const columns = ['DDTEXT', 'AUTHCLASS', 'EXCLASS']
  const own = ['MAINFLAG', 'CONTFLAG', 'IS_GTT']
  return {
    type,
    from: '7.52',
    serializer: 'TABL',
    carried: new Set([
      ...[...columns, ...(isTable ? own : [])].map(name => `${head}/${name}`),
      ...(isTable ? settingColumns.map(([, column]) => `${settings}/${column}`) : []),
      rows
    ]),
    notCarried: `foreign keys, search helps, ${isTable ? 'indexes, ' : ''}appends, comments and annotations beyond labels, currencies and units (an object that has them is left alone); long texts, translations`,
    evidence: isTable
      ? 'abapGit/abapGit src/objects/tabl/zcl_abapgit_object_tabl.clas.abap, zcl_abapgit_object_tabl_ddl.clas.abap; SAP-samples/abap-cheat-sheets src/zdemo_abap_fli.tabl.xml'
      : 'abap2xlsx/abap2xlsx src/zexcel_s_cell_data.tabl.xml and 56 further structures there',
    ...(isTable ? { fieldsFrom: 'TABT' } : {}),
    inner: { comparable: comparableSource, needs: unitTypes, write: sourceOf },
    needs: ({ sources }, before = []) =>
      neededTypes(readTableSource(sources['main'] ?? ''), before),
    values: tableValues,
    read: values => ({
      description: textAt(values, head, 'DDTEXT'),
      language: languageCode(textAt(values, head, 'DDLANGUAGE')),
      sources: { main: writeTableSource(definitionOf(values)) },
      fields: isTable ? settingsOf(values) : undefined
    })
  }
}

/** Those of new fields, and that of the first field of a new file: it may be the client. */
function neededTypes(table: TableDefinition, before: readonly Value[]): string[] {
  const first = table.fields[0]?.type
  const isNew = find(before, head) === undefined && table.kind === 'table'
  return [
    ...new Set([
      ...typesNeeded(table.fields, find(before, rows)),
      ...(isNew && first?.kind === 'named' ? [first.name] : [])
    ])
  ]
}

export const tableTypes: readonly LayoutType[] = [layoutOfTable('TABL'), layoutOfTable('STRU')]
