/** Cookie files in Netscape format: one cookie a line, seven fields separated by tabs. */
import { ErpError } from '../errors.ts'

export interface FileCookie {
  readonly name: string
  readonly value: string
  /** Lower case, without a leading dot. */
  readonly host: string
  readonly subdomains: boolean
  readonly path: string
  readonly secure: boolean
  /** Milliseconds since 1970; Infinity for one that ends with the browser. */
  readonly expires: number
}

/** All paths of the client lie below it. */
const interfacePath = '/sap/bc/adt/'
const fieldNames =
  'domain, subdomains (TRUE or FALSE), path, secure (TRUE or FALSE), expiry, name, value'
/** Prefix of cookies that scripts cannot read; every other `#` begins a comment. */
const httpOnly = '#HttpOnly_'

/** @throws ErpError ERP_LOGON_FAILED that names the invalid line and never the value of a cookie */
export function readCookieFile(text: string): FileCookie[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) => {
      const content = line.startsWith(httpOnly) ? line.slice(httpOnly.length) : line
      if (content.trim() === '' || content.startsWith('#')) return []
      return [readLine(content, index + 1)]
    })
}

function readLine(line: string, number: number): FileCookie {
  const fields = line.split('\t')
  const [domain = '', subdomains = '', path = '', secure = '', expiry = '', name = '', value = ''] =
    fields
  const checks: readonly (readonly [boolean, string])[] = [
    [
      fields.length === 7,
      `has ${fields.length} fields separated by tabs instead of 7: ${fieldNames}`
    ],
    [/^\.?[a-z0-9_:-][a-z0-9_.:-]*$/i.test(domain), 'has no host name in its first field'],
    [/^(?:TRUE|FALSE)$/.test(subdomains), 'has neither TRUE nor FALSE in its second field'],
    [/^\/[\x21-\x7e]*$/.test(path), 'has no path in its third field'],
    [/^(?:TRUE|FALSE)$/.test(secure), 'has neither TRUE nor FALSE in its fourth field'],
    [/^\d{1,15}$/.test(expiry), 'has no expiry (seconds since 1970) in its fifth field'],
    [/^[!#$%&'*+.^_`|~\w-]+$/.test(name), 'has no cookie name in its sixth field'],
    [/^[\x21-\x3a\x3c-\x7e]*$/.test(value), 'has characters in its value that no cookie may have']
  ]
  const failed = checks.find(([good]) => !good)
  if (failed !== undefined) throw unusable(`line ${number} ${failed[1]}`)
  const expires = Number(expiry) === 0 ? Infinity : Number(expiry) * 1000
  return {
    name,
    value,
    host: domain.replace(/^\./, '').toLowerCase(),
    subdomains: subdomains === 'TRUE',
    path,
    secure: secure === 'TRUE',
    expires
  }
}

function unusable(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', `The cookie file is not in Netscape format: ${what}`, {
    outcome: 'failed',
    remedy:
      "Export the cookies of the ERP again in Netscape format, as browsers' add-ons and curl write it."
  })
}

/**
 * Whether a browser would send the cookie with requests to the development interface of that
 * origin.
 */
export function isForOrigin(cookie: FileCookie, origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host)
  const hostMatches =
    host === cookie.host || (cookie.subdomains && !isAddress && host.endsWith(`.${cookie.host}`))
  const pathMatches =
    interfacePath === cookie.path ||
    `${interfacePath}x`.startsWith(cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`)
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '::1'].includes(host)
  return hostMatches && pathMatches && (!cookie.secure || isSafe)
}

/**
 * The cookies that a browser would send now, one of each name: the one with the longest path, which
 * browsers send first.
 * @throws ErpError ERP_LOGON_FAILED with the reason why there is none
 */
export function cookiesFor(
  cookies: readonly FileCookie[],
  origin: string,
  now: number
): FileCookie[] {
  const own = cookies.filter(cookie => isForOrigin(cookie, origin))
  const valid = own.filter(({ expires }) => expires > now)
  if (valid.length === 0) {
    const why =
      own.length === 0
        ? `has no cookie for ${origin}`
        : `has only cookies for ${origin} that have expired`
    throw new ErpError('ERP_LOGON_FAILED', `The cookie file ${why}`, {
      outcome: 'failed',
      remedy: 'Log on to the ERP with the browser and export its cookies again.'
    })
  }
  const byName = new Map<string, FileCookie>()
  for (const cookie of valid.toSorted((one, other) => one.path.length - other.path.length)) {
    byName.set(cookie.name, cookie)
  }
  return [...byName.values()]
}
