/**
 * Who calls, in three ways: an API key, a token of an OpenID provider, and the same user at the ERP
 * under a certificate of its own. The provider is a server of this process, which is asked once;
 * what is measured is the verification, and the way to the ERP over TLS.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRootAuthority } from '../../erp-client/pki/new-authority.ts'
import { createServerIdentity } from '../../sandbox/http/logon/server-certificate.ts'
import type { StubTls } from './processes.mts'

export interface Identity {
  readonly name: string
  /** Bearer token; the API key where it is left out. */
  readonly token?: string
  readonly env: Readonly<Record<string, string>>
  /** The ERP is reached over TLS, and lets in by certificate where an authority is named. */
  readonly tls?: StubTls
}

export interface Identities {
  readonly all: readonly Identity[]
  close(): Promise<void>
}

const audience = 'erp-bridge-bench'
const keyId = 'bench'
const hourS = 3600

/** An OpenID provider with one RSA key, and a token of it as long as usual ones are. */
async function createProvider(): Promise<{ issuer: string; token: string; close: () => void }> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer((request, response) => {
    const body =
      request.url === '/keys'
        ? {
            keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }]
          }
        : { issuer, jwks_uri: `${issuer}/keys` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: audience,
    sub: '5f0c6f0e-6d1c-4b8e-9c1f-2f6f9f0f4f10',
    azp: 'mcp-client',
    preferred_username: 'BENCH',
    name: 'Bench Developer',
    email: 'bench@example.com',
    iat: now,
    nbf: now,
    exp: now + hourS,
    scope: 'openid profile email read write admin',
    realm_access: { roles: ['offline_access', 'developer', 'default-roles-dev'] }
  }
  const input = `${part({ alg: 'RS256', typ: 'JWT', kid: keyId })}.${part(claims)}`
  const token = `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
  return {
    issuer,
    token,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export async function createIdentities(): Promise<Identities> {
  const [provider, folder, authority, server] = await Promise.all([
    createProvider(),
    mkdtemp(join(tmpdir(), 'erp-bench-')),
    createRootAuthority({ name: 'Bench CA', kind: 'ec', lifetimeMs: hourS * 1000 }),
    createServerIdentity([])
  ])
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const [caFile, caKey, caCertificate] = await Promise.all([
    file('erp.pem', server.ca),
    file('ca-key.pem', authority.key),
    file('ca.pem', authority.certificate)
  ])
  const user = { ERP_USER: 'BENCH', ERP_PASSWORD: 'secret' }
  const oidc = { ERP_OIDC_ISSUER: provider.issuer, ERP_OIDC_AUDIENCE: audience }
  const tls = { key: server.key, cert: server.cert }
  return {
    all: [
      { name: 'API key', env: user },
      { name: 'OIDC token', env: { ...user, ...oidc }, token: provider.token },
      { name: 'API key, ERP over TLS', env: { ...user, ERP_CA_FILE: caFile }, tls },
      {
        name: 'OIDC token, own ERP user over TLS',
        env: { ...oidc, ERP_CA_FILE: caFile, ERP_PP_CA_KEY: caKey, ERP_PP_CA_CERT: caCertificate },
        token: provider.token,
        tls: { ...tls, clientCa: authority.certificate }
      }
    ],
    async close() {
      provider.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
