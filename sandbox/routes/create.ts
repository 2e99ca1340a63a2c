/** Routes that create objects, function modules and includes of groups. */
import {
  AdtError,
  alreadyExists,
  creationFailure,
  invalidData,
  programExists
} from '../http/errors.ts'
import { groupKinds, kindOf } from '../http/kinds.ts'
import type { GroupPart, ObjectKind } from '../http/kinds.ts'
import { groupPartRefusal, includePrefix, nameRefusal } from '../transports/name-ranges.ts'
import { objectKinds } from '../http/object-paths.ts'
import { documentText } from '../http/documents/object-document.ts'
import { runRecorded } from '../http/recording.ts'
import {
  requireName,
  objectOf,
  originalLanguage,
  responsibleOf,
  textOf
} from '../http/repository.ts'
import type { Answer, Collection, Request, Route } from '../http/route.ts'
import { functionSkeleton, groupIncludeSkeleton, skeletonOf } from '../http/documents/skeletons.ts'
import { assertCreatable, assertHome } from '../http/releases/cloud-rules.ts'
import { basePath } from '../http/router.ts'
import { entityUri, objectUri } from '../http/uris.ts'
import { child } from '../http/xml-reader.ts'
import type { XmlElement } from '../http/xml-reader.ts'
import { isTaken } from '../store/library/object.ts'
import type { ObjectKey } from '../types.ts'
import { makeActive } from '../workbench/activation.ts'
import { describe } from './objects.ts'

/** Types that share one name space: a name is used once in it. */
const sharedNames = [
  ['PROG', 'INCL'],
  ['CLAS', 'INTF'],
  ['TABL', 'STRU']
] as const

function requireNewName(request: Request, key: ObjectKey): void {
  const { store } = request.system
  const isProgram = key.type === 'PROG' || key.type === 'INCL'
  if (isProgram && [...sharedNames[0]].some(type => store.get({ type, name: key.name }))) {
    throw programExists(key.name)
  }
  if (isTaken(store.get(key))) throw alreadyExists(kindOf(key.type).label, key.name)
  const group = sharedNames.find(names => names.some(type => type === key.type)) ?? []
  const others = group.filter(type => type !== key.type)
  const taken = others.find(type => store.get({ type, name: key.name }) !== undefined)
  if (taken !== undefined) {
    throw creationFailure(
      `${kindOf(taken).label} ${key.name} already exists: the name cannot be used again.`
    )
  }
}

function requirePackage(request: Request, document: XmlElement): string {
  const name = child(document, 'packageRef')?.attributes['name']?.toUpperCase() ?? ''
  if (name === '') throw invalidData('The document names no package: adtcore:packageRef is missing')
  if (request.system.store.get({ type: 'DEVC', name }) === undefined) {
    throw creationFailure(`Package ${name} does not exist`)
  }
  assertHome(request.system, name)
  return name
}

function requireLength(
  kind: { readonly label: string; readonly nameLength: number },
  name: string
): void {
  if (name.length > kind.nameLength) {
    throw creationFailure(
      `${kind.label} names have at most ${kind.nameLength} characters: ${name} is too long`
    )
  }
}

function assertNot(refusal: AdtError | undefined): void {
  if (refusal !== undefined) throw refusal
}

function attributesOf(document: XmlElement): Record<string, string> {
  const programType = document.attributes['programType']
  return programType === undefined ? {} : { programType }
}

/**
 * Writes the content of the document into the new object; content that cannot be read leaves no
 * object.
 */
function fill({ system: { store }, user }: Request, key: ObjectKey, document: XmlElement): void {
  const part = { object: key, part: 'main' }
  try {
    const { text } = textOf(store, part, 'workingArea')
    const next = documentText(document, text, { store, info: objectOf(store, part) })
    if (next !== text) store.write(part, next, user)
  } catch (error) {
    store.remove(key)
    throw error
  }
}

