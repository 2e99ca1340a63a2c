/** Routes of the version feeds of sources and the content of versions. */
import { notFound } from '../http/errors.ts'
import { kindOf } from '../http/kinds.ts'
import { objectPaths } from '../http/object-paths.ts'
import { programsOf } from '../http/program-names.ts'
import { objectOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { isTextPart } from '../http/text-elements.ts'
import { isoTime } from '../http/times.ts'
import { nameOf, versionsPath, versionsUri } from '../http/uris.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import { guiUri, transportUri } from '../http/documents/transport-elements.ts'
import type { System } from '../system.ts'
import { requestOfActive, requestOfVersion } from '../transports/versions.ts'
import type { TransportRequest } from '../transports/types.ts'
import type { PartKey } from '../types.ts'
import { includePart } from './sources.ts'

const activeId = '00000'
const inactiveId = '99999'

interface FeedEntry {
  readonly id: string
  readonly author: string
  readonly updated: number
  readonly request: TransportRequest | undefined
}

/** What the feed of an object without kept versions is dated with. */
const undated = '1970-01-01T10:11:23Z'

/** The draft and the active version, as far as there are any. */
function currentEntries(system: System, part: PartKey): FeedEntry[] {
  const request = requestOfActive(system, part)
  const own = system.store.parts(part.object).filter(({ key }) => key.part === part.part)
  return (['inactive', 'active'] as const).flatMap(version => {
    const found = own.find(each => each.version === version)
    if (found === undefined) return []
    const id = version === 'active' ? activeId : inactiveId
    return [{ id, author: found.changedBy, updated: found.changedAt, request }]
  })
}

/**
 * The draft, then by time: the active source stands below the version of the release that came
 * after its last change.
 */
function inOrder(entries: readonly FeedEntry[]): FeedEntry[] {
  const time = ({ id, updated }: FeedEntry) => (id === inactiveId ? Infinity : updated)
  return entries.toSorted((one, other) => (time(other) === time(one) ? 0 : time(other) - time(one)))
}

function keptEntries({ store }: System, part: PartKey): FeedEntry[] {
  return store.versions(part).map(version => ({
    id: idOf(version.number),
    author: version.changedBy,
    updated: version.changedAt,
    request: requestOfVersion(store.transports, version)
  }))
}

const idOf = (number: number) => String(number).padStart(5, '0')

/** One request in two representations: for the SAP GUI and for ADT. */
function requestLinks({ number, text }: TransportRequest): string[] {
  const link = (href: string, type: string) =>
    element('atom:link', {
      'adtcore:name': number,
      href,
      rel: 'http://www.sap.com/adt/relations/transport/request',
      type,
      title: text
    })
  return [
    link(guiUri(number), 'application/vnd.sap.sapgui'),
    link(transportUri(number), 'application/vnd.sap.adt.transportrequests.v1+xml')
  ]
}

function entry(folder: string, { id, author, updated, request }: FeedEntry): string {
  return element('atom:entry', {}, [
    element('atom:author', {}, leaf('atom:name', author)),
    element('atom:content', { type: 'text/plain', src: `${folder}/${id}/content` }),
    leaf('atom:id', id),
    request === undefined ? '' : requestLinks(request),
    request === undefined || request.text === '' ? '' : leaf('atom:title', request.text),
    leaf('atom:updated', isoTime(updated))
  ])
}

/** Version management has types of its own for includes of classes and for programs. */
function subjectOf(part: PartKey): string {
  const { type } = part.object
  if (isTextPart(part)) return `${nameOf(part)} (REPT)`
  if (type === 'CLAS' && part.part !== 'main') return `${programsOf(part)[1]} (CINC)`
  const isModule = part.part.startsWith('function:')
  const isProgram = ['PROG', 'INCL', 'FUGR', 'TYPE'].includes(type)
  return `${nameOf(part)} (${isModule ? 'FUNC' : isProgram ? 'REPS' : kindOf(type).type})`
}

function feed(request: Request, part: PartKey): Answer {
  const { system } = request
  objectOf(system.store, part)
  const kept = keptEntries(system, part)
  const updated = kept[0] === undefined ? undated : isoTime(kept[0].updated)
  const folder = `${versionsUri(part)}/${updated.replace(/\D/g, '')}`
  return {
    type: 'application/atom+xml;type=feed',
    body: document(
      element('atom:feed', declare('atom', 'adtcore'), [
        leaf('atom:title', `Version List of ${subjectOf(part)}`),
        leaf('atom:updated', updated),
        inOrder([...currentEntries(system, part), ...kept]).map(each => entry(folder, each))
      ])
    )
  }
}

/** The active and the inactive version are what is stored now. */
function textOf({ store }: System, part: PartKey, id: string): string | undefined {
  if (id === activeId) return store.read(part, 'active')?.text
  if (id === inactiveId) return store.read(part, 'inactive')?.text
  return store.versionText(part, Number(id))
}

function content(request: Request, part: PartKey): Answer {
  const { system } = request
  objectOf(system.store, part)
  const id = request.param('id')
  const text = /^\d{5}$/.test(id) ? textOf(system, part, id) : undefined
  if (text === undefined) throw notFound(`${nameOf(part)} version ${id}`)
  return { type: 'text/plain; charset=utf-8', body: text }
}

/** The feed of versions of a source and the content of one; `path` is that of the feed. */
export function versionRoutes(path: string, part: (request: Request) => PartKey): Route[] {
  return [
    {
      method: 'GET',
      path,
      produces: ['application/atom+xml', 'application/xml'],
      handler: request => feed(request, part(request))
    },
    {
      method: 'GET',
      path: `${path}/{stamp}/{id}/content`,
      produces: ['text/plain'],
      handler: request => content(request, part(request))
    }
  ]
}

/** A class has feeds for its includes alone; CDS sources and interfaces answer at two addresses. */
function feedPaths(path: string, part: PartKey): string[] {
  const { type } = part.object
  const own = versionsPath(part)
  if (type === 'CLAS') return []
  if (type === 'INTF') return [`${path}/${own}`, `${path}/includes/main/versions`]
  return [...new Set([own, ...(kindOf(type).source ? ['source/main/versions'] : [])])].map(
    each => `${path}/${each}`
  )
}

export const routes: readonly Route[] = [
  ...objectPaths.flatMap(each =>
    feedPaths(each.path, each.part({})).flatMap(path =>
      versionRoutes(path, request => each.part(request.params))
    )
  ),
  ...versionRoutes('/oo/classes/{name}/includes/{include}/versions', includePart)
]
