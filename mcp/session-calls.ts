/**
 * The calls of one session: cancels those that the fast path runs, and reports whether any is
 * running.
 */
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { isRecord } from '../tools/schema/json.ts'

export class SessionCalls {
  readonly #running = new Map<string | number, AbortController>()
  /** Requests without an answer, those that wait for input of the client included. */
  readonly #open = new Set<string | number>()

  /** Whether a call is running: such a session is not evicted. */
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

  /** @param signal of the HTTP request that brought the call */
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
  applyCancellations(body: unknown): void {
    for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) {
      const cancelled = cancelledBy(message)
      if (cancelled !== undefined) this.#running.get(cancelled)?.abort()
    }
  }

  /** The session has ended: no client waits for these calls. */
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
