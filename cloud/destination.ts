/**
 * The destination service of SAP BTP, version 1: the configuration of a destination, and what logs a
 * user on at its system. Evidence: SAP-docs/btp-connectivity,
 * calling-the-destination-service-rest-api-84c5d38.md, find-destination-response-structure-83a3f3b.md;
 * SAP/cloud-sdk-js,
 * packages/connectivity/src/scp-cf/destination/destination-service.ts (path, X-user-token) and
 * destination.ts (authTokens, certificates).
 */
import { request } from 'undici'
import { documentDepth, isRecord, readJson } from '../config/json-text.ts'
import { ErpError } from '../erp-client/index.ts'
import { refusedTypes, supported } from './authentication-types.ts'
import type { AuthenticationType } from './authentication-types.ts'
import { textOf } from './client-credentials.ts'
import { lifeOf } from './oauth-client.ts'
import type { Outbound } from './outbound.ts'
import type { Token } from './token-cache.ts'

export interface Destination {
  /** Origin of the system, or of the virtual host. */
  readonly url: string
  readonly onPremise: boolean
  readonly authentication: string
  readonly type: AuthenticationType
  /** Of the Cloud Connector, where the subaccount has several. */
  readonly locationId: string | undefined
  /** The client of the ERP, where the destination names one. */
  readonly client: string | undefined
  /** Headers of the log-on; undefined where the answer has none. */
  readonly logon: LogonHeaders | undefined
  readonly certificate: DestinationCertificate | undefined
}

export interface LogonHeaders extends Token {
  readonly headers: Readonly<Record<string, string>>
}

export interface DestinationCertificate {
  readonly name: string
  readonly content: Buffer
  readonly passphrase: string | undefined
}

interface Asking {
  readonly outbound: Outbound
  /** Address of the service. */
  readonly uri: URL
  /** The token of the client that the service is bound with. */
  readonly serviceToken: string
  readonly name: string
  readonly userToken?: string | undefined
}

/** @throws ErpError that names the destination and what is wrong */
export async function readDestination(asking: Asking): Promise<Destination> {
  const { name, userToken } = asking
  const document = await ask(asking)
  const { destinationConfiguration: configuration } = document
  if (!isRecord(configuration)) throw fault(name, 'has no configuration')
  const found = configurationOf(configuration, name)
  return {
    ...found,
    logon: logonOf(document, {
      name,
      isWanted: found.type.users === 'one' || userToken !== undefined
    }),
    certificate: certificateOf(document, configuration, name)
  }
}

