/** Documents of traces: the feeds of traces and requests, hit list, call tree and accesses. */
import type { Trace, TraceCall, TraceRequest, TraceUnit } from '../../trace-types.ts'
import { isoTime } from '../times.ts'
import { declare, document, element, leaf } from '../xml.ts'

export const tracesPath = '/sap/bc/adt/runtime/traces/abaptraces'
const relations = 'http://www.sap.com/adt/relations/runtime/traces/abaptraces'
const hitlistType = 'application/vnd.sap.adt.runtime.traces.abaptraces.hitlist+xml'

const encoded = (id: string) => encodeURIComponent(id).replaceAll('%2C', '%2c')

export function tracePath(id: string): string {
  return `${tracesPath}/${encoded(id)}`
}

interface Feed {
  readonly systemId: string
  readonly title: string
  readonly role: string
}

function feed({ systemId, title, role }: Feed, entries: readonly string[]): string {
  return document(
    element('atom:feed', declare('atom', 'trc'), [
      element('atom:author', {}, leaf('atom:name', 'SAP SE')),
      element('atom:contributor', { 'trc:role': role }, leaf('atom:name', systemId)),
      leaf('atom:title', title),
      leaf('atom:updated', isoTime(Date.now())),
      ...entries
    ])
  )
}

function author(user: string, attributes: Readonly<Record<string, string>> = {}): string {
  return element('atom:author', attributes, [
    leaf('atom:name', user),
    leaf('atom:uri', `/sap/bc/adt/system/users/${user.toLowerCase()}`)
  ])
}

/** Microseconds of accesses to the database. */
function databaseTime({ accesses }: Trace): number {
  return accesses.reduce((sum, { time }) => sum + time, 0)
}

export function traceFeed(traces: readonly Trace[], systemId: string): string {
  return feed(
    { systemId, title: 'ABAP Traces', role: 'trace' },
    traces.map(trace => traceEntry(trace, systemId))
  )
}

function traceEntry(trace: Trace, systemId: string): string {
  const path = tracePath(trace.id)
  const link = (name: string, title: string) =>
    element('atom:link', {
      href: `${path}/${name}`,
      rel: `${relations}/${name}`,
      ...{ type: 'application/xml', title }
    })
  const runtime = trace.calls[0]?.gross ?? 0
  const database = databaseTime(trace)
  const facts: readonly (readonly [string, string | number | boolean])[] = [
    ['host', 'sandbox'],
    ['size', Math.ceil(JSON.stringify(trace).length / 1024)],
    ['runtime', runtime],
    ['runtimeABAP', Math.max(0, runtime - database)],
    ['runtimeSystem', 0],
    ['runtimeDatabase', database],
    ['expiration', isoTime(trace.expires)],
    ['system', systemId],
    ['client', trace.client],
    ['isAggregated', true],
    ['aggregationKind', 'byCallPosition'],
    ['objectName', trace.object.name]
  ]
  return element('atom:entry', { 'xml:lang': 'EN' }, [
    author(trace.user),
    element('atom:content', { type: hitlistType, src: `${path}/hitlist` }),
    leaf('atom:id', path),
    link('hitlist', 'Hitlist'),
    link('dbAccesses', 'DB accesses'),
    link('statements', 'Call tree'),
    leaf('atom:published', isoTime(trace.at)),
    leaf('atom:title', trace.title),
    leaf('atom:updated', isoTime(trace.at)),
    element('trc:extendedData', {}, [
      ...facts.map(([name, value]) => leaf(`trc:${name}`, value)),
      element('trc:state', { value: 'R', text: 'Finished' })
    ])
  ])
}

export function requestFeed(requests: readonly TraceRequest[], systemId: string): string {
  return feed({ systemId, title: 'ABAP Trace Requests', role: 'admin' }, requests.map(requestEntry))
}

