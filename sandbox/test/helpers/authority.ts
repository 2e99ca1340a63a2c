import 'reflect-metadata'
import { createPrivateKey, generateKeyPairSync, webcrypto } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export interface TestAuthority {
  readonly key: string
  readonly certificate: string
  readonly keyObject: KeyObject
}

export interface AuthorityOptions {
  readonly kind?: 'rsa' | 'P-256' | 'P-384'
  readonly ca?: boolean
  readonly certSign?: boolean
  readonly hash?: 'SHA-1' | 'SHA-256' | 'SHA-384'
  readonly from?: number
  readonly until?: number
  readonly issuer?: TestAuthority
  readonly name?: string
  readonly usage?: boolean
}

const DAY = 86_400_000

/** A certificate authority made for one test. */
export async function createAuthority(options: AuthorityOptions = {}): Promise<TestAuthority> {
  const {
    kind = 'P-256',
    ca = true,
    certSign = true,
    usage = true,
    hash = kind === 'P-384' ? 'SHA-384' : 'SHA-256',
    from = Date.now() - DAY,
    until = Date.now() + 365 * DAY,
    name = 'Test CA'
  } = options
  const keyObject =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
      : generateKeyPairSync('ec', { namedCurve: kind === 'P-256' ? 'prime256v1' : 'secp384r1' })
          .privateKey
  const algorithm =
    kind === 'rsa' ? { name: 'RSASSA-PKCS1-v1_5', hash } : { name: 'ECDSA', namedCurve: kind, hash }
  const keys = await importPair(keyObject, algorithm)
  const issuer =
    options.issuer === undefined ? undefined : new x509.X509Certificate(options.issuer.certificate)
  const signingKey =
    options.issuer === undefined
      ? keys.privateKey
      : (await importPair(options.issuer.keyObject, algorithm)).privateKey
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '01',
    subject: `CN=${name}`,
    issuer: issuer?.subject ?? `CN=${name}`,
    notBefore: new Date(from),
    notAfter: new Date(until),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      ...(ca ? [new x509.BasicConstraintsExtension(true, undefined, true)] : []),
      ...(usage
        ? [
            new x509.KeyUsagesExtension(
              certSign
                ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign
                : x509.KeyUsageFlags.digitalSignature,
              true
            )
          ]
        : []),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)
    ]
  })
  return {
    key: keyObject.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('pem'),
    keyObject
  }
}

async function importPair(
  key: KeyObject,
  algorithm: { name: string; hash: string; namedCurve?: string }
): Promise<{ privateKey: webcrypto.CryptoKey; publicKey: webcrypto.CryptoKey }> {
  const privateKey = await webcrypto.subtle.importKey(
    'pkcs8',
    key.export({ type: 'pkcs8', format: 'der' }),
    algorithm,
    true,
    ['sign']
  )
  const jwk = key.export({ format: 'jwk' })
  const { kty, n, e, crv, x, y } = jwk
  const publicKey = await webcrypto.subtle.importKey(
    'jwk',
    JSON.parse(JSON.stringify({ kty, n, e, crv, x, y })) as webcrypto.JsonWebKey,
    algorithm,
    true,
    ['verify']
  )
  return { privateKey, publicKey }
}

/** The same key in another PEM form. */
export function encryptKey(key: string, passphrase: string): string {
  return createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString()
}
