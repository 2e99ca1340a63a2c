/** The metadata documents of objects with a source. */
import { readClassHeader } from '../../workbench/class-header.ts'
import { transformationShape } from '../../workbench/transformation-shape.ts'
import type { ObjectInfo, ObjectType, PartInfo, PartKey, Store } from '../../types.ts'
import { absentInclude, includesOf, rootEntityRef } from './class-includes.ts'
import { groupKinds, groupPartOf, kindOf } from '../kinds.ts'
import type { GroupPart } from '../kinds.ts'
import { isoTime } from '../times.ts'
import { adtTypeOf, nameOf, objectUri, versionsPath } from '../uris.ts'
import { declare, document, element } from '../xml.ts'
import type { Attributes, Content, Prefix } from '../xml.ts'

export type ReadVersion = 'active' | 'inactive' | 'workingArea'

export interface Subject {
  readonly store: Store
  readonly systemId: string
  readonly info: ObjectInfo
  readonly key: PartKey
  readonly part: PartInfo
  /** Of the log-on, in which a document shows its texts. */
  readonly language: string
}

const relation = (name: string) => `http://www.sap.com/adt/relations/${name}`

function link(rel: string, href: string, rest: Attributes = {}): string {
  return element('atom:link', { ...declare('atom'), href, rel: relation(rel), ...rest })
}

function sourceLinks(path: string, etag: string, mediaType = 'text/plain'): string[] {
  return [
    link('source', path, { type: mediaType, etag }),
    link('source', path, { type: 'text/html', etag })
  ]
}

function versionsLink(key: PartKey): string {
  return link('versions', versionsPath(key), { title: 'Historic versions' })
}

function dates(part: PartInfo, info: ObjectInfo): Attributes {
  return {
    'adtcore:changedAt': isoTime(part.changedAt),
    'adtcore:version': part.version,
    'adtcore:createdAt': isoTime(info.createdAt),
    'adtcore:changedBy': part.changedBy,
    'adtcore:createdBy': info.createdBy
  }
}

function limitOf(key: PartKey): number {
  const inGroup = groupPartOf(key.part)
  return inGroup === undefined
    ? kindOf(key.object.type).descriptionLimit
    : groupKinds[inGroup.kind].descriptionLimit
}

/** Attributes of every root element: names, texts, users, times, version. */
export function commonAttributes({ systemId, info, key, part, language }: Subject): Attributes {
  return {
    'adtcore:responsible': info.responsible,
    'adtcore:masterLanguage': info.language,
    'adtcore:masterSystem': info.original ?? systemId,
    'adtcore:abapLanguageVersion': 'standard',
    'adtcore:name': nameOf(key),
    'adtcore:type': adtTypeOf(key),
    ...dates(part, info),
    'adtcore:description':
      groupPartOf(key.part) === undefined ? info.description : (part.description ?? ''),
    'adtcore:descriptionTextLimit': limitOf(key),
    'adtcore:language': language
  }
}

function sourceAttributes(): Attributes {
  return {
    'abapsource:sourceUri': 'source/main',
    'abapsource:fixPointArithmetic': true,
    'abapsource:activeUnicodeCheck': true
  }
}

export function packageRef({ store, info }: Subject): string {
  const key = { type: 'DEVC' as const, name: info.package }
  const description = store.get(key)?.description
  return element('adtcore:packageRef', {
    'adtcore:uri': objectUri(key),
    'adtcore:type': 'DEVC/K',
    'adtcore:name': info.package,
    'adtcore:description': description
  })
}

function containerRef({ info, key }: Subject): string {
  return element('adtcore:containerRef', {
    'adtcore:uri': objectUri(key.object),
    'adtcore:type': 'FUGR/F',
    'adtcore:name': info.key.name,
    'adtcore:packageName': info.package
  })
}

function commonLinks({ key, part }: Subject): string[] {
  const outlined = new Set(['CLAS', 'INTF', 'PROG', 'FUGR'])
  const structure =
    outlined.has(key.object.type) && groupPartOf(key.part) === undefined
      ? [
          link('objectstructure', 'objectstructure', {
            type: 'application/vnd.sap.adt.objectstructure.v2+xml'
          })
        ]
      : []
  return [
    ...structure,
    // A class has a feed for each include.
    ...(key.object.type === 'CLAS' ? [] : [versionsLink(key)]),
    ...sourceLinks('source/main', part.etag, kindOf(key.object.type).sourceType)
  ]
}

function typeReference(store: Store, name: string): Attributes {
  const type =
    store.get({ type: 'INTF', name }) === undefined ? ('CLAS' as const) : ('INTF' as const)
  return {
    'adtcore:uri': objectUri({ type, name }),
    'adtcore:type': kindOf(type).adtType,
    'adtcore:name': name
  }
}

function classInclude(subject: Subject, name: string): string {
  const { store, info, key } = subject
  const stored = store.parts(key.object).filter(each => each.key.part === name)
  const newest = stored.find(each => each.version === 'inactive') ?? stored[0]
  const part = newest ?? absentInclude({ object: key.object, part: name }, info)
  const path = name === 'main' ? 'source/main' : `includes/${name}`
  return element(
    'class:include',
    {
      'class:includeType': name,
      'abapsource:sourceUri': path,
      'adtcore:name': '',
      'adtcore:type': 'CLAS/I',
      ...dates(part, info)
    },
    [versionsLink({ object: key.object, part: name }), sourceLinks(path, part.etag)]
  )
}

