/**
 * The sockets of one Erp. They are replaced as a whole when its certificate is, because they carry
 * its authority.
 */
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { SecureContext, SecureContextOptions } from 'node:tls'
import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import type { CredentialSource, TlsIdentity } from './credential-source.ts'
import { ErpError } from '../errors.ts'
import { lazily } from './lazy.ts'
import { whyRefused } from '../wire/certificate-failure.ts'
import { proxyFailure } from '../wire/failure.ts'
import type { ErpOptions } from '../options.ts'

const undici = lazily<typeof Undici>('undici')

const connectMilliseconds = 10_000
/**
 * Idle sockets live half as long as the shortest usual limit of an ERP or a proxy in front of it,
 * unless that names its own.
 */
const keepAliveMilliseconds = 30_000
/** Replaced sockets may finish what runs on them, which no request does for longer. */
const retireMilliseconds = 600_000
/** Largest answer that is taken, in bytes. */
export const largestAnswer = 64 * 1024 * 1024

export interface Agent {
  readonly dispatch: Dispatcher.Dispatch
  /**
   * Makes sure that the next dispatch goes under a certificate that is good; wait for it if it is a
   * promise.
   * @param late a lock is held: sockets that are there may serve its end even where no new
   * certificate is to be had
   */
  prepare(late: boolean): Promise<void> | undefined
  /** An answer came: the ERP has accepted the certificate. */
  answered(): void
  /** What an error means that the ERP's refusal of a certificate looks like; others as they are. */
  explain(error: unknown): unknown
  /** Closes the sockets that nobody uses; the next dispatch opens new ones. */
  rest(): void
  destroy(): Promise<void>
}

/**
 * Read once: the settings of all connections. @throws ErpError ERP_TLS_UNTRUSTED for a CA file that
 * cannot be used
 */
function readTrust({ caFile, tlsMaxVersion }: ErpOptions): SecureContextOptions {
  const version = tlsMaxVersion === undefined ? {} : { maxVersion: `TLSv${tlsMaxVersion}` as const }
  if (caFile === undefined) return version
  try {
    const trust = {
      ...version,
      ca: [...getCACertificates('default'), readFileSync(caFile, 'utf8')]
    }
    createSecureContext(trust)
    return trust
  } catch (cause) {
    throw new ErpError('ERP_TLS_UNTRUSTED', 'The CA file cannot be read', {
      cause,
      remedy:
        'Check the path of the CA file, its permissions, and that it holds certificates in PEM form.'
    })
  }
}

/**
 * What the handshakes of one identity have in common; costly with a CA file, because all
 * authorities are read again.
 */
function createContext(
  trust: SecureContextOptions,
  identity: TlsIdentity | undefined
): SecureContext | undefined {
  if (identity === undefined) {
    return Object.keys(trust).length === 0 ? undefined : createSecureContext(trust)
  }
  return createSecureContext({ ...trust, cert: identity.certificate, key: identity.key })
}

interface Own {
  readonly trust: SecureContextOptions
  readonly context: SecureContext | undefined
  readonly byCertificate: boolean
}

/** An own dispatcher for one Erp; never the global one, never settings from the environment. */
function createDispatcher(
  origin: string,
  options: ErpOptions,
  { trust, context, byCertificate }: Own
): Dispatcher {
  // a resumed TLS session would speak for whoever began it, whatever certificate comes with it
  const alone = byCertificate ? { maxCachedSessions: 0 } : {}
  const connect = {
    ...(context === undefined ? {} : { secureContext: context }),
    ...alone,
    rejectUnauthorized: options.insecure !== true,
    timeout: connectMilliseconds,
    allowH2: false
  }
  // time is kept by the deadline interceptor, for the whole exchange
  const client = {
    connections: options.connections ?? 32,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMilliseconds,
    maxResponseSize: largestAnswer,
    connect
  }
  const { https = '', http = '', no = '' } = options.proxy ?? {}
  const { EnvHttpProxyAgent, Pool } = undici()
  const secure = origin.startsWith('https:')
  if ((secure ? https : http) === '') return new Pool(origin, client)
  return new EnvHttpProxyAgent({
    ...client,
    // both are needed: one holds inside the proxy's tunnel, the other past the proxy
    requestTls: connect,
    proxyTls: { ...(trust.ca === undefined ? {} : { ca: trust.ca }), timeout: connectMilliseconds },
    factory: (target: string | URL, given: object) =>
      new Pool(target, { ...client, ...blamingProxy(given) }),
    httpProxy: secure ? '' : http,
    httpsProxy: secure ? https : '',
    noProxy: no
  })
}

type Connector = Undici.buildConnector.connector

/**
 * A way through the proxy that breaks before the tunnel stands: its errors look like those of the
 * ERP's own address.
 */
function blamingProxy(given: { connect?: unknown }): object {
  const { connect } = given
  // Past the proxy there are options here in place of a function.
  if (typeof connect !== 'function') return given
  const through: Connector = (options, callback) => {
    ;(connect as Connector)(options, (...[error, socket]) => {
      if (error === null) callback(error, socket)
      else callback(proxyFailure(error), null)
    })
  }
  return { ...given, connect: through }
}

interface Sockets {
  readonly dispatcher: Dispatcher
  proven: boolean
}

/** @param tls absent for those who do not log on by certificate */
export function createAgent(
  origin: string,
  options: ErpOptions,
  tls: CredentialSource['tls']
): Agent {
  const trust = readTrust(options)
  const retired = new Set<Dispatcher>()
  let identity: TlsIdentity | undefined
  let context: SecureContext | undefined
  let sockets: Sockets | undefined

  const retire = () => {
    const old = sockets?.dispatcher
    sockets = undefined
    if (old === undefined) return
    retired.add(old)
    const limit = setTimeout(() => {
      void old.destroy()
    }, retireMilliseconds).unref()
    void old
      .close()
      .catch(() => {})
      .finally(() => {
        clearTimeout(limit)
        retired.delete(old)
      })
  }
  const use = (current: TlsIdentity | undefined) => {
    if (current === identity) return
    retire()
    identity = current
    context = undefined
  }
  const open = (): Sockets => {
    context ??= createContext(trust, identity)
    return (sockets ??= {
      dispatcher: createDispatcher(origin, options, {
        trust,
        context,
        byCertificate: tls !== undefined
      }),
      proven: false
    })
  }
  return {
    dispatch: (dispatched, handler) => open().dispatcher.dispatch(dispatched, handler),
    prepare(late) {
      if (tls === undefined) return undefined
      try {
        const current = tls.current()
        if (current instanceof Promise) {
          return current.then(use).catch((error: unknown) => {
            if (!late || sockets === undefined) throw error
          })
        }
        use(current)
      } catch (error) {
        if (!late || sockets === undefined) throw error
      }
      return undefined
    },
    answered() {
      if (sockets !== undefined) sockets.proven = true
    },
    explain: error =>
      tls === undefined
        ? error
        : whyRefused(error, { user: tls.user, identity, proven: sockets?.proven === true }),
    rest: retire,
    async destroy() {
      const all = [...retired, ...(sockets === undefined ? [] : [sockets.dispatcher])]
      sockets = undefined
      await Promise.all(all.map(dispatcher => dispatcher.destroy()))
    }
  }
}
