/**
 * Issues the ephemeral client certificate of a principal: CN = ERP user, signed by the configured
 * CA, valid for minutes.
 */
import 'reflect-metadata'
import { randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { ErpError } from '../errors.ts'
import type { CertificateAuthority, SigningAlgorithm } from './certificate-authority.ts'

export interface KeyPair {
  readonly publicKey: webcrypto.CryptoKey
  readonly privateKey: webcrypto.CryptoKey
  /** PKCS#8 PEM, for TLS. */
  readonly pem: string
}

export interface ClientCertificate {
  /** PEM: the leaf, then the CA chain where the CA is not a root. */
  readonly certificate: string
  readonly key: string
  readonly user: string
  /** Milliseconds since 1970. */
  readonly notBefore: number
  readonly notAfter: number
}

export interface IssueRequest {
  readonly user: string
  readonly lifetimeMs: number
  readonly keys: KeyPair
  /** Latest expiry, e.g. that of the underlying token, in milliseconds since 1970. */
  readonly until?: number | undefined
  readonly now?: number | undefined
}

/** The clock of the ERP may be slow. */
const CLOCK_SKEW = 60_000
/** Names that a subject, a CERTRULE and a log line leave unchanged. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@$#/-]{0,63}$/
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Milliseconds of a duration such as `5m`, `90s` or `1h`.
 * @throws RangeError for other texts, and for less than ten seconds or more than a day
 */
export function parseLifetime(text: string): number {
  const [, amount = '', unit = ''] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? []
  const milliseconds = Number(amount) * (UNITS[unit] ?? 0)
  if (milliseconds < 10_000 || milliseconds > 86_400_000) {
    throw new RangeError(`a lifetime is a number with s, m or h, from 10s to 24h, not "${text}"`)
  }
  return milliseconds
}

/**
 * Refuses names that could mean another user in a certificate's subject.
 * @throws ErpError ERP_USER_NOT_PROPAGABLE
 */
export function assertPropagable(user: string): void {
  if (!NAME.test(user)) {
    throw new ErpError(
      'ERP_USER_NOT_PROPAGABLE',
      'user name cannot be propagated: it has characters that a certificate subject may read differently, or is longer than 64'
    )
  }
}

/**
 * RSA CAs issue RSA leaves, EC CAs EC leaves: the CA in the ERP's trust list proves that its kernel
 * supports the algorithm.
 */
export async function createKeyPair(algorithm: SigningAlgorithm): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(leafAlgorithm(algorithm), true, [
    'sign',
    'verify'
  ])
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return {
    publicKey: keys.publicKey,
    privateKey: keys.privateKey,
    pem: x509.PemConverter.encode(der, 'PRIVATE KEY')
  }
}

function leafAlgorithm(
  algorithm: SigningAlgorithm
): webcrypto.RsaHashedKeyGenParams | webcrypto.EcKeyGenParams {
  return algorithm.name === 'ECDSA'
    ? { name: 'ECDSA', namedCurve: 'P-256' }
    : {
        name: 'RSASSA-PKCS1-v1_5',
        hash: 'SHA-256',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1])
      }
}

/**
 * Issues one client certificate: exactly one RDN (CN), digitalSignature, clientAuth only, no
 * alternative names.
 * @throws ErpError ERP_USER_NOT_PROPAGABLE for names outside the grammar, ERP_CA_INVALID when the
 * CA has expired
 */
export async function issueClientCertificate(
  authority: CertificateAuthority,
  request: IssueRequest
): Promise<ClientCertificate> {
  assertPropagable(request.user)
  const now = request.now ?? Date.now()
  if (now >= authority.notAfter) {
    throw new ErpError('ERP_CA_INVALID', 'the CA certificate has ended', {
      remedy: 'Renew it and import the new one into the ERP (transaction STRUST).'
    })
  }
  const notBefore = now - CLOCK_SKEW
  const notAfter = Math.min(now + request.lifetimeMs, authority.notAfter, request.until ?? Infinity)
  if (notAfter <= now) {
    throw new ErpError('ERP_LOGON_FAILED', 'the token has ended', { remedy: 'Log on again.' })
  }
  const leaf = await createLeaf(authority, { request, notBefore, notAfter })
  assertSubject(leaf, request.user, authority)
  return {
    certificate: [leaf.toString(), ...authority.chain].join(''),
    key: request.keys.pem,
    user: request.user,
    notBefore,
    notAfter
  }
}

async function createLeaf(
  authority: CertificateAuthority,
  { request, notBefore, notAfter }: { request: IssueRequest; notBefore: number; notAfter: number }
): Promise<X509Certificate> {
  const issuer = new x509.X509Certificate(authority.certificate.raw)
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    // Plain texts would be parsed as an escaped distinguished name; only the typed form is literal.
    subject: new x509.Name([{ CN: [{ utf8String: request.user }] }]),
    issuer: issuer.subjectName,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: authority.algorithm,
    publicKey: request.keys.publicKey,
    signingKey: authority.signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.SubjectKeyIdentifierExtension.create(request.keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer)
    ]
  })
  return new X509Certificate(Buffer.from(leaf.rawData))
}

/** RFC 5280 §4.1.2.2: positive, at most 20 octets, not zero. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** Verifies with another parser that the issued certificate has the intended name. */
function assertSubject(leaf: X509Certificate, user: string, authority: CertificateAuthority): void {
  const subject = leaf.toLegacyObject().subject as Readonly<Record<string, string>>
  if (
    Object.keys(subject).join() !== 'CN' ||
    subject['CN'] !== user ||
    !leaf.checkIssued(authority.certificate) ||
    !leaf.verify(authority.certificate.publicKey)
  ) {
    throw new ErpError('ERP_USER_NOT_PROPAGABLE', 'the issued certificate does not name the user')
  }
}
