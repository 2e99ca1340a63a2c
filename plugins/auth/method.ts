import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../tools/index.ts'

/** Who was recognized, and until when (seconds since 1970). */
export interface Verified { readonly caller: Caller, readonly expiresAt: number }

/** What a request brings to prove who sends it. */
export interface Credential {
  /** The bearer token; undefined where none was sent. */
  readonly token: string | undefined
  readonly request: FastifyRequest
}

/**
 * One way to authenticate a client. A method that recognizes a credential decides on it alone: when it refuses, no later method is
 * asked, so that a second look is never a second chance.
 */
export interface AuthMethod {
  readonly name: string
  recognizes (credential: Credential): boolean
  /** Throws with the reason, which goes to the log and never to the client. */
  verify (credential: Credential): Promise<Verified> | Verified
}
