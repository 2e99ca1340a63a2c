/** A log-on in the browser of the user: it ends with a ticket, which is exchanged at once. */
import { createPlainRequests } from '../erp-client/index.ts'
import { announcedLogon, logonAddress } from './announced.ts'
import { browserAnswer } from './browser-answer.ts'
import type { BrowserOptions } from './browser-answer.ts'
import { endSession, sessionOfTicket, userOf } from './exchange.ts'
import type { Target } from './exchange.ts'
import type { SessionRecord } from './session-record.ts'

export interface BrowserLogonOptions extends BrowserOptions {
  readonly target: Target
  /** The log-on where the system gives no tickets. */
  withoutTickets(): Promise<SessionRecord>
}

/** @throws ErpError ERP_LOGON_FAILED with the reason */
export async function logOnInBrowser(options: BrowserLogonOptions): Promise<SessionRecord> {
  const { target, learn } = options
  const requests = createPlainRequests(target)
  try {
    const logon = await announcedLogon(requests)
    if (logon === undefined) return await options.withoutTickets()
    const ticket = await ticketOf(options, redirectUrl =>
      logonAddress(logon, { redirectUrl, client: target.client })
    )
    learn([ticket])
    return await recordOf(target, await sessionOfTicket(requests, ticket, target), learn)
  } finally {
    await requests.close()
  }
}

/** A session whose user the ERP does not name is of no use, and is ended. */
export async function recordOf(
  target: Target,
  cookies: SessionRecord['cookies'],
  learn: BrowserLogonOptions['learn']
): Promise<SessionRecord> {
  learn(cookies.map(([, value]) => value))
  try {
    return { cookies, user: await userOf(target, cookies), since: Date.now() }
  } catch (error) {
    await endSession(target, cookies)
    throw error
  }
}

async function ticketOf(
  options: BrowserLogonOptions,
  addressFor: (redirectUrl: string) => string
): Promise<string> {
  const name = 'reentrance-ticket'
  const { answer } = await browserAnswer(options, {
    ...{ wanted: [name], nonceParameter: 'nonce' },
    addressFor: ({ redirectUrl }) => addressFor(redirectUrl)
  })
  // A plus sign that was not encoded arrives as a space.
  return (answer.get(name) ?? '').replaceAll(' ', '+')
}
