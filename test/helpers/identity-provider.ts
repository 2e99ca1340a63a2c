/**
 * An issuer whose every answer a test decides, and which counts what it is asked; and a way to make
 * any token, good or bad.
 */
import { constants, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Json = Record<string, unknown>
export interface SigningKey {
  readonly privateKey: KeyObject
  readonly jwk: Json
}

export function rsaKey(
  kid: string,
  { bits = 2048, ...more }: { bits?: number } & Json = {}
): SigningKey {
  return signingKey(generateKeyPairSync('rsa', { modulusLength: bits }), {
    kid,
    use: 'sig',
    ...more
  })
}

export function ecKey(kid: string, namedCurve: string, more: Json = {}): SigningKey {
  return signingKey(generateKeyPairSync('ec', { namedCurve }), { kid, use: 'sig', ...more })
}

export function edKey(kid: string, more: Json = {}): SigningKey {
  return signingKey(generateKeyPairSync('ed25519'), { kid, use: 'sig', ...more })
}

function signingKey(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  more: Json
): SigningKey {
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), ...more } }
}

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A signature by the rules of the algorithm; an unknown algorithm signs like RS256. */
export function signatureOf(input: string, alg: string, key: KeyObject | string): string {
  if (typeof key === 'string') return createHmac('sha256', key).update(input).digest('base64url')
  const hash = alg === 'EdDSA' || alg === 'Ed25519' ? null : `sha${/\d+$/.exec(alg)?.[0] ?? '256'}`
  const padding = alg.startsWith('PS')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {}
  return sign(hash, Buffer.from(input), {
    key,
    ...padding,
    ...(alg.startsWith('ES') ? { dsaEncoding: 'ieee-p1363' as const } : {})
  }).toString('base64url')
}

/** Header and payload are taken as they are; texts may be impossible JSON. */
export function makeToken(
  key: KeyObject | string,
  header: Json | string,
  payload: unknown
): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${signatureOf(input, typeof header === 'string' ? 'RS256' : String(header['alg']), key)}`
}

export const now = (): number => Math.floor(Date.now() / 1000)

export interface TestIssuer {
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly requests: string[]
  keys: Json[]
  /** Set to answer in another way; undefined = as an issuer does. */
  behave: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  close(): Promise<void>
}

export async function createIssuer(
  t: TestContext,
  keys: readonly SigningKey[],
  tls?: { key: string; cert: string }
): Promise<TestIssuer> {
  const requests: string[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? '')
    if (issuer.behave?.(request, response) === true) return
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/.well-known/openid-configuration') {
      json({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` })
    } else if (request.url === '/keys' || request.url?.startsWith('/token_keys') === true) {
      json({ keys: issuer.keys })
    } else response.writeHead(404).end()
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => {
      server.close(resolve)
    })
  }
  const issuer: TestIssuer = {
    url: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    requests,
    keys: keys.map(({ jwk }) => jwk),
    behave: undefined,
    close
  }
  t.after(close)
  return issuer
}
