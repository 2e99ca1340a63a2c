/** Components of derived types: key groups, data, flags and operations. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'

const { HexType, StringType, StructureType, TableType } = BasicTypes

export interface Component {
  readonly name: string
  readonly type: AbstractType
  readonly asInclude?: boolean
}

export const flag = (): AbstractType => new HexType(1)
export const text = (): AbstractType => StringType.get()
export const cid = (): Component => ({ name: '%cid', type: text() })
export const cidReference = (): Component => ({ name: '%cid_ref', type: text() })

export function tableOf(row: AbstractType): AbstractType {
  return new TableType(row, {
    withHeader: false,
    keyType: BasicTypes.TableKeyType.empty,
    primaryKey: {
      name: 'primary_key',
      type: BasicTypes.TableAccessType.standard,
      isUnique: false,
      keyFields: []
    },
    secondary: []
  })
}

export function flags(names: readonly string[]): Component[] {
  return names.map(name => ({ name, type: flag() }))
}

export function control(fields: readonly Component[]): Component {
  return { name: '%control', type: new StructureType(flags(fields.map(({ name }) => name))) }
}

/** Nothing for a structure without components. */
export function structure(name: string, components: readonly Component[]): Component[] {
  return components.length === 0 ? [] : [{ name, type: new StructureType([...components]) }]
}

/** Components that stand in the row itself and are named together. */
export function group(name: string, components: readonly Component[]): Component[] {
  return components.length === 0
    ? []
    : [{ name, type: new StructureType([...components]), asInclude: true }, ...components]
}

/** %key, and the fields. */
export function keyed(keys: readonly Component[]): Component[] {
  return group('%key', keys)
}

/** The preliminary key of an instance that has no number yet. */
const preliminary = (): Component => ({ name: '%pid', type: new HexType(16) })

/**
 * %tky contains %pky, and that %key: all three name the key fields of the row itself. Late numbering
 * adds %pid to the first two.
 */
export function transactional(keys: readonly Component[], isLate = false): Component[] {
  const pid = isLate ? [preliminary()] : []
  return group('%tky', group('%pky', [...pid, ...keyed(keys)]))
}

/** What MAPPED LATE maps to the final key: %pre has %pid, and the key of before as %tmp. */
export function numbered(keys: readonly Component[]): Component[] {
  return [...group('%pre', [preliminary(), ...structure('%tmp', keys)]), ...keyed(keys)]
}

/** %data names all fields of the row; key fields that the row has already stay where they are. */
export function data(fields: readonly Component[], keys: readonly Component[]): Component[] {
  const keyNames = new Set(keys.map(({ name }) => name))
  return [
    { name: '%data', type: new StructureType([...fields]), asInclude: true },
    ...fields.filter(({ name }) => !keyNames.has(name))
  ]
}
