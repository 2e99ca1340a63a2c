/**
 * The certificate authority of principal propagation: read once and checked at start; its key never
 * leaves this module.
 */
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { ErpError } from '../errors.ts'

export type SigningAlgorithm =
  | { readonly name: 'RSASSA-PKCS1-v1_5'; readonly hash: 'SHA-256' }
  | {
      readonly name: 'ECDSA'
      readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512'
      readonly namedCurve: string
    }

export interface CertificateAuthority {
  readonly certificate: X509Certificate
  /**
   * Certificates sent after a leaf: the CA and its issuers as configured, unless the CA is a root.
   */
  readonly chain: readonly string[]
  readonly algorithm: SigningAlgorithm
  /** Not extractable. */
  readonly signingKey: webcrypto.CryptoKey
  /** Milliseconds since 1970. */
  readonly notAfter: number
  /** Warnings that do not prevent the start: near expiry. */
  readonly warnings: readonly string[]
}

export interface AuthorityFiles {
  /** PEM: PKCS#1, PKCS#8 or SEC1, also encrypted. */
  readonly key: string
  /** PEM, the CA first, then its issuers. */
  readonly certificate: string
  readonly passphrase?: string | undefined
  readonly now?: number | undefined
}

const DAY = 86_400_000
const WARN_BEFORE = 30 * DAY
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const CURVES: Readonly<
  Record<string, { readonly namedCurve: string; readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512' }>
> = {
  prime256v1: { namedCurve: 'P-256', hash: 'SHA-256' },
  secp384r1: { namedCurve: 'P-384', hash: 'SHA-384' },
  secp521r1: { namedCurve: 'P-521', hash: 'SHA-512' }
}

function invalid(message: string, remedy?: string, cause?: unknown): ErpError {
  return new ErpError('ERP_CA_INVALID', message, { remedy, cause })
}

/**
 * Reads and checks key and certificate of the CA.
 * @throws ErpError ERP_CA_INVALID that names the fault, never a part of the key
 */
export async function loadCertificateAuthority(
  files: AuthorityFiles
): Promise<CertificateAuthority> {
  const key = readKey(files)
  const [certificate, ...issuers] = readCertificates(files.certificate)
  if (certificate === undefined) {
    throw invalid(
      'the CA certificate file holds no certificate',
      'The file must be PEM and begin with the CA certificate itself.'
    )
  }
  checkPair(certificate, key)
  const now = files.now ?? Date.now()
  const notAfter = checkValidity(certificate, now)
  const algorithm = algorithmOf(key)
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  der.fill(0)
  const root = certificate.checkIssued(certificate)
  return {
    certificate,
    chain: root ? [] : [certificate, ...issuers].map(one => one.toString()),
    algorithm,
    signingKey,
    notAfter,
    warnings:
      notAfter - now < WARN_BEFORE
        ? [`the CA certificate ends on ${new Date(notAfter).toISOString().slice(0, 10)}`]
        : []
  }
}

function readKey({ key, passphrase }: AuthorityFiles): KeyObject {
  try {
    return createPrivateKey({
      key,
      format: 'pem',
      ...(passphrase === undefined ? {} : { passphrase })
    })
  } catch (cause) {
    if (/ENCRYPTED/.test(key)) {
      throw passphrase === undefined
        ? invalid(
            'the CA key is encrypted and no passphrase was given',
            'Give its passphrase with --pp-ca-passphrase (ERP_PP_CA_PASSPHRASE, or a file with ERP_PP_CA_PASSPHRASE_FILE), or store the key unencrypted where only the bridge can read it.'
          )
        : invalid(
            'the passphrase does not open the CA key',
            'Check --pp-ca-passphrase (ERP_PP_CA_PASSPHRASE), or the file of ERP_PP_CA_PASSPHRASE_FILE.'
          )
    }
    // The error of the library may quote its input, so it is not used as a cause.
    throw invalid(
      'the CA key cannot be read',
      `The file must hold one private key in PEM form${cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''}.`
    )
  }
}

function readCertificates(text: string): X509Certificate[] {
  try {
    return (text.match(PEM) ?? []).map(pem => new X509Certificate(pem))
  } catch (cause) {
    throw invalid(
      'the CA certificate cannot be read',
      'The file must hold certificates in PEM form.',
      cause
    )
  }
}

function checkPair(certificate: X509Certificate, key: KeyObject): void {
  if (!certificate.checkPrivateKey(key)) {
    throw invalid(
      'the CA key does not belong to the CA certificate',
      'Check that both files come from the same CA and that its certificate stands first in the file.'
    )
  }
  // `ca` requires basicConstraints CA:true and, where there is a keyUsage, its keyCertSign.
  if (!certificate.ca) {
    throw invalid(
      'the CA certificate may not sign certificates (it needs basicConstraints CA:true and keyUsage keyCertSign)',
      'Use the certificate of a certificate authority, not one it issued.'
    )
  }
  const weak = /sha1|md5/i.exec(certificate.signatureAlgorithm ?? '')
  if (weak !== null) {
    throw invalid(
      `the CA certificate is signed with ${certificate.signatureAlgorithm ?? ''}`,
      'Use a CA whose certificate is signed with SHA-256 or better.'
    )
  }
}

function checkValidity(certificate: X509Certificate, now: number): number {
  const notAfter = certificate.validToDate.getTime()
  if (now < certificate.validFromDate.getTime()) {
    throw invalid(
      `the CA certificate is valid only from ${certificate.validFromDate.toISOString()}`,
      'Check the clock of this machine.'
    )
  }
  if (now >= notAfter) {
    throw invalid(
      `the CA certificate ended on ${certificate.validToDate.toISOString()}`,
      'Renew it and import the new one into the ERP (transaction STRUST).'
    )
  }
  return notAfter
}

function algorithmOf(key: KeyObject): SigningAlgorithm {
  if (key.asymmetricKeyType === 'rsa') {
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
      throw invalid(
        'the CA key has fewer than 2,048 bits',
        'Use RSA with 2,048 bits or more, or an elliptic curve.'
      )
    }
    return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  }
  const curve =
    key.asymmetricKeyType === 'ec' ? CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] : undefined
  if (curve === undefined) {
    throw invalid(
      `CA keys of the kind ${key.asymmetricKeyType ?? 'unknown'}${key.asymmetricKeyDetails?.namedCurve === undefined ? '' : ` (${key.asymmetricKeyDetails.namedCurve})`} are not supported`,
      'Use RSA, or an elliptic curve P-256, P-384 or P-521.'
    )
  }
  return { name: 'ECDSA', ...curve }
}
