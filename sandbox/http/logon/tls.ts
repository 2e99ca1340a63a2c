/** Settings of the HTTPS server: its certificate, the client CAs and client certificates. */
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { ServerOptions } from 'node:https'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import type { SecureVersion } from 'node:tls'
import type { ServerIdentity } from './server-certificate.ts'

export interface TlsOptions {
  /**
   * Certificate (with its chain behind it) and key in PEM; one is made and kept in the data folder
   * when left out.
   */
  readonly own?: { readonly cert: string; readonly key: string }
  /** PEM of the CAs whose client certificates are requested and accepted for log-on. */
  readonly clientCa?: string
  readonly maxVersion?: SecureVersion
}

export interface TlsSettings {
  readonly server: ServerOptions
  /**
   * PEM of the CA that a client has to trust; undefined when a given certificate came without its
   * root.
   */
  readonly ca: string | undefined
  /** The same in a file, when it is the sandbox's own. */
  readonly caFile: string | undefined
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const renewBefore = 30 * 86_400_000

/** The certificates of a PEM text; throws when there is none or one cannot be read. */
function certificatesOf(pem: string, what: string): X509Certificate[] {
  const found = pem.match(pemCertificate) ?? []
  if (found.length === 0) throw new Error(`${what} holds no certificate in PEM format`)
  try {
    return found.map(each => new X509Certificate(each))
  } catch (error) {
    throw new Error(`${what} holds a certificate that cannot be read`, { cause: error })
  }
}

/** A given certificate must belong to its key and be valid, or every TLS handshake would fail. */
function configuredIdentity({ cert, key }: { cert: string; key: string }): {
  key: string
  cert: string
  ca: string | undefined
} {
  const chain = certificatesOf(cert, 'The TLS certificate')
  const [leaf] = chain
  let privateKey
  try {
    privateKey = createPrivateKey(key)
  } catch (error) {
    throw new Error('The TLS key cannot be read: give an unencrypted private key in PEM format', {
      cause: error
    })
  }
  if (leaf?.checkPrivateKey(privateKey) !== true) {
    throw new Error('The TLS key does not belong to the TLS certificate')
  }
  if (Date.parse(leaf.validTo) < Date.now()) {
    throw new Error(`The TLS certificate has ended on ${leaf.validTo}`)
  }
  const root = chain.find(each => each.subject === each.issuer)
  // joined again from the parsed certificates: a PEM file may hold other text around them
  return { key, cert: chain.join(''), ca: root?.toString() }
}

function requireAuthorities(pem: string): string {
  const authorities = certificatesOf(pem, 'The file of client CAs')
  for (const { ca, subject } of authorities) {
    if (!ca) {
      throw new Error(
        `${subject} is no CA certificate: client certificates are checked against CAs`
      )
    }
  }
  return authorities.join('')
}

function serves({ key, cert, ca }: ServerIdentity, hosts: readonly string[]): boolean {
  try {
    const certificate = new X509Certificate(cert)
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      certificate.verify(new X509Certificate(ca).publicKey) &&
      Date.parse(certificate.validTo) - Date.now() > renewBefore &&
      hosts.every(
        host => certificate.checkHost(host) !== undefined || certificate.checkIP(host) !== undefined
      )
    )
  } catch {
    return false
  }
}

/** The identity is kept in the data folder, so that clients trust the same CA after a restart. */
async function generatedIdentity(
  folder: string,
  hosts: readonly string[]
): Promise<ServerIdentity> {
  const files = {
    key: join(folder, 'server.key'),
    cert: join(folder, 'server.crt'),
    ca: join(folder, 'ca.crt')
  }
  if (Object.values(files).every(file => existsSync(file))) {
    const kept = {
      key: readFileSync(files.key, 'utf8'),
      cert: readFileSync(files.cert, 'utf8'),
      ca: readFileSync(files.ca, 'utf8')
    }
    if (serves(kept, hosts)) return kept
  }
  const { createServerIdentity } = await import('./server-certificate.ts')
  const made = await createServerIdentity(hosts)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(files.key, made.key, { mode: 0o600 })
  chmodSync(files.key, 0o600)
  writeFileSync(files.cert, made.cert)
  writeFileSync(files.ca, made.ca)
  return made
}

/**
 * The TLS options of the HTTPS server. Client certificates are requested, not required
 * (verify_client = 1): a client without one logs on in another way.
 * @param folder where the sandbox keeps its own certificate
 * @throws Error when a certificate or key cannot be used
 */
export async function tlsSettings(
  { own, clientCa, maxVersion }: TlsOptions,
  folder: string,
  hosts: readonly string[]
): Promise<TlsSettings> {
  const identity =
    own === undefined ? await generatedIdentity(folder, hosts) : configuredIdentity(own)
  return {
    server: {
      key: identity.key,
      cert: identity.cert,
      minVersion: 'TLSv1.2',
      ...(maxVersion === undefined ? {} : { maxVersion }),
      ...(clientCa === undefined
        ? {}
        : { ca: requireAuthorities(clientCa), requestCert: true, rejectUnauthorized: false })
    },
    ca: identity.ca,
    caFile: own === undefined ? join(folder, 'ca.crt') : undefined
  }
}

/** Whether a client sent a certificate that none of the CAs issued, or that has expired. */
export function isForeignCertificate(socket: TLSSocket): boolean {
  return !socket.authorized && socket.getPeerX509Certificate() !== undefined
}

/**
 * The CN of the client certificate of a connection, when it has exactly one; '' when it has none or
 * several; undefined without certificate.
 */
export function certificateName({ socket }: IncomingMessage): string | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined
  const { CN: name } = socket.getPeerCertificate().subject as { readonly CN?: unknown }
  return typeof name === 'string' ? name : ''
}
