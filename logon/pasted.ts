/**
 * A session that the user copies from the developer tools of a browser: the value of the request
 * header `Cookie`, or a log-on ticket. Nothing of it is ever quoted.
 */
import { ErpError } from '../erp-client/index.ts'
import type { Target } from './exchange.ts'
import type { SessionRecord } from './kept-sessions.ts'
import {
  browserSession,
  decoded,
  isSessionName,
  isTicketName,
  recordOfBrowser
} from './session-cookies.ts'
import type { BrowserSession, Cookies } from './session-cookies.ts'

/** What servers take of all headers together. */
const mostCharacters = 16_384
const mostCookies = 60
/** Base64, with the signs that an SAP system uses in place of some, perhaps percent-encoded. */
const ticketForm = /^[A-Za-z0-9+/!%_-]{60,}={0,2}$/

/** @throws ErpError ERP_LOGON_FAILED that says what is wrong with the text */
export function readPasted(text: string): BrowserSession {
  const line = text.trim()
  if (line === '') throw failure('Nothing was pasted')
  if (/[\r\n]/.test(line)) throw failure('More than one line was pasted')
  if (line.length > mostCharacters) {
    throw failure(`More than ${mostCharacters / 1024} KB were pasted`)
  }
  const value = line.replace(/^["']|["']$/g, '').replace(/^cookie\s*:\s*/i, '')
  if (/[^\x20-\x7e]/.test(value)) throw failure('What was pasted has characters that no header has')
  if (/^(?:set-cookie|authorization)\s*:|^(?:basic|bearer) /i.test(value)) {
    throw failure('What was pasted is another header than Cookie')
  }
  const cookies = pairsOf(value)
  const found = browserSession(cookies)
  if (found !== undefined) return assertGood(cookies, found)
  if (ticketForm.test(value)) return { cookies: [], ticket: decoded(value) }
  throw failure('What was pasted has no cookie SAP_SESSIONID_… or MYSAPSSO2, and is no ticket')
}

/** The first of equal names is that of the longest path. */
function pairsOf(value: string): Cookies {
  const pairs = new Map<string, string>()
  for (const part of value.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (name !== '' && !pairs.has(name)) pairs.set(name, part.slice(at + 1).trim())
  }
  return [...pairs]
}

function assertGood(cookies: Cookies, found: BrowserSession): BrowserSession {
  if (cookies.length > mostCookies) throw failure(`More than ${mostCookies} cookies were pasted`)
  for (const [name, value] of cookies) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
      throw failure('What was pasted has a cookie whose name no browser would send')
    }
    const matters = isSessionName(name) || isTicketName(name)
    if (matters && value.length < 8) {
      throw failure(`The cookie ${name} was not pasted whole`)
    }
  }
  return found
}

/** @throws ErpError where the ERP does not accept it */
export async function logOnPasted(
  text: string,
  { target, learn }: { readonly target: Target; learn(secrets: readonly string[]): void }
): Promise<SessionRecord> {
  const found = readPasted(text)
  try {
    return await recordOfBrowser(target, found, learn)
  } catch (error) {
    if (!(error instanceof ErpError) || error.code !== 'ERP_LOGON_PAGE') throw error
    throw failure('The ERP does not accept what was pasted, or the session has ended')
  }
}

function failure(what: string): ErpError {
  return new ErpError('ERP_LOGON_FAILED', what, {
    outcome: 'failed',
    remedy:
      'Copy the value of the request header Cookie of a request to the ERP, whole, from the network view of the developer tools, and run erp-bridge login --paste again.'
  })
}
