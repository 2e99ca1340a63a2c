/** A host program that has authenticated already hands the caller in. */
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
      if (caller === null) throw new Error('the host took its caller back')
      return { caller, expiresAt: Math.floor(Date.now() / 1000) + 60 }
    }
  }
}
