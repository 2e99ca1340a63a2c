/** Options of an Erp: its system, its credential, and what it shares with others. */
import type { RequestEffect } from './request.ts'
import type { ConnectionLimiter } from './http/connection-limiter.ts'
import type { CacheSpace } from './cache/cache-space.ts'
import type { ExchangeObserver } from './http/exchanges.ts'

/** Certificate and key for the TLS handshake; a new object whenever they change. */
export type TlsIdentity = PemIdentity | Pkcs12Identity

interface IdentityFacts {
  /** Milliseconds since 1970. */
  readonly notBefore?: number
  readonly notAfter?: number
  /** Of the certificate, in one line. */
  readonly subject?: string
}

export interface PemIdentity extends IdentityFacts {
  /** With its issuers behind it. */
  readonly certificate: string
  readonly key: string
}

export interface Pkcs12Identity extends IdentityFacts {
  readonly pfx: Buffer
  readonly passphrase?: string | undefined
}

/** Where the certificate and its key are. */
export interface ClientCertificateFiles {
  /** PEM (the certificate, its issuers, perhaps its key), or PKCS#12 with the key. */
  readonly certificate: string
  /** PEM; left out where the certificate file holds the key. */
  readonly key?: string | undefined
  /** Of the key or of the PKCS#12 file. */
  readonly passphrase?: string | undefined
}

export type Credential =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'cookie'; readonly header: string }
  | { readonly kind: 'cookie-file'; readonly path: string }
  /** PEM; the ERP maps the certificate to a user. Needs an https URL. */
  | { readonly kind: 'certificate'; readonly certificate: string; readonly key: string }
  /** Files with a certificate and its key, PEM or PKCS#12; read again when they change. */
  | {
      readonly kind: 'certificate-file'
      readonly certificate: string
      readonly key?: string | undefined
      readonly passphrase?: string | undefined
    }
  /** A program that prints a log-on ticket; each ticket is used once. Needs an https URL. */
  | { readonly kind: 'ticket-command'; readonly command: string; readonly timeLimit?: number }
  /** The session that a log-on in the browser left in a store. */
  | { readonly kind: 'kept-session'; readonly session: KeptSession }
  /** Headers of each log-on; a session lasts beyond their end. Needs an https URL, or a route. */
  | { readonly kind: 'token'; readonly tokens: LogonTokens }
  /** The way to the ERP names the user, as a Cloud Connector does. Needs a route. */
  | { readonly kind: 'propagated' }
  /** Certificates of another source, PEM or PKCS#12, for one user. */
  | {
      readonly kind: 'certificate-source'
      readonly certificates: { current(): TlsIdentity | Promise<TlsIdentity> }
    }
  /** A certificate that is renewed before it expires; sessions and locks survive the renewal. */
  | { readonly kind: 'issued'; readonly user: string; readonly certificates: CertificateSource }

export interface CertificateSource {
  /** The certificate that is valid now: the same object for as long as it is. */
  current(): PemIdentity | Promise<PemIdentity>
}

/** A security session that a log-on in the browser opened, in a store. */
export interface KeptSession {
  /** Changes when the session is replaced; undefined where there is none. */
  mark(): string | undefined
  /** Cookies by name; undefined where there is none. */
  read(): Promise<readonly (readonly [string, string])[] | undefined>
  /** A change runs in the session, which must not be replaced before the result is called. */
  begin(): () => void
  /** The command that logs on, for messages. */
  readonly command: string
  /** Where another session can be opened without the user, as with a refresh token. */
  readonly renewal?: SessionRenewal | undefined
  /** Another log-on by an address that a client shows; undefined where there is none. */
  readonly byAddress?: LogonByAddress | undefined
}

export interface SessionRenewal {
  isPossible(): boolean
  /**
   * Replaces the session in the store; one that was replaced meanwhile stays.
   * @param former mark of the session that has ended
   * @param learn receives what no log may show
   * @throws ErpError ERP_LOGON_NEEDED where the user has to log on
   */
  renew(former: string | undefined, learn: (secrets: readonly string[]) => void): Promise<void>
}

