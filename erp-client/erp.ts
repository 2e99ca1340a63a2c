import { ownPlaces } from './http/caller-shares.ts'
import { createConnection } from './http/connection.ts'
import { close, endSession, isLocal, perform } from './core.ts'
import type { Core } from './core.ts'
import { createCredentialSource } from './http/credential-source.ts'
import { ErpError } from './errors.ts'
import { createErpCache, clearCache, cacheKey } from './cache/erp-cache.ts'
import type { ErpCache } from './cache/erp-cache.ts'
import { originOf } from './http/paths.ts'
import { createSessionPool } from './http/session-pool.ts'
import { createHttpPipeline } from './http/pipeline.ts'
import { usualConnections } from './request.ts'
import type { ErpRequest, ErpResponse } from './request.ts'
import type { ErpOptions } from './options.ts'

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
