/**
 * From a ticket or a token to a security session, whose user the ERP names, and the end of that
 * session.
 */
import { createErp, createPlainRequests, ErpError, readSystem } from '../erp-client/index.ts'
import type { ErpOptions, PlainRequests } from '../erp-client/index.ts'
import {
  securitySessionHeader,
  sessionMediaType,
  sessionPath,
  ticketExchangeHeaders,
  ticketRemedy,
  tokenRemedy
} from '../erp-client/logon/ticket-exchange.ts'
import type { SessionRecord } from './session-record.ts'

export type Target = Omit<ErpOptions, 'credential'>

type Cookies = SessionRecord['cookies']

type Place = Pick<Target, 'client' | 'language'>

/** @throws ErpError ERP_LOGON_FAILED where the ERP does not take the ticket */
export async function sessionOfTicket(
  requests: PlainRequests,
  ticket: string,
  place: Place
): Promise<Cookies> {
  const headers = ticketExchangeHeaders(ticket)
  const { status, cookies } = await openSession(requests, place, headers)
  if (status === 200 && hasSession(cookies)) return cookies
  throw noSession('ticket', status, ticketRemedy)
}

/**
 * A bearer token is a log-on at any resource, so that a system without this one opens a session as
 * well.
 *
 * @throws ErpError ERP_LOGON_FAILED where the ERP does not take the token
 */
export async function sessionOfToken(
  requests: PlainRequests,
  token: string,
  place: Place
): Promise<Cookies> {
  const { status, cookies } = await openSession(requests, place, {
    accept: sessionMediaType,
    authorization: `Bearer ${token}`,
    [securitySessionHeader]: 'create'
  })
  if ((status === 200 || status === 404) && hasSession(cookies)) return cookies
  throw noSession('token', status, tokenRemedy)
}

async function openSession(
  requests: PlainRequests,
  { client, language }: Place,
  headers: Readonly<Record<string, string>>
): Promise<{ readonly status: number; readonly cookies: Cookies }> {
  const query = new URLSearchParams({ 'sap-client': client, 'sap-language': language })
  const { status, cookies } = await requests.get(`${sessionPath}?${query.toString()}`, headers)
  // Tickets are used once and not kept; the ERP may send one back.
  return { status, cookies: [...cookies].filter(([name]) => !/^MYSAPSSO2$/i.test(name)) }
}

function hasSession(cookies: Cookies): boolean {
  return cookies.some(([name]) => /^SAP_SESSIONID_/i.test(name))
}

function noSession(what: string, status: number, remedy: string): ErpError {
  const message = `The ERP opened no session for the ${what} (${status})`
  return new ErpError('ERP_LOGON_FAILED', message, { status, outcome: 'failed', remedy })
}

const unnamed = 'a user that this release does not name'

/** The name of the user, as the ERP has it. @throws ErpError where the cookies are no session */
export async function userOf(target: Target, cookies: Cookies): Promise<string> {
  const header = headerOf(cookies)
  const erp = createErp({ ...target, credential: { kind: 'cookie', header } })
  try {
    const { user } = await readSystem(erp.reader)
    if (user !== '') return user
    // Services that an older release lacks say nothing of the log-on.
    await erp.reader.request({
      operation: 'discovery.read',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/discovery'
    })
    return unnamed
  } finally {
    await erp.close()
  }
}

/** Never throws: a session that is not ended ends by its own time limit. */
export async function endSession(target: Target, cookies: Cookies): Promise<void> {
  const requests = createPlainRequests(target)
  try {
    await requests.get('/sap/public/bc/icf/logoff', {
      accept: 'text/html',
      cookie: headerOf(cookies),
      [securitySessionHeader]: 'use'
    })
  } catch {
    /* as above */
  } finally {
    await requests.close()
  }
}

function headerOf(cookies: Cookies): string {
  return cookies.map(([name, value]) => `${name}=${value}`).join('; ')
}
