import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerKey } from './caller-key.ts'
import type { Caller } from './caller.ts'
import { ToolError } from './errors.ts'
import type { ToolResult } from './result.ts'
import type { Sealer } from './seal.ts'

/** A call that may go on after its answer. */
export interface LongCall {
  readonly caller: Caller
  readonly tool: string
  /** What was asked, if asking it again does no harm. */
  readonly again: Readonly<Record<string, unknown>> | undefined
}

export interface Running {
  /** The result if it comes in time, else an answer with a handle; `handedOver` is told before the latter. */
  orHandle (call: LongCall, work: Promise<ToolResult>, handedOver: () => void): Promise<ToolResult>
  /**
   * What a handle stands for: the result, or that it still goes on; `again` where this replica does not know it and the call may be
   * repeated. Throws TOOL_HANDLE_UNKNOWN.
   */
  collect (handle: string, caller: Caller, tool: string): Promise<ToolResult | { readonly kind: 'again', readonly args: Readonly<Record<string, unknown>> }>
}

/** Where results wait for whichever replica is asked for them; what fails there is as if it were not there. */
export interface SharedResults {
  /** @returns ends the marking of the call as one that goes on */
  begin (id: string): Promise<() => void>
  put (id: string, result: ToolResult, seconds: number): Promise<void>
  get (id: string): Promise<ToolResult | 'running' | undefined>
}

interface Job { readonly work: Promise<ToolResult>, readonly forget: ReturnType<typeof setTimeout> }

const keepMs = 900_000
const mostJobs = 200
const longestArgs = 300
const mark = 'run.'
const remedy = 'Look at the object or its inactive version to see what happened, then repeat the call if it is still needed.'

/** Whether a `cursor` is the handle of a call that is still at work. */
export function isHandle (cursor: unknown): cursor is string {
  return typeof cursor === 'string' && cursor.startsWith(mark)
}

const pollMs = 500

export function createRunning ({ sealer, afterMs = 45_000, shared }: { sealer: Sealer, afterMs?: number | undefined, shared?: SharedResults | undefined }): Running {
  const jobs = new Map<string, Job>()
  const keep = (id: string, work: Promise<ToolResult>) => {
    const [oldest] = jobs.keys()
    if (jobs.size >= mostJobs && oldest !== undefined) forget(oldest)
    jobs.set(id, { work, forget: setTimeout(() => jobs.delete(id), keepMs).unref() })
  }
  const forget = (id: string) => {
    clearTimeout(jobs.get(id)?.forget)
    jobs.delete(id)
  }
  return {
    async orHandle ({ caller, tool, again }, work, handedOver) {
      const early = await inTime(work, afterMs)
      if (early !== undefined) return early
      handedOver()
      const id = randomUUID()
      keep(id, work)
      if (shared !== undefined) void share(shared, id, work)
      const args = again !== undefined && JSON.stringify(again).length <= longestArgs ? { args: again } : {}
      return stillRunning(tool, mark + sealer.seal({ id, ...args }, { kind: 'running', bound: [callerKey(caller), tool], seconds: keepMs / 1000 }))
    },
    async collect (handle, caller, tool) {
      const opened = sealer.open(handle.slice(mark.length), { kind: 'running', bound: [callerKey(caller), tool] })
      if (opened === undefined) throw new ToolError('TOOL_HANDLE_UNKNOWN', 'The handle opens nothing: it was changed, it is older than 15 minutes, or it was made for another caller, another tool, another ERP system or a bridge with another --state-key.', { remedy })
      const { id, args } = opened.content as { id: string, args?: Readonly<Record<string, unknown>> }
      const job = jobs.get(id)
      if (job === undefined) {
        const elsewhere = shared === undefined ? undefined : await awaitShared(shared, id, afterMs)
        if (elsewhere !== undefined) return elsewhere === 'running' ? stillRunning(tool, handle) : elsewhere
        if (args !== undefined) return { kind: 'again', args }
        throw new ToolError('TOOL_HANDLE_UNKNOWN', 'The call is not known to this process: it runs, or ran, in another replica of the bridge, or in this one before it was started again.', { remedy: `Send the same handle once more, it may reach the other replica. ${remedy}` })
      }
      const result = await inTime(job.work, afterMs)
      return result ?? stillRunning(tool, handle)
    }
  }
}

async function share (shared: SharedResults, id: string, work: Promise<ToolResult>): Promise<void> {
  const ended = await shared.begin(id)
  const result = await work
  ended()
  await shared.put(id, result, keepMs / 1000)
}

async function awaitShared (shared: SharedResults, id: string, ms: number): Promise<ToolResult | 'running' | undefined> {
  const until = performance.now() + ms
  for (;;) {
    const found = await shared.get(id)
    if (found !== 'running' || performance.now() >= until) return found
    await sleep(pollMs)
  }
}

async function inTime (work: Promise<ToolResult>, ms: number): Promise<ToolResult | undefined> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal, ref: true }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}

/** An error in form only: clients hold every other answer against the tool's output schema. */
function stillRunning (tool: string, handle: string): ToolResult {
  return {
    kind: 'error',
    code: 'RUNNING',
    text: `RUNNING: the call is still at work; this is no failure. Collect its result with ${tool} {"cursor":"${handle}"}; the answer waits for it for a while.`,
    data: { cursor: handle }
  }
}
