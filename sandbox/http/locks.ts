/** The lock table: enqueue locks of ABAP sessions on objects and their parts. */
import { randomBytes } from 'node:crypto'
import type { ObjectKey, PartKey } from '../types.ts'
import { invalidLockHandle, lockedBy } from './errors.ts'

export interface Lock {
  readonly handle: string
  readonly key: string
  readonly object: ObjectKey
  readonly label: string
  readonly user: string
  /** Id of the ABAP session that owns it. */
  readonly owner: string
}

export interface LockTarget {
  readonly part: PartKey
  readonly label: string
}

export interface Owner {
  readonly id: string
  readonly user: string
}

/** Locks of ABAP sessions on objects; in memory, because a lock ends with its session. */
export interface LockTable {
  /**
   * Takes the lock, or returns the one this session has already; 403 naming the user when another
   * session holds it.
   */
  acquire(target: LockTarget, owner: Owner): Lock
  /** Throws 423 unless `handle` is this session's lock on the target. */
  requireLock(target: LockTarget, owner: Owner | undefined, handle: string | null): Lock
  /** Throws 403 when a session other than `owner` holds a lock on the object or a part of it. */
  requireUnlocked(object: ObjectKey, owner: Owner | undefined): void
  /** The user whose lock, of whatever session, is on the object or a part of it. */
  holder(object: ObjectKey): string | undefined
  /** Throws 403 when another session holds a lock on exactly this target. */
  requireUnlockedPart(target: LockTarget, owner: Owner): void
  release(handle: string, owner: Owner | undefined): void
  /** Releases this session's lock on the target, if it has one. */
  releaseTarget(target: LockTarget, owner: Owner | undefined): void
  releaseAll(owner: Owner): void
  releaseObject(object: ObjectKey): void
  readonly size: number
  readonly taken: number
}

/**
 * What one lock covers: a class with all its includes, a program, a table …; but a function module
 * and an include of a function group each for itself, as does a message of a message class.
 */
export function lockKey(part: PartKey): string {
  const own = /^(function|include|message):/.test(part.part) ? ` ${part.part.toUpperCase()}` : ''
  return `${part.object.type} ${part.object.name.toUpperCase()}${own}`
}

/**
 * Clients parse XML values that look like numbers (`12E34`) as numbers: a handle begins with a
 * letter that is no exponent.
 */
function newHandle(): string {
  return 'A' + randomBytes(20).toString('hex').toUpperCase().slice(0, 38) + 'F'
}

/** Clients percent-encode the handle up to twice. */
function decodeHandle(handle: string): string {
  let value = handle
  for (let round = 0; round < 3 && /%[0-9a-f]{2}/i.test(value); round++) {
    try {
      value = decodeURIComponent(value)
    } catch {
      break
    }
  }
  return value
}

export function createLockTable(): LockTable {
  const byKey = new Map<string, Lock>()
  let taken = 0
  const sameObject = (a: ObjectKey, b: ObjectKey) =>
    a.type === b.type && a.name.toUpperCase() === b.name.toUpperCase()
  const drop = (which: (lock: Lock) => boolean) => {
    for (const [key, lock] of byKey) if (which(lock)) byKey.delete(key)
  }
  return {
    acquire(target, owner) {
      const key = lockKey(target.part)
      const held = byKey.get(key)
      if (held !== undefined) {
        if (held.owner !== owner.id) throw lockedBy(held.user, target.label)
        return held
      }
      const lock = {
        handle: newHandle(),
        key,
        object: target.part.object,
        label: target.label,
        user: owner.user,
        owner: owner.id
      }
      byKey.set(key, lock)
      taken++
      return lock
    },
    requireLock(target, owner, handle) {
      const held = byKey.get(lockKey(target.part))
      const given = decodeHandle(handle ?? '')
      if (
        held === undefined ||
        owner === undefined ||
        held.owner !== owner.id ||
        held.handle !== given
      ) {
        throw invalidLockHandle(target.label, given)
      }
      return held
    },
    requireUnlocked(object, owner) {
      for (const lock of byKey.values()) {
        if (sameObject(lock.object, object) && lock.owner !== owner?.id) {
          throw lockedBy(lock.user, lock.label)
        }
      }
    },
    holder: object => [...byKey.values()].find(lock => sameObject(lock.object, object))?.user,
    requireUnlockedPart(target, owner) {
      const held = byKey.get(lockKey(target.part))
      if (held !== undefined && held.owner !== owner.id) throw lockedBy(held.user, held.label)
    },
    releaseTarget(target, owner) {
      const key = lockKey(target.part)
      drop(lock => lock.key === key && lock.owner === owner?.id)
    },
    release(handle, owner) {
      const given = decodeHandle(handle)
      drop(lock => lock.handle === given && lock.owner === owner?.id)
    },
    releaseAll(owner) {
      drop(lock => lock.owner === owner.id)
    },
    releaseObject(object) {
      drop(lock => sameObject(lock.object, object))
    },
    get size() {
      return byKey.size
    },
    get taken() {
      return taken
    }
  }
}
