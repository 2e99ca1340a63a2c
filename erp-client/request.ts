/** Requests to the ERP and their answers. */

/** Whether a request changes the ERP. */
export type RequestEffect = 'none' | 'change'

export interface ErpRequest {
  /** Short stable name for logs and metrics: `source.read`, `lock`, … */
  readonly operation: string
  /** Declared by the operation; the HTTP method does not tell it (searches use POST). */
  readonly effect: RequestEffect
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/sap/bc/adt/`; percent-encoded. */
  readonly path: string
  /** `services`: a published OData service, which is only read. */
  readonly area?: 'services' | undefined
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly accept?: string | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** For the whole call with its repeats. */
  readonly timeoutMs?: number | undefined
}

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
