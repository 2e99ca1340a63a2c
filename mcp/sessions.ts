/**
 * Sessions of the older revisions, for clients that can be asked in the middle of a call or want to
 * be told of changes. The id says by itself whose session it is and until when, so every replica
 * with the same key knows it; only what has to reach the client by its own stream needs the replica
 * that holds the session.
 */
import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { Server } from '@modelcontextprotocol/server'
import { callerKey, createIdentityQuota } from '../tools/index.ts'
import type { TokenSigner } from '../tools/index.ts'
import { isRecord, rpcError } from './decide.ts'
import type { McpHttpRequest } from './http.ts'

export interface SessionLimits {
  /**
   * Sessions held at once; the identity that holds most gives up the one that was idle for longest.
   */
  readonly most: number
  /** Sessions of one identity; the bound for all if left out. */
  readonly each?: number
  readonly lifeSeconds: number
  /** Without a request for so long, what is held for a session is let go; its id stays good. */
  readonly idleMs: number
}

export const usualLimits: SessionLimits = {
  most: 1000,
  each: 500,
  lifeSeconds: 28_800,
  idleMs: 1_800_000
}

/** `held`: by this replica. `known`: a good id whose session is elsewhere, or was let go. */
export type Standing =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly response: Response }
  | { readonly kind: 'known' }
  | ({ readonly kind: 'held' } & HeldSession)

export interface Sessions {
  /** What the session header of a request stands for. */
  look(exchange: McpHttpRequest): Standing
  /**
   * Opens a session for a client that says hello. Undefined where there is no room, because in all
   * sessions that would have to make it a call is under way; the client is then answered without
   * one.
   */
  open(
    exchange: McpHttpRequest,
    makeServer: () => Server
  ): Promise<WebStandardStreamableHTTPServerTransport | undefined>
  /** Ends a session that this replica does not hold: from now on its id is refused here. */
  end(exchange: McpHttpRequest): Response
  close(): Promise<void>
}

/** Ends of sessions that other replicas have to know of, because the id alone still looks good. */
export interface SessionEnds {
  /** @param until milliseconds since 1970; later the id ends by itself */
  tell(id: string, until: number): void
  /** For ends that other replicas told of. */
  onEnd(listener: (id: string, until: number) => void): void
}

/**
 * Ids remembered as ended, for each session that may be held. One that is forgotten is good again,
 * for its own identity and until its end.
 */
const endedForEach = 20

export interface HeldSession {
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly calls: SessionCalls
}
interface Held extends HeldSession {
  readonly who: string
  usedAt: number
}

/** The calls of one session; those that run outside its server learn of their cancellation here. */
export class SessionCalls {
  readonly #running = new Map<string | number, AbortController>()
  /** Requests in the server that have no answer yet, those that wait for a dialogue included. */
  readonly #open = new Set<string | number>()

  /** Whether a call is under way: such a session is not given up. */
  get busy(): boolean {
    return this.#running.size > 0 || this.#open.size > 0
  }

  /** @param transport of the session's server, which is connected already */
  watch(transport: WebStandardStreamableHTTPServerTransport): void {
    const { onmessage } = transport
    const send = transport.send.bind(transport)
    transport.onmessage = (message, extra) => {
      if ('method' in message && 'id' in message) this.#open.add(message.id)
      const cancelled = cancelledBy(message)
      if (cancelled !== undefined) this.#open.delete(cancelled)
      onmessage?.(message, extra)
    }
    transport.send = async (message, options) => {
      if (!('method' in message) && message.id !== undefined) this.#open.delete(message.id)
      await send(message, options)
    }
  }

  /** @param signal of the exchange that brought the call */
  async run<T>(
    id: string | number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>
  ): Promise<T> {
    const own = new AbortController()
    this.#running.set(id, own)
    try {
      return await work(AbortSignal.any([signal, own.signal]))
    } finally {
      if (this.#running.get(id) === own) this.#running.delete(id)
    }
  }

  /** @param body of any request; only notifications that cancel these calls do anything */
  hear(body: unknown): void {
    for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
      const cancelled = cancelledBy(message)
      if (cancelled !== undefined) this.#running.get(cancelled)?.abort()
    }
  }

