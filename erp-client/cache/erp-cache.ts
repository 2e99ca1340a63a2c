import type { ErpReader } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'

/** Keeps what was used last, up to a number of bytes. */
export interface ByteCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T, bytes: number): void
  delete(key: string): void
  deleteBelow(prefix: string): void
  readonly bytes: number
  readonly size: number
}

/**
 * A number of bytes that the caches of several identities have together; of the contents each knows
 * only its own.
 */
export interface CacheSpace {
  readonly limit: number
  readonly bytes: number
  readonly caches: number
}

interface Member {
  readonly oldest: () => number
  readonly dropOldest: () => void
}
interface Space extends CacheSpace {
  bytes: number
  clock: number
  readonly members: Set<Member>
  readonly caches: number
}

export function createCacheSpace(limit: number): CacheSpace {
  const members = new Set<Member>()
  const space: Space = {
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

/** What was used longest ago gives way, whoever's it is. */
function shrink(space: Space): void {
  while (space.bytes > space.limit) {
    const first = [...space.members].reduce((one, other) =>
      other.oldest() < one.oldest() ? other : one
    )
    first.dropOldest()
  }
}

/** @param room a number of bytes of its own, or the space that it shares */
export function createByteCache<T>(room: number | CacheSpace): ByteCache<T> {
  const space = (typeof room === 'number' ? createCacheSpace(room) : room) as Space
  const entries = new Map<
    string,
    { value: T | undefined; readonly bytes: number; usedAt: number }
  >()
  let total = 0
  const drop = (key: string) => {
    const entry = entries.get(key)
    if (entry === undefined) return
    total -= entry.bytes
    space.bytes -= entry.bytes
    entries.delete(key)
    // The tables that a map outgrows keep its entries until the next full collection, and each the
    // table after it.
    entry.value = undefined
    // Only caches that hold something are known to the space, so that one whose identity has gone
    // is not kept by it.
    if (entries.size === 0) space.members.delete(member)
  }
  const first = () => entries.entries().next().value
  const member: Member = {
    oldest: () => first()?.[1].usedAt ?? Infinity,
    dropOldest: () => {
      drop(first()?.[0] ?? '')
    }
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.usedAt === space.clock) return entry.value
      entries.delete(key)
      entry.usedAt = ++space.clock
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > space.limit) return
      entries.set(key, { value, bytes, usedAt: ++space.clock })
      total += bytes
      space.bytes += bytes
      space.members.add(member)
      shrink(space)
    },
    delete: drop,
    deleteBelow(prefix) {
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) drop(key)
    },
    get bytes() {
      return total
    },
    get size() {
      return entries.size
    }
  }
}

/** Identical reads at the same time become one. */
export interface SingleFlight {
  /**
   * Joins the flight under way for `key`, or starts it. It is cancelled when its last waiter is,
   * never before.
   */
  join<T>(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined
  ): Promise<T>
}

interface Flight {
  readonly result: Promise<unknown>
  readonly controller: AbortController
  waiters: number
}

export function createSingleFlight(): SingleFlight {
  // Each table that a map outgrows keeps what was in it alive until the next full collection; of a
  // slot that is empty by then, no answer.
  const slots = new Map<string, { flight: Flight | undefined }>()
  const end = (key: string, flight: Flight) => {
    const slot = slots.get(key)
    if (slot?.flight !== flight) return
    slot.flight = undefined
    slots.delete(key)
  }
  const launch = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const controller = new AbortController()
    const result = start(controller.signal)
    const flight: Flight = { result, controller, waiters: 0 }
    slots.set(key, { flight })
    // what one request of a read failed over, the others are of no use to: nobody would end them
    result.then(
      () => {
        end(key, flight)
      },
      () => {
        end(key, flight)
        controller.abort()
      }
    )
    return flight
  }
  return {
    join<T>(
      key: string,
      start: (signal: AbortSignal) => Promise<T>,
      signal: AbortSignal | undefined
    ): Promise<T> {
      if (signal?.aborted === true) return Promise.reject(aborted())
      const flight = slots.get(key)?.flight ?? launch(key, start)
      flight.waiters++
      return new Promise<T>((resolve, reject) => {
        const leave = () => {
          signal?.removeEventListener('abort', quit)
          if (--flight.waiters === 0) end(key, flight)
        }
        const quit = () => {
          leave()
          if (flight.waiters === 0) flight.controller.abort()
          reject(aborted())
        }
        signal?.addEventListener('abort', quit, { once: true })
        const result = flight.result as Promise<T>
        result.then(
          value => {
            leave()
            resolve(value)
          },
          (error: unknown) => {
            leave()
            reject(error)
          }
        )
      })
    }
  }
}