function requestEntry(request: TraceRequest, index: number): string {
  const path = `${tracesPath}/requests/${encoded(request.id)}`
  const { processType, objectType, maximal, completed } = request
  return element('atom:entry', { 'xml:lang': 'EN' }, [
    author(request.user, { 'trc:role': 'admin' }),
    author(request.user, { 'trc:role': 'trace' }),
    element('atom:content', { type: 'application/xml', src: path }),
    leaf('atom:id', path),
    leaf('atom:published', isoTime(request.at)),
    leaf('atom:title', request.title),
    leaf('atom:updated', isoTime(request.at)),
    element('trc:extendedData', {}, [
      leaf('trc:host', 'sandbox'),
      leaf('trc:requestIndex', index + 1),
      leaf('trc:client', request.client, { 'trc:role': 'trace' }),
      leaf('trc:description', request.title),
      leaf('trc:isAggregated', true),
      leaf('trc:expires', isoTime(request.expires)),
      element('trc:processType', { processTypeId: `${tracesPath}/processtypes/${processType}` }),
      element('trc:object', { objectTypeId: `${tracesPath}/objecttypes/${objectType}` }),
      element('trc:executions', { maximal, completed })
    ])
  ])
}

const percent = (part: number, whole: number) =>
  whole <= 0 ? 0 : Math.round((part / whole) * 100_000) / 1000

function times(call: Pick<TraceCall, 'gross' | 'net'>, total: number): string[] {
  const time = (name: string, value: number) =>
    element(`trc:${name}`, { time: value, percentage: percent(value, total) })
  return [
    time('grossTime', call.gross),
    time('traceEventNetTime', call.net),
    time('proceduralNetTime', call.net)
  ]
}

function calling({ program, uri, type, object, package: home }: TraceUnit): string {
  return element('trc:callingProgram', {
    'adtcore:context': program,
    byteCodeOffset: 0,
    ...(uri === '' ? {} : { 'adtcore:uri': uri }),
    'adtcore:type': type,
    'adtcore:name': object,
    'adtcore:packageName': home
  })
}

function body(name: string, trace: Trace, facts: Record<string, unknown>, content: string[]) {
  const attributes = { ...declare('trc', 'adtcore'), ...facts } as Record<string, string>
  const link = element('atom:link', {
    ...declare('atom'),
    ...{ rel: 'parent', href: tracePath(trace.id) }
  })
  return document(element(`trc:${name}`, attributes, [link, ...content]))
}

interface Hit extends Pick<TraceCall, 'count' | 'gross' | 'net'> {
  readonly unit: TraceUnit
  /** The first of its callers. */
  readonly caller: TraceUnit | undefined
  readonly depth: number
}

/** Whether a call stands within one of the same procedure: its time counts there already. */
function recursionOf(calls: readonly TraceCall[], call: TraceCall): number {
  let depth = 0
  for (let at = calls[call.parent]; at !== undefined; at = calls[at.parent]) {
    if (at.unit.name === call.unit.name && at.unit.uri === call.unit.uri) depth++
  }
  return depth
}

/** All calls of a procedure together. */
function hitsOf({ calls }: Trace): Hit[] {
  const hits = new Map<string, Hit>()
  for (const call of calls) {
    const { unit, count, net } = call
    const key = `${unit.name} ${unit.uri}`
    const before = hits.get(key)
    const recursion = recursionOf(calls, call)
    const gross = recursion === 0 ? call.gross : 0
    hits.set(key, {
      unit,
      caller: before?.caller ?? calls[call.parent]?.unit,
      count: (before?.count ?? 0) + count,
      gross: (before?.gross ?? 0) + gross,
      net: (before?.net ?? 0) + net,
      depth: Math.max(before?.depth ?? 0, recursion)
    })
  }
  return [...hits.values()].sort((a, b) => b.gross - a.gross)
}

function describe({ name, uri }: TraceUnit): string {
  if (uri === '') return `Program ${name}`
  return name.includes('->') ? `Call M. ${name}` : `Call ${name}`
}

