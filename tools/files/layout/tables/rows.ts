/** The rows of DD03P: fields of a table in the file of the layout. */
import { NotCarried } from '../content.ts'
import type { NamedTypes, TypeFacts } from '../types-named.ts'
import { childrenOf, section, textAt } from '../values.ts'
import type { Value } from '../values.ts'
import { builtInColumns, calendarTypes } from './data-types.ts'
import type { FieldType, TableField, UnitField } from './definition.ts'

const includeMark = '.INCLU'
const unitTypes: ReadonlySet<string> = new Set(['QUAN', 'UNIT'])

/** Columns in the order of DD03P. */
const order = [
  'FIELDNAME',
  'KEYFLAG',
  'ROLLNAME',
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
  'VALEXI',
  'MASK',
  'DDTEXT',
  'SHLPORIGIN',
  'COMPTYPE',
  'GROUPNAME',
  'REFTYPE',
  'LANGUFLAG',
  'ANONYMOUS'
]
/** Columns that a source says beside the type; the others of a row follow from its type. */
const beside: ReadonlySet<string> = new Set([
  'KEYFLAG',
  'REFTABLE',
  'REFFIELD',
  'NOTNULL',
  'GROUPNAME',
  'LANGUFLAG',
  'ANONYMOUS'
])

const isOn = (text: string): string => (text === 'X' ? 'X' : '')
const flag = (isSet: boolean): string => (isSet ? 'X' : '')

function typeOf(row: readonly Value[]): FieldType {
  const at = (name: string) => textAt(row, name)
  const field = at('FIELDNAME')
  if (field.startsWith(includeMark)) {
    if (!/^\.INCLU(?:DE|-\w+)$/.test(field)) throw new NotCarried(`the field ${field}`)
    const suffix = field.startsWith(`${includeMark}-`) ? field.slice(includeMark.length + 1) : ''
    return { kind: 'include', name: at('PRECFIELD'), suffix }
  }
  const name = at('ROLLNAME')
  if (at('COMPTYPE') === 'R') {
    if (name === '' || at('REFTYPE') === 'B') throw new NotCarried(`the type of its field ${field}`)
    return { kind: 'reference', name }
  }
  if (name !== '') return { kind: 'named', name }
  const type = {
    dataType: at('DATATYPE'),
    length: Number(at('LENG')),
    decimals: Number(at('DECIMALS'))
  }
  if (type.dataType === '') throw new NotCarried(`no type of its field ${field}`)
  return { kind: 'built-in', type }
}

function unitOf(row: readonly Value[], types: ReadonlyMap<string, string>): UnitField | undefined {
  const field = textAt(row, 'REFFIELD')
  if (field === '') return undefined
  const own = textAt(row, 'DATATYPE') || (types.get(textAt(row, 'ROLLNAME')) ?? '')
  const kind = unitTypes.has(own) ? 'unit' : 'currency'
  return { kind, table: textAt(row, 'REFTABLE'), field }
}

/**
 * The fields of rows. Whether a data element is an amount or a quantity is not in the row: `units`
 * has the data type of those that are known.
 *
 * @throws NotCarried for a row that a source cannot say
 */
export function fieldsOfRows(
  list: Value | undefined,
  units: ReadonlyMap<string, string>
): TableField[] {
  return childrenOf(list).map(value => {
    const row = childrenOf(value)
    const type = typeOf(row)
    return {
      name: textAt(row, type.kind === 'include' ? 'GROUPNAME' : 'FIELDNAME'),
      isKey: textAt(row, 'KEYFLAG') === 'X',
      notNull: textAt(row, 'NOTNULL') === 'X',
      type,
      label: type.kind === 'built-in' ? textAt(row, 'DDTEXT') : '',
      isTextLanguage: isOn(textAt(row, 'LANGUFLAG')) === 'X',
      isAnonymized: isOn(textAt(row, 'ANONYMOUS')) === 'X',
      unit: unitOf(row, units)
    }
  })
}

/** The name of a field, or what an include includes. */
const keyOf = (name: string, type: FieldType): string =>
  type.kind === 'include' ? `${name} ${includeMark} ${type.name}` : name

const isSameType = (one: FieldType, other: FieldType): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

interface OldRow {
  readonly key: string
  readonly type: FieldType
  readonly columns: ReadonlyMap<string, string>
}

function oldRows(before: Value | undefined): OldRow[] {
  return childrenOf(before).flatMap(value => {
    const row = childrenOf(value)
    try {
      const type = typeOf(row)
      const name = textAt(row, type.kind === 'include' ? 'GROUPNAME' : 'FIELDNAME')
      const columns = new Map(
        row.flatMap(({ name: column, content }) =>
          typeof content === 'string' ? [[column, content] as const] : []
        )
      )
      return [{ key: keyOf(name, type), type, columns }]
    } catch (error) {
      if (error instanceof NotCarried) return []
      throw error
    }
  })
}

