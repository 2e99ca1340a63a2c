/** A new session in place of the kept one, unless a change runs in it. */
import { ErpError } from '../erp-client/index.ts'
import { endSession } from './exchange.ts'
import type { Target } from './exchange.ts'
import type { Grant } from './oauth/kept-grant.ts'
import { isSameSession } from './session-cookies.ts'
import { grantName, readSession, sessionName } from './session-record.ts'
import type { SessionRecord } from './session-record.ts'
import type { LogonStore } from './store/logon-store.ts'
import type { KeyPlace } from './store/sealing-key.ts'

export interface KeptAt {
  readonly store: LogonStore
  readonly place: string
  readonly target: Target
  /** Whether a process of this machine runs. */
  isAlive(pid: number): boolean
}

/** @throws ErpError ERP_LOCKED where a change runs, whose lock would stay behind */
export function assertIdle({ store, place, isAlive }: Omit<KeptAt, 'target'>): void {
  const busy = store.busy(sessionName(place), isAlive)
  if (busy.length === 0) return
  throw new ErpError(
    'ERP_LOCKED',
    `A change runs in the session that is kept (process ${busy.join(', ')}); it may hold a lock`,
    { outcome: 'failed', remedy: 'Wait for its end, and log on or off then.' }
  )
}

/** A session, and what opens further ones without the user. */
export interface Acquired {
  readonly record: SessionRecord
  /** Tokens of the user. */
  readonly grant?: Grant | undefined
}

export interface Kept {
  /** Where the key is that seals it. */
  readonly where: KeyPlace
  readonly former: SessionRecord | undefined
}

/** The session before it is ended only when the new one is kept; one that cannot be kept is ended. */
export async function keepSession(at: KeptAt, { record, grant }: Acquired): Promise<Kept> {
  const { store, place, target } = at
  const former = await readSession(store, place).catch(() => undefined)
  // What is pasted again is not ended in either way.
  const isKept = former !== undefined && isSameSession(former.cookies, record.cookies)
  try {
    assertIdle(at)
    // Tokens of another user must not follow this session.
    store.remove(grantName(place))
    const where = await store.write(sessionName(place), record)
    if (grant !== undefined) await store.write(grantName(place), grant)
    if (former !== undefined && !isKept) await endSession(target, former.cookies)
    return { where, former }
  } catch (error) {
    if (!isKept) await endSession(target, record.cookies)
    throw error
  }
}
