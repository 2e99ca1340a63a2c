/** What is kept of a log-on, by its place. */
import { ErpError } from '../erp-client/index.ts'
import type { LogonName, LogonStore } from './store/logon-store.ts'

/** What is kept of a session; the ticket that opened it is not. */
export interface SessionRecord {
  readonly cookies: readonly (readonly [string, string])[]
  /** As the ERP names its user. */
  readonly user: string
  /** Milliseconds since 1970. */
  readonly since: number
}

export function sessionName(place: string): LogonName {
  return { place, kind: 'session' }
}

/** The tokens of a log-on with an authorization code, which open further sessions. */
export function grantName(place: string): LogonName {
  return { place, kind: 'refresh-token' }
}

export async function readSession(
  store: LogonStore,
  place: string
): Promise<SessionRecord | undefined> {
  const content = await store.read(sessionName(place))
  return content === undefined ? undefined : recordOf(content)
}

function recordOf(content: unknown): SessionRecord {
  const { cookies, user, since } = content as Partial<SessionRecord>
  if (!Array.isArray(cookies) || typeof user !== 'string' || typeof since !== 'number') {
    throw new ErpError('ERP_LOGON_NEEDED', 'The kept log-on is of another version', {
      outcome: 'failed'
    })
  }
  return { cookies, user, since }
}
