/** Cookies of a browser as a session: what is kept of them, and the ticket that is only exchanged. */
import { createPlainRequests } from '../erp-client/index.ts'
import { sessionOfTicket, userOf } from './exchange.ts'
import type { Target } from './exchange.ts'
import type { SessionRecord } from './kept-sessions.ts'

export type Cookies = SessionRecord['cookies']

export interface BrowserSession {
  /** Without those of a ticket and of a stateful session, which belongs to the browser. */
  readonly cookies: Cookies
  readonly ticket: string | undefined
}

export const isSessionName = (name: string) => /^SAP_SESSIONID_/i.test(name)
export const isTicketName = (name: string) => /^MYSAPSSO2$/i.test(name)

export function isSameSession(one: Cookies, other: Cookies): boolean {
  const ids = (cookies: Cookies) =>
    cookies.filter(([name]) => isSessionName(name)).map(([name, value]) => `${name}=${value}`)
  const known = new Set(ids(one))
  return ids(other).some(id => known.has(id))
}

/** Undefined where neither a session nor a ticket is among them. */
export function browserSession(all: Cookies): BrowserSession | undefined {
  const cookies = all.filter(([name]) => !isTicketName(name) && !/^sap-contextid$/i.test(name))
  const [, ticket] = all.find(([name, value]) => isTicketName(name) && value !== '') ?? []
  if (cookies.some(([name]) => isSessionName(name))) return { cookies, ticket: undefined }
  return ticket === undefined ? undefined : { cookies: [], ticket: decoded(ticket) }
}

/**
 * Asks the ERP whose session it is. A session that it refuses is not ended: the browser may use it.
 * @throws ErpError where it is none
 */
export async function recordOfBrowser(
  target: Target,
  { cookies, ticket }: BrowserSession,
  learn: (secrets: readonly string[]) => void
): Promise<SessionRecord> {
  const given = [...cookies.map(([, value]) => value), ...(ticket === undefined ? [] : [ticket])]
  learn(given)
  const own = ticket === undefined ? cookies : await exchanged(target, ticket)
  learn([...given, ...own.map(([, value]) => value)])
  return { cookies: own, user: await userOf(target, own), since: Date.now() }
}

async function exchanged(target: Target, ticket: string): Promise<Cookies> {
  const requests = createPlainRequests(target)
  try {
    return await sessionOfTicket(requests, ticket, target)
  } finally {
    await requests.close()
  }
}

/** The cookie of a ticket is percent-encoded, its header is not. */
export function decoded(ticket: string): string {
  try {
    return decodeURIComponent(ticket)
  } catch {
    return ticket
  }
}
