/** Keys and claims for tests of tokens: published and foreign keys, and valid claims to alter. */
import { rsaKey, ecKey, edKey, encode, makeToken, now, signatureOf } from '../identity-provider.ts'
import type { Json, SigningKey } from '../identity-provider.ts'
import { weakKeys } from '../weak-keys.ts'

export const audience = 'erp-bridge'

/** Published under the name that they have here. */
export const published = {
  rsa: rsaKey('rsa'),
  pinned: rsaKey('pinned', { alg: 'RS256' }),
  p256: ecKey('p256', 'prime256v1'),
  p384: ecKey('p384', 'secp384r1'),
  p521: ecKey('p521', 'secp521r1'),
  k1: ecKey('k1', 'secp256k1'),
  ed: edKey('ed'),
  short: rsaKey('short', { bits: 1024 }),
  enc: rsaKey('enc', { use: 'enc' }),
  wrap: rsaKey('wrap', { key_ops: ['wrapKey'] })
} satisfies Record<string, SigningKey>

export type KeyName = keyof typeof published

/** Of an attacker, under names that are published. */
export const foreign = { rsa: rsaKey('rsa'), p256: ecKey('p256', 'prime256v1'), ed: edKey('ed') }

export const weak = weakKeys().map(({ jwk, ...rest }, index) => ({
  ...rest,
  jwk: { ...jwk, kid: `weak-${index}`, use: 'sig' } as Json
}))

/** Also published, and no usable public keys: damaged, symmetric, of other kinds. */
export const odd: readonly Json[] = [
  { kty: 'oct', kid: 'oct', k: encode('a shared secret of more than 32 bytes'), alg: 'HS256' },
  { kty: 'RSA', kid: 'empty', n: '', e: '' },
  { kty: 'RSA', kid: 'no-e', n: published.rsa.jwk['n'] },
  { kty: 'RSA', kid: 'text', n: '!!!', e: 'AQAB' },
  {
    kty: 'EC',
    kid: 'off-curve',
    crv: 'P-256',
    x: encode('x'.repeat(32)),
    y: encode('y'.repeat(32))
  },
  {
    kty: 'EC',
    kid: 'zero',
    crv: 'P-256',
    x: Buffer.alloc(32).toString('base64url'),
    y: Buffer.alloc(32).toString('base64url')
  },
  {
    kty: 'EC',
    kid: 'mixed',
    crv: 'P-384',
    x: published.p256.jwk['x'],
    y: published.p256.jwk['y']
  },
  { kty: 'OKP', kid: 'x25519', crv: 'X25519', x: published.ed.jwk['x'] },
  { kty: 'OKP', kid: 'ed-short', crv: 'Ed25519', x: 'AAAA' },
  { kty: 'rsa', kid: 'lower', n: published.rsa.jwk['n'], e: 'AQAB' },
  { kty: 'RSA', kid: ['list'], n: published.rsa.jwk['n'], e: 'AQAB' },
  { kid: 'nothing' }
]

export interface World {
  readonly issuer: string
  /** Where a request would arrive that no token may cause. */
  readonly trap: string
}

export interface Specimen {
  readonly title: string
  readonly token: string
  /** Honest controls pass. */
  readonly good?: boolean
}

export const claimsOf = ({ issuer }: Pick<World, 'issuer'>, more: Json = {}): Json => ({
  iss: issuer,
  aud: audience,
  sub: 's-1',
  preferred_username: 'ada',
  scope: 'read write',
  iat: now(),
  exp: now() + 300,
  ...more
})

export const rs = (more: Json = {}): Json => ({ alg: 'RS256', typ: 'JWT', kid: 'rsa', ...more })

/** A good signature over anything. */
export const signed = (header: Json | string, payload: unknown): string =>
  makeToken(published.rsa.privateKey, header, payload)

export const honest = (world: World): string => signed(rs(), claimsOf(world))

/** A good signature over bytes that JSON.stringify would never write. */
export function signedBytes(header: Buffer, payload: Buffer): string {
  const input = `${header.toString('base64url')}.${payload.toString('base64url')}`
  return `${input}.${signatureOf(input, 'RS256', published.rsa.privateKey)}`
}
