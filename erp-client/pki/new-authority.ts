/**
 * Creates a certificate authority to try principal propagation; in production the public key
 * infrastructure provides it.
 */
import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export interface NewAuthority {
  /** PEM, PKCS#8. */
  readonly key: string
  /** PEM. */
  readonly certificate: string
}

export interface AuthorityOptions {
  /** Common name. */
  readonly name: string
  readonly kind: 'rsa' | 'ec'
  readonly lifetimeMs: number
}

const clockSkew = 60_000

/** Algorithms of both kinds for the Web Crypto API. */
const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 3072,
    publicExponent: new Uint8Array([1, 0, 1])
  }
}

/** A root that can sign certificates of users, but of no further authorities. */
export async function createRootAuthority({
  name,
  kind,
  lifetimeMs
}: AuthorityOptions): Promise<NewAuthority> {
  const algorithm = algorithms[kind]
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const now = Date.now()
  const subject = new x509.Name([{ CN: [{ utf8String: name }] }])
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `4${randomBytes(15).toString('hex')}1`,
    subject,
    issuer: subject,
    notBefore: new Date(now - clockSkew),
    notAfter: new Date(now + lifetimeMs),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)
    ]
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    key: `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`,
    certificate: `${certificate.toString('pem')}\n`
  }
}
