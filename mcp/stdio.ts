/** Serves MCP over a pair of streams, one JSON-RPC message per line. */
import { PassThrough } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { TokenSigner, ToolSession } from '../tools/index.ts'
import { createServerFactory } from './server.ts'
import type { Identity } from './server.ts'

export interface StdioOptions {
  readonly identity: Identity
  readonly session: ToolSession
  readonly signer: TokenSigner
  readonly input: Readable
  readonly output: Writable
  /** Longest message that is accepted; a longer one ends the connection. */
  readonly maxBytes: number
  /** How long calls in flight may run once the input has ended. */
  readonly graceMs: number
  /** Called once, when the client has its first answer: the one to `initialize` or `server/discover`. */
  readonly onServing?: (() => void) | undefined
}

export interface StdioConnection {
  /**
   * Settles when the input has ended, the output is closed, or `close` was called, and no call is
   * in flight.
   */
  readonly closed: Promise<void>
  /** Aborts the calls in flight. */
  close(): Promise<void>
}

export function serveStreams({
  identity,
  session,
  signer,
  input,
  output,
  maxBytes,
  graceMs,
  onServing
}: StdioOptions): StdioConnection {
  const createServer = createServerFactory(identity, signer)
  const stdinCopy = new PassThrough()
  const transport = new PendingRequestsTransport(stdinCopy, output, maxBytes)
  void transport.answered.then(onServing)
  const calls = new Set<Promise<unknown>>()
  const onCall = (call: Promise<unknown>) => {
    calls.add(call)
    void call.finally(() => calls.delete(call))
  }
  const handle = serveStdio(
    ({ era }) =>
      createServer({ requestContext: () => ({ session, onCall }), persistent: true, era }),
    {
      transport,
      onerror: error => session.log.warn({ err: error }, 'the SDK reported an error')
    }
  )
  const closed = transport.closed.then(async () => {
    // Nothing reads the input any more; open, it would keep the process alive.
    input.unpipe(stdinCopy).pause()
    await Promise.allSettled(calls)
  })
  // The SDK drops the answers of calls in flight at the end of its input. A script that writes its
  // requests and closes the pipe needs them, so the end is passed on when every request is answered
  // or the grace period is over.
  input.pipe(stdinCopy, { end: false })
  const end = () => {
    void transport.idle(graceMs).then(() => stdinCopy.end())
  }
  input.once('end', end).once('close', end).once('error', end)
  return { closed, close: () => handle.close() }
}

/** The SDK's transport, which also tracks the requests without an answer. */
class PendingRequestsTransport implements Transport {
  readonly #inner: StdioServerTransport
  readonly #open = new Set<string | number>()
  #whenIdle: (() => void)[] = []
  readonly #closed = Promise.withResolvers<void>()
  readonly #answered = Promise.withResolvers<void>()
  readonly closed = this.#closed.promise
  /** Settles with the first answer. */
  readonly answered = this.#answered.promise
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void

  constructor(input: Readable, output: Writable, maxBufferSize: number) {
    this.#inner = new StdioServerTransport(input, output, { maxBufferSize })
    this.#inner.onmessage = message => this.#receive(message)
    this.#inner.onclose = () => {
      this.#release()
      this.onclose?.()
      this.#closed.resolve()
    }
    this.#inner.onerror = error => this.onerror?.(error)
  }

  start(): Promise<void> {
    return this.#inner.start()
  }
  close(): Promise<void> {
    return this.#inner.close()
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#inner.send(message)
      if (!('method' in message)) this.#answered.resolve()
    } finally {
      if (!('method' in message) && message.id !== undefined) this.#settle(message.id)
    }
  }

  /** Waits until every request has its answer, at most `boundMs`. */
  async idle(boundMs: number): Promise<void> {
    // Messages that were read together with the end of the input arrive in later loop turns.
    await new Promise(resolve => setImmediate(resolve))
    if (this.#open.size === 0) return
    const done = Promise.withResolvers<void>()
    const timer = setTimeout(done.resolve, boundMs)
    this.#whenIdle.push(done.resolve)
    await done.promise
    clearTimeout(timer)
  }

  #receive(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) this.#open.add(message.id)
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id = (message.params as { requestId?: string | number } | undefined)?.requestId
      if (id !== undefined) this.#settle(id)
    }
    this.onmessage?.(message)
  }

  #settle(id: string | number): void {
    this.#open.delete(id)
    if (this.#open.size === 0) this.#release()
  }

  #release(): void {
    const waiting = this.#whenIdle
    this.#whenIdle = []
    for (const resolve of waiting) resolve()
  }
}
