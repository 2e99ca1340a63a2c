/** Log-ons by an address for the systems of a process; what listens is loaded with the first one. */
import type { LogonByAddress } from '../erp-client/index.ts'
import type { Drive } from './by-address.ts'
import type { SystemPlace } from './kept-sessions.ts'

/** What they need of the process. */
export interface ByAddressParts {
  readonly secrets?: KnownSecrets | undefined
  readonly proxy?: SystemPlace['target']['proxy'] | undefined
  isAlive(pid: number): boolean
  /** What a browser needs that is driven; left out, none is. */
  readonly drive?: Drive | undefined
}

interface KnownSecrets {
  redact(text: string): string
  /** Receives values to redact. */
  source(): (values: readonly string[]) => void
}

export function logonsByAddress({
  secrets,
  proxy,
  ...parts
}: ByAddressParts): (at: SystemPlace) => LogonByAddress {
  return at => {
    let logon: Promise<LogonByAddress> | undefined
    const load = () => {
      const target = {
        ...at.target,
        ...{ proxy: at.target.proxy ?? proxy, redact: secrets?.redact, learn: secrets?.source() }
      }
      const learn = secrets?.source() ?? (() => {})
      logon ??= import('./by-address.ts').then(({ createLogonByAddress }) =>
        createLogonByAddress({ ...at, ...parts, target, learn })
      )
      return logon
    }
    return {
      begin: async () => (await load()).begin(),
      wait: async (id, signal) => (await load()).wait(id, signal),
      leave: id => {
        void load().then(({ leave }) => {
          leave(id)
        })
      }
    }
  }
}
