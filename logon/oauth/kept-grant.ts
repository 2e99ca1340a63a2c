/** What a log-on with an authorization code leaves: the tokens of the user, sealed like sessions. */
import type { UserToken } from '../../cloud/oauth-client.ts'
import type { Token } from '../../cloud/token-cache.ts'
import { readServiceKey, assertSystem } from '../../cloud/service-key.ts'
import { logonNeeded } from '../../erp-client/logon/kept-session.ts'
import { grantName } from '../session-record.ts'
import type { LogonStore } from '../store/logon-store.ts'
import type { AuthorizationServer } from './authorization-server.ts'

export interface Grant {
  /** The client that the tokens belong to. */
  readonly clientId: string
  /** Of a service that a system announced; a service key has its own. */
  readonly tokenUrl?: string | undefined
  /** Undefined where the service issues none: the log-on lasts as long as the access token. */
  readonly refresh?: string | undefined
  readonly access: Token
  /** As the ERP names the user. */
  readonly user: string
  /** Of the log-on, in milliseconds since 1970. */
  readonly since: number
}

export interface GrantPlace {
  readonly store: LogonStore
  readonly place: string
  /** Path of the service key of the system, if it has one. */
  readonly serviceKey?: string | undefined
  /** The command that logs on, for messages. */
  readonly command: string
}

export function grantOf(
  { value, until, refresh }: UserToken,
  { client }: AuthorizationServer,
  { user, byKey }: { readonly user: string; readonly byKey: boolean }
): Grant {
  return {
    clientId: client.clientId,
    ...(byKey ? {} : { tokenUrl: client.tokenUrl.href }),
    ...(refresh === undefined ? {} : { refresh }),
    access: { value, until },
    user,
    since: Date.now()
  }
}

/** @throws ErpError ERP_LOGON_NEEDED where it cannot be opened */
export async function readGrant({ store, place, command }: GrantPlace): Promise<Grant | undefined> {
  const content = await store.read(grantName(place))
  if (content === undefined) return undefined
  const grant = content as Partial<Grant>
  const { clientId, access, user, since } = grant
  const isWhole =
    typeof clientId === 'string' &&
    typeof access?.value === 'string' &&
    typeof access.until === 'number' &&
    typeof user === 'string' &&
    typeof since === 'number'
  if (!isWhole) throw logonNeeded('The kept log-on is of another version', command)
  return { ...grant, clientId, access, user, since }
}

/**
 * The client of the tokens. A service key counts as it is now, because its secret is renewed.
 * @throws ErpError ERP_LOGON_NEEDED for tokens of another client
 */
export function credentialsOf(
  { clientId, tokenUrl }: Grant,
  { serviceKey, command }: GrantPlace,
  baseUrl: string
): Pick<AuthorizationServer, 'title' | 'client'> {
  if (serviceKey === undefined) {
    const url = URL.parse(tokenUrl ?? '')
    if (url?.protocol === 'https:') {
      return { title: 'the system', client: { clientId, tokenUrl: url } }
    }
    throw logonNeeded('The kept log-on was made with a service key', command)
  }
  const key = readServiceKey(serviceKey)
  assertSystem(key, baseUrl)
  if (tokenUrl === undefined && key.client.clientId === clientId) {
    return { title: 'the service key', client: key.client }
  }
  throw logonNeeded('The kept log-on was not made with this service key', command)
}
