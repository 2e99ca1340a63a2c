/**
 * One call of the pipeline: its state, the interceptors' types, and waiting within its deadline.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { RequestId } from '../correlation/request-ids.ts'
import { ErpError } from '../errors.ts'
import type { RequestEffect } from '../request.ts'

/** Cookies and flags of one ABAP session; all sessions of an Erp share one security session. */
export interface SessionState {
  readonly stateful: boolean
  /** Cookies that identify this ABAP session (`sap-contextid`). */
  readonly context: Map<string, string>
  /** A lock is held: a lost session is then reported and never replaced silently. */
  holding: boolean
  /** The pool ends it instead of lending it again. */
  broken: boolean
}

/** One request with its repeats, as the interceptors see it. */
export interface ErpCall {
  /** Its HTTP requests have ids that begin with it. */
  readonly id: RequestId
  readonly operation: string
  readonly effect: RequestEffect
  readonly session: SessionState
  /** The caller, where several callers work as one identity. */
  readonly caller?: string | undefined
  readonly accept: string
  /** A read of usual duration: its response time is a sample of the ERP's load. */
  readonly steady: boolean
  /** Milliseconds since 1970 at which the caller stops waiting, repeats included. */
  readonly deadline: number
  /** Absent for changes: a change in flight runs to completion. */
  readonly signal: AbortSignal | undefined
  /** Called before each sending; what it throws refuses the request. */
  readonly beforeSent?: (() => void) | undefined
  /** Set once the request is on a socket: from then on a lost answer means an unknown outcome. */
  sent: boolean
  /** Send the credentials with this request. */
  authorize: boolean
  /** This request is the log-on that other requests wait for. */
  leader: boolean
  /** Generation of the security session in which it was sent. */
  generation: number
}

/** Carries what `beforeSent` has thrown past the translation of network errors. */
export class NotSent extends Error {}

export interface ErpCallOptions extends Dispatcher.DispatchOptions {
  readonly call: ErpCall
  readonly headers: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Send = (options: ErpCallOptions) => Promise<Answer>

/**
 * One step of the pipeline. Answers of the ERP are needed whole (error texts, log-on pages), so
 * every step may wait, inspect and send again; only the step above the socket receives the events
 * of a dispatch.
 */
export type Interceptor = (send: Send) => Send

export function headerOf(answer: Answer, name: string): string {
  const value = answer.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}

/** Waits; rejects with ERP_ABORTED when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      reject(aborted())
    }
    if (signal?.aborted === true) return stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * The promise's value.
 * @throws ErpError ERP_ABORTED or ERP_TIMEOUT when the signal aborts or the deadline passes first
 */
export function withDeadline<T>(
  promise: Promise<T>,
  { signal, deadline }: Pick<ErpCall, 'signal' | 'deadline'>
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(aborted())
    }
    if (signal?.aborted === true) return stop()
    const timer = setTimeout(
      () => {
        reject(timedOut())
      },
      Math.max(deadline - Date.now(), 0)
    )
    signal?.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    })
  })
}

export function timedOut(): ErpError {
  return new ErpError('ERP_TIMEOUT', 'The ERP did not answer in time')
}

export function aborted(): ErpError {
  return new ErpError('ERP_ABORTED', 'The request was cancelled before the ERP answered', {
    outcome: 'failed'
  })
}
