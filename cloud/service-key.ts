/**
 * The service key of a BTP ABAP environment: the address of the system, and the OAuth client that
 * gets tokens for its users. Form: SAP-samples/teched2024-AD180, exercises/images/adt_ServiceKeys.md
 * (client secret); with a certificate: `certificate`, `key` and `certurl` in place of the secret.
 */
import { readFileSync } from 'node:fs'
import { assertUniqueNames, isRecord } from '../config/json-text.ts'
import { ErpError } from '../erp-client/index.ts'
import { BindingError } from './binding-sources.ts'
import { clientOf, textOf } from './client-credentials.ts'
import { lookOrComplain } from './follow.ts'
import type { OAuthCredentials } from './oauth-client.ts'

export interface ServiceKey {
  /** Origin of the system. */
  readonly url: string
  readonly client: OAuthCredentials & { readonly certificateEnds?: number }
  /** For the log-on of a user with a browser. */
  readonly authorizeUrl: URL | undefined
  /** What no log may show. */
  readonly secrets: readonly string[]
}

const remedy =
  'Give the file of a service key of the ABAP environment, as the cockpit shows it (Instances, Service Keys).'

/** @throws ErpError ERP_LOGON_FAILED that says what is wrong with the file, without its content */
export function readServiceKey(path: string): ServiceKey {
  return parseServiceKey(textAt(path), path)
}

/** @throws ErpError ERP_LOGON_FAILED */
export function keyAt(path: string): Record<string, unknown> {
  return objectOf(textAt(path), path)
}

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw fault(`cannot be read (${code}): ${path}`)
  }
}

export function parseServiceKey(text: string, path: string): ServiceKey {
  const key = objectOf(text, path)
  const { uaa, endpoints } = key
  if (!isRecord(uaa)) {
    throw fault(
      `has no member uaa: ${path}; keys of other services have their credentials elsewhere`
    )
  }
  const address =
    textOf(key, 'url') ?? (isRecord(endpoints) ? textOf(endpoints, 'abap') : undefined)
  const url = address === undefined ? null : URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '') {
    throw fault(`names no address of the system with https (url, endpoints.abap): ${path}`)
  }
  try {
    const client = clientOf(uaa, path)
    const secrets = [client.secret, client.identity?.key].filter(each => each !== undefined)
    const base = textOf(uaa, 'url')
    const authorizeUrl = base === undefined ? undefined : new URL('/oauth/authorize', base)
    return { url: url.origin, client, authorizeUrl, secrets }
  } catch (error) {
    if (error instanceof BindingError) throw fault(`cannot be used: ${error.message}`)
    throw error
  }
}

function objectOf(text: string, path: string): Record<string, unknown> {
  let key: unknown
  try {
    assertUniqueNames(text)
    key = JSON.parse(text)
  } catch (error) {
    // The text of a syntax error would quote the file.
    throw fault(
      error instanceof SyntaxError ? `is no JSON: ${path}` : `${(error as Error).message}: ${path}`
    )
  }
  if (!isRecord(key)) throw fault(`is no JSON object: ${path}`)
  // The command line of the platform puts the key into a member of this name.
  return isRecord(key['credentials']) && key['uaa'] === undefined ? key['credentials'] : key
}

/** What is wrong with a service key. */
export function fault(what: string, hint = remedy): ErpError {
  return new ErpError('ERP_LOGON_FAILED', `The service key ${what}`, {
    outcome: 'failed',
    remedy: hint
  })
}

/** @throws ErpError where the key would send tokens of one system to another */
export function assertSystem({ url }: ServiceKey, baseUrl: string): void {
  const { origin } = new URL(baseUrl)
  if (url === origin) return
  throw new ErpError(
    'ERP_LOGON_FAILED',
    `The service key is of the system ${url}, and the address of the ERP is ${origin}`,
    { outcome: 'failed', remedy: `Give --url ${url}, or the service key of the other system.` }
  )
}

export interface FollowedServiceKey {
  /** What was read last, as far as it could be used. */
  value(): ServiceKey
}

/**
 * Reads the file again for each token: keys are renewed while the bridge runs. One that cannot be
 * used, or is of another system, changes nothing.
 */
export function followServiceKey(
  path: string,
  { onFault, learn }: { onFault(reason: string): void; learn(secrets: readonly string[]): void }
): FollowedServiceKey {
  let text = textAt(path)
  let key = parseServiceKey(text, path)
  learn(key.secrets)
  const look = lookOrComplain(() => {
    const found = textAt(path)
    if (found === text) return
    const next = parseServiceKey(found, path)
    if (next.url !== key.url) {
      throw fault('is of another system by now, which counts after a restart')
    }
    text = found
    key = next
    learn(key.secrets)
  }, onFault)
  return {
    value() {
      look()
      return key
    }
  }
}
