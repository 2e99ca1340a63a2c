/** Debuggers of users: breakpoints, listeners, and programs that stand at a breakpoint. */
import { randomBytes } from 'node:crypto'
import type { SecuritySession, StatefulContext } from '../http/logon/sessions.ts'
import type { RunBreakpoint, RunDebugger, RunStep, RunStop } from '../types.ts'

export interface DebugIdentity {
  readonly user: string
  readonly terminalId: string
  readonly ideId: string
}

/** `debugger`: for the program that a debugger is attached to, until it is let go. */
export type BreakpointScope = 'external' | 'debugger'

/** The id is the same for each owner that stops there. */
export type Breakpoint = RunBreakpoint & {
  readonly owner: DebugIdentity
  readonly scope: BreakpointScope
}

/** A program that a debugger has caught. */
export interface Debuggee {
  readonly id: string
  readonly user: string
  readonly ideId: string
  readonly terminalId: string
  /** Where it stands; undefined while it runs, and once it has ended. */
  stop: RunStop | undefined
  /** Frame whose variables are read; 0 is the innermost. */
  frame: number
  readonly watches: Map<string, string>
}

interface Held extends Debuggee {
  attached: boolean
  isEnded: boolean
  next: PromiseWithResolvers<RunStop | undefined> | undefined
  guard: NodeJS.Timeout | undefined
}

interface Listener {
  readonly owner: DebugIdentity
  readonly caught: (debuggee: Debuggee | undefined) => void
}

export interface Debuggers {
  set(breakpoint: Breakpoint): void
  /** Removes those of the owner that are meant. */
  remove(owner: DebugIdentity, isMeant: (breakpoint: Breakpoint) => boolean): void
  /** The breakpoints of a user with these ids, each once. */
  withIds(user: string, ids: readonly string[]): Breakpoint[]
  /** Waits for a program of the user; undefined after the time, and where the wait is ended. */
  listen(owner: DebugIdentity, milliseconds: number): Promise<Debuggee | undefined>
  /** The listener of the user beside this one. */
  listening(owner: DebugIdentity): DebugIdentity | undefined
  unlisten(owner: DebugIdentity): void
  attach(
    id: string,
    by: { readonly context: StatefulContext; readonly session: SecuritySession }
  ): Debuggee | undefined
  attachedTo(context: StatefulContext | undefined): Debuggee | undefined
  /** Goes on until the next stop; undefined once the program has ended. */
  step(debuggee: Debuggee, step: RunStep): Promise<RunStop | undefined>
  terminate(debuggee: Debuggee): Promise<void>
  /** The debugger of a run of this user; undefined where nothing waits for it. */
  forRun(user: string): RunDebugger | undefined
}

/** A program waits so long for its debugger, and for the next command. */
const ATTACH_MILLISECONDS = 30_000
const GUARD_MILLISECONDS = 500

const keyOf = ({ user, terminalId, ideId }: DebugIdentity) => [user, terminalId, ideId].join(' ')

