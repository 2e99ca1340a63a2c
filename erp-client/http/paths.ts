/** Paths and URLs that the client may request, and redirects that it follows. */
import { ErpError } from '../errors.ts'

/** All requests of this library lie below one of these. */
const roots = [
  '/sap/bc/adt/',
  '/sap/bc/cts/transportchecks',
  '/sap/bc/cts/transports',
  '/sap/bc/cts/transportrequests',
  '/sap/bc/cts/transportrequests/',
  '/sap/bc/cts_abapvcs/',
  '/sap/public/bc/icf/logoff'
]

// Encoded dots, slashes after a second decoding, and control characters; `%2f` itself belongs to
// names with a namespace.
const hidden = /%(?:2e|5c|25(?:2e|2f|5c|00)|[01][0-9a-f]|7f)/i
const allowed = /^(?:\/(?:[A-Za-z0-9_.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)+$/

function refuse(path: string, why: string): never {
  throw new ErpError('ERP_BAD_NAME', `The path ${JSON.stringify(path.slice(0, 200))} ${why}`, {
    outcome: 'failed'
  })
}

/**
 * Refuses a path that decodes to another one.
 * @throws ErpError ERP_BAD_NAME
 */
export function assertPath(path: string): void {
  if (!roots.some(root => (root.endsWith('/') ? path.startsWith(root) : path === root))) {
    refuse(path, 'is outside the development interface')
  }
  if (!allowed.test(path)) refuse(path, 'has characters that do not belong there')
  if (hidden.test(path)) refuse(path, 'hides characters')
  if (path.split(/\/|%2f/i).some(segment => segment === '.' || segment === '..')) {
    refuse(path, 'climbs out')
  }
}

export type QueryValue = string | number | boolean
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>

const logonNames = /^sap-(?:client|language|user|password)$/i

/**
 * Query text of the defined values, a list as repeated values; `sap-client` and `sap-language` come
 * last and cannot be replaced.
 */
export function queryText(
  query: Query | undefined,
  logon: { readonly client: string; readonly language: string }
): string {
  let text = ''
  for (const name in query) {
    const value = query[name]
    if (value === undefined || logonNames.test(name)) continue
    for (const one of [value].flat()) {
      text += `${encodeURIComponent(name)}=${encodeURIComponent(one)}&`
    }
  }
  return `${text}sap-client=${encodeURIComponent(logon.client)}&sap-language=${encodeURIComponent(logon.language)}`
}

const serviceRoots = ['/sap/opu/odata/', '/sap/opu/odata4/']
const serviceSegments = /^(?:\/[A-Za-z0-9_.~$;=-]+)+$/

/**
 * The same for published OData services. Their paths are never encoded, so `%` is refused.
 *
 * @throws ErpError ERP_BAD_NAME
 */
export function assertServicePath(path: string): void {
  if (!serviceRoots.some(root => path.startsWith(root))) {
    refuse(path, 'is outside the published services')
  }
  if (!serviceSegments.test(path)) refuse(path, 'has characters that do not belong there')
  if (path.split('/').some(segment => /^\.+(?:;|$)/.test(segment))) refuse(path, 'climbs out')
}

/**
 * Path of a published service from the URL in its binding, without a slash at its end.
 *
 * @throws ErpError ERP_BAD_NAME for a URL of another server or outside the published services
 */
export function servicePath(origin: string, serviceUrl: string): string {
  const [, server, absolute] = /^(https?:\/\/[A-Za-z0-9.:[\]_-]+)(\/.*)$/i.exec(serviceUrl) ?? []
  const own = server !== undefined && URL.canParse(server) && new URL(server).origin === origin
  const path = own ? (absolute ?? '') : serviceUrl
  if (!path.startsWith('/') || path.startsWith('//')) {
    refuse(serviceUrl, 'names a service of another server')
  }
  const trimmed = path.replace(/\/$/, '')
  assertServicePath(trimmed)
  return trimmed
}

interface RequestedTarget {
  readonly path: string
  readonly area?: 'services' | undefined
  readonly method: string
  readonly effect: string
}

/**
 * Path and query of a request. After all checks `URL` parses the result: a target that it changes,
 * or of another origin, is refused. Published services are read only.
 */
export function requestTarget(
  origin: string,
  { path, area, method, effect }: RequestedTarget,
  query: string
): string {
  if (area === undefined) assertPath(path)
  else assertServicePath(path)
  if (area !== undefined && (method !== 'GET' || effect !== 'none')) {
    refuse(path, 'is of a published service, and those are only read')
  }
  const url = new URL(`${origin}${path}?${query}`)
  if (url.origin !== origin || url.pathname !== path || url.hash !== '') {
    refuse(path, 'is not what it seems')
  }
  return `${path}?${query}`
}

/** Origin of the ERP from a base URL, which may point at the interface itself. */
export function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.host === '') {
    throw new ErpError('ERP_BAD_REQUEST', 'The URL of the ERP is not an http or https URL', {
      remedy: 'Give it as https://host:port.'
    })
  }
  if (url.username !== '' || url.password !== '') {
    throw new ErpError('ERP_BAD_REQUEST', 'The URL of the ERP carries credentials', {
      remedy: 'Give user and password by their own settings.'
    })
  }
  if (!/^\/(?:sap(?:\/.*)?)?$/.test(url.pathname)) {
    throw new ErpError('ERP_BAD_REQUEST', 'The URL of the ERP has a path', {
      remedy: 'Give it as https://host:port.'
    })
  }
  return url.origin
}

/**
 * Path and query of a redirect within the ERP and its development interface; undefined for others.
 */
export function redirectTarget(origin: string, location: string): string | undefined {
  if (location === '' || !URL.canParse(location, origin)) return undefined
  const target = new URL(location, origin)
  if (target.origin !== origin || /\.\.|%2e/i.test(location)) return undefined
  try {
    assertPath(target.pathname)
  } catch {
    return undefined
  }
  return target.pathname + target.search
}

/**
 * The target of a redirect with the client and language of this Erp: an answer must not change the
 * log-on.
 */
export function withOwnLogon(
  target: string,
  logon: { readonly client: string; readonly language: string }
): string {
  const at = target.indexOf('?')
  const remaining =
    at < 0
      ? []
      : [...new URLSearchParams(target.slice(at + 1))].filter(([name]) => !logonNames.test(name))
  return `${at < 0 ? target : target.slice(0, at)}?${queryText(Object.fromEntries(remaining), logon)}`
}
