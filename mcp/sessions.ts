/**
 * Sessions of the older revisions, for clients that answer questions in the middle of a call or
 * receive notifications of changes. The signed id names its owner and its expiry, so every replica
 * with the same key accepts it; only messages on the client's own stream need the replica that
 * holds the session.
 */
import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Server } from '@modelcontextprotocol/server'
import { callerKey, createIdentityQuota } from '../tools/index.ts'
import type { TokenSigner } from '../tools/index.ts'
import { isRecord } from '../tools/schema/json.ts'
import { rpcError } from './decide.ts'
import type { McpHttpRequest } from './http-request.ts'
import { SessionCalls } from './session-calls.ts'

export interface SessionLimits {
  /**
   * Sessions held at once; beyond it, the longest idle session of the identity with the most
   * sessions is evicted.
   */
  readonly most: number
  /** Sessions of one identity; the bound for all if left out. */
  readonly each?: number
  readonly lifeSeconds: number
  /** After this long without a request the session is released; its id stays valid. */
  readonly idleMs: number
}

export const defaultLimits: SessionLimits = {
  most: 1000,
  each: 500,
  lifeSeconds: 28_800,
  idleMs: 1_800_000
}

/** `local`: held by this replica. `valid`: a valid id whose session is elsewhere, or released. */
export type SessionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly response: Response }
  | { readonly kind: 'valid' }
  | ({ readonly kind: 'local' } & LocalSession)

export interface Sessions {
  /** The state of the session that a request names in its header. */
  stateOf(httpRequest: McpHttpRequest): SessionState
  /**
   * Opens a session for an `initialize` request. Undefined where every session that could be
   * evicted runs a call; the client is then answered without a session.
   */
  open(
    httpRequest: McpHttpRequest,
    makeServer: () => Server
  ): Promise<WebStandardStreamableHTTPServerTransport | undefined>
  /** Ends a session that this replica does not hold: from now on its id is refused here. */
  end(httpRequest: McpHttpRequest): Response
  close(): Promise<void>
}

/** Carries ended session ids between replicas, because such an id still verifies. */
export interface SessionEndChannel {
  /** @param until milliseconds since 1970, when the id expires anyway */
  publish(id: string, until: number): void
  /**
   * For sessions that ended at other replicas.
   * @returns removes the listener
   */
  subscribe(listener: (id: string, until: number) => void): () => void
}

/**
 * Ended ids remembered for each session that may be held. A forgotten one is valid again, for its
 * own identity and until it expires.
 */
const endedIdsPerSession = 20

export interface LocalSession {
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly calls: SessionCalls
}
interface StoredSession extends LocalSession {
  readonly owner: string
  usedAt: number
}

interface SessionOptions {
  readonly limits?: SessionLimits
  readonly ends?: SessionEndChannel | undefined
}

export function createSessions(signer: TokenSigner, options: SessionOptions = {}): Sessions {
  return new SessionStore(signer, options)
}

class SessionStore implements Sessions {
  readonly #signer: TokenSigner
  readonly #limits: SessionLimits
  readonly #channel: SessionEndChannel | undefined
  readonly #stored: ReturnType<typeof createIdentityQuota<StoredSession>>
  /** Ended ids, and when they expire. */
  readonly #ended = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #unsubscribe: (() => void) | undefined

