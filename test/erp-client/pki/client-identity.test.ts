/** Files of a client certificate: what is read, and what is said of each mistake. */
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import * as x509 from '@peculiar/x509'
import { checkClientCertificate, checkLogon, isErpError } from '../../../erp-client/index.ts'
import { createAuthority, encryptKey } from '../../../sandbox/test/helpers/authority.ts'
import { createPkcs12 } from '../../helpers/pkcs12.ts'

const day = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'erp-client-cert-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return join(folder, name)
}

const ca = await createAuthority()
const issue = (more: object = {}) =>
  createAuthority({ name: 'TECH', ca: false, certSign: false, issuer: ca, ...more })
const [own, foreign] = [await issue(), await issue({ name: 'OTHER' })]
const certificate = file('client.pem', own.certificate)
const key = file('client.key', own.key)
const encrypted = file('encrypted.key', encryptKey(own.key, 'canary-passphrase'))
const pkcs12 = createPkcs12({ ...own, passphrase: 'canary-passphrase' })
const p12 = file('client.p12', pkcs12)

describe('what is read', () => {
  const sound: Record<string, Parameters<typeof checkClientCertificate>[0]> = {
    'certificate and key': { certificate, key },
    'an encrypted key': { certificate, key: encrypted, passphrase: 'canary-passphrase' },
    'both in one file': { certificate: file('both.pem', `${own.key}${own.certificate}`) },
    'both in one file, after a byte order mark': {
      certificate: file('bom.pem', `\uFEFF${own.certificate}\r\n${own.key}`)
    },
    'its issuer first': { certificate: file('chain.pem', ca.certificate + own.certificate), key },
    'PKCS#12': { certificate: p12, passphrase: 'canary-passphrase' },
    'a passphrase that the key does not need': { certificate, key, passphrase: 'x' }
  }
  for (const [what, files] of Object.entries(sound)) {
    test(what, () => {
      const { leaf, identity, warnings } = checkClientCertificate(files)
      assert.equal(leaf.subject, 'CN=TECH')
      assert.equal(identity.subject, 'CN=TECH')
      assert.deepEqual(warnings, [])
    })
  }

  test('the certificate of the key is sent first, its issuers behind it', () => {
    const { identity } = checkClientCertificate({
      certificate: file('order.pem', ca.certificate + own.certificate),
      key
    })
    assert.ok('certificate' in identity)
    assert.ok(identity.certificate.startsWith(own.certificate.trim().slice(0, 100)))
    assert.equal(identity.certificate.match(/BEGIN CERTIFICATE/g)?.length, 2)
  })
})

