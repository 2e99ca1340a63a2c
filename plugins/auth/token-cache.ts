/**
 * Tokens that were good, as they were read: reading one, and checking its signature, costs more
 * than everything else about a short call.
 */
import type { Unverified } from '../../cloud/jwt-parts.ts'

export interface TokenCache {
  /**
   * The same object as long as the token is kept, so that what is known about it can hang on to it.
   */
  read(digest: string): Unverified | undefined
  /** Called with every accepted token. */
  accepted(digest: string, token: string, read: Unverified): void
}

/** @param room characters of tokens; the least recently used token is evicted */
export function createTokenCache(room = 2_000_000): TokenCache {
  const known = new Map<string, { readonly read: Unverified; readonly length: number }>()
  let used = 0
  const drop = (digest: string) => {
    used -= known.get(digest)?.length ?? 0
    known.delete(digest)
  }
  return {
    read: digest => known.get(digest)?.read,
    accepted(digest, { length }, read) {
      drop(digest)
      known.set(digest, { read, length })
      used += length
      for (const oldest of known.keys()) {
        if (used <= room) return
        drop(oldest)
      }
    }
  }
}
