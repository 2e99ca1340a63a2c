/** Tokens that lie about algorithm or key: confusion, public keys as secrets, own keys. */
import { createHmac, createPublicKey } from 'node:crypto'
import { encode, makeToken, signatureOf } from '../identity-provider.ts'
import type { Json } from '../identity-provider.ts'
import { claimsOf, foreign, published, rs } from './world.ts'
import type { KeyName, Specimen, World } from './world.ts'

const real = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA'
]
const unreal = [
  'none',
  'None',
  'NONE',
  'nOnE',
  'none ',
  ' none',
  'none\0',
  '',
  'null',
  'HS256',
  'HS384',
  'HS512',
  'hs256',
  'RS1',
  'RS256 ',
  ' RS256',
  'rs256',
  'Rs256',
  'RS256\0',
  'RS256\n',
  'RSA',
  'PSS',
  'RSA-SHA256',
  'SHA256',
  'PS1',
  'ES256K',
  'es256',
  'ES1',
  'Ed25519',
  'Ed448',
  'EDDSA',
  'ML-DSA-65',
  'dir',
  'A128KW',
  'RSA-OAEP',
  '__proto__',
  'constructor'
]
const good: Readonly<Partial<Record<KeyName, readonly string[]>>> = {
  rsa: real.slice(0, 6),
  pinned: ['RS256'],
  p256: ['ES256'],
  p384: ['ES384'],
  p521: ['ES512'],
  ed: ['EdDSA']
}

/** Every published key with every algorithm, signed as well as that key can. */
export function algorithms(world: World): Specimen[] {
  return (Object.keys(published) as KeyName[]).flatMap(name =>
    [...real, ...unreal].map(alg => {
      const { privateKey } = published[name]
      const input = `${encode({ alg, kid: name, typ: 'JWT' })}.${encode(claimsOf(world))}`
      const fits = good[name]?.includes(alg) === true
      // What the key cannot do, it signs in its own way.
      const own = fits
        ? alg
        : ({
            rsa: /^PS(256|384|512)$/.test(alg) && name !== 'short' ? alg : 'RS256',
            ed25519: 'EdDSA'
          }[String(privateKey.asymmetricKeyType)] ?? 'ES256')
      return {
        title: `${alg} by the key ${name}`,
        token: `${input}.${signatureOf(input, own, privateKey)}`,
        good: fits
      }
    })
  )
}

/** HMAC under every public form of a public key. */
export function sharedSecrets(world: World): Specimen[] {
  return (['rsa', 'p256', 'ed'] as const).flatMap(name => {
    const { jwk } = published[name]
    const key = createPublicKey({ format: 'jwk', key: jwk })
    const pem = key.export({ type: 'spki', format: 'pem' }).toString()
    const der = key.export({ type: 'spki', format: 'der' })
    const pkcs1 = name === 'rsa' ? [key.export({ type: 'pkcs1', format: 'pem' }).toString()] : []
    const secrets: (string | Buffer)[] = [
      pem,
      pem.trimEnd(),
      pem.replaceAll('\n', '\r\n'),
      pem.replaceAll('\n', ''),
      `${pem}\0`,
      ...pkcs1,
      der,
      der.toString('base64'),
      der.toString('hex'),
      JSON.stringify(jwk),
      JSON.stringify({ keys: [jwk] }),
      String(jwk['n'] ?? jwk['x']),
      Buffer.from(String(jwk['n'] ?? jwk['x']), 'base64url'),
      '',
      '\0',
      name,
      'secret',
      world.issuer,
      'a shared secret of more than 32 bytes'
    ]
    return secrets.flatMap((secret, index) =>
      ['HS256', 'HS384', 'HS512'].map(alg => {
        const input = `${encode({ alg, kid: name, typ: 'JWT' })}.${encode(claimsOf(world))}`
        const mac = createHmac(`sha${alg.slice(2)}`, secret)
          .update(input)
          .digest('base64url')
        return {
          title: `${alg} with form ${index} of the public key ${name}`,
          token: `${input}.${mac}`
        }
      })
    )
  })
}