async function createObject(kind: ObjectKind, request: Request): Promise<Answer> {
  const document = request.xml()
  const name = requireName(document.attributes['name'])
  const key = { type: kind.type, name }
  assertCreatable(request.system, kind.type)
  requireLength(kind, name)
  requireNewName(request, key)
  const packageName = requirePackage(request, document)
  assertNot(nameRefusal(request.system, key, packageName))
  const description = document.attributes['description'] ?? ''
  const superclass = child(document, 'superClassRef')?.attributes['name']
  const source = skeletonOf(kind.type, {
    name,
    description,
    final: document.attributes['final'] !== 'false',
    transformationType: document.attributes['transformationType'],
    ...(superclass === undefined || superclass === '' ? {} : { superclass })
  })
  const first = source === undefined ? [] : [{ part: 'main', text: source }]
  await request.system.exclusive(async () => {
    requireNewName(request, key)
    await runRecorded(request, { part: { object: key, part: 'main' }, home: packageName }, () => {
      request.system.store.create(
        {
          key,
          package: packageName,
          description,
          responsible: responsibleOf(request, document.attributes['responsible']),
          language: originalLanguage(request, kind.type),
          createdBy: request.user,
          changedBy: request.user,
          attributes: attributesOf(document)
        },
        first,
        request.user
      )
      if (!kind.source) fill(request, key, document)
    })
    if (kind.activeAtOnce === true) await makeActive(request.system, key, request.user)
  })
  return {
    status: 201,
    type: kind.mediaTypes[0] ?? 'application/xml',
    headers: { location: objectUri(key) },
    body: describe(request, { object: key, part: 'main' }, 'workingArea')
  }
}

/** Clients name an include of a group by its suffix (`F01`) or in full (`LZGROUPF01`). */
function includeName(group: string, given: string): string {
  return given.length > 3 ? given : includePrefix(group) + given
}

async function createGroupPart(kind: GroupPart, request: Request): Promise<Answer> {
  const document = request.xml()
  const { store } = request.system
  const object = { type: 'FUGR' as const, name: request.param('group').toUpperCase() }
  objectOf(store, { object, part: 'main' })
  const given = requireName(document.attributes['name'])
  const name = kind === 'include' ? includeName(object.name, given) : given
  requireLength(groupKinds[kind], name)
  assertNot(groupPartRefusal(kind, object.name, name))
  const part = { object, part: groupKinds[kind].prefix + name }
  request.system.locks.requireUnlocked(object, request.context)
  await request.system.exclusive(async () => {
    if (kind === 'function') requireNewFunction(request, name)
    if (store.read(part, 'workingArea') !== undefined) {
      throw kind === 'include'
        ? creationFailure(`${name} already exists`)
        : alreadyExists(groupKinds[kind].label, name)
    }
    await runRecorded(request, { part }, () =>
      store.addPart(
        part,
        kind === 'function' ? functionSkeleton(name) : groupIncludeSkeleton(name),
        request.user
      )
    )
    const { description = '' } = document.attributes
    if (description !== '' && kind === 'function') {
      store.describe(part, { description }, request.user)
    }
  })
  return {
    status: 201,
    type: groupKinds[kind].mediaTypes[0],
    headers: { location: entityUri(part) },
    body: describe(request, part, 'workingArea')
  }
}

/** Names of function modules are unique in the system, not only in their group. */
function requireNewFunction({ system: { store } }: Request, name: string): void {
  const part = groupKinds.function.prefix + name
  const owner = store
    .list({ type: 'FUGR' })
    .find(({ key }) => store.parts(key).some(each => each.key.part === part))
  if (owner !== undefined) {
    throw new AdtError(
      `Function module ${name} already exists in function group ${owner.key.name}`,
      { status: 409, type: 'ExceptionResourceAlreadyExists' }
    )
  }
}

