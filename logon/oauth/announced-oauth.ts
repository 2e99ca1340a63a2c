/**
 * OAuth as a system announces it for development tools. Sources: openadt `HttpAdtTransportClient.java`
 * (address, media type, `resource.service_endpoint`), and a scope document in a fork of
 * SAP/open-ux-tools (Eclipse logs on by code with PKCE where the document has OAuth metadata; 404
 * elsewhere). The names of that metadata are believed to be those of RFC 8414.
 */
import { isRecord } from '../../config/json-text.ts'
import type { PlainRequests } from '../../erp-client/index.ts'
import { jsonOf, otherAddress } from '../announced.ts'
import type { AuthorizationServer } from './authorization-server.ts'

const path = '/.well-known/sap-adt-info'
const mediaType = 'application/vnd.com.sap.adt.wellknowninfo.v1+json'
/** Of objects in the document. */
const mostDepth = 4

/**
 * Undefined where the system announces none.
 * @throws ErpError where the system does not answer, or its API has another address
 */
export async function announcedServer(
  requests: PlainRequests,
  client: string
): Promise<AuthorizationServer | undefined> {
  const answer = await requests.get(path, { accept: `${mediaType}, application/json;q=0.5` })
  const document = jsonOf(answer)
  if (document === undefined) return undefined
  const { resource } = document
  const endpoint = isRecord(resource) ? addressIn(resource['service_endpoint']) : undefined
  if (endpoint !== undefined && endpoint.origin !== requests.origin) {
    throw otherAddress(endpoint.origin)
  }
  return serverIn(document, { origin: requests.origin, client })
}

function serverIn(
  document: Readonly<Record<string, unknown>>,
  { origin, client }: { readonly origin: string; readonly client: string }
): AuthorizationServer | undefined {
  const find = (name: string) => memberIn(document, name, mostDepth)
  const authorizeUrl = addressIn(find('authorization_endpoint'))
  const tokenUrl = addressIn(find('token_endpoint'))
  const clientId = find('client_id')
  if (authorizeUrl === undefined || tokenUrl === undefined) return undefined
  if (typeof clientId !== 'string' || clientId === '') return undefined
  // A service of the system itself has clients; one of a cloud has none.
  for (const url of [authorizeUrl, tokenUrl]) {
    if (url.origin === origin) url.searchParams.set('sap-client', client)
  }
  const scope = find('scope')
  return {
    title: 'the system',
    authorizeUrl,
    client: { clientId, tokenUrl },
    ...(typeof scope === 'string' && scope !== '' ? { scope } : {})
  }
}

/** The first member of that name, of outer objects before inner ones. */
function memberIn(value: unknown, name: string, depth: number): unknown {
  if (!isRecord(value) || depth === 0) return undefined
  if (value[name] !== undefined) return value[name]
  for (const inner of Object.values(value)) {
    const found = memberIn(inner, name, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Codes and tokens go over TLS alone. */
function addressIn(value: unknown): URL | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url?.protocol === 'https:' && url.username === '' ? url : undefined
}
