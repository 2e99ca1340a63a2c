/**
 * Adaptive limit: the number of requests that an ERP serves at the same time without slowing down,
 * measured by its response times. Benchmark: bench/mechanisms.mts, row `adaptive limit`.
 */

export interface AdaptiveLimit {
  /** Requests that may run at the same time now. */
  readonly limit: number
  /**
   * A reading request was answered; `full` where the limit was reached.
   * @param now milliseconds of a monotonic clock
   */
  answered(
    sample: { readonly operation: string; readonly ms: number; readonly full: boolean },
    now?: number
  ): void
  /** The ERP answered that it is overloaded. */
  overloaded(now?: number): void
}

/** Samples of one decision: a single slow answer has no effect. */
const window = 24
/** Shorter response times measure the network and this process instead of the ERP. */
const shortest = 10
/** Ratio to the best response time from which the ERP counts as crowded. */
const crowdedRatio = 3
/** Ratio below which it counts as calm. */
const calmRatio = 1.8
/** At this share of the limit where a descent began, the response times must have improved. */
const verifyShare = 0.55
const mostOperations = 100
/** Decisions after which the limit is raised by one while answers are neither calm nor crowded. */
const decisionsToRaise = 8
/** Overload answers within this time count once. */
const burstMs = 1000
/** Time constant in which a best response time ages: without a new sample it grows by 2.7 times. */
const agingMs = 1_800_000

/** Where a series of reductions began. */
interface Descent {
  readonly limit: number
  readonly ratio: number
}

/**
 * Starts at the bound. It is reduced by a fifth when answers take three times the best time of
 * their operation, and raised one by one, slowly while they still take 1.8 times as long. Only
 * samples at a full limit count, because no others show whether the limit is right.
 * In a crowd, half as many requests are answered about twice as fast. Where they are not, something
 * else made the ERP slow: the present times become the best ones, and the limit is restored.
 * @param most upper bound, set by the operator
 */
export function createAdaptiveLimit(most: number): AdaptiveLimit {
  const least = Math.min(most, 4)
  const best = new Map<string, { ms: number; at: number }>()
  let ratios: number[] = []
  let limit = most
  let descent: Descent | undefined
  let undecided = 0
  let overloadedAt = -Infinity
  /** Answers still to come of requests that were sent under another limit. */
  let stale = 0
  // The geometric mean between an answer time that is proportional to the number of requests and
  // one that does not depend on it.
  const isImproved = (ratio: number) =>
    descent === undefined || ratio < descent.ratio * Math.sqrt(limit / descent.limit)
  const reduce = (ratio: number) => {
    descent ??= { limit, ratio }
    const share = limit / descent.limit
    const requiresImprovement = share <= verifyShare || limit === least
    if (!requiresImprovement || isImproved(ratio)) {
      stale = limit
      limit = Math.max(least, Math.floor(limit * 0.8))
      return
    }
    for (const known of best.values()) known.ms *= ratio
    limit = descent.limit
    descent = undefined
  }
  const decide = () => {
    const median = ratios.toSorted((one, other) => one - other)[window / 2] ?? 1
    ratios = []
    if (median > crowdedRatio || (median >= calmRatio && !isImproved(median))) {
      reduce(median)
    } else if (median < calmRatio || ++undecided >= decisionsToRaise) {
      undecided = 0
      limit = Math.min(most, limit + 1)
      if (median < calmRatio || limit >= (descent?.limit ?? most)) descent = undefined
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
      known.ms = Math.max(shortest, Math.min(ms, known.ms * (1 + (now - known.at) / agingMs)))
      known.at = now
      if (!full) return
      if (stale > 0) {
        stale--
        return
      }
      ratios.push(ms / known.ms)
      if (ratios.length >= window) decide()
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
