/** Issued client certificates: subject, extensions, lifetime and refused names. */
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, webcrypto, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'
import { loadCertificateAuthority } from '../../../erp-client/pki/certificate-authority.ts'
import {
  assertPropagable,
  createKeyPair,
  issueClientCertificate,
  parseLifetime
} from '../../../erp-client/pki/principal.ts'
import { createUserMapping } from '../../../erp-client/pki/user-mapping.ts'
import { createAuthority, encryptKey } from '../../../sandbox/test/helpers/authority.ts'

const MINUTE = 60_000
const refused = { code: 'ERP_USER_NOT_PROPAGABLE' }

test('lifetimes are a number with a unit, within bounds', () => {
  assert.equal(parseLifetime('5m'), 300_000)
  assert.equal(parseLifetime('90s'), 90_000)
  assert.equal(parseLifetime('1h'), 3_600_000)
  for (const wrong of ['', '5', '5 m', '-5m', '0m', '9s', '25h', '5d', '1e3s', '05m']) {
    assert.throws(() => parseLifetime(wrong), RangeError, wrong)
  }
})

for (const kind of ['rsa', 'P-256', 'P-384'] as const) {
  test(`a ${kind} CA issues a certificate of the profile`, async () => {
    const ca = await createAuthority({ kind })
    const authority = await loadCertificateAuthority(ca)
    const keys = await createKeyPair(authority.algorithm)
    const now = Date.now()
    const issued = await issueClientCertificate(authority, {
      user: 'DEVELOPER',
      lifetimeMs: 5 * MINUTE,
      keys,
      now
    })
    const leaf = new X509Certificate(issued.certificate)
    assert.equal(leaf.subject, 'CN=DEVELOPER')
    assert.equal(leaf.issuer, 'CN=Test CA')
    assert.equal(leaf.ca, false)
    assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.2'])
    assert.equal(leaf.subjectAltName, undefined)
    assert.ok(leaf.verify(new X509Certificate(ca.certificate).publicKey))
    assert.ok(leaf.checkPrivateKey(createPrivateKey(issued.key)))
    assert.equal(Math.floor(leaf.validFromDate.getTime() / 1000), Math.floor((now - MINUTE) / 1000))
    assert.equal(
      Math.floor(leaf.validToDate.getTime() / 1000),
      Math.floor((now + 5 * MINUTE) / 1000)
    )
    assert.match(leaf.serialNumber, /^[4-7][0-9A-F]{31}$/)
    assert.equal(leaf.publicKey.asymmetricKeyType, kind === 'rsa' ? 'rsa' : 'ec')
  })
}

test('two certificates of one user have different serial numbers', async () => {
  const authority = await loadCertificateAuthority(await createAuthority())
  const keys = await createKeyPair(authority.algorithm)
  const serials = await Promise.all(
    [1, 2].map(
      async () =>
        new X509Certificate(
          (await issueClientCertificate(authority, { user: 'A', lifetimeMs: MINUTE, keys }))
            .certificate
        ).serialNumber
    )
  )
  assert.notEqual(serials[0], serials[1])
})

test('a certificate ends with its token and with its CA', async () => {
  const now = Date.now()
  const authority = await loadCertificateAuthority(
    await createAuthority({ until: now + 40 * MINUTE })
  )
  assert.deepEqual(authority.warnings.length, 1)
  const keys = await createKeyPair(authority.algorithm)
  const ends = async (lifetimeMs: number, until?: number) =>
    (await issueClientCertificate(authority, { user: 'A', lifetimeMs, keys, now, until })).notAfter
  assert.equal(await ends(5 * MINUTE, now + MINUTE), now + MINUTE)
  assert.equal(await ends(60 * MINUTE), authority.notAfter)
  await assert.rejects(ends(5 * MINUTE, now - 1), { code: 'ERP_LOGON_FAILED' })
  await assert.rejects(
    issueClientCertificate(authority, {
      user: 'A',
      lifetimeMs: MINUTE,
      keys,
      now: now + 41 * MINUTE
    }),
    { code: 'ERP_CA_INVALID' }
  )
})

