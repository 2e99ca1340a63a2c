/** From a ticket to a security session, whose user the ERP names, and the end of that session. */
import { createErp, createPlainRequests, ErpError, readSystem } from '../erp-client/index.ts'
import type { ErpOptions, PlainRequests } from '../erp-client/index.ts'
import {
  sessionPath,
  ticketExchangeHeaders,
  ticketRemedy
} from '../erp-client/logon/ticket-exchange.ts'
import type { SessionRecord } from './kept-sessions.ts'

export type Target = Omit<ErpOptions, 'credential'>

type Cookies = SessionRecord['cookies']

/** @throws ErpError ERP_LOGON_FAILED where the ERP does not take the ticket */
export async function sessionOfTicket(
  requests: PlainRequests,
  ticket: string,
  { client, language }: Pick<Target, 'client' | 'language'>
): Promise<Cookies> {
  const query = new URLSearchParams({ 'sap-client': client, 'sap-language': language })
  const answer = await requests.get(
    `${sessionPath}?${query.toString()}`,
    ticketExchangeHeaders(ticket)
  )
  // Tickets are used once and not kept; the ERP may send one back.
  const cookies = [...answer.cookies].filter(([name]) => !/^MYSAPSSO2$/i.test(name))
  if (answer.status === 200 && cookies.some(([name]) => /^SAP_SESSIONID_/i.test(name))) {
    return cookies
  }
  throw new ErpError(
    'ERP_LOGON_FAILED',
    `The ERP opened no session for the ticket (${answer.status})`,
    { status: answer.status, outcome: 'failed', remedy: ticketRemedy }
  )
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
      cookie: headerOf(cookies)
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
