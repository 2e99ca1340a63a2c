/** Routes of the where-used list: scope, references and code snippets. */
import { invalidData } from '../../http/errors.ts'
import { groupPartOf, kindOf } from '../../http/kinds.ts'
import { existingPlace } from '../../http/repository.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { adtTypeOf, nameOf, placeOf, startUri } from '../../http/uris.ts'
import type { Place } from '../../http/uris.ts'
import { child, childrenOf } from '../../http/xml-reader.ts'
import { declare, document, element, leaf } from '../../http/xml.ts'
import type { System } from '../../system.ts'
import type { ObjectInfo, PartKey } from '../../types.ts'
import { linesOf, usagesOf } from '../../workbench/usages.ts'
import type { Use } from '../../workbench/usages.ts'
import { objectEntries, packageEntry, readIdentifier } from './usage-entries.ts'
import type { Writer } from './usage-entries.ts'

const base = '/repository/informationsystem'
const vendor = (what: string) => `application/vnd.sap.adt.repository.usagereferences.${what}.v1+xml`
const resultType = vendor('result')

/**
 * Two captures spell the prefix differently, and clients compare it: those that name the vendor
 * type read the lower-case one.
 */
function prefixOf({ headers }: Request): 'usagereferences' | 'usageReferences' {
  return headers.accept?.toLowerCase().includes('usagereferences') === true
    ? 'usagereferences'
    : 'usageReferences'
}

function describe(place: Place, info: ObjectInfo): string {
  const label =
    groupPartOf(place.part.part) === undefined ? kindOf(info.key.type).label : 'Function Module'
  return `${nameOf(place.part)} (${label})`
}

async function scope(request: Request): Promise<Answer> {
  const place = existingPlace(request.system, request.required('uri'))
  const info = request.system.store.get(place.part.object)
  const found = await usagesOf(request.system, place)
  const types = [...new Set(found.map(each => adtTypeOf(each.part)))].sort()
  const prefix = prefixOf(request)
  return {
    body: document(
      element(`${prefix}:usageScopeResult`, { ...declare(prefix), localUsage: false }, [
        element(`${prefix}:objectIdentifier`, {
          displayName: info === undefined ? '' : describe(place, info),
          globalType: adtTypeOf(place.part)
        }),
        element(`${prefix}:grade`, {
          definitions: false,
          elements: false,
          indirectReferences: true
        }),
        element(
          `${prefix}:objectTypes`,
          {},
          types.map(name => element(`${prefix}:type`, { name, isSelected: true, isDefault: true }))
        ),
        leaf(`${prefix}:payload`, Buffer.from(request.required('uri')).toString('base64'))
      ])
    )
  }
}

async function search(request: Request): Promise<Answer> {
  const target = request.required('uri')
  const { store, id } = request.system
  const place = existingPlace(request.system, target)
  const found = await usagesOf(request.system, place)
  const prefix = prefixOf(request)
  const writer: Writer = { prefix, name: nameOf(place.part), target, packages: new Map() }
  const objects = Map.groupBy(found, ({ info: { key } }) => `${key.type} ${key.name}`)
  const packages = [...new Set(found.map(each => each.info.package))]
  const entries = [
    ...packages.map(name =>
      packageEntry(writer, name, store.get({ type: 'DEVC', name })?.description)
    ),
    ...[...objects.values()].flatMap(parts => objectEntries(writer, parts))
  ]
  const info = store.get(place.part.object)
  return {
    body: document(
      element(
        `${prefix}:usageReferenceResult`,
        {
          ...declare(prefix),
          numberOfResults: found.reduce((sum, each) => sum + each.count, 0),
          resultDescription: `[${id}] Where-Used List: ${info === undefined ? nameOf(place.part) : describe(place, info)}`,
          referencedObjectIdentifier: ''
        },
        element(`${prefix}:referencedObjects`, {}, entries)
      )
    )
  }
}

interface UsageQuery {
  readonly identifier: string
  readonly target: string
  readonly place: Place
  readonly uri: string
  readonly part: PartKey | undefined
}

function usageQueryOf(identifier: string): UsageQuery {
  const query = readIdentifier(identifier)
  const place = query === undefined ? undefined : placeOf(query.target)
  if (query === undefined || place === undefined) {
    throw invalidData(`The object identifier ${identifier} is not one that a where-used list gave`)
  }
  return {
    identifier,
    target: query.target,
    place,
    uri: query.part,
    part: placeOf(query.part)?.part
  }
}

/** The lines of all identifiers; those of one list come from one search. */
async function linesByTarget(
  system: System,
  query: readonly UsageQuery[]
): Promise<Map<string, Map<string, Use[]>>> {
  const lines = new Map<string, Map<string, Use[]>>()
  for (const [target, list] of Map.groupBy(query, each => each.target)) {
    const [first] = list
    const parts = list.flatMap(each => each.part ?? [])
    if (first !== undefined) lines.set(target, await linesOf(system, first.place, parts))
  }
  return lines
}

function snippetObject(prefix: string, identifier: string, uses: readonly Use[]): string {
  const snippets = uses.map(use => {
    const { startColumn, endColumn, startRow, endRow } = use.location.range
    const matches = `${startColumn}-${endRow === startRow ? endColumn : use.line.length}`
    return element(`${prefix}:codeSnippet`, { uri: startUri(use.location), matches }, [
      leaf('content', use.line),
      element('description')
    ])
  })
  return element(`${prefix}:codeSnippetObject`, {}, [
    leaf('objectIdentifier', identifier),
    element(`${prefix}:codeSnippets`, {}, snippets)
  ])
}

async function snippets(request: Request): Promise<Answer> {
  const prefix = prefixOf(request)
  const query = childrenOf(child(request.xml(), 'objectIdentifiers'), 'objectIdentifier').map(
    each => usageQueryOf(each.text.trim())
  )
  const lines = await linesByTarget(request.system, query)
  const objects = query.map(({ identifier, target, uri }) =>
    snippetObject(prefix, identifier, lines.get(target)?.get(uri) ?? [])
  )
  return {
    body: document(
      element(
        `${prefix}:usageSnippetResult`,
        declare(prefix),
        element(`${prefix}:codeSnippetObjects`, {}, objects)
      )
    )
  }
}

const workspace = 'Where-Used'

export const routes: readonly Route[] = [
  {
    method: 'POST',
    path: `${base}/usageReferences/scope`,
    accepts: [vendor('scope.request')],
    produces: [vendor('scope.response'), 'application/xml'],
    collection: {
      workspace,
      title: 'Usage References Scope',
      category: ['repository', 'usagereferences/scope']
    },
    handler: scope
  },
  {
    method: 'POST',
    path: `${base}/usageReferences`,
    accepts: [vendor('request')],
    produces: [resultType, 'application/xml'],
    collection: {
      workspace,
      title: 'Usage References',
      category: ['repository', 'usagereferences']
    },
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
