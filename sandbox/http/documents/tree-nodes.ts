/** Nodes and folders of the object tree. */
import type { SearchRow } from './search-rows.ts'
import { encodeName, entityUri } from '../uris.ts'
import { element, leaf } from '../xml.ts'

interface Category {
  readonly tag: string
  readonly label: string
}

const source: Category = { tag: 'source_library', label: 'Source Code Library' }
const dictionary: Category = { tag: 'dictionary', label: 'Dictionary' }
const views: Category = { tag: 'core_data_services', label: 'Core Data Services' }
const services: Category = { tag: 'business_services', label: 'Business Services' }
const packages: Category = { tag: 'packages', label: 'Packages' }
const transformations: Category = { tag: 'transformations', label: 'Transformations' }
const texts: Category = { tag: 'texts', label: 'Texts' }

/**
 * The folders of the tree, by ADT type: where they stand and what they are called. The order gives
 * the node ids.
 */
const folders: Readonly<Record<string, readonly [Category, string]>> = {
  'DEVC/K': [packages, 'Packages'],
  'CLAS/OC': [source, 'Classes'],
  'INTF/OI': [source, 'Interfaces'],
  'PROG/P': [source, 'Programs'],
  'PROG/I': [source, 'Includes'],
  'FUGR/F': [source, 'Function Groups'],
  'FUGR/FF': [source, 'Function Modules'],
  'FUGR/I': [source, 'Includes'],
  'TABL/DT': [dictionary, 'Database Tables'],
  'TABL/DS': [dictionary, 'Structures'],
  'DTEL/DE': [dictionary, 'Data Elements'],
  'DOMA/DD': [dictionary, 'Domains'],
  'TTYP/DA': [dictionary, 'Table Types'],
  'TYPE/DG': [dictionary, 'Type Groups'],
  'ENQU/DL': [dictionary, 'Lock Objects'],
  'XSLT/VT': [transformations, 'Transformations'],
  'SKTD/TYP': [texts, 'Knowledge Transfer Documents'],
  'DRUL/DRL': [views, 'Dependency Rules'],
  'DESD/TYP': [views, 'Logical External Schemas'],
  'DTSC/TYP': [views, 'Static Caches'],
  'CSNM/TYP': [services, 'Core Schema Notation Models'],
  'EVTB/EVB': [services, 'Event Bindings'],
  'EVTO/EVO': [services, 'Event Objects'],
  'COTA/TYP': [services, 'Communication Targets'],
  'DDLS/DF': [views, 'Data Definitions'],
  'DCLS/DL': [views, 'Access Controls'],
  'DDLX/EX': [views, 'Metadata Extensions'],
  'BDEF/BDO': [views, 'Behavior Definitions'],
  'SRVD/SRV': [services, 'Service Definitions'],
  'SRVB/SVB': [services, 'Service Bindings'],
  'MSAG/N': [texts, 'Message Classes']
}

const order = Object.keys(folders)
const expandable = new Set(['DEVC/K', 'CLAS/OC', 'INTF/OI', 'PROG/P', 'FUGR/F'])
const flags = [
  'IS_FINAL',
  'IS_ABSTRACT',
  'IS_FOR_TESTING',
  'IS_EVENT_HANDLER',
  'IS_CONSTRUCTOR',
  'IS_REDEFINITION',
  'IS_STATIC',
  'IS_READ_ONLY',
  'IS_CONSTANT'
]

export function categoryOf(adtType: string): string {
  return folders[adtType]?.[0].tag ?? 'others'
}

/** Six digits, the same for a type in every answer; `000000` is the root and none of them. */
export function nodeId(adtType: string): string {
  return String(order.indexOf(adtType) + 1).padStart(6, '0')
}

function technicalName({ name, adtType }: SearchRow): string {
  if (adtType === 'CLAS/OC') return `${name.padEnd(30, '=')}CP`
  if (adtType === 'INTF/OI') return `${name.padEnd(30, '=')}IP`
  if (adtType !== 'FUGR/F') return name
  const at = name.lastIndexOf('/') + 1
  return `${name.slice(0, at)}SAPL${name.slice(at)}`
}

export function treeNode(row: SearchRow, described: boolean): string {
  const technicalType = row.adtType.replace('/', '').toLowerCase()
  return element('SEU_ADT_REPOSITORY_OBJ_NODE', {}, [
    leaf('OBJECT_TYPE', row.adtType),
    leaf('OBJECT_NAME', row.name),
    leaf('TECH_NAME', technicalName(row)),
    leaf('OBJECT_URI', entityUri(row.key)),
    leaf(
      'OBJECT_VIT_URI',
      `/sap/bc/adt/vit/wb/object_type/${technicalType}/object_name/${encodeName(row.name).toUpperCase()}`
    ),
    leaf('EXPANDABLE', expandable.has(row.adtType) ? 'X' : ''),
    ...flags.map(flag => element(flag)),
    leaf('VISIBILITY', 0),
    element('NODE_ID'),
    element('PARENT_NAME'),
    leaf('DESCRIPTION', described ? row.description : ''),
    element('DESCRIPTION_TYPE')
  ])
}

/** The folders and their categories, of the types that occur. */
export function treeFolders(adtTypes: ReadonlySet<string>): { categories: string; types: string } {
  const shown = order.filter(type => adtTypes.has(type))
  const seen = new Map(shown.map(type => [categoryOf(type), folders[type]?.[0].label ?? '']))
  return {
    categories: element(
      'CATEGORIES',
      {},
      [...seen].map(([tag, label]) =>
        element('SEU_ADT_OBJECT_CATEGORY_INFO', {}, [
          leaf('CATEGORY', tag),
          leaf('CATEGORY_LABEL', label)
        ])
      )
    ),
    types: element(
      'OBJECT_TYPES',
      {},
      shown.map(type =>
        element('SEU_ADT_OBJECT_TYPE_INFO', {}, [
          leaf('OBJECT_TYPE', type),
          leaf('CATEGORY_TAG', categoryOf(type)),
          leaf('OBJECT_TYPE_LABEL', folders[type]?.[1] ?? ''),
          leaf('NODE_ID', nodeId(type))
        ])
      )
    )
  }
}
