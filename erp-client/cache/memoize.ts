/** One answer for the lifetime of an Erp, requested once; a failure is not stored. */
import type { ErpCache } from './erp-cache.ts'

export function memoize<T>(cache: ErpCache, key: string, ask: () => Promise<T>): Promise<T> {
  const known = cache.memoized.get(key) as Promise<T> | undefined
  if (known !== undefined) return known
  const asked = ask()
  cache.memoized.set(key, asked)
  asked.catch(() => {
    if (cache.memoized.get(key) === asked) cache.memoized.delete(key)
  })
  return asked
}
