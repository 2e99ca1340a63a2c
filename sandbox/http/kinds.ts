/** The object types of the HTTP interface: collections, ADT types, media types and labels. */
import type { ObjectType } from '../types.ts'

/** An object type as the HTTP interface shows it. */
export interface ObjectKind {
  readonly type: ObjectType
  readonly adtType: string
  readonly collection: string
  readonly label: string
  /** Of the object's metadata, best first. */
  readonly mediaTypes: readonly string[]
  /**
   * Name of the parameter that a GET of the bare collection misses; without one the workbench
   * refuses the URI.
   */
  readonly parameter?: string
  /** Whether `source/main` is a text. */
  readonly source: boolean
  /** Media type of the source where it is data. */
  readonly sourceType?: string
  readonly nameLength: number
  readonly descriptionLimit: number
  /** The object has no drafts: what is stored is active. */
  readonly activeAtOnce?: true
}

const vendor = (name: string) => `application/vnd.sap.adt.${name}+xml`

export const kinds: readonly ObjectKind[] = [
  {
    type: 'PROG',
    adtType: 'PROG/P',
    collection: '/programs/programs',
    label: 'Program',
    mediaTypes: [vendor('programs.programs.v2'), vendor('programs.programs')],
    parameter: 'programname',
    source: true,
    nameLength: 30,
    descriptionLimit: 70
  },
  {
    type: 'INCL',
    adtType: 'PROG/I',
    collection: '/programs/includes',
    label: 'Include',
    mediaTypes: [vendor('programs.includes.v2'), vendor('programs.includes')],
    parameter: 'includename',
    source: true,
    nameLength: 30,
    descriptionLimit: 70
  },
  {
    type: 'CLAS',
    adtType: 'CLAS/OC',
    collection: '/oo/classes',
    label: 'Class',
    mediaTypes: [
      vendor('oo.classes.v4'),
      vendor('oo.classes.v3'),
      vendor('oo.classes.v2'),
      vendor('oo.classes')
    ],
    parameter: 'classname',
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'INTF',
    adtType: 'INTF/OI',
    collection: '/oo/interfaces',
    label: 'Interface',
    mediaTypes: [
      vendor('oo.interfaces.v5'),
      vendor('oo.interfaces.v4'),
      vendor('oo.interfaces.v3'),
      vendor('oo.interfaces.v2'),
      vendor('oo.interfaces')
    ],
    parameter: 'interfacename',
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'FUGR',
    adtType: 'FUGR/F',
    collection: '/functions/groups',
    label: 'Function Group',
    mediaTypes: [
      vendor('functions.groups.v3'),
      vendor('functions.groups.v2'),
      vendor('functions.groups')
    ],
    parameter: 'groupname',
    source: true,
    nameLength: 26,
    descriptionLimit: 40
  },
  {
    type: 'DDLS',
    adtType: 'DDLS/DF',
    collection: '/ddic/ddl/sources',
    label: 'Data Definition',
    mediaTypes: [vendor('ddlSource'), vendor('ddlSource.v2')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'TABL',
    adtType: 'TABL/DT',
    collection: '/ddic/tables',
    label: 'Table',
    mediaTypes: [vendor('tables.v2'), vendor('blues.v1')],
    source: true,
    nameLength: 16,
    descriptionLimit: 60
  },
  {
    type: 'STRU',
    adtType: 'TABL/DS',
    collection: '/ddic/structures',
    label: 'Structure',
    mediaTypes: [vendor('structures.v2'), vendor('blues.v1')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'DEVC',
    adtType: 'DEVC/K',
    collection: '/packages',
    label: 'Package',
    mediaTypes: [vendor('packages.v2'), vendor('packages.v1')],
    source: false,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'DOMA',
    adtType: 'DOMA/DD',
    collection: '/ddic/domains',
    label: 'Domain',
    mediaTypes: [vendor('domains.v2'), vendor('domains.v1')],
    source: false,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'DTEL',
    adtType: 'DTEL/DE',
    collection: '/ddic/dataelements',
    label: 'Data Element',
    mediaTypes: [vendor('dataelements.v2'), vendor('dataelements.v1')],
    source: false,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'TTYP',
    adtType: 'TTYP/DA',
    collection: '/ddic/tabletypes',
    label: 'Table Type',
    mediaTypes: [vendor('tabletype.v1')],
    source: false,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'MSAG',
    adtType: 'MSAG/N',
    collection: '/messageclass',
    label: 'Message Class',
    mediaTypes: [vendor('mc.messageclass')],
    source: false,
    nameLength: 20,
    descriptionLimit: 60,
    activeAtOnce: true
  },
  {
    type: 'DCLS',
    adtType: 'DCLS/DL',
    collection: '/acm/dcl/sources',
    label: 'Access Control',
    mediaTypes: [vendor('dclSource')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'DDLX',
    adtType: 'DDLX/EX',
    collection: '/ddic/ddlx/sources',
    label: 'Metadata Extension',
    mediaTypes: [vendor('ddic.ddlx.v1')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'BDEF',
    adtType: 'BDEF/BDO',
    collection: '/bo/behaviordefinitions',
    label: 'Behavior Definition',
    mediaTypes: [vendor('blues.v1')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'SRVD',
    adtType: 'SRVD/SRV',
    collection: '/ddic/srvd/sources',
    label: 'Service Definition',
    mediaTypes: [vendor('ddic.srvd.v1')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'SRVB',
    adtType: 'SRVB/SVB',
    collection: '/businessservices/bindings',
    label: 'Service Binding',
    mediaTypes: [
      vendor('businessservices.servicebinding.v2'),
      vendor('businessservices.servicebinding.v1')
    ],
    source: false,
    nameLength: 26,
    descriptionLimit: 60
  },
  {
    type: 'TYPE',
    adtType: 'TYPE/DG',
    collection: '/ddic/typegroups',
    label: 'Type Group',
    mediaTypes: [vendor('ddic.typegroups.v2')],
    source: true,
    nameLength: 5,
    descriptionLimit: 60
  },
  {
    type: 'ENQU',
    adtType: 'ENQU/DL',
    collection: '/ddic/lockobjects/sources',
    label: 'Lock Object',
    mediaTypes: [vendor('lockobjects.v1')],
    source: false,
    nameLength: 16,
    descriptionLimit: 60
  },
  {
    type: 'SKTD',
    adtType: 'SKTD/TYP',
    collection: '/documentation/ktd/documents',
    label: 'Knowledge Transfer Document',
    mediaTypes: [vendor('sktdv2')],
    source: false,
    nameLength: 40,
    descriptionLimit: 60
  },
  {
    type: 'XSLT',
    adtType: 'XSLT/VT',
    collection: '/xslt/transformations',
    label: 'Transformation',
    mediaTypes: [vendor('transformations')],
    source: true,
    nameLength: 40,
    descriptionLimit: 60
  },
  {
    type: 'DRUL',
    adtType: 'DRUL/DRL',
    collection: '/ddic/drul/sources',
    label: 'Dependency Rule',
    mediaTypes: [vendor('ddic.drul.v1')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'DESD',
    adtType: 'DESD/TYP',
    collection: '/ddic/desd',
    label: 'Logical External Schema',
    mediaTypes: [vendor('blues.v1')],
    source: true,
    sourceType: 'application/json',
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'DTSC',
    adtType: 'DTSC/TYP',
    collection: '/ddic/dtsc/sources',
    label: 'Static Cache',
    mediaTypes: [vendor('blues.v1')],
    source: true,
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'CSNM',
    adtType: 'CSNM/TYP',
    collection: '/csn/csnm',
    label: 'Core Schema Notation Model',
    mediaTypes: [vendor('blues.v1')],
    source: true,
    sourceType: 'application/json',
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'EVTB',
    adtType: 'EVTB/EVB',
    collection: '/businessservices/evtbevb',
    label: 'Event Binding',
    mediaTypes: [vendor('blues.v1')],
    source: true,
    sourceType: 'application/json',
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'EVTO',
    adtType: 'EVTO/EVO',
    collection: '/businessservices/evtoevo',
    label: 'Event Object',
    mediaTypes: [vendor('blues.v2')],
    source: true,
    sourceType: 'application/json',
    nameLength: 30,
    descriptionLimit: 60
  },
  {
    type: 'COTA',
    adtType: 'COTA/TYP',
    collection: '/conn/commtargets',
    label: 'Communication Target',
    mediaTypes: [vendor('blues.v1')],
    source: true,
    sourceType: 'application/json',
    nameLength: 30,
    descriptionLimit: 60
  }
]

/** Parts of a function group that are ADT objects of their own. */
export const groupKinds = {
  function: {
    prefix: 'function:',
    adtType: 'FUGR/FF',
    segment: 'fmodules',
    label: 'Function Module',
    mediaTypes: [
      vendor('functions.fmodules.v3'),
      vendor('functions.fmodules.v2'),
      vendor('functions.fmodules')
    ],
    nameLength: 30,
    descriptionLimit: 74
  },
  include: {
    prefix: 'include:',
    adtType: 'FUGR/I',
    segment: 'includes',
    label: 'Function Group Include',
    mediaTypes: [vendor('functions.fincludes.v2'), vendor('functions.fincludes')],
    nameLength: 30,
    descriptionLimit: 70
  }
} as const

export type GroupPart = keyof typeof groupKinds

export const classIncludes = ['definitions', 'implementations', 'macros', 'testclasses'] as const

const byType = new Map(kinds.map(kind => [kind.type, kind]))
const byAdtType = new Map(kinds.map(kind => [kind.adtType, kind]))

export function kindOf(type: ObjectType): ObjectKind {
  const kind = byType.get(type)
  if (kind === undefined) throw new Error(`No object kind ${type}`)
  return kind
}

/** By ADT type, whole (`CLAS/OC`) or only its first half where that names one type (`CLAS`). */
export function kindByAdtType(adtType: string): ObjectKind | undefined {
  const wanted = adtType.toUpperCase()
  if (wanted.includes('/')) return byAdtType.get(wanted)
  return kinds.find(kind => kind.adtType.startsWith(wanted + '/'))
}

/** The group part's kind and name of `function:Z_X` or `include:LZXTOP`. */
export function groupPartOf(
  part: string
): { readonly kind: GroupPart; readonly name: string } | undefined {
  for (const kind of ['function', 'include'] as const) {
    const { prefix } = groupKinds[kind]
    if (part.startsWith(prefix)) return { kind, name: part.slice(prefix.length) }
  }
  return undefined
}
