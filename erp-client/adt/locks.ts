/** Locks of objects: taken for one change, proven to be kept, always released. */
import { asFailed, ErpError, isErpError } from '../errors.ts'
import type { ErpSession, ErpWriter } from '../erp.ts'
import { aborted } from '../http/erp-call.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import type { CacheOwner } from '../cache/erp-cache.ts'
import { objectUri } from '../objects.ts'
import type { ObjectRef } from '../objects.ts'
import { foreignObject, isGenerated } from '../permissions/ownership.ts'
import type { ForeignObject, OwnershipFacts } from '../permissions/ownership.ts'
import type { OtherLanguage } from '../wire/document/original-language.ts'
import { homeUnderLock } from './structure.ts'
import { readRelease } from './system.ts'
import { readLockXml } from '../wire/lock.ts'
import type { LockAnswer } from '../wire/lock.ts'
import { memoize } from '../cache/memoize.ts'

/** Facts about the object of a change, from its lock or from the request to create it. */
export interface LockFacts {
  readonly ref: ObjectRef
  /** Undefined where the ERP does not name it: a package rule must then refuse. */
  readonly package?: string | undefined
  /** Transport request in which the object is recorded. */
  readonly transport?: string | undefined
  readonly transportOwner?: string | undefined
  readonly isLocal: boolean
  /** Set where the object is not one of one's own. */
  readonly foreign?: ForeignObject | undefined
  /** Set where the log-on language is not the original language of the object. */
  readonly shownIn?: OtherLanguage | undefined
}

/** Throws to refuse; the lock is then released and nothing is written. */
export type Recheck = (facts: LockFacts) => void | Promise<void>

/** A lock in a session of its own, while `run` runs. */
export interface HeldLock {
  readonly session: ErpSession
  readonly handle: string
  readonly facts: LockFacts
  /** Decides again with the source that the lock protects, before it is written. */
  recheckSource(source: string): Promise<void>
}

const lockAccept =
  'application/*,application/vnd.sap.as+xml;charset=UTF-8;dataname=com.sap.adt.lock.result'
/** First release whose sessions keep locks over plain HTTP. */
const firstKeepingRelease = 751

/** The object, or a part of it with a lock of its own. */
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

