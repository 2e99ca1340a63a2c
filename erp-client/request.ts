export type RequestEffect = 'none' | 'change'

export interface ErpRequest {
  /** Short stable name for logs and metrics: `source.read`, `lock`, … */
  readonly operation: string
  /** What it does to the ERP; the HTTP method says nothing (searches are POST). */
  readonly effect: RequestEffect
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/sap/bc/adt/`; already percent-encoded. */
  readonly path: string
  /** `services`: the path is of a published OData service instead, which is only read. */
  readonly area?: 'services' | undefined
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly accept?: string | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** For the whole exchange with its repeats. */
  readonly timeoutMs?: number | undefined
}

export interface ErpResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Requests at the ERP at the same time, where nothing else is said. */
export const usualConnections = 32

/** For what may take minutes: activation, unit tests, checks, where-used. */
export const longTimeoutMs = 600_000
