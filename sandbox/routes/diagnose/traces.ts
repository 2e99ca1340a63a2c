/** Routes of the ABAP profiler: requests, the traces that they led to, and their evaluations. */
import {
  callTree,
  databaseAccesses,
  hitList,
  requestFeed,
  traceFeed,
  tracesPath
} from '../../http/documents/trace-document.ts'
import { feedType } from '../../http/documents/feeds.ts'
import { AdtError, invalidData, notFound } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'
import { child } from '../../http/xml-reader.ts'
import type { Trace } from '../../trace-types.ts'

const lastSegment = (uri: string) => decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))

/** Traces of other users are theirs, as far as who asks is concerned. */
function visible<T extends { readonly user: string }>(request: Request, all: readonly T[]): T[] {
  const wanted = (request.query.get('user') ?? '').toUpperCase()
  return all.filter(({ user }) => wanted === '' || wanted === '*' || user === wanted)
}

function traceIn(request: Request): Trace {
  const trace = request.system.store.traces.get(request.param('id'))
  if (trace === undefined) throw notFound(`The trace ${request.param('id')}`)
  return trace
}

function setParameters(request: Request): Answer {
  const root = request.xml()
  if (root.name !== 'parameters') throw invalidData('Parameters of a trace were expected')
  const description = child(root, 'description')?.attributes.value ?? ''
  const id = request.system.store.traces.requests.addParameters(description)
  return { headers: { location: `${tracesPath}/parameters/${id}` } }
}

function addRequest(request: Request): Answer {
  const { system, query } = request
  const { requests: traceRequests } = system.store.traces
  const parameters = lastSegment(request.required('parametersId'))
  if (!traceRequests.hasParameters(parameters)) throw notFound(`The parameters ${parameters}`)
  const user = (query.get('traceUser') ?? request.user).toUpperCase()
  if (user !== request.user.toUpperCase()) {
    throw new AdtError(`No authorization to trace ${user}`, {
      status: 403,
      type: 'ExceptionResourceNoAccess'
    })
  }
  const expires = Date.parse(request.required('expires'))
  const maximal = Number(query.get('maximalExecutions') ?? '1')
  if (!Number.isFinite(expires) || !Number.isInteger(maximal) || maximal < 1) {
    throw invalidData('expires is no time, or maximalExecutions no number')
  }
  const description = query.get('description') ?? ''
  const title = description === '' ? traceRequests.descriptionOf(parameters) : description
  const processType = lastSegment(request.required('processType'))
  const objectType = lastSegment(request.required('objectType'))
  traceRequests.add(
    { user, client: system.client, title, processType, objectType, expires, maximal },
    `sandbox_${system.id}_00`
  )
  return requests(request)
}

function requests(request: Request): Answer {
  const { system } = request
  return {
    type: feedType,
    body: requestFeed(visible(request, system.store.traces.requests.list()), system.id)
  }
}

function removed(wasThere: boolean, what: string): Answer {
  if (!wasThere) throw notFound(what)
  return {}
}

/** The descriptions of the tables that a trace names. */
function textsOf({ system }: Request, { accesses }: Trace): Map<string, string> {
  const names = [...new Set(accesses.map(({ table }) => table))]
  return new Map(
    names.map(name => [name, system.store.get({ type: 'TABL', name })?.description ?? ''])
  )
}

const collection = (title: string, term: string) => ({
  workspace: 'ABAP Profiler',
  title,
  category: ['runtime/traces/abaptraces', term] as const
})

const produces = ['application/xml']

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/runtime/traces/abaptraces',
    produces: [feedType],
    collection: collection('Trace files', 'trace-files'),
    handler: request => ({
      type: feedType,
      body: traceFeed(visible(request, request.system.store.traces.list()), request.system.id)
    })
  },
  {
    method: 'POST',
    path: '/runtime/traces/abaptraces/parameters',
    collection: collection('Trace parameters', 'trace-parameters'),
    handler: setParameters
  },
  {
    method: 'GET',
    path: '/runtime/traces/abaptraces/requests',
    produces: [feedType],
    collection: collection('Trace requests', 'trace-requests'),
    handler: requests
  },
  {
    method: 'POST',
    path: '/runtime/traces/abaptraces/requests',
    produces: [feedType],
    handler: addRequest
  },
  {
    method: 'DELETE',
    path: '/runtime/traces/abaptraces/requests/{id}',
    handler: ({ system, params }) =>
      removed(system.store.traces.requests.remove(params.id ?? ''), `The request ${params.id}`)
  },
  {
    method: 'DELETE',
    path: '/runtime/traces/abaptraces/{id}',
    handler: ({ system, params }) =>
      removed(system.store.traces.remove(params.id ?? ''), `The trace ${params.id}`)
  },
  {
    method: 'GET',
    path: '/runtime/traces/abaptraces/{id}/hitlist',
    produces,
    handler: request => ({ body: hitList(traceIn(request)) })
  },
  {
    method: 'GET',
    path: '/runtime/traces/abaptraces/{id}/statements',
    produces: ['application/vnd.sap.adt.runtime.traces.abaptraces.aggcalltree+xml', ...produces],
    handler: request => ({ body: callTree(traceIn(request)) })
  },
  {
    method: 'GET',
    path: '/runtime/traces/abaptraces/{id}/dbAccesses',
    produces,
    handler: request => {
      const trace = traceIn(request)
      return { body: databaseAccesses(trace, textsOf(request, trace)) }
    }
  }
]
