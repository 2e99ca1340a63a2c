/**
 * Host and Origin checks: no web page may reach the bridge by a name of its own, whatever that name
 * resolves to.
 */
import fp from 'fastify-plugin'
import { BridgeError } from './errors.ts'

export interface OriginOptions {
  /**
   * Whether the bridge listens on a loopback address, so that its loopback names are right and all
   * others wrong.
   */
  readonly loopback: boolean
  /** Host names with or without a port. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Origins with scheme. */
  readonly allowedOrigins?: readonly string[] | undefined
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

export default fp<OriginOptions>(
  async (app, options) => {
    const { loopback, allowedHosts, allowedOrigins } = options
    if (!loopback && allowedHosts === undefined && allowedOrigins === undefined) return
    const hosts = createHostCheck(options)
    const origins = new Set((allowedOrigins ?? []).map(origin => originOf(origin)))
    const isForeign = (origin: string, host: string) => {
      const known = originOf(origin)
      if (known === undefined) return true
      if (origins.has(known)) return false
      return hosts?.(new URL(known).host) !== true || !isOwnPage(new URL(known), host)
    }
    app.addHook('onRequest', ({ headers: { host = '', origin } }, _reply, done) => {
      if (hosts !== undefined && !hosts(host)) throw forbidden('Host')
      if (origin !== undefined && isForeign(origin, host)) throw forbidden('Origin')
      done()
    })
  },
  { name: 'origin', fastify: '5.x', dependencies: ['errors'] }
)

/**
 * Whether a page under one of our names is a page of ours: a web page, and under a loopback name,
 * which all programs of a machine share, one of the port that the request itself names.
 */
function isOwnPage(origin: URL, host: string): boolean {
  if (origin.protocol !== 'http:' && origin.protocol !== 'https:') return false
  return (
    !isLoopbackName(origin.hostname) || parse(`${origin.protocol}//${host}`)?.port === origin.port
  )
}

function isLoopbackName(name: string): boolean {
  return loopbackNames.includes(name) || /^127(\.\d+){3}$/.test(name) || name.endsWith('.localhost')
}

function forbidden(header: string): BridgeError {
  return new BridgeError('BRIDGE_FOREIGN', {
    status: 403,
    code: -32000,
    message: `Forbidden: the ${header} header is not allowed here`
  })
}

/**
 * Whether a Host header is one of ours; undefined where every one is accepted, so that none proves
 * anything.
 */
export function createHostCheck({
  loopback,
  allowedHosts
}: Omit<OriginOptions, 'allowedOrigins'>): ((host: string) => boolean) | undefined {
  return loopback || allowedHosts !== undefined
    ? hostCheck([...(loopback ? loopbackNames : []), ...(allowedHosts ?? [])])
    : undefined
}

/** A name without a port stands for all ports. */
function hostCheck(allowed: readonly string[]): (host: string) => boolean {
  const known = new Set(allowed.map(name => name.toLowerCase()))
  // The one that nearly all requests name.
  let last: string | undefined
  const isKnown = (host: string) => {
    const url = parse(`http://${host}`)
    // Comparing with what was sent keeps out user names, paths and other spellings that a URL
    // parser would repair.
    if (
      url === undefined ||
      (host.toLowerCase() !== url.host && host.toLowerCase() !== `${url.host}:80`)
    ) {
      return false
    }
    return known.has(url.host) || known.has(url.hostname)
  }
  return host => {
    if (host === last) return true
    if (!isKnown(host)) return false
    last = host
    return true
  }
}

/** The origin of an address as it is compared; undefined where there is none. */
export function originOf(text: string): string | undefined {
  const url = parse(text)
  return url === undefined || url.host === '' ? undefined : `${url.protocol}//${url.host}`
}

function parse(text: string): URL | undefined {
  return URL.parse(text) ?? undefined
}
