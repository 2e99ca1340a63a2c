import type { Agent } from './agent.ts'
import type { IdentityQueue } from './connection-limiter.ts'

import type { Interceptor } from './erp-call.ts'
import { retryAfter } from '../wire/http.ts'

const longestHold = 60_000

/** The last step before the socket: this identity's turn, under a certificate that is good. */
export function admission(agent: Agent, lane: IdentityQueue): Interceptor {
  return send => async options => {
    const { signal, deadline, session, operation, steady, caller } = options.exchange
    const urgent = session.holding
    // made before a place is taken: others can use it meanwhile
    const making = agent.prepare(urgent)
    if (making !== undefined) await making
    const entering = lane.enter({ signal, deadline, urgent, caller })
    const release = entering instanceof Promise ? await entering : entering
    try {
      const renewing = agent.prepare(urgent)
      if (renewing !== undefined) await renewing
      const began = performance.now()
      const answer = await send(options)
      agent.answered()
      // an operation with a time of its own takes as long as what it was asked for
      if (steady && answer.status < 400) {
        lane.answered(`${operation} ${answer.status}`, performance.now() - began)
      }
      // what is throttled is this user, what is unavailable is the system
      if (answer.status === 429 || answer.status === 503) {
        lane.hold(
          Math.min(retryAfter(answer) ?? 0, longestHold),
          answer.status === 429 ? 'lane' : 'all'
        )
      }
      return answer
    } finally {
      release()
    }
  }
}
