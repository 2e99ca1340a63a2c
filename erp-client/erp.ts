import type { ConnectionLimiter } from './http/connection-limiter.ts'
import { ownPlaces } from './http/caller-shares.ts'
import { createConnection } from './http/connection.ts'
import { close, endSession, isLocal, perform } from './core.ts'
import type { Core } from './core.ts'
import { createCredentialSource } from './http/credential-source.ts'
import type { TlsIdentity } from './http/credential-source.ts'
import { ErpError } from './errors.ts'
import { createErpCache, clearCache, cacheKey } from './cache/erp-cache.ts'
import type { CacheSpace } from './cache/erp-cache.ts'
import type { ErpCache } from './cache/erp-cache.ts'
import { originOf } from './http/paths.ts'
import { createSessionPool } from './http/session-pool.ts'
import { createHttpPipeline } from './http/pipeline.ts'

export type RequestEffect = 'none' | 'change'

export interface ErpRequest {
  /** Short stable name for logs and metrics: `source.read`, `lock`, … */
  readonly operation: string
  /** What it does to the ERP; the HTTP method says nothing (searches are POST). */
  readonly effect: RequestEffect
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/sap/bc/adt/`; already percent-encoded. */
  readonly path: string
  /** `services`: the path is of a published OData service instead, which is only read. */
  readonly area?: 'services' | undefined
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
  /** Upper case; absent where the credential does not name its user. */
  readonly user?: string | undefined
  /** Of the developer's machine, for breakpoints that its ERP GUI shares. */
  readonly terminalId?: string | undefined
  /** Most requests at the same time. */
  readonly connections?: number | undefined
}

/**
 * Sends requests that change nothing. Refuses the others, whatever their HTTP method
 * (ERP_READER_CANNOT_CHANGE).
 */
export interface ErpReader {
  readonly system: ErpSystem
  readonly [cacheKey]?: ErpCache
  request(
    request: ErpRequest & { effect: 'none' },
    signal?: AbortSignal | undefined
  ): Promise<ErpResponse>
}

/** One stateful ABAP session: locks taken in it live until it ends. */
export interface ErpSession {
  /** True while a lock is held: a lost session is then reported and never silently replaced. */
  holding: boolean
  request(request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /** Ends the session, with all its locks, instead of keeping it for the next change. */
  discard(): void
}

export interface ErpWriter extends ErpReader {
  request(request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /**
   * Lends one stateful session; it belongs to `run` alone until its promise settles. Whoever holds
   * one already asks for another
   * `aside`: it must not wait for those who wait for it.
   */
  session<T>(run: (session: ErpSession) => Promise<T>, aside?: boolean): Promise<T>
  /**
   * Aborted when the client begins to close: whoever keeps something going at the ERP has to end it
   * now.
   */
  readonly ending?: AbortSignal
}

export type Credential =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookie'; readonly header: string }
  | { readonly kind: 'cookie-file'; readonly path: string }
  /** PEM; the ERP maps the certificate to a user. Needs an https URL. */
  | { readonly kind: 'certificate'; readonly certificate: string; readonly key: string }
  /**
   * The same for a certificate that is made anew before it ends; sessions and locks outlive the
   * change.
   */
  | { readonly kind: 'issued'; readonly user: string; readonly certificates: CertificateSource }

export interface CertificateSource {
  /** The certificate that is good now: the same object for as long as it is. */
  current(): TlsIdentity | Promise<TlsIdentity>
}

/** Shaped like pino. */
export interface ErpLog {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
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
  /** Highest TLS version that is offered: some old systems break off when they are offered 1.3. */
  readonly tlsMaxVersion?: '1.2' | '1.3' | undefined
  /** Proxy URLs; the environment is never read. */
  readonly proxy?:
    | {
        readonly https?: string | undefined
        readonly http?: string | undefined
        readonly no?: string | undefined
      }
    | undefined
  /** Default 120 000. */
  readonly timeoutMs?: number | undefined
  /** Most requests at the ERP at the same time, and sockets to it, default 32. */
  readonly connections?: number | undefined
  /** Shared by all who work on one ERP; `connections` is then this identity's part of it. */
  readonly budget?: ConnectionLimiter | undefined
  /** Most bytes of sources kept, default 32 MiB. */
  readonly cacheBytes?: number | undefined
  /** Shared with other identities; then `cacheBytes` says nothing. */
  readonly cacheSpace?: CacheSpace | undefined
  /** A source read so recently is not asked for again, default 0. */
  readonly freshnessMs?: number | undefined
  /** Of the developer's machine, as its ERP GUI has it. */
  readonly terminalId?: string | undefined
  readonly log?: ErpLog | undefined
  /** Told of every request when it has ended; for figures. It must not throw. */
  readonly observe?: ((exchange: ErpExchange) => void) | undefined
  /** Takes secrets out of the words of errors, which the ERP or a proxy may quote. */
  readonly redact?: ((text: string) => string) | undefined
  /** Told of the secrets that a file holds now, each time it has been read. */
  readonly learn?: ((secrets: readonly string[]) => void) | undefined
}

/** One request to the ERP, with its repeats and the wait for a connection. */
export interface ErpExchange {
  readonly operation: string
  readonly effect: RequestEffect
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  readonly ms: number
}

export interface Erp {
  readonly reader: ErpReader
  readonly writer: ErpWriter
  /**
   * The same client for one of several callers who work as this identity: connections, sessions and
   * caches are shared, and none of them gets all of the connections or sessions.
   */
  forCaller(caller: string): Erp
  /** Requests are under way, or a session is lent in which there may be a lock. */
  readonly busy: boolean
  /**
   * Lets running changes end (2 s at most), logs off, which releases what is still locked, and
   * closes the sockets.
   */
  close(): Promise<void>
}

/** Requests at the ERP at the same time, where nothing else is said. */
export const usualConnections = 32

/** For what may take minutes: activation, unit tests, checks, where-used. */
export const longTimeoutMs = 600_000

/** @param connections that may be used at the same time: all, or those of one of several callers */
function describeSystem(core: Core, memory: ErpCache, connections: number): ErpSystem {
  return {
    url: core.origin,
    client: core.options.client,
    language: core.options.language,
    get id() {
      const known = core.connection.jar
        .names()
        .map(name => /^SAP_SESSIONID_(\w{3})_/i.exec(name)?.[1])
        .find(id => id !== undefined)
      return memory.system?.id ?? known
    },
    get sandbox() {
      return memory.system?.sandbox
    },
    user:
      'user' in core.options.credential ? core.options.credential.user.toUpperCase() : undefined,
    terminalId: core.options.terminalId,
    connections
  }
}

interface Parts {
  readonly core: Core
  readonly memory: ErpCache
  readonly system: ErpSystem
  /** The same for one of several callers. */
  readonly callerSystem: ErpSystem
}

function createReader(
  { core, system, callerSystem, memory }: Parts,
  caller: string | undefined
): ErpReader {
  return {
    system: caller === undefined ? system : callerSystem,
    [cacheKey]: memory,
    async request(request: ErpRequest, signal) {
      if (request.effect !== 'none') {
        throw new ErpError(
          'ERP_READER_CANNOT_CHANGE',
          `A reader was asked for ${request.operation}, which changes the ERP`,
          { outcome: 'failed' }
        )
      }
      return perform(core, request, { session: core.connection.shared, signal, caller })
    }
  }
}

function createWriter(
  { core, system, callerSystem, memory }: Parts,
  caller: string | undefined
): ErpWriter {
  const send = async (
    request: ErpRequest,
    own: Parameters<typeof perform>[2]
  ): Promise<ErpResponse> => {
    try {
      return await perform(core, request, own)
    } finally {
      if (request.effect === 'change') memory.changesEnded++
    }
  }
  return {
    system: caller === undefined ? system : callerSystem,
    [cacheKey]: memory,
    request: async (request, signal) =>
      send(request, { session: core.connection.shared, signal, caller }),
    session: (run, aside) =>
      core.pool.lend(
        session =>
          run({
            get holding() {
              return session.holding
            },
            set holding(value) {
              session.holding = value
            },
            request: async (request, signal) => send(request, { session, signal, caller }),
            discard() {
              session.broken = true
            }
          }),
        { aside, caller }
      ),
    ending: core.ending.signal
  }
}

/**
 * The long-lived client of one ERP system for one identity. It opens no connection until the first
 * request.
 *
 * @throws ErpError ERP_BAD_REQUEST for a base URL that is none, ERP_TLS_UNTRUSTED for a CA file
 * that cannot be read
 */
export function createErp(options: ErpOptions): Erp {
  const origin = originOf(options.baseUrl)
  const connection = createConnection(
    createCredentialSource(options.credential, origin, options.learn)
  )
  const memory = createErpCache({
    cacheBytes: options.cacheSpace ?? options.cacheBytes ?? 32 * 1024 * 1024,
    freshnessMs: options.freshnessMs ?? 0
  })
  const core: Core = {
    origin,
    options,
    connection,
    transport: createHttpPipeline(origin, options, connection),
    pool: createSessionPool(session => endSession(core, session)),
    compress: !isLocal(origin),
    state: 'open',
    ending: new AbortController(),
    running: 0
  }
  const { connections = usualConnections } = options
  return createView({
    core,
    memory,
    system: describeSystem(core, memory, connections),
    callerSystem: describeSystem(core, memory, ownPlaces(connections))
  })
}

/** Made for each call, so what it does not ask for is not made. */
function createView(parts: Parts, caller?: string): Erp {
  const { core, memory } = parts
  let reader: ErpReader | undefined
  let writer: ErpWriter | undefined
  return {
    get reader() {
      return (reader ??= createReader(parts, caller))
    },
    get writer() {
      return (writer ??= createWriter(parts, caller))
    },
    forCaller: own => createView(parts, own),
    get busy() {
      return core.running > 0 || core.pool.busy
    },
    async close() {
      await close(core)
      clearCache(memory)
    }
  }
}