/** What one Erp remembers between calls; never shared between identities. */
export interface ErpCache {
  readonly sources: ByteCache<unknown>
  /** Package of an object by its URI, and whether its last lock called it local. */
  readonly packages: ByteCache<{
    readonly name: string
    readonly at: number
    readonly isLocal?: boolean | undefined
  }>
  /** A list of packages decides for somebody: a lock always asks where its object is now. */
  asksUnderLock: boolean
  readonly flights: SingleFlight
  readonly freshnessMs: number
  /**
   * Counts changes per object; an answer that was asked for before a change is not kept after it.
   */
  readonly changes: Map<string, number>
  /**
   * How many requests that change something have ended: what was asked for before says nothing
   * about afterwards.
   */
  changesEnded: number
  readonly facts: Map<string, Promise<unknown>>
  /** What `readSystem` found out. */
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
    asksUnderLock: false,
    flights: createSingleFlight(),
    freshnessMs: options.freshnessMs,
    changes: new Map(),
    changesEnded: 0,
    facts: new Map(),
    system: undefined,
    locksKept: false
  }
}

/** Key under which a reader or writer carries the memory of its Erp. */
export const cacheKey: unique symbol = Symbol('memory')

/**
 * The memory of the Erp behind a reader or writer; one without (a test double) remembers nothing.
 */
export function cacheOf(
  erp: Pick<ErpReader, 'system'> & { readonly [cacheKey]?: ErpCache }
): ErpCache {
  return erp[cacheKey] ?? createErpCache({ cacheBytes: 0, freshnessMs: 0 })
}

/**
 * Equal questions of one identity at the same time become one; none takes the answer to another
 * that was asked before a change had ended.
 */
export function coalesce<T>(
  erp: ErpReader,
  question: readonly unknown[],
  {
    ask,
    signal
  }: { readonly ask: (signal: AbortSignal) => Promise<T>; readonly signal: AbortSignal | undefined }
): Promise<T> {
  const { flights, changesEnded } = cacheOf(erp)
  return flights.join(`${changesEnded} ${JSON.stringify(question)}`, ask, signal)
}

/** Gives back what a closed Erp holds of a shared space. */
export function clearCache(memory: ErpCache): void {
  memory.sources.deleteBelow('')
  memory.packages.deleteBelow('')
}

/** How much of its cache an Erp uses. */
export function cacheMetrics({ reader }: { readonly reader: ErpReader }): {
  readonly bytes: number
  readonly entries: number
} {
  const { sources, packages } = cacheOf(reader)
  return { bytes: sources.bytes + packages.bytes, entries: sources.size + packages.size }
}

/**
 * One answer for the life of the Erp, asked for once however many want it; a failure is not
 * remembered.
 */
export function memoize<T>(memory: ErpCache, key: string, ask: () => Promise<T>): Promise<T> {
  const known = memory.facts.get(key) as Promise<T> | undefined
  if (known !== undefined) return known
  const asked = ask()
  memory.facts.set(key, asked)
  asked.catch(() => {
    if (memory.facts.get(key) === asked) memory.facts.delete(key)
  })
  return asked
}
