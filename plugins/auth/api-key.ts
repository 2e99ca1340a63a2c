/** Static keys: the one of the settings, and the named ones of a file. */
import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../tools/index.ts'
import { foreignIssuer } from '../../cloud/jwt-parts.ts'
import { digestOf, fingerprintOf } from './method.ts'
import type { AuthMethod, Verified } from './method.ts'
import { callerOfKey, hashOfDigest } from './named-keys.ts'
import type { NamedKey } from './named-keys.ts'

const yearInSeconds = 365 * 24 * 60 * 60

export interface ApiKeyOptions {
  /** Grants all scopes. */
  readonly key?: string | undefined
  /** The named keys as they are at the moment. */
  readonly named?: (() => readonly NamedKey[]) | undefined
}

/**
 * Comes last in the chain, because a key may look like anything. A key without an end gets a
 * synthetic one, a year ahead.
 */
export function apiKeyMethod({ key, named = () => [] }: ApiKeyOptions): AuthMethod {
  const own = key === undefined ? undefined : holderOf(key)
  return {
    name: 'api-key',
    isGuessable: true,
    recognizes: ({ token }) => token !== undefined,
    verify({ digest = '', fingerprint, jwt }) {
      const yearAhead = Math.floor(Date.now() / 1000) + yearInSeconds
      if (own !== undefined && isSame(Buffer.from(digest), own.digest)) {
        return { caller: own.caller, expiresAt: yearAhead }
      }
      const tokenId = fingerprint === undefined ? {} : { tokenId: fingerprint }
      const hash = hashOfDigest(digest)
      // The time of the lookup leaks at most a prefix of the digest, which cannot be inverted.
      const found = named().find(candidate => candidate.hash === hash)
      if (found === undefined) {
        throw new Error(
          jwt === undefined
            ? 'the token is not the API key'
            : `the token is no API key, and ${foreignIssuer(jwt)}`
        )
      }
      return verified(found, { yearAhead, tokenId })
    }
  }
}

/** The key of the settings. Digests have one length, so a comparison leaks nothing about the key. */
function holderOf(key: string): { readonly digest: Buffer; readonly caller: Caller } {
  const digest = digestOf(key)
  return {
    digest: Buffer.from(digest),
    caller: {
      principal: { name: 'api-key', kind: 'key', id: 'key' },
      scopes: new Set(['read', 'write', 'admin']),
      method: 'api-key',
      tokenId: fingerprintOf(digest)
    }
  }
}

function verified(
  found: NamedKey,
  { yearAhead, tokenId }: { yearAhead: number; tokenId: { tokenId?: string } }
): Verified {
  const end = found.expires === undefined ? yearAhead : Math.floor(Date.parse(found.expires) / 1000)
  if (end <= Date.now() / 1000) throw new Error(`the key ${found.name} has ended`)
  return { caller: { ...callerOfKey(found), ...tokenId }, expiresAt: Math.min(end, yearAhead) }
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
