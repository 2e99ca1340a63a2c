/** What a user may do in a system: by the user's role, its authorizations and the system itself. */
import type { System } from '../../system.ts'
import type { Route } from '../route.ts'
import {
  changesRepository,
  changesSomething,
  notAuthorized,
  notModifiable
} from './authorization.ts'
import { refusedActivity, refusedAddress } from './roles.ts'

interface LoggedOn {
  readonly session: { readonly user: string } | undefined
  readonly path: string
  readonly query: URLSearchParams
}

/** Throws where the user may not call the address, whether there is a service or not. */
export function assertAddress({ users }: System, { session, path }: LoggedOn): void {
  const limits = session && users.authorizationsOf(session.user)
  const refused = limits && refusedAddress(limits, path)
  if (refused !== undefined) throw refused
}

/** Clients unlock after every change, also after one that was refused. */
function isUnlock(query: URLSearchParams): boolean {
  return query.get('_action')?.toUpperCase() === 'UNLOCK'
}

/** Throws where role, authorizations or system forbid the request. */
export function assertPermitted(
  { users, modifiable }: System,
  { session, query }: LoggedOn,
  route: Route
): void {
  if (session !== undefined && changesSomething(route) && !users.mayChange(session.user)) {
    throw notAuthorized(session.user, route)
  }
  const limits = session && users.authorizationsOf(session.user)
  const refused = limits && refusedActivity(limits, { route, query })
  if (refused !== undefined) throw refused
  if (!modifiable && changesRepository(route) && !isUnlock(query)) throw notModifiable()
}
