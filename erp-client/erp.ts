import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { createConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { createCredentialSource } from './credential.ts'
import { ErpError } from './errors.ts'
import { aborted, collect, headerOf } from './exchange.ts'
import type { Answer, Exchange, SessionState } from './exchange.ts'
import { createMemory, memoryKey } from './memory.ts'
import type { Memory } from './memory.ts'
import { originOf, queryText, redirectTarget, requestTarget } from './paths.ts'
import { createSessionPool } from './sessions.ts'
import type { SessionPool } from './sessions.ts'
import { createTransport, largestAnswer } from './transport.ts'
import type { Transport } from './transport.ts'
import { failureOf, networkFailure } from './wire/failure.ts'
import { isLogonPage, isRedirect, plainHeaders } from './wire/http.ts'

export type Effect = 'none' | 'change'

export interface ErpRequest {
  /** Short stable name for logs and metrics: `source.read`, `lock`, … */
  readonly operation: string
  /** What it does to the ERP; the HTTP method says nothing (searches are POST). */
  readonly effect: Effect
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/sap/bc/adt/`; already percent-encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly accept?: string | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** For the whole exchange with its repeats. */
  readonly timeoutMs?: number | undefined
}

export interface ErpResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface ErpSystem {
  readonly url: string
  readonly client: string
  readonly language: string
  /** System id, once known. */
  readonly id: string | undefined
  /** Whether it is the embedded sandbox, once known. */
  readonly sandbox: boolean | undefined
}

/** Sends requests that change nothing. Refuses the others, whatever their HTTP method (ERP_READER_CANNOT_CHANGE). */
export interface ErpReader {
  readonly system: ErpSystem
  readonly [memoryKey]?: Memory
  request (request: ErpRequest & { effect: 'none' }, signal?: AbortSignal | undefined): Promise<ErpResponse>
}

/** One stateful ABAP session: locks taken in it live until it ends. */
export interface ErpSession {
  /** True while a lock is held: a lost session is then reported and never silently replaced. */
  holding: boolean
  request (request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /** Ends the session, with all its locks, instead of keeping it for the next change. */
  discard (): void
}

export interface ErpWriter extends ErpReader {
  request (request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /**
   * Lends one stateful session; it belongs to `run` alone until its promise settles. Whoever holds one already asks for another
   * `aside`: it must not wait for those who wait for it.
   */
  session<T> (run: (session: ErpSession) => Promise<T>, aside?: boolean): Promise<T>
}

export type Credential =
  | { readonly kind: 'basic', readonly user: string, readonly password: string }
  | { readonly kind: 'cookie', readonly header: string }
  | { readonly kind: 'cookie-file', readonly path: string }
  /** PEM; the ERP maps the certificate to a user. Needs an https URL. */
  | { readonly kind: 'certificate', readonly certificate: string, readonly key: string }

/** Shaped like pino. */
export interface ErpLog {
  debug (facts: object, message: string): void
  info (facts: object, message: string): void
  warn (facts: object, message: string): void
  error (facts: object, message: string): void
}

export interface ErpOptions {
  /** `https://host:port` */
  readonly baseUrl: string
  readonly client: string
  readonly language: string
  readonly credential: Credential
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined
  /** PEM file with further trusted CAs. */
  readonly caFile?: string | undefined
  /** Proxy URLs; the environment is never read. */
  readonly proxy?: { readonly https?: string | undefined, readonly http?: string | undefined, readonly no?: string | undefined } | undefined
  /** Default 120 000. */
  readonly timeoutMs?: number | undefined
  /** Most sockets to the ERP, default 32. */
  readonly connections?: number | undefined
  /** Most bytes of sources kept, default 64 MiB. */
  readonly cacheBytes?: number | undefined
  /** A source read so recently is not asked for again, default 0. */
  readonly freshnessMs?: number | undefined
  readonly log?: ErpLog | undefined
}

export interface Erp {
  readonly reader: ErpReader
  readonly writer: ErpWriter
  /** Lets running changes end (2 s at most), logs off, which releases what is still locked, and closes the sockets. */
  close (): Promise<void>
}

/** For what may take minutes: activation, unit tests, checks, where-used. */
export const longTimeoutMs = 600_000

const inflate = promisify(gunzip)
const closeMilliseconds = 2000
const mostRedirects = 3

/** What the parts of one Erp share. */
interface Core {
  readonly origin: string
  readonly options: ErpOptions
  readonly connection: Connection
  readonly transport: Transport
  readonly pool: SessionPool
  /** Locally there is nothing to gain from compression. */
  readonly compress: boolean
  state: 'open' | 'closing' | 'closed'
}

function isLocal (origin: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
}

function headersFor (core: Core, request: ErpRequest): Record<string, string> {
  const headers: Record<string, string> = { accept: request.accept ?? '*/*', ...request.headers }
  if (request.contentType !== undefined) headers['content-type'] = request.contentType
  if (core.compress) headers['accept-encoding'] = 'gzip'
  return headers
}

async function decode (answer: Answer): Promise<Answer> {
  if (!/^x?-?gzip$/i.test(headerOf(answer, 'content-encoding').trim())) return answer
  return { ...answer, body: await inflate(answer.body, { maxOutputLength: largestAnswer }) }
}

async function exchangeOnce (core: Core, exchange: Exchange, parts: { method: ErpRequest['method'], path: string, headers: Record<string, string>, body: string | Uint8Array | null }): Promise<Answer> {
  try {
    return await decode(await collect(core.transport.dispatcher.dispatch, { ...parts, origin: core.origin, exchange }))
  } catch (error) {
    throw core.state === 'closed' ? new ErpError('ERP_CLOSED', 'The connection to the ERP was closed', { cause: error, outcome: 'failed' }) : networkFailure(error, exchange)
  }
}

async function perform (core: Core, request: ErpRequest, own: { session: SessionState, signal: AbortSignal | undefined }): Promise<ErpResponse> {
  const { session, signal } = own
  if (core.state === 'closed' || (core.state === 'closing' && !session.holding)) throw new ErpError('ERP_CLOSED', 'The connection to the ERP is closed', { outcome: 'failed' })
  if (signal?.aborted === true) throw aborted()
  const exchange: Exchange = {
    operation: request.operation,
    effect: request.effect,
    session,
    accept: request.accept ?? '*/*',
    deadline: Date.now() + (request.timeoutMs ?? core.options.timeoutMs ?? 120_000),
    // a change that has begun is finished, whoever has lost interest
    signal: request.effect === 'none' ? signal : undefined,
    sent: false,
    authorize: false,
    leader: false,
    generation: 0
  }
  const headers = headersFor(core, request)
  let path = requestTarget(core.origin, request.path, queryText(request.query, core.options))
  let answer = await exchangeOnce(core, exchange, { method: request.method, path, headers, body: request.body ?? null })
  for (let hops = 0; request.method === 'GET' && hops < mostRedirects; hops++) {
    const next = isRedirect(answer) ? redirectTarget(core.origin, headerOf(answer, 'location')) : undefined
    if (next === undefined) break
    path = next
    answer = await exchangeOnce(core, exchange, { method: 'GET', path, headers, body: null })
  }
  const refused = answer.status >= 400 || isRedirect(answer) || isLogonPage(answer, exchange.accept)
  if (refused) throw failureOf(answer, exchange)
  return { status: answer.status, headers: plainHeaders(answer.headers), text: answer.body.toString('utf8') }
}

function describeSystem (core: Core, memory: Memory): ErpSystem {
  return {
    url: core.origin,
    client: core.options.client,
    language: core.options.language,
    get id () {
      const known = core.connection.jar.names().map(name => /^SAP_SESSIONID_(\w{3})_/i.exec(name)?.[1]).find(id => id !== undefined)
      return memory.system?.id ?? known
    },
    get sandbox () { return memory.system?.sandbox }
  }
}

function createReader (core: Core, system: ErpSystem, memory: Memory): ErpReader {
  return {
    system,
    [memoryKey]: memory,
    async request (request: ErpRequest, signal) {
      if (request.effect !== 'none') {
        throw new ErpError('ERP_READER_CANNOT_CHANGE', `A reader was asked for ${request.operation}, which changes the ERP`, { outcome: 'failed' })
      }
      return perform(core, request, { session: core.connection.shared, signal })
    }
  }
}

function createWriter (core: Core, system: ErpSystem, memory: Memory): ErpWriter {
  return {
    system,
    [memoryKey]: memory,
    request: async (request, signal) => perform(core, request, { session: core.connection.shared, signal }),
    session: (run, aside) => core.pool.lend(session => run({
      get holding () { return session.holding },
      set holding (value) { session.holding = value },
      request: async (request, signal) => perform(core, request, { session, signal }),
      discard () { session.broken = true }
    }), aside)
  }
}

/** Ends a stateful session and with it every lock in it. */
async function endSession (core: Core, session: SessionState): Promise<void> {
  if (session.context.size === 0 || core.state === 'closed') return
  session.holding = false
  const request: ErpRequest = { operation: 'session.end', effect: 'none', method: 'GET', path: '/sap/bc/adt/core/discovery', headers: { 'x-sap-adt-sessiontype': 'stateless' } }
  try {
    await perform(core, request, { session, signal: undefined })
  } catch (error) {
    core.options.log?.debug({ error: error instanceof Error ? error.message : String(error) }, 'erp session ended without an answer')
  }
}

async function close (core: Core): Promise<void> {
  if (core.state !== 'open') return
  core.state = 'closing'
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => { timer = setTimeout(resolve, closeMilliseconds) })
  await Promise.race([core.pool.drained(), late])
  clearTimeout(timer)
  core.pool.close()
  if (core.connection.gate.isOpen) await logOff(core)
  core.state = 'closed'
  await core.transport.destroy()
}

