/** HTTP answers of the ERP: headers, log-on pages, redirects, lost sessions and `Retry-After`. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../http/erp-call.ts'
import { rootAt } from './xml.ts'

/** Headers as one string each, without cookies, which stay inside the session. */
export function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || name === 'set-cookie') continue
    plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}

export function isHtml(answer: Answer): boolean {
  return /^\s*text\/html\b/i.test(String(answer.headers['content-type'] ?? ''))
}

const logonMarkers = /sap-system-login|logonform|sapsystemlogin|name="sap-user"|SAMLRequest/i
/** Start of a whole HTML page. */
const wholePage = /^<(?:!doctype html|html)\b/i

/**
 * Whether the answer is a log-on page. Fragments (`<h4>`, `<table>`) are valid answers of some
 * resources; so are whole pages for requests of HTML, unless they contain a log-on form.
 */
export function isLogonPage(answer: Answer, accept: string): boolean {
  if (answer.status !== 200 || !isHtml(answer)) return false
  const head = answer.body.toString('utf8', 0, 16_384)
  if (logonMarkers.test(head)) return true
  return !accept.includes('html') && wholePage.test(head.slice(rootAt(head)))
}

export function isRedirect(answer: Answer): boolean {
  return answer.status >= 300 && answer.status < 400 && answer.status !== 304
}

/** The connection manager no longer has the stateful session. */
export function contextGone(answer: Answer): boolean {
  return (
    answer.status === 400 &&
    [answer.headers['sap-err-id'], answer.headers['x-sap-icm-err-id']].includes('ICMENOSESSION')
  )
}

/** `Retry-After` in milliseconds; undefined where the header is missing. */
export function retryAfter(answer: Answer): number | undefined {
  const header = String(answer.headers['retry-after'] ?? '').trim()
  if (header === '') return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}
