/** Writes the shape of a table as an abapGit file, for the transpiler. */
import { associationXml } from '../../grammar/rap/associations.ts'
import type { CdsAssociation } from '../../grammar/rap/cds-types.ts'
import { projectionXml } from '../../grammar/rap/projection-views.ts'
import type { ProjectionView } from '../../grammar/rap/projection-views.ts'
import type { Column, RepositoryFile, TableShape } from '../../types.ts'

/** INTTYPE of dictionary types; all others are characters. */
const INTERNAL_TYPES = new Map(
  [
    ['N', 'NUMC'],
    ['D', 'DATS DATN'],
    ['T', 'TIMS TIMN'],
    ['P', 'DEC CURR QUAN DF16_DEC DF34_DEC'],
    ['b', 'INT1'],
    ['s', 'INT2'],
    ['X', 'INT4 RAW LRAW'],
    ['8', 'INT8'],
    ['F', 'FLTP'],
    ['y', 'RAWSTRING'],
    ['g', 'STRING SSTRING'],
    ['a', 'D16N'],
    ['e', 'D34N'],
    ['p', 'UTCLONG']
  ].flatMap(([kind = '', names = '']) => names.split(' ').map(name => [name, kind] as const))
)

const LONG_NAMES = new Map([
  ['STRG', 'STRING'],
  ['RSTR', 'RAWSTRING'],
  ['SSTR', 'SSTRING'],
  ['DF16', 'D16N'],
  ['DF34', 'D34N'],
  ['UTCL', 'UTCLONG'],
  ['DECFLOAT16', 'D16N'],
  ['DECFLOAT34', 'D34N']
])

/**
 * A dictionary table with the fields of `shape`, in abapGit's XML. It stands in for CDS entities,
 * whose sources the transpiler would refuse for the whole program; behaviors need the associations.
 */
export function tableFile(
  shape: TableShape,
  associations: readonly CdsAssociation[] = [],
  projection?: ProjectionView
): RepositoryFile {
  const fields = shape.columns.map(field).join('')
  const head =
    `<DD02V><TABNAME>${escape(shape.name.toUpperCase())}</TABNAME><DDLANGUAGE>E</DDLANGUAGE><TABCLASS>VIEW</TABCLASS>` +
    `<DDTEXT>${escape(shape.description)}</DDTEXT></DD02V>`
  return {
    name: `${shape.name.toLowerCase().replaceAll('/', '#')}.tabl.xml`,
    text:
      '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_TABL" serializer_version="v1.0.0">' +
      `<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>${head}<DD03P_TABLE>${fields}</DD03P_TABLE>${associations.map(associationXml).join('')}${projection === undefined ? '' : projectionXml(projection)}` +
      '</asx:values></asx:abap></abapGit>\n'
  }
}

function field(column: Column): string {
  const type = column.type.toUpperCase()
  const name = LONG_NAMES.get(type) ?? type
  return (
    `<DD03P><FIELDNAME>${escape(column.name.toUpperCase())}</FIELDNAME>${column.key ? '<KEYFLAG>X</KEYFLAG>' : ''}<ADMINFIELD>0</ADMINFIELD>` +
    `<INTTYPE>${INTERNAL_TYPES.get(name) ?? 'C'}</INTTYPE><DATATYPE>${escape(name)}</DATATYPE><LENG>${digits(column.length)}</LENG>` +
    `<DECIMALS>${digits(column.decimals)}</DECIMALS><DDTEXT>${escape(column.description)}</DDTEXT></DD03P>`
  )
}

function digits(value: number): string {
  return String(value).padStart(6, '0')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