export function hitList(trace: Trace): string {
  const total = trace.calls[0]?.gross ?? 0
  return body(
    'hitlist',
    trace,
    {},
    hitsOf(trace).map((hit, index) =>
      element(
        'trc:entry',
        {
          ...{ topDownIndex: index + 1, index: index + 1, hitCount: hit.count },
          ...{ recursionDepth: hit.depth, description: describe(hit.unit) }
        },
        [
          hit.caller === undefined ? '' : calling(hit.caller),
          element('trc:calledProgram', { 'adtcore:context': hit.unit.program }),
          ...times(hit, total)
        ]
      )
    )
  )
}

/** The tree in the order of calls: each behind its caller. */
function ordered(calls: readonly TraceCall[]): { readonly at: number; readonly level: number }[] {
  const below = Map.groupBy(calls.keys(), at => calls[at]?.parent ?? -1)
  const walk = (at: number, level: number): { at: number; level: number }[] => [
    { at, level },
    ...(below.get(at) ?? []).flatMap(child => walk(child, level + 1))
  ]
  return calls.length === 0 ? [] : walk(0, 0)
}

export function callTree(trace: Trace): string {
  const { calls } = trace
  const total = calls[0]?.gross ?? 0
  const tree = ordered(calls)
  const places = new Map(tree.map(({ at }, index) => [at, index + 1]))
  const hits = hitsOf(trace)
  const rows = tree.flatMap(({ at, level }, index) => {
    const call = calls[at]
    if (call === undefined) return []
    const direct = calls.filter(({ parent }) => parent === at).length
    const end = tree.findIndex((other, place) => place > index && other.level <= level)
    const anchor = hits.findIndex(({ unit }) => unit.name === call.unit.name)
    const facts = {
      ...{ index: index + 1, id: index + 1, description: describe(call.unit) },
      ...{ hitCount: call.count, hasDetailSubnodes: direct > 0 },
      ...{ hasProcedureLikeSubnodes: direct > 0, callerId: places.get(call.parent) ?? 0 },
      ...{ callLevel: level, subnodeCount: (end < 0 ? tree.length : end) - index - 1 },
      ...{ directSubnodeCount: direct, directSubnodeCountProcedureLike: direct },
      ...{ hitlistAnchor: anchor + 1, isProcedureLike: true, isProceduralUnit: true }
    }
    const caller = calls[call.parent]?.unit ?? call.unit
    return element('trc:statement', facts, [calling(caller), ...times(call, total)])
  })
  const head = { withDetails: false, withSysEvents: false, count: rows.length }
  return body('statements', trace, head, rows)
}

export function databaseAccesses(trace: Trace, texts: ReadonlyMap<string, string>): string {
  const total = trace.calls[0]?.gross ?? 0
  const rows = trace.accesses.map(({ statement, table, call, count, time }, index) =>
    element(
      'trc:dbAccess',
      {
        ...{ index: index + 1, tableName: table, statement: statement.toLowerCase() },
        ...{ type: 'OpenSQL', totalCount: count, bufferedCount: 0 }
      },
      [
        element('trc:accessTime', {
          ...{ total: time, applicationServer: 0, database: time },
          ratioOfTraceTotal: percent(time, total)
        }),
        calling(trace.calls[call]?.unit ?? (trace.calls[0] as TraceCall).unit)
      ]
    )
  )
  const names = [...new Set(trace.accesses.map(({ table }) => table))]
  const tables = names.map(name =>
    element('trc:table', {
      ...{ name, type: 'TRANSP', description: texts.get(name) ?? '', bufferMode: '' },
      ...{ storageType: '', package: '' }
    })
  )
  const head = { totalDbTime: databaseTime(trace) }
  return body('dbAccesses', trace, head, [...rows, element('trc:tables', {}, tables)])
}
