/**
 * One answer for the lifetime of an Erp, requested once; a failure is not stored.
 * Benchmark: bench/mechanisms.mts, row `memoize`.
 */
import type { ErpCache } from './erp-cache.ts'

export function memoize<T>(cache: ErpCache, key: string, request: () => Promise<T>): Promise<T> {
  const known = cache.memoized.get(key) as Promise<T> | undefined
  if (known !== undefined) return known
  const pending = request()
  cache.memoized.set(key, pending)
  pending.catch(() => {
    if (cache.memoized.get(key) === pending) cache.memoized.delete(key)
  })
  return pending
}