/** Unlocks; where that fails, ends the session, which releases its locks. Never throws. */
async function release(session: ErpSession, locked: Lockable, handle: string): Promise<void> {
  try {
    await unlock(session, locked, handle)
  } catch (error) {
    // After a lost connection it is unknown whether the ERP has unlocked: a second attempt does no
    // harm.
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

/** What decides about a change, and from what it follows whose object it is. */
async function lockFacts(
  erp: ErpWriter,
  ref: ObjectRef,
  lock: LockAnswer
): Promise<{ readonly facts: LockFacts; readonly ownership: OwnershipFacts }> {
  const { support, transport, transportOwner, isLocal } = lock
  const home = await homeUnderLock(erp, ref, isLocal)
  const ownership = { original: home?.original, support, transport }
  const foreign = await foreignObject(erp, ref, ownership)
  const { package: name, shownIn } = home ?? {}
  const facts = { ref, package: name, transport, transportOwner, isLocal, foreign, shownIn }
  return { facts, ownership }
}

/**
 * Below 7.51 a session over plain HTTP ends with every request, and its lock with it: the next
 * write would run without a lock. Where a second session gets the same lock, locks are not kept.
 */
async function assertKept(erp: ErpWriter, locked: Lockable): Promise<void> {
  const cache = cacheOf(erp)
  if (cache.locksKept) return
  await memoize(cache, 'locks kept', async () => {
    const release = erp.system.url.startsWith('https:')
      ? firstKeepingRelease
      : await readRelease(erp)
    if (release === undefined || release < firstKeepingRelease) {
      await lockInSecondSession(erp, locked)
    }
  })
  cache.locksKept = true
}

/**
 * Refuses where locks are known to be lost. Called before a step that would be incomplete without
 * the lock of the next one.
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

async function lockInSecondSession(erp: ErpWriter, locked: Lockable): Promise<void> {
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
 * Takes and releases the lock of an object. @throws ErpError ERP_LOCKED where it is held elsewhere
 */
export async function probeLock(
  erp: ErpWriter,
  { ref }: { ref: ObjectRef },
  use: { readonly recheck: Recheck; readonly signal?: AbortSignal | undefined }
): Promise<void> {
  await withLock(erp, ref, { ...use, run: async () => {} })
}

export interface LockUse<T> {
  readonly recheck: Recheck
  readonly signal?: AbortSignal | undefined
  /** Path of a part with a lock of its own, e.g. its texts; default: the object. */
  readonly path?: string | undefined
  readonly run: (held: HeldLock) => Promise<T>
}

/**
 * Locks an object in a session of its own when its turn comes, lets `recheck` refuse by the facts
 * of the lock, runs, and always unlocks. An aborted signal takes effect between the steps only.
 *
 * @throws ErpError ERP_LOCKED, ERP_FORBIDDEN, ERP_NOT_FOUND, ERP_LOCKS_NOT_KEPT
 */
export function withLock<T>(erp: ErpWriter, ref: ObjectRef, use: LockUse<T>): Promise<T> {
  const turn = { ...turnOf(ref), signal: use.signal }
  return cacheOf(erp).lockTurns.inTurn(turn, async () => await locking(erp, ref, use))
}

/** Runs while no change of this identity holds a lock of the objects, e.g. their activation. */
export async function withoutLocks<T>(
  erp: ErpWriter,
  {
    refs,
    signal
  }: { readonly refs: readonly ObjectRef[]; readonly signal?: AbortSignal | undefined },
  run: () => Promise<T>
): Promise<T> {
  const { lockTurns } = cacheOf(erp)
  const turns = new Map(refs.map(ref => [objectUri(ref), turnOf(ref)]))
  // In one order for all, so that no two calls wait for each other.
  const inOrder = [...turns.values()].toSorted((a, b) => (a.key < b.key ? 1 : -1))
  return await inOrder.reduce<() => Promise<T>>(
    (inner, turn) => async () => await lockTurns.inTurn({ ...turn, signal }, inner),
    run
  )()
}

function turnOf(ref: ObjectRef): { readonly key: string; readonly words: string } {
  return { key: objectUri(ref), words: `${ref.type} ${ref.name}` }
}

/**
 * Changes an object when no other change of this identity reads, locks or writes it. A change that
 * reads before its lock would otherwise find another state inside it.
 *
 * @throws ErpError ERP_LOCKED where the wait takes too long
 */
export function changeInTurn<T>(
  erp: CacheOwner,
  { ref, signal }: { readonly ref: ObjectRef; readonly signal?: AbortSignal | undefined },
  run: () => Promise<T>
): Promise<T> {
  return cacheOf(erp).changeTurns.inTurn({ ...turnOf(ref), signal }, run)
}

function locking<T>(erp: ErpWriter, ref: ObjectRef, use: LockUse<T>): Promise<T> {
  const locked = { ref, path: use.path ?? objectUri(ref) }
  return erp.session(async session => {
    if (use.signal?.aborted === true) throw aborted()
    let lock: LockAnswer
    try {
      lock = await take(session, locked)
    } catch (error) {
      // Without a clear refusal the ERP may hold a lock whose handle is unknown.
      if (!isErpError(error) || error.outcome !== 'failed') session.discard()
      // A failed lock leaves the object unchanged, whatever its own outcome.
      throw isErpError(error) && error.outcome === 'unknown' ? asFailed(error) : error
    }
    session.holding = true
    try {
      await assertKept(erp, locked)
      const { facts, ownership } = await lockFacts(erp, ref, lock)
      await use.recheck(facts)
      const recheckSource = async (source: string) => {
        if (!isGenerated(source)) return
        await use.recheck({
          ...facts,
          foreign: await foreignObject(erp, ref, { ...ownership, source })
        })
      }
      return await use.run({ session, handle: lock.handle, facts, recheckSource })
    } finally {
      await release(session, locked, lock.handle)
    }
  })
}
