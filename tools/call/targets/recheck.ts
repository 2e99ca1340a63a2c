/** The second decision about a change, inside the lock, with the facts that the lock names. */
import type { LockFacts, ObjectRef } from '../../../erp-client/index.ts'
import { ToolError } from '../../failure/errors.ts'
import { refWords } from '../../objects/words.ts'
import type { Target } from '../../policy/decide.ts'
import type { KnownTarget } from './target-facts.ts'
import { requestRemedy } from './task-advice.ts'
import type { TaskAdvice } from './task-advice.ts'

/**
 * Decides again with the facts of the lock. A package that the lock does not name is refused where a
 * rule needs it.
 */
export function recheckOf(
  known: readonly KnownTarget[],
  use: { readonly allow: (facts: Target) => void; readonly tasks: TaskAdvice }
): (lock: LockFacts) => void {
  return lock => {
    const match =
      known.find(({ target: { ref } }) => isSame(ref, lock.ref)) ??
      (known.length === 1 ? known[0] : undefined)
    if (match === undefined) {
      throw new ToolError(
        'BLOCKED_PACKAGE',
        `${refWords(lock.ref)} was locked but never decided.`,
        { remedy: 'Nothing was written.' }
      )
    }
    const { target, facts } = match
    use.allow({
      ...facts,
      package: lock.package,
      foreign: lock.foreign,
      // A creation has no lock whose facts could say so: its package was looked up before.
      isLocal: target.newIn === undefined ? lock.isLocal : (facts.isLocal ?? lock.isLocal),
      ...(lock.transport === undefined ? {} : { recordedIn: lock.transport })
    })
    if (target.transport !== undefined) assertTransport(target.transport, lock, use.tasks)
  }
}

function isSame(a: ObjectRef, b: ObjectRef): boolean {
  return (
    a.type === b.type &&
    a.name === b.name &&
    (a.group === undefined || b.group === undefined || a.group === b.group)
  )
}

/** Refuses a lock whose request differs: the ERP would record there without an error. */
function assertTransport(wanted: string, lock: LockFacts, tasks: TaskAdvice): void {
  if (lock.isLocal) {
    throw new ToolError(
      'TRANSPORT_NOT_NEEDED',
      `${refWords(lock.ref)} is a local object and is recorded in no transport request.`,
      { remedy: 'Leave `transport` out. Nothing was written.' }
    )
  }
  if (lock.transport === undefined || lock.transport === wanted) return
  const owner = lock.transportOwner === undefined ? '' : ` of ${lock.transportOwner}`
  throw new ToolError(
    'TRANSPORT_DIFFERS',
    `${refWords(lock.ref)} is already recorded in ${lock.transport}${owner}; a change cannot go into ${wanted}.`,
    {
      remedy: `${requestRemedy(lock.transport, lock.transportOwner, tasks)} Nothing was written.`,
      data: { recordedIn: lock.transport }
    }
  )
}
