/** The credentials of an OAuth client, as bindings and service keys have them. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { BindingError } from './binding-sources.ts'
import type { OAuthCredentials } from './oauth-client.ts'

export interface ClientRules {
  /** Members with the address of the token service, in the order in which they count. */
  readonly urls: readonly string[]
  /** Below that address, and below `certurl`. */
  readonly path: string
}

/** XSUAA; `token_service_url` replaces `url` in bindings of the connectivity service. */
export const xsuaaRules: ClientRules = { urls: ['token_service_url', 'url'], path: '/oauth/token' }

/** @throws BindingError that names a member and shows no value */
export function clientOf(
  credentials: Readonly<Record<string, unknown>>,
  origin: string,
  { urls, path }: ClientRules = xsuaaRules
): OAuthCredentials & { readonly certificateEnds?: number } {
  const read = (name: string) => textOf(credentials, name)
  const need = (...names: readonly string[]) =>
    names.map(read).find(value => value !== undefined) ?? missing(names.join(' or '), origin)
  const clientId = need('clientid')
  const [secret, cert, key] = [read('clientsecret'), read('certificate'), read('key')]
  const at = (text: string) => new URL(path, addressOf(text, origin))
  if (secret !== undefined) return { clientId, secret, tokenUrl: at(need(...urls)) }
  if (cert === undefined || key === undefined) {
    missing('clientsecret (or certificate and key)', origin)
  }
  // The address of mutual TLS; a service of one address for both has no member of its own.
  const tokenUrl = at(read('certurl') ?? need(...(path === xsuaaRules.path ? ['certurl'] : urls)))
  return { clientId, tokenUrl, ...identityOf(repairPem(cert), repairPem(key), origin) }
}

export function textOf(
  members: Readonly<Record<string, unknown>>,
  name: string
): string | undefined {
  const value = members[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function missing(name: string, origin: string): never {
  throw new BindingError(`platform credentials not found: the binding in ${origin} has no ${name}`)
}

/**
 * Mounted files are exchanged one after the other: for a moment the certificate may be the new one
 * and the key the old one.
 */
export function identityOf(
  cert: string,
  key: string,
  origin: string
): {
  readonly identity: { readonly cert: string; readonly key: string }
  readonly certificateEnds: number
} {
  const certificate = unlessBroken(
    () => new X509Certificate(cert),
    `the certificate in ${origin} is not readable`
  )
  const own = unlessBroken(() => createPrivateKey(key), `the key in ${origin} is not readable`)
  if (!certificate.checkPrivateKey(own)) {
    throw new BindingError(
      `platform credentials cannot be used: certificate and key in ${origin} do not belong together`
    )
  }
  return { identity: { cert, key }, certificateEnds: certificate.validToDate.getTime() }
}

/** Error texts of the library may quote the key, so they are dropped. */
function unlessBroken<T>(read: () => T, problem: string): T {
  try {
    return read()
  } catch {
    throw new BindingError(`platform credentials cannot be used: ${problem}`)
  }
}

export function addressOf(text: string, origin: string): URL {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') {
    throw new BindingError(
      `the binding in ${origin} has an address that does not begin with https://`
    )
  }
  return url
}

/** Older bindings have lost their line breaks. */
export function repairPem(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .replace(/(-----BEGIN [A-Z ]+-----)\s*/g, '$1\n')
    .replace(/\s*(-----END [A-Z ]+-----)\s*/g, '\n$1\n')
}