export function createDebuggers(): Debuggers {
  const breakpoints = new Map<string, Breakpoint>()
  const listeners = new Map<string, Listener>()
  const waiting = new Map<string, Held>()
  const sessions = new Map<string, Held>()
  const breakpointsOf = (user: string): Breakpoint[] =>
    [...breakpoints.values()].filter(({ owner }) => owner.user === user)
  const remove = (owner: DebugIdentity, isMeant: (breakpoint: Breakpoint) => boolean) => {
    for (const [key, one] of breakpoints) {
      if (keyOf(one.owner) === keyOf(owner) && isMeant(one)) breakpoints.delete(key)
    }
  }

  const unlisten = (owner: DebugIdentity) => {
    listeners.get(keyOf(owner))?.caught(undefined)
    listeners.delete(keyOf(owner))
  }
  const detach = (held: Held) => {
    clearInterval(held.guard)
    waiting.delete(held.id)
    for (const [id, one] of sessions) if (one === held) sessions.delete(id)
    held.attached = false
    remove(held, ({ scope }) => scope === 'debugger')
    held.stop?.go({ kind: 'continue' })
    held.stop = undefined
  }
  /** Gives a program that stops first to a listener; without one it goes on. */
  const offer = (user: string, stop: RunStop): Held | undefined => {
    const [listener] = [...listeners.values()].filter(({ owner }) => owner.user === user)
    if (listener === undefined) {
      stop.go({ kind: 'continue' })
      return undefined
    }
    const { ideId, terminalId } = listener.owner
    const held: Held = {
      ...{ id: randomBytes(16).toString('hex').toUpperCase(), user, ideId, terminalId },
      ...{ stop, frame: 0, watches: new Map(), attached: false, isEnded: false },
      next: undefined,
      guard: setTimeout(() => {
        detach(held)
      }, ATTACH_MILLISECONDS).unref()
    }
    waiting.set(held.id, held)
    listeners.delete(keyOf(listener.owner))
    listener.caught(held)
    return held
  }

  return {
    set(breakpoint) {
      const { owner, scope, id } = breakpoint
      breakpoints.set(`${keyOf(owner)} ${scope} ${id}`, breakpoint)
    },
    remove,
    withIds(user, ids) {
      const found = breakpointsOf(user).filter(({ id }) => ids.includes(id))
      return [...new Map(found.map(one => [one.id, one])).values()]
    },
    async listen(owner, milliseconds) {
      unlisten(owner)
      const { promise, resolve } = Promise.withResolvers<Debuggee | undefined>()
      const timer = setTimeout(() => {
        unlisten(owner)
      }, milliseconds).unref()
      listeners.set(keyOf(owner), { owner, caught: resolve })
      try {
        return await promise
      } finally {
        clearTimeout(timer)
      }
    },
    listening: owner =>
      [...listeners.values()].find(
        one => one.owner.user === owner.user && one.owner.ideId !== owner.ideId
      )?.owner,
    unlisten,
    attach(id, { context, session }) {
      const held = waiting.get(id)
      if (held === undefined || held.user !== context.user || held.isEnded) return undefined
      waiting.delete(id)
      clearTimeout(held.guard)
      held.attached = true
      sessions.set(context.id, held)
      held.guard = setInterval(() => {
        if (!session.contexts.has(context.id)) detach(held)
      }, GUARD_MILLISECONDS).unref()
      return held
    },
    attachedTo: context => (context === undefined ? undefined : sessions.get(context.id)),
    async step(debuggee, step) {
      const held = debuggee as Held
      if (held.isEnded || held.stop === undefined) return undefined
      const { stop } = held
      held.next = Promise.withResolvers()
      held.stop = undefined
      held.frame = 0
      stop.go(step)
      return await held.next.promise
    },
    async terminate(debuggee) {
      const held = debuggee as Held
      if (held.isEnded) return
      held.next = Promise.withResolvers()
      const { stop } = held
      held.stop = undefined
      stop?.terminate()
      await held.next.promise
    },
    forRun(user) {
      const isAwaited = [...listeners.values()].some(({ owner }) => owner.user === user)
      if (!isAwaited || breakpointsOf(user).length === 0) return undefined
      let held: Held | undefined
      let isFirst = true
      return {
        breakpoints: () => breakpointsOf(user),
        stopped(stop) {
          if (isFirst) {
            isFirst = false
            held = offer(user, stop)
            return
          }
          if (held === undefined || !(held.attached && sessions.size > 0)) {
            stop.go({ kind: 'continue' })
            return
          }
          held.stop = stop
          held.next?.resolve(stop)
          held.next = undefined
        },
        ended() {
          if (held === undefined) return
          held.isEnded = true
          held.stop = undefined
          held.next?.resolve(undefined)
          held.next = undefined
          detach(held)
        }
      }
    }
  }
}
