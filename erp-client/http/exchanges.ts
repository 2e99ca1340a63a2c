/** Interceptor next to the socket: shows each request and its answer to an observer, as they were sent. */
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestEffect } from '../request.ts'
import type { Answer, ErpCallOptions, Interceptor } from './erp-call.ts'

/** One request on the wire with its answer; repeats, log-ons and token requests are exchanges too. */
export interface ErpExchange {
  readonly operation: string
  readonly effect: RequestEffect
  /** The ERP user, where the credential names it. */
  readonly user: string | undefined
  /** `https://host:port` */
  readonly origin: string
  readonly method: string
  /** With the query. */
  readonly path: string
  /** With the secrets of the log-on. */
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | Uint8Array | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  readonly ms: number
  /** Undefined where `error` says why none came. The body is as compressed as the ERP sent it. */
  readonly answer:
    | {
        readonly status: number
        readonly headers: IncomingHttpHeaders
        readonly body: Uint8Array
      }
    | undefined
  readonly error: string | undefined
}

export interface ExchangeObserver {
  /** Called before the first request of an Erp: answers to others may quote what belongs to this one. */
  identity(identity: ExchangeIdentity): void
  /** Called for every request on the wire, repeats and log-ons included. */
  exchange(exchange: ErpExchange): void
}

export interface ExchangeIdentity {
  /** The ERP user, where the credential names it. */
  readonly user: string | undefined
  /** Password or cookies. */
  readonly secrets: readonly string[]
}

/** A failure of the observer never reaches the call. */
export function exchanges(observer: ExchangeObserver, identity: ExchangeIdentity): Interceptor {
  const { user } = identity
  observer.identity(identity)
  const tell = (options: ErpCallOptions, began: number, outcome: Outcome) => {
    const { operation, effect } = options.call
    try {
      observer.exchange({
        operation,
        effect,
        user,
        origin: String(options.origin),
        method: options.method,
        path: options.path,
        requestHeaders: options.headers,
        requestBody: bodyOf(options),
        at: began,
        ms: Date.now() - began,
        ...outcome
      })
    } catch {
      // The observer reports its own failures.
    }
  }
  return send => async options => {
    const began = Date.now()
    try {
      const answer = await send(options)
      tell(options, began, { answer, error: undefined })
      return answer
    } catch (error) {
      tell(options, began, { answer: undefined, error: nameOf(error) })
      throw error
    }
  }
}

interface Outcome {
  readonly answer: Answer | undefined
  readonly error: string | undefined
}

/** Bodies are texts or bytes; the client sends no streams. */
function bodyOf({ body }: ErpCallOptions): string | Uint8Array | undefined {
  return typeof body === 'string' || body instanceof Uint8Array ? body : undefined
}

/** The code of a failure: its message may name the host. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
