/**
 * One token that is fetched at its first use and renewed shortly before it ends: one request at a
 * time, and none for a while after a failure.
 */
import { isErpError } from '../erp-client/index.ts'

export interface Token {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly until: number
}

export interface TokenCache<T extends Token> {
  /**
   * @param lockHeld the token is good to its very end: a change under a lock is finished with it
   * @throws what the fetch throws, also for a while afterwards without another attempt
   */
  current(lockHeld?: boolean): Promise<T>
  /** A service refused it: the next one is fetched. */
  refused(): void
}

/** A request that takes its token now is answered before the token ends. */
const marginMs = 60_000
/** Short-lived tokens, such as assertions, keep a part of their life. */
const marginShare = 0.2
/** After a failure, or for a token that was refused at once. */
const restMs = 10_000

export function createTokenCache<T extends Token>(
  fetch: () => Promise<T>,
  now: () => number = () => Date.now()
): TokenCache<T> {
  let known: (T & { readonly renewAt: number }) | undefined
  let fetching: Promise<T> | undefined
  let failed: { readonly error: unknown; readonly until: number } | undefined

  const renew = async (): Promise<T> => {
    if (failed !== undefined && now() < failed.until) throw failed.error
    try {
      const token = await fetch()
      const margin = Math.min(marginMs, (token.until - now()) * marginShare)
      known = { ...token, renewAt: token.until - margin }
      failed = undefined
      return token
    } catch (error) {
      // A call that was cancelled says nothing of the service.
      if (!isErpError(error, 'ERP_ABORTED')) failed = { error, until: now() + restMs }
      throw error
    }
  }
  return {
    async current(lockHeld = false) {
      const usable = known !== undefined && known.until > now() ? known : undefined
      if (usable !== undefined && (lockHeld || usable.renewAt > now())) return usable
      fetching ??= renew().finally(() => {
        fetching = undefined
      })
      try {
        return await fetching
      } catch (error) {
        // What is still valid serves while its successor cannot be had.
        if (usable !== undefined && usable.until > now()) return usable
        throw error
      }
    },
    refused() {
      known = undefined
    }
  }
}
