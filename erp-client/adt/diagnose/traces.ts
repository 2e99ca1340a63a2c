/** ABAP profiler traces: list, evaluate, start and stop. */
import { ErpError } from '../../errors.ts'
import type { ErpReader, ErpWriter } from '../../erp.ts'
import { attribute, child, children, escapeXml, parseXml, textOf } from '../../wire/xml.ts'
import { decodeHits, decodeAccesses } from '../../wire/diagnose/traces.ts'
import type { TraceHit, DbAccess } from '../../wire/diagnose/traces.ts'

const base = '/sap/bc/adt/runtime/traces/abaptraces'

export interface TraceHead {
  readonly id: string
  readonly title: string
  readonly user: string
  readonly at: string
  readonly object: string
  readonly state: string
  /** Microseconds. */
  readonly runtime: number
  readonly runtimeDatabase: number
}

/** Recorded ABAP traces. */
export async function listTraces(
  erp: ErpReader,
  args: { user?: string | undefined },
  signal?: AbortSignal
): Promise<TraceHead[]> {
  const response = await erp.request(
    {
      operation: 'traces.list',
      effect: 'none',
      method: 'GET',
      path: base,
      query: { user: args.user },
      accept: 'application/atom+xml;type=feed, application/*;q=0.8'
    },
    signal
  )
  return children(parseXml(response.text, ['feed']).element, 'entry').map(entry => {
    const data = child(entry, 'extendedData')
    return {
      id: lastSegment(textOf(entry, 'id')),
      title: textOf(entry, 'title'),
      user: textOf(entry, 'author', 'name'),
      at: textOf(entry, 'published'),
      object: textOf(data, 'objectName'),
      state:
        attribute(child(data, 'state'), 'text') ?? attribute(child(data, 'state'), 'value') ?? '',
      runtime: Number(textOf(data, 'runtime')) || 0,
      runtimeDatabase: Number(textOf(data, 'runtimeDatabase')) || 0
    }
  })
}

function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** An id in a path: its comma stays encoded. */
function pathOfTrace(id: string): string {
  let bare = lastSegment(id)
  try {
    bare = decodeURIComponent(bare)
  } catch {
    // The id contains a literal percent sign.
  }
  return `${base}/${encodeURIComponent(bare).replace(/%[0-9A-F]{2}/g, found => found.toLowerCase())}`
}

/** Program units and statements by net time, in microseconds. */
export async function readTraceHits(
  erp: ErpReader,
  args: { id: string },
  signal?: AbortSignal
): Promise<TraceHit[]> {
  const response = await erp.request(
    {
      operation: 'traces.hits',
      effect: 'none',
      method: 'GET',
      path: `${pathOfTrace(args.id)}/hitlist`,
      query: { withSystemEvents: false },
      accept: 'application/xml, application/*;q=0.8'
    },
    signal
  )
  return await decodeHits([response.text], signal)
}

/** Database accesses of a trace; times in microseconds. */
export async function readTraceDb(
  erp: ErpReader,
  args: { id: string },
  signal?: AbortSignal
): Promise<DbAccess[]> {
  const response = await erp.request(
    {
      operation: 'traces.db',
      effect: 'none',
      method: 'GET',
      path: `${pathOfTrace(args.id)}/dbAccesses`,
      query: { withSystemEvents: false },
      accept: 'application/xml, application/*;q=0.8'
    },
    signal
  )
  return await decodeAccesses([response.text], signal)
}

export interface TraceOptions {
  readonly user: string
  readonly title: string
  readonly process: 'any' | 'http' | 'dialog' | 'batch' | 'rfc'
  /** End of the recording, as ISO date. */
  readonly expires: string
  readonly executions: number
}

const switches: Readonly<Record<string, string>> = {
  allMiscAbapStatements: 'false',
  allProceduralUnits: 'true',
  allInternalTableEvents: 'false',
  allDynproEvents: 'false',
  aggregate: 'true',
  explicitOnOff: 'false',
  withRfcTracing: 'true',
  allSystemKernelEvents: 'false',
  sqlTrace: 'false',
  allDbEvents: 'true',
  maxSizeForTraceFile: '30720',
  maxTimeForTracing: '1800'
}

/** Stores the parameters of a trace. @returns their id @throws ErpError ERP_BAD_ANSWER */
async function createParameters(
  erp: ErpWriter,
  title: string,
  signal: AbortSignal | undefined
): Promise<string> {
  const values = Object.entries({ description: title, ...switches })
    .map(([name, value]) => `<trc:${name} value="${escapeXml(value)}"/>`)
    .join('')
  const body = `<trc:parameters xmlns:trc="http://www.sap.com/adt/runtime/traces/abaptraces">${values}</trc:parameters>`
  const created = await erp.request(
    {
      operation: 'traces.parameters',
      effect: 'change',
      method: 'POST',
      path: `${base}/parameters`,
      contentType: 'application/xml',
      body
    },
    signal
  )
  const parametersId = created.headers['location'] ?? ''
  if (parametersId === '') {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      'The ERP took the parameters of the trace and gave none back',
      { outcome: 'failed' }
    )
  }
  return parametersId
}

/**
 * Arms a trace for the next calls of a user.
 * @throws ErpError ERP_BAD_ANSWER where the ERP returns no parameters
 */
export async function startTrace(
  erp: ErpWriter,
  args: TraceOptions,
  signal?: AbortSignal
): Promise<void> {
  const parametersId = await createParameters(erp, args.title, signal)
  await erp.request(
    {
      operation: 'traces.start',
      effect: 'change',
      method: 'POST',
      path: `${base}/requests`,
      query: {
        server: '*',
        description: args.title,
        traceUser: args.user,
        traceClient: erp.system.client,
        processType: `${base}/processtypes/${args.process}`,
        objectType: `${base}/objecttypes/any`,
        expires: args.expires,
        maximalExecutions: args.executions,
        parametersId
      }
    },
    signal
  )
}

export interface TraceRequest {
  readonly id: string
  readonly title: string
  readonly user: string
  readonly expires: string
  readonly done: string
}

/** Armed traces. */
export async function listTraceRequests(
  erp: ErpReader,
  args: { user?: string | undefined },
  signal?: AbortSignal
): Promise<TraceRequest[]> {
  const response = await erp.request(
    {
      operation: 'traces.requests',
      effect: 'none',
      method: 'GET',
      path: `${base}/requests`,
      query: { user: args.user },
      accept: 'application/atom+xml;type=feed, application/*;q=0.8'
    },
    signal
  )
  return children(parseXml(response.text, ['feed']).element, 'entry').map(entry => {
    const data = child(entry, 'extendedData')
    const runs = child(data, 'executions')
    return {
      id: lastSegment(textOf(entry, 'id')),
      title: textOf(data, 'description') || textOf(entry, 'title'),
      user: textOf(entry, 'author', 'name'),
      expires: textOf(data, 'expires'),
      done: `${attribute(runs, 'completed') ?? '0'}/${attribute(runs, 'maximal') ?? ''}`
    }
  })
}

/** Disarms a trace request. */
export async function stopTrace(
  erp: ErpWriter,
  args: { id: string },
  signal?: AbortSignal
): Promise<void> {
  await erp.request(
    {
      operation: 'traces.stop',
      effect: 'change',
      method: 'DELETE',
      path: pathOfTrace(args.id).replace(base, `${base}/requests`)
    },
    signal
  )
}
