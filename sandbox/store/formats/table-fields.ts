/** Translates between the fields of a dictionary source and the rows of its metadata. */
import { dictionaryTypes, fixedLength } from './dictionary-types.ts'
import { annotation } from './table-source.ts'
import type { BuiltIn, TableElement } from './table-source.ts'
import { element, isElement, leaves, textAt, withText } from './xml.ts'
import type { Element } from './xml.ts'

/**
 * What a type name stands for: a data element, a structure or table, a table type, a class or
 * interface.
 */
export type TypeKind = 'element' | 'structure' | 'tableType' | 'class'
export type KindOf = (name: string) => TypeKind

const includeMark = '.INCLU'
/** Marks an append structure, not an include with a suffix. */
const appendMark = '.INCLU--AP'
/** The fields of a row that follow from its source; everything else in a row is kept as it was. */
const derived = [
  'FIELDNAME',
  'POSITION',
  'KEYFLAG',
  'ROLLNAME',
  'CHECKTABLE',
  'ADMINFIELD',
  'INTTYPE',
  'INTLEN',
  'REFTABLE',
  'PRECFIELD',
  'REFFIELD',
  'NOTNULL',
  'DATATYPE',
  'LENG',
  'DECIMALS',
  'DDTEXT',
  'MASK',
  'COMPTYPE',
  'REFTYPE',
  'GROUPNAME'
]
/**
 * Those of them that say the type: kept as they were while the type is the same, for the other
 * system may have known more of it.
 */
const typed = [
  'FIELDNAME',
  'ROLLNAME',
  'INTTYPE',
  'INTLEN',
  'PRECFIELD',
  'DATATYPE',
  'LENG',
  'DECIMALS',
  'MASK',
  'COMPTYPE',
  'REFTYPE',
  'GROUPNAME'
]
const componentTypes: Readonly<Record<TypeKind, string>> = {
  element: 'E',
  structure: 'S',
  tableType: 'L',
  class: 'E'
}
const referenceTypes: Readonly<Record<TypeKind, string>> = {
  element: 'E',
  structure: 'S',
  tableType: 'L',
  class: 'C'
}

const padded = (value: number) => String(value).padStart(6, '0')

/** Rows that come from an append or an enhancement: no source of the table itself has them. */
export function isForeignRow(row: Element): boolean {
  const field = textAt(row, 'FIELDNAME')
  const level = textAt(row, 'ADMINFIELD')
  return field.startsWith('.APPE') || field === appendMark || (level !== '' && level !== '0')
}

function builtInFields(type: BuiltIn): Record<string, string> {
  const row = Object.values(dictionaryTypes).find(each => each.datatype === type.datatype)
  return {
    INTTYPE: row?.internal ?? 'C',
    INTLEN: padded(row?.bytes(type.length) ?? type.length),
    DATATYPE: type.datatype,
    LENG: type.length === 0 ? '' : padded(type.length),
    DECIMALS: type.decimals === 0 ? '' : padded(type.decimals),
    MASK: `  ${type.datatype}`
  }
}

function namedFields(name: string, kind: TypeKind): Record<string, string> {
  const comptype = componentTypes[kind]
  if (kind === 'structure') {
    return { ROLLNAME: name, DATATYPE: 'STRU', MASK: '  STRUS', COMPTYPE: comptype }
  }
  if (kind === 'tableType') {
    return {
      ROLLNAME: name,
      INTTYPE: 'h',
      INTLEN: padded(8),
      DATATYPE: 'TTYP',
      MASK: '  TTYPL',
      COMPTYPE: comptype
    }
  }
  return { ROLLNAME: name, COMPTYPE: comptype }
}

function referenceFields(name: string, kind: TypeKind): Record<string, string> {
  const target = name === 'DATA' || name === 'OBJECT' ? 'C' : referenceTypes[kind]
  return {
    ROLLNAME: name,
    INTTYPE: target === 'C' ? 'r' : 'l',
    INTLEN: padded(8),
    DATATYPE: 'REF',
    MASK: `  REF R${target}`,
    COMPTYPE: 'R',
    REFTYPE: target
  }
}

function typeFields({ type, name }: TableElement, kindOf: KindOf): Record<string, string> {
  if ('builtIn' in type) return builtInFields(type.builtIn)
  if ('named' in type) return namedFields(type.named, kindOf(type.named))
  if ('reference' in type) return referenceFields(type.reference, kindOf(type.reference))
  const fieldname = type.suffix === '' ? `${includeMark}DE` : `${includeMark}-${type.suffix}`
  return {
    FIELDNAME: fieldname,
    PRECFIELD: type.include,
    MASK: '      S',
    COMPTYPE: 'S',
    GROUPNAME: name
  }
}

