/** The core of one Erp: sends a request, translates its answer, and closes everything. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { largestAnswer } from './http/agent.ts'
import type { Connection } from './http/connection.ts'
import { RequestIds } from './correlation/request-ids.ts'
import { ErpError, isErpError } from './errors.ts'
import { aborted, headerOf, NotSent } from './http/erp-call.ts'
import type { Answer, ErpCall, SessionState } from './http/erp-call.ts'
import { queryText, redirectTarget, requestTarget, withOwnLogon } from './http/paths.ts'
import type { SessionPool } from './http/session-pool.ts'
import type { HttpPipeline } from './http/pipeline.ts'
import { failureOf } from './wire/failure.ts'
import { isLogonPage, isRedirect, plainHeaders } from './wire/http.ts'
import type { ErpRequest, ErpResponse } from './request.ts'
import type { ErpOptions } from './options.ts'
import { networkFailure } from './wire/network-failure.ts'

const inflate = promisify(gunzip)
const closeMilliseconds = 2000
const mostRedirects = 3

/** State that the parts of one Erp share. */
export interface Core {
  readonly origin: string
  readonly options: ErpOptions
  readonly connection: Connection
  readonly pipeline: HttpPipeline
  readonly pool: SessionPool
  /** Answers are compressed; on this machine compression gains nothing. */
  readonly compress: boolean
  state: 'open' | 'closing' | 'closed'
  readonly ending: AbortController
  /** Requests in flight. */
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
  // Bytes in an encoding that was not requested must not pass as text.
  if (!/^(?:x-)?gzip$/i.test(encoding)) {
    throw new ErpError(
      'ERP_BAD_ANSWER',
      `The answer is encoded as ${JSON.stringify(encoding.slice(0, 40))}, which was not asked for`
    )
  }
  return { ...answer, body: await inflate(answer.body, { maxOutputLength: largestAnswer }) }
}

async function send(
  core: Core,
  call: ErpCall,
  parts: {
    method: ErpRequest['method']
    path: string
    headers: Record<string, string>
    body: string | Uint8Array | null
  }
): Promise<Answer> {
  try {
    return await decode(await core.pipeline.send({ ...parts, origin: core.origin, call }))
  } catch (error) {
    if (error instanceof NotSent) throw error.cause
    if (core.state === 'closed') {
      throw new ErpError('ERP_CLOSED', 'The connection to the ERP was closed', {
        cause: error,
        outcome: call.effect === 'change' && call.sent ? 'unknown' : 'failed'
      })
    }
    throw networkFailure(core.pipeline.explain(error), call)
  }
}

interface Own {
  readonly session: SessionState
  readonly signal: AbortSignal | undefined
  readonly caller?: string | undefined
}

/** Sends one request. @throws ErpError */
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
  const call = createCall(core, request, own)
  try {
    return await exchange(core, request, call)
  } catch (error) {
    // Callers compare errors by identity.
    if (call.id.isSent && isErpError(error)) error.requestId ??= call.id.text
    throw error
  }
}

async function exchange(core: Core, request: ErpRequest, call: ErpCall): Promise<ErpResponse> {
  const target = {
    method: request.method,
    path: requestTarget(core.origin, request, queryText(request.query, core.options)),
    headers: headersFor(core, request)
  }
  const first = await send(core, call, { ...target, body: request.body ?? null })
  const follows = request.method === 'GET' && request.area === undefined
  const answer = follows ? await followRedirects(core, call, { ...target, answer: first }) : first
  const refused = answer.status >= 400 || isRedirect(answer) || isLogonPage(answer, call.accept)
  if (refused) throw core.pipeline.explain(failureOf(answer, call))
  return {
    status: answer.status,
    headers: plainHeaders(answer.headers),
    text: answer.body.toString('utf8')
  }
}

function createCall(core: Core, request: ErpRequest, { session, signal, caller }: Own): ErpCall {
  return {
    id: request.id ?? new RequestIds().next(),
    operation: request.operation,
    effect: request.effect,
    session,
    caller,
    accept: request.accept ?? '*/*',
    beforeSent: request.beforeSent,
    steady: request.effect === 'none' && request.timeoutMs === undefined,
    deadline: Date.now() + (request.timeoutMs ?? core.options.timeoutMs ?? 120_000),
    // An in-flight change runs to completion, even after its caller has left.
    signal: request.effect === 'none' ? signal : undefined,
    sent: false,
    authorize: false,
    leader: false,
    generation: 0
  }
}

/** The answer behind the redirects within the ERP; the redirect itself where it leads elsewhere. */
async function followRedirects(
  core: Core,
  call: ErpCall,
  { answer, headers }: { readonly answer: Answer; readonly headers: Record<string, string> }
): Promise<Answer> {
  let last = answer
  for (let redirects = 0; redirects < mostRedirects && isRedirect(last); redirects++) {
    const next = redirectTarget(core.origin, headerOf(last, 'location'))
    if (next === undefined) break
    const path = withOwnLogon(next, core.options)
    last = await send(core, call, { method: 'GET', path, headers, body: null })
  }
  return last
}

/** Small services that answer in each session; 7.40 has the second alone. */
const endPaths = ['/sap/bc/adt/core/discovery', '/sap/bc/adt/compatibility/graph'] as const

/** Ends a stateful session and with it every lock in it. */
export async function endSession(core: Core, session: SessionState): Promise<void> {
  if (session.context.size === 0 || core.state === 'closed') return
  const request = {
    operation: 'session.end',
    effect: 'none',
    method: 'GET',
    headers: { 'x-sap-adt-sessiontype': 'stateless' },
    ...(core.state === 'closing' ? { timeoutMs: closeMilliseconds } : {})
  } as const
  // Marked as holding a lock: the request is sent at once, also while closing, and never logs on
  // again.
  const own = { session: { ...session, holding: true }, signal: undefined }
  const [path, older] = endPaths
  try {
    await perform(core, { ...request, path }, own).catch(async (error: unknown) => {
      if (!isErpError(error) || error.status !== 404) throw error
      await perform(core, { ...request, path: older }, own)
    })
  } catch (error) {
    core.options.log?.debug(
      { error: error instanceof Error ? error.message : String(error) },
      'erp session ended without an answer'
    )
  }
}

/** Waits for running changes, logs off, which releases remaining locks, and closes the sockets. */
export async function close(core: Core): Promise<void> {
  if (core.state !== 'open') return
  core.state = 'closing'
  core.ending.abort()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, closeMilliseconds)
  })
  await Promise.race([core.pool.drained(), timeout])
  clearTimeout(timer)
  const idle = core.pool.close()
  // Cookies from outside may still be in use elsewhere: only the idle sessions end.
  if (!core.connection.credential.canLogOn) {
    await Promise.all(idle.map(session => endSession(core, session)))
  } else if (core.connection.gate.isOpen) await logOff(core)
  core.state = 'closed'
  await core.pipeline.destroy()
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
    // Without an answer the sessions end by their own timeout.
  }
}
