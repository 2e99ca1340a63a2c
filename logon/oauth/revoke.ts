/** The end of a refresh token before its time, where the authorization service offers that. */
import { isRecord } from '../../config/json-text.ts'
import { createOAuthClient } from '../../cloud/oauth-client.ts'
import { createOutbound } from '../../cloud/outbound.ts'
import { outboundOf } from './code-logon.ts'
import { credentialsOf, readGrant } from './kept-grant.ts'
import type { RenewalPlace } from './renewal.ts'

/** RFC 8414, and its predecessor. */
const metadataPaths = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server'
]

/**
 * Never throws: a token that is not revoked ends by its own time limit.
 * @returns what became of the token, in words; undefined where there is none
 */
export async function revokeGrant(at: RenewalPlace): Promise<string | undefined> {
  try {
    const grant = await readGrant(at)
    if (grant?.refresh === undefined) return undefined
    const { title, client } = credentialsOf(grant, at, at.target.baseUrl)
    const options = outboundOf(title, at.target)
    const endpoint = await revocationEndpoint(client.tokenUrl, options)
    if (endpoint === undefined) {
      return 'The refresh token is removed from this machine; its service announces no revocation.'
    }
    const oauth = createOAuthClient(client, options)
    try {
      await oauth.revoke(endpoint, grant.refresh)
    } finally {
      await oauth.close()
    }
    return 'The refresh token is revoked.'
  } catch (error) {
    return `The refresh token is removed from this machine, and could not be revoked: ${(error as Error).message}`
  }
}

/** At the origin of the token endpoint alone: another service must not get the token. */
async function revocationEndpoint(
  tokenUrl: URL,
  options: ReturnType<typeof outboundOf>
): Promise<URL | undefined> {
  const outbound = createOutbound(options)
  try {
    for (const path of metadataPaths) {
      const document = await outbound.getJson(new URL(path, tokenUrl)).catch(() => undefined)
      const named = isRecord(document) ? document['revocation_endpoint'] : undefined
      const url = typeof named === 'string' ? URL.parse(named) : null
      if (url?.origin === tokenUrl.origin) return url
    }
    return undefined
  } finally {
    await outbound.close()
  }
}
