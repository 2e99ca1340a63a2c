import { invalidData } from '../http/errors.ts'
import { groupPartOf, kindOf } from '../http/kinds.ts'
import { programsOf } from '../http/program-names.ts'
import { existingPlace } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { adtTypeOf, entityUri, nameOf, objectUri, placeOf, sourceUri, startUri } from '../http/uris.ts'
import type { Place } from '../http/uris.ts'
import { child, childrenOf } from '../http/xml-reader.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import type { ObjectInfo } from '../types.ts'
import { usagesOf } from '../workbench/usages.ts'
import type { PartUses } from '../workbench/usages.ts'

const base = '/repository/informationsystem'
const vendor = (what: string) => `application/vnd.sap.adt.repository.usagereferences.${what}.v1+xml`
const resultType = vendor('result')

/** Two captures spell the prefix differently, and clients compare it: those that name the vendor type read the lower-case one. */
function prefixOf ({ headers }: Request): 'usagereferences' | 'usageReferences' {
  return headers.accept?.toLowerCase().includes('usagereferences') === true ? 'usagereferences' : 'usageReferences'
}

function describe (place: Place, info: ObjectInfo): string {
  const label = groupPartOf(place.part.part) === undefined ? kindOf(info.key.type).label : 'Function Module'
  return `${nameOf(place.part)} (${label})`
}

async function scope (request: Request): Promise<Answer> {
  const place = existingPlace(request.system, request.required('uri'))
  const info = request.system.store.get(place.part.object)
  const found = await usagesOf(request.system, place)
  const types = [...new Set(found.map(each => adtTypeOf(each.part)))].sort()
  const prefix = prefixOf(request)
  return {
    body: document(element(`${prefix}:usageScopeResult`, { ...declare(prefix), localUsage: false }, [
      element(`${prefix}:objectIdentifier`, { displayName: info === undefined ? '' : describe(place, info), globalType: adtTypeOf(place.part) }),
      element(`${prefix}:grade`, { definitions: false, elements: false, indirectReferences: true }),
      element(`${prefix}:objectTypes`, {}, types.map(name => element(`${prefix}:type`, { name, isSelected: true, isDefault: true }))),
      leaf(`${prefix}:payload`, Buffer.from(request.required('uri')).toString('base64'))
    ]))
  }
}

/**
 * Names a part and the search that found it. It is opaque to clients and comes back with a request for snippets, so it carries all
 * that is needed to find the lines again.
 */
function identifierOf (target: string, place: Place, { part }: PartUses): string {
  const name = nameOf(place.part)
  return ['ABAPFullName', ...programsOf(part), `\\TY:${name}`, Buffer.from(`${target}\n${sourceUri(part)}`).toString('base64url')].join(';')
}

function readIdentifier (identifier: string): { readonly target: string, readonly part: string } | undefined {
  const [kind, , , , code = ''] = identifier.split(';')
  const [target, part] = Buffer.from(code, 'base64url').toString('utf8').split('\n')
  return kind !== 'ABAPFullName' || target === undefined || part === undefined ? undefined : { target, part }
}

interface Writer { readonly request: Request, readonly prefix: string, readonly place: Place, readonly target: string }

function packageReference (info: ObjectInfo): string {
  return element('adtcore:packageRef', { 'adtcore:uri': objectUri({ type: 'DEVC', name: info.package }), 'adtcore:type': 'DEVC/K', 'adtcore:name': info.package })
}

function objectEntry ({ prefix }: Writer, info: ObjectInfo): string {
  return element(`${prefix}:referencedObject`, {
    uri: objectUri(info.key),
    parentUri: objectUri({ type: 'DEVC', name: info.package }),
    isResult: false,
    canHaveChildren: false
  }, element(`${prefix}:adtObject`, {
    ...declare('adtcore'),
    'adtcore:responsible': info.responsible,
    'adtcore:name': info.key.name,
    'adtcore:type': kindOf(info.key.type).adtType,
    'adtcore:description': info.description
  }, packageReference(info)))
}

function packageEntry ({ prefix, request }: Writer, name: string): string {
  const key = { type: 'DEVC' as const, name }
  return element(`${prefix}:referencedObject`, { uri: objectUri(key), parentUri: '', isResult: false, canHaveChildren: false },
    element(`${prefix}:adtObject`, { ...declare('adtcore'), 'adtcore:name': name, 'adtcore:type': 'DEVC/K', 'adtcore:description': request.system.store.get(key)?.description }))
}

const partNames: Readonly<Record<string, string>> = {
  definitions: 'Class-relevant Local Types', implementations: 'Local Types', macros: 'Macros', testclasses: 'Local Test Classes'
}

