/**
 * Credential interceptor: cookies on every request, the password only on the request that logs on.
 */
import type { Connection } from './connection.ts'
import { headerOf } from './erp-call.ts'
import type { Answer, ErpCallOptions, Interceptor } from './erp-call.ts'
import { redirectTarget } from './paths.ts'
import { isLogonPage, isRedirect } from '../wire/http.ts'

/** Whether the ERP refused the log-on: 401, a log-on page, or a redirect to one. */
export function isRefusal(answer: Answer, { call, origin }: ErpCallOptions): boolean {
  if (answer.status === 401 || isLogonPage(answer, call.accept)) return true
  return (
    isRedirect(answer) && redirectTarget(String(origin), headerOf(answer, 'location')) === undefined
  )
}

/** Stores the cookies of every answer, refusals included. */
export function credential(connection: Connection): Interceptor {
  const { jar, gate } = connection
  return send => async options => {
    const { call } = options
    const headers: Record<string, string> = { ...options.headers }
    const cookie = jar.header(call.session.context)
    if (cookie !== '') headers['cookie'] = cookie
    const { authorization } = connection.credential
    const withPassword = call.authorize && authorization !== undefined
    if (withPassword) headers['authorization'] = authorization

    const answer = await send({ ...options, headers })
    connection.store(answer, call.session)
    if (isRefusal(answer, options)) return answer
    if (!withPassword) connection.cookiesAccepted = true
    // A 5xx answer of a gateway does not confirm the password, unless a session came with it.
    if (call.leader && (answer.status < 500 || jar.size > 0)) {
      connection.sendCredentialsAlways =
        authorization !== undefined && (connection.sendCredentialsAlways || jar.size === 0)
      gate.established()
    }
    return answer
  }
}
