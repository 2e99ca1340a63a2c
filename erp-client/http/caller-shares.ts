/** How much one of several callers may use of the connections and sessions that they share. */

/** The most that one caller may use: all but an eighth, and all but one of two. */
export function callerLimit(capacity: number): number {
  return capacity < 2 ? capacity : capacity - Math.max(1, Math.floor(capacity / 8))
}

interface Share {
  readonly running: number
  readonly queue: readonly unknown[]
}

/** Idle shares are kept up to this number: most callers come again. */
const mostIdle = 1000

/** The share of a caller; removes idle shares once there are many. */
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
