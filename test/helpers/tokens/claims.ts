/** Good signatures over claims and headers that must not count. */
import { encode, now } from '../identity-provider.ts'
import type { Json } from '../identity-provider.ts'
import { audience, claimsOf, honest, rs, signed } from './world.ts'
import type { Specimen, World } from './world.ts'

const text = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'left out'
const kinds: readonly unknown[] = [null, true, false, '', 'x', [], {}, [1], { a: 1 }]

/** Raw JSON for what JSON.stringify would not write. */
interface Bent {
  readonly raw: string
}
const raw = (json: string): Bent => ({ raw: json })
const isBent = (value: unknown): value is Bent =>
  typeof value === 'object' && value !== null && 'raw' in value

function withClaim(world: World, name: string, value: unknown): string {
  if (!isBent(value)) return signed(rs(), claimsOf(world, { [name]: value }))
  const json = JSON.stringify(claimsOf(world, { [name]: 'PLACE' }))
  return signed(
    rs(),
    json.replace('"PLACE"', () => value.raw)
  )
}

const hour = 3600

/** Claim, values that must not count, values that must. A missing end has its own answer. */
function cases({
  issuer
}: World): readonly (readonly [string, readonly unknown[], readonly unknown[]])[] {
  const at = now()
  const numbers = [
    raw('1e400'),
    raw('-1e400'),
    raw('1e308'),
    raw('9007199254740993'),
    raw('99999999999999999999'),
    raw('-0'),
    raw('0'),
    raw('0x7fffffff'),
    raw('NaN'),
    raw('01')
  ]
  return [
    [
      'exp',
      [
        ...kinds,
        ...numbers,
        -1,
        1,
        at - hour,
        at - 40,
        at + 90_000,
        at + 10 * 365 * 86_400,
        253_402_300_799,
        String(at + 300),
        [at + 300],
        { valueOf: at + 300 },
        (at + 300) * 1000
      ],
      [at + 1, at - 20, at + 300.5, at + 86_000]
    ],
    [
      'nbf',
      [...kinds, raw('1e400'), raw('9007199254740993'), at + 300, at + 40, at + 86_400],
      [at, at - 1, at + 20, 0, 1]
    ],
    [
      'iat',
      [...kinds, raw('1e400'), raw('-1'), at + 300, at + 40, String(at), [at], at * 1000],
      [at, at - 10, at + 20, at - 0.5]
    ],
    [
      'aud',
      [
        ...kinds,
        'other',
        audience.slice(0, -1),
        `${audience}x`,
        audience.toUpperCase(),
        ` ${audience}`,
        `${audience} `,
        `${audience},other`,
        `other ${audience}`,
        `${audience}/`,
        '*',
        `${audience}\0`,
        `https://${audience}`,
        ['a', 'b'],
        [[audience]],
        { [audience]: true },
        { aud: audience },
        [audience.slice(1)],
        'erp‑bridge',
        'ＥＲＰ-bridge'
      ],
      [audience, [audience], ['other', audience], [audience, audience]]
    ],
    [
      'iss',
      [
        ...kinds,
        `${issuer}/`,
        `${issuer}#`,
        `${issuer}?`,
        `${issuer}/.`,
        `${issuer}%2f`,
        ` ${issuer}`,
        `${issuer} `,
        issuer.toUpperCase(),
        issuer.replace('http', 'https'),
        issuer.replace('127.0.0.1', 'localhost'),
        issuer.replace('://', '://u@'),
        `${issuer}.evil.example`,
        `${issuer}@evil.example`,
        [issuer],
        { iss: issuer },
        `${issuer}\0`,
        'https://evil.example'
      ],
      [issuer]
    ],
    [
      'sub',
      [
        null,
        true,
        0,
        1,
        '',
        [],
        {},
        ['s'],
        { a: 1 },
        'a\nb',
        'a\0b',
        'a\u202eb',
        'a\u200bb',
        'a\u2028b',
        '\ud800',
        'x'.repeat(257),
        '\u001b[31m'
      ],
      ['s', 'ä', 'x'.repeat(256), 'a b', '😀']
    ],
    [
      'preferred_username',
      [
        null,
        true,
        0,
        1,
        '',
        [],
        {},
        ['ada'],
        { a: 1 },
        'ada\nroot',
        'ada\r',
        'ada\0',
        'ada\u202e',
        '\u200eada',
        'a\u2029',
        '\udfff',
        'x'.repeat(257),
        '\u0007',
        '\u{e0041}'
      ],
      ['ada', 'ADA', 'ada@example.com', 'Ädà', 'x'.repeat(256)]
    ]
  ]
}

export function claims(world: World): Specimen[] {
  const { iss: _iss, ...noIssuer } = claimsOf(world)
  const { aud: _aud, ...noAudience } = claimsOf(world)
  const { sub: _sub, preferred_username: _name, ...nameless } = claimsOf(world)
  return [
    ...cases(world).flatMap(([name, bad, good]) => [
      ...bad.map(value => ({
        title: `${name} ${isBent(value) ? value.raw : text(value)}`,
        token: withClaim(world, name, value)
      })),
      ...good.map(value => ({
        title: `${name} ${text(value)}`,
        token: withClaim(world, name, value),
        good: true
      }))
    ]),
    ...[noIssuer, noAudience, nameless].map((payload, index) => ({
      title: `left out: ${['iss', 'aud', 'both names'][index]}`,
      token: signed(rs(), payload)
    })),
    {
      title: 'a life of more than a day',
      token: signed(rs(), claimsOf(world, { iat: now() - 86_000, exp: now() + 1000 }))
    }
  ]
}

