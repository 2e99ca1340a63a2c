/** Signatures that prove nothing, encodings of two meanings, and single bits. */
import { constants, createHash, privateEncrypt, sign } from 'node:crypto'
import { encode, makeToken, signatureOf } from '../identity-provider.ts'
import type { Json } from '../identity-provider.ts'
import { bytesOf, numberOf, power } from '../weak-keys.ts'
import { claimsOf, foreign, honest, published, rs, signed, signedBytes, weak } from './world.ts'
import type { Specimen, World } from './world.ts'

const curves = [
  {
    alg: 'ES256',
    kid: 'p256',
    size: 32,
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    prime: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
  },
  {
    alg: 'ES384',
    kid: 'p384',
    size: 48,
    order:
      0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
    prime: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n
  },
  {
    alg: 'ES512',
    kid: 'p521',
    size: 66,
    order: BigInt(
      '0x1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff' +
        'ffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409'
    ),
    prime: 2n ** 521n - 1n
  }
] as const

const inputOf = (world: World, header: Json): string =>
  `${encode(header)}.${encode(claimsOf(world))}`
const attach = (input: string, signature: Uint8Array): string =>
  `${input}.${Buffer.from(signature).toString('base64url')}`

/** r and s that satisfy a careless verifier for every text. */
export function psychic(world: World): Specimen[] {
  return curves.flatMap(({ alg, kid, size, order, prime }) => {
    const input = inputOf(world, { alg, kid })
    const key = published[kid].privateKey
    const numbers = {
      0: 0n,
      1: 1n,
      'n-1': order - 1n,
      n: order,
      'n+1': order + 1n,
      p: prime,
      most: 2n ** BigInt(size * 8) - 1n
    }
    const raw = sign(`sha${alg.slice(2)}`, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
    const der = sign(`sha${alg.slice(2)}`, Buffer.from(input), key)
    const bent = [
      der,
      raw.subarray(1),
      raw.subarray(0, -1),
      Buffer.concat([raw, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), raw]),
      Buffer.concat([raw, raw]),
      Buffer.concat([raw.subarray(size), raw.subarray(0, size)]),
      Buffer.from(raw).reverse(),
      Buffer.alloc(1),
      Buffer.from('3006020100020100', 'hex')
    ]
    return [
      ...Object.entries(numbers).flatMap(([r, one]) =>
        Object.entries(numbers).map(([s, two]) => ({
          title: `${alg} r=${r} s=${s}`,
          token: attach(input, Buffer.concat([bytesOf(one, size), bytesOf(two, size)]))
        }))
      ),
      ...bent.map((bytes, index) => ({
        title: `${alg} bent ${index}`,
        token: attach(input, bytes)
      }))
    ]
  })
}

const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Blocks that the right key has signed and the standard does not permit. */
export function paddings(world: World): Specimen[] {
  const input = inputOf(world, rs())
  const { privateKey, jwk } = published.rsa
  const size = 256
  const digest = createHash('sha256').update(input).digest()
  const pad = (info: Buffer, { type = 1, fill = 0xff, length = size - info.length - 3 } = {}) =>
    Buffer.concat([
      Buffer.from([0, type]),
      Buffer.alloc(length, fill),
      Buffer.from([0]),
      info,
      Buffer.alloc(size - info.length - 3 - length, 7)
    ])
  const raw = (block: Buffer) =>
    privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, block)
  const info = Buffer.concat([sha256Prefix, digest])
  const noNull = Buffer.concat([
    Buffer.from('302f300b0609608648016503040201', 'hex'),
    Buffer.from('0420', 'hex'),
    digest
  ])
  const sha1 = Buffer.concat([
    Buffer.from('3021300906052b0e03021a05000414', 'hex'),
    createHash('sha1').update(input).digest()
  ])
  const blocks = [
    pad(info, { length: 8 }),
    pad(info, { length: 100 }),
    pad(info, { type: 2 }),
    pad(info, { type: 0 }),
    pad(info, { fill: 0 }),
    pad(info, { fill: 0xfe }),
    pad(noNull),
    pad(sha1),
    pad(digest),
    pad(Buffer.concat([info.subarray(0, -1), Buffer.from([0])])),
    pad(Buffer.concat([info, Buffer.from([0])])),
    pad(Buffer.concat([Buffer.from('3033', 'hex'), info.subarray(2), Buffer.from('0500', 'hex')]))
  ]
  const n = numberOf(jwk['n'])
  const real = sign('sha256', Buffer.from(input), privateKey)
  const numbers = [
    Buffer.alloc(size),
    bytesOf(1n, size),
    bytesOf(n - 1n, size),
    bytesOf(n, size),
    bytesOf(n - numberOf(real.toString('base64url')), size),
    bytesOf(numberOf(real.toString('base64url')) + n, size + 1),
    Buffer.concat([Buffer.alloc(1), real]),
    real.subarray(1),
    Buffer.concat([real, Buffer.alloc(1)]),
    Buffer.alloc(0),
    Buffer.alloc(size, 0xff)
  ]
  const salted = [0, 1, 20, 31, 33, 64, 222].map(saltLength => ({
    saltLength,
    input: inputOf(world, rs({ alg: 'PS256' }))
  }))
  return [
    {
      title: 'a block as the standard wants it',
      token: attach(input, raw(pad(info))),
      good: true
    },
    ...blocks.map((block, index) => ({
      title: `padding ${index}`,
      token: attach(input, raw(block))
    })),
    ...numbers.map((bytes, index) => ({
      title: `RSA number ${index}`,
      token: attach(input, bytes)
    })),
    ...salted.map(({ saltLength, input: text }) => ({
      title: `PS256 with ${saltLength} bytes of salt`,
      token: attach(
        text,
        sign('sha256', Buffer.from(text), {
          key: privateKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength
        })
      )
    })),
    ...['sha1', 'sha384', 'sha512', 'md5', 'sha512-256'].map(hash => ({
      title: `RS256 with ${hash}`,
      token: attach(input, sign(hash, Buffer.from(input), privateKey))
    }))
  ]
}