  constructor(signer: TokenSigner, { limits = defaultLimits, ends }: SessionOptions) {
    this.#signer = signer
    this.#limits = limits
    this.#channel = ends
    this.#stored = createIdentityQuota<StoredSession>({
      most: limits.most,
      each: limits.each ?? limits.most,
      rank: ({ calls }) => (calls.busy ? undefined : 0),
      onEvict: (_id, session) => {
        void release(session)
      }
    })
    this.#unsubscribe = ends?.subscribe((id, until) => {
      this.#remember(id, until)
      void this.#endLocal(id)
    })
    this.#timer = setInterval(() => this.#sweep(), 60_000).unref()
  }

  stateOf(httpRequest: McpHttpRequest): SessionState {
    const id = sessionIdOf(httpRequest)
    if (id === undefined) return { kind: 'none' }
    const owner = callerKey(httpRequest.session.caller)
    const session = this.#stored.get(id)
    if (!this.#isValid(id, owner)) {
      // An attempt of another identity must not end the session.
      if (session?.owner === owner) void this.#endLocal(id)
      // Foreign, changed, ended and expired ids get the same answer: the client initializes again.
      const response = rpcError(404, { code: -32001, message: 'Session not found' })
      return { kind: 'refused', response }
    }
    if (session === undefined) return { kind: 'valid' }
    session.usedAt = Date.now()
    this.#stored.use(id)
    const { server, transport, calls } = session
    return { kind: 'local', server, transport, calls }
  }

  async open(
    { session: { caller }, expiresAt }: McpHttpRequest,
    makeServer: () => Server
  ): Promise<WebStandardStreamableHTTPServerTransport | undefined> {
    const owner = callerKey(caller)
    if (!this.#stored.reserve(owner)) return undefined
    const id = this.#sign(owner, expiresAt)
    const server = makeServer()
    const calls = new SessionCalls()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        // Other sessions may have filled the quota meanwhile; this one is added all the same.
        this.#stored.reserve(owner)
        this.#stored.add(id, { owner, server, transport, calls, usedAt: Date.now() }, owner)
      },
      onsessionclosed: () => {
        this.#stored.delete(id)
        calls.end()
        this.#end(id)
      }
    })
    await server.connect(transport)
    calls.watch(transport)
    return transport
  }

  end(httpRequest: McpHttpRequest): Response {
    const id = sessionIdOf(httpRequest)
    if (id !== undefined) this.#end(id)
    return new Response(null, { status: 200 })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    await Promise.all([...this.#stored.entries()].map(([id]) => this.#endLocal(id)))
  }

  #isValid(id: string, owner: string): boolean {
    return (
      !this.#ended.has(id) &&
      this.#signer.verify(id, { kind: 'session', bound: [owner] }) !== undefined
    )
  }

  /** @param expiresAt seconds since 1970 */
  #sign(owner: string, expiresAt = Number.POSITIVE_INFINITY): string {
    const left = Math.floor(expiresAt - Date.now() / 1000)
    const seconds = Math.max(1, Math.min(this.#limits.lifeSeconds, left))
    return this.#signer.sign(randomUUID(), { kind: 'session', bound: [owner], seconds })
  }

  #end(id: string): void {
    const until = Date.now() + this.#limits.lifeSeconds * 1000
    this.#remember(id, until)
    this.#channel?.publish(id, until)
  }

  #remember(id: string, until: number): void {
    this.#ended.set(id, until)
    const [oldest] = this.#ended.keys()
    const most = this.#limits.most * endedIdsPerSession
    if (this.#ended.size > most && oldest !== undefined) this.#ended.delete(oldest)
  }

  async #endLocal(id: string): Promise<void> {
    this.#stored.get(id)?.calls.end()
    await this.#drop(id)
  }

  async #drop(id: string): Promise<void> {
    const session = this.#stored.get(id)
    this.#stored.delete(id)
    if (session !== undefined) await release(session)
  }

  #sweep(): void {
    const now = Date.now()
    for (const [id, { usedAt, calls }] of this.#stored.entries()) {
      if (!calls.busy && now - usedAt > this.#limits.idleMs) void this.#drop(id)
    }
    for (const [id, until] of this.#ended) if (until < now) this.#ended.delete(id)
  }
}

/** Calls in flight run to completion. */
async function release({ server }: LocalSession): Promise<void> {
  await server.close().catch(() => {})
}

function sessionIdOf({ headers }: McpHttpRequest): string | undefined {
  const id = headers['mcp-session-id']
  return typeof id === 'string' ? id : undefined
}

/** The request by which a client of an older revision opens a session. */
export function isInitialize(body: unknown): boolean {
  return isRecord(body) && body['method'] === 'initialize'
}
