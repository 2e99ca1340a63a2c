/**
 * The ERP system that the URL of a request names, and whether the caller may use it. Unknown and
 * forbidden systems get the same answer, so that names cannot be found by trying.
 */
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { systemNamePattern } from '../config/landscape.ts'
import type { System } from '../systems/system.ts'
import { callerAt } from '../tools/index.ts'
import { recordRefusal, stateOf } from './auth/refusals.ts'
import type { RequestContext } from './context.ts'
import { BridgeError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    systemAccess: {
      /** Before the authentication: the name, for logs, metrics and the challenge. */
      readonly name: onRequestHookHandler
      /** After it: the caller with its scopes at the system, or a refusal. */
      readonly admit: onRequestHookHandler
      /**
       * The system that serves an admitted request. Asked once its body is read, because the system
       * may have been replaced or removed meanwhile. Throws the same refusals.
       */
      systemOf(request: FastifyRequest): System
    }
  }
}

/** Seconds after which a system that is not served may be tried again. */
const retrySeconds = 30
const wellFormed = new RegExp(systemNamePattern)

export default fp(
  async app => {
    const { systems } = app
    app.decorate('systemAccess', {
      name(request, _reply, done) {
        const name = nameIn(request)
        const state = stateOf(request)
        if (name === undefined) state.system = systems.defaultSystem
        else {
          if (wellFormed.test(name)) state.nameInUrl = name
          if (systems.has(name)) state.system = name
        }
        done()
      },
      admit(request, _reply, done) {
        done(refusalOf(app, request))
      },
      systemOf(request) {
        const { system: name = '' } = stateOf(request)
        const system = systems.get(name)
        if (system !== undefined) return system
        throw systems.has(name) ? notServed(name) : forbidden()
      }
    })
  },
  {
    name: 'system-access',
    fastify: '5.x',
    dependencies: ['audit', 'context', 'errors', 'systems']
  }
)

/** The name in the URL, decoded; undefined for `/mcp`. */
function nameIn({ params }: FastifyRequest): string | undefined {
  const { system } = params as { system?: string }
  return system
}

/** Undefined where the caller may use the system, which then serves the request. */
function refusalOf(app: FastifyInstance, request: FastifyRequest): BridgeError | undefined {
  const state = stateOf(request)
  const { caller, system: name } = state
  if (caller === null) throw new TypeError('a protected route without authentication')
  const permitted = name === undefined ? undefined : callerAt(caller, name)
  if (name === undefined || permitted === undefined) {
    const { principal, method, tokenId: token } = caller
    const reason = `${principal.name} ${reasonOf(state)}`
    recordRefusal(app, request, { method, reason, token })
    return forbidden()
  }
  if (app.systems.get(name) === undefined) return notServed(name)
  state.caller = permitted
  return undefined
}

/** For the operator alone: the caller gets the same answer in all three cases. */
function reasonOf({ system, nameInUrl }: RequestContext): string {
  if (nameInUrl === undefined && system === undefined) return 'named what is no name of a system'
  return system === undefined
    ? 'named a system that is not configured'
    : 'has no access to the system'
}

function forbidden(): BridgeError {
  return new BridgeError('BRIDGE_SYSTEM_FORBIDDEN', {
    status: 403,
    code: -32000,
    message:
      'There is no system at this URL that you may use; the path is /mcp/NAME, and the operator knows the names'
  })
}

function notServed(name: string): BridgeError {
  return new BridgeError('BRIDGE_SYSTEM_UNAVAILABLE', {
    status: 503,
    code: -32000,
    message: `The system ${name} is not served: its settings have a fault, which the log and the status page of the operator name`,
    headers: { 'retry-after': String(retrySeconds) }
  })
}
