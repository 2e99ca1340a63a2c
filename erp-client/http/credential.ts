import type { Connection } from './connection.ts'
import { headerOf } from './erp-call.ts'
import type { Answer, ErpCallOptions, Interceptor } from './erp-call.ts'
import { redirectTarget } from './paths.ts'
import { isLogonPage, isRedirect } from '../wire/http.ts'

/** The ERP did not let the request in: 401, a log-on page, or a redirect to one. */
export function isRefusal(answer: Answer, { exchange, origin }: ErpCallOptions): boolean {
  if (answer.status === 401 || isLogonPage(answer, exchange.accept)) return true
  return (
    isRedirect(answer) && redirectTarget(String(origin), headerOf(answer, 'location')) === undefined
  )
}

/**
 * Cookies on every request, the password only on the one that logs on; keeps what the ERP answers,
 * refusals included.
 */
export function credential(connection: Connection): Interceptor {
  const { jar, gate } = connection
  return send => async options => {
    const { exchange } = options
    const headers: Record<string, string> = { ...options.headers }
    const cookie = jar.header(exchange.session.context)
    if (cookie !== '') headers['cookie'] = cookie
    const { authorization } = connection.credential
    const withPassword = exchange.authorize && authorization !== undefined
    if (withPassword) headers['authorization'] = authorization

    const answer = await send({ ...options, headers })
    connection.store(answer, exchange.session)
    if (isRefusal(answer, options)) return answer
    if (!withPassword) connection.cookiesAccepted = true
    // an overloaded gateway says nothing about the password, unless a session came with it
    if (exchange.leader && (answer.status < 500 || jar.size > 0)) {
      connection.sendCredentialsAlways =
        authorization !== undefined && (connection.sendCredentialsAlways || jar.size === 0)
      gate.established()
    }
    return answer
  }
}
