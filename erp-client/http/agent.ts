/**
 * The sockets of one Erp. They are replaced as a whole with its certificate, because they carry its
 * authority.
 */
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { SecureContext, SecureContextOptions } from 'node:tls'
import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import type { CredentialSource } from './credential-source.ts'
import { ErpError } from '../errors.ts'
import { lazily } from './lazy.ts'
import { certificateFailure } from '../wire/certificate-failure.ts'
import type { ErpOptions, TlsIdentity } from '../options.ts'
import { usualConnections } from '../request.ts'
import { proxyFailure } from '../wire/network-failure.ts'

const undici = lazily<typeof Undici>('undici')

const connectMilliseconds = 10_000
/**
 * Idle sockets live half as long as the shortest usual limit of an ERP or a proxy in front of it,
 * unless the server sends a limit of its own.
 */
const keepAliveMilliseconds = 30_000
/** Requests on replaced sockets run to completion; none takes longer. */
const retireMilliseconds = 600_000
/** Largest answer that is accepted, in bytes. */
export const largestAnswer = 64 * 1024 * 1024

export interface Agent {
  readonly dispatch: Dispatcher.Dispatch
  /**
   * Ensures that the next dispatch uses a valid certificate; wait for the promise, if there is one.
   * @param lockHeld open sockets may then release the lock, even where no new certificate is
   * available
   */
  prepare(lockHeld: boolean): Promise<void> | undefined
  /** The ERP has answered: it has accepted the certificate. */
  answered(): void
  /**
   * Translates the ERP's refusal of a certificate into an ErpError; returns other errors as they
   * are.
   */
  explain(error: unknown): unknown
  /** Closes the idle sockets; the next dispatch opens new ones. */
  closeIdle(): void
  destroy(): Promise<void>
}

/**
 * TLS settings of all connections, read once.
 * @throws ErpError ERP_TLS_UNTRUSTED for a CA file that cannot be used
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
 * TLS context of the handshakes of one identity. Creating it is slow with a CA file, because all
 * certificates are parsed again.
 */
function createContext(
  trust: SecureContextOptions,
  identity: TlsIdentity | undefined
): SecureContext | undefined {
  if (identity === undefined) {
    return Object.keys(trust).length === 0 ? undefined : createSecureContext(trust)
  }
  if (!('pfx' in identity)) {
    return createSecureContext({ ...trust, cert: identity.certificate, key: identity.key })
  }
  const { pfx, passphrase } = identity
  return createSecureContext({
    ...trust,
    pfx,
    ...(passphrase === undefined ? {} : { passphrase })
  })
}

interface TlsSettings {
  readonly trust: SecureContextOptions
  readonly context: SecureContext | undefined
  readonly byCertificate: boolean
}

/** A dispatcher for one Erp; never the global one, never with settings from the environment. */
function createDispatcher(
  origin: string,
  options: ErpOptions,
  { trust, context, byCertificate }: TlsSettings
): Dispatcher {
  // A resumed TLS session keeps the identity of its first handshake, whatever certificate is
  // presented later.
  const noResumption = byCertificate ? { maxCachedSessions: 0 } : {}
  const connect = {
    ...(context === undefined ? {} : { secureContext: context }),
    ...noResumption,
    rejectUnauthorized: options.insecure !== true,
    timeout: connectMilliseconds,
    allowH2: false
  }
  // The deadline interceptor limits the time of the whole call.
  const client = {
    connections: options.connections ?? usualConnections,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMilliseconds,
    maxResponseSize: largestAnswer,
    connect
  }
  return options.route === undefined
    ? throughProxy(origin, options, { client, connect, trust })
    : throughRoute(new (undici().Pool)(options.route.proxy, client), origin)
}

type PoolOptions = Undici.Pool.Options & { readonly connect: Undici.buildConnector.BuildOptions }

interface ProxyClient {
  readonly client: PoolOptions
  readonly connect: PoolOptions['connect']
  readonly trust: SecureContextOptions
}

/** Straight to the ERP where no proxy is configured for it. */
function throughProxy(
  origin: string,
  options: ErpOptions,
  { client, connect, trust }: ProxyClient
): Dispatcher {
  const { https = '', http = '', no = '' } = options.proxy ?? {}
  const { EnvHttpProxyAgent, Pool } = undici()
  const secure = origin.startsWith('https:')
  if ((secure ? https : http) === '') return new Pool(origin, client)
  return new EnvHttpProxyAgent({
    ...client,
    // Both are needed: `requestTls` applies inside the tunnel of the proxy, `connect` past the
    // proxy.
    requestTls: connect,
    proxyTls: { ...(trust.ca === undefined ? {} : { ca: trust.ca }), timeout: connectMilliseconds },
    factory: (target: string | URL, poolOptions: object) =>
      new Pool(target, { ...client, ...withProxyErrors(poolOptions) }),
    httpProxy: secure ? '' : http,
    httpsProxy: secure ? https : '',
    noProxy: no
  })
}

/**
 * Requests with the whole URL in their line. Not by undici's class for proxies: some of its versions
 * send CONNECT for plain HTTP too.
 */
function throughRoute(pool: Dispatcher, origin: string): Dispatcher {
  return pool.compose(
    dispatch => (request, handler) =>
      dispatch({ ...request, path: `${origin}${request.path}` }, handler)
  )
}

type Connector = Undici.buildConnector.connector

/**
 * Marks errors before the tunnel is open as errors of the proxy; without that they look like errors
 * of the ERP's address.
 */
function withProxyErrors(poolOptions: { connect?: unknown }): object {
  const { connect } = poolOptions
  // Past the proxy, `connect` holds options instead of a function.
  if (typeof connect !== 'function') return poolOptions
  const connectThrough: Connector = (options, callback) => {
    ;(connect as Connector)(options, (...[error, socket]) => {
      if (error === null) callback(error, socket)
      else callback(proxyFailure(error), null)
    })
  }
  return { ...poolOptions, connect: connectThrough }
}

interface Sockets {
  readonly dispatcher: Dispatcher
  /** The ERP has answered on these sockets. */
  proven: boolean
}

/** @param tls absent where the log-on uses no certificate */
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
    prepare(lockHeld) {
      if (tls === undefined) return undefined
      try {
        const current = tls.current()
        if (current instanceof Promise) {
          return current.then(use).catch((error: unknown) => {
            if (!lockHeld || sockets === undefined) throw error
          })
        }
        use(current)
      } catch (error) {
        if (!lockHeld || sockets === undefined) throw error
      }
      return undefined
    },
    answered() {
      if (sockets !== undefined) sockets.proven = true
    },
    explain: error =>
      tls === undefined
        ? error
        : certificateFailure(error, { user: tls.user, identity, proven: sockets?.proven === true }),
    closeIdle: retire,
    async destroy() {
      const all = [...retired, ...(sockets === undefined ? [] : [sockets.dispatcher])]
      sockets = undefined
      await Promise.all(all.map(dispatcher => dispatcher.destroy()))
    }
  }
}
