/** Random tokens, JSON texts, redirect URIs and user names against opinions of their own. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import fastify from 'fastify'
import bridge from '../../app.ts'
import { createUserMapping } from '../../erp-client/pki/user-mapping.ts'
import { createRedirectCheck, packagedRedirectUris } from '../../plugins/auth/redirect-uris.ts'
import { weaknessOf } from '../../plugins/auth/weak-keys.ts'
import { jsonFault } from '../../config/json-text.ts'
import { erp } from '../helpers/bridge-app.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'
import { createIssuer, now } from '../helpers/identity-provider.ts'
import { good, leadsHome, patterns } from '../helpers/redirects.ts'
import { seed } from '../helpers/sample.ts'
import { algorithms, honestKeys } from '../helpers/tokens/algorithms.ts'
import { claims, forms, twice } from '../helpers/tokens/claims.ts'
import { encodings, foreignKeys, paddings, psychic, weakly } from '../helpers/tokens/signatures.ts'
import { audience, odd, published, weak } from '../helpers/tokens/world.ts'

/** Mulberry32: the same numbers for the same seed. */
function createRandom(start: number) {
  let state = start
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new TypeError('an empty list')
    return found
  }
  return { below, pick }
}

test(`20,000 tokens of parts of others, seed ${seed}`, { timeout: 600_000 }, async t => {
  const { below, pick } = createRandom(seed)
  const issuer = await createIssuer(t, Object.values(published))
  issuer.keys = [...issuer.keys, ...weak.map(({ jwk }) => jwk), ...odd]
  const app = fastify({ http: { maxHeaderSize: 100_000 } })
  t.after(() => app.close())
  const { tools } = createFixtures()
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools,
    oidcIssuer: issuer.url,
    oidcAudience: audience
  })
  await app.ready()
  const fixed = now() * 1000
  t.mock.method(Date, 'now', () => fixed)
  const world = { issuer: issuer.url, trap: 'http://127.0.0.1:9' }
  const makers = [
    algorithms,
    claims,
    encodings,
    foreignKeys,
    forms,
    honestKeys,
    paddings,
    psychic,
    twice,
    weakly
  ]
  const specimens = makers.flatMap(make => make(world))
  const honest = new Set(specimens.filter(each => each.good).map(({ token }) => token))
  const characters = [...'ABCXYZabcxyz0189-_.=+/%~!"{}']
  const bend = (token: string): string => {
    const at = below(token.length + 1)
    const [before, after] = [token.slice(0, at), token.slice(at)]
    return pick([
      `${before}${pick(characters)}${after}`,
      `${before}${after.slice(1)}`,
      `${before}${pick(characters)}${after.slice(1)}`,
      `${before}${after.slice(below(40))}`,
      `${before}${before}`,
      `${after}${before}`,
      token
    ])
  }
  let passed = 0
  for (let round = 0; round < 20_000; round++) {
    const parts = Array.from({ length: 3 }, () => pick(specimens).token.split('.'))
    const mixed = pick([
      parts.map((part, place) => part[place] ?? '').join('.'),
      pick(specimens).token
    ])
    const token = below(3) === 0 ? mixed : bend(mixed)
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}` },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    })
    if (statusCode === 200) passed++
    assert.ok(
      statusCode === 401 || statusCode === 429 || (statusCode === 200 && honest.has(token)),
      `${statusCode} ${token}`
    )
  }
  t.diagnostic(`${passed} were whole honest tokens`)
  assert.ok(passed > 0)
  const paths = new Set(issuer.requests)
  assert.deepEqual([...paths].toSorted(), ['/.well-known/openid-configuration', '/keys'])
})

/** Writes a random document, and says whether an object of it has a name twice. */
function randomJson(
  { below, pick }: ReturnType<typeof createRandom>,
  depth: number
): { text: string; twice: boolean } {
  const blank = () => pick(['', '', ' ', '\n', '\t', '\r\n', ' '.repeat(below(60))])
  const string = () =>
    pick([
      '"a"',
      '"b"',
      '""',
      '"\\u0061"',
      '"a\\"b"',
      '"\\\\"',
      '"{"',
      '"a\\":"',
      '"😀"',
      '"\\ud83d\\ude00"',
      '"\\u00e4"',
      '"ä"',
      '"\\/"',
      '"/"'
    ])
  if (depth === 0 || below(4) === 0) {
    return { text: pick([string(), '1', 'null', 'true', '-1.5e3']), twice: false }
  }
  const inner = Array.from({ length: below(4) }, () => randomJson({ below, pick }, depth - 1))
  const within = inner.some(({ twice: found }) => found)
  if (below(2) === 0) {
    return {
      text: `[${blank()}${inner.map(({ text }) => text).join(`${blank()},${blank()}`)}${blank()}]`,
      twice: within
    }
  }
  const names = inner.map(string)
  const own = new Set(names.map(name => JSON.parse(name) as string)).size < names.length
  const members = inner.map(({ text }, place) => `${names[place]}${blank()}:${blank()}${text}`)
  return {
    text: `{${blank()}${members.join(`${blank()},${blank()}`)}${blank()}}`,
    twice: own || within
  }
}

test(`100,000 JSON texts, seed ${seed}`, t => {
  const random = createRandom(seed)
  let repeated = 0
  for (let round = 0; round < 100_000; round++) {
    const { text, twice: wanted } = randomJson(random, 5)
    JSON.parse(text)
    if (wanted) repeated++
    assert.equal(
      jsonFault(text, { depth: 64, unique: true }),
      wanted ? 'duplicate' : undefined,
      text
    )
  }
  t.diagnostic(`${repeated} with a name twice`)
  assert.ok(repeated > 1000)
})

test(`200,000 redirect URIs, seed ${seed}`, t => {
  const { below, pick } = createRandom(seed)
  const isAllowed = createRedirectCheck([...packagedRedirectUris(), ...patterns])
  const pieces = [
    ...good.flatMap(uri => uri.split(/(?=[/:.?@])|(?<=[/:.?@])/)),
    'evil.example',
    'https:',
    'http:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    ':443',
    '#',
    '?',
    '%00',
    '%2f',
    '%2e',
    '%5c',
    '..',
    '.',
    ' ',
    '\t',
    '\n',
    '\0',
    '。',
    '\u200b',
    '\u202e',
    'ä',
    '|',
    '*',
    ';',
    ',',
    '&',
    '=',
    '[',
    ']',
    '(',
    "'",
    '"',
    'xn--',
    'LOCALHOST',
    '1',
    '%',
    '~',
    '_',
    '+'
  ]
  let passed = 0
  for (let round = 0; round < 200_000; round++) {
    const start = pick(good)
    const at = below(start.length + 1)
    const insert = Array.from({ length: 1 + below(3) }, () => pick(pieces)).join('')
    const uri = pick([
      `${start.slice(0, at)}${insert}${start.slice(at)}`,
      `${start.slice(0, at)}${insert}${start.slice(at + 1 + below(4))}`,
      Array.from({ length: 2 + below(9) }, () => pick(pieces)).join('')
    ])
    if (!isAllowed(uri)) continue
    passed++
    assert.ok(leadsHome(uri), JSON.stringify(uri))
  }
  t.diagnostic(`${passed} are addresses of a target`)
  assert.ok(passed > 1000)
})

test(`100,000 user names with random mappings, seed ${seed}`, t => {
  const { below, pick } = createRandom(seed)
  const letters = [...'aAbBkKsSiI.@_', 'ß', 'ſ', 'ı', 'İ', '\u212a', 'Ａ', '\u0301', '\u200b']
  const name = () => Array.from({ length: 1 + below(3) }, () => pick(letters)).join('')
  const upper = (text: string) => text.replaceAll(/[a-z]/g, letter => letter.toUpperCase())
  let maps = 0
  for (let round = 0; round < 2000; round++) {
    const entries = Object.fromEntries(
      Array.from({ length: below(4) }, () => [
        name(),
        pick(['A', 'a', 'B', 'Ab', 'AB', 'K', 'S', 'I'])
      ])
    )
    const rest = below(2) === 0 ? { '*': 'identity' } : {}
    const users = Object.values(entries).map(upper)
    const make = () => createUserMapping(JSON.stringify({ ...entries, ...rest }))
    if (new Set(users).size < users.length) {
      assert.throws(make, /the same ERP user/)
      continue
    }
    const map = make()
    maps++
    for (let claim = 0; claim < 50; claim++) {
      const given = claim % 5 === 0 ? pick([name(), ...Object.keys(entries)]) : name()
      let user: string
      try {
        user = map(given)
      } catch {
        continue
      }
      const own = Object.hasOwn(entries, given)
      // A mapped name is its own user; another one is not mapped, by name or by user.
      if (own) assert.equal(user, entries[given])
      else {
        assert.deepEqual([user, Object.hasOwn(rest, '*')], [given, true])
        const mapped = [...Object.keys(entries), ...Object.values(entries)].map(upper)
        assert.ok(!mapped.includes(upper(user)), JSON.stringify([entries, given]))
      }
    }
  }
  t.diagnostic(`${maps} mappings`)
  assert.ok(maps > 500)
})

test('200 new RSA keys have no weakness', { timeout: 600_000 }, async () => {
  for (let round = 0; round < 200; round++) {
    assert.equal(
      await weaknessOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
      undefined
    )
  }
})
