import { createSessionState } from './connection.ts'
import type { SessionState } from './exchange.ts'

/** A context that nobody used for so long is ended: it holds memory in the ERP. */
const idleMilliseconds = 30_000
const mostIdle = 4
/** Changes at the same time; further ones wait for their turn. */
const mostAtOnce = 16

/**
 * Stateful ABAP sessions, one for each change at a time, so that changes do not share locks, and used again one after the other,
 * so that a change costs no request to open or end one.
 */
export interface SessionPool {
  /** `aside`: beyond the limit, for whoever holds a session already and must not wait for another. */
  lend<T> (run: (session: SessionState) => Promise<T>, aside?: boolean): Promise<T>
  /** Resolves when no session is lent. */
  drained (): Promise<void>
  /** True while a session is lent, and with it perhaps a lock. */
  readonly busy: boolean
  /** Ends the timers and gives up the idle sessions, which end with the log-off. */
  close (): SessionState[]
}

export function createSessionPool (end: (session: SessionState) => Promise<void>): SessionPool {
  const idle: { readonly session: SessionState, since: number }[] = []
  const queue: (() => void)[] = []
  const watchers: (() => void)[] = []
  let lent = 0
  let timer: NodeJS.Timeout | undefined

  const sweep = () => {
    timer = undefined
    const limit = Date.now() - idleMilliseconds
    while (idle[0] !== undefined && (idle[0].since <= limit)) void end(idle.shift()!.session)
    watch()
  }
  const watch = () => {
    if (timer !== undefined || idle.length === 0) return
    timer = setTimeout(sweep, idleMilliseconds).unref()
  }
  const take = async (aside: boolean): Promise<SessionState> => {
    if (lent >= mostAtOnce && !aside) await new Promise<void>(resolve => { queue.push(resolve) })
    else lent++
    return idle.pop()?.session ?? createSessionState(true)
  }
  const giveBack = async (session: SessionState): Promise<void> => {
    if (session.broken) await end(session)
    else if (session.context.size > 0) idle.push({ session, since: Date.now() })
    if (idle.length > mostIdle) void end(idle.shift()!.session)
    watch()
    const next = queue.shift()
    if (next !== undefined) return next()
    lent--
    if (lent === 0) for (const watcher of watchers.splice(0)) watcher()
  }
  return {
    async lend (run, aside = false) {
      const session = await take(aside)
      try {
        return await run(session)
      } finally {
        await giveBack(session)
      }
    },
    drained: () => lent === 0 ? Promise.resolve() : new Promise(resolve => { watchers.push(resolve) }),
    get busy () { return lent > 0 },
    close () {
      clearTimeout(timer)
      return idle.splice(0).map(({ session }) => session)
    }
  }
}