/** Tokens under published keys that protect nothing, signed by way of their weakness. */
export function weakly(world: World): Specimen[] {
  return weak.flatMap(({ title, jwk, secret }) => {
    const edwards = jwk['kty'] === 'OKP'
    const input = inputOf(world, { alg: edwards ? 'EdDSA' : 'RS256', kid: jwk['kid'] })
    const digest = createHash('sha256').update(input).digest()
    const size = Buffer.from(String(jwk['n'] ?? ''), 'base64url').length
    const block = Buffer.concat([
      Buffer.from([0, 1]),
      Buffer.alloc(Math.max(size - 54, 0), 0xff),
      Buffer.from([0]),
      sha256Prefix,
      digest
    ])
    // Small points accept the neutral signature for many texts.
    const real =
      secret === undefined
        ? block
        : bytesOf(power(numberOf(block.toString('base64url')), secret, numberOf(jwk['n'])), size)
    const bytes = edwards
      ? [Buffer.from(`01${'00'.repeat(63)}`, 'hex'), Buffer.alloc(64)]
      : [real, Buffer.alloc(size), bytesOf(1n, size)]
    return bytes.map((signature, index) => ({
      title: `${title}, signature ${index}`,
      token: attach(input, signature)
    }))
  })
}

export function foreignKeys(world: World): Specimen[] {
  const by = [
    ['rsa', 'RS256'],
    ['rsa', 'RS512'],
    ['rsa', 'PS256'],
    ['p256', 'ES256'],
    ['ed', 'EdDSA']
  ] as const
  return [
    ...by.map(([name, alg]) => ({
      title: `${alg} by a foreign key of the name ${name}`,
      token: makeToken(foreign[name].privateKey, { alg, kid: name }, claimsOf(world))
    })),
    ...[
      'oct',
      'empty',
      'no-e',
      'text',
      'off-curve',
      'zero',
      'mixed',
      'x25519',
      'ed-short',
      'lower',
      'list',
      'nothing'
    ].flatMap(kid =>
      ['RS256', 'ES256', 'ES384', 'EdDSA'].map(alg => {
        const input = inputOf(world, { alg, kid })
        return {
          title: `${alg} for the odd key ${kid}`,
          token: `${input}.${signatureOf(input, 'RS256', foreign.rsa.privateKey)}`
        }
      })
    )
  ]
}

const broken = [
  'ff',
  'fe',
  'c0af',
  'c1bf',
  'e08080',
  'eda080',
  'edbfbf',
  'f0808080',
  'f4908080',
  'f8888080',
  '80',
  'bf',
  'c3',
  'e282',
  'f09f98',
  'c328'
]

