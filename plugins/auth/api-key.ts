/** One static key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthMethod } from './method.ts'

const yearInSeconds = 365 * 24 * 60 * 60

/** Comes last in the chain, because a key may look like anything. It grants all scopes; its expiry is synthetic, one year ahead. */
export function apiKeyMethod (key: string): AuthMethod {
  // Digests have one length, so the comparison tells nothing about the key's.
  const expected = digest(key)
  return {
    name: 'api-key',
    recognizes: ({ token }) => token !== undefined,
    verify ({ token = '' }) {
      if (!timingSafeEqual(digest(token), expected)) throw new Error('the token is not the API key')
      return {
        caller: { principal: { name: 'api-key', kind: 'key' }, scopes: new Set(['read', 'write', 'admin']), method: 'api-key' },
        expiresAt: Math.floor(Date.now() / 1000) + yearInSeconds
      }
    }
  }
}

function digest (text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
