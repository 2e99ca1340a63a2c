/** Checks of a log-on before the first request. */
import { readFileSync } from 'node:fs'
import { cookiesFor, readCookieFile } from '../http/cookie-file.ts'
import { checkTicketCommand } from '../logon/ticket-command.ts'
import { originOf } from '../http/paths.ts'
import { checkClientCertificate } from '../pki/certificate-files.ts'
import { othersMayRead } from '../others-may-read.ts'
import type { ErpOptions } from '../options.ts'

const isLoopback = (origin: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

/**
 * Checks the credential before its first use.
 * @returns warnings that do not prevent a start: expired cookies that may be renewed, files that
 * other users can read, passwords without TLS
 * @throws ErpError ERP_LOGON_FAILED for an invalid cookie file, ERP_CLIENT_CERT_INVALID for a client
 * certificate that cannot be used, ERP_BAD_REQUEST for an invalid base URL
 */
export function checkLogon({
  baseUrl,
  credential,
  proxy
}: Pick<ErpOptions, 'baseUrl' | 'credential' | 'proxy'>): string[] {
  const origin = originOf(baseUrl)
  const warnings = checkFiles(credential, origin)
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    const through = (proxy?.http ?? '') === '' ? '' : ', and the proxy'
    warnings.push(`The URL of the ERP has no TLS: the network${through} can read the log-on`)
  }
  return warnings
}

function checkFiles(credential: ErpOptions['credential'], origin: string): string[] {
  if (credential.kind === 'cookie-file') return checkCookieFile(credential.path, origin)
  if (credential.kind === 'certificate-file') {
    return [...checkClientCertificate(credential).warnings]
  }
  return credential.kind === 'ticket-command' ? checkTicketCommand(credential) : []
}

function checkCookieFile(path: string, origin: string): string[] {
  const cookies = readCookieFile(readFileSync(path, 'utf8'))
  const warnings = othersMayRead(path)
    ? [`The cookie file ${path} can be read by other users of this machine; chmod 600 it`]
    : []
  try {
    cookiesFor(cookies, origin, Date.now())
  } catch (error) {
    warnings.push(`${(error as Error).message}; it is read again when it changes`)
  }
  return warnings
}
