/**
 * How many requests an ERP takes at the same time without becoming slower for all of them, found
 * out as it answers.
 */

export interface AdaptiveLimit {
  /** Requests that may be there now. */
  readonly limit: number
  /**
   * A reading request was answered after so long; `full` while there were as many as the limit
   * allows.
   * @param now milliseconds of a clock that only goes forward
   */
  answered(
    sample: { readonly operation: string; readonly ms: number; readonly full: boolean },
    now?: number
  ): void
  /** The ERP said that it is overloaded. */
  overloaded(now?: number): void
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
/** Judgements after which one more is tried while answers are neither calm nor crowded. */
const patience = 8
/** Refusals within so many milliseconds are one. */
const burstMs = 1000
/**
 * What was best once may be so no longer: in this time it has become 2.7 times as much, unless it
 * was seen again.
 */
const forgottenMs = 1_800_000

/** Where a row of steps down began. */
interface Descent {
  readonly limit: number
  readonly ratio: number
}

/**
 * Begins at the bound. It gives way by a fifth when answers take three times as long as the same
 * kind of request takes at best, and comes back one by one, slowly while they still take 1.8 times
 * as long; only while the limit is used up, because nothing else shows whether it is right. In a
 * crowd, half as many are answered about twice as fast. Where they are not, something else made the
 * ERP slow: what it takes now is then its best, and the limit is what it was.
 * @param most the operator's bound
 */
export function createAdaptiveLimit(most: number): AdaptiveLimit {
  const least = Math.min(most, 4)
  const best = new Map<string, { ms: number; at: number }>()
  let ratios: number[] = []
  let limit = most
  let descent: Descent | undefined
  let between = 0
  let overloadedAt = -Infinity
  /** Answers to come of requests that were sent under another limit. */
  let stale = 0
  // Halfway, in proportions, between an answer time that follows the number of requests and one
  // that does not care.
  const hasHelped = (ratio: number) =>
    descent === undefined || ratio < descent.ratio * Math.sqrt(limit / descent.limit)
  const giveWay = (ratio: number) => {
    descent ??= { limit, ratio }
    const share = limit / descent.limit
    const isFarEnough = share <= provedAt || limit === least
    if (!isFarEnough || hasHelped(ratio)) {
      stale = limit
      limit = Math.max(least, Math.floor(limit * 0.8))
      return
    }
    for (const known of best.values()) known.ms *= ratio
    limit = descent.limit
    descent = undefined
  }
  const judge = () => {
    const middle = ratios.toSorted((one, other) => one - other)[window / 2] ?? 1
    ratios = []
    if (middle > crowdedAt || (middle >= calmAt && !hasHelped(middle))) {
      giveWay(middle)
    } else if (middle < calmAt || ++between >= patience) {
      between = 0
      limit = Math.min(most, limit + 1)
      if (middle < calmAt || limit >= (descent?.limit ?? most)) descent = undefined
    }
  }
  return {
    get limit() {
      return limit
    },
    answered({ operation, ms, full }, now = performance.now()) {
      let known = best.get(operation)
      if (known === undefined) {
        if (best.size >= mostOperations) best.clear()
        best.set(operation, (known = { ms, at: now }))
      }
      known.ms = Math.max(shortest, Math.min(ms, known.ms * (1 + (now - known.at) / forgottenMs)))
      known.at = now
      if (!full) return
      if (stale > 0) {
        stale--
        return
      }
      ratios.push(ms / known.ms)
      if (ratios.length >= window) judge()
    },
    overloaded(now = performance.now()) {
      if (now - overloadedAt < burstMs) return
      overloadedAt = now
      ratios = []
      descent = undefined
      stale = limit
      limit = Math.max(least, Math.floor(limit / 2))
    }
  }
}
