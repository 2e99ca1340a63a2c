/** An OpenID provider in this process that issues tokens for any user. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Provider {
  readonly env: Readonly<Record<string, string>>
  tokenOf(user: string): string
  close(): void
}

const audience = 'erp-bridge-bench'

export async function startProvider(): Promise<Provider> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = createServer((request, response) => {
    const body =
      request.url === '/keys'
        ? {
            keys: [
              { ...publicKey.export({ format: 'jwk' }), kid: 'bench', use: 'sig', alg: 'ES256' }
            ]
          }
        : { issuer, jwks_uri: `${issuer}/keys` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    env: { ERP_OIDC_ISSUER: issuer, ERP_OIDC_AUDIENCE: audience },
    tokenOf(user) {
      const now = Math.floor(Date.now() / 1000)
      const input = `${part({ alg: 'ES256', typ: 'JWT', kid: 'bench' })}.${part({ iss: issuer, aud: audience, sub: user, preferred_username: user, iat: now, exp: now + 3600, scope: 'read write' })}`
      return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
