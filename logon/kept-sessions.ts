/** The sessions that log-ons in the browser have left, as the systems of a process use them. */
import { join, resolve } from 'node:path'
import type {
  ErpOptions,
  KeptSession,
  LogonByAddress,
  SessionRenewal
} from '../erp-client/index.ts'
import type { RenewalPlace } from './oauth/renewal.ts'
import { grantName, readSession, sessionName } from './session-record.ts'
import { keyStoreOf } from './store/key-stores.ts'
import { createLogonStore } from './store/logon-store.ts'
import type { LogonStore } from './store/logon-store.ts'

export { grantName, readSession, sessionName } from './session-record.ts'
export type { SessionRecord } from './session-record.ts'

/** The settings of the store. */
export interface LogonSettings {
  readonly logonStore: 'auto' | 'keystore' | 'file'
  readonly logonKey?: string | undefined
  readonly logonDir?: string | undefined
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

export interface KeptPlace {
  /** As `placeOf` has it. */
  readonly place: string
  /** The name of the system in a systems file. */
  readonly name?: string | undefined
  /** The system; without it there is no log-on by an address, and no session is renewed. */
  readonly target?: SystemPlace['target'] | undefined
  /** Path of its service key. */
  readonly serviceKey?: string | undefined
}

/** The command that logs on, for messages. */
export function loginCommand(name: string | undefined): string {
  return name === undefined ? 'erp-bridge login' : `erp-bridge login --system ${name}`
}

/** Where another log-on takes place. */
export interface SystemPlace {
  readonly store: LogonStore
  readonly place: string
  readonly target: Omit<ErpOptions, 'credential'>
  readonly serviceKey: string | undefined
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
  return ({ place, name, target, serviceKey }) => {
    const at = target === undefined ? undefined : { store, place, target, serviceKey }
    if (byAddress !== undefined && at !== undefined && !logons.has(place)) {
      logons.set(place, byAddress(at))
    }
    const command = loginCommand(name)
    return {
      mark: () => store.mark(sessionName(place)),
      read: async () => (await readSession(store, place))?.cookies,
      begin: () => store.begin(sessionName(place), process),
      command,
      byAddress: logons.get(place),
      ...(at === undefined ? {} : { renewal: renewalOf({ ...at, command }) })
    }
  }
}

function renewalOf(at: RenewalPlace): SessionRenewal {
  let renew: Promise<SessionRenewal['renew']> | undefined
  return {
    isPossible: () => at.store.mark(grantName(at.place)) !== undefined,
    async renew(former, learn) {
      // What speaks with authorization services is needed with such log-ons only.
      renew ??= import('./oauth/renewal.ts').then(({ createRenew }) => createRenew(at))
      await (
        await renew
      )(former, learn)
    }
  }
}
