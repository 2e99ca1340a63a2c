/** Deletes repository objects. */
import { assertNotAborted, transportFor } from './change.ts'
import type { ChangeGuard } from './change.ts'
import { forgetObject } from './source.ts'
import type { ObjectRef } from '../objects.ts'
import { objectUri } from '../objects.ts'
import { cacheOf } from '../cache/erp-cache.ts'
import type { HeldLock } from './locks.ts'
import { withLock } from './locks.ts'
import type { ErpWriter } from '../erp.ts'
import { withOutcome } from '../errors.ts'

/**
 * Deletes an object under its lock.
 *
 * @throws ErpError ERP_LOCKED, ERP_FORBIDDEN, ERP_NOT_FOUND; `outcome` as for `changeSource`
 */
export async function deleteObject(
  erp: ErpWriter,
  args: { ref: ObjectRef; transport?: string | undefined },
  guard: ChangeGuard
): Promise<void> {
  const { ref } = args
  assertNotAborted(guard.signal)
  const run = async ({ session, handle, facts }: HeldLock): Promise<void> => {
    const corrNr = transportFor(facts, args.transport)
    assertNotAborted(guard.signal)
    await session.request({
      operation: 'object.delete',
      effect: 'change',
      method: 'DELETE',
      path: objectUri(ref),
      query: { lockHandle: handle, corrNr },
      subject: { refs: [ref], transport: corrNr }
    })
  }
  try {
    await withLock(erp, ref, { ...guard, run })
  } catch (error) {
    throw withOutcome(error, 'failed')
  } finally {
    forgetObject(erp, ref)
    cacheOf(erp).packages.delete(objectUri(ref))
  }
}
