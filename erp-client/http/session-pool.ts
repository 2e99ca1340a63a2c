/**
 * The pool of stateful sessions of one identity; a change has one to itself. Benchmark:
 * bench/performance.mts, row `read 2 KB beside a writer of 50 KB, 4 clients`.
 */
import { callerLimit } from './caller-shares.ts'
import { createSessionState } from './connection.ts'
import type { SessionState } from './erp-call.ts'

/** Idle sessions end after this time: each occupies memory of the ERP. */
const idleMilliseconds = 30_000
const mostIdle = 4
/** Changes at the same time; further ones wait. */
const mostAtOnce = 16

/**
 * Each change has a session to itself, so that changes do not share locks. Sessions are reused, so
 * that a change needs no request to open or end one.
 */
export interface SessionPool {
  lend<T>(run: (session: SessionState) => Promise<T>, terms?: LendOptions): Promise<T>
  /** Resolves when no session is lent. */
  drained(): Promise<void>
  /** A session is lent, in which there may be a lock. */
  readonly busy: boolean
  /** A lock is held in one of the lent sessions. */
  readonly holdsLock: boolean
  /** Stops the timers and removes the idle sessions, which end with the log-off. */
  close(): SessionState[]
}

export interface LendOptions {
  /** Ignores the limit: the call already holds a session and must not wait for another. */
  readonly ignoreLimit?: boolean | undefined
  /** One of several callers, none of which can occupy all sessions. */
  readonly caller?: string | undefined
}

export function createSessionPool(end: (session: SessionState) => Promise<void>): SessionPool {
  const idle: { readonly session: SessionState; since: number }[] = []
  const turns = createTurns()
  const drainWaiters: (() => void)[] = []
  const lentNow = new Set<SessionState>()
  let lent = 0
  let timer: NodeJS.Timeout | undefined

  const sweep = () => {
    timer = undefined
    const limit = Date.now() - idleMilliseconds
    while (idle[0] !== undefined && idle[0].since <= limit) void end(idle.shift()!.session)
    scheduleSweep()
  }
  const scheduleSweep = () => {
    if (timer !== undefined || idle.length === 0) return
    timer = setTimeout(sweep, idleMilliseconds).unref()
  }
  const take = async ({ ignoreLimit = false, caller }: LendOptions): Promise<SessionState> => {
    if (ignoreLimit || (lent < mostAtOnce && turns.mayTake(caller))) {
      lent++
      turns.taken(caller)
    } else await turns.wait(caller)
    return idle.pop()?.session ?? createSessionState(true)
  }
  const giveBack = async (session: SessionState, caller: string | undefined): Promise<void> => {
    if (session.broken) await end(session)
    else if (session.context.size > 0) idle.push({ session, since: Date.now() })
    if (idle.length > mostIdle) void end(idle.shift()!.session)
    scheduleSweep()
    turns.released(caller)
    // A session that was lent beyond the limit frees no capacity.
    if (lent <= mostAtOnce && turns.next()) return
    lent--
    if (lent === 0) for (const resolve of drainWaiters.splice(0)) resolve()
  }
  return {
    async lend(run, terms = {}) {
      const session = await take(terms)
      lentNow.add(session)
      try {
        return await run(session)
      } finally {
        lentNow.delete(session)
        await giveBack(session, terms.caller)
      }
    },
    drained: () =>
      lent === 0
        ? Promise.resolve()
        : new Promise(resolve => {
            drainWaiters.push(resolve)
          }),
    get busy() {
      return lent > 0
    },
    get holdsLock() {
      return [...lentNow].some(({ holding }) => holding)
    },
    close() {
      clearTimeout(timer)
      return idle.splice(0).map(({ session }) => session)
    }
  }
}

/** Fair turns: one caller after the other, each with a limit of its own. */
function createTurns() {
  const most = callerLimit(mostAtOnce)
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
    released(caller = '') {
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
    /** Passes the free session on. @returns whether a caller took it */
    next(): boolean {
      for (const [caller, queue] of queues) {
        if (!mayTake(caller === '' ? undefined : caller)) continue
        const first = queue.shift()
        // A caller who waits for more comes behind the other callers.
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