function partEntry (writer: Writer, found: PartUses): string {
  const { prefix, place, target } = writer
  const { info, part, test } = found
  const inGroup = groupPartOf(part.part) !== undefined
  const isInclude = part.object.type === 'CLAS' && part.part !== 'main'
  return element(`${prefix}:referencedObject`, {
    uri: inGroup ? entityUri(part) : sourceUri(part),
    parentUri: objectUri(part.object),
    isResult: true,
    canHaveChildren: true,
    usageInformation: `gradeDirect,${test ? 'includeTest' : 'includeProductive'}`
  }, [
    element(`${prefix}:adtObject`, {
      ...declare('adtcore'),
      'adtcore:name': isInclude ? partNames[part.part] ?? part.part : nameOf(part),
      'adtcore:type': isInclude ? 'CLAS/I' : adtTypeOf(part),
      'adtcore:responsible': info.responsible
    }, packageReference(info)),
    leaf('objectIdentifier', identifierOf(target, place, found))
  ])
}

async function search (request: Request): Promise<Answer> {
  const target = request.required('uri')
  const place = existingPlace(request.system, target)
  const found = await usagesOf(request.system, place)
  const prefix = prefixOf(request)
  const writer = { request, prefix, place, target }
  const objects = Map.groupBy(found, each => objectUri(each.info.key))
  const packages = [...new Set(found.map(each => each.info.package))]
  const entries = [...objects.values()].flatMap(parts => parts[0] === undefined ? [] : [objectEntry(writer, parts[0].info), ...parts.map(part => partEntry(writer, part))])
  const info = request.system.store.get(place.part.object)
  return {
    body: document(element(`${prefix}:usageReferenceResult`, {
      ...declare(prefix),
      numberOfResults: found.reduce((sum, each) => sum + each.uses.length, 0),
      resultDescription: `[${request.system.id}] Where-Used List: ${info === undefined ? nameOf(place.part) : describe(place, info)}`,
      referencedObjectIdentifier: ''
    }, element(`${prefix}:referencedObjects`, {}, [packages.map(name => packageEntry(writer, name)), entries])))
  }
}

type Finder = (target: string, place: Place) => Promise<PartUses[]>

/** Identifiers of one list come from one search: it is made once. */
function finderOf (request: Request): Finder {
  const searches = new Map<string, Promise<PartUses[]>>()
  return (target, place) => {
    const search = searches.get(target) ?? usagesOf(request.system, place)
    searches.set(target, search)
    return search
  }
}

async function snippetObject (request: Request, identifier: string, find: Finder): Promise<string> {
  const prefix = prefixOf(request)
  const asked = readIdentifier(identifier)
  const place = asked === undefined ? undefined : placeOf(asked.target)
  if (asked === undefined || place === undefined) throw invalidData(`The object identifier ${identifier} is not one that a where-used list gave`)
  const found = (await find(asked.target, place)).find(each => sourceUri(each.part) === asked.part)
  const snippets = (found?.uses ?? []).map(use => {
    const { startColumn, endColumn, startRow, endRow } = use.location.range
    const matches = `${startColumn}-${endRow === startRow ? endColumn : use.line.length}`
    return element(`${prefix}:codeSnippet`, { uri: startUri(use.location), matches }, [leaf('content', use.line), element('description')])
  })
  return element(`${prefix}:codeSnippetObject`, {}, [leaf('objectIdentifier', identifier), element(`${prefix}:codeSnippets`, {}, snippets)])
}

async function snippets (request: Request): Promise<Answer> {
  const prefix = prefixOf(request)
  const identifiers = childrenOf(child(request.xml(), 'objectIdentifiers'), 'objectIdentifier').map(each => each.text.trim())
  const find = finderOf(request)
  const objects: string[] = []
  for (const identifier of identifiers) objects.push(await snippetObject(request, identifier, find))
  return {
    body: document(element(`${prefix}:usageSnippetResult`, declare(prefix), element(`${prefix}:codeSnippetObjects`, {}, objects)))
  }
}

const workspace = 'Where-Used'

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: `${base}/usageReferences/scope`,
    accepts: [vendor('scope.request')],
    produces: [vendor('scope.response'), 'application/xml'],
    collection: { workspace, title: 'Usage References Scope', category: ['repository', 'usagereferences/scope'] },
    handler: scope
  },
  {
    method: 'POST',
    path: `${base}/usageReferences`,
    accepts: [vendor('request')],
    produces: [resultType, 'application/xml'],
    collection: { workspace, title: 'Usage References', category: ['repository', 'usagereferences'] },
    handler: search
  },
  {
    method: 'POST',
    path: `${base}/usageSnippets`,
    accepts: [vendor('snippet.request')],
    produces: [vendor('snippet.result'), 'application/xml'],
    collection: { workspace, title: 'Usage Snippets', category: ['repository', 'usagesnippets'] },
    handler: snippets
  }
]
