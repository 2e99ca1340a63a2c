/** The issuer of client certificates for principal propagation, from the files of the settings. */
import { readFileSync } from 'node:fs'
import { ErpError, othersMayRead } from '../../erp-client/index.ts'
import type { CertificateSource } from '../../erp-client/index.ts'
import type { Log } from '../../tools/index.ts'

export interface IssuerOptions {
  /** Paths of PEM files. */
  readonly caKey: string
  readonly caCertificate: string
  /** Of the key, where it is encrypted. */
  readonly passphrase?: string | undefined
  /** Of each certificate: `5m`, `90s`, `1h`. */
  readonly lifetime: string
}

/** @throws Error that says what is wrong with key, certificate or lifetime */
export async function createIssuer(
  { caKey, caCertificate, passphrase, lifetime }: IssuerOptions,
  { log, onIssued }: { log: Log; onIssued: () => void }
): Promise<(user: string, until: () => number) => CertificateSource> {
  // Loaded here because the certificate library is large and needed with propagation only.
  const [{ loadCertificateAuthority }, { parseLifetime }, { createCertificates }] =
    await Promise.all([
      import('../../erp-client/pki/certificate-authority.ts'),
      import('../../erp-client/pki/principal.ts'),
      import('../../erp-client/pki/certificates.ts')
    ])
  try {
    const authority = await loadCertificateAuthority({
      key: readFileSync(caKey, 'utf8'),
      certificate: readFileSync(caCertificate, 'utf8'),
      passphrase
    })
    const lifetimeMs = parseLifetime(lifetime)
    for (const warning of authority.warnings) log.warn({ caCertificate }, warning)
    if (othersMayRead(caKey)) {
      log.warn(
        { caKey },
        'the CA key can be read by other users of this machine; with it they can log on as each user of the ERP'
      )
    }
    return (user, until) => createCertificates({ authority, user, lifetimeMs, until, onIssued })
  } catch (cause) {
    const remedy = cause instanceof ErpError ? ` ${cause.remedy}` : ''
    throw new Error(
      `principal propagation: ${(cause as Error).message} (key ${caKey}, certificate ${caCertificate}).${remedy}`,
      { cause }
    )
  }
}
