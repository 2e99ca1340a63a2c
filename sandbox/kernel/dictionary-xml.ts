/** Writes the data elements, structures and tables of the kernel as abapGit files. */
import { commonElements, domains } from './common-types.ts'
import { dataElements as standardElements } from './data-elements.ts'
import { currencyElements } from './dictionary/currencies.ts'
import { masterDataElements } from './flights/master-data.ts'
import { flightElements } from './flights/model.ts'
import { flightReferenceElements, flightReferenceTables } from './flights/reference.ts'
import { logElements } from './log/types.ts'
import { mailElements } from './mail-types.ts'
import { numberRangeElements } from './number-range-types.ts'
import { behaviorElements } from './rap-types.ts'
import { repositoryElements } from './repository-types.ts'
import { tables, tableTypes } from './structures.ts'
import { reportElements } from './report-types.ts'
import { transactionElements } from './transaction-types.ts'
import type { DictionaryTable, Field } from './dictionary-types.ts'
import type { Column, RepositoryFile } from '../types.ts'

interface BuiltInType {
  readonly type: string
  readonly length: number
  readonly decimals: number
}

/** Built-in types whose length is given by the type itself. */
const fixedLengths: Readonly<Record<string, number>> = {
  DATS: 8,
  TIMS: 6,
  INT1: 3,
  INT2: 5,
  INT4: 10,
  INT8: 19,
  STRG: 0,
  RSTR: 0
}

/** Data elements whose domain converts values: name, type, routine, short text. */
const converted: readonly (readonly [name: string, type: string, exit: string, text: string])[] = [
  ['VERI_ALPHA', 'CHAR 10', 'ALPHA', 'VERI_ALPHA'],
  ['MATNR_EXT', 'CHAR 40', 'ALPHA', 'MATNR_EXT'],
  ['MEINS', 'UNIT 3', 'CUNIT', 'Base unit of measure'],
  ['MSEHI', 'UNIT 3', 'CUNIT', 'Unit of measure']
]

/** Field labels of medium length, as public tests show them. */
const labels: Readonly<Record<string, string>> = {
  DATUM: 'Date',
  DMBTR: 'Amount in LC',
  MANDT: 'Client',
  VERI_ALPHA: 'ALPHA'
}

const dataElements = [
  ...standardElements,
  ...repositoryElements,
  ...transactionElements,
  ...reportElements,
  ...numberRangeElements,
  ...behaviorElements,
  ...mailElements,
  ...logElements,
  ...commonElements,
  ...currencyElements,
  ...flightElements,
  ...masterDataElements,
  ...converted.map(([name, type, , text]) => [name, type, text] as const)
]

const elements = new Map(
  [...dataElements, ...flightReferenceElements].map(([name, type, text]) => [
    name,
    { builtIn: builtIn(type), text }
  ])
)

function builtIn(text: string): BuiltInType {
  const [type = '', size = ''] = text.split(' ')
  const [length = '', decimals = '0'] = size.split('.')
  return { type, length: fixedLengths[type] ?? Number(length), decimals: Number(decimals) }
}

/** The column of a kernel table or structure as its data element gives it. */
export function columnOf([name, type, key]: Field): Column {
  const element = elements.get(type)
  if (element === undefined) throw new Error(`field ${name} names the unknown data element ${type}`)
  return { name, ...element.builtIn, key: key === 'key', description: element.text }
}

function node(name: string, content: string | number): string {
  return content === '' ? '' : `<${name}>${content}</${name}>`
}

/** The name of an object in a file name: the name space of `/DMO/TRAVEL` as `#dmo#travel`. */
function fileName(name: string): string {
  return name.toLowerCase().replaceAll('/', '#')
}

function digits(value: number): string {
  return String(value).padStart(6, '0')
}

