/** The log-on in a browser: virtual host, reentrance in both forms, and a SAML-like provider. */
import { formPage, providerPage, responsePage, userOfForm } from '../../http/logon/browser-logon.ts'
import type { LogonPage } from '../../http/logon/browser-logon.ts'
import { noSuchResource, PlainError } from '../../http/errors.ts'
import type { Answer, Request, Route } from '../../http/route.ts'

const html = 'text/html; charset=utf-8'
const page = (body: string): Answer => ({ type: html, body })

/** A system without a log-on in the browser has none of these. */
function only(mode: LogonPage, handler: Route['handler']): Route['handler'] {
  return request => {
    if (request.system.browserLogon.page !== mode) throw noSuchResource()
    return handler(request)
  }
}

/** A ticket is given to a program of the same machine alone. */
function redirectOf({ query }: Request): string {
  const text = query.get('redirect-url') ?? ''
  const url = URL.parse(text)
  const isLoopback =
    url?.protocol === 'http:' &&
    ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname) &&
    url.username === ''
  if (!isLoopback) throw new PlainError('The redirect-url is not of this machine', 400)
  return text
}

/** @param join the second form appends its parameters without regard to those that are there */
function back(request: Request, user: string, join: '&' | '?'): Answer {
  const target = redirectOf(request)
  const ticket = request.system.browserLogon.tickets.issue(user)
  const mark = target.includes('?') ? join : '?'
  const location = `${target}${mark}reentrance-ticket=${encodeURIComponent(ticket)}`
  return { status: 303, headers: { location, 'cache-control': 'no-store' } }
}

function ask(join: '&' | '?'): Route['handler'] {
  return request => {
    redirectOf(request)
    if (request.session.user !== '') return back(request, request.session.user, join)
    return page(formPage(`?${request.query.toString()}`))
  }
}

function logOn(join: '&' | '?'): Route['handler'] {
  return request => {
    const { system } = request
    redirectOf(request)
    const user = userOfForm(system.users, new URLSearchParams(request.text()))
    if (user === undefined) {
      return page(formPage(`?${request.query.toString()}`, 'Name or password is incorrect'))
    }
    const answer = back(request, user, join)
    return {
      ...answer,
      headers: { ...answer.headers, 'set-cookie': system.browserLogon.open(user) }
    }
  }
}

const provide: Route['handler'] = request => {
  const form = new URLSearchParams(request.text())
  const relayState = form.get('RelayState') ?? ''
  if (!form.has('sap-user')) return page(providerPage(relayState))
  const user = userOfForm(request.system.users, form)
  if (user === undefined) return page(providerPage(relayState, 'Name or password is incorrect'))
  return page(responsePage(request.system.browserLogon.tickets.issue(user), relayState))
}

const consume: Route['handler'] = ({ system, text }) => {
  const form = new URLSearchParams(text())
  const user = system.browserLogon.tickets.redeem(form.get('SAMLResponse') ?? '')
  if (user === undefined) return { status: 403, type: html, body: 'No valid SAML response' }
  const relayState = form.get('RelayState') ?? ''
  const location = /^\/sap\/[\w/.?=&%-]*$/.test(relayState) ? relayState : '/sap/bc/adt/discovery'
  return { status: 303, headers: { location, 'set-cookie': system.browserLogon.open(user) } }
}

function virtualHost({ system, headers, secure }: Request): Answer {
  if (system.browserLogon.page === undefined) throw noSuchResource()
  const origin = `${secure ? 'https' : 'http'}://${headers.host ?? ''}`
  return {
    type: 'application/json',
    body: JSON.stringify({ relatedUrls: { API: origin, UI: origin } })
  }
}

const first = '/sap/bc/sec/reentrance'
const second = '/core/http/reentranceticket'

export const routes: readonly Route[] = [
  { method: 'GET', path: '/sap/public/bc/icf/virtualhost', open: true, handler: virtualHost },
  { method: 'GET', path: first, open: true, handler: only('form', ask('&')) },
  { method: 'POST', path: first, open: true, handler: only('form', logOn('&')) },
  { method: 'GET', path: second, open: true, handler: only('form', ask('?')) },
  { method: 'POST', path: second, open: true, handler: only('form', logOn('?')) },
  { method: 'POST', path: '/sandbox/idp', open: true, handler: only('saml', provide) },
  { method: 'POST', path: '/sap/saml2/sp/acs', open: true, handler: only('saml', consume) }
]
