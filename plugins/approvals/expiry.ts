/** Finds what has expired: of all replicas the one that removes it tells of it. */
import type { ApprovalItem, Approvals, Log } from '../../tools/index.ts'
import type { ServedSystems } from '../../systems/landscape.ts'

export interface ExpiryOptions {
  readonly systems: ServedSystems
  readonly store: Approvals
  readonly log: Log
  expired(item: ApprovalItem): void
  readonly everyMs?: number | undefined
}

/** @returns ends it */
export function followExpiry(options: ExpiryOptions): () => void {
  const { systems, store, log, expired, everyMs = 30_000 } = options
  let isAsking = false
  let hasFailed = false
  const look = async () => {
    for (const { entry, system } of systems.states()) {
      if (system === undefined || entry.settings?.approval === undefined) continue
      for (const item of await store.takeExpired(system.place)) expired(item)
    }
    hasFailed = false
  }
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    look()
      .catch((error: unknown) => {
        if (!hasFailed) log.warn({ err: error }, 'waiting changes that expired cannot be found')
        hasFailed = true
      })
      .finally(() => {
        isAsking = false
      })
  }, everyMs).unref()
  return () => clearInterval(timer)
}
