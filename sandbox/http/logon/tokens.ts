/**
 * Log-on with signed tokens (JWT), as an ABAP environment takes those of its authorization service:
 * keys, issuer, audience and users are configured, and nothing in a token leads to others.
 */
import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A file of `--token-rules`. */
export interface TokenRules {
  readonly issuer: string
  readonly audience: string
  /** A key set; RSA and elliptic curves. */
  readonly jwks: { readonly keys: readonly Record<string, unknown>[] }
  /** User name in the token → user of the system; without it the names are the same. */
  readonly users?: Readonly<Record<string, string>>
}

/** The user whom a `Bearer` credential names; undefined for what is not accepted. */
export type TokenCheck = (authorization: string) => string | undefined

const algorithms: Readonly<Record<string, { readonly type: string; readonly hash: string }>> = {
  RS256: { type: 'rsa', hash: 'sha256' },
  ES256: { type: 'ec', hash: 'sha256' }
}

/** @throws Error that says what is wrong with the rules */
export function createTokenCheck({ issuer, audience, jwks, users }: TokenRules): TokenCheck {
  if (issuer === '' || audience === '') throw new Error('issuer and audience are needed')
  const keys = keysOf(jwks.keys)
  return authorization => {
    const [, token = ''] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization) ?? []
    const claims = verified(token, keys)
    if (claims === undefined) return undefined
    const { iss, aud, user_name: name, grant_type: grant } = claims
    const audiences = Array.isArray(aud) ? aud : [aud]
    if (iss !== issuer || !audiences.includes(audience) || !isTimely(claims)) return undefined
    // A program is no business user.
    if (typeof name !== 'string' || name === '' || grant === 'client_credentials') return undefined
    if (users === undefined) return name
    return Object.hasOwn(users, name) ? users[name] : undefined
  }
}

function keysOf(list: readonly Record<string, unknown>[]): ReadonlyMap<string, KeyObject> {
  const keys = new Map<string, KeyObject>()
  for (const jwk of list) {
    const { kid } = jwk
    if (typeof kid !== 'string' || kid === '' || keys.has(kid)) {
      throw new Error('each key needs a kid of its own')
    }
    keys.set(kid, createPublicKey({ key: jwk, format: 'jwk' }))
  }
  if (keys.size === 0) throw new Error('the key set is empty')
  return keys
}

type Claims = Readonly<Record<string, unknown>>

function verified(token: string, keys: ReadonlyMap<string, KeyObject>): Claims | undefined {
  const [head = '', body = '', mark = ''] = token.split('.')
  const [header, claims] = [objectOf(head), objectOf(body)]
  if (header === undefined || claims === undefined || !isCanonical(mark)) return undefined
  const { alg, kid, crit, b64 } = header
  const algorithm =
    typeof alg === 'string' && Object.hasOwn(algorithms, alg) ? algorithms[alg] : undefined
  const key = typeof kid === 'string' ? keys.get(kid) : undefined
  if (algorithm === undefined || key?.asymmetricKeyType !== algorithm.type) return undefined
  if (crit !== undefined || b64 !== undefined) return undefined
  const signature = Buffer.from(mark, 'base64url')
  const input = Buffer.from(`${head}.${body}`)
  const isGood = verify(algorithm.hash, input, { key, dsaEncoding: 'ieee-p1363' }, signature)
  return isGood ? claims : undefined
}

function objectOf(part: string): Claims | undefined {
  if (!isCanonical(part)) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined
  } catch {
    return undefined
  }
}

/** One spelling for one content. */
function isCanonical(part: string): boolean {
  return part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part
}

/** An end is needed; a token from the future is none. */
function isTimely({ exp, nbf = 0, iat = 0 }: Claims): boolean {
  const now = Date.now() / 1000
  const times = [exp, nbf, iat]
  if (!times.every(time => typeof time === 'number' && Number.isFinite(time))) return false
  return Number(exp) > now && Number(nbf) <= now && Number(iat) <= now + 60
}
