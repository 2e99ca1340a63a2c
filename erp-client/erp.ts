/** The client of one ERP system for one identity: its readers, writers, sessions and end. */
import { callerLimit } from './http/caller-shares.ts'
import { createConnection } from './http/connection.ts'
import { close, endSession, isLocal, perform } from './core.ts'
import type { Core } from './core.ts'
import { createCredentialSource } from './http/credential-source.ts'
import type { CredentialSource } from './http/credential-source.ts'
import type { SessionState } from './http/erp-call.ts'
import { ErpError } from './errors.ts'
import { createErpCache, clearCache, cacheKey } from './cache/erp-cache.ts'
import type { ErpCache } from './cache/erp-cache.ts'
import { originOf } from './http/paths.ts'
import { createSessionPool } from './http/session-pool.ts'
import { createHttpPipeline } from './http/pipeline.ts'
import { usualConnections } from './request.ts'
import type { ErpReadRequest, ErpRequest, ErpResponse } from './request.ts'
import type { ErpOptions } from './options.ts'

export interface ErpSystem {
  readonly url: string
  readonly client: string
  readonly language: string
  /** The name that the operator gave to the system, with its role. */
  readonly label?: string | undefined
  /** System id, once known. */
  readonly id: string | undefined
  /** Whether it is the embedded sandbox, once known. */
  readonly sandbox: boolean | undefined
  /** Upper case; absent where the credential does not contain the user. */
  readonly user?: string | undefined
  /** Terminal id of the developer's machine, for breakpoints that its ERP GUI shares. */
  readonly terminalId?: string | undefined
  /** Most requests at the same time. */
  readonly connections?: number | undefined
}

/**
 * Sends reading requests and refuses others, whatever their HTTP method (ERP_READER_CANNOT_CHANGE).
 */
export interface ErpReader {
  readonly system: ErpSystem
  readonly [cacheKey]?: ErpCache
  request(request: ErpReadRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
}

/** One stateful ABAP session. Its locks end with it. */
export interface ErpSession {
  /** A lock is held: a lost session is then reported and never replaced silently. */
  holding: boolean
  request(request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /** Ends the session with all its locks; without this call it is reused. */
  discard(): void
}

export interface ErpWriter extends ErpReader {
  request(request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /**
   * Lends one stateful session to `run` until its promise settles.
   *
   * @param ignoreLimit ignores the limit of sessions: the call already holds one and must not wait
   * for another
   */
  session<T>(run: (session: ErpSession) => Promise<T>, ignoreLimit?: boolean): Promise<T>
  /** Aborted when the client begins to close: long-running operations at the ERP must then end. */
  readonly ending?: AbortSignal
}

export interface Erp {
  readonly reader: ErpReader
  readonly writer: ErpWriter
  /**
   * The same client for one of several callers who work as this identity. They share connections,
   * sessions and caches; none can occupy all connections or sessions.
   */
  forCaller(caller: string): Erp
  /** A request is in flight, or a session is lent, in which there may be a lock. */
  readonly busy: boolean
  /**
   * Waits up to 2 s for running changes, logs off, which releases remaining locks, and closes the
   * sockets.
   */
  close(): Promise<void>
}

/** @param connections most requests at the same time, of the identity or of one caller */
function describeSystem(core: Core, cache: ErpCache, connections: number): ErpSystem {
  return {
    url: core.origin,
    client: core.options.client,
    language: core.options.language,
    get id() {
      const known = core.connection.jar
        .names()
        .map(name => /^SAP_SESSIONID_(\w{3})_/i.exec(name)?.[1])
        .find(id => id !== undefined)
      return cache.system?.id ?? known
    },
    get sandbox() {
      return cache.system?.sandbox
    },
    user:
      'user' in core.options.credential ? core.options.credential.user.toUpperCase() : undefined,
    terminalId: core.options.terminalId,
    label: core.options.label,
    connections
  }
}

interface ErpParts {
  readonly core: Core
  readonly cache: ErpCache
  readonly system: ErpSystem
  /** The system as one of several callers sees it. */
  readonly callerSystem: ErpSystem
}

function createReader(
  { core, system, callerSystem, cache }: ErpParts,
  caller: string | undefined
): ErpReader {
  return {
    system: caller === undefined ? system : callerSystem,
    [cacheKey]: cache,
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
  { core, system, callerSystem, cache }: ErpParts,
  caller: string | undefined
): ErpWriter {
  const send = async (
    request: ErpRequest,
    own: Parameters<typeof perform>[2]
  ): Promise<ErpResponse> => {
    try {
      return await perform(core, request, own)
    } finally {
      if (request.effect === 'change') cache.changesEnded++
    }
  }
  return {
    system: caller === undefined ? system : callerSystem,
    [cacheKey]: cache,
    request: async (request, signal) =>
      send(request, { session: core.connection.shared, signal, caller }),
    session: (run, ignoreLimit) =>
      core.pool.lend(
        beside(core.connection.credential.kept, session =>
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
          })
        ),
        { ignoreLimit, caller }
      ),
    ending: core.ending.signal
  }
}

/** A change in a session that another program may replace: that program waits for it. */
function beside<T>(
  kept: CredentialSource['kept'],
  run: (session: SessionState) => Promise<T>
): (session: SessionState) => Promise<T> {
  if (kept === undefined) return run
  return async session => {
    const end = kept.begin()
    try {
      return await run(session)
    } finally {
      end()
    }
  }
}

/**
 * The long-lived client of one ERP system for one identity. The first request opens the first
 * connection.
 *
 * @throws ErpError ERP_BAD_REQUEST for an invalid base URL, ERP_TLS_UNTRUSTED for a CA file that
 * cannot be read
 */
export function createErp(options: ErpOptions): Erp {
  const origin = originOf(options.baseUrl)
  const connection = createConnection(createCredentialSource(options.credential, origin, options))
  const cache = createErpCache({
    cacheBytes: options.cacheSpace ?? options.cacheBytes ?? 32 * 1024 * 1024,
    freshnessMs: options.freshnessMs ?? 0
  })
  const core: Core = {
    origin,
    options,
    connection,
    pipeline: createHttpPipeline(origin, options, connection),
    pool: createSessionPool(session => endSession(core, session)),
    compress: !isLocal(origin),
    state: 'open',
    ending: new AbortController(),
    running: 0
  }
  connection.holdsLock = () => core.pool.holdsLock
  const { connections = usualConnections } = options
  return createView({
    core,
    cache,
    system: describeSystem(core, cache, connections),
    callerSystem: describeSystem(core, cache, callerLimit(connections))
  })
}

/** A view is created for each call, so its reader and writer are created on demand. */
function createView(parts: ErpParts, caller?: string): Erp {
  const { core, cache } = parts
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
      clearCache(cache)
    }
  }
}
