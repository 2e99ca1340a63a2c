/** The ERP clients of all users: one per identity, bounded, closed when idle or no longer allowed. */
import type { Erp } from '../../erp-client/index.ts'
import type { Caller, Log } from '../../tools/index.ts'

export interface ErpIdentity {
  /** Different for whatever differs in issuer, subject, ERP user, ERP or client. */
  readonly key: string
  /** Who last showed a credential of this identity. */
  readonly caller: Caller
  /** ERP user, or the name of a user whom the ERP maps by itself. */
  readonly user: string
  /** Milliseconds since 1970 at which the credential ends. */
  readonly until: number
}

export interface ErpIdentitiesOptions {
  /** @param newest the same identity with the newest credential that it showed */
  create(identity: ErpIdentity, newest: () => ErpIdentity): Erp
  readonly log: Log
  /** Identities at the same time. */
  readonly most?: number | undefined
  /** An identity is logged off when it has been idle for so long. */
  readonly idleMs?: number | undefined
  /**
   * An identity that was idle for less than this is not ended for the sake of another: a call may
   * be between two requests.
   */
  readonly restMs?: number | undefined
  readonly sweepMs?: number | undefined
}

export interface ErpIdentities {
  /** Whether there is a place for this identity, which may mean that another one is evicted. */
  admits(key: string): boolean
  /** The client of this identity; undefined where there is no place for one. */
  get(identity: ErpIdentity): Erp | undefined
  /** Ends those who are no longer wanted. */
  retain(wanted: (identity: ErpIdentity) => boolean): void
  /** What one of them knows, if any does. */
  find<T>(look: (erp: Erp) => T | undefined): T | undefined
  readonly size: number
  close(): Promise<void>
}

interface Entry {
  identity: ErpIdentity
  readonly erp: Erp
  usedAt: number
}

const usual = { most: 500, idleMs: 600_000, restMs: 10_000, sweepMs: 5000 }

export function createErpIdentities(options: ErpIdentitiesOptions): ErpIdentities {
  const {
    create,
    log,
    most = usual.most,
    idleMs = usual.idleMs,
    restMs = usual.restMs,
    sweepMs = usual.sweepMs
  } = options
  // In the order of their last use.
  const entries = new Map<string, Entry>()
  const ending = new Set<Promise<void>>()

  const end = (key: string, entry: Entry, reason: string) => {
    entries.delete(key)
    log.debug({ user: entry.identity.user, reason }, 'an ERP identity ends')
    const closing = entry.erp
      .close()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'an ERP identity did not end cleanly')
      })
      .finally(() => {
        ending.delete(closing)
      })
    ending.add(closing)
  }
  const sweep = () => {
    const now = Date.now()
    for (const [key, entry] of entries) {
      // what was begun in time is finished
      if (entry.erp.busy) entry.usedAt = now
      else if (entry.identity.until <= now) end(key, entry, 'its credential ended')
      else if (now - entry.usedAt >= idleMs) end(key, entry, 'idle')
    }
  }
  const timer = setInterval(sweep, sweepMs).unref()
  const oldestIdle = () =>
    [...entries].find(([, { erp, usedAt }]) => !erp.busy && Date.now() - usedAt >= restMs)
  const add = (identity: ErpIdentity): Entry => {
    const { key } = identity
    const entry: Entry = {
      identity,
      erp: create(identity, () => entries.get(key)?.identity ?? identity),
      usedAt: Date.now()
    }
    entries.set(key, entry)
    return entry
  }
  return {
    admits: key => entries.has(key) || entries.size < most || oldestIdle() !== undefined,
    get(identity) {
      const known = entries.get(identity.key)
      if (known === undefined) {
        const place = entries.size < most ? undefined : oldestIdle()
        if (entries.size >= most && place === undefined) return undefined
        if (place !== undefined) end(place[0], place[1], 'another one needs its place')
        return add(identity).erp
      }
      entries.delete(identity.key)
      entries.set(identity.key, known)
      known.usedAt = Date.now()
      if (identity.until > known.identity.until) known.identity = identity
      return known.erp
    },
    retain(wanted) {
      for (const [key, entry] of entries) {
        if (!wanted(entry.identity)) end(key, entry, 'it is denied or mapped otherwise')
      }
    },
    find(look) {
      for (const { erp } of entries.values()) {
        const found = look(erp)
        if (found !== undefined) return found
      }
      return undefined
    },
    get size() {
      return entries.size
    },
    async close() {
      clearInterval(timer)
      for (const [key, entry] of entries) end(key, entry, 'the bridge closes')
      await Promise.all(ending)
    }
  }
}
