/** Routes of the version feeds of sources and the content of versions. */
import { notFound } from '../http/errors.ts'
import { kindOf } from '../http/kinds.ts'
import { objectPaths } from '../http/object-paths.ts'
import { objectOf } from '../http/repository.ts'
import type { Answer, Request, Route } from '../http/route.ts'
import { isTextPart } from '../http/text-elements.ts'
import { isoTime } from '../http/times.ts'
import { nameOf, sourceUri } from '../http/uris.ts'
import { declare, document, element, leaf } from '../http/xml.ts'
import { requestAt } from '../transports/recording.ts'
import { guiUri } from '../http/documents/transport-elements.ts'
import type { PartKey, PartVersion, Store } from '../types.ts'
import { includePart } from './sources.ts'

/** The current version is 00000 whatever its number, the others keep theirs. */
function idOf(version: PartVersion): string {
  return version.current ? '00000' : String(version.number).padStart(5, '0')
}

/** The request that the version went with, while it was recorded in one. */
function transportLink(
  store: Store,
  part: PartKey,
  version: PartVersion
): { link: string; title: string } | undefined {
  const request = requestAt(store.transports, part.object, version.changedAt)
  if (request === undefined) return undefined
  const link = element('atom:link', {
    href: guiUri(request.number),
    rel: 'http://www.sap.com/adt/relations/transport/request',
    type: 'application/vnd.sap.adt.transportrequests.v1+xml',
    title: request.text,
    'adtcore:name': request.number
  })
  return { link, title: request.text }
}

function entry(store: Store, part: PartKey, version: PartVersion): string {
  const id = idOf(version)
  const stamp = isoTime(version.changedAt).replace(/\D/g, '')
  const transport = transportLink(store, part, version)
  return element('atom:entry', {}, [
    element('atom:author', {}, leaf('atom:name', version.changedBy)),
    element('atom:content', {
      type: 'text/plain',
      src: `${sourceUri(part)}/versions/${stamp}/${id}/content`
    }),
    leaf('atom:id', id),
    transport?.link ?? '',
    leaf('atom:title', transport?.title || `Version ${id}`),
    leaf('atom:updated', isoTime(version.changedAt))
  ])
}

function feed(request: Request, part: PartKey): Answer {
  const { store } = request.system
  const info = objectOf(store, part)
  const technical = isTextPart(part)
    ? 'REPT'
    : part.object.type === 'CLAS' && part.part !== 'main'
      ? 'CINC'
      : kindOf(part.object.type).source
        ? 'REPS'
        : part.object.type
  return {
    type: 'application/atom+xml;type=feed',
    body: document(
      element('atom:feed', declare('atom', 'adtcore'), [
        leaf('atom:title', `Version List of ${nameOf(part)} (${technical})`),
        leaf('atom:updated', isoTime(info.changedAt)),
        store.versions(part).map(version => entry(store, part, version))
      ])
    )
  }
}

function content(request: Request, part: PartKey): Answer {
  const { store } = request.system
  objectOf(store, part)
  const wanted = request.param('id')
  const version = store
    .versions(part)
    .find(each => idOf(each) === wanted || String(each.number).padStart(5, '0') === wanted)
  const text = version === undefined ? undefined : store.versionText(part, version.number)
  if (text === undefined) throw notFound(`${nameOf(part)} version ${wanted}`)
  return { type: 'text/plain; charset=utf-8', body: text }
}

/** The feed of versions of a source and the content of one. */
export function versionRoutes(path: string, part: (request: Request) => PartKey): Route[] {
  return [
    {
      method: 'GET',
      path: `${path}/versions`,
      produces: ['application/atom+xml', 'application/xml'],
      handler: request => feed(request, part(request))
    },
    {
      method: 'GET',
      path: `${path}/versions/{stamp}/{id}/content`,
      produces: ['text/plain'],
      handler: request => content(request, part(request))
    }
  ]
}

export const routes: readonly Route[] = [
  ...objectPaths.flatMap(path =>
    versionRoutes(path.source ? `${path.path}/source/main` : path.path, request =>
      path.part(request.params)
    )
  ),
  ...versionRoutes('/oo/classes/{name}/includes/{include}', includePart)
]
