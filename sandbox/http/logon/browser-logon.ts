/**
 * The log-on in a browser: a form of the system itself, which leads back with a ticket, or a page of an
 * identity provider, which leads back to the system with cookies alone.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Users } from './users.ts'
import { logonRefused } from './users.ts'
import { createTickets } from './tickets.ts'
import type { Tickets } from './tickets.ts'
import { PlainError } from '../errors.ts'

export type LogonPage = 'form' | 'saml'

export interface BrowserLogon {
  /** Undefined: requests without a log-on are refused with 401, as systems with passwords do. */
  readonly page: LogonPage | undefined
  readonly tickets: Tickets
  /** Opens a security session. @returns its cookies */
  open(user: string): readonly string[]
  onOpen(open: (user: string) => readonly string[]): void
}

interface BrowserLogonOptions {
  readonly page: LogonPage | undefined
  readonly identity: { readonly id: string; readonly client: string }
  readonly now: () => number
}

const ticketLifetime = 120_000

export function createBrowserLogon(options: BrowserLogonOptions): BrowserLogon {
  let opener: (user: string) => readonly string[] = () => []
  return {
    page: options.page,
    tickets: createTickets({ ...options, lifetimeMilliseconds: ticketLifetime }),
    open: user => opener(user),
    onOpen(open) {
      opener = open
    }
  }
}

interface Refusing {
  readonly id: string
  readonly client: string
  readonly browserLogon: BrowserLogon
}

/** A system with a log-on page answers 200 with it: an expired session looks like an answer. */
export function refusedWithoutLogon({ id, client, browserLogon }: Refusing): PlainError {
  if (browserLogon.page === undefined) return logonRefused(id, client)
  const body = browserLogon.page === 'form' ? formPage() : samlPage('/sap/bc/adt/discovery')
  return new PlainError(body, 200, { 'content-type': 'text/html; charset=utf-8' })
}

/** A ticket opens a session at one resource, and only where that is asked for; '' elsewhere. */
export function ticketOf({
  headers,
  url
}: {
  readonly headers: IncomingHttpHeaders
  readonly url: string
}): string | undefined {
  const ticket = headers['mysapsso2']
  if (ticket === undefined) return undefined
  const isExchange =
    headers['x-sap-security-session'] === 'create' &&
    url.split('?', 1)[0] === '/sap/bc/adt/core/http/sessions'
  return isExchange && typeof ticket === 'string' ? ticket : ''
}

const paths = { provider: '/sandbox/idp', consumer: '/sap/saml2/sp/acs' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, one => `&#${one.charCodeAt(0)};`)
}

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

function pageOf(title: string, action: string, fields: string): string {
  return `<!DOCTYPE html><html><head><title>${title}</title></head><body class="sap-system-login"><h1>${title}</h1><form name="loginForm" method="post" action="${escapeHtml(action)}">${fields}</form></body></html>`
}

const credentialFields =
  '<label>User <input name="sap-user" autofocus></label> <label>Password <input name="sap-password" type="password"></label> <button id="LOGON_BUTTON">Log on</button>'

/** @param action the path and query that the form goes to; the same page when left out */
export function formPage(action = '', complaint = ''): string {
  return pageOf('Log on', action, `<p>${escapeHtml(complaint)}</p>${credentialFields}`)
}

/** Leads on to the identity provider, as SAML does by a form that sends itself. */
export function samlPage(relayState: string): string {
  const fields = `${hidden('SAMLRequest', 'c2FuZGJveA==')}${hidden('RelayState', relayState)}`
  return pageOf('Redirecting', paths.provider, `${fields}<noscript>${goOn}</noscript>${sendItself}`)
}

const goOn = '<button>Continue</button>'
const sendItself = '<script>document.forms[0].submit()</script>'

export function providerPage(relayState: string, complaint = ''): string {
  const fields = `${hidden('RelayState', relayState)}<p>${escapeHtml(complaint)}</p>${credentialFields}`
  return pageOf('Identity provider', paths.provider, fields)
}

export function responsePage(response: string, relayState: string): string {
  const fields = `${hidden('SAMLResponse', response)}${hidden('RelayState', relayState)}`
  return pageOf('Redirecting', paths.consumer, `${fields}<noscript>${goOn}</noscript>${sendItself}`)
}

/** The user of a form with `sap-user` and `sap-password`. */
export function userOfForm(users: Users, form: URLSearchParams): string | undefined {
  const pair = `${form.get('sap-user') ?? ''}:${form.get('sap-password') ?? ''}`
  return users.verify(`Basic ${Buffer.from(pair).toString('base64')}`)
}
