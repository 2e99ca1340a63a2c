/**
 * Keys of table types: the primary one and the secondary ones, whose components stand in one table
 * of the file.
 */
import { child, childrenOf } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { element, leaf } from '../http/xml.ts'
import {
  childrenOf as partsOf,
  child as part,
  element as node,
  leaves,
  textAt,
  withChild
} from '../store/formats/xml.ts'
import type { Element } from '../store/formats/xml.ts'

const rowsOf = (values: Element, table: string): readonly Element[] =>
  partsOf(part(values, table), table)
/** KEYFNAME stands in folders that an earlier sandbox has written. */
const fieldOf = (row: Element): string =>
  textAt(row, 'KEYFIELD') || textAt(row, 'KEYFNAME') || textAt(row, 'FIELDNAME')
const keyNameOf = (row: Element): string => textAt(row, 'SECKEYNAME')

function componentsOf(values: Element, key: string): readonly Element[] {
  return rowsOf(values, 'DD42V').filter(row => keyNameOf(row) === key)
}

/** The components of a key: of the primary one, or of a secondary one by its name. */
export function components(values: Element, key = ''): string {
  const rows = componentsOf(values, key)
  const names = rows.map(row => element('ttyp:component', { 'ttyp:name': fieldOf(row) }))
  return element('ttyp:components', { 'ttyp:isVisible': rows.length > 0 }, names)
}

export function secondaryKeys(values: Element): string {
  const keys = rowsOf(values, 'DD43V').map(row =>
    element('ttyp:secondaryKey', { 'ttyp:name': keyNameOf(row) }, [
      leaf('ttyp:kind', textAt(row, 'KEYKIND')),
      components(values, keyNameOf(row))
    ])
  )
  return element('ttyp:secondaryKeys', { 'ttyp:isVisible': true, 'ttyp:isEditable': true }, [
    leaf('ttyp:allowed', keys.length === 0 ? 'notSpecified' : 'allowed'),
    ...keys
  ])
}

function withRows(values: Element, table: string, rows: readonly Element[]): Element {
  return withChild(values, table, rows.length === 0 ? undefined : node(table, rows))
}

/**
 * The primary key has the components of the document; one that stays keeps what the file says of
 * it.
 */
export function withComponents(
  values: Element,
  name: string,
  key: XmlElement | undefined
): Element {
  const before = componentsOf(values, '')
  const given = childrenOf(child(key, 'components'), 'component').map(each =>
    (each.attributes['name'] ?? '').trim().toUpperCase()
  )
  const rows = given.map(
    (each, index) =>
      before.find(row => textAt(row, 'KEYFIELD') === each) ??
      node(
        'DD42V',
        leaves({ TYPENAME: name, KEYFDPOS: String(index + 1).padStart(4, '0'), KEYFIELD: each })
      )
  )
  return withRows(values, 'DD42V', [
    ...rows,
    ...rowsOf(values, 'DD42V').filter(row => keyNameOf(row) !== '')
  ])
}

/** A secondary key that the document leaves out is gone; new ones cannot be made here. */
export function withSecondaryKeys(values: Element, given: XmlElement | undefined): Element {
  const names = childrenOf(given, 'secondaryKey').map(each =>
    (each.attributes['name'] ?? '').trim()
  )
  const isListed = (row: Element) => names.includes(keyNameOf(row))
  const keys = withRows(values, 'DD43V', rowsOf(values, 'DD43V').filter(isListed))
  return withRows(
    keys,
    'DD42V',
    rowsOf(keys, 'DD42V').filter(row => keyNameOf(row) === '' || isListed(row))
  )
}
