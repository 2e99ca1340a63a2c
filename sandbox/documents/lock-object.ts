/** Reads and writes the document of a lock object. */
import { invalidData } from '../http/errors.ts'
import { child, childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { declare, element, leaf } from '../http/xml.ts'
import {
  child as part,
  childrenOf as partsOf,
  element as node,
  leaves,
  textAt,
  withChild,
  withText
} from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'
import type { DocumentCodec, DocumentContext } from './types.ts'

const section = 'DD25V'
const modes = new Set(['E', 'S', 'X', ''])

interface LockTable {
  readonly name: string
  readonly mode: string
}

interface LockParameter {
  readonly wanted: boolean
  readonly name: string
  readonly table: string
  readonly field: string
}

const upper = (parent: XmlElement | undefined, name: string): string =>
  (child(parent, name)?.text ?? '').trim().toUpperCase()

function tableOf(given: XmlElement | undefined): LockTable {
  const table = { name: upper(given, 'tableName'), mode: upper(given, 'lockMode') }
  if (!modes.has(table.mode)) {
    throw invalidData(`The lock mode ${table.mode} is none of E, S, X`)
  }
  return table
}

function parameterOf(given: XmlElement): LockParameter {
  return {
    wanted: (child(given, 'parameterWanted')?.text ?? '').trim() !== 'false',
    name: upper(given, 'parameterName'),
    table: upper(given, 'tableName'),
    field: upper(given, 'fieldName')
  }
}

/** The tables of the file; the first is the primary one. */
const tablesIn = (values: Element): LockTable[] =>
  partsOf(part(values, 'DD26E_TABLE'), 'DD26E').map(each => ({
    name: textAt(each, 'TABNAME'),
    mode: textAt(each, 'ENQMODE')
  }))

const parametersIn = (values: Element): LockParameter[] =>
  partsOf(part(values, 'DD27P_TABLE'), 'DD27P').map(each => ({
    wanted: textAt(each, 'WANTED') !== '-',
    name: textAt(each, 'VIEWFIELD'),
    table: textAt(each, 'TABNAME'),
    field: textAt(each, 'FIELDNAME')
  }))

/** An activation makes parameters of the key of the primary table, where there are none. */
function shownParameters(values: Element, { store, info }: DocumentContext): LockParameter[] {
  const own = parametersIn(values)
  const [primary] = tablesIn(values)
  if (own.length > 0 || primary === undefined || info.state !== 'active') return own
  return (store.shape(primary.name)?.columns ?? [])
    .filter(({ key }) => key)
    .map(({ name }) => ({
      wanted: true,
      name: name.toUpperCase(),
      table: primary.name,
      field: name.toUpperCase()
    }))
}

const tableElement = (name: string, { name: table, mode }: LockTable): string =>
  element(name, {}, [leaf('enqu:tableName', table), leaf('enqu:lockMode', mode)])

function modules({ info }: DocumentContext): string[] {
  if (info.state !== 'active') return []
  return ['ENQUEUE', 'DEQUEUE'].map(kind =>
    element('enqu:lockModule', {
      'adtcore:name': `${kind}_${info.key.name}`,
      'adtcore:type': 'FUGR/FF'
    })
  )
}

function write(values: Element, context: DocumentContext): string {
  const [primary = { name: '', mode: '' }, ...others] = tablesIn(values)
  return element('enqu:content', {}, [
    leaf('enqu:allowRFC', textAt(values, section, 'ALLOWRFC') === 'X'),
    tableElement('enqu:primaryTable', primary),
    element(
      'enqu:secondaryTables',
      {},
      others.map(table => tableElement('enqu:secondaryTable', table))
    ),
    element(
      'enqu:lockParameters',
      {},
      shownParameters(values, context).map(({ wanted, name, table, field }) =>
        element('enqu:lockParameter', {}, [
          leaf('enqu:parameterWanted', wanted),
          leaf('enqu:parameterName', name),
          leaf('enqu:tableName', table),
          leaf('enqu:fieldName', field)
        ])
      )
    ),
    element('enqu:lockModules', {}, modules(context))
  ])
}

function read(document: XmlElement, values: Element): Element {
  const content = child(document, 'content')
  const primary = tableOf(child(content, 'primaryTable'))
  if (primary.name === '') throw invalidData('Primary table name must not be empty')
  const tables = [
    primary,
    ...childrenOf(child(content, 'secondaryTables'), 'secondaryTable').map(tableOf)
  ]
  const parameters = childrenOf(child(content, 'lockParameters'), 'lockParameter').map(parameterOf)
  const rfc = (child(content, 'allowRFC')?.text ?? '').trim() === 'true' ? 'X' : ''
  const named = withText(
    withText(values, [section, 'ROOTTAB'], primary.name),
    [section, 'ALLOWRFC'],
    rfc
  )
  const rows = tables.map(({ name, mode }, index) =>
    node(
      'DD26E',
      leaves({ TABNAME: name, TABPOS: String(index + 1).padStart(4, '0'), ENQMODE: mode })
    )
  )
  const fields = parameters.map(({ wanted, name, table, field }) =>
    node(
      'DD27P',
      leaves({
        VIEWFIELD: name,
        TABNAME: table,
        FIELDNAME: field,
        ...(wanted ? {} : { WANTED: '-' })
      })
    )
  )
  return withChild(
    withChild(named, 'DD26E_TABLE', node('DD26E_TABLE', rows)),
    'DD27P_TABLE',
    fields.length === 0 ? undefined : node('DD27P_TABLE', fields)
  )
}

/** The tables that a lock object needs active. */
export function tablesOfLockObject(values: Element): readonly string[] {
  return tablesIn(values).map(({ name }) => name)
}

export const lockObject: DocumentCodec = {
  root: 'enqu:lockobject',
  namespaces: declare('enqu'),
  write,
  read
}
