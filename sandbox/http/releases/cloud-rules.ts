/** What an ABAP cloud system refuses beyond the documents that it reads: local objects, foreign data. */
import type { System } from '../../system.ts'
import { AdtError } from '../errors.ts'

/**
 * Objects of $TMP get the language version Standard ABAP, for which no user of a cloud system has an
 * authorization.
 */
export function assertHome({ releaseAdapter }: System, packageName: string): void {
  if (!releaseAdapter.isCloud || packageName !== '$TMP') return
  throw new AdtError('You are not authorized to make changes (authorization object S_ABPLNGVS)', {
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