async function ask(asking: Asking): Promise<Record<string, unknown>> {
  const { outbound, uri, serviceToken, name, userToken } = asking
  const path = `/destination-configuration/v1/destinations/${encodeURIComponent(name)}`
  const answer = await request(new URL(path, uri), {
    dispatcher: outbound.dispatcher,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${serviceToken}`,
      ...(userToken === undefined ? {} : { 'x-user-token': userToken })
    }
  })
    .then(async ({ statusCode, body }) => ({ statusCode, bytes: await body.bytes() }))
    .catch(() => {
      throw new ErpError(
        'ERP_UNREACHABLE',
        `The destination service does not answer at ${uri.host}`,
        {
          outcome: 'failed',
          remedy: 'Check the network path to it (proxy, firewall).'
        }
      )
    })
  if (answer.statusCode !== 200) throw refusal(name, answer.statusCode)
  try {
    const document = readJson(answer.bytes, documentDepth)
    if (isRecord(document)) return document
  } catch {
    // What cannot be read may hold tokens.
  }
  throw fault(name, 'cannot be read: the service sent no JSON object')
}

function refusal(name: string, status: number): ErpError {
  const isDown = status >= 500 || status === 429
  const remedies: Readonly<Record<number, string>> = {
    401: 'Bind the destination service again: its secret or certificate is no longer valid.',
    403: 'Bind the destination service of the subaccount of the destination.',
    404: 'Create it in the subaccount or in the bound instance (Connectivity, Destinations); names are case-sensitive.'
  }
  return new ErpError(
    isDown ? 'ERP_UNREACHABLE' : 'ERP_LOGON_FAILED',
    status === 404
      ? `The destination ${name} does not exist (404)`
      : `The destination service refused the destination ${name} (${status})`,
    {
      outcome: 'failed',
      remedy: isDown
        ? 'Try again in a minute.'
        : (remedies[status] ?? 'Check the destination in the cockpit (Check Connection).')
    }
  )
}

function fault(
  name: string,
  what: string,
  remedy = 'Correct the destination in the cockpit.'
): ErpError {
  return new ErpError('ERP_LOGON_FAILED', `The destination ${name} ${what}`, {
    outcome: 'failed',
    remedy
  })
}

function configurationOf(
  configuration: Record<string, unknown>,
  name: string
): Omit<Destination, 'logon' | 'certificate'> {
  const kind = textOf(configuration, 'Type') ?? ''
  if (kind !== 'HTTP') {
    throw fault(name, `is of type ${JSON.stringify(kind)}; the bridge speaks HTTP`)
  }
  const authentication = textOf(configuration, 'Authentication') ?? 'NoAuthentication'
  const proxyType = textOf(configuration, 'ProxyType') ?? 'Internet'
  const type = typeOf(name, authentication)
  if (!type.proxyTypes.some(each => each === proxyType)) {
    throw fault(
      name,
      `combines ${authentication} with the proxy type ${JSON.stringify(proxyType)}; it works with ${type.proxyTypes.join(' and ')} alone`
    )
  }
  const onPremise = proxyType === 'OnPremise'
  return {
    url: addressOf(name, textOf(configuration, 'URL'), onPremise),
    onPremise,
    authentication,
    type,
    locationId: locationOf(name, textOf(configuration, 'CloudConnectorLocationId')),
    client: textOf(configuration, 'sap-client') ?? textOf(configuration, 'URL.queries.sap-client')
  }
}

function typeOf(name: string, authentication: string): AuthenticationType {
  if (Object.hasOwn(supported, authentication)) {
    return supported[authentication] as AuthenticationType
  }
  const reason = Object.hasOwn(refusedTypes, authentication)
    ? refusedTypes[authentication]
    : 'the bridge does not know it'
  throw fault(
    name,
    `has the authentication type ${JSON.stringify(authentication)}, which is not used here: ${reason}`,
    `Choose one of ${Object.keys(supported).join(', ')}.`
  )
}

function addressOf(name: string, text: string | undefined, onPremise: boolean): string {
  const url = text === undefined ? null : URL.parse(text)
  if (url === null || url.username !== '' || url.search !== '' || url.pathname !== '/') {
    throw fault(name, 'has no address with scheme, host and port alone')
  }
  if (onPremise && url.protocol === 'https:') {
    throw fault(
      name,
      'has an address with https, and the connectivity service answers 405 to that',
      'Give the virtual host with http://; the tunnel of the Cloud Connector is encrypted, and the Cloud Connector itself speaks HTTPS to the ERP.'
    )
  }
  if (!onPremise && url.protocol !== 'https:') {
    throw fault(name, 'has an address without TLS, with which the log-on could be read')
  }
  return url.origin
}

function locationOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{1,200}$/.test(text)) return text
  throw fault(name, 'has a CloudConnectorLocationId that no header can hold')
}

/** Headers that the connection and the proxy need for themselves. */
const reserved =
  /^(host|cookie|connection|content-length|transfer-encoding|upgrade|te|expect|proxy-.*|sap-connectivity-.*|x-csrf-token)$/i

function logonOf(
  { authTokens }: Record<string, unknown>,
  { name, isWanted }: { readonly name: string; readonly isWanted: boolean }
): LogonHeaders | undefined {
  if (!isWanted || !Array.isArray(authTokens) || authTokens.length === 0) return undefined
  const [token] = authTokens
  if (!isRecord(token)) throw fault(name, 'has a token that is no object')
  const error = textOf(token, 'error')
  if (error !== undefined) {
    throw fault(
      name,
      `gave no token: ${plainReason(error)}`,
      'Check the trust of the destination, its token service URL, its client, and that the user exists at the system. Tokens of another issuer than the subaccount need x_user_token.jwks or x_user_token.jwks_uri in the destination.'
    )
  }
  const header = token['http_header']
  const key = isRecord(header) ? textOf(header, 'key') : undefined
  const value = isRecord(header) ? textOf(header, 'value') : undefined
  if (
    key === undefined ||
    value === undefined ||
    !/^[A-Za-z0-9-]{1,100}$/.test(key) ||
    reserved.test(key) ||
    !/^[\x20-\x7e]{1,65536}$/.test(value)
  ) {
    throw fault(name, 'gave a token without a header that can be sent')
  }
  return {
    value,
    until: Date.now() + lifeOf(token['expires_in']),
    headers: { [key.toLowerCase()]: value }
  }
}

/** Errors of other services may quote what was sent. */
function plainReason(error: string): string {
  return error
    .replaceAll(/[\w+/=-]{8,}\.[\w-]{4,}\.[\w-]*|[\w+/=-]{24,}/g, '…')
    .replaceAll(/[^\x20-\x7e…]/g, ' ')
    .slice(0, 200)
}

function certificateOf(
  { certificates }: Record<string, unknown>,
  configuration: Record<string, unknown>,
  name: string
): DestinationCertificate | undefined {
  const wanted = textOf(configuration, 'KeyStoreLocation')
  if (configuration['KeyStore.Source'] === 'ClientProvided') {
    throw fault(name, 'leaves its key store to the client; keep it in the destination service')
  }
  if (wanted === undefined) return undefined
  const all = Array.isArray(certificates) ? certificates.filter(isRecord) : []
  // The documentation lists `name` and `content`, and its sample has `Name` and `Content`.
  const named = all.find(each => (each['Name'] ?? each['name']) === wanted) ?? {}
  const content = textOf(named, 'Content') ?? textOf(named, 'content')
  if (content === undefined) throw fault(name, `names a key store ${wanted} that it does not have`)
  return {
    name: wanted,
    content: Buffer.from(content, 'base64'),
    passphrase: textOf(configuration, 'KeyStorePassword')
  }
}
