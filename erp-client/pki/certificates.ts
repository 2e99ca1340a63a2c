/**
 * Client certificates of one identity: issued on demand, reused while valid, renewed before they
 * expire. Benchmark: bench/principal-propagation.mts, rows `new certificate` and `cached`.
 */
import type { CertificateAuthority } from './certificate-authority.ts'
import { createKeyPair, issueClientCertificate } from './principal.ts'
import type { ClientCertificate, KeyPair } from './principal.ts'
import type { CertificateSource } from '../options.ts'

export interface CertificatesOptions {
  readonly authority: CertificateAuthority
  /** ERP user, the common name of the certificate. */
  readonly user: string
  readonly lifetimeMs: number
  /**
   * Expiry of the underlying credential in milliseconds since 1970; called each time, because newer
   * tokens expire later.
   */
  until(): number
  /** Called for every issued certificate, for metrics. */
  readonly onIssued?: (() => void) | undefined
}

/**
 * Share of the lifetime that is left when a certificate is renewed; at most a minute before its
 * end.
 */
const renewalShare = 0.2
const longestRenewalMilliseconds = 60_000
/** A key pair costs more than a certificate and serves many. */
const keyMilliseconds = 86_400_000

interface Held {
  readonly certificate: ClientCertificate
  readonly renewAt: number
}

export function createCertificates({
  authority,
  user,
  lifetimeMs,
  until,
  onIssued
}: CertificatesOptions): CertificateSource {
  let keys: { readonly pair: KeyPair; readonly madeAt: number } | undefined
  let held: Held | undefined
  let issuing: Promise<ClientCertificate> | undefined

  const pair = async (): Promise<KeyPair> => {
    if (keys === undefined || Date.now() - keys.madeAt > keyMilliseconds) {
      keys = { pair: await createKeyPair(authority.algorithm), madeAt: Date.now() }
    }
    return keys.pair
  }
  const issue = async (): Promise<ClientCertificate> => {
    const own = await pair()
    const now = Date.now()
    const certificate = await issueClientCertificate(authority, {
      user,
      lifetimeMs,
      keys: own,
      until: until(),
      now
    })
    const margin = Math.min(longestRenewalMilliseconds, (certificate.notAfter - now) * renewalShare)
    onIssued?.()
    held = { certificate, renewAt: certificate.notAfter - margin }
    return certificate
  }
  /** A new certificate would expire no later than the present one. */
  const isLast = ({ certificate }: Held, now: number) =>
    certificate.notAfter > now && Math.min(until(), authority.notAfter) <= certificate.notAfter
  return {
    current() {
      const now = Date.now()
      if (held !== undefined && (now < held.renewAt || isLast(held, now))) return held.certificate
      issuing ??= issue().finally(() => {
        issuing = undefined
      })
      return issuing
    }
  }
}
