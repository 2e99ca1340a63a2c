/** Stateful sessions of one identity, lent to one change at a time. */
import { ownPlaces } from './caller-shares.ts'
import { createSessionState } from './connection.ts'
import type { SessionState } from './erp-call.ts'

/** A context that nobody used for so long is ended: it holds memory in the ERP. */
const idleMilliseconds = 30_000
const mostIdle = 4
/** Changes at the same time; further ones wait for their turn. */
const mostAtOnce = 16

/**
 * Stateful ABAP sessions, one for each change at a time, so that changes do not share locks, and
 * used again one after the other, so that a change costs no request to open or end one.
 */
export interface SessionPool {
  lend<T>(run: (session: SessionState) => Promise<T>, terms?: LendTerms): Promise<T>
  /** Resolves when no session is lent. */
  drained(): Promise<void>
  /** True while a session is lent, and with it perhaps a lock. */
  readonly busy: boolean
  /** Ends the timers and gives up the idle sessions, which end with the log-off. */
  close(): SessionState[]
}

export interface LendTerms {
  /** Beyond the limit, for a call that holds a session already and must not wait for another. */
  readonly aside?: boolean | undefined
  /** One of several callers, none of which may have all sessions. */
  readonly caller?: string | undefined
}

export function createSessionPool(end: (session: SessionState) => Promise<void>): SessionPool {
  const idle: { readonly session: SessionState; since: number }[] = []
  const turns = createTurns()
  const watchers: (() => void)[] = []
  let lent = 0
  let timer: NodeJS.Timeout | undefined

  const sweep = () => {
    timer = undefined
    const limit = Date.now() - idleMilliseconds
    while (idle[0] !== undefined && idle[0].since <= limit) void end(idle.shift()!.session)
    watch()
  }
  const watch = () => {
    if (timer !== undefined || idle.length === 0) return
    timer = setTimeout(sweep, idleMilliseconds).unref()
  }
  const take = async ({ aside = false, caller }: LendTerms): Promise<SessionState> => {
    if (aside || (lent < mostAtOnce && turns.mayTake(caller))) {
      lent++
      turns.taken(caller)
    } else await turns.wait(caller)
    return idle.pop()?.session ?? createSessionState(true)
  }
  const giveBack = async (session: SessionState, caller: string | undefined): Promise<void> => {
    if (session.broken) await end(session)
    else if (session.context.size > 0) idle.push({ session, since: Date.now() })
    if (idle.length > mostIdle) void end(idle.shift()!.session)
    watch()
    turns.givenBack(caller)
    // What was lent aside leaves no place behind.
    if (lent <= mostAtOnce && turns.next()) return
    lent--
    if (lent === 0) for (const watcher of watchers.splice(0)) watcher()
  }
  return {
    async lend(run, terms = {}) {
      const session = await take(terms)
      try {
        return await run(session)
      } finally {
        await giveBack(session, terms.caller)
      }
    },
    drained: () =>
      lent === 0
        ? Promise.resolve()
        : new Promise(resolve => {
            watchers.push(resolve)
          }),
    get busy() {
      return lent > 0
    },
    close() {
      clearTimeout(timer)
      return idle.splice(0).map(({ session }) => session)
    }
  }
}

/** Whose turn it is to get a session: one caller after the other, each with a share of its own. */
function createTurns() {
  const most = ownPlaces(mostAtOnce)
  const lent = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()
  const mayTake = (caller: string | undefined) =>
    caller === undefined || (lent.get(caller) ?? 0) < most
  const taken = (caller = '') => {
    lent.set(caller, (lent.get(caller) ?? 0) + 1)
  }
  return {
    mayTake,
    taken,
    givenBack(caller = '') {
      const left = (lent.get(caller) ?? 1) - 1
      if (left === 0) lent.delete(caller)
      else lent.set(caller, left)
    },
    async wait(caller = '') {
      await new Promise<void>(resolve => {
        const queue = queues.get(caller) ?? []
        queue.push(resolve)
        queues.set(caller, queue)
      })
    },
    /** @returns whether a caller took the place that became free */
    next(): boolean {
      for (const [caller, queue] of queues) {
        if (!mayTake(caller === '' ? undefined : caller)) continue
        const first = queue.shift()
        // Who comes next is behind those who have not had a turn since.
        queues.delete(caller)
        if (queue.length > 0) queues.set(caller, queue)
        if (first === undefined) continue
        taken(caller)
        first()
        return true
      }
      return false
    }
  }
}
