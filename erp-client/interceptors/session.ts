import type { Connection } from '../connection.ts'
import { headerOf, interceptor } from '../exchange.ts'
import type { Answer, ExchangeOptions, Interceptor, Send } from '../exchange.ts'
import type { Ticket } from '../logon.ts'
import { failureOf } from '../wire/failure.ts'
import { isRefusal } from './credential.ts'
import { isErpError } from '../errors.ts'

function contextGone (answer: Answer): boolean {
  if (answer.status !== 400) return false
  return [headerOf(answer, 'sap-err-id'), headerOf(answer, 'x-sap-icm-err-id')].includes('ICMENOSESSION')
}

/** Logs on once for all, marks stateful requests, and repeats a request once whose session was gone, unless a lock went with it. */
export function session (connection: Connection): Interceptor {
  const { gate, jar } = connection
  const attempt = async (send: Send, options: ExchangeOptions, ticket: Ticket): Promise<Answer> => {
    const { exchange } = options
    exchange.leader = ticket.leader
    exchange.authorize = ticket.leader || connection.always
    try {
      const answer = await send(options)
      if (ticket.leader && isRefusal(answer, exchange.accept)) gate.refused(failureOf(answer, exchange))
      else if (ticket.leader) gate.failed(undefined, true)
      return answer
    } catch (error) {
      if (ticket.leader) gate.failed(error, isErpError(error, 'ERP_ABORTED', 'ERP_TIMEOUT'))
      throw error
    }
  }
  /** Whether the request may be sent again after this refusal. */
  const recover = (answer: Answer, options: ExchangeOptions, ticket: Ticket): boolean => {
    const { exchange } = options
    if (exchange.session.holding) return false
    if (contextGone(answer) && exchange.session.context.size > 0) { exchange.session.context.clear(); return true }
    if (ticket.leader || !(contextGone(answer) || isRefusal(answer, exchange.accept))) return false
    if (gate.generation !== ticket.generation) return true
    if (!exchange.authorize && !connection.proven) connection.always = connection.credential.authorization !== undefined
    if (connection.credential.authorization === undefined) return false
    if (gate.lost(ticket.generation)) connection.forget()
    exchange.session.context.clear()
    return true
  }
  return interceptor(send => async options => {
    const { exchange } = options
    const marked = exchange.session.stateful ? { ...options, headers: { 'x-sap-adt-sessiontype': 'stateful', ...options.headers } } : options
    const cookies = await connection.credential.cookies()
    if (cookies !== undefined) { connection.forget(); for (const [name, value] of cookies) jar.set(name, value) }
    const ticket = await gate.enter(exchange.signal)
    const answer = await attempt(send, marked, ticket)
    return recover(answer, marked, ticket) ? attempt(send, marked, await gate.enter(exchange.signal)) : answer
  })
}
