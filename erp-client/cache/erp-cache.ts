/**
 * What one Erp stores between calls; identities never share it.
 * Benchmark: bench/mechanisms.mts, rows `source cache` and `package cache`.
 */
import type { OtherLanguage } from '../wire/document/original-language.ts'
import { createByteCache } from './byte-cache.ts'
import type { ByteCache } from './byte-cache.ts'
import type { CacheSpace } from './cache-space.ts'
import { createObjectTurns } from './object-turns.ts'
import type { ObjectTurns } from './object-turns.ts'
import { createSingleFlight } from './single-flight.ts'
import type { SingleFlight } from './single-flight.ts'

export interface ErpCache {
  readonly sources: ByteCache<unknown>
  /**
   * Package of an object by its URI, the system where it is developed, and whether its last lock
   * reported it as local.
   */
  readonly packages: ByteCache<{
    readonly name: string
    readonly original?: string | undefined
    readonly shownIn?: OtherLanguage | undefined
    readonly at: number
    readonly isLocal?: boolean | undefined
  }>
  /** A package rule applies: a lock always reads the package of its object again. */
  readsPackageUnderLock: boolean
  readonly singleFlight: SingleFlight
  /** One lock of an object at a time, and around it one change with the reads that precede it. */
  readonly lockTurns: ObjectTurns
  readonly changeTurns: ObjectTurns
  readonly freshnessMs: number
  /** Changes by object URI; an answer that was requested before a change is not stored after it. */
  readonly changes: Map<string, number>
  /**
   * Number of changing requests that have ended; an answer that was requested before one of them is
   * not used after it.
   */
  changesEnded: number
  readonly memoized: Map<string, Promise<unknown>>
  /** Result of `readSystem`. */
  system: { readonly id: string; readonly sandbox: boolean } | undefined
  /** Locks survive between requests: proven, or known from protocol or release. */
  locksKept: boolean
}

export function createErpCache(options: {
  readonly cacheBytes: number | CacheSpace
  readonly freshnessMs: number
}): ErpCache {
  return {
    sources: createByteCache(options.cacheBytes),
    packages: createByteCache(2_000_000),
    readsPackageUnderLock: false,
    singleFlight: createSingleFlight(),
    lockTurns: createObjectTurns(),
    changeTurns: createObjectTurns(),
    freshnessMs: options.freshnessMs,
    changes: new Map(),
    changesEnded: 0,
    memoized: new Map(),
    system: undefined,
    locksKept: false
  }
}

/** Key under which a reader or writer carries the cache of its Erp. */
export const cacheKey: unique symbol = Symbol('cache')

/** A reader or writer. */
export interface CacheOwner {
  readonly system: object
  readonly [cacheKey]?: ErpCache
}

/** The cache of the Erp behind a reader or writer; an empty one for a test double without. */
export function cacheOf(erp: CacheOwner): ErpCache {
  return erp[cacheKey] ?? createErpCache({ cacheBytes: 0, freshnessMs: 0 })
}

/** Returns the bytes of a closed Erp to a shared space. */
export function clearCache(cache: ErpCache): void {
  cache.sources.deleteBelow('')
  cache.packages.deleteBelow('')
}

/** How much of its cache an Erp uses. */
export function cacheMetrics({ reader }: { readonly reader: CacheOwner }): {
  readonly bytes: number
  readonly entries: number
} {
  const { sources, packages } = cacheOf(reader)
  return { bytes: sources.bytes + packages.bytes, entries: sources.size + packages.size }
}