/** A log-on that begins in a browser, at an address that another program shows to its user. */
export interface LogonByAddress {
  /**
   * Begins a log-on, or joins the one that is under way. The address can be opened once.
   * @throws ErpError where none is possible now
   */
  begin(): Promise<{ readonly id: string; readonly url: string }>
  /** Settles with the user when its session is kept. @throws ErpError also where the signal aborts */
  wait(id: string, signal: AbortSignal): Promise<string>
  /** The user declined; the last one to leave ends the log-on. */
  leave(id: string): void
}

/** A source of log-ons that end and are renewed, such as the tokens of a caller. */
export interface LogonTokens {
  /** Headers of the next log-on, such as `authorization`. */
  current(): Promise<Readonly<Record<string, string>>>
  /** The ERP refused them: the next log-on has others. */
  refused(): void
}

/** A way to the ERP through a proxy that takes whole URLs in the request line. */
export interface ErpRoute {
  /** `http://host:port` */
  readonly proxy: string
  /**
   * Headers for the proxy, with each request; wait for the promise, if there is one.
   * @param lockHeld what has been good until now may then be used up to its end
   */
  headers(
    lockHeld: boolean
  ): Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>
  /** The proxy refused them: the next request has others. */
  refused(): void
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
  /** Name and version of the program, for logs of the ERP. */
  readonly userAgent?: string | undefined
  /** Accept any certificate. */
  readonly insecure?: boolean | undefined
  /** PEM file with further trusted CAs. */
  readonly caFile?: string | undefined
  /** Highest TLS version to offer: some old systems close the connection when 1.3 is offered. */
  readonly tlsMaxVersion?: '1.2' | '1.3' | undefined
  /** Proxy URLs; the environment is never read. */
  readonly proxy?:
    | {
        readonly https?: string | undefined
        readonly http?: string | undefined
        readonly no?: string | undefined
      }
    | undefined
  /** In place of `proxy`: a proxy with headers of its own. */
  readonly route?: ErpRoute | undefined
  /** Default 120 000. */
  readonly timeoutMs?: number | undefined
  /** Most requests at the ERP at the same time, and sockets to it; default 32. */
  readonly connections?: number | undefined
  /**
   * Shared by all clients of one ERP; `connections` is then the limit of this identity within it.
   */
  readonly connectionLimiter?: ConnectionLimiter | undefined
  /** Limit of the source cache in bytes; default 32 MiB. */
  readonly cacheBytes?: number | undefined
  /** A space shared with other identities; `cacheBytes` is then ignored. */
  readonly cacheSpace?: CacheSpace | undefined
  /** Age in milliseconds up to which a source is not requested again; default 0. */
  readonly freshnessMs?: number | undefined
  /** Terminal id of the developer's machine, as its ERP GUI has it. */
  readonly terminalId?: string | undefined
  /** The name that the operator gave to the system, with its role; part of each head line. */
  readonly label?: string | undefined
  readonly log?: ErpLog | undefined
  /** Called after every call, for metrics. It must not throw. */
  readonly observe?: ((call: ErpCallMetrics) => void) | undefined
  /** Sees every request on the wire with its answer, and with the secrets of the log-on. */
  readonly exchanges?: ExchangeObserver | undefined
  /** Removes secrets from error messages, which the ERP or a proxy may quote. */
  readonly redact?: ((text: string) => string) | undefined
  /** Called with the secrets of a credential file, each time it has been read. */
  readonly learn?: ((secrets: readonly string[]) => void) | undefined
}

/** Metrics of one call: a request with its repeats and the wait for a connection. */
export interface ErpCallMetrics {
  readonly operation: string
  readonly effect: RequestEffect
  /** Undefined without an answer. */
  readonly status: number | undefined
  readonly ms: number
}
