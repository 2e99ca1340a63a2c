/**
 * The certificate and key of a log-on by client certificate: PEM or PKCS#12, checked before their
 * first use so that each mistake has a name before a handshake fails.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { ErpError } from '../errors.ts'
import type { ClientCertificateFiles, TlsIdentity } from '../options.ts'
import {
  codeOf,
  endedCertificate,
  invalidCertificate,
  unusableForTls,
  withoutPassphrase,
  wrongPassphrase
} from './certificate-faults.ts'
import { readPkcs12 } from './pkcs12.ts'

/** The contents of these files. */
export interface ClientCertificateBytes {
  readonly certificate: Buffer
  readonly key?: Buffer | undefined
}

export interface ClientIdentity {
  readonly identity: TlsIdentity
  readonly leaf: X509Certificate
  /** Texts that no output may contain. */
  readonly secrets: readonly string[]
  /** What does not prevent a log-on yet. */
  readonly warnings: readonly string[]
}

const day = 86_400_000
/** A warning before the end: two weeks, or a fifth of a shorter lifetime. */
const warnBefore = { most: 14 * day, share: 0.2 }
/** Extended key usages that permit the log-on of a client: clientAuth and any. */
const clientUsages = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0']
const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g

/**
 * @throws ErpError ERP_CLIENT_CERT_INVALID that names the file and the mistake, never a part of the
 * key
 */
export function readClientIdentity(
  bytes: ClientCertificateBytes,
  files: ClientCertificateFiles,
  now = Date.now()
): ClientIdentity {
  const found = isPem(bytes.certificate) ? ofPem(bytes, files) : ofBinary(bytes, files)
  checkValidity(found.leaf, files.certificate, now)
  const { leaf } = found
  const [notBefore, notAfter] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()]
  return {
    ...found,
    identity: { ...found.identity, notBefore, notAfter, subject: subjectOf(leaf) },
    warnings: warningsOf(leaf, files.certificate, now)
  }
}

/** The subject in one line. */
export function subjectOf({ subject }: X509Certificate): string {
  return subject.replaceAll('\n', ', ')
}

type Found = Pick<ClientIdentity, 'identity' | 'leaf' | 'secrets'>

function isPem(bytes: Buffer): boolean {
  return bytes.includes('-----BEGIN ')
}

function ofBinary(
  { certificate }: ClientCertificateBytes,
  { certificate: path, key, passphrase }: ClientCertificateFiles
): Found {
  if (isCertificate(certificate)) {
    throw invalidCertificate(
      `The client certificate ${path} is in binary form (DER) and holds no key`,
      `Convert it to PEM: openssl x509 -inform der -in ${path} -out client.pem; and give its key with --client-key (ERP_CLIENT_KEY).`
    )
  }
  const leaf = readPkcs12({ bytes: certificate, path, passphrase })
  if (key !== undefined) {
    throw invalidCertificate(
      `The client certificate ${path} is a PKCS#12 file, which holds its key, and a key file is given as well`,
      'Remove --client-key (ERP_CLIENT_KEY), or give a certificate in PEM form.'
    )
  }
  return {
    identity: { pfx: certificate, passphrase },
    leaf,
    secrets: [certificate.toString('base64')]
  }
}

function ofPem({ certificate, key }: ClientCertificateBytes, files: ClientCertificateFiles): Found {
  const { certificate: path, key: keyPath = path } = files
  const chain = certificatesOf(certificate.toString('utf8'), path)
  const text = keyBlockOf((key ?? certificate).toString('latin1'), { path, keyPath })
  const privateKey = openKey(text, { keyPath, passphrase: files.passphrase })
  const leaf = chain.find(each => each.checkPrivateKey(privateKey))
  if (leaf === undefined) {
    throw invalidCertificate(
      `The key in ${keyPath} does not belong to the client certificate ${path}`,
      'Give the key that the certificate was requested with. Where both files are being replaced, replace both.'
    )
  }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const identity = {
    certificate: [leaf, ...chain.filter(each => each !== leaf)].join(''),
    key: pem
  }
  checkUsable(identity, path)
  return { identity, leaf, secrets: [text, pem] }
}

function certificatesOf(text: string, path: string): X509Certificate[] {
  const blocks = [...text.matchAll(pemBlock)]
  const found = blocks.filter(([, label]) => /^(?:X509 |TRUSTED )?CERTIFICATE$/.test(label ?? ''))
  if (found.length === 0) throw withoutCertificate(blocks[0]?.[1], path)
  return found.map(([block], index) => {
    try {
      return new X509Certificate(block)
    } catch {
      throw invalidCertificate(
        `The client certificate ${path} is damaged at its place ${index + 1}`,
        'Copy the file again, as text and as a whole.'
      )
    }
  })
}

