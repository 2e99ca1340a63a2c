import { ErpError, isErpError } from '../errors.ts'
import type { ErpSession, ErpWriter } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { packageUnderLock } from './structure.ts'
import { readRelease } from './system.ts'
import { readLockXml } from '../wire/lock.ts'
import type { LockAnswer } from '../wire/lock.ts'
import { memoize } from '../cache/memoize.ts'

/** What a lock, or the wish to create, tells about the object to be changed. */
export interface LockFacts {
  readonly ref: ObjectRef
  /** Undefined when the ERP does not tell it: refuse under package rules. */
  readonly package?: string | undefined
  /** Request the object is recorded in. */
  readonly transport?: string | undefined
  readonly transportOwner?: string | undefined
  readonly isLocal: boolean
}

/** Throws to refuse; the lock is then released and nothing is written. */
export type Recheck = (facts: LockFacts) => void | Promise<void>

/** A lock held in a session of its own, as long as `run` runs. */
export interface HeldLock {
  readonly session: ErpSession
  readonly handle: string
  readonly facts: LockFacts
}

const lockAccept =
  'application/*,application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.lock.result'
/** First release whose sessions keep locks over plain HTTP too. */
const firstKeepingRelease = 751

/** What is locked: the object, or something of it that has a lock of its own. */
interface Lockable {
  readonly ref: ObjectRef
  readonly path: string
}

async function take(session: ErpSession, { ref, path }: Lockable): Promise<LockAnswer> {
  const response = await session.request({
    operation: 'lock',
    effect: 'change',
    method: 'POST',
    path,
    query: { _action: 'LOCK', accessMode: 'MODIFY' },
    accept: lockAccept
  })
  return readLockXml(response.text, ref)
}

function unlock(session: ErpSession, { path }: Lockable, handle: string): Promise<unknown> {
  return session.request({
    operation: 'unlock',
    effect: 'change',
    method: 'POST',
    path,
    query: { _action: 'UNLOCK', lockHandle: handle }
  })
}

/** Unlocks; where that fails, ends the session, which releases what it holds. Never throws. */
async function release(session: ErpSession, locked: Lockable, handle: string): Promise<void> {
  try {
    await unlock(session, locked, handle)
  } catch (error) {
    // after a reset the ERP may or may not have seen it: unlocking twice does no harm
    const again = isErpError(error, 'ERP_UNREACHABLE', 'ERP_BUSY')
      ? await unlock(session, locked, handle).then(
          () => true,
          () => false
        )
      : false
    if (!again) session.discard()
  }
  session.holding = false
}

async function lockFacts(erp: ErpWriter, ref: ObjectRef, lock: LockAnswer): Promise<LockFacts> {
  return {
    ref,
    package: await packageUnderLock(erp, ref, lock.isLocal),
    transport: lock.transport,
    transportOwner: lock.transportOwner,
    isLocal: lock.isLocal
  }
}

/**
 * Below 7.51 a session over plain HTTP ends with every request, and the lock with it: the next
 * write would meet nobody's lock. A second session that gets the same lock shows it.
 */
async function proveKept(erp: ErpWriter, locked: Lockable): Promise<void> {
  const memory = cacheOf(erp)
  if (memory.locksKept) return
  await memoize(memory, 'locks kept', async () => {
    const release = erp.system.url.startsWith('https:')
      ? firstKeepingRelease
      : await readRelease(erp)
    if (release === undefined || release < firstKeepingRelease) await tryFromAside(erp, locked)
  })
  memory.locksKept = true
}

/**
 * Refuses where locks are known to be lost: to be asked before a step that leaves something half
 * done without the lock of the next one.
 *
 * @throws ErpError ERP_LOCKS_NOT_KEPT
 */
export async function assertLocksKept(erp: ErpWriter): Promise<void> {
  if (cacheOf(erp).locksKept || erp.system.url.startsWith('https:')) return
  const release = await readRelease(erp)
  if (release === undefined || release >= firstKeepingRelease) return
  throw new ErpError(
    'ERP_LOCKS_NOT_KEPT',
    `Release ${release} does not keep locks between requests over plain HTTP; nothing was created`,
    {
      outcome: 'failed',
      remedy:
        'Use HTTPS. Where the server enhancement that keeps sessions is installed, change an existing object first: that proves it.'
    }
  )
}

async function tryFromAside(erp: ErpWriter, locked: Lockable): Promise<void> {
  await erp.session(async session => {
    try {
      const { handle } = await take(session, locked)
      await release(session, locked, handle)
    } catch (error) {
      if (isErpError(error, 'ERP_LOCKED')) return
      throw error
    }
    throw new ErpError(
      'ERP_LOCKS_NOT_KEPT',
      'The ERP does not keep locks between requests; nothing was written',
      { outcome: 'failed' }
    )
  }, true)
}

/**
 * Takes the lock of an object and gives it back: throws ERP_LOCKED where somebody else holds it.
 */
export async function probeLock(
  erp: ErpWriter,
  { ref }: { ref: ObjectRef },
  use: { readonly recheck: Recheck; readonly signal?: AbortSignal | undefined }
): Promise<void> {
  await withLock(erp, ref, { ...use, run: async () => {} })
}

/** Whatever became of the lock: the object itself is as it was. */
function nothingChanged(error: unknown): unknown {
  if (!isErpError(error) || error.outcome !== 'unknown') return error
  const { code, message, status, type, properties, quoted, remedy, retryAfter } = error
  return new ErpError(code, message, {
    status,
    type,
    properties,
    quoted,
    remedy,
    retryAfter,
    outcome: 'failed',
    cause: error
  })
}

export interface LockUse<T> {
  readonly recheck: Recheck
  readonly signal?: AbortSignal | undefined
  /**
   * What of the object has a lock of its own, e.g. its texts; the object itself where it is left
   * out.
   */
  readonly path?: string | undefined
  readonly run: (held: HeldLock) => Promise<T>
}

/**
 * Locks an object in a session of its own, lets `recheck` refuse by the lock's facts, runs, and
 * unlocks whatever happens. What has begun is finished: only between its steps does an aborted
 * signal stop it.
 *
 * @throws ErpError ERP_LOCKED, ERP_FORBIDDEN, ERP_NOT_FOUND, ERP_LOCKS_NOT_KEPT
 */
export function withLock<T>(erp: ErpWriter, ref: ObjectRef, use: LockUse<T>): Promise<T> {
  const locked = { ref, path: use.path ?? objectUri(ref) }
  return erp.session(async session => {
    if (use.signal?.aborted === true) throw aborted()
    let lock: LockAnswer
    try {
      lock = await take(session, locked)
    } catch (error) {
      // whatever is not a clear refusal may have left a lock behind that nobody knows the handle of
      if (!isErpError(error) || error.outcome !== 'failed') session.discard()
      throw nothingChanged(error)
    }
    session.holding = true
    try {
      await proveKept(erp, locked)
      const facts = await lockFacts(erp, ref, lock)
      await use.recheck(facts)
      return await use.run({ session, handle: lock.handle, facts })
    } finally {
      await release(session, locked, lock.handle)
    }
  })
}
