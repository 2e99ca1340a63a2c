/**
 * A byte limit that the caches of several identities share; each cache has access to its own
 * entries only. Benchmark: bench/memory.mts, rows `256 clients reading 50 KB` and `600 sources of 1
 * MB`.
 */
export interface CacheSpace {
  readonly limit: number
  readonly bytes: number
  /** Caches that hold at least one entry. */
  readonly caches: number
}

/** What the space uses of a cache. */
export interface CacheMember {
  /** Clock value of the least recently used entry. */
  readonly oldest: () => number
  readonly evictOldest: () => void
}

/** The space as its caches see it. */
export interface SharedSpace extends CacheSpace {
  bytes: number
  /** Counts uses; it orders the entries of all caches. */
  clock: number
  readonly members: Set<CacheMember>
}

export function createCacheSpace(limit: number): CacheSpace {
  const members = new Set<CacheMember>()
  const space: SharedSpace = {
    limit,
    bytes: 0,
    clock: 0,
    members,
    get caches() {
      return members.size
    }
  }
  return space
}

/** Evicts the least recently used entries of any identity until the space is within its limit. */
export function evict(space: SharedSpace): void {
  while (space.bytes > space.limit) {
    const first = [...space.members].reduce((one, other) =>
      other.oldest() < one.oldest() ? other : one
    )
    first.evictOldest()
  }
}
