/** Rows of object lists: name patterns, type filters and object references. */
import type { ObjectInfo, PartKey, Store } from '../../types.ts'
import { groupKinds, groupPartOf, kindByAdtType, kinds } from '../kinds.ts'
import { adtTypeOf, entityUri, nameOf } from '../uris.ts'
import { element } from '../xml.ts'

/** One ADT object as lists show it: an object, or a function module or include of a group. */
export interface SearchRow {
  readonly key: PartKey
  readonly name: string
  readonly adtType: string
  readonly package: string
  readonly description: string
  readonly responsible: string
}

export function rowOf(info: ObjectInfo): SearchRow {
  const key = { object: info.key, part: 'main' }
  // a package stands in itself
  const home = info.key.type === 'DEVC' ? info.key.name : info.package
  return {
    key,
    name: info.key.name,
    adtType: adtTypeOf(key),
    package: home,
    description: info.description,
    responsible: info.responsible
  }
}

/** Function modules and includes of a group, each once. */
export function rowsOfGroup(store: Store, group: ObjectInfo): SearchRow[] {
  const parts = new Map(store.parts(group.key).map(part => [part.key.part, part]))
  return [...parts.values()]
    .filter(part => groupPartOf(part.key.part) !== undefined)
    .map(({ key, description = '' }) => ({
      key,
      name: nameOf(key),
      adtType: adtTypeOf(key),
      package: group.package,
      description,
      responsible: group.responsible
    }))
}

/** Every ADT object whose name fits; `pattern` as `patternOf` takes it. */
export function rowsNamed(store: Store, pattern: string): SearchRow[] {
  const matches = patternOf(pattern)
  const objects = store
    .find({ pattern: pattern.trim().replace(/%/g, '*'), max: Infinity })
    .map(rowOf)
  const groups = store.find({ pattern: '*', types: ['FUGR'], max: Infinity })
  const inGroups = groups.flatMap(info => rowsOfGroup(store, info))
  return [...objects, ...inGroups.filter(row => matches.test(row.name))]
}

/** `*` any characters, `?` one, in any case; newer releases take `%` for `*` as well. */
export function patternOf(query: string): RegExp {
  const escaped = query
    .trim()
    .toUpperCase()
    .replace(/[*%]+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${escaped}$`, 's')
}

const groupTypes = Object.values(groupKinds).map(kind => kind.adtType as string)

/**
 * The condition of a type filter, whole (`CLAS/OC`) or half (`CLAS`). A type that the search does
 * not know is no filter at all, but
 * `INCL/I`, which clients ask for includes, finds nothing: they are `PROG/I`.
 */
export function typeFilter(given: string | null): (row: SearchRow) => boolean {
  const wanted = given?.trim().toUpperCase() ?? ''
  if (wanted === '' || wanted === '*') return () => true
  if (!wanted.includes('/')) {
    const known = kinds.some(kind => kind.type === wanted || kind.adtType.startsWith(`${wanted}/`))
    return known
      ? row => row.adtType.startsWith(`${wanted}/`) || row.key.object.type === wanted
      : () => true
  }
  if (kindByAdtType(wanted) !== undefined || groupTypes.includes(wanted)) {
    return row => row.adtType === wanted
  }
  return wanted === 'INCL/I' ? () => false : () => true
}

/** `adtcore:objectReference` of a row. */
export function referenceOf(row: SearchRow, content: readonly string[] = []): string {
  return element(
    'adtcore:objectReference',
    {
      'adtcore:uri': entityUri(row.key),
      'adtcore:type': row.adtType,
      'adtcore:name': row.name,
      'adtcore:packageName': row.package,
      'adtcore:description': row.description === '' ? undefined : row.description
    },
    content
  )
}
