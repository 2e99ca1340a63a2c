import { isErpError } from '../errors.ts'
import type { Connection } from './connection.ts'

import type { Answer, ErpCallOptions, Interceptor, Send } from './erp-call.ts'
import { failureOf } from '../wire/failure.ts'
import { contextGone } from '../wire/http.ts'
import { fetchOptions } from '../wire/token.ts'
import { isRefusal } from './credential.ts'

/**
 * Logs on once for all, marks stateful requests, and repeats a request once whose session was gone,
 * unless a lock went with it.
 */
export function session(connection: Connection): Interceptor {
  const { gate, credential } = connection
  const attempt = async (send: Send, options: ErpCallOptions): Promise<Answer> => {
    const { exchange } = options
    const { leader, generation } = await gate.enter(exchange)
    exchange.generation = generation
    exchange.leader = leader
    exchange.authorize = leader || connection.sendCredentialsAlways
    try {
      const answer = await send(options)
      if (!leader) return answer
      // cookies made elsewhere lock nobody, and may be renewed at any moment
      if (isRefusal(answer, options) && credential.canLogOn) {
        gate.refused(failureOf(answer, exchange))
      } else if (!gate.isOpen) gate.failed(failureOf(answer, exchange), !isRefusal(answer, options))
      return answer
    } catch (error) {
      if (leader) gate.failed(error, isErpError(error, 'ERP_ABORTED', 'ERP_TIMEOUT'))
      throw error
    }
  }
  /** Whether the request may be sent again after this answer; forgets what is gone. */
  const recover = (answer: Answer, { exchange }: ErpCallOptions): boolean => {
    if (exchange.session.holding) return false
    if (contextGone(answer) && exchange.session.context.size > 0) {
      exchange.session.context.clear()
      return true
    }
    if (exchange.leader || !credential.canLogOn) return false
    if (gate.generation !== exchange.generation) return true
    exchange.session.context.clear()
    if (!gate.lost(exchange.generation)) return true
    connection.forget()
    // twice let in by the password and turned away with the cookies: this ERP keeps no sessions
    if (!exchange.authorize && !connection.cookiesAccepted) {
      connection.sendCredentialsAlways = ++connection.refusedSessions > 1
    }
    return true
  }
  return send => async options => {
    const { exchange } = options
    const marked = exchange.session.stateful
      ? { ...options, headers: { 'x-sap-adt-sessiontype': 'stateful', ...options.headers } }
      : options
    await credential.refresh(connection)
    const answer = await attempt(send, marked)
    if (!(contextGone(answer) || isRefusal(answer, marked))) return answer
    if (!recover(answer, marked)) {
      const renewed = !exchange.session.holding && (await credential.again?.(connection)) === true
      return renewed ? attempt(send, marked) : answer
    }
    if (answer.status < 400) {
      // a page may be the resource's own: whether the password still counts is asked elsewhere
      const proof = await attempt(send, fetchOptions(marked, 0))
      if (isRefusal(proof, marked)) return proof
    }
    return attempt(send, marked)
  }
}
