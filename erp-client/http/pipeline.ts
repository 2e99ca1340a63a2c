/** The HTTP pipeline of one Erp: its sockets and the interceptors that a request passes. */
import { identified } from '../correlation/identified.ts'
import { createAgent } from './agent.ts'
import type { Agent } from './agent.ts'
import { createConnectionLimiter } from './connection-limiter.ts'
import type { Connection } from './connection.ts'
import type { CredentialSource } from './credential-source.ts'
import { isErpError, withRemedy } from '../errors.ts'
import type { Send } from './erp-call.ts'
import { admission } from './admission.ts'
import { credential } from './credential.ts'
import { csrf } from './csrf.ts'
import { deadline } from './deadline.ts'
import { readCookieText } from './cookies.ts'
import { exchanges } from './exchanges.ts'
import type { ExchangeIdentity } from './exchanges.ts'
import { log } from './log.ts'
import { retry } from './retry.ts'
import { route } from '../logon/route.ts'
import { session } from './session.ts'
import { cookieFailure } from '../wire/failure.ts'
import { ticketRemedy, tokenRemedy } from '../logon/ticket-exchange.ts'
import type { ErpOptions } from '../options.ts'
import { usualConnections } from '../request.ts'

export interface HttpPipeline {
  readonly send: Send
  /** Translates an error into what it means under the credential that was used. */
  explain(error: unknown): unknown
  destroy(): Promise<void>
}

/** A request passes the steps from the last of the list to the first. */
export function createHttpPipeline(
  origin: string,
  options: ErpOptions,
  connection: Connection
): HttpPipeline {
  const { connections = usualConnections } = options
  const limiter = options.connectionLimiter ?? createConnectionLimiter({ connections })
  const agent = createAgent(origin, options, connection.credential.tls)
  const queue = limiter.identityQueue({ most: connections, closeIdle: agent.closeIdle })
  const steps = [
    ...(options.route === undefined ? [] : [route(options.route, origin)]),
    admission(agent, queue),
    credential(connection),
    csrf(connection),
    session(connection),
    retry
  ]
  // The step next to the socket sees cookies, tokens and repeats.
  if (options.exchanges !== undefined) {
    // What the route adds is for the proxy alone, and in no recording.
    steps.splice(
      options.route === undefined ? 0 : 1,
      0,
      exchanges(options.exchanges, identityOf(options.credential))
    )
  }
  if (options.log !== undefined || options.observe !== undefined) steps.push(log(options))
  return {
    send: steps.reduce(
      (send, step) => step(send),
      identified(options.userAgent)(deadline(agent.dispatch))
    ),
    explain: error => redacted(explained(error, connection.credential, agent), options.redact),
    destroy: agent.destroy
  }
}

/** What a refusal means under the credential that was used. */
function explained(
  error: unknown,
  { canLogOn, kept, ticket, tokens }: CredentialSource,
  agent: Agent
): unknown {
  if (kept !== undefined) return error
  if (!canLogOn) return cookieFailure(error)
  // Without a status the program failed, not the ERP.
  const isRefused = isErpError(error, 'ERP_LOGON_FAILED') && error.status !== undefined
  if (ticket !== undefined && isRefused) return withRemedy(error, ticketRemedy)
  if (tokens !== undefined && isRefused) return withRemedy(error, tokenRemedy)
  return agent.explain(error)
}

function identityOf(given: ErpOptions['credential']): ExchangeIdentity {
  const cookies = given.kind === 'cookie' ? readCookieText(given.header) : []
  return {
    user: 'user' in given ? given.user : undefined,
    secrets: given.kind === 'basic' ? [given.password] : cookies.map(([, value]) => value)
  }
}

/** Returns the same object: callers compare errors by identity. */
function redacted(error: unknown, redact: ErpOptions['redact']): unknown {
  if (redact !== undefined && error instanceof Error) error.message = redact(error.message)
  return error
}
