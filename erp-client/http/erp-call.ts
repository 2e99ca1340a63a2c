import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { ErpError } from '../errors.ts'
import type { RequestEffect } from '../request.ts'

/** Cookies and flags of one ABAP session; all sessions of an Erp share its security session. */
export interface SessionState {
  readonly stateful: boolean
  /** `sap-contextid` and its kin: what names this ABAP session and no other. */
  readonly context: Map<string, string>
  /** A lock is held: losing the session now must be reported, never repaired silently. */
  holding: boolean
  /** Not to be lent again. */
  broken: boolean
}

/** What the interceptors know about one request. */
export interface ErpCall {
  readonly operation: string
  readonly effect: RequestEffect
  readonly session: SessionState
  /** Whose request it is, where several callers work as one identity. */
  readonly caller?: string | undefined
  readonly accept: string
  /**
   * It reads, and takes about as long as others of its kind: its time tells how busy the ERP is.
   */
  readonly steady: boolean
  /** Milliseconds since the epoch at which the caller stops waiting, repeats included. */
  readonly deadline: number
  /** Absent for changes: what was begun is finished. */
  readonly signal: AbortSignal | undefined
  /**
   * Set once the request has been handed to a socket: from here on a lost answer is an unknown
   * outcome.
   */
  sent: boolean
  /** Send the credentials with this request. */
  authorize: boolean
  /** This request is the log-on that others wait for. */
  leader: boolean
  /** Of the security session it was sent in. */
  generation: number
}

export interface ErpCallOptions extends Dispatcher.DispatchOptions {
  readonly exchange: ErpCall
  readonly headers: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Send = (options: ErpCallOptions) => Promise<Answer>

/**
 * One step on the way out and back. Answers of the ERP are needed whole anyway (error texts, log-on
 * pages), so every step may await, look and send again; only the step above the socket sees the
 * events of a dispatch.
 */
export type Interceptor = (send: Send) => Send

export function headerOf(answer: Answer, name: string): string {
  const value = answer.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}

/** Waits, but no longer than the caller does. */
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

/** The promise's value, unless the caller leaves or its time is over first. */
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
