/** The list of consumed confirmations: each permits one change. */

/** `full`: the list has no place for another confirmation. */
export type TokenUse = 'first' | 'used' | 'full' | 'unreachable'

/**
 * Keeps consumed confirmations until they expire. A confirmation that cannot be kept is not `first`,
 * so that a list that is full or unreachable permits no change.
 */
export interface UsedTokens {
  /** Of several uses of one id, at the same time too, exactly one is `first`. */
  use(id: string, of: { readonly who: string; readonly ms: number }): Promise<TokenUse>
}

export interface UsedTokensOptions {
  /** Entries of all identities together. */
  readonly most?: number
  /** Entries of one identity. */
  readonly each?: number
  readonly now?: () => number
}

interface Entry {
  readonly who: string
  readonly until: number
}

/** The list of one process. Every confirmed change costs one entry for ten minutes. */
export function createUsedTokens({
  most = 100_000,
  each = 5000,
  now = Date.now
}: UsedTokensOptions = {}): UsedTokens {
  const entries = new Map<string, Entry>()
  const counts = new Map<string, number>()
  const forget = (id: string, { who }: Entry) => {
    entries.delete(id)
    const left = (counts.get(who) ?? 1) - 1
    if (left === 0) counts.delete(who)
    else counts.set(who, left)
  }
  // All entries live equally long, so that the map is roughly in the order of expiry.
  const sweep = () => {
    for (const [id, entry] of entries) {
      if (entry.until > now()) return
      forget(id, entry)
    }
  }
  return {
    async use(id, { who, ms }) {
      sweep()
      if (entries.has(id)) return 'used'
      const own = counts.get(who) ?? 0
      if (own >= each || entries.size >= most) return 'full'
      entries.set(id, { who, until: now() + ms })
      counts.set(who, own + 1)
      return 'first'
    }
  }
}