const paths = [
  '../../../../dev/null',
  '/dev/null',
  '/etc/passwd',
  'file:///dev/null',
  '..\\..\\windows\\win.ini',
  'rsa/../rsa',
  './rsa',
  'rsa/',
  'rsa?x=1',
  'rsa#',
  'rsa%00',
  '%72sa'
]
const code = [
  "' OR '1'='1",
  "rsa' --",
  "x' UNION SELECT 'secret",
  '|sleep 9',
  '$(id)',
  '`id`',
  `$${'{'}jndi:ldap://x/y}`,
  '{{7*7}}',
  '<x/>',
  'rsa;rsa',
  'rsa,rsa',
  '*',
  'r*',
  '.*',
  'rs.'
]
const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'RSA',
  ' rsa',
  'rsa ',
  'rsa\t',
  'rsa\n',
  'rsa\0',
  'rſa',
  'rsａ',
  'r\u200bsa',
  'x'.repeat(512),
  'x'.repeat(513),
  ''
]
const kinds: readonly unknown[] = [
  0,
  1,
  -1,
  1.5,
  true,
  false,
  null,
  [],
  ['rsa'],
  {},
  { kid: 'rsa' },
  [['rsa']],
  { toString: 'rsa' }
]

/** Key ids that would be something else in a path, a query, a shell or an object. */
export function keyIds(world: World): Specimen[] {
  const ids: unknown[] = [
    ...paths,
    ...code,
    ...names,
    ...kinds,
    `${world.trap}/kid`,
    `${world.trap}/rsa`
  ]
  return ids.flatMap(kid => [
    {
      title: `kid ${JSON.stringify(kid)?.slice(0, 40)}`,
      token: makeToken(foreign.rsa.privateKey, rs({ kid }), claimsOf(world))
    },
    {
      title: `kid ${JSON.stringify(kid)?.slice(0, 40)} and an empty secret`,
      token: hmac({ alg: 'HS256', kid }, claimsOf(world), '')
    }
  ])
}

function hmac(header: Json, claims: Json, secret: string): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** Keys, certificates and addresses in the header. */
export function ownKeys(world: World): Specimen[] {
  const { privateKey, jwk } = foreign.rsa
  const places = ['/keys', '/.well-known/jwks.json', '/cert.pem', '/keys?x=y', '/redirect'].map(
    path => `${world.trap}${path}`
  )
  const others = [
    `${world.issuer}@${new URL(world.trap).host}/keys`,
    `${world.issuer}.evil.example/keys`,
    'http://169.254.169.254/latest/',
    'file:///etc/passwd',
    'data:application/json,{}',
    'ftp://evil.example/'
  ]
  const headers: Json[] = [
    ...['jku', 'x5u', 'jwks_uri', 'url'].flatMap(name =>
      [...places, ...others].map(url => ({ [name]: url }))
    ),
    { jwk },
    { jwk: { ...jwk, kid: 'rsa' } },
    { jwk: { kty: 'oct', k: '' } },
    { jwk: JSON.stringify(jwk) },
    { jwk: [jwk] },
    { keys: [jwk] },
    { x5c: ['MIIB'] },
    { x5c: [] },
    { x5t: 'AAAA' },
    { 'x5t#S256': 'AAAA' }
  ]
  return headers.flatMap(header =>
    ['rsa', 'unknown', jwk['kid'], undefined].map((kid, index) => ({
      title: `${JSON.stringify(header).slice(0, 50)} with key id ${index}`,
      token: makeToken(
        privateKey,
        { alg: 'RS256', ...(kid === undefined ? {} : { kid }), ...header },
        claimsOf(world)
      )
    }))
  )
}

/** Addresses in the header of a good token are not asked, and change nothing. */
export function honestKeys(world: World): Specimen[] {
  return ['jku', 'x5u'].map(name => ({
    title: `a good token that names ${name}`,
    good: true,
    token: makeToken(
      published.rsa.privateKey,
      rs({ [name]: `${world.trap}/keys` }),
      claimsOf(world)
    )
  }))
}
