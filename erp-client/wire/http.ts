import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '../http/erp-call.ts'
import { rootAt } from './xml.ts'

/** Headers as one string each; cookies are nobody's business outside the session. */
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
const wholePage = /^<(?:!doctype html|html)\b/i

/**
 * A log-on page in place of an answer. Fragments (`<h4>`, `<table>`) are legitimate answers of some
 * resources; so are whole pages for those that were asked for HTML, unless they carry the marks of
 * a log-on form.
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

/** The connection manager does not know the stateful session any more. */
export function contextGone(answer: Answer): boolean {
  return (
    answer.status === 400 &&
    [answer.headers['sap-err-id'], answer.headers['x-sap-icm-err-id']].includes('ICMENOSESSION')
  )
}

/** Milliseconds that an overloaded ERP asks for; undefined where it does not say. */
export function retryAfter(answer: Answer): number | undefined {
  const options = String(answer.headers['retry-after'] ?? '').trim()
  if (options === '') return undefined
  const wait = /^\d+$/.test(options) ? Number(options) * 1000 : Date.parse(options) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}
