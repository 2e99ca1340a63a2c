/**
 * A security session that a log-on in the browser opened, and that a store keeps. Nothing here can
 * open another one: when it has ended, the user has to log on again.
 */
import { ErpError } from '../errors.ts'
import type { KeptSession } from '../options.ts'

/** What takes the cookies over. */
interface Sink {
  renew(cookies: readonly (readonly [string, string])[]): void
  holdsLock(): boolean
}

/** The session as a source of cookies, and what its users tell it. */
interface KeptSource {
  readonly authorization: undefined
  readonly canLogOn: false
  readonly kept: { begin(): () => void; ended(hadLock: boolean): ErpError }
  refresh(sink: Sink): Promise<void> | undefined
  again(sink: Sink): Promise<boolean>
}

export function keptSessionSource(
  session: KeptSession,
  learn: (secrets: readonly string[]) => void
): KeptSource {
  let mark: string | undefined
  let taking: Promise<void> | undefined
  const take = async (sink: Sink) => {
    const found = session.mark()
    const cookies = found === undefined ? undefined : await session.read()
    if (cookies === undefined) {
      mark = undefined
      throw logonNeeded('There is no log-on at this system', session)
    }
    learn(cookies.map(([, value]) => value))
    mark = found
    sink.renew(cookies)
  }
  const takeOnce = (sink: Sink) => {
    taking ??= take(sink).finally(() => {
      taking = undefined
    })
    return taking
  }
  return {
    authorization: undefined,
    canLogOn: false,
    kept: {
      begin: () => session.begin(),
      ended: hadLock =>
        logonNeeded(
          hadLock
            ? 'The session of the browser log-on ended while a lock was held, and the lock with it'
            : 'The session of the browser log-on has ended',
          session
        )
    },
    refresh(sink) {
      // A newer session waits for the end of the change: its lock belongs to this one.
      if (mark !== undefined && (sink.holdsLock() || session.mark() === mark)) return undefined
      return takeOnce(sink)
    },
    async again(sink) {
      if (sink.holdsLock()) return false
      const before = mark
      if (session.mark() !== before) await takeOnce(sink)
      return mark !== before
    }
  }
}

function logonNeeded(what: string, { command }: KeptSession): ErpError {
  return new ErpError('ERP_LOGON_NEEDED', what, {
    outcome: 'failed',
    remedy: `Ask the user to run ${command} in a terminal, and repeat the call then.`
  })
}