async function logOff (core: Core): Promise<void> {
  const request: ErpRequest = { operation: 'logoff', effect: 'none', method: 'GET', path: '/sap/public/bc/icf/logoff', accept: 'text/html' }
  const signal = AbortSignal.timeout(closeMilliseconds)
  try {
    await perform(core, request, { session: { ...core.connection.shared, holding: true }, signal })
  } catch {
    // the sessions time out by themselves
  }
}

/**
 * The long-lived client of one ERP system for one identity. It opens no connection until the first request.
 *
 * @throws ErpError ERP_BAD_REQUEST for a base URL that is none, ERP_TLS_UNTRUSTED for a CA file that cannot be read
 */
export function createErp (options: ErpOptions): Erp {
  const origin = originOf(options.baseUrl)
  const connection = createConnection(createCredentialSource(options.credential))
  const memory = createMemory({ cacheBytes: options.cacheBytes ?? 64 * 1024 * 1024, freshnessMs: options.freshnessMs ?? 0 })
  const core: Core = {
    origin,
    options,
    connection,
    transport: createTransport(origin, options, connection),
    pool: createSessionPool(session => endSession(core, session)),
    compress: !isLocal(origin),
    state: 'open'
  }
  const system = describeSystem(core, memory)
  return {
    reader: createReader(core, system, memory),
    writer: createWriter(core, system, memory),
    close: () => close(core)
  }
}
