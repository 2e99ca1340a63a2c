/** Calls that take longer than a client waits: they continue, and a signed handle collects the result. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerKey } from './caller-key.ts'
import type { Caller } from './caller.ts'
import { ToolError } from '../failure/errors.ts'
import type { ToolResult } from './result.ts'
import type { TokenSigner } from './tokens/token-signer.ts'
import { createIdentityQuota } from './identity-quota.ts'

/** A call that may continue after its first answer. */
export interface LongCall {
  readonly caller: Caller
  readonly tool: string
  /** The arguments, where the call may be repeated. */
  readonly again: Readonly<Record<string, unknown>> | undefined
}

export interface LongCalls {
  /**
   * Starts the call. Returns the result if it comes in time, else an answer with a handle, after a
   * call of `handedOver`. Throws TOOL_TOO_MANY_CALLS, before anything is started, where there is no
   * place for the call and its result.
   */
  orHandle(
    call: LongCall,
    start: () => Promise<ToolResult>,
    handedOver: () => void
  ): Promise<ToolResult>
  /**
   * The result behind a handle, or an answer that the call still runs; `again` where this replica
   * does not know the call and may repeat it. Throws TOOL_HANDLE_UNKNOWN.
   */
  collect(
    handle: string,
    caller: Caller,
    tool: string
  ): Promise<
    ToolResult | { readonly kind: 'again'; readonly args: Readonly<Record<string, unknown>> }
  >
}

/** Results of long calls for all replicas; a failure of the store counts as an absent result. */
export interface SharedResults {
  /** Marks the call as running. @returns removes the mark */
  begin(id: string): Promise<() => void>
  put(id: string, result: ToolResult, seconds: number): Promise<void>
  get(id: string): Promise<ToolResult | 'running' | undefined>
  /** Drops a result that was evicted. */
  drop(id: string): Promise<void>
}

interface Job {
  readonly work: Promise<ToolResult>
  /** The result is the only record of a change, so that it is evicted last. */
  readonly isChange: boolean
  isRunning: boolean
  isCollected: boolean
  forget: ReturnType<typeof setTimeout> | undefined
}

const keepMs = 900_000
/** Running calls and uncollected results: of all identities, and of one. */
const usualLimits = { most: 200, each: 100 }
const longestArgs = 300
const mark = 'run.'
const remedy =
  'Look at the object or its inactive version to see what happened, then repeat the call if it is still needed.'

/**
 * Results that were collected or can be repeated are evicted first. The result of a change is evicted
 * only in favour of its own identity.
 */
function rank({ isRunning, isCollected, isChange }: Job, byOwner: boolean): number | undefined {
  if (isRunning) return undefined
  if (isCollected) return 0
  if (!isChange) return 1
  return byOwner ? 2 : undefined
}

/** Whether a `cursor` is the handle of a long call. */
export function isHandle(cursor: unknown): cursor is string {
  return typeof cursor === 'string' && cursor.startsWith(mark)
}

const pollMs = 500

export interface LongCallsOptions {
  readonly signer: TokenSigner
  /** Milliseconds after which a call answers with a handle. */
  readonly afterMs?: number | undefined
  readonly shared?: SharedResults | undefined
  readonly limits?: { readonly most: number; readonly each: number } | undefined
}