/** Names of the types whose facts new rows need. */
export function typesNeeded(
  fields: readonly TableField[],
  before: Value | undefined
): readonly string[] {
  const old = oldRows(before)
  return fields.flatMap(({ name, type }) => {
    if (type.kind === 'built-in') return []
    const known = old.find(({ key }) => key === keyOf(name, type))
    return known !== undefined && isSameType(known.type, type) ? [] : [type.name]
  })
}

function factsOf(name: string, types: NamedTypes): TypeFacts {
  const facts = types.get(name)
  if (facts === undefined) {
    throw new NotCarried(`the type ${name}, of which the system does not say what it is`)
  }
  return facts
}

function elementColumns({ dataType, hasFixedValues, hasSearchHelp }: TypeFacts) {
  const origin = hasSearchHelp === true ? 'D' : hasFixedValues === true ? 'F' : ''
  const isCalendar = origin === '' && calendarTypes.has(dataType ?? '')
  return {
    VALEXI: flag(hasFixedValues === true),
    SHLPORIGIN: isCalendar ? 'T' : origin,
    COMPTYPE: 'E'
  }
}

function referenceColumns(name: string, types: NamedTypes): Record<string, string> {
  const isGeneric = name === 'DATA' || name === 'OBJECT'
  const kind = isGeneric ? 'C' : factsOf(name, types).kind
  if (isGeneric || (kind !== 'C' && kind !== 'I')) {
    throw new NotCarried(`a reference to ${name} as a type`)
  }
  return {
    ROLLNAME: name,
    DATATYPE: 'REF',
    MASK: `  REF R${kind}`,
    COMPTYPE: 'R',
    REFTYPE: kind
  }
}

function typeColumns({ name, type }: TableField, types: NamedTypes): Record<string, string> {
  if (type.kind === 'built-in') {
    const columns = builtInColumns(type.type)
    if (columns === undefined) throw new NotCarried(`a new field of the type ${type.type.dataType}`)
    return { FIELDNAME: name, ...columns }
  }
  if (type.kind === 'include') {
    return {
      FIELDNAME: type.suffix === '' ? `${includeMark}DE` : `${includeMark}-${type.suffix}`,
      PRECFIELD: type.name,
      MASK: '      S',
      DDTEXT: factsOf(type.name, types).description,
      COMPTYPE: 'S'
    }
  }
  if (type.kind === 'reference') {
    return { FIELDNAME: name, ...referenceColumns(type.name, types) }
  }
  const facts = factsOf(type.name, types)
  const own = { FIELDNAME: name, ROLLNAME: type.name }
  if (facts.kind === 'E') return { ...own, ...elementColumns(facts) }
  if (facts.kind === 'S') return { ...own, DATATYPE: 'STRU', MASK: '  STRUS', COMPTYPE: 'S' }
  if (facts.kind === 'L') return { ...own, DATATYPE: 'TTYP', MASK: '  TTYPL', COMPTYPE: 'L' }
  throw new NotCarried(`the class ${type.name} as the type of a field`)
}

function besideColumns(field: TableField): Record<string, string> {
  return {
    KEYFLAG: flag(field.isKey),
    ADMINFIELD: '0',
    REFTABLE: field.unit?.table ?? '',
    REFFIELD: field.unit?.field ?? '',
    NOTNULL: flag(field.notNull),
    ...(field.type.kind === 'built-in' ? { DDTEXT: field.label } : {}),
    ...(field.type.kind === 'include' ? { GROUPNAME: field.name } : {}),
    LANGUFLAG: flag(field.isTextLanguage),
    ANONYMOUS: flag(field.isAnonymized)
  }
}

/** A row of the file with what a source says of it; what follows from an unchanged type stays. */
function keptRow(field: TableField, { columns }: OldRow): Value {
  const now = besideColumns(field)
  const isSaid = (name: string) =>
    beside.has(name) || (name === 'DDTEXT' && field.type.kind === 'built-in')
  const kept = [...columns].flatMap(([name, text]): [string, string][] =>
    isSaid(name) ? (now[name] === '' ? [] : [[name, now[name] ?? text]]) : [[name, text]]
  )
  const names = new Set(kept.map(([name]) => name))
  for (const [name, text] of Object.entries(now)) {
    if (text === '' || names.has(name) || !isSaid(name)) continue
    const at = kept.findIndex(([other]) => order.indexOf(other) > order.indexOf(name))
    kept.splice(at < 0 ? kept.length : at, 0, [name, text])
  }
  return { name: 'DD03P', content: kept.map(([name, content]) => ({ name, content })) }
}

/** @throws NotCarried where a row needs more than is known of its type */
export function rowsOfFields(
  fields: readonly TableField[],
  before: Value | undefined,
  types: NamedTypes
): Value[] {
  const old = oldRows(before)
  return fields.map(field => {
    const known = old.find(({ key }) => key === keyOf(field.name, field.type))
    if (known !== undefined && isSameType(known.type, field.type)) return keptRow(field, known)
    const columns = { ...typeColumns(field, types), ...besideColumns(field) }
    const entries = Object.entries(columns) as [string, string][]
    return section(
      'DD03P',
      Object.fromEntries(entries.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
    )
  })
}
