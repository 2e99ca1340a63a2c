import { createAgent } from './agent.ts'
import { createConnectionLimiter } from './connection-limiter.ts'
import type { Connection } from './connection.ts'
import type { Send } from './erp-call.ts'
import { admission } from './admission.ts'
import { credential } from './credential.ts'
import { csrf } from './csrf.ts'
import { deadline } from './deadline.ts'
import { log } from './log.ts'
import { retry } from './retry.ts'
import { session } from './session.ts'
import { ofCookies } from '../wire/failure.ts'
import type { ErpOptions } from '../options.ts'

export interface HttpPipeline {
  readonly send: Send
  /** What an error means under the credential that was used. */
  explain(error: unknown): unknown
  destroy(): Promise<void>
}

/**
 * The sockets with their interceptors; a request passes them from the last of the list to the
 * first.
 */
export function createHttpPipeline(
  origin: string,
  options: ErpOptions,
  connection: Connection
): HttpPipeline {
  const { connections = 32, budget = createConnectionLimiter({ connections }) } = options
  const agent = createAgent(origin, options, connection.credential.tls)
  const lane = budget.lane({ most: connections, rest: agent.rest })
  const steps = [
    admission(agent, lane),
    credential(connection),
    csrf(connection),
    session(connection),
    retry
  ]
  if (options.log !== undefined || options.observe !== undefined) steps.push(log(options))
  return {
    send: steps.reduce((send, step) => step(send), deadline(agent.dispatch)),
    explain: error =>
      cleaned(
        connection.credential.canLogOn ? agent.explain(error) : ofCookies(error),
        options.redact
      ),
    destroy: agent.destroy
  }
}

/** The same error: what caught it may know it by identity. */
function cleaned(error: unknown, redact: ErpOptions['redact']): unknown {
  if (redact !== undefined && error instanceof Error) error.message = redact(error.message)
  return error
}
