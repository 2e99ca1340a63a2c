/** The interface of an authentication method, and what it is given of a request. */
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../tools/index.ts'
import type { Unverified } from '../../cloud/jwt-parts.ts'

/**
 * The caller, and the end of the credential in seconds since 1970; undefined for a credential
 * without an end, which is refused.
 */
export interface Verified {
  readonly caller: Caller
  readonly expiresAt: number | undefined
}

/** The credential of a request. */
export interface Credential {
  /** The bearer token; undefined where none was sent. */
  readonly token: string | undefined
  /**
   * The token read as a JWT, with nothing verified; undefined where it is none, or an impossible
   * one.
   */
  readonly jwt: Unverified | undefined
  /** SHA-256 of the token. */
  readonly digest: string | undefined
  /** Its first eight hexadecimal digits, which find the token in the log. */
  readonly fingerprint: string | undefined
  readonly request: FastifyRequest
}

/**
 * One way to authenticate a client. A method that recognizes a credential decides on it alone: when
 * it refuses, no later method is asked, so that a second look is never a second chance.
 */
export interface AuthMethod {
  readonly name: string
  /**
   * A credential can be guessed, so that failed log-ons count against the address too. A signature
   * cannot be guessed.
   */
  readonly isGuessable?: boolean
  recognizes(credential: Credential): boolean
  /**
   * Throws with the reason, which goes to the log and never to the client; Unavailable where
   * nothing can be said about the credential.
   */
  verify(credential: Credential): Promise<Verified> | Verified
  /**
   * Fetches what can be fetched before the first request; false where it must be tried again. Never
   * rejects.
   */
  warm?(): Promise<boolean>
}

/** The keys that a credential is checked against cannot be read at the moment. */
export class Unavailable extends Error {}

/** SHA-256 in hexadecimal digits. */
export function digestOf(token: string): string {
  return hash('sha256', token)
}

/** Enough to find a token's entries in the log, too little to use it. */
export function fingerprintOf(digest: string): string {
  return digest.slice(0, 8)
}
