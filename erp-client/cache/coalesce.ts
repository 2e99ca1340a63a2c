/**
 * Coalesces equal reads of one identity at the same time into one request.
 * Benchmark: bench/mechanisms.mts, row `single flight`.
 */
import { cacheOf } from './erp-cache.ts'
import type { CacheOwner } from './erp-cache.ts'

/**
 * A read that starts after the end of a change never gets the answer to a read that started before
 * it.
 *
 * @param key name and arguments of the read, as JSON values
 */
export function coalesce<T>(
  erp: CacheOwner,
  key: readonly unknown[],
  {
    request,
    signal
  }: {
    readonly request: (signal: AbortSignal) => Promise<T>
    readonly signal: AbortSignal | undefined
  }
): Promise<T> {
  const { singleFlight, changesEnded } = cacheOf(erp)
  return singleFlight.join(`${changesEnded} ${JSON.stringify(key)}`, request, signal)
}
