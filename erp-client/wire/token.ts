/** CSRF tokens on the wire: where to fetch one, and how an answer carries it. */
import { headerOf } from '../http/erp-call.ts'
import type { Answer, ErpCallOptions } from '../http/erp-call.ts'

/**
 * Endpoints of a token; the first is missing on 7.40 and older. By GET: a HEAD closes the
 * connection.
 */
export const tokenEndpoints = [
  '/sap/bc/adt/core/discovery',
  '/sap/bc/adt/discovery',
  '/sap/bc/adt/compatibility/graph'
] as const

const noRun = `runs/${'0'.repeat(32)}`

/**
 * Services that give out tokens themselves: gCTS issues its own, and communication users may not
 * read the endpoints above.
 */
const ownEndpoints: readonly (readonly [prefix: string, endpoint: string])[] = [
  ['/sap/bc/cts_abapvcs/', 'system'],
  ['/sap/bc/adt/api/atc/', noRun],
  ['/sap/bc/adt/api/abapunit/', noRun]
]

function endpointFor(path: string, index: number): string {
  const own = ownEndpoints.find(([prefix]) => path.startsWith(prefix))
  return own === undefined ? (tokenEndpoints[index] ?? '') : own.join('')
}

const fetchMilliseconds = 60_000

export const tokenHeader = 'x-csrf-token'

/** The request for a token; it keeps only client and language of the query. */
export function fetchOptions(options: ErpCallOptions, index: number): ErpCallOptions {
  const logon = options.path.match(/sap-(?:client|language)=[^&]*/g) ?? []
  // Other requests wait for the token too: neither signal nor deadline of the first may end it.
  const call = {
    ...options.call,
    accept: '*/*',
    signal: undefined,
    deadline: Date.now() + fetchMilliseconds
  }
  const from = endpointFor(options.path, index)
  return {
    ...options,
    call,
    method: 'GET',
    path: `${from}?${logon.join('&')}`,
    body: null,
    headers: { accept: '*/*', [tokenHeader]: 'Fetch' }
  }
}

/** The ERP refused the request because it lacks a token, before it had any effect. */
export function wantsToken(answer: Answer): boolean {
  return answer.status === 403 && /^required$/i.test(headerOf(answer, tokenHeader))
}

/** The token in an answer; `Required` is none. */
export function tokenOf(answer: Answer): string | undefined {
  const value = headerOf(answer, tokenHeader)
  return value === '' || /^(?:required|fetch)$/i.test(value) ? undefined : value
}
