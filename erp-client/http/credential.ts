/**
 * Credential interceptor: cookies on every request, the password only on the request that logs on.
 */
import type { Connection } from './connection.ts'
import { headerOf, withDeadline } from './erp-call.ts'
import type { Answer, ErpCall, ErpCallOptions, Interceptor, Send } from './erp-call.ts'
import { redirectTarget } from './paths.ts'
import { isLogonPage, isRedirect } from '../wire/http.ts'
import { assertSession, exchangeOptions, securitySessionHeader } from '../logon/ticket-exchange.ts'

/** Whether the ERP refused the log-on: 401, a log-on page, or a redirect to one. */
export function isRefusal(answer: Answer, { call, origin }: ErpCallOptions): boolean {
  if (answer.status === 401 || isLogonPage(answer, call.accept)) return true
  return (
    isRedirect(answer) && redirectTarget(String(origin), headerOf(answer, 'location')) === undefined
  )
}

/** Exchanges a new ticket for a security session. @returns the answer where the ERP refuses it */
async function exchangeTicket(
  connection: Connection,
  options: ErpCallOptions,
  { send, ticket }: { readonly send: Send; readonly ticket: () => Promise<string> }
): Promise<Answer | undefined> {
  const { call } = options
  const exchange = exchangeOptions(options, await withDeadline(ticket(), call))
  connection.forget()
  const answer = await send(exchange)
  const isPassing = answer.status >= 400 && answer.status !== 404
  if (isPassing || isRefusal(answer, exchange)) return answer
  connection.store(answer, call.session)
  assertSession(answer, connection.jar.names().some(isSessionCookie))
  connection.gate.established()
  return undefined
}

const isSessionCookie = (name: string) => /^SAP_SESSIONID_/i.test(name)

type Headers = Readonly<Record<string, string>>

/** The password or the token of a log-on; undefined where neither is sent. */
async function logonHeaders(
  { credential, gate, jar, sendCredentialsAlways }: Connection,
  call: ErpCall
): Promise<Headers | undefined> {
  const { authorization, tokens } = credential
  if (tokens === undefined) return authorization === undefined ? undefined : { authorization }
  if (sendCredentialsAlways) return await withDeadline(tokens.current(), call)
  // Once for each log-on: each token opens another security session.
  if (!call.leader || gate.isOpen) return undefined
  const headers = await withDeadline(tokens.current(), call)
  jar.clear()
  return { ...headers, [securitySessionHeader]: 'create' }
}

/** What a request within a session that a token has opened says of it. */
function sessionHeaders({ credential, jar }: Connection): Headers {
  return credential.tokens === undefined || jar.size === 0 ? {} : { [securitySessionHeader]: 'use' }
}

/** Stores the cookies of every answer, refusals included. */
export function credential(connection: Connection): Interceptor {
  const { jar, gate } = connection
  return send => async options => {
    const { call } = options
    const { ticket, kept } = connection.credential
    if (ticket !== undefined && call.leader && !gate.isOpen) {
      const refused = await exchangeTicket(connection, options, { send, ticket })
      if (refused !== undefined) return refused
    }
    const headers: Record<string, string> = { ...options.headers }
    if (ticket !== undefined || kept !== undefined) headers[securitySessionHeader] = 'use'
    const logon = call.authorize ? await logonHeaders(connection, call) : undefined
    const cookie = jar.header(call.session.context)
    if (cookie !== '') headers['cookie'] = cookie
    Object.assign(headers, logon ?? sessionHeaders(connection))

    const answer = await send({ ...options, headers })
    connection.store(answer, call.session)
    if (isRefusal(answer, options)) {
      if (logon !== undefined) connection.credential.tokens?.refused()
      return answer
    }
    if (logon === undefined) connection.cookiesAccepted = true
    // A 5xx answer of a gateway does not confirm the password, unless a session came with it.
    if (call.leader && (answer.status < 500 || jar.size > 0)) {
      connection.sendCredentialsAlways =
        logon !== undefined && (connection.sendCredentialsAlways || jar.size === 0)
      gate.established()
    }
    return answer
  }
}