const scheme: Readonly<Record<string, readonly [string, string, string]>> = {
  PROG: ['Programs', 'programs', 'programs'],
  INCL: ['Includes', 'programs', 'includes'],
  CLAS: ['Classes and Interfaces', 'oo', 'classes'],
  INTF: ['Classes and Interfaces', 'oo', 'interfaces'],
  FUGR: ['Function Groups; Functions; Function Group Includes', 'functions', 'groups'],
  DDLS: ['ABAP DDL Sources', 'ddic/ddlsources', 'ddlsources'],
  TABL: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'tabldt'],
  STRU: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'tablds'],
  DOMA: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'domadd'],
  DTEL: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'dtelde'],
  TTYP: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'ttypda'],
  TYPE: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'typedg'],
  DCLS: ['ABAP DCL Sources', 'acm', 'dclsources'],
  DDLX: ['Metadata Extensions', 'ddic/ddlxsources', 'ddlxex'],
  BDEF: ['Behavior Definitions', 'http://www.sap.com/wbobj/bo', 'bdefbdo'],
  ENQU: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'enqudl'],
  XSLT: ['Transformations', 'transformations', 'transformations'],
  DRUL: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'druldrl'],
  DESD: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'desdtyp'],
  DTSC: ['Dictionary', 'http://www.sap.com/wbobj/dictionary', 'dtsctyp'],
  CSNM: ['Core Schema Notation', 'http://www.sap.com/wbobj/csn', 'csnmtyp'],
  EVTB: ['Business Services', 'http://www.sap.com/wbobj/businessservices', 'evtbevb'],
  EVTO: ['Business Services', 'http://www.sap.com/wbobj/businessservices', 'evtoevo'],
  COTA: ['Connectivity', 'http://www.sap.com/wbobj/connectivity', 'cotatyp'],
  SRVD: ['Service Definitions', 'ddic/srvdsources', 'srvdsrv'],
  SKTD: ['Documentation', 'http://www.sap.com/adt/categories/documentation', 'ktd'],
  SRVB: ['Service Bindings', 'servicebindings', 'srvbsvb'],
  MSAG: ['Message Classes', 'messageclasses', 'msagn']
}

const groupTemplates = [
  {
    title: 'Function Modules',
    rel: 'http://www.sap.com/adt/categories/functiongroups/functionmodules',
    template: `${basePath}/functions/groups/{groupname}/fmodules`,
    type: groupKinds.function.mediaTypes[0]
  },
  {
    title: 'Function Group Includes',
    rel: 'http://www.sap.com/adt/categories/functiongroups/includes',
    template: `${basePath}/functions/groups/{groupname}/includes`,
    type: groupKinds.include.mediaTypes[0]
  }
]

function collectionOf(kind: ObjectKind): Collection {
  const [workspace, category, term] = scheme[kind.type] ?? [
    kind.label,
    'repository',
    kind.type.toLowerCase()
  ]
  const rel = `${category.startsWith('http') ? category : `http://www.sap.com/adt/categories/${category}`}/${term}`
  const object = `${basePath}${kind.collection}/{object_name}`
  return {
    workspace,
    title: `${kind.label}s`.replace(/sss$/, 'sses'),
    category: [category, term],
    templates: [
      {
        rel: `${rel}/properties`,
        template: `${object}{?corrNr,lockHandle,version,accessMode,_action}`
      },
      ...(kind.source
        ? [{ rel: `${rel}/source`, template: `${object}/source/main{?corrNr,lockHandle,version}` }]
        : []),
      ...(kind.type === 'FUGR' ? groupTemplates : [])
    ]
  }
}

export const routes: readonly Route[] = [
  ...objectKinds.map((kind): Route => ({
    method: 'POST',
    path: kind.collection,
    accepts: kind.mediaTypes,
    collection: collectionOf(kind),
    handler: request => createObject(kind, request)
  })),
  {
    method: 'POST',
    path: '/functions/groups/{group}/fmodules',
    accepts: groupKinds.function.mediaTypes,
    handler: request => createGroupPart('function', request)
  },
  {
    method: 'POST',
    path: '/functions/groups/{group}/includes',
    accepts: groupKinds.include.mediaTypes,
    handler: request => createGroupPart('include', request)
  }
]
