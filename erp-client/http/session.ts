/**
 * Session interceptor: logs on once, marks stateful requests, and repeats a request once after its
 * session was lost, unless a lock was lost with it.
 */
import { ErpError, isErpError } from '../errors.ts'
import type { Connection } from './connection.ts'

import type { Answer, ErpCallOptions, Interceptor, Send } from './erp-call.ts'
import { failureOf } from '../wire/failure.ts'
import { contextGone } from '../wire/http.ts'
import { fetchOptions } from '../wire/token.ts'
import { isRefusal } from './credential.ts'

/** A refused log-on of a change, which an ERP of release 7.50 also sends for a locked object. */
const mayBeConflict = (answer: Answer, { call }: ErpCallOptions): boolean =>
  answer.status === 401 && call.effect === 'change'

function conflictHidden(): ErpError {
  return new ErpError(
    'ERP_FORBIDDEN',
    'The ERP refused the change with a log-on page, although the log-on is valid',
    {
      status: 401,
      outcome: 'failed',
      remedy:
        'Releases below 7.51 answer so where the object is locked, or where an authorization is missing: look at its lock (ERPManage locks, transaction SM12), and try again.'
    }
  )
}

/** A new ticket or token opens another security session, and the lock would be left behind in this one. */
function lockHeld(): ErpError {
  return new ErpError(
    'ERP_SESSION_LOST',
    'The ERP session ended while a lock is held; a new log-on waits for the end of that change',
    { outcome: 'failed', remedy: 'Try again when the change has ended.' }
  )
}

export function session(connection: Connection): Interceptor {
  const { gate, credential } = connection
  const attempt = async (
    send: Send,
    options: ErpCallOptions,
    withCredentials = false
  ): Promise<Answer> => {
    const { call } = options
    const { leader, generation } = await gate.enter(call)
    call.generation = generation
    call.leader = leader
    call.authorize = leader || connection.sendCredentialsAlways || withCredentials
    try {
      const answer = await send(options)
      if (!leader) return answer
      // Cookies from outside cannot lock a user, and may be renewed at any moment.
      if (isRefusal(answer, options) && credential.canLogOn) {
        gate.refused(failureOf(answer, call))
      } else if (!gate.isOpen) {
        // Each request finds out on its own whether another session follows the kept one.
        const retry = credential.kept !== undefined || !isRefusal(answer, options)
        gate.failed(failureOf(answer, call), retry)
      }
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
    const opensAnother = credential.ticket !== undefined || credential.tokens !== undefined
    if (opensAnother && connection.holdsLock()) throw lockHeld()
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
  /** A kept session has ended, unless another request shows that only this one was refused. */
  const ended = async (send: Send, options: ErpCallOptions, answer: Answer): Promise<Answer> => {
    const { kept } = credential
    if (kept === undefined) return answer
    const { holding } = options.call.session
    if (!holding && mayBeConflict(answer, options)) {
      const proof = await attempt(send, fetchOptions(options, 0))
      if (!isRefusal(proof, options)) throw conflictHidden()
    }
    if (!holding && connection.holdsLock() && kept.isRenewed()) throw lockHeld()
    throw kept.ended(holding)
  }
  return send => async options => {
    const { call } = options
    const marked = call.session.stateful
      ? { ...options, headers: { 'x-sap-adt-sessiontype': 'stateful', ...options.headers } }
      : options
    await credential.refresh(connection)
    const version = credential.version?.()
    const answer = await attempt(send, marked)
    if (!(contextGone(answer) || isRefusal(answer, marked))) return answer
    if (!recover(answer, marked)) {
      const again =
        !call.session.holding && (await credential.again?.(connection, version)) === true
      const last = again ? await attempt(send, marked) : answer
      return isRefusal(last, marked) ? await ended(send, marked, last) : last
    }
    const isConflict = mayBeConflict(answer, marked)
    if (answer.status < 400 || isConflict) {
      // An HTML page may be the resource's own answer: another resource shows whether the log-on is
      // valid.
      const proof = await attempt(send, fetchOptions(marked, 0))
      if (isRefusal(proof, marked)) return proof
    }
    if (!isConflict) return attempt(send, marked)
    // With the credentials the ERP says what it refuses.
    const second = await attempt(send, marked, true)
    if (mayBeConflict(second, marked) && !call.leader) throw conflictHidden()
    return second
  }
}