function referenceOf(field: TableElement): Record<string, string> {
  const target = annotation(
    field.annotations,
    'Semantics.amount.currencyCode',
    'Semantics.quantity.unitOfMeasure'
  )
  const [table = '', reference = ''] = target?.split('.') ?? []
  return target === undefined
    ? {}
    : { REFTABLE: table.toUpperCase(), REFFIELD: reference.toUpperCase() }
}

/**
 * The row that keeps a field; facts of `old`, the row that kept it before, stay where the source
 * cannot say them.
 */
export function toRow(
  field: TableElement,
  position: number,
  options: { old: Element | undefined; kindOf: KindOf }
): Element {
  const { old, kindOf } = options
  const unchanged = old !== undefined && sameType(old, field)
  const label =
    annotation(field.annotations, 'EndUserText.label') ??
    ('builtIn' in field.type ? '' : textAt(old, 'DDTEXT'))
  const values: Record<string, string> = {
    FIELDNAME: field.name,
    POSITION: textAt(old, 'POSITION') === '' ? '' : String(position).padStart(4, '0'),
    KEYFLAG: field.key ? 'X' : '',
    ADMINFIELD: '0',
    ...referenceOf(field),
    NOTNULL: field.notNull ? 'X' : '',
    DDTEXT: label,
    ...(field.foreignKey === undefined ? {} : { CHECKTABLE: field.foreignKey.table }),
    ...(unchanged
      ? Object.fromEntries(typed.map(name => [name, textAt(old, name)]))
      : typeFields(field, kindOf))
  }
  const ordered = Object.fromEntries(derived.map(name => [name, values[name] ?? '']))
  const fresh = element('DD03P', leaves(ordered))
  if (old === undefined) return fresh
  return derived.reduce(
    (row, name) => withText(row, [name], ordered[name] ?? ''),
    sameOrder(old, fresh)
  )
}

/**
 * The old row with the leaves it lacks put where a fresh row has them, so that an unchanged field
 * gives an unchanged row.
 */
function sameOrder(old: Element, fresh: Element): Element {
  const children = [...old.children]
  fresh.children.forEach((leaf, index) => {
    if (!isElement(leaf) || children.some(each => isElement(each) && each.name === leaf.name)) {
      return
    }
    const before = fresh.children.slice(0, index).reverse().find(isElement)
    const at = children.findIndex(each => isElement(each) && each.name === before?.name)
    children.splice(at + 1, 0, leaf)
  })
  return { ...old, children }
}

/** The row's name among its siblings: what finds the old row of a field. */
export function rowName(row: Element): string {
  const field = textAt(row, 'FIELDNAME')
  return field.startsWith(includeMark)
    ? `${textAt(row, 'GROUPNAME')}:${textAt(row, 'PRECFIELD')}`
    : field
}

export function elementName(field: TableElement): string {
  return 'include' in field.type ? `${field.name}:${field.type.include}` : field.name
}

function builtInOf(row: Element): BuiltIn {
  const datatype = textAt(row, 'DATATYPE')
  const fixed = fixedLength(datatype)
  const length = textAt(row, 'LENG')
  return {
    datatype,
    length: length === '' ? fixed.length : Number(length),
    decimals: Number(textAt(row, 'DECIMALS')) || fixed.decimals
  }
}

function sameType(row: Element, field: TableElement): boolean {
  return (
    rowName(row) === elementName(field) &&
    JSON.stringify(typeOf(row)) === JSON.stringify(field.type)
  )
}

function typeOf(row: Element): TableElement['type'] {
  const field = textAt(row, 'FIELDNAME')
  if (field.startsWith(includeMark)) {
    const hasSuffix = field.startsWith(`${includeMark}-`) && field !== appendMark
    return {
      include: textAt(row, 'PRECFIELD'),
      suffix: hasSuffix ? field.slice(includeMark.length + 1) : ''
    }
  }
  const named = textAt(row, 'ROLLNAME')
  if (textAt(row, 'COMPTYPE') === 'R') return { reference: named }
  return named === '' ? { builtIn: builtInOf(row) } : { named }
}

/** The field that a row keeps, without its foreign key. */
export function fromRow(row: Element): TableElement {
  const type = typeOf(row)
  const label = textAt(row, 'DDTEXT')
  const reference = textAt(row, 'REFFIELD')
  const semantics =
    textAt(row, 'DATATYPE') === 'QUAN'
      ? 'Semantics.quantity.unitOfMeasure'
      : 'Semantics.amount.currencyCode'
  return {
    name: 'include' in type ? textAt(row, 'GROUPNAME') : textAt(row, 'FIELDNAME'),
    annotations: [
      ...(label !== '' && 'builtIn' in type ? [{ name: 'EndUserText.label', value: label }] : []),
      ...(reference === ''
        ? []
        : [{ name: semantics, value: `${textAt(row, 'REFTABLE')}.${reference}`.toLowerCase() }])
    ],
    key: textAt(row, 'KEYFLAG') === 'X',
    notNull: textAt(row, 'NOTNULL') === 'X',
    type,
    row: 0
  }
}
