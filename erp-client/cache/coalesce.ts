/**
 * Coalesces equal questions of one identity at the same time into one request.
 * Benchmark: bench/performance.mts, rows `search, 64 clients` and `query, 64 clients`.
 */
import { cacheOf } from './erp-cache.ts'
import type { CacheOwner } from './erp-cache.ts'

/**
 * A question that is asked after a change has ended never gets the answer to one that was asked
 * before.
 *
 * @param question its name and arguments, as JSON values
 */
export function coalesce<T>(
  erp: CacheOwner,
  question: readonly unknown[],
  {
    ask,
    signal
  }: { readonly ask: (signal: AbortSignal) => Promise<T>; readonly signal: AbortSignal | undefined }
): Promise<T> {
  const { singleFlight, changesEnded } = cacheOf(erp)
  return singleFlight.join(`${changesEnded} ${JSON.stringify(question)}`, ask, signal)
}