  /** The session has ended, and with it whoever waits for these calls. */
  end(): void {
    for (const call of this.#running.values()) call.abort()
  }
}

/** The id of the request that a notification cancels. */
function cancelledBy(message: unknown): string | number | undefined {
  if (!isRecord(message) || message['method'] !== 'notifications/cancelled') return undefined
  const { params } = message
  return isRecord(params) ? (params['requestId'] as string | number | undefined) : undefined
}

export function createSessions(
  signer: TokenSigner,
  { limits = usualLimits, ends }: { limits?: SessionLimits; ends?: SessionEnds | undefined } = {}
): Sessions {
  const held = createIdentityQuota<Held>({
    most: limits.most,
    each: limits.each ?? limits.most,
    rank: ({ calls }) => (calls.busy ? undefined : 0),
    onEvict: (_id, session) => {
      void letGo(session)
    }
  })
  const ended = new Map<string, number>()
  const drop = async (id: string): Promise<void> => {
    const session = held.get(id)
    held.delete(id)
    if (session !== undefined) await letGo(session)
  }
  const endHeld = async (id: string): Promise<void> => {
    held.get(id)?.calls.end()
    await drop(id)
  }
  const remember = (id: string, until: number) => {
    ended.set(id, until)
    const [oldest] = ended.keys()
    if (ended.size > limits.most * endedForEach && oldest !== undefined) ended.delete(oldest)
  }
  const end = (id: string) => {
    const until = Date.now() + limits.lifeSeconds * 1000
    remember(id, until)
    ends?.tell(id, until)
  }
  ends?.onEnd((id, until) => {
    remember(id, until)
    void endHeld(id)
  })
  const sweep = () => {
    const now = Date.now()
    for (const [id, { usedAt, calls }] of held.entries()) {
      if (!calls.busy && now - usedAt > limits.idleMs) void drop(id)
    }
    for (const [id, until] of ended) if (until < now) ended.delete(id)
  }
  const timer = setInterval(sweep, 60_000).unref()
  const isGood = (id: string, { session }: McpHttpRequest) =>
    !ended.has(id) &&
    signer.verify(id, { kind: 'session', bound: [callerKey(session.caller)] }) !== undefined
  return {
    look(exchange) {
      const id = sessionIdOf(exchange)
      if (id === undefined) return { kind: 'none' }
      // The same answer for foreign, changed, ended and outlived ids: the client begins anew.
      const session = held.get(id)
      if (!isGood(id, exchange)) {
        // Somebody else's attempt must not end it.
        if (session?.who === callerKey(exchange.session.caller)) void endHeld(id)
        return {
          kind: 'refused',
          response: rpcError(404, { code: -32001, message: 'Session not found' })
        }
      }
      if (session === undefined) return { kind: 'known' }
      session.usedAt = Date.now()
      held.use(id)
      return {
        kind: 'held',
        server: session.server,
        transport: session.transport,
        calls: session.calls
      }
    },
    async open({ session: { caller }, expiresAt }, makeServer) {
      const who = callerKey(caller)
      if (!held.reserve(who)) return undefined
      const left =
        expiresAt === undefined
          ? Number.POSITIVE_INFINITY
          : Math.floor(expiresAt - Date.now() / 1000)
      const id = signer.sign(randomUUID(), {
        kind: 'session',
        bound: [who],
        seconds: Math.max(1, Math.min(limits.lifeSeconds, left))
      })
      const server = makeServer()
      const calls = new SessionCalls()
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => id,
        onsessioninitialized: () => {
          // Others may have taken the place meanwhile; what has begun is not refused for it.
          held.reserve(who)
          held.add(id, { who, server, transport, calls, usedAt: Date.now() }, who)
        },
        onsessionclosed: () => {
          held.delete(id)
          calls.end()
          end(id)
        }
      })
      await server.connect(transport)
      calls.watch(transport)
      return transport
    },
    end(exchange) {
      const id = sessionIdOf(exchange)
      if (id !== undefined) end(id)
      return new Response(null, { status: 200 })
    },
    async close() {
      clearInterval(timer)
      await Promise.all([...held.entries()].map(([id]) => endHeld(id)))
    }
  }
}

/** The calls under way in a session go on. */
async function letGo({ server }: HeldSession): Promise<void> {
  await server.close().catch(() => {})
}

function sessionIdOf({ headers }: McpHttpRequest): string | undefined {
  const id = headers['mcp-session-id']
  return typeof id === 'string' ? id : undefined
}

/** A client of an older revision says hello. */
export function isInitialize(body: unknown): boolean {
  return isRecord(body) && body['method'] === 'initialize'
}
