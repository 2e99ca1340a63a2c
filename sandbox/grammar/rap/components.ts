/** Components of derived types: key groups, data, flags and operations. */
import { BasicTypes } from '@abaplint/core'
import type { AbstractType } from '@abaplint/core'

const { HexType, StringType, StructureType, TableType } = BasicTypes

export interface Component {
  readonly name: string
  readonly type: AbstractType
  readonly asInclude?: boolean
}

export const yesOrNo = (): AbstractType => new BasicTypes.CharacterType(1)
export const flag = (): AbstractType => new HexType(1)
export const text = (): AbstractType => StringType.get()
export const cid = (): Component => ({ name: '%cid', type: text() })
export const cidReference = (): Component => ({ name: '%cid_ref', type: text() })

/** Rows are found by sorted keys: `entity`, `draft`, `pid`, `cid`, and `id` for the first of them. */
function secondaryKeys(row: AbstractType): NonNullable<TableOptions['secondary']> {
  const names = row instanceof StructureType ? row.getComponents() : []
  const fields = (name: string): string[] => keyFields(names.find(each => each.name === name)?.type)
  const has = (name: string): boolean => names.some(each => each.name === name)
  const key = [...fields('%key'), ...fields('source').map(each => `source-${each}`)]
  const own = key.length > 0 ? { entity: key } : {}
  const pid = has('%pid') ? { pid: ['%pid', ...key] } : {}
  const draft = has('%is_draft')
    ? { draft: ['%is_draft', ...(has('%pid') ? ['%pid'] : []), ...key] }
    : {}
  const id = Object.values({ ...draft, ...pid, ...own })[0]
  const ends = ['source', 'target'].flatMap(end => fields(end).map(each => `${end}-${each}`))
  const linked = ends.some(each => each.endsWith('%is_draft')) ? { draft: ends } : {}
  const cids = ['%cid', '%cid_ref'].filter(has)
  const all: Record<string, string[]> = {
    ...own,
    ...pid,
    ...draft,
    ...linked,
    ...(id === undefined ? {} : { id }),
    ...(cids.length > 0 ? { cid: cids } : {})
  }
  return Object.entries(all).map(([name, list]) => ({
    name,
    type: BasicTypes.TableAccessType.sorted,
    isUnique: false,
    keyFields: list.map(each => each.toUpperCase())
  }))
}

/** The fields of a key, also within groups. */
function keyFields(type: AbstractType | undefined): string[] {
  const components = type instanceof StructureType ? type.getComponents() : []
  return components
    .filter(each => each.asInclude !== true && !each.name.startsWith('%p'))
    .map(({ name }) => name)
}

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
    secondary: secondaryKeys(row)
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

type TableOptions = ConstructorParameters<typeof TableType>[1]

/** The preliminary key of an instance that has no number yet. */
const preliminary = (): Component => ({ name: '%pid', type: new HexType(16) })

interface Identified {
  readonly lateNumbering: boolean
  readonly draft: boolean
}

/** Whether an instance is a draft. */
export const draftIndicator = ({ draft }: Pick<Identified, 'draft'>): Component[] =>
  draft ? flags(['%is_draft']) : []

/**
 * %tky contains %pky, and that %key: all three name the key fields of the row itself. Late numbering
 * adds %pid to the first two, drafts add %is_draft to the first.
 */
export function transactional(keys: readonly Component[], entity: Identified): Component[] {
  return group('%tky', [...draftIndicator(entity), ...preliminaryKeys(keys, entity)])
}

export function preliminaryKeys(
  keys: readonly Component[],
  { lateNumbering }: Pick<Identified, 'lateNumbering'>
): Component[] {
  return group('%pky', [...(lateNumbering ? [preliminary()] : []), ...keyed(keys)])
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
