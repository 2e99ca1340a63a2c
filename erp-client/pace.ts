/** How many requests an ERP takes at the same time without becoming slower for all of them, found out as it answers. */

export interface Pace {
  /** Requests that may be there now. */
  readonly limit: number
  /** A reading request was answered after so long; `full` while there were as many as the limit allows. */
  answered (sample: { readonly operation: string, readonly ms: number, readonly full: boolean }): void
  /** The ERP said that it is overloaded. */
  overloaded (): void
}

/** Answers that decide together: one slow one says nothing. */
const window = 24
/** Below this, times say more about the network and this process than about the ERP. */
const shortest = 10
/** Answers take so many times as long as an idle ERP's: it has more than it can do at once. */
const crowdedAt = 3
const calmAt = 1.8
/** Having given way to this share of the limit, it must show that it was the crowd. */
const provedAt = 0.55
const mostOperations = 100

/** Where a row of steps down began. */
interface Descent { readonly limit: number, readonly ratio: number }

/**
 * Begins at the bound. It gives way by a fifth when answers take three times as long as the same kind of request takes at best, and
 * comes back one by one; only while the limit is used up, because nothing else shows whether it is right. In a crowd, half as many are answered
 * about twice as fast. Where they are not, something else made the ERP slow: what it takes now is then its best, and the limit is what it was.
 * @param most the operator's bound
 */
export function createPace (most: number): Pace {
  const least = Math.min(most, 4)
  const best = new Map<string, number>()
  let ratios: number[] = []
  let limit = most
  let descent: Descent | undefined
  /** Answers to come of requests that were sent under another limit. */
  let stale = 0
  const giveWay = (ratio: number) => {
    descent ??= { limit, ratio }
    const share = limit / descent.limit
    // Halfway, in proportions, between an answer time that follows the number of requests and one that does not care.
    if (share > provedAt || ratio < descent.ratio * Math.sqrt(share)) {
      stale = limit
      limit = Math.max(least, Math.floor(limit * 0.8))
      return
    }
    for (const [operation, ms] of best) best.set(operation, ms * ratio)
    limit = descent.limit
    descent = undefined
  }
  const judge = () => {
    const middle = ratios.toSorted((one, other) => one - other)[window / 2] ?? 1
    ratios = []
    if (middle > crowdedAt) { giveWay(middle); return }
    descent = undefined
    if (middle < calmAt) limit = Math.min(most, limit + 1)
  }
  return {
    get limit () { return limit },
    answered ({ operation, ms, full }) {
      const known = best.get(operation)
      // What was best once may be so no longer: it is forgotten slowly.
      const floor = Math.max(shortest, Math.min(ms, (known ?? ms) * 1.0001))
      if (known === undefined && best.size >= mostOperations) best.clear()
      best.set(operation, floor)
      if (!full) return
      if (stale > 0) { stale--; return }
      ratios.push(ms / floor)
      if (ratios.length >= window) judge()
    },
    overloaded () {
      ratios = []
      descent = undefined
      stale = limit
      limit = Math.max(least, Math.floor(limit / 2))
    }
  }
}
