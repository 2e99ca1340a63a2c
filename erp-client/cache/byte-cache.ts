/**
 * A least-recently-used cache with a limit in bytes, alone or within a shared space.
 * Benchmark: bench/performance.mts, rows `read 50 KB, 16 clients` and
 * `read 2 KB of 40 objects, 64 clients`.
 */
import { createCacheSpace, evict } from './cache-space.ts'
import type { CacheMember, CacheSpace, SharedSpace } from './cache-space.ts'

export interface ByteCache<T> {
  get(key: string): T | undefined
  /** An entry of more bytes than the whole limit is not stored. */
  set(key: string, value: T, bytes: number): void
  delete(key: string): void
  deleteBelow(prefix: string): void
  readonly bytes: number
  readonly size: number
}

interface Entry<T> {
  value: T | undefined
  readonly bytes: number
  usedAt: number
}

/** @param space a limit in bytes for this cache alone, or the space that it shares */
export function createByteCache<T>(space: number | CacheSpace): ByteCache<T> {
  const shared = (typeof space === 'number' ? createCacheSpace(space) : space) as SharedSpace
  const entries = new Map<string, Entry<T>>()
  let total = 0
  const remove = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    total -= entry.bytes
    shared.bytes -= entry.bytes
    entries.delete(key)
    // The old backing store of a Map retains its values until the next major collection.
    entry.value = undefined
    // The space refers to caches with entries only, so that it retains no closed client.
    if (entries.size === 0) shared.members.delete(member)
  }
  const first = () => entries.entries().next().value
  const member: CacheMember = {
    oldest: () => first()?.[1].usedAt ?? Infinity,
    evictOldest: () => {
      remove(first()?.[0] ?? '')
    }
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.usedAt === shared.clock) return entry.value
      entries.delete(key)
      entry.usedAt = ++shared.clock
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      remove(key)
      if (bytes > shared.limit) return
      entries.set(key, { value, bytes, usedAt: ++shared.clock })
      total += bytes
      shared.bytes += bytes
      shared.members.add(member)
      evict(shared)
    },
    delete: remove,
    deleteBelow(prefix) {
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) remove(key)
    },
    get bytes() {
      return total
    },
    get size() {
      return entries.size
    }
  }
}
