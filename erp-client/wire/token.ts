import { headerOf } from '../http/erp-call.ts'
import type { Answer, ErpCallOptions } from '../http/erp-call.ts'

/**
 * Resources to fetch a token from; the first is missing on 7.40 and older. By GET: a HEAD costs the
 * connection.
 */
export const tokenEndpoints = [
  '/sap/bc/adt/core/discovery',
  '/sap/bc/adt/discovery',
  '/sap/bc/adt/compatibility/graph'
] as const

/** gCTS gives tokens of its own. */
const gcts = '/sap/bc/cts_abapvcs/'

const fetchMilliseconds = 60_000

export const tokenHeader = 'x-csrf-token'

/** The same identity asks for a token; only client and language of the query are kept. */
export function fetchOptions(options: ErpCallOptions, rung: number): ErpCallOptions {
  const logon = options.path.match(/sap-(?:client|language)=[^&]*/g) ?? []
  // others wait for it too: neither the impatience of the first nor its leaving may end it
  const exchange = {
    ...options.exchange,
    accept: '*/*',
    signal: undefined,
    deadline: Date.now() + fetchMilliseconds
  }
  const from = options.path.startsWith(gcts) ? `${gcts}system` : tokenEndpoints[rung]
  return {
    ...options,
    exchange,
    method: 'GET',
    path: `${from}?${logon.join('&')}`,
    body: null,
    headers: { accept: '*/*', [tokenHeader]: 'Fetch' }
  }
}

/** The ERP refused the request for want of a token, before it had any effect. */
export function wantsToken(answer: Answer): boolean {
  return answer.status === 403 && /^required$/i.test(headerOf(answer, tokenHeader))
}

/** The token an answer carries; `Required` is none. */
export function tokenOf(answer: Answer): string | undefined {
  const value = headerOf(answer, tokenHeader)
  return value === '' || /^(?:required|fetch)$/i.test(value) ? undefined : value
}
