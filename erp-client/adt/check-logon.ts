/** What can be known about a log-on before the first request. */
import { readFileSync, statSync } from 'node:fs'
import { platform } from 'node:os'
import { cookiesFor, readCookieFile } from '../http/cookie-file.ts'
import { originOf } from '../http/paths.ts'
import type { ErpOptions } from '../options.ts'

const isLoopback = (origin: string) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

/**
 * Looks at the credential before it is used.
 * @returns remarks that do not stop a start: cookies that may still be renewed, files that others
 * can read, passwords that go in the clear
 * @throws ErpError ERP_LOGON_FAILED for a cookie file that is none, ERP_BAD_REQUEST for a base URL
 * that is none
 */
export function checkLogon({
  baseUrl,
  credential,
  proxy
}: Pick<ErpOptions, 'baseUrl' | 'credential' | 'proxy'>): string[] {
  const origin = originOf(baseUrl)
  const warnings = credential.kind === 'cookie-file' ? checkCookieFile(credential.path, origin) : []
  if (origin.startsWith('http:') && !isLoopback(origin)) {
    const through = (proxy?.http ?? '') === '' ? '' : ', and the proxy'
    warnings.push(
      `The URL of the ERP has no TLS: whoever is on the way${through} can read the log-on`
    )
  }
  return warnings
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

/** Whether the group or everybody may read a file that is a secret. */
export function othersMayRead(path: string): boolean {
  return platform() !== 'win32' && (statSync(path).mode & 0o077) !== 0
}
