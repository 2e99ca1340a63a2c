/** Requests to the ERP and their answers. */
import type { RequestId } from './correlation/request-ids.ts'
import type { ObjectRef } from './objects.ts'
import type { ChangeOperation } from './operations.ts'

type QueryValue = string | number | boolean

/** Whether a request changes the ERP. */
export type RequestEffect = 'none' | 'change'

interface RequestParts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/sap/bc/adt/`; percent-encoded. */
  readonly path: string
  /** `services`: a published OData service, which is only read. */
  readonly area?: 'services' | undefined
  /** A list is sent as repeated values. */
  readonly query?:
    Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>> | undefined
  readonly accept?: string | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** For the whole call with its repeats. */
  readonly timeoutMs?: number | undefined
  /** Of the call that it belongs to; without it, it gets one of its own. */
  readonly id?: RequestId | undefined
  /**
   * Called when the request has a connection and is about to be sent; what it throws refuses the
   * request.
   */
  readonly beforeSent?: (() => void) | undefined
}

/** A request that changes nothing; `operation` is a short stable name for logs and metrics. */
export interface ErpReadRequest extends RequestParts {
  readonly operation: string
  readonly effect: 'none'
}

/** A request that changes something at the ERP; its operation has a row in `operations.ts`. */
export interface ErpChangeRequest extends RequestParts {
  readonly operation: ChangeOperation
  readonly effect: 'change'
  /** For records of the change; it is not sent. */
  readonly subject?: ChangeSubject | undefined
}

/** What a request changes, with what its operation knows of the state before and after. */
export interface ChangeSubject {
  readonly refs: readonly ObjectRef[]
  /** What it changes, where that is no object with a type of its own. */
  readonly named?: string | undefined
  /** Part of a source, or kind of texts. */
  readonly part?: string | undefined
  readonly transport?: string | undefined
  /** The text or document that the request replaces; empty for a part that it creates. */
  readonly before?: string | undefined
  /** Whether `before` is a draft; undefined where the operation does not know. */
  readonly isDraft?: boolean | undefined
  /** The text or document that the request sends. */
  readonly after?: string | undefined
  /** Further plain facts that its opposite needs, e.g. the package before. */
  readonly facts?: Readonly<Record<string, string>> | undefined
}

/** `effect` says what it does to the ERP; the HTTP method says nothing (searches use POST). */
export type ErpRequest = ErpReadRequest | ErpChangeRequest

export interface ErpResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Default of the requests at the ERP at the same time. */
export const usualConnections = 32

/** Timeout of operations that may take minutes: activation, unit tests, checks, where-used. */
export const longTimeoutMs = 600_000
