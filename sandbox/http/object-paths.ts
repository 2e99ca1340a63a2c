/** Path templates of object kinds and the part that their parameters name. */
import type { ObjectType, PartKey } from '../types.ts'
import { groupKinds, kindOf } from './kinds.ts'
import type { GroupPart, ObjectKind } from './kinds.ts'

/**
 * One kind of ADT object with a source: the path template, and the part that a path's parameters
 * name.
 */
export interface ObjectPath {
  readonly path: string
  readonly collection: string
  readonly adtType: string
  readonly label: string
  readonly mediaTypes: readonly string[]
  readonly nameLength: number
  readonly descriptionLimit: number
  /** Whether it has a text of its own; otherwise it is a document alone. */
  readonly source: boolean
  /** Media type of the source where it is data. */
  readonly sourceType?: string | undefined
  part(params: Readonly<Record<string, string>>): PartKey
}

/** The types whose sources are read, written, created and deleted here. */
export const sourceTypes: readonly ObjectType[] = [
  'PROG',
  'INCL',
  'CLAS',
  'INTF',
  'FUGR',
  'DDLS',
  'TABL',
  'STRU',
  'DCLS',
  'DDLX',
  'BDEF',
  'SRVD',
  'TYPE',
  'XSLT',
  'DRUL',
  'DESD',
  'DTSC',
  'CSNM',
  'EVTB',
  'EVTO',
  'COTA'
]

/** The types that are documents without a source. Packages are on their own. */
export const documentTypes: readonly ObjectType[] = [
  'DOMA',
  'DTEL',
  'TTYP',
  'MSAG',
  'SRVB',
  'ENQU',
  'SKTD'
]

export const objectKinds: readonly ObjectKind[] = [...sourceTypes, ...documentTypes].map(kindOf)

function ofKind(kind: ObjectKind): ObjectPath {
  return {
    path: `${kind.collection}/{name}`,
    collection: kind.collection,
    adtType: kind.adtType,
    label: kind.label,
    mediaTypes: kind.mediaTypes,
    nameLength: kind.nameLength,
    descriptionLimit: kind.descriptionLimit,
    source: kind.source,
    sourceType: kind.sourceType,
    part: ({ name = '' }) => ({
      object: { type: kind.type, name: name.toUpperCase() },
      part: 'main'
    })
  }
}

function ofGroup(part: GroupPart): ObjectPath {
  const kind = groupKinds[part]
  const collection = `${kindOf('FUGR').collection}/{group}/${kind.segment}`
  return {
    path: `${collection}/{name}`,
    collection,
    adtType: kind.adtType,
    label: kind.label,
    mediaTypes: kind.mediaTypes,
    nameLength: kind.nameLength,
    descriptionLimit: kind.descriptionLimit,
    source: true,
    part: ({ group = '', name = '' }) => ({
      object: { type: 'FUGR', name: group.toUpperCase() },
      part: kind.prefix + name.toUpperCase()
    })
  }
}

export const objectPaths: readonly ObjectPath[] = [
  ...objectKinds.map(ofKind),
  ofGroup('function'),
  ofGroup('include')
]
