/**
 * Session interceptor: logs on once, marks stateful requests, and repeats a request once after its
 * session was lost, unless a lock was lost with it.
 */
import { isErpError } from '../errors.ts'
import type { Connection } from './connection.ts'

import type { Answer, ErpCallOptions, Interceptor, Send } from './erp-call.ts'
import { failureOf } from '../wire/failure.ts'
import { contextGone } from '../wire/http.ts'
import { fetchOptions } from '../wire/token.ts'
import { isRefusal } from './credential.ts'

export function session(connection: Connection): Interceptor {
  const { gate, credential } = connection
  const attempt = async (send: Send, options: ErpCallOptions): Promise<Answer> => {
    const { call } = options
    const { leader, generation } = await gate.enter(call)
    call.generation = generation
    call.leader = leader
    call.authorize = leader || connection.sendCredentialsAlways
    try {
      const answer = await send(options)
      if (!leader) return answer
      // Cookies from outside cannot lock a user, and may be renewed at any moment.
      if (isRefusal(answer, options) && credential.canLogOn) {
        gate.refused(failureOf(answer, call))
      } else if (!gate.isOpen) gate.failed(failureOf(answer, call), !isRefusal(answer, options))
      return answer
    } catch (error) {
      if (leader) gate.failed(error, isErpError(error, 'ERP_ABORTED', 'ERP_TIMEOUT'))
      throw error
    }
  }
  /** Whether the request may be sent again after this answer; clears the lost session. */
  const recover = (answer: Answer, { call }: ErpCallOptions): boolean => {
    if (call.session.holding) return false
    if (contextGone(answer) && call.session.context.size > 0) {
      call.session.context.clear()
      return true
    }
    if (call.leader || !credential.canLogOn) return false
    if (gate.generation !== call.generation) return true
    call.session.context.clear()
    if (!gate.lost(call.generation)) return true
    connection.forget()
    // The password was accepted twice and the cookies refused twice: this ERP keeps no sessions.
    if (!call.authorize && !connection.cookiesAccepted) {
      connection.sendCredentialsAlways = ++connection.refusedSessions > 1
    }
    return true
  }
  return send => async options => {
    const { call } = options
    const marked = call.session.stateful
      ? { ...options, headers: { 'x-sap-adt-sessiontype': 'stateful', ...options.headers } }
      : options
    await credential.refresh(connection)
    const answer = await attempt(send, marked)
    if (!(contextGone(answer) || isRefusal(answer, marked))) return answer
    if (!recover(answer, marked)) {
      const renewed = !call.session.holding && (await credential.again?.(connection)) === true
      return renewed ? attempt(send, marked) : answer
    }
    if (answer.status < 400) {
      // An HTML page may be the resource's own answer: another resource shows whether the log-on is
      // valid.
      const proof = await attempt(send, fetchOptions(marked, 0))
      if (isRefusal(proof, marked)) return proof
    }
    return attempt(send, marked)
  }
}
