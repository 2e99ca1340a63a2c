/** The sessions that log-ons of the user of this process have left, and the way to new ones. */
import type { ProxySettings } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { stateFolder } from '../journal/state-folder.ts'
import { createKeptSessions, logonFolder, openLogonStore } from '../logon/kept-sessions.ts'
import type { LogonSettings } from '../logon/kept-sessions.ts'
import { logonsByAddress } from '../logon/logons-by-address.ts'
import type { Log } from '../tools/index.ts'
import { isAlive } from './processes.ts'

export function localKeptSessions(
  config: LogonSettings & { readonly proxy?: ProxySettings | undefined },
  { secrets, log }: { readonly secrets: Secrets; readonly log: Log }
): ReturnType<typeof createKeptSessions> {
  const usual = stateFolder(process.env)
  const drive = {
    ...{ folder: logonFolder(config, usual), env: process.env },
    processes: { own: process.pid, isAlive },
    say: (line: string) => {
      log.info({}, line)
    }
  }
  const byAddress = logonsByAddress({ secrets, proxy: config.proxy, isAlive, drive })
  return createKeptSessions(openLogonStore(config, usual), process.pid, byAddress)
}