function document(serializer: string, content: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<abapGit version="v1.0.0" serializer="LCL_OBJECT_${serializer}" serializer_version="v1.0.0">` +
    `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>${content}</asx:values></asx:abap></abapGit>\n`
  )
}

function dataElementFile(name: string, text: string): RepositoryFile {
  const { type, length, decimals } = elements.get(name)!.builtIn
  const fields =
    node('ROLLNAME', name) +
    node('DDLANGUAGE', 'E') +
    node('DOMNAME', converted.some(([own]) => own === name) ? name : '') +
    node('HEADLEN', '55') +
    node('SCRLEN2', name in labels ? '20' : '') +
    node('DDTEXT', text) +
    node('REPTEXT', text) +
    node('SCRTEXT_M', labels[name] ?? '') +
    node('DTELMASTER', 'E') +
    node('DATATYPE', type) +
    node('LENG', digits(length)) +
    node('DECIMALS', decimals > 0 ? digits(decimals) : '')
  return {
    name: `${fileName(name)}.dtel.xml`,
    text: document('DTEL', `<DD04V>${fields}</DD04V>`)
  }
}

function domainFile(name: string, exit: string, text: string): RepositoryFile {
  const { type, length } = elements.get(name)!.builtIn
  const fields =
    node('DOMNAME', name) +
    node('DDLANGUAGE', 'E') +
    node('DATATYPE', type) +
    node('LENG', digits(length)) +
    node('OUTPUTLEN', digits(length)) +
    node('CONVEXIT', exit) +
    node('DDTEXT', text)
  return {
    name: `${fileName(name)}.doma.xml`,
    text: document('DOMA', `<DD01V>${fields}</DD01V>`)
  }
}

function tableFile(table: DictionaryTable): RepositoryFile {
  const header =
    node('TABNAME', table.name) +
    node('DDLANGUAGE', 'E') +
    node('TABCLASS', table.kind === 'table' ? 'TRANSP' : 'INTTAB') +
    node('DDTEXT', table.text) +
    node('CONTFLAG', table.kind === 'table' ? 'A' : '')
  const technical =
    table.kind === 'table'
      ? '<DD09L>' +
        node('TABNAME', table.name) +
        node('TABKAT', '0') +
        node('TABART', 'APPL2') +
        '</DD09L>'
      : ''
  const fields = table.fields
    .map(
      ([name, type, key]) =>
        '<DD03P>' +
        node('FIELDNAME', name) +
        node('KEYFLAG', key ? 'X' : '') +
        node('ROLLNAME', type.replace('@', '')) +
        node('NOTNULL', key ? 'X' : '') +
        node('COMPTYPE', kindOf(type)) +
        node('REFTYPE', type.startsWith('@') ? 'C' : '') +
        '</DD03P>'
    )
    .join('')
  return {
    name: `${fileName(table.name)}.tabl.xml`,
    text: document(
      'TABL',
      `<DD02V>${header}</DD02V>${technical}<DD03P_TABLE>${fields}</DD03P_TABLE>`
    )
  }
}

/** COMPTYPE: reference, data element, table type or structure. */
function kindOf(type: string): string {
  if (type.startsWith('@')) return 'R'
  if (elements.has(type)) return 'E'
  return tableTypes.some(([own]) => own === type) ? 'L' : 'S'
}

function rowOf(line: string): string {
  if (line === 'STRING') return node('DATATYPE', 'STRG')
  if (line === 'XSTRING') return node('DATATYPE', 'RSTR')
  return node('ROWTYPE', line) + node('ROWKIND', elements.has(line) ? 'E' : 'S')
}

function tableTypeFile(name: string, line: string, text: string): RepositoryFile {
  const fields =
    node('TYPENAME', name) +
    node('DDLANGUAGE', 'E') +
    rowOf(line) +
    node('ACCESSMODE', 'T') +
    node('KEYDEF', 'D') +
    node('KEYKIND', 'N') +
    node('DDTEXT', text)
  return {
    name: `${fileName(name)}.ttyp.xml`,
    text: document('TTYP', `<DD40V>${fields}</DD40V>`)
  }
}

/** The dictionary of the kernel in abapGit file format. */
export function dictionaryFiles(): RepositoryFile[] {
  return [
    ...converted.map(([name, , exit, text]) => domainFile(name, exit, text)),
    ...domains.map(name => domainFile(name, '', name)),
    ...dataElements.map(([name, , text]) => dataElementFile(name, text)),
    ...tables.map(tableFile),
    ...tableTypes.map(([name, line, text]) => tableTypeFile(name, line, text))
  ]
}

/** The tables and data elements of the flight reference scenario in abapGit file format. */
export function scenarioFiles(): RepositoryFile[] {
  return [
    ...flightReferenceElements.map(([name, , text]) => dataElementFile(name, text)),
    ...flightReferenceTables.map(tableFile)
  ]
}
