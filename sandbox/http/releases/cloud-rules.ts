/** What an ABAP cloud system refuses beyond the documents that it reads: local objects, foreign data. */
import type { System } from '../../system.ts'
import type { ObjectType } from '../../types.ts'
import { AdtError } from '../errors.ts'

/** Types that have the language version Standard ABAP in every package. */
const classicTypes: ReadonlySet<ObjectType> = new Set(['PROG', 'INCL', 'TYPE'])

/** Whether objects of the type can be created; programs, includes and type groups stay readable. */
export function isCreatable({ releaseAdapter }: System, type: ObjectType): boolean {
  return !releaseAdapter.isCloud || !classicTypes.has(type)
}

/** @throws AdtError for a type that ABAP for Cloud Development does not have */
export function assertCreatable(system: System, type: ObjectType): void {
  if (!isCreatable(system, type)) throw standardRefused()
}

/** Objects of $TMP get the language version Standard ABAP. */
export function assertHome({ releaseAdapter }: System, packageName: string): void {
  if (releaseAdapter.isCloud && packageName === '$TMP') throw standardRefused()
}

/** No user of a cloud system has an authorization for Standard ABAP. */
function standardRefused(): AdtError {
  return new AdtError('You are not authorized to make changes (authorization object S_ABPLNGVS)', {
    status: 403,
    type: 'ExceptionResourceNoAccess'
  })
}

/**
 * Whether a table or view exists that is not one of the customer: none of the sandbox is released
 * for ABAP cloud.
 */
export function isForeignData({ releaseAdapter, store }: System, name: string): boolean {
  if (!releaseAdapter.isCloud) return false
  const wanted = name.toUpperCase()
  const isOwn =
    store.list({ type: 'TABL', name: wanted }).length > 0 ||
    store
      .list({ type: 'DDLS' })
      .some(({ key, attributes: { entity, sqlView } }) =>
        [key.name, entity, sqlView].includes(wanted)
      )
  return !isOwn && store.shape(wanted) !== undefined
}
