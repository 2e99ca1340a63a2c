/** Routes of short dumps: their feed, one dump in its four forms, and the catalogue of feeds. */
import type { Dump } from '../../dump-types.ts'
import {
  dumpFeed,
  dumpsPath,
  emptyFeed,
  encodedDumpId,
  feedCatalogue,
  feedType
} from '../../http/documents/feeds.ts'
import { AdtError, invalidData, t100 } from '../../http/errors.ts'
import { feedFilter } from '../../http/feed-query.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { isoTime } from '../../http/times.ts'
import { declare, document, element } from '../../http/xml.ts'
import { compactTime, dumpAttributes, factsOf } from '../../workbench/dumps/filter.ts'
import { allDumps, dumpById } from '../../workbench/dumps/heads.ts'
import { dumpSummary } from '../../workbench/dumps/summary.ts'
import { categories, dumpText, dumpTime, terminationOf } from '../../workbench/dumps/text.ts'

/** The size of a page that the catalogue names. */
const PAGE = 50

function number(request: Request, name: string, otherwise: number): number {
  const text = request.query.get(name) ?? ''
  if (text === '') return otherwise
  if (!/^\d+$/.test(text)) throw invalidData('Data is invalid and could not be converted')
  return Number(text)
}

function list(request: Request): Answer {
  const { system, query } = request
  const text = query.get('$query') ?? ''
  const isMatching =
    text.trim() === ''
      ? () => true
      : feedFilter(
          text,
          dumpAttributes.map(([id]) => id)
        )
  if (query.get('$queryCheck') === 'true') return { type: feedType, body: emptyFeed() }
  const from = (query.get('from') ?? '').padEnd(14, '0')
  const to = (query.get('to') ?? '').padEnd(14, '9')
  const found = allDumps(system)
    .filter(({ at }) => from <= compactTime(at) && compactTime(at) <= to)
    .filter(dump => isMatching(factsOf(system, dump)))
  const skip = number(request, '$skip', 0)
  const end = skip + number(request, '$top', PAGE)
  const page = found.slice(skip, end)
  const [following] = found.slice(end)
  return {
    type: feedType,
    body: dumpFeed(page, {
      systemId: system.id,
      self: address(query),
      next:
        following === undefined
          ? undefined
          : address(query, { to: compactTime(following.at), $skip: undefined })
    })
  }
}

/** The address of the feed with the parameters of the request, some of them replaced. */
function address(
  query: URLSearchParams,
  replaced: Readonly<Record<string, string | undefined>> = {}
): string {
  const own = [...query].filter(([name]) => !Object.hasOwn(replaced, name))
  const added = Object.entries(replaced).filter(([, value]) => value !== undefined)
  const pairs = [...own, ...added].map(
    ([name, value = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  )
  return pairs.length === 0 ? dumpsPath : `${dumpsPath}?${pairs.join('&')}`
}

function dumpOf({ system, params }: Request): Dump {
  const dump = dumpById(system, params.id ?? '')
  if (dump === undefined) {
    throw new AdtError('An exception was raised', {
      status: 404,
      type: 'notFound',
      namespace: 'com.sap.adt.runtime.dump',
      properties: {
        'com.sap.adt.communicationFramework.subType': 'notFound',
        ...t100('SY', '530')
      }
    })
  }
  return dump
}

const dumpType = 'application/vnd.sap.adt.runtime.dump.v1+xml'
const relation = (name: string) => `http://www.sap.com/adt/relations/runtime/dump/${name}`

function detail(request: Request): Answer {
  const dump = dumpOf(request)
  const { id } = request.system
  const path = `/sap/bc/adt/runtime/dump/${encodedDumpId(dump.id)}`
  const link = (name: string, uri: string, contentType: string) =>
    element('dump:link', { relation: name, uri, contentType })
  const { uri, program } = terminationOf(dump)
  const time = dumpTime(dump.at)
  const chapters = dumpText(dump).chapters.toSorted(
    (a, b) => categories[a.category] - categories[b.category]
  )
  const facts = {
    title: `Runtime Error: ${dump.error} ${time} ${dump.user}`,
    error: dump.error,
    author: dump.user,
    exception: dump.exception,
    terminatedProgram: program,
    serverInstance: dump.server,
    datetime: isoTime(dump.at),
    systemDate: time.slice(0, 10),
    systemTime: time.slice(11)
  }
  return {
    body: document(
      element('dump:dump', { ...facts, ...declare('dump') }, [
        element('dump:links', {}, [
          link('contents', `${path}/formatted`, 'text/plain'),
          link(relation('unformatted'), `${path}/unformatted`, 'text/plain'),
          link('self', path, dumpType),
          link(relation('summary'), `${path}/summary`, 'text/html'),
          link(relation('termination'), `adt://${id}${uri}`, '')
        ]),
        element(
          'dump:chapters',
          {},
          chapters.map(({ name, title, category, line, order }) =>
            element('dump:chapter', {
              ...{ name, title, category, line, chapterOrder: order },
              categoryOrder: categories[category]
            })
          )
        )
      ])
    )
  }
}

function unformatted(request: Request): Answer {
  const { text } = dumpText(dumpOf(request))
  return { body: text.replaceAll(/^\|(.*?) *\|$/gm, '$1').replaceAll(/^-+\n/gm, '') }
}

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/runtime/dumps',
    produces: [feedType],
    handler: list
  },
  { method: 'GET', path: '/runtime/dump/{id}', produces: [dumpType], handler: detail },
  {
    method: 'GET',
    path: '/runtime/dump/{id}/formatted',
    produces: ['text/plain; charset=utf-8'],
    handler: request => ({ body: dumpText(dumpOf(request)).text })
  },
  {
    method: 'GET',
    path: '/runtime/dump/{id}/unformatted',
    produces: ['text/plain; charset=utf-8'],
    handler: unformatted
  },
  {
    method: 'GET',
    path: '/runtime/dump/{id}/summary',
    produces: ['text/html; charset=utf-8'],
    handler: request => ({ body: dumpSummary(dumpOf(request), `adt://${request.system.id}`) })
  },
  {
    method: 'GET',
    path: '/feeds',
    produces: [feedType],
    collection: {
      workspace: 'Feed Repository',
      title: 'Feed Repository',
      category: ['feeds', 'repository']
    },
    handler: request => ({
      type: feedType,
      body: feedCatalogue(request.system.id, request.user.toUpperCase())
    })
  }
]
