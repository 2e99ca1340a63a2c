/**
 * A security session that a log-on in the browser opened, and that a store keeps. Where the store
 * keeps a refresh token as well, another one follows it; else the user has to log on again.
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
  readonly kept: {
    begin(): () => void
    ended(hadLock: boolean): ErpError
    isRenewed(): boolean
  }
  refresh(sink: Sink): Promise<void> | undefined
  version(): unknown
  again(sink: Sink, version: unknown): Promise<boolean>
}

export function keptSessionSource(
  session: KeptSession,
  learn: (secrets: readonly string[]) => void
): KeptSource {
  const { renewal, command } = session
  const isRenewed = () => renewal?.isPossible() === true
  let mark: string | undefined
  const take = async (sink: Sink) => {
    if (session.mark() === undefined && isRenewed()) await renewal?.renew(undefined, learn)
    const found = session.mark()
    const cookies = found === undefined ? undefined : await session.read()
    if (cookies === undefined) {
      mark = undefined
      throw logonNeeded('There is no log-on at this system', command)
    }
    learn(cookies.map(([, value]) => value))
    mark = found
    sink.renew(cookies)
  }
  const takeOnce = once(take)
  /** All calls that the ERP has refused meanwhile wait for the same session. */
  const renewOnce = once(async (sink: Sink) => {
    if (session.mark() === mark && isRenewed()) await renewal?.renew(mark, learn)
    if (session.mark() !== mark) await takeOnce(sink)
  })
  return {
    authorization: undefined,
    canLogOn: false,
    kept: {
      begin: () => session.begin(),
      isRenewed,
      ended: hadLock => endedError(hadLock, { isRenewed: isRenewed(), command })
    },
    refresh(sink) {
      // A newer session waits for the end of the change: its lock belongs to this one.
      if (mark !== undefined && (sink.holdsLock() || session.mark() === mark)) return undefined
      return takeOnce(sink)
    },
    version: () => mark,
    async again(sink, version) {
      if (sink.holdsLock()) return false
      if (mark === version) await renewOnce(sink)
      return mark !== version
    }
  }
}

/** Calls that come while one runs wait for that one. */
function once(work: (sink: Sink) => Promise<void>): (sink: Sink) => Promise<void> {
  let running: Promise<void> | undefined
  return sink => {
    running ??= work(sink).finally(() => {
      running = undefined
    })
    return running
  }
}

function endedError(
  hadLock: boolean,
  { isRenewed, command }: { readonly isRenewed: boolean; readonly command: string }
): ErpError {
  const whileLocked =
    'The session of the browser log-on ended while a lock was held, and the lock with it'
  if (hadLock && isRenewed) {
    return new ErpError('ERP_SESSION_LOST', whileLocked, { outcome: 'failed' })
  }
  return logonNeeded(hadLock ? whileLocked : 'The session of the browser log-on has ended', command)
}

export function logonNeeded(what: string, command: string): ErpError {
  return new ErpError('ERP_LOGON_NEEDED', what, {
    outcome: 'failed',
    remedy: `Ask the user to run ${command} in a terminal, and repeat the call then.`
  })
}
