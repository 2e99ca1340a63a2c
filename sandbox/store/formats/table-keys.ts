/** Translates between foreign keys of a dictionary source and the rows of its metadata. */
import type { ForeignKey, TableElement } from './table-source.ts'
import { child, childrenOf, element, leaves, textAt, withChild } from './xml.ts'
import type { Element } from './xml.ts'

const left: Readonly<Record<string, string>> = { 1: '1', '0..1': 'C', '0..*': 'CN', '1..*': 'N' }
const right: Readonly<Record<string, string>> = { 1: '1', '0..1': 'C' }
const nameOf = (table: Readonly<Record<string, string>>, code: string) =>
  Object.keys(table).find(name => table[name] === code) ?? ''

function headRow(table: string, field: TableElement, key: ForeignKey): Element {
  return element(
    'DD08V',
    leaves({
      TABNAME: table,
      FIELDNAME: field.name,
      CHECKTABLE: key.table,
      CARD: left[key.cardinality[0]] ?? '',
      CARDLEFT: right[key.cardinality[1]] ?? ''
    })
  )
}

/** `where` pairs: a field of this or another table, a literal, or `*` for "any". */
function conditionRow(
  names: { table: string; field: string; check: string },
  condition: ForeignKey['conditions'][number],
  position: number
): Element {
  const literal = condition.value.startsWith("'")
  const [owner = '', field = ''] = literal ? ['', ''] : condition.value.split('.')
  return element(
    'DD05M',
    leaves({
      TABNAME: names.table,
      FIELDNAME: names.field,
      FORTABLE: literal ? '' : owner,
      FORKEY: literal ? condition.value : field,
      CHECKTABLE: names.check,
      CHECKFIELD: condition.field,
      PRIMPOS: String(position + 1).padStart(4, '0')
    })
  )
}

function conditionRows(table: string, field: TableElement, key: ForeignKey): Element[] {
  return key.conditions.map((condition, index) =>
    conditionRow({ table, field: field.name, check: key.table }, condition, index)
  )
}

/** A key with the same meaning as before keeps its rows with all their other values. */
function withRows(
  values: Element,
  names: { list: string; row: string },
  rows: readonly Element[]
): Element {
  const list = child(values, names.list)
  if (rows.length === 0) {
    return list === undefined ? values : withChild(values, names.list, undefined)
  }
  const others =
    list?.children.filter(each => typeof each !== 'string' && each.name !== names.row) ?? []
  return withChild(values, names.list, element(names.list, [...rows, ...others], list?.attributes))
}

function sameKey(one: ForeignKey | undefined, other: ForeignKey | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export function withForeignKeys(
  values: Element,
  table: string,
  fields: readonly TableElement[]
): Element {
  const heads: Element[] = []
  const conditions: Element[] = []
  for (const field of fields) {
    const key = field.foreignKey
    if (key === undefined) continue
    const unchanged = sameKey(foreignKeyOf(values, field.name), key)
    const ofField = (row: Element) => textAt(row, 'FIELDNAME') === field.name
    heads.push(
      ...(unchanged
        ? childrenOf(child(values, 'DD08V_TABLE'), 'DD08V').filter(ofField)
        : [headRow(table, field, key)])
    )
    conditions.push(
      ...(unchanged
        ? childrenOf(child(values, 'DD05M_TABLE'), 'DD05M').filter(ofField)
        : conditionRows(table, field, key))
    )
  }
  const withConditions = withRows(values, { list: 'DD05M_TABLE', row: 'DD05M' }, conditions)
  return withRows(withConditions, { list: 'DD08V_TABLE', row: 'DD08V' }, heads)
}

/** The foreign key that the metadata keeps for a field. */
export function foreignKeyOf(values: Element, field: string): ForeignKey | undefined {
  const head = childrenOf(child(values, 'DD08V_TABLE'), 'DD08V').find(
    row => textAt(row, 'FIELDNAME') === field
  )
  if (head === undefined) return undefined
  const conditions = childrenOf(child(values, 'DD05M_TABLE'), 'DD05M')
    .filter(row => textAt(row, 'FIELDNAME') === field && textAt(row, 'CHECKFIELD') !== '')
    .map(row => {
      const owner = textAt(row, 'FORTABLE')
      const value = textAt(row, 'FORKEY')
      return {
        field: textAt(row, 'CHECKFIELD'),
        value: owner === '' || value.startsWith("'") ? value : `${owner}.${value}`
      }
    })
    .filter(condition => condition.value !== '')
  return {
    table: textAt(head, 'CHECKTABLE'),
    cardinality: [nameOf(left, textAt(head, 'CARD')), nameOf(right, textAt(head, 'CARDLEFT'))],
    conditions
  }
}

export function writeForeignKey(key: ForeignKey): string {
  const [from, to] = key.cardinality
  const cardinality = from === '' && to === '' ? '' : `[${from},${to}] `
  const conditions = key.conditions.map(
    ({ field, value }) =>
      `${field.toLowerCase()} = ${value.startsWith("'") ? value : value.toLowerCase()}`
  )
  const where = conditions.length === 0 ? '' : `\n    where ${conditions.join('\n      and ')}`
  return `\n    with foreign key ${cardinality}${key.table.toLowerCase()}${where}`
}
