/** Admission of a request: the last step before the socket, with a connection and a certificate. */
import { retryAfter } from '../wire/http.ts'
import type { Agent } from './agent.ts'
import { NotSent } from './erp-call.ts'
import type { ErpCallOptions, Interceptor } from './erp-call.ts'
import type { IdentityQueue } from './identity-queue.ts'

const longestPauseMs = 60_000

export function admission(agent: Agent, queue: IdentityQueue): Interceptor {
  return send => async options => {
    const { signal, deadline, session, operation, steady, caller } = options.call
    const urgent = session.holding
    // The certificate is renewed before a connection is occupied, which others can use meanwhile.
    const renewing = agent.prepare(urgent)
    if (renewing !== undefined) await renewing
    const entering = queue.enter({ signal, deadline, urgent, caller })
    const release = entering instanceof Promise ? await entering : entering
    try {
      const renewingAgain = agent.prepare(urgent)
      if (renewingAgain !== undefined) await renewingAgain
      assertMaySend(options)
      const began = performance.now()
      const answer = await send(options)
      agent.answered()
      // An operation with a timeout of its own takes as long as its arguments demand: no sample.
      if (steady && answer.status < 400) {
        queue.answered(`${operation} ${answer.status}`, performance.now() - began)
      }
      // 429 throttles this user, 503 concerns the whole system.
      if (answer.status === 429 || answer.status === 503) {
        queue.pause(
          Math.min(retryAfter(answer) ?? 0, longestPauseMs),
          answer.status === 429 ? 'identity' : 'all'
        )
      }
      return answer
    } finally {
      release()
    }
  }
}

/** The fetch of a token before a change is a GET, which requests of others share. */
function assertMaySend({ method, call }: ErpCallOptions): void {
  if (method === 'GET' || method === 'HEAD') return
  try {
    call.beforeSent?.()
  } catch (cause) {
    throw new NotSent('the request was refused before it was sent', { cause })
  }
}
