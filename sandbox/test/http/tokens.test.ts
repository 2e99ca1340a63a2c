/** Tokens at the sandbox: a good one logs its user on, and no other one does. */
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { createTokenCheck } from '../../http/logon/tokens.ts'
import type { TokenRules } from '../../http/logon/tokens.ts'
import { startSandbox } from './fixture.ts'

type Json = Record<string, unknown>
const pair = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } as Json }
}
const [own, second, foreign] = [pair('one'), pair('two'), pair('one')]
const rules: TokenRules = {
  issuer: 'https://uaa.example/oauth/token',
  audience: 'sb-abap',
  jwks: { keys: [own.jwk, second.jwk] },
  users: { 'ada@example.com': 'ALICE' }
}
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const now = Math.floor(Date.now() / 1000)
const header = { alg: 'ES256', typ: 'JWT', kid: 'one' }
const claims = {
  iss: rules.issuer,
  aud: ['sb-abap', 'openid'],
  user_name: 'ada@example.com',
  iat: now,
  exp: now + 3600
}
const signed = (head: unknown, body: unknown, key: KeyObject = own.privateKey) => {
  const input = `${encode(head)}.${encode(body)}`
  const mark = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${mark.toString('base64url')}`
}
const altered = (more: Json) => signed(header, { ...claims, ...more })
const good = signed(header, claims)

/** Tokens that nothing may accept. */
function* forged(): Generator<readonly [what: string, authorization: string]> {
  const [head = '', body = '', mark = ''] = good.split('.')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // One letter changed, in each part and at each of its places.
  for (const [part, text] of [head, body, mark].entries()) {
    for (let at = 0; at < text.length; at++) {
      const letter = letters[(letters.indexOf(text[at] ?? '') + 1 + (at % 61)) % 64] ?? ''
      const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`
      const parts = [head, body, mark].with(part, changed)
      yield [`letter ${at} of part ${part}`, `Bearer ${parts.join('.')}`]
    }
  }
  for (const alg of ['none', 'HS256', 'RS256', 'ES384', 'es256', 'constructor', 7, null, '']) {
    yield [`alg ${String(alg)}`, `Bearer ${signed({ ...header, alg }, claims)}`]
  }
  for (const secret of [
    JSON.stringify(own.jwk),
    own.privateKey.export({ type: 'pkcs8', format: 'pem' })
  ]) {
    const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
    yield [
      'a shared secret',
      `Bearer ${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
    ]
  }
  for (const kid of ['two', 'three', '', 7, null, undefined, '__proto__', ['one']]) {
    yield [`kid ${String(kid)}`, `Bearer ${signed({ ...header, kid }, claims)}`]
  }
  for (const more of [{ crit: ['b64'] }, { b64: false }, { crit: [] }]) {
    yield ['an extension', `Bearer ${signed({ ...header, ...more }, claims)}`]
  }
  for (const more of [
    { jwk: foreign.jwk },
    { jku: 'https://evil.example/keys' },
    { x5c: ['a'] },
    {}
  ]) {
    yield ['a foreign key', `Bearer ${signed({ ...header, ...more }, claims, foreign.privateKey)}`]
  }
  const times: readonly unknown[] = [
    now,
    now - 1,
    now - 86_400,
    0,
    -1,
    '9999999999',
    null,
    undefined,
    true,
    'never',
    [now + 60],
    {}
  ]
  for (const exp of times) yield [`exp ${String(exp)}`, `Bearer ${altered({ exp })}`]
  for (const nbf of [now + 60, now + 86_400, 'soon', true, null]) {
    yield [`nbf ${String(nbf)}`, `Bearer ${altered({ nbf })}`]
  }
  for (const iat of [now + 600, 'now', null]) {
    yield [`iat ${String(iat)}`, `Bearer ${altered({ iat })}`]
  }
  for (const aud of [
    'bridge',
    ['bridge'],
    'sb-abap2',
    'SB-ABAP',
    'sb-abap ',
    [],
    null,
    undefined,
    { 0: 'sb-abap' },
    [['sb-abap']],
    '*'
  ]) {
    yield [`aud ${JSON.stringify(aud)}`, `Bearer ${altered({ aud })}`]
  }
  for (const iss of [
    'https://evil.example/oauth/token',
    `${rules.issuer}/`,
    'HTTPS://UAA.EXAMPLE/oauth/token',
    '',
    null,
    undefined,
    [rules.issuer]
  ]) {
    yield [`iss ${JSON.stringify(iss)}`, `Bearer ${altered({ iss })}`]
  }
  for (const name of [
    'bob@example.com',
    'ADA@EXAMPLE.COM',
    '',
    null,
    undefined,
    7,
    ['ada@example.com'],
    'constructor',
    '__proto__',
    'ada@example.com\0'
  ]) {
    yield [`user ${JSON.stringify(name)}`, `Bearer ${altered({ user_name: name })}`]
  }
  yield ['a program', `Bearer ${altered({ grant_type: 'client_credentials' })}`]
  for (const body of ['[]', '"text"', 'null', '{', '']) {
    yield ['no claims', `Bearer ${signed(header, body)}`]
  }
  for (const scheme of ['bearer ', 'Bearer', 'Bearer  ', 'Basic ', 'SAML2.0 ', '']) {
    yield [`the scheme ${scheme}`, `${scheme}${good}`]
  }
  for (const text of [
    `${head}.${body}`,
    `${head}.${body}.`,
    `.${body}.${mark}`,
    `${good}.x`,
    `${good}=`,
    `${good} `,
    `${good},${good}`,
    `${head}=.${body}.${mark}`
  ]) {
    yield ['other parts', `Bearer ${text}`]
  }
}

test('0 of all forged, expired and foreign tokens are accepted', t => {
  const check = createTokenCheck(rules)
  const all = [...forged()]
  const accepted = all.filter(([, authorization]) => check(authorization) !== undefined)
  t.diagnostic(`${all.length} tokens`)
  assert.ok(all.length >= 200, String(all.length))
  assert.deepEqual(
    accepted.map(([what]) => what),
    []
  )
  assert.equal(check(`Bearer ${good}`), 'ALICE')
  assert.equal(
    check(`Bearer ${signed({ ...header, kid: 'two' }, claims, second.privateKey)}`),
    'ALICE'
  )
})

test('a token logs on, its session works by its cookies alone, and a refused one opens none', async t => {
  const sandbox = await startSandbox(t, { tokenRules: rules })
  const url = `${sandbox.url}/sap/bc/adt/core/discovery?sap-client=${sandbox.client}`
  const ask = async (headers: Record<string, string>) => await fetch(url, { headers })
  const first = await ask({ authorization: `Bearer ${good}`, 'x-sap-security-session': 'create' })
  assert.equal(first.status, 200)
  const cookie = first.headers
    .getSetCookie()
    .map(each => each.split(';', 1)[0])
    .join('; ')
  assert.equal((await ask({ cookie })).status, 200)
  const refused = await ask({ authorization: `Bearer ${altered({ aud: 'bridge' })}` })
  assert.equal(refused.status, 401)
  assert.doesNotMatch(refused.headers.getSetCookie().join(), /SAP_SESSIONID/)
})

test('rules that cannot be used stop the start', () => {
  for (const broken of [
    { ...rules, issuer: '' },
    { ...rules, jwks: { keys: [] } },
    { ...rules, jwks: { keys: [own.jwk, own.jwk] } },
    { ...rules, jwks: { keys: [{ kid: 'a', kty: 'oct', k: 'abcd' }] } }
  ]) {
    assert.throws(() => createTokenCheck(broken))
  }
})
