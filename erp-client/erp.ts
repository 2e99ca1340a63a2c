import { unbuilt } from './unbuilt.ts'

export type Effect = 'none' | 'change'

export interface ErpRequest {
  /** Short stable name for logs and metrics: `source.read`, `lock`, … */
  readonly operation: string
  /** What it does to the ERP; the HTTP method says nothing (searches are POST). */
  readonly effect: Effect
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Begins with `/sap/bc/adt/`; already percent-encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly accept?: string | undefined
  readonly contentType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  readonly timeoutMs?: number | undefined
}

export interface ErpResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface ErpSystem {
  readonly url: string
  readonly client: string
  readonly language: string
  /** System id, once known. */
  readonly id: string | undefined
  readonly sandbox: boolean | undefined
}

export interface ErpReader {
  readonly system: ErpSystem
  request (request: ErpRequest & { effect: 'none' }, signal?: AbortSignal | undefined): Promise<ErpResponse>
}

export interface ErpSession {
  request (request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
}

export interface ErpWriter {
  readonly system: ErpSystem
  request (request: ErpRequest, signal?: AbortSignal | undefined): Promise<ErpResponse>
  /** Lends one stateful session; it belongs to `run` alone until its promise settles. */
  session<T> (run: (session: ErpSession) => Promise<T>): Promise<T>
}

export type Credential =
  | { readonly kind: 'basic', readonly user: string, readonly password: string }
  | { readonly kind: 'cookie', readonly header: string }
  | { readonly kind: 'cookie-file', readonly path: string }

/** Shaped like pino. */
export interface ErpLog {
  debug (facts: object, message: string): void
  info (facts: object, message: string): void
  warn (facts: object, message: string): void
  error (facts: object, message: string): void
}

export interface ErpOptions {
  readonly baseUrl: string
  readonly client: string
  readonly language: string
  readonly credential: Credential
  readonly insecure?: boolean | undefined
  readonly caFile?: string | undefined
  readonly proxy?: { readonly https?: string | undefined, readonly http?: string | undefined, readonly no?: string | undefined } | undefined
  readonly timeoutMs?: number | undefined
  readonly connections?: number | undefined
  readonly cacheBytes?: number | undefined
  readonly freshnessMs?: number | undefined
  readonly log?: ErpLog | undefined
}

export interface Erp {
  readonly reader: ErpReader
  readonly writer: ErpWriter
  close (): Promise<void>
}

export const createErp: (options: ErpOptions) => Erp = unbuilt
