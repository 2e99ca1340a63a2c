import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { EnvHttpProxyAgent, Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { Connection } from './connection.ts'
import type { CredentialSource } from './credential.ts'
import { ErpError } from './errors.ts'
import type { ErpOptions } from './erp.ts'
import { credential } from './interceptors/credential.ts'
import { csrf } from './interceptors/csrf.ts'
import { deadline } from './interceptors/deadline.ts'
import { log } from './interceptors/log.ts'
import { retry } from './interceptors/retry.ts'
import { session } from './interceptors/session.ts'

const connectMilliseconds = 10_000
/** Idle sockets live half as long as the shortest usual limit of an ERP or a proxy in front of it, unless that names its own. */
const keepAliveMilliseconds = 30_000
/** Largest answer that is taken, in bytes. */
export const largestAnswer = 64 * 1024 * 1024

function tlsOptions (options: ErpOptions): { ca?: string[], rejectUnauthorized?: boolean } {
  const insecure = options.insecure === true ? { rejectUnauthorized: false } : {}
  if (options.caFile === undefined) return insecure
  try {
    return { ...insecure, ca: [...getCACertificates('default'), readFileSync(options.caFile, 'utf8')] }
  } catch (cause) {
    throw new ErpError('ERP_TLS_UNTRUSTED', 'The CA file cannot be read', { cause, remedy: 'Check the path of the CA file and its permissions.' })
  }
}

/** An own dispatcher for one Erp; never the global one, never settings from the environment. */
function createDispatcher (origin: string, options: ErpOptions, identity: CredentialSource['tls']): Dispatcher {
  const connections = options.connections ?? 32
  const connect = { ...tlsOptions(options), ...identity, timeout: connectMilliseconds, allowH2: false }
  // time is kept by the deadline interceptor, for the whole exchange
  const client = { connections, allowH2: false, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: keepAliveMilliseconds, maxResponseSize: largestAnswer, connect }
  const { https = '', http = '', no = '' } = options.proxy ?? {}
  if (https === '' && http === '') return new Pool(origin, client)
  return new EnvHttpProxyAgent({ ...client, requestTls: connect, httpProxy: http, httpsProxy: https, noProxy: no })
}

export interface Transport {
  readonly dispatcher: Dispatcher
  destroy (): Promise<void>
}

/** The dispatcher with its interceptors; a request passes them from the last of the list to the first. */
export function createTransport (origin: string, options: ErpOptions, connection: Connection): Transport {
  const bare = createDispatcher(origin, options, connection.credential.tls)
  const steps = [deadline, credential(connection), csrf(connection), session(connection), retry]
  if (options.log !== undefined) steps.push(log(options.log))
  return {
    dispatcher: bare.compose(steps),
    destroy: () => bare.destroy()
  }
}
