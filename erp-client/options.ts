import type { RequestEffect } from './request.ts'
import type { CacheSpace } from './cache/erp-cache.ts'
import type { TlsIdentity } from './http/credential-source.ts'
import type { ConnectionLimiter } from './http/connection-limiter.ts'

export type Credential =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookie'; readonly header: string }
  | { readonly kind: 'cookie-file'; readonly path: string }
  /** PEM; the ERP maps the certificate to a user. Needs an https URL. */
  | { readonly kind: 'certificate'; readonly certificate: string; readonly key: string }
  /**
   * The same for a certificate that is made anew before it ends; sessions and locks outlive the
   * change.
   */
  | { readonly kind: 'issued'; readonly user: string; readonly certificates: CertificateSource }

export interface CertificateSource {
  /** The certificate that is good now: the same object for as long as it is. */
  current(): TlsIdentity | Promise<TlsIdentity>
}

/** Shaped like pino. */
export interface ErpLog {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface ErpOptions {
  /** `https://host:port` */
  readonly baseUrl: string
  readonly client: string
  readonly language: string
  readonly credential: Credential
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined
  /** PEM file with further trusted CAs. */
  readonly caFile?: string | undefined
  /** Highest TLS version that is offered: some old systems break off when they are offered 1.3. */
  readonly tlsMaxVersion?: '1.2' | '1.3' | undefined
  /** Proxy URLs; the environment is never read. */
  readonly proxy?:
    | {
        readonly https?: string | undefined
        readonly http?: string | undefined
        readonly no?: string | undefined
      }
    | undefined
  /** Default 120 000. */
  readonly timeoutMs?: number | undefined
  /** Most requests at the ERP at the same time, and sockets to it, default 32. */
  readonly connections?: number | undefined
  /** Shared by all who work on one ERP; `connections` is then this identity's part of it. */
  readonly budget?: ConnectionLimiter | undefined
  /** Most bytes of sources kept, default 32 MiB. */
  readonly cacheBytes?: number | undefined
  /** Shared with other identities; then `cacheBytes` says nothing. */
  readonly cacheSpace?: CacheSpace | undefined
  /** A source read so recently is not asked for again, default 0. */
  readonly freshnessMs?: number | undefined
  /** Of the developer's machine, as its ERP GUI has it. */
  readonly terminalId?: string | undefined
  readonly log?: ErpLog | undefined
  /** Told of every request when it has ended; for figures. It must not throw. */
  readonly observe?: ((exchange: ErpExchange) => void) | undefined
  /** Takes secrets out of the words of errors, which the ERP or a proxy may quote. */
  readonly redact?: ((text: string) => string) | undefined
  /** Told of the secrets that a file holds now, each time it has been read. */
  readonly learn?: ((secrets: readonly string[]) => void) | undefined
}

/** One request to the ERP, with its repeats and the wait for a connection. */
export interface ErpExchange {
  readonly operation: string
  readonly effect: RequestEffect
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  readonly ms: number
}