/** Files, what is said of them, and what is to be done. */
const broken: Record<string, [Parameters<typeof checkClientCertificate>[0], RegExp, RegExp]> = {
  'a missing certificate': [
    { certificate: join(folder, 'none.pem'), key },
    /none\.pem cannot be read \(ENOENT\)/,
    /--client-cert/
  ],
  'a missing key': [
    { certificate, key: join(folder, 'none.key') },
    /key file .*none\.key cannot be read \(ENOENT\)/,
    /--client-key/
  ],
  'a directory': [{ certificate: folder, key }, /is a directory/, /--client-cert/],
  'a device': [{ certificate: '/dev/null', key }, /is no regular file/, /--client-cert/],
  'an empty file': [
    { certificate: file('empty.pem', ''), key },
    /empty\.pem is empty/,
    /--client-cert/
  ],
  'a huge file': [
    { certificate: file('huge.pem', Buffer.alloc(1_100_000, '-----BEGIN ')), key },
    /larger than 1 MB/,
    /--client-cert/
  ],
  'a key of another certificate': [
    { certificate, key: file('other.key', foreign.key) },
    /other\.key does not belong to the client certificate/,
    /requested with/
  ],
  'an encrypted key without passphrase': [
    { certificate, key: encrypted },
    /encrypted, and no passphrase is given/,
    /ERP_CLIENT_KEY_PASSPHRASE_FILE/
  ],
  'a wrong passphrase': [
    { certificate, key: encrypted, passphrase: 'canary-wrong' },
    /passphrase does not open/,
    /--client-key-passphrase/
  ],
  'a certificate request': [
    {
      certificate: file(
        'request.pem',
        '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n'
      ),
      key
    },
    /is a certificate request/,
    /that the CA issued/
  ],
  'a key in place of the certificate': [
    { certificate: key, key: certificate },
    /holds a PRIVATE KEY and no certificate/,
    /--client-key/
  ],
  'a certificate in place of the key': [
    { certificate, key: certificate },
    /is given without its key/,
    /--client-key/
  ],
  'another certificate in place of the key': [
    { certificate, key: file('second.pem', foreign.certificate) },
    /holds a CERTIFICATE and no private key/,
    /exchanged/
  ],
  'a certificate without a key': [{ certificate }, /given without its key/, /PKCS#12/],
  'a binary certificate': [
    {
      certificate: file(
        'client.cer',
        Buffer.from(own.certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64')
      ),
      key
    },
    /in binary form \(DER\)/,
    /openssl x509/
  ],
  'a certificate that is cut off': [
    { certificate: file('cut.pem', own.certificate.slice(0, 200)), key },
    /cut off/,
    /--client-cert/
  ],
  'a damaged certificate': [
    { certificate: file('damaged.pem', own.certificate.replace(/M/g, 'A')), key },
    /damaged at its place 1/,
    /Copy the file again/
  ],
  'a damaged key': [
    { certificate, key: file('damaged.key', own.key.replace(/M/g, 'A')) },
    /damaged\.key cannot be read/,
    /Copy the file again/
  ],
  'two keys': [
    { certificate, key: file('two.key', own.key + foreign.key) },
    /holds 2 private keys/,
    /alone/
  ],
  'a text': [{ certificate: file('text.pem', 'hello'), key }, /neither PEM nor PKCS#12/, /\.p12/],
  'a text of another encoding': [
    { certificate: file('utf16.pem', Buffer.from(own.certificate, 'utf16le')), key },
    /neither PEM nor PKCS#12/,
    /\.p12/
  ],
  'PKCS#12 without passphrase': [
    { certificate: p12 },
    /encrypted, and no passphrase is given/,
    /--client-key-passphrase/
  ],
  'PKCS#12 with a wrong passphrase': [
    { certificate: p12, passphrase: 'canary-wrong' },
    /passphrase does not open/,
    /--client-key-passphrase/
  ],
  'PKCS#12 with a key file beside it': [
    { certificate: p12, key, passphrase: 'canary-passphrase' },
    /is a PKCS#12 file, which holds its key/,
    /Remove --client-key/
  ],
  'PKCS#12 without a key': [
    {
      certificate: file(
        'nokey.p12',
        createPkcs12({ certificate: own.certificate, passphrase: 'x' })
      ),
      passphrase: 'x'
    },
    /holds no private key/,
    /together with its private key/
  ],
  'PKCS#12 that is cut off': [
    { certificate: file('cut.p12', pkcs12.subarray(0, 200)), passphrase: 'canary-passphrase' },
    /neither PEM nor PKCS#12/,
    /\.p12/
  ]
}

describe('what is refused', () => {
  for (const [what, [files, message, remedy]] of Object.entries(broken)) {
    test(what, () => {
      assert.throws(
        () => checkClientCertificate(files),
        (error: unknown) => {
          assert.ok(isErpError(error, 'ERP_CLIENT_CERT_INVALID'), String(error))
          assert.match(error.message, message)
          assert.match(error.remedy, remedy)
          assert.equal(error.cause, undefined, 'a library may quote the key')
          assert.doesNotMatch(`${error.message} ${error.remedy}`, /canary|MII/)
          return true
        }
      )
    })
  }

  const times: Record<string, [object, RegExp]> = {
    'an expired certificate': [{ until: Date.now() - 60_000 }, /ended on \d{4}-/],
    'a certificate of tomorrow': [{ from: Date.now() + day }, /valid only from .* \(now /]
  }
  for (const [what, [more, message]] of Object.entries(times)) {
    test(`${what}, as PEM and as PKCS#12`, async () => {
      const pair = await issue(more)
      const both = file('time.pem', pair.certificate + pair.key)
      assert.throws(() => checkClientCertificate({ certificate: both }), { message })
      const binary = file('time.p12', createPkcs12({ ...pair, passphrase: 'x' }))
      assert.throws(() => checkClientCertificate({ certificate: binary, passphrase: 'x' }), {
        message
      })
    })
  }

  test('a key that is too short for TLS', async () => {
    const weak = await shortKey()
    const remedy = /2,048 bits/
    const pair = file('weak.pem', weak.certificate + weak.key)
    assert.throws(() => checkClientCertificate({ certificate: pair }), {
      message: /cannot be used for TLS \(ERR_SSL_EE_KEY_TOO_SMALL\)/,
      remedy
    })
    const binary = file('weak.p12', createPkcs12({ ...weak, passphrase: 'x' }))
    assert.throws(() => checkClientCertificate({ certificate: binary, passphrase: 'x' }), {
      message: /cannot be used for TLS/,
      remedy
    })
  })
})

/** Self-signed, with a key of 1,024 bits. */
async function shortKey(): Promise<{ certificate: string; key: string }> {
  x509.cryptoProvider.set(webcrypto)
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 1024,
    publicExponent: new Uint8Array([1, 0, 1])
  }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=WEAK',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + 100 * day),
    signingAlgorithm: algorithm,
    keys
  })
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY')
  }
}

describe('what is warned about', () => {
  test('a key that other users may read, a near end', async () => {
    const soon = await issue({ from: Date.now() - 100 * day, until: Date.now() + day })
    const pair = file('soon.pem', soon.certificate + soon.key)
    chmodSync(pair, 0o640)
    const { warnings } = checkClientCertificate({ certificate: pair })
    assert.match(warnings.join('\n'), /ends on \d{4}-.*\n.*can be read by other users.*chmod 600/)
  })

  test('a certificate of a short lifetime is not near its end by that alone', async () => {
    const short = await issue({ from: Date.now() - 3_600_000, until: Date.now() + 20 * 3_600_000 })
    const pair = file('short.pem', short.certificate + short.key)
    assert.deepEqual(checkClientCertificate({ certificate: pair }).warnings, [])
  })

  test('the check of the log-on says them, and refuses what is broken', () => {
    const target = { baseUrl: 'https://erp.example.com' }
    const credential = { kind: 'certificate-file', certificate, key } as const
    assert.deepEqual(checkLogon({ ...target, credential }), [])
    const open = file('open.key', own.key)
    chmodSync(open, 0o644)
    assert.match(
      checkLogon({ ...target, credential: { ...credential, key: open } }).join(),
      /open\.key can be read by other users/
    )
    mkdirSync(join(folder, 'dir'))
    assert.throws(
      () => checkLogon({ ...target, credential: { ...credential, key: join(folder, 'dir') } }),
      { code: 'ERP_CLIENT_CERT_INVALID' }
    )
  })
})
