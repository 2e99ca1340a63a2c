/** Creates a CA and a server certificate for a sandbox that was given none. */
import 'reflect-metadata'
import { randomBytes, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'

/** A server's key and certificate, and the certificate of the CA that issued it; PEM. */
export interface ServerIdentity {
  readonly key: string
  readonly cert: string
  readonly ca: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 86_400_000
/** What clients accept of a server certificate at most. */
const serverDays = 397
const authorityDays = 3650

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** RFC 5280 §4.1.2.2: positive and not zero. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

function nameOf(text: string): x509.Name {
  return new x509.Name([{ CN: [{ utf8String: text }] }])
}

async function createAuthority(
  now: number,
  keys: webcrypto.CryptoKeyPair
): Promise<x509.X509Certificate> {
  return x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    // each start may make another one: names that differ keep a trust list readable
    name: nameOf(`ERP Bridge sandbox CA ${randomBytes(4).toString('hex')}`),
    notBefore: new Date(now - day),
    notAfter: new Date(now + authorityDays * day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)
    ]
  })
}

/**
 * Makes a CA and a server certificate (EC P-256) for `localhost`, the loopback addresses and the
 * named hosts. The key of the CA is discarded: trust in the CA covers this one certificate only.
 */
export async function createServerIdentity(
  hosts: readonly string[],
  now = Date.now()
): Promise<ServerIdentity> {
  const [authorityKeys, keys] = await Promise.all([newKeys(), newKeys()])
  const authority = await createAuthority(now, authorityKeys)
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: nameOf('localhost'),
    issuer: authority.subjectName,
    notBefore: new Date(now - day),
    notAfter: new Date(now + serverDays * day),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map(value => ({
          type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
          value
        }))
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority)
    ]
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    key: x509.PemConverter.encode(der, 'PRIVATE KEY') + '\n',
    cert: leaf.toString('pem') + '\n',
    ca: authority.toString('pem') + '\n'
  }
}
