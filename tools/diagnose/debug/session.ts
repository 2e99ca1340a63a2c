/** The session of the ABAP debugger at the ERP, and its release. */
import {
  deleteBreakpoint,
  deleteWatchpoint,
  resumeDebuggee,
  isErpError,
  stopListening,
  terminate
} from '../../../erp-client/index.ts'
import type { Breakpoint, DebugIdentity, ErpSession, ErpWriter } from '../../../erp-client/index.ts'
import { errorWords } from '../../failure/prose.ts'

/** What a debugger run holds at the ERP, and has to release at its end. */
export interface DebugSession {
  readonly erp: ErpWriter
  readonly identity: DebugIdentity
  /** For breakpoints and listener: it answers also while the process runs. */
  readonly control: ErpSession
  /** Where the process is attached. */
  readonly debug: ErpSession
  /** Aborted when the run has to end: its time is over, its caller left, or the bridge closes. */
  readonly stop: AbortSignal
  readonly listening: AbortController
  breakpoints: readonly Breakpoint[]
  /** Ids of the watchpoints of this run. */
  watchpoints: string[]
  unanswered: { breakpoints: boolean; listener: boolean }
  /** `standing`: at a breakpoint; `running`: it was let go on, and has not answered yet. */
  process: 'none' | 'standing' | 'running' | 'gone'
  /** Whether the process is the one that the run has started, as far as that can be known. */
  isOwn: () => boolean
}

export const ended = Symbol('ended')

/** A value, or that the run has to end before it is there. */
export async function unlessEnded<T>(
  stop: AbortSignal,
  work: Promise<T>
): Promise<T | typeof ended> {
  if (stop.aborted) {
    work.catch(() => {})
    return ended
  }
  const over = Promise.withResolvers<typeof ended>()
  const quit = () => {
    over.resolve(ended)
  }
  stop.addEventListener('abort', quit, { once: true })
  try {
    work.catch(() => {})
    return await Promise.race([work, over.promise])
  } finally {
    stop.removeEventListener('abort', quit)
  }
}

export const releaseTimeouts = { usual: 5000, closing: 600 }
/** A process may meet breakpoints of others and of its own before it ends. */
const mostSteps = 3

/**
 * Gives everything back, whatever has happened: breakpoints, listener, process, sessions. Never
 * throws.
 *
 * @returns what could not be given back, in words
 */
export async function releaseDebugger(session: DebugSession): Promise<string[]> {
  const { control, debug, identity, erp } = session
  session.listening.abort()
  const timeoutMs = () =>
    erp.ending?.aborted === true ? releaseTimeouts.closing : releaseTimeouts.usual
  const left: string[] = []
  const tried = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!isErpError(error, 'ERP_NOT_FOUND')) left.push(`${what} (${errorWords(error)})`)
    }
  }
  const ids = session.breakpoints.filter(({ id }) => id !== '').map(({ id }) => id)
  await Promise.all([
    ...ids.map(async id => {
      await tried(`breakpoint ${id}`, async () => {
        await deleteBreakpoint(control, { identity, id, timeoutMs: timeoutMs() })
      })
    }),
    ...(session.unanswered.listener
      ? [
          tried('the listener', async () => {
            await stopListening(control, { identity, timeoutMs: timeoutMs() })
          })
        ]
      : [])
  ])
  if (session.unanswered.breakpoints && session.breakpoints.length === 0) {
    left.push('perhaps breakpoints: the answer to setting them was lost')
  }
  await tried('the process', async () => {
    await dropWatchpoints(session, timeoutMs())
    await release(session, timeoutMs)
  })
  const isHeld = session.process === 'standing' || session.process === 'running'
  if (isHeld && left.length > 0 && !left.some(one => one.startsWith('the process'))) {
    left.push('perhaps the process, until its session times out')
  }
  for (const one of [control, debug]) {
    one.holding = false
    one.discard()
  }
  return left
}

/**
 * Removes the watchpoints of a process that stands, so that it does not stop at them again. Those
 * of a process that runs, or that cannot be removed, end with the session.
 */
async function dropWatchpoints(session: DebugSession, timeoutMs: number): Promise<void> {
  if (session.process !== 'standing') return
  for (const id of session.watchpoints.splice(0)) {
    try {
      await deleteWatchpoint(session.debug, id, { timeoutMs })
    } catch (error) {
      if (!isErpError(error)) throw error
    }
  }
}

/**
 * Continues a stopped process without breakpoints. A process that cannot continue, or exceeds the
 * limits, is terminated where this run has started it.
 */
async function release(session: DebugSession, timeoutMs: () => number): Promise<void> {
  const { debug } = session
  for (let step = 0; session.process === 'standing' && step < mostSteps; step++) {
    session.process = 'running'
    try {
      session.process =
        (await resumeDebuggee(debug, { timeoutMs: timeoutMs() })) === undefined
          ? 'gone'
          : 'standing'
    } catch (error) {
      if (!isErpError(error, 'ERP_TIMEOUT')) throw error
    }
  }
  if (session.process !== 'standing' && session.process !== 'running') return
  // the end of the session lets any other process go
  if (!session.isOwn()) return
  await terminate(debug, { timeoutMs: timeoutMs() })
  session.process = 'gone'
}
