/** What one of several callers may have of the connections and sessions that all of them use. */

/** Of so many places, those of one caller: an eighth is kept from each, and one of two. */
export function ownPlaces(places: number): number {
  return places < 2 ? places : places - Math.max(1, Math.floor(places / 8))
}

interface Share {
  readonly running: number
  readonly queue: readonly unknown[]
}

/** Callers whose share is kept while it is idle: most callers come again. */
const mostIdle = 1000

/** The share of a caller. Once there are many, idle ones are swept out. */
export function shareFor<T extends Share>(
  shares: Map<string, T>,
  caller: string,
  make: () => T
): T {
  const known = shares.get(caller)
  if (known !== undefined) return known
  if (shares.size >= mostIdle) {
    for (const [key, { running, queue }] of shares) {
      if (running === 0 && queue.length === 0) shares.delete(key)
    }
  }
  const share = make()
  shares.set(caller, share)
  return share
}
