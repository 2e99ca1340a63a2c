/** What is wrong with a client certificate or its key, in words. */
import type { X509Certificate } from 'node:crypto'
import { ErpError } from '../errors.ts'

export function invalidCertificate(message: string, remedy?: string): ErpError {
  // Errors of the library may quote their input, so they are never a cause.
  return new ErpError('ERP_CLIENT_CERT_INVALID', message, { remedy, outcome: 'failed' })
}

export function withoutPassphrase(path: string): ErpError {
  return invalidCertificate(
    `The private key in ${path} is encrypted, and no passphrase is given`,
    'Give it with --client-key-passphrase (ERP_CLIENT_KEY_PASSPHRASE, or a file with ERP_CLIENT_KEY_PASSPHRASE_FILE).'
  )
}

export function wrongPassphrase(path: string): ErpError {
  return invalidCertificate(
    `The passphrase does not open the private key in ${path}`,
    'Check --client-key-passphrase (ERP_CLIENT_KEY_PASSPHRASE), or the file of ERP_CLIENT_KEY_PASSPHRASE_FILE.'
  )
}

/** The error of a certificate whose time is over. */
export function endedCertificate({ validToDate }: X509Certificate, path: string): ErpError {
  return invalidCertificate(
    `The client certificate ${path} ended on ${validToDate.toISOString()}`,
    'Put the new certificate in its place; a running bridge reads it by itself. Or check the clock of this machine.'
  )
}

/** The TLS library refuses the certificate or the key. */
export function unusableForTls(error: unknown, path: string): ErpError {
  return invalidCertificate(
    `The client certificate ${path} cannot be used for TLS${codeOf(error)}`,
    'Use an RSA key of 2,048 bits or more or an elliptic curve, and a certificate that is signed with SHA-256 or better.'
  )
}

/** The code of an error of the platform in brackets; empty where it has none. */
export function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? '' : ` (${code})`
}
