/** Routes that find transport requests by owner, kind, status, number and day. */
import { AdtError } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { asx, declare, document, element, leaf } from '../../http/xml.ts'
import { foundBy, taskHits } from '../../transports/search.ts'
import type { TransportOptions } from '../../transports/search.ts'
import type { TransportRequest } from '../../transports/types.ts'

const searchType = 'application/vnd.sap.adt.transports.search.v1+xml'

function header(request: TransportRequest): string {
  const [date = '', time = ''] = new Date(request.changedAt).toISOString().split(/[T.]/)
  return element('CTS_REQ_HEADER', {}, [
    leaf('TRKORR', request.number),
    leaf('TRFUNCTION', request.kind),
    leaf('TRSTATUS', request.status),
    leaf('TARSYSTEM', request.target),
    leaf('AS4USER', request.owner),
    leaf('AS4DATE', date),
    leaf('AS4TIME', time),
    leaf('AS4TEXT', request.text),
    leaf('CLIENT', request.client),
    leaf('REPOID', '')
  ])
}

/** Open requests of a user, the caller if left out, or of all with `*`. */
function find({ system, user, query }: Request): Answer {
  if (query.get('_action')?.toUpperCase() !== 'FIND') {
    throw new AdtError(`user action ${query.get('_action') ?? ''} is not supported`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const kind = query.get('trfunction')?.trim().toUpperCase() ?? ''
  const found = foundBy(system, {
    user: query.get('user')?.trim().toUpperCase() || user,
    kinds: new Set(kind === '' || kind === '*' ? 'KWT' : kind),
    modifiable: true,
    released: false
  })
  return { type: 'application/xml; charset=utf-8', body: asx(found.map(header)) }
}

/** An empty list means all; letters of a status stand for its group. */
function optionsOf(query: URLSearchParams): TransportOptions {
  const list = (name: string) => query.getAll(name).map(value => value.trim().toUpperCase())
  const [kinds, statuses, owners] = ['requestType', 'requestStatus', 'owner'].map(list)
  const day = (name: string) => {
    const [, year = '', month = '', date = ''] =
      /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(query.get(name) ?? '') ?? []
    return year === '' ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(date))
  }
  const [from, to] = [day('fromDate'), day('toDate')]
  const oneOf = (letters: RegExp) =>
    statuses === undefined || statuses.length === 0 || statuses.some(each => letters.test(each))
  return {
    user: '*',
    owners: owners ?? [],
    number: query.get('transportNumber')?.trim().toUpperCase() || '*',
    kinds: new Set(kinds === undefined || kinds.length === 0 ? 'KWT' : kinds),
    modifiable: oneOf(/[DL]/),
    released: oneOf(/[ORN]/),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to: to + 86_399_999 })
  }
}

const facts = (request: TransportRequest) => ({
  'transports:number': request.number,
  'transports:owner': request.owner,
  'transports:description': request.text,
  'transports:type': request.kind,
  'transports:status': request.status
})

function search({ system, query }: Request): Answer {
  const found = foundBy(system, optionsOf(query))
  const requests = found.map(request =>
    element('transports:request', { ...facts(request), 'transports:target': request.target })
  )
  const tasks = taskHits(system, found).map(task =>
    element('transports:task', { ...facts(task), parent: task.parent })
  )
  return {
    body: document(
      element('transports:searchresults', declare('transports'), [
        element('transports:requests', {}, requests),
        element('transports:tasks', {}, tasks)
      ])
    )
  }
}

export const routes: readonly Route[] = [
  { method: 'GET', path: '/cts/transports', handler: find },
  {
    method: 'GET',
    path: '/cts/transports/search',
    produces: [searchType, 'application/xml'],
    handler: search
  }
]
