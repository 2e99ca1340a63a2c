/** The table of object types that the store holds. */
import type { ObjectType } from '../types.ts'

/** How a type is kept: its files, its name, and where its short text stands. */
export interface TypeRow {
  /** The second part of the file name. */
  readonly extension: string
  /** The suffix of the main source; absent when the object is its metadata file alone. */
  readonly source?: string
  /** Whether there is a metadata file beside the source. */
  readonly metadata: boolean
  /** Longest name, namespace included. */
  readonly maxLength: number
  /** Where the short text stands below `asx:values`. */
  readonly description: readonly string[]
  /** Types of one name space: a name is used once in it. */
  readonly nameSpace: string
}

export const objectTypes: Readonly<Record<ObjectType, TypeRow>> = {
  PROG: {
    extension: 'prog',
    source: 'abap',
    metadata: true,
    maxLength: 30,
    description: ['TPOOL'],
    nameSpace: 'program'
  },
  INCL: {
    extension: 'prog',
    source: 'abap',
    metadata: true,
    maxLength: 30,
    description: ['TPOOL'],
    nameSpace: 'program'
  },
  CLAS: {
    extension: 'clas',
    source: 'abap',
    metadata: true,
    maxLength: 30,
    description: ['VSEOCLASS', 'DESCRIPT'],
    nameSpace: 'type'
  },
  INTF: {
    extension: 'intf',
    source: 'abap',
    metadata: true,
    maxLength: 30,
    description: ['VSEOINTERF', 'DESCRIPT'],
    nameSpace: 'type'
  },
  FUGR: {
    extension: 'fugr',
    metadata: true,
    maxLength: 26,
    description: ['AREAT'],
    nameSpace: 'group'
  },
  TABL: {
    extension: 'tabl',
    metadata: true,
    maxLength: 16,
    description: ['DD02V', 'DDTEXT'],
    nameSpace: 'type'
  },
  STRU: {
    extension: 'tabl',
    metadata: true,
    maxLength: 30,
    description: ['DD02V', 'DDTEXT'],
    nameSpace: 'type'
  },
  DDLS: {
    extension: 'ddls',
    source: 'asddls',
    metadata: true,
    maxLength: 30,
    description: ['DDLS', 'DDTEXT'],
    nameSpace: 'type'
  },
  DEVC: {
    extension: 'devc',
    metadata: true,
    maxLength: 30,
    description: ['DEVC', 'CTEXT'],
    nameSpace: 'package'
  },
  DOMA: {
    extension: 'doma',
    metadata: true,
    maxLength: 30,
    description: ['DD01V', 'DDTEXT'],
    nameSpace: 'domain'
  },
  DTEL: {
    extension: 'dtel',
    metadata: true,
    maxLength: 30,
    description: ['DD04V', 'DDTEXT'],
    nameSpace: 'type'
  },
  TTYP: {
    extension: 'ttyp',
    metadata: true,
    maxLength: 30,
    description: ['DD40V', 'DDTEXT'],
    nameSpace: 'type'
  },
  MSAG: {
    extension: 'msag',
    metadata: true,
    maxLength: 20,
    description: ['T100A', 'STEXT'],
    nameSpace: 'messages'
  },
  DCLS: {
    extension: 'dcls',
    source: 'asdcls',
    metadata: true,
    maxLength: 30,
    description: ['DCLS', 'DDTEXT'],
    nameSpace: 'access'
  },
  DDLX: {
    extension: 'ddlx',
    source: 'asddlxs',
    metadata: true,
    maxLength: 30,
    description: ['DDLX', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'extension'
  },
  BDEF: {
    extension: 'bdef',
    source: 'asbdef',
    metadata: true,
    maxLength: 30,
    description: ['BDEF', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'behavior'
  },
  SRVD: {
    extension: 'srvd',
    source: 'srvdsrv',
    metadata: true,
    maxLength: 30,
    description: ['SRVD', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'service'
  },
  SRVB: {
    extension: 'srvb',
    metadata: true,
    maxLength: 26,
    description: ['SRVB', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'binding'
  },
  TYPE: {
    extension: 'type',
    source: 'abap',
    metadata: true,
    maxLength: 5,
    description: ['DDTEXT'],
    nameSpace: 'group of types'
  },
  ENQU: {
    extension: 'enqu',
    metadata: true,
    maxLength: 16,
    description: ['DD25V', 'DDTEXT'],
    nameSpace: 'lock object'
  },
  SKTD: {
    extension: 'sktd',
    metadata: true,
    maxLength: 40,
    description: ['METADATA', 'DESCRIPTION'],
    nameSpace: 'documentation'
  },
  XSLT: {
    extension: 'xslt',
    source: 'source.xml',
    metadata: true,
    maxLength: 40,
    description: ['ATTRIBUTES', 'DESCRIPT'],
    nameSpace: 'transformation'
  },
  DRUL: {
    extension: 'drul',
    source: 'asdrul',
    metadata: true,
    maxLength: 30,
    description: ['DRUL', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'dependency rule'
  },
  DESD: {
    extension: 'desd',
    source: 'json',
    metadata: true,
    maxLength: 30,
    description: ['DESD', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'external schema'
  },
  DTSC: {
    extension: 'dtsc',
    source: 'asdtsc',
    metadata: true,
    maxLength: 30,
    description: ['DTSC', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'static cache'
  },
  CSNM: {
    extension: 'csnm',
    source: 'json',
    metadata: true,
    maxLength: 30,
    description: ['CSNM', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'schema notation'
  },
  EVTB: {
    extension: 'evtb',
    source: 'json',
    metadata: true,
    maxLength: 30,
    description: ['EVTB', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'event binding'
  },
  EVTO: {
    extension: 'evto',
    source: 'json',
    metadata: true,
    maxLength: 30,
    description: ['EVTO', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'event object'
  },
  COTA: {
    extension: 'cota',
    source: 'json',
    metadata: true,
    maxLength: 30,
    description: ['COTA', 'METADATA', 'DESCRIPTION'],
    nameSpace: 'communication target'
  }
}

export const typeNames = Object.keys(objectTypes) as ObjectType[]

const byExtension = new Map(typeNames.map(type => [objectTypes[type].extension, type]))

/**
 * The types whose files have that extension: two for programs and tables, which only their content
 * tells apart.
 */
export function typesOfExtension(extension: string): ObjectType[] {
  return byExtension.has(extension)
    ? typeNames.filter(type => objectTypes[type].extension === extension)
    : []
}
