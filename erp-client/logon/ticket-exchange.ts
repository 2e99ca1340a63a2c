/**
 * The exchange of a log-on ticket for a security session. Two public clients send it so:
 * SAP/open-ux-tools `packages/axios-extension/src/auth` (header MYSAPSSO2 with
 * `x-sap-security-session: create`) and a fork of oisee/vibing-steampunk (`docs/design`,
 * fork-survey.md: the resource and `sap-adt-purpose`). That any ticket of the system is accepted
 * there, not reentrance tickets alone, is believed.
 */
import type { Answer, ErpCallOptions } from '../http/erp-call.ts'
import { ErpError } from '../errors.ts'

/** The header of a ticket, as undici takes names. */
export const ticketHeader = 'mysapsso2'

export const sessionPath = '/sap/bc/adt/core/http/sessions'
export const sessionMediaType =
  'application/vnd.sap.adt.core.http.session.v3+xml, application/xml;q=0.5'

/** On requests within a security session that a ticket has opened. */
export const securitySessionHeader = 'x-sap-security-session'

export function ticketExchangeHeaders(ticket: string): Record<string, string> {
  return {
    accept: sessionMediaType,
    [ticketHeader]: ticket,
    'sap-adt-purpose': 'preflight_logon',
    [securitySessionHeader]: 'create'
  }
}

/** The request with the ticket; it keeps only client and language of the query. */
export function exchangeOptions(options: ErpCallOptions, ticket: string): ErpCallOptions {
  const logon = options.path.match(/sap-(?:client|language)=[^&]*/g) ?? []
  return {
    ...options,
    // A copy: that this request was sent says nothing of the outcome of the caller's own.
    call: { ...options.call, accept: sessionMediaType },
    method: 'GET',
    path: `${sessionPath}?${logon.join('&')}`,
    body: null,
    headers: ticketExchangeHeaders(ticket)
  }
}

/** @throws ErpError where an answer that is no refusal opened no security session */
export function assertSession({ status }: Answer, hasSession: boolean): void {
  if (hasSession) return
  if (status === 404) {
    throw new ErpError('ERP_UNSUPPORTED', 'This system exchanges no tickets (404)', {
      status,
      outcome: 'failed',
      remedy: 'Use another log-on, or activate the service /sap/bc/adt (SICF).'
    })
  }
  throw new ErpError('ERP_LOGON_FAILED', `The ERP opened no session for the ticket (${status})`, {
    status,
    outcome: 'failed',
    remedy: ticketRemedy
  })
}

export const ticketRemedy =
  'Check that the ticket is of this system and client and has not expired, that login/accept_sso2_ticket is 1 (transaction RZ11), that the ERP trusts the issuer of the ticket (STRUSTSSO2), and that its user exists and is not locked (SU01).'

/** The token service has given the token: what is missing is at the ERP. */
export const tokenRemedy =
  'Check that the user of the token exists at the ERP and is not locked, that it may use development tools (BTP ABAP environment: business role SAP_BR_DEVELOPER), and that the ERP trusts the issuer of the token.'
