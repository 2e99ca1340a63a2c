/** Authentication by the host program, which gives the caller of a request. */
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../tools/index.ts'
import type { AuthMethod } from './method.ts'

/** Gives the caller of a request, or null to leave it to the other methods; throws to refuse. */
export type HostCaller = (request: FastifyRequest) => Caller | null

export function hostMethod(callerOf: HostCaller): AuthMethod {
  return {
    name: 'host',
    recognizes: ({ request }) => callerOf(request) !== null,
    verify({ request }) {
      const caller = callerOf(request)
      if (caller === null) throw new Error('the host withdrew its caller')
      assertCaller(caller)
      return { caller, expiresAt: Math.floor(Date.now() / 1000) + 60 }
    }
  }
}

/**
 * A host in JavaScript, or one with a cast, can return another shape.
 * @throws TypeError, which the log shows, in words about the function of the host
 */
function assertCaller(value: unknown): asserts value is Caller {
  const { principal, scopes, method } = value as Partial<Caller>
  const name = (principal as { name?: unknown } | undefined)?.name
  if (value instanceof Promise) {
    throw new TypeError(
      'auth.caller returned a promise: authenticate in an onRequest hook, and return its result'
    )
  }
  if (typeof name !== 'string' || !(scopes instanceof Set) || typeof method !== 'string') {
    throw new TypeError(
      'auth.caller returned no caller: it needs { principal: { name, kind }, scopes: new Set([…]), method }'
    )
  }
}