/** Bytes that are not UTF-8, other alphabets, other cuts. */
export function encodings(world: World): Specimen[] {
  const [header = '', payload = '', signature = ''] = honest(world).split('.')
  const whole = { header: JSON.stringify(rs()), payload: JSON.stringify(claimsOf(world)) }
  const inside = (json: string, hex: string) =>
    Buffer.concat([
      Buffer.from(`${json.slice(0, -1)},"x":"`),
      Buffer.from(hex, 'hex'),
      Buffer.from('"}')
    ])
  const named = (hex: string) =>
    Buffer.from(whole.payload.replace('"ada"', '"ad"'))
      .toString('latin1')
      .replace('"ad"', `"ad${Buffer.from(hex, 'hex').toString('latin1')}"`)
  const parts = [header, payload, signature]
  const change = (bend: (part: string) => string) =>
    parts.map((_, place) => parts.map((part, at) => (at === place ? bend(part) : part)).join('.'))
  const last = (part: string) =>
    `${part.slice(0, -1)}${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[part.at(-1) ?? ''] ?? `${part.at(-1)}A`}`
  return [
    ...broken.flatMap(hex => [
      {
        title: `bytes ${hex} in the payload`,
        token: signedBytes(Buffer.from(whole.header), inside(whole.payload, hex))
      },
      {
        title: `bytes ${hex} in the header`,
        token: signedBytes(inside(whole.header, hex), Buffer.from(whole.payload))
      },
      {
        title: `bytes ${hex} in the user name`,
        token: signedBytes(Buffer.from(whole.header), Buffer.from(named(hex), 'latin1'))
      }
    ]),
    ...(['utf16le', 'latin1'] as const).map(encoding => ({
      title: `a payload in ${encoding}`,
      token: signedBytes(
        Buffer.from(whole.header),
        Buffer.from(whole.payload.replace('ada', 'adä'), encoding)
      )
    })),
    {
      title: 'a byte order mark',
      token: signedBytes(Buffer.from(whole.header), Buffer.from(`\ufeff${whole.payload}`))
    },
    {
      title: 'a replacement character that is one',
      token: signedBytes(
        Buffer.from(whole.header),
        Buffer.from(whole.payload.replace('{', '{"x":"\ufffd",'))
      ),
      good: true
    },
    ...[
      (part: string) => `${part}=`,
      (part: string) => `${part}==`,
      (part: string) => `${part}%3D`,
      (part: string) => `=${part}`,
      (part: string) => `${part}A`,
      (part: string) => `A${part}`,
      (part: string) => part.slice(1),
      (part: string) => part.slice(0, -1),
      last,
      () => '',
      (part: string) => `${part}!`,
      (part: string) => `${part}~`,
      (part: string) => part.toUpperCase(),
      (part: string) => part.toLowerCase(),
      (part: string) => Buffer.from(part).toString('base64url'),
      (part: string) => Buffer.from(part, 'base64url').toString('hex'),
      (part: string) => `${part.slice(0, 9)}+${part.slice(10)}`,
      (part: string) => `${part.slice(0, 9)}/${part.slice(10)}`,
      (part: string) => `${part.slice(0, 9)}$${part.slice(10)}`
    ].flatMap((bend, index) =>
      change(bend).map((token, place) => ({ title: `bend ${index} of part ${place}`, token }))
    ),
    ...[
      '.',
      '..',
      '...',
      '....',
      'a',
      'a.b',
      'a.b.c',
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `.${payload}.${signature}`,
      `${header}..${signature}`,
      `${header}.${payload}.${signature}.`,
      `.${header}.${payload}.${signature}`,
      `${header}.${payload}.${signature}.${signature}`,
      `${signature}.${payload}.${header}`,
      `${payload}.${header}.${signature}`,
      `${header}.${header}.${signature}`,
      `${header}:${payload}:${signature}`,
      `${header}%2e${payload}%2e${signature}`,
      `"${header}.${payload}.${signature}"`,
      `<${header}.${payload}.${signature}>`
    ].map((token, index) => ({ title: `cut ${index}`, token })),
    { title: '12 KB', token: signed(rs(), claimsOf(world, { filler: 'x'.repeat(12_500) })) },
    {
      title: '17 levels',
      token: signed(
        rs(),
        claimsOf(world, { deep: JSON.parse(`${'['.repeat(16)}${']'.repeat(16)}`) as unknown })
      )
    }
  ]
}

/** Single bits of a good token, spread over all of it. */
export function flips(world: World, count: number): Specimen[] {
  const token = honest(world)
  const parts = token.split('.').map(part => Buffer.from(part, 'base64url'))
  const bits = parts.reduce((sum, part) => sum + part.length * 8, 0)
  return Array.from({ length: count }, (_, index) => {
    let bit = Math.floor((index * bits) / count)
    const bent = parts.map(part => {
      const copy = Buffer.from(part)
      const byte = bit >> 3
      if (byte >= 0 && byte < copy.length) {
        copy.writeUInt8(copy.readUInt8(byte) ^ (1 << (bit & 7)), byte)
      }
      bit -= copy.length * 8
      return copy.toString('base64url')
    })
    return { title: `bit ${Math.floor((index * bits) / count)}`, token: bent.join('.') }
  })
}