function classBody(subject: Subject): { attributes: Attributes; children: Content } {
  const { store, key } = subject
  const header = readClassHeader(store.read({ ...key, part: 'main' }, 'workingArea')?.text ?? '')
  const hasTests = store.parts(key.object).some(each => each.key.part === 'testclasses')
  return {
    attributes: {
      'class:final': header.final,
      'class:abstract': header.abstract,
      'class:visibility': 'public',
      'class:category': header.category,
      'class:sharedMemoryEnabled': header.sharedMemory,
      'abapoo:modeled': false
    },
    children: [
      header.superclass === undefined
        ? ''
        : element('class:superClassRef', typeReference(store, header.superclass)),
      header.interfaces.map(name => element('abapoo:interfaceRef', typeReference(store, name))),
      includesOf(hasTests).map(name => classInclude(subject, name)),
      header.rootEntity === undefined ? '' : rootEntityRef(header.rootEntity)
    ]
  }
}

interface Shape {
  readonly root: string
  readonly prefixes: readonly Prefix[]
  readonly attributes?: Attributes
  readonly children?: Content
}

/** Types whose root element is the same for every object. */
const fixedShapes: Partial<Readonly<Record<ObjectType, Shape>>> = {
  INTF: {
    root: 'intf:abapInterface',
    prefixes: ['intf', 'abapoo'],
    attributes: { 'abapoo:modeled': false }
  },
  FUGR: {
    root: 'group:abapFunctionGroup',
    prefixes: ['group'],
    attributes: { 'group:lockedByEditor': false }
  },
  DDLS: {
    root: 'ddl:ddlSource',
    prefixes: ['ddl'],
    attributes: { 'ddl:source_origin': 'ABAP Development Tools' }
  },
  DCLS: { root: 'dcl:dclSource', prefixes: ['dcl'] },
  DDLX: { root: 'ddlx:ddlxSource', prefixes: ['ddlx'] },
  TYPE: { root: 'atypgr:abapTypeGroup', prefixes: ['atypgr'] },
  SRVD: {
    root: 'srvd:srvdSource',
    prefixes: ['srvd'],
    attributes: { 'srvd:srvdSourceType': 'S' }
  }
}

function groupPartShape(kind: GroupPart, part: PartInfo): Shape {
  if (kind === 'include') {
    return { root: 'finclude:abapFunctionGroupInclude', prefixes: ['finclude'] }
  }
  const attributes = {
    'fmodule:releaseState': 'notReleased',
    'fmodule:processingType': part.attributes?.['processingType'] ?? 'normal'
  }
  return { root: 'fmodule:abapFunctionModule', prefixes: ['fmodule'], attributes }
}

function programShape(info: ObjectInfo): Shape {
  const attributes = {
    'program:lockedByEditor': false,
    'program:programType': info.attributes['programType'] ?? 'executableProgram'
  }
  const children = element(
    'program:logicalDatabase',
    {},
    element('program:ref', { 'adtcore:name': '' })
  )
  return { root: 'program:abapProgram', prefixes: ['program'], attributes, children }
}

function shapeOf(subject: Subject): Shape {
  const { key, info, part } = subject
  const inGroup = groupPartOf(key.part)
  if (inGroup !== undefined) return groupPartShape(inGroup.kind, part)
  switch (key.object.type) {
    case 'CLAS':
      return { root: 'class:abapClass', prefixes: ['class', 'abapoo'], ...classBody(subject) }
    case 'PROG':
      return programShape(info)
    case 'XSLT':
      return transformationShape(subject.store.read(key, 'workingArea')?.text ?? '')
    case 'INCL':
      return { root: 'include:abapInclude', prefixes: ['include'], ...includeContexts(subject) }
    default:
      return fixedShapes[key.object.type] ?? { root: 'blue:blueSource', prefixes: ['blue'] }
  }
}

/** Programs that include this one, found by their `INCLUDE` statements. */
export function mainProgramsOf(store: Store, name: string): ObjectInfo[] {
  const statement = new RegExp(
    `^\\s*INCLUDE\\s+${name.replace(/\W/g, '\\$&')}\\s*(IF\\s+FOUND\\s*)?\\.`,
    'im'
  )
  const including = (info: ObjectInfo) =>
    store
      .parts(info.key)
      .some(({ key }) => statement.test(store.read(key, 'workingArea')?.text ?? ''))
  return [...store.list({ type: 'PROG' }), ...store.list({ type: 'FUGR' })].filter(including)
}

function includeContexts({ store, key }: Subject): { attributes: Attributes; children: Content } {
  const programs = mainProgramsOf(store, key.object.name)
  const children = programs.map(({ key: program, package: packageName }) =>
    element('include:contextRef', {
      'adtcore:uri': objectUri(program),
      'adtcore:type': kindOf(program.type).adtType,
      'adtcore:name': program.name,
      'adtcore:packageName': packageName
    })
  )
  return { attributes: { 'include:contextRefCount': programs.length }, children }
}

/** The metadata document of an object, a function module or an include of a group. */
export function metadataDocument(subject: Subject): string {
  const { root, prefixes, attributes = {}, children } = shapeOf(subject)
  const reference =
    groupPartOf(subject.key.part) === undefined ? packageRef(subject) : containerRef(subject)
  return document(
    element(
      root,
      {
        ...declare(...prefixes, 'abapsource', 'adtcore'),
        ...attributes,
        ...sourceAttributes(),
        ...commonAttributes(subject)
      },
      [commonLinks(subject), reference, children]
    )
  )
}
