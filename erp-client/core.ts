/**
 * One Erp from the inside: how a request goes out and what its answer means, and how everything
 * ends.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { largestAnswer } from './http/agent.ts'
import type { Connection } from './http/connection.ts'
import { ErpError } from './errors.ts'
import { aborted, headerOf } from './http/erp-call.ts'
import type { Answer, ErpCall, SessionState } from './http/erp-call.ts'
import { queryText, redirectTarget, requestTarget, withOwnLogon } from './http/paths.ts'
import type { SessionPool } from './http/session-pool.ts'
import type { HttpPipeline } from './http/pipeline.ts'
import { failureOf, networkFailure } from './wire/failure.ts'
import { isLogonPage, isRedirect, plainHeaders } from './wire/http.ts'
import type { ErpRequest, ErpResponse } from './request.ts'
import type { ErpOptions } from './options.ts'

const inflate = promisify(gunzip)
const closeMilliseconds = 2000
const mostRedirects = 3

/** What the parts of one Erp share. */
export interface Core {
  readonly origin: string
  readonly options: ErpOptions
  readonly connection: Connection
  readonly transport: HttpPipeline
  readonly pool: SessionPool
  /** Locally there is nothing to gain from compression. */
  readonly compress: boolean
  state: 'open' | 'closing' | 'closed'
  readonly ending: AbortController
  /** Requests under way. */
  running: number
}

export function isLocal(origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}

function headersFor(core: Core, request: ErpRequest): Record<string, string> {
  const headers: Record<string, string> = { accept: request.accept ?? '*/*', ...request.headers }
  if (request.contentType !== undefined) headers['content-type'] = request.contentType
  if (core.compress) headers['accept-encoding'] = 'gzip'
  return headers
}

async function decode(answer: Answer): Promise<Answer> {
  const encoding = headerOf(answer, 'content-encoding').trim()
  if (/^(?:identity)?$/i.test(encoding) || answer.body.length === 0) return answer
  // What was not asked for must not pass as a text.
  if (!/^(?:x-)?gzip$/i.test(encoding)) {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      `The answer is encoded as ${JSON.stringify(encoding.slice(0, 40))}, which was not asked for`
    )
  }
  return { ...answer, body: await inflate(answer.body, { maxOutputLength: largestAnswer }) }
}

async function exchangeOnce(
  core: Core,
  exchange: ErpCall,
  parts: {
    method: ErpRequest['method']
    path: string
    headers: Record<string, string>
    body: string | Uint8Array | null
  }
): Promise<Answer> {
  try {
    return await decode(await core.transport.send({ ...parts, origin: core.origin, exchange }))
  } catch (error) {
    if (core.state === 'closed') {
      throw new ErpError('ERP_CLOSED', 'The connection to the ERP was closed', {
        cause: error,
        outcome: exchange.effect === 'change' && exchange.sent ? 'unknown' : 'failed'
      })
    }
    throw networkFailure(core.transport.explain(error), exchange)
  }
}

interface Own {
  readonly session: SessionState
  readonly signal: AbortSignal | undefined
  readonly caller?: string | undefined
}

/** One request to the ERP and its answer. Throws ErpError. */
export async function perform(core: Core, request: ErpRequest, own: Own): Promise<ErpResponse> {
  core.running++
  try {
    return await performCounted(core, request, own)
  } finally {
    core.running--
  }
}

async function performCounted(core: Core, request: ErpRequest, own: Own): Promise<ErpResponse> {
  const { session, signal } = own
  if (core.state === 'closed' || (core.state === 'closing' && !session.holding)) {
    throw new ErpError('ERP_CLOSED', 'The connection to the ERP is closed', { outcome: 'failed' })
  }
  if (signal?.aborted === true) throw aborted()
  const exchange: ErpCall = {
    operation: request.operation,
    effect: request.effect,
    session,
    caller: own.caller,
    accept: request.accept ?? '*/*',
    steady: request.effect === 'none' && request.timeoutMs === undefined,
    deadline: Date.now() + (request.timeoutMs ?? core.options.timeoutMs ?? 120_000),
    // a change that has begun is finished, whoever has lost interest
    signal: request.effect === 'none' ? signal : undefined,
    sent: false,
    authorize: false,
    leader: false,
    generation: 0
  }
  const headers = headersFor(core, request)
  let path = requestTarget(core.origin, request, queryText(request.query, core.options))
  let answer = await exchangeOnce(core, exchange, {
    method: request.method,
    path,
    headers,
    body: request.body ?? null
  })
  for (
    let hops = 0;
    request.method === 'GET' && request.area === undefined && hops < mostRedirects;
    hops++
  ) {
    const next = isRedirect(answer)
      ? redirectTarget(core.origin, headerOf(answer, 'location'))
      : undefined
    if (next === undefined) break
    path = withOwnLogon(next, core.options)
    answer = await exchangeOnce(core, exchange, { method: 'GET', path, headers, body: null })
  }
  const refused = answer.status >= 400 || isRedirect(answer) || isLogonPage(answer, exchange.accept)
  if (refused) throw core.transport.explain(failureOf(answer, exchange))
  return {
    status: answer.status,
    headers: plainHeaders(answer.headers),
    text: answer.body.toString('utf8')
  }
}

/** Ends a stateful session and with it every lock in it. */
export async function endSession(core: Core, session: SessionState): Promise<void> {
  if (session.context.size === 0 || core.state === 'closed') return
  const request: ErpRequest = {
    operation: 'session.end',
    effect: 'none',
    method: 'GET',
    path: '/sap/bc/adt/core/discovery',
    headers: { 'x-sap-adt-sessiontype': 'stateless' },
    ...(core.state === 'closing' ? { timeoutMs: closeMilliseconds } : {})
  }
  try {
    // as if it held a lock: it is sent at once, also while closing, and never logs on again just
    // for that
    await perform(core, request, { session: { ...session, holding: true }, signal: undefined })
  } catch (error) {
    core.options.log?.debug(
      { error: error instanceof Error ? error.message : String(error) },
      'erp session ended without an answer'
    )
  }
}

/** Lets running changes end, gives back what is still locked, and closes the sockets. */
export async function close(core: Core): Promise<void> {
  if (core.state !== 'open') return
  core.state = 'closing'
  core.ending.abort()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, closeMilliseconds)
  })
  await Promise.race([core.pool.drained(), late])
  clearTimeout(timer)
  const idle = core.pool.close()
  // cookies made elsewhere belong to somebody who may still be using them
  if (!core.connection.credential.canLogOn) {
    await Promise.all(idle.map(session => endSession(core, session)))
  } else if (core.connection.gate.isOpen) await logOff(core)
  core.state = 'closed'
  await core.transport.destroy()
}

async function logOff(core: Core): Promise<void> {
  const request: ErpRequest = {
    operation: 'logoff',
    effect: 'none',
    method: 'GET',
    path: '/sap/public/bc/icf/logoff',
    accept: 'text/html'
  }
  const signal = AbortSignal.timeout(closeMilliseconds)
  try {
    await perform(core, request, { session: { ...core.connection.shared, holding: true }, signal })
  } catch {
    // the sessions time out by themselves
  }
}