test('the chain of an intermediate CA is sent with the leaf', async () => {
  const root = await createAuthority({ name: 'Root' })
  const ca = await createAuthority({ name: 'Issuing', issuer: root })
  const authority = await loadCertificateAuthority({
    key: ca.key,
    certificate: `${ca.certificate}\n${root.certificate}`
  })
  const { certificate } = await issueClientCertificate(authority, {
    user: 'A',
    lifetimeMs: MINUTE,
    keys: await createKeyPair(authority.algorithm)
  })
  const subjects = certificate
    .match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g)
    ?.map(pem => new X509Certificate(pem).subject)
  assert.deepEqual(subjects, ['CN=A', 'CN=Issuing', 'CN=Root'])
})

test('a fault of a CA is reported at start, and never a part of its key', async t => {
  const good = await createAuthority()
  const other = await createAuthority()
  const day = 86_400_000
  const encrypted = encryptKey(good.key, 'open')
  const ed = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const cases: Record<string, [Parameters<typeof loadCertificateAuthority>[0], RegExp]> = {
    'key of another CA': [{ ...good, key: other.key }, /does not belong/],
    'key of another kind': [{ ...good, key: ed }, /does not belong/],
    'not a CA': [await createAuthority({ ca: false }), /CA:true/],
    'may not sign': [await createAuthority({ certSign: false }), /keyCertSign/],
    ended: [
      await createAuthority({ from: Date.now() - 3 * day, until: Date.now() - day }),
      /ended on/
    ],
    'not yet valid': [await createAuthority({ from: Date.now() + day }), /valid only from/],
    'weak signature': [await createAuthority({ kind: 'rsa', hash: 'SHA-1' }), /signed with/],
    encrypted: [{ ...good, key: encrypted }, /encrypted and no passphrase/],
    'wrong passphrase': [{ ...good, key: encrypted, passphrase: 'shut' }, /does not open/],
    'no key': [{ ...good, key: 'SECRET-CANARY' }, /cannot be read/],
    'no certificate': [{ ...good, certificate: 'nothing' }, /holds no certificate/],
    'broken certificate': [
      { ...good, certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      /cannot be read/
    ]
  }
  for (const [name, [files, message]] of Object.entries(cases)) {
    await t.test(name, async () => {
      await assert.rejects(
        loadCertificateAuthority(files),
        (error: Error & { code?: string; remedy?: string }) => {
          assert.equal(error.code, 'ERP_CA_INVALID')
          assert.match(error.message, message)
          assert.doesNotMatch(
            `${error.stack ?? ''}${String(error.cause)}${error.remedy ?? ''}`,
            /SECRET-CANARY|BEGIN (EC |RSA |ENCRYPTED )?PRIVATE/
          )
          return true
        }
      )
    })
  }
  assert.ok(await loadCertificateAuthority({ ...good, key: encrypted, passphrase: 'open' }))
  assert.ok(await loadCertificateAuthority(await createAuthority({ usage: false })))
})

test('small RSA keys and unknown curves are refused', async t => {
  const make = async (algorithm: webcrypto.RsaHashedKeyGenParams | { name: 'Ed25519' }) => {
    const keys = await webcrypto.subtle.generateKey(
      algorithm as webcrypto.RsaHashedKeyGenParams,
      true,
      ['sign', 'verify']
    )
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=Odd',
      keys,
      signingAlgorithm: algorithm,
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
      notBefore: new Date(Date.now() - MINUTE),
      notAfter: new Date(Date.now() + 60 * MINUTE)
    })
    const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString(
      'base64'
    )
    return {
      certificate: certificate.toString('pem'),
      key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`
    }
  }
  await t.test('RSA 1024', async () => {
    await assert.rejects(
      loadCertificateAuthority(
        await make({
          name: 'RSASSA-PKCS1-v1_5',
          hash: 'SHA-256',
          modulusLength: 1024,
          publicExponent: new Uint8Array([1, 0, 1])
        })
      ),
      /2,048 bits/
    )
  })
  await t.test('Ed25519', async () => {
    await assert.rejects(loadCertificateAuthority(await make({ name: 'Ed25519' })), /not supported/)
  })
})

const hostile = [
  '',
  ' ',
  'a b',
  'AD\\MIN',
  '"ADMIN"',
  '#0c0541444d494e',
  'x,CN=ADMIN',
  'x+CN=ADMIN',
  'CN=ADMIN',
  'a;b',
  'a<b>',
  'A\0B',
  'A\nB',
  'A\rB',
  'A\tB',
  'ADMIN\u202e',
  'AD\u200bMIN',
  'ＡＤＭＩＮ',
  'ÄDMIN',
  'a'.repeat(65),
  '.ADMIN',
  '-ADMIN',
  '@ADMIN',
  '$ADMIN',
  '\u{1F600}',
  'ADMIN ',
  '%41DMIN',
  "ADMIN'",
  '*'
]

test('names that a subject could read as another are refused', () => {
  for (const name of hostile) {
    assert.throws(() => assertPropagable(name), refused, JSON.stringify(name))
  }
  for (const name of [
    'A',
    'DEVELOPER',
    'ada@example.com',
    'DOM/USER',
    'a_b.c-d$e#f',
    'a'.repeat(64)
  ]) {
    assert.doesNotThrow(() => assertPropagable(name), name)
  }
})

test('of thousands of random names each is the CN, literally, or refused', async () => {
  const authority = await loadCertificateAuthority(await createAuthority())
  const keys = await createKeyPair(authority.algorithm)
  const alphabet = [...'ABCabc019._@$#/-,+=\\"<>; \n\0äＡ\u202e']
  let issued = 0
  for (let round = 0; round < 10_000; round++) {
    const name = Array.from(
      { length: 1 + Math.floor(Math.random() * 6) },
      () => alphabet[Math.floor(Math.random() * alphabet.length)]
    ).join('')
    try {
      assertPropagable(name)
    } catch {
      continue
    }
    // The re-parse inside compares every name; a sample is compared here as well, with what TLS
    // will show.
    if (issued++ % 20 !== 0) continue
    const { certificate } = await issueClientCertificate(authority, {
      user: name,
      lifetimeMs: MINUTE,
      keys
    })
    assert.equal(
      (new X509Certificate(certificate).toLegacyObject().subject as { CN: string }).CN,
      name
    )
  }
  assert.ok(issued > 100)
})

test('a mapping is exact: unmapped users are refused unless it permits them', () => {
  assert.equal(createUserMapping(undefined)('ADA'), 'ADA')
  assert.throws(() => createUserMapping(undefined)('x,CN=ADMIN'), refused)
  const mapping = createUserMapping('{"ada@example.com":"ADA"}')
  assert.equal(mapping('ada@example.com'), 'ADA')
  for (const claim of ['Ada@example.com', 'ADA', 'bob', '__proto__', 'constructor', '*']) {
    assert.throws(() => mapping(claim), refused, claim)
  }
  const open = createUserMapping('{"ada@example.com":"ADA","*":"identity"}')
  assert.equal(open('BOB'), 'BOB')
  assert.equal(open('ada@example.com'), 'ADA')
  assert.throws(() => open('B B'), refused)
})

test('an invalid mapping is refused at once', () => {
  for (const wrong of [
    '',
    '[]',
    'null',
    '"x"',
    '{',
    '{"a":""}',
    '{"a":1}',
    '{"*":"ADA"}',
    '{"a":"X","b":"X"}',
    '{"a":"x,CN=y"}'
  ]) {
    assert.throws(() => createUserMapping(wrong), refused, wrong)
  }
})

test('an issued certificate is verified: one of another authority is never handed out', async () => {
  const [authority, other] = await Promise.all([
    loadCertificateAuthority(await createAuthority()),
    loadCertificateAuthority(await createAuthority())
  ])
  const mixed = { ...authority, signingKey: other.signingKey }
  await assert.rejects(
    issueClientCertificate(mixed, {
      user: 'ADA',
      lifetimeMs: MINUTE,
      keys: await createKeyPair(authority.algorithm)
    }),
    { ...refused, message: /does not name the user/ }
  )
})

test('an unmapped user never becomes the ERP user that another one is mapped to', () => {
  const mapping = createUserMapping('{"ada@example.com":"ADA","*":"identity"}')
  assert.throws(() => mapping('ADA'), { ...refused, message: /mapped to another user/ })
})