export function createLongCalls({
  signer,
  afterMs = 45_000,
  shared,
  limits = usualLimits
}: LongCallsOptions): LongCalls {
  const jobs = createIdentityQuota<Job>({
    ...limits,
    rank,
    onEvict(id, { forget }) {
      clearTimeout(forget)
      void shared?.drop(id)
    }
  })
  /** Reserves the place before the start, so that a result always has one. */
  const begin = (who: string, isChange: boolean, start: () => Promise<ToolResult>) => {
    if (!jobs.reserve(who)) throw tooMany(limits.each)
    const id = randomUUID()
    const job: Job = {
      work: start(),
      isChange,
      isRunning: true,
      isCollected: false,
      forget: undefined
    }
    jobs.add(id, job, who)
    const ended = () => {
      job.isRunning = false
    }
    job.work.then(ended, ended)
    return { id, job }
  }
  return {
    async orHandle({ caller, tool, again }, start, handedOver) {
      const { id, job } = begin(callerKey(caller), again === undefined, start)
      const { work } = job
      const early = await inTime(work, afterMs).catch((error: unknown) => {
        jobs.delete(id)
        throw error
      })
      if (early !== undefined) {
        jobs.delete(id)
        return early
      }
      handedOver()
      job.forget = setTimeout(() => {
        jobs.delete(id)
      }, keepMs).unref()
      if (shared !== undefined) void share(shared, id, work)
      const args =
        again !== undefined && JSON.stringify(again).length <= longestArgs ? { args: again } : {}
      return stillRunning(
        tool,
        mark +
          signer.sign(
            { id, ...args },
            { kind: 'running', bound: [callerKey(caller), tool], seconds: keepMs / 1000 }
          )
      )
    },
    async collect(handle, caller, tool) {
      const opened = signer.verify(handle.slice(mark.length), {
        kind: 'running',
        bound: [callerKey(caller), tool]
      })
      if (opened === undefined) {
        throw new ToolError(
          'TOOL_HANDLE_UNKNOWN',
          'The handle opens nothing: it was changed, it is older than 15 minutes, or it was made for another caller, another tool, another ERP system or a bridge with another --state-key.',
          { remedy }
        )
      }
      const { id, args } = opened.content as {
        id: string
        args?: Readonly<Record<string, unknown>>
      }
      const job = jobs.use(id)
      if (job === undefined) {
        const elsewhere = shared === undefined ? undefined : await awaitShared(shared, id, afterMs)
        if (elsewhere === 'running') return stillRunning(tool, handle)
        if (elsewhere !== undefined) return elsewhere
        if (args !== undefined) return { kind: 'again', args }
        throw new ToolError(
          'TOOL_HANDLE_UNKNOWN',
          'The call is not known to this process: it runs, or ran, in another replica of the bridge, or in this one before it was started again.',
          { remedy: `Send the same handle once more, it may reach the other replica. ${remedy}` }
        )
      }
      const result = await inTime(job.work, afterMs)
      if (result === undefined) return stillRunning(tool, handle)
      job.isCollected = true
      return result
    }
  }
}

function tooMany(each: number): ToolError {
  return new ToolError(
    'TOOL_TOO_MANY_CALLS',
    `There is no place for another call that takes long: one caller may have ${each} of them at work, and all callers together are bounded too.`,
    {
      remedy:
        'Nothing was started. Wait until one has ended, or collect the results that wait, then repeat the call.'
    }
  )
}

async function share(shared: SharedResults, id: string, work: Promise<ToolResult>): Promise<void> {
  const ended = await shared.begin(id)
  const result = await work
  ended()
  await shared.put(id, result, keepMs / 1000)
}

async function awaitShared(
  shared: SharedResults,
  id: string,
  ms: number
): Promise<ToolResult | 'running' | undefined> {
  const until = performance.now() + ms
  for (;;) {
    const found = await shared.get(id)
    if (found !== 'running' || performance.now() >= until) return found
    await sleep(pollMs)
  }
}

async function inTime(work: Promise<ToolResult>, ms: number): Promise<ToolResult | undefined> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal, ref: true }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}

/** An error in form only: clients check every other answer against the output schema of the tool. */
function stillRunning(tool: string, handle: string): ToolResult {
  return {
    kind: 'error',
    code: 'RUNNING',
    text: `RUNNING: the call is still at work; this is no failure. Collect its result with ${tool} {"cursor":"${handle}"}; the answer waits for it for a while.`,
    data: { cursor: handle }
  }
}