/** Extensions, other kinds of tokens, other forms of the same. */
export function forms(world: World): Specimen[] {
  const headers: Json[] = [
    ...[['x'], ['exp'], ['b64'], [], 'x', null, true, {}].map(crit => ({ crit })),
    { b64: false },
    { b64: true },
    { b64: false, crit: ['b64'] },
    { crit: ['b64'], b64: 'false' },
    { crit: ['http://x/y'], 'http://x/y': true },
    ...[
      'logout+jwt',
      'dpop+jwt',
      'secevent+jwt',
      'JWE',
      'JOSE+JSON',
      'jwt ',
      ' JWT',
      'JWT\0',
      'application/',
      'at+jwtx',
      '',
      'client-authentication+jwt'
    ].map(typ => ({ typ })),
    ...[null, 1, true, [], ['JWT'], {}].map(typ => ({ typ })),
    ...[null, 1, true, [], ['RS256'], {}, { alg: 'RS256' }].map(alg => ({ alg }))
  ]
  const controls: Json[] = [
    { typ: 'JWT' },
    { typ: 'jwt' },
    { typ: 'at+jwt' },
    { typ: 'application/at+jwt' },
    { typ: 'application/jwt' },
    { cty: 'JWT' },
    { zip: 'DEF' },
    { extra: { a: [1] } }
  ]
  const [header = '', payload = '', signature = ''] = honest(world).split('.')
  const json = [
    { payload, protected: header, signature },
    { payload, signatures: [{ protected: header, signature }] },
    { protected: header, ciphertext: payload, iv: '', tag: signature }
  ]
  return [
    ...headers.map(more => ({
      title: `header ${text(more)}`,
      token: signed(rs(more), claimsOf(world))
    })),
    ...controls.map(more => ({
      title: `header ${text(more)}`,
      token: signed(rs(more), claimsOf(world)),
      good: true
    })),
    ...json.flatMap((form, index) => [
      { title: `JSON form ${index}`, token: JSON.stringify(form).replaceAll(',', '%2c') },
      { title: `JSON form ${index}, encoded`, token: encode(form) }
    ]),
    ...['RSA-OAEP', 'RSA1_5', 'dir', 'A128KW', 'ECDH-ES', 'PBES2-HS256+A128KW'].map(alg => ({
      title: `JWE ${alg}`,
      token: [
        encode({ alg, enc: 'A128GCM', kid: 'rsa', p2c: 2e9 }),
        'AAAA',
        'AAAA',
        payload,
        'AAAA'
      ].join('.')
    })),
    { title: 'a token in a token', token: signed(rs({ cty: 'JWT' }), encode(honest(world))) },
    ...[
      '[]',
      '"x"',
      '1',
      'null',
      'true',
      '',
      ' ',
      '{',
      '{}',
      '{"a":1}x',
      '[{}]',
      '{"a":1,}',
      "{'a':1}",
      '{a:1}',
      '\ufeff{}'
    ].map(body => ({ title: `payload ${body}`, token: signed(rs(), body) })),
    ...['[]', '"x"', '1', 'null', '{', '{}', '[{"alg":"RS256"}]'].map(body => ({
      title: `header ${body}`,
      token: signed(body, claimsOf(world))
    }))
  ]
}

const spell = (name: string) => [
  JSON.stringify(name),
  `"${[...name].map(letter => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')}"`,
  `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}"`,
  `"${name.slice(0, -1)}\\u00${name
    .charCodeAt(name.length - 1)
    .toString(16)
    .toUpperCase()}"`
]
const blanks = ['', ' ', ' '.repeat(18), '\t'.repeat(19), '\n'.repeat(20), '\r\n \t'.repeat(100)]

/** One member twice, in every spelling and at every distance of its colon. */
export function twice(world: World): Specimen[] {
  const payload = claimsOf(world)
  const header = rs()
  const join = (json: string, member: string, first: boolean) =>
    first ? json.replace('{', `{${member},`) : json.replace(/\}$/, `,${member}}`)
  const members = (given: Json) =>
    Object.entries(given).flatMap(([name, value]) =>
      spell(name).flatMap(spelling =>
        blanks.map((blank, index) => ({
          what: `${spelling} ${index}`,
          member: [spelling, ':', JSON.stringify(index % 2 === 0 ? value : 'other')].join(blank),
          first: index % 3 !== 0
        }))
      )
    )
  return [
    ...members(payload).map(({ what, member, first }) => ({
      title: `claim ${what} twice`,
      token: signed(rs(), join(JSON.stringify(payload), member, first))
    })),
    ...members(header).map(({ what, member, first }) => ({
      title: `header ${what} twice`,
      token: signed(join(JSON.stringify(header), member, first), payload)
    })),
    ...[
      '{"roles":["a"],"roles":["b"]}',
      '[{"a":1,"a":1}]',
      '{"a":{"b":[{"c":1,"d":2,"c"\n:3}]}}',
      '{"":1,"":2}',
      '{"😀":1,"\\ud83d\\ude00":2}'
    ].map(value => ({
      title: `twice within ${value}`,
      token: withClaim(world, 'nested', raw(value))
    })),
    ...[
      '{"iss":"x","aud":"y"}',
      '[{"a":1},{"a":1}]',
      '"\\"aud\\":1,\\"aud\\":2"',
      '{"a":{"a":{"a":1}}}',
      '{"a":1,"A":2,"a ":3}'
    ].map(value => ({
      title: `once each: ${value}`,
      token: withClaim(world, 'nested', raw(value)),
      good: true
    }))
  ]
}
