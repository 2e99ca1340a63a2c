/** The sessions that log-ons in the browser have left, as the systems of a process use them. */
import { join, resolve } from 'node:path'
import { ErpError } from '../erp-client/index.ts'
import type { ErpOptions, KeptSession, LogonByAddress } from '../erp-client/index.ts'
import { keyStoreOf } from './store/key-stores.ts'
import { createLogonStore } from './store/logon-store.ts'
import type { LogonName, LogonStore } from './store/logon-store.ts'

/** The settings of the store. */
export interface LogonSettings {
  readonly logonStore: 'auto' | 'keystore' | 'file'
  readonly logonKey?: string | undefined
  readonly logonDir?: string | undefined
}

/** What is kept of a session; the ticket that opened it is not. */
export interface SessionRecord {
  readonly cookies: readonly (readonly [string, string])[]
  /** As the ERP names its user. */
  readonly user: string
  /** Milliseconds since 1970. */
  readonly since: number
}

/** @param usualFolder where the programs of this user keep their state */
export function logonFolder({ logonDir }: LogonSettings, usualFolder: string): string {
  return resolve(logonDir ?? join(usualFolder, 'log-ons'))
}

export function openLogonStore(settings: LogonSettings, usualFolder: string): LogonStore {
  const folder = logonFolder(settings, usualFolder)
  return createLogonStore({
    folder,
    key: settings.logonKey,
    place: settings.logonStore,
    keyStore: keyStoreOf(folder)
  })
}

export function sessionName(place: string): LogonName {
  return { place, kind: 'session' }
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

export interface KeptPlace {
  /** As `placeOf` has it. */
  readonly place: string
  /** The name of the system in a systems file. */
  readonly name?: string | undefined
  /** The system; without it there is no log-on by an address. */
  readonly target?: SystemPlace['target'] | undefined
}

/** Where another log-on takes place. */
export interface SystemPlace {
  readonly store: LogonStore
  readonly place: string
  readonly target: Omit<ErpOptions, 'credential'>
}

/**
 * @param process id of the process that uses them
 * @param byAddress without it a log-on is by the command alone
 */
export function createKeptSessions(
  store: LogonStore,
  process: number,
  byAddress?: (at: SystemPlace) => LogonByAddress
): (at: KeptPlace) => KeptSession {
  const logons = new Map<string, LogonByAddress>()
  return ({ place, name, target }) => {
    if (byAddress !== undefined && target !== undefined && !logons.has(place)) {
      logons.set(place, byAddress({ store, place, target }))
    }
    return {
      mark: () => store.mark(sessionName(place)),
      read: async () => (await readSession(store, place))?.cookies,
      begin: () => store.begin(sessionName(place), process),
      command: name === undefined ? 'erp-bridge login' : `erp-bridge login --system ${name}`,
      byAddress: logons.get(place)
    }
  }
}