/** @param label what stands in the file instead */
function withoutCertificate(label: string | undefined, path: string): ErpError {
  if (label?.endsWith('CERTIFICATE REQUEST') === true) {
    return invalidCertificate(
      `The client certificate ${path} is a certificate request`,
      'Give the certificate that the CA issued for the request.'
    )
  }
  return invalidCertificate(
    label === undefined
      ? `The client certificate ${path} is cut off: its last line is missing`
      : `The client certificate ${path} holds a ${label} and no certificate`,
    'Give the certificate with --client-cert (ERP_CLIENT_CERT) and its key with --client-key (ERP_CLIENT_KEY).'
  )
}

function keyBlockOf(text: string, { path, keyPath }: { path: string; keyPath: string }): string {
  const blocks = [...text.matchAll(pemBlock)]
  const keys = blocks.filter(([, label]) => label?.endsWith('PRIVATE KEY') === true)
  const [only] = keys
  if (only !== undefined && keys.length === 1) return only[0]
  if (keys.length > 1) {
    throw invalidCertificate(
      `${keyPath} holds ${keys.length} private keys`,
      'Keep the key of the client certificate alone.'
    )
  }
  if (keyPath === path) {
    throw invalidCertificate(
      `The client certificate ${path} is given without its key`,
      'Give the key with --client-key (ERP_CLIENT_KEY), or a PKCS#12 file that holds both.'
    )
  }
  const [, label] = blocks[0] ?? []
  throw invalidCertificate(
    `The key file ${keyPath} holds ${label === undefined ? 'no private key in PEM form' : `a ${label} and no private key`}`,
    label === 'CERTIFICATE'
      ? 'Check that --client-cert and --client-key are not exchanged.'
      : 'Convert the key to PEM: openssl pkey -in KEY -out client.key.'
  )
}

function openKey(
  text: string,
  { keyPath, passphrase }: { keyPath: string; passphrase: string | undefined }
): KeyObject {
  try {
    return createPrivateKey({
      key: text,
      format: 'pem',
      ...(passphrase === undefined ? {} : { passphrase })
    })
  } catch (error) {
    if (!text.includes('ENCRYPTED')) {
      throw invalidCertificate(
        `The private key in ${keyPath} cannot be read${codeOf(error)}`,
        'Copy the file again, as text and as a whole; or convert the key: openssl pkey -in KEY -out client.key.'
      )
    }
    throw passphrase === undefined ? withoutPassphrase(keyPath) : wrongPassphrase(keyPath)
  }
}

/** The TLS library refuses short keys and old signatures at the handshake only. */
function checkUsable({ certificate, key }: { certificate: string; key: string }, path: string) {
  try {
    createSecureContext({ cert: certificate, key })
  } catch (error) {
    throw unusableForTls(error, path)
  }
}

function checkValidity(leaf: X509Certificate, path: string, now: number): void {
  if (now < leaf.validFromDate.getTime()) {
    throw invalidCertificate(
      `The client certificate ${path} is valid only from ${leaf.validFromDate.toISOString()} (now ${new Date(now).toISOString()})`,
      'Check the clock of this machine, or give a certificate that is valid already.'
    )
  }
  if (now >= leaf.validToDate.getTime()) throw endedCertificate(leaf, path)
}

function warningsOf(leaf: X509Certificate, path: string, now: number): string[] {
  const [from, until] = [leaf.validFromDate.getTime(), leaf.validToDate.getTime()]
  const endsSoon = until - now < Math.min(warnBefore.most, (until - from) * warnBefore.share)
  const usages = (leaf.keyUsage as readonly string[] | undefined) ?? clientUsages
  return [
    ...(endsSoon
      ? [`The client certificate ${path} ends on ${leaf.validToDate.toISOString()}`]
      : []),
    ...(usages.some(usage => clientUsages.includes(usage))
      ? []
      : [
          `The client certificate ${path} is not meant for the log-on of clients (its extended key usage lacks clientAuth); the ERP may refuse it`
        ])
  ]
}

function isCertificate(bytes: Buffer): boolean {
  try {
    return new X509Certificate(bytes).serialNumber !== ''
  } catch {
    return false
  }
}
