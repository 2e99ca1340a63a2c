/** PKCS#12 files: the certificate in one, and what is wrong with it in words. */
import { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { X509Certificate } from 'node:crypto'
import type { ErpError } from '../errors.ts'
import {
  invalidCertificate,
  unusableForTls,
  withoutPassphrase,
  wrongPassphrase
} from './certificate-faults.ts'

export interface Pkcs12File {
  readonly bytes: Buffer
  readonly path: string
  readonly passphrase?: string | undefined
}

/** The certificate of the key. @throws ErpError ERP_CLIENT_CERT_INVALID */
export function readPkcs12(file: Pkcs12File): X509Certificate {
  const certificate = certificateOf(openPkcs12(file))
  if (certificate !== undefined) return certificate
  throw invalidCertificate(
    `The PKCS#12 file ${file.path} holds no certificate`,
    'Export the certificate together with its private key.'
  )
}

function openPkcs12({ bytes, path, passphrase }: Pkcs12File): SecureContext {
  try {
    return createSecureContext({ pfx: bytes, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch (error) {
    throw pkcs12Fault(error, { path, passphrase })
  }
}

/** The platform names no certificate of a context; a socket that is never connected does. */
function certificateOf(secureContext: SecureContext): X509Certificate | undefined {
  const nowhere = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      done()
    }
  })
  const socket = new TLSSocket(nowhere, { secureContext, isServer: false })
  socket.on('error', () => {})
  try {
    return socket.getX509Certificate()
  } finally {
    socket.destroy()
  }
}

function pkcs12Fault(
  error: unknown,
  { path, passphrase }: Pick<Pkcs12File, 'path' | 'passphrase'>
): ErpError {
  const { message } = error as Error
  if (/mac verify failure/i.test(message)) {
    return passphrase === undefined ? withoutPassphrase(path) : wrongPassphrase(path)
  }
  if (/unsupported/i.test(message)) {
    return invalidCertificate(
      `The PKCS#12 file ${path} is encrypted by an old method (RC2 or DES)`,
      `Write it anew: openssl pkcs12 -legacy -in ${path} -nodes -out old.pem, then openssl pkcs12 -export -in old.pem -out new.p12, and delete old.pem.`
    )
  }
  if (/private key/i.test(message)) {
    return invalidCertificate(
      `The PKCS#12 file ${path} holds no private key`,
      'Export the certificate together with its private key.'
    )
  }
  if (/(?:key|md) too (?:small|weak)|ca md too weak/i.test(message)) {
    return unusableForTls(error, path)
  }
  return invalidCertificate(
    `The client certificate ${path} is neither PEM nor PKCS#12`,
    'Give a text file with -----BEGIN CERTIFICATE-----, or a PKCS#12 file (.p12, .pfx) with certificate and key.'
  )
}
