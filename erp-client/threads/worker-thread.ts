/**
 * Runs work on large texts in worker threads, off the event loop. Benchmark: bench/event-loop.mts,
 * rows `overwrite 5 MB`, `search, 10,000 hits` and `query, 10 MB`.
 */
import { ErpError } from '../errors.ts'
import type { ErpErrorCode, ErpErrorFacts } from '../errors.ts'
import { createWorkerQueue } from './worker-queue.ts'
import type { WorkerQueue, SerializedError } from './worker-queue.ts'

export interface OffLoopOptions {
  /**
   * Characters in the arguments below which the work stays on the event loop: for a short text the
   * way to a thread and back costs more.
   */
  readonly from?: number
  /** `long` for work that takes seconds. */
  readonly queue?: 'quick' | 'long'
  /** Restores an error of the thread; undefined for unknown errors. */
  readonly revive?: (error: SerializedError) => Error | undefined
}

/** The function with its arguments as a list. The signal ends it even while it runs. */
export type OffLoop<Args extends readonly unknown[], Result> = (
  args: Args,
  signal?: AbortSignal
) => Promise<Result>

export type Named<Args extends readonly unknown[], Result> = Readonly<
  Record<string, (...args: Args) => Result>
>

/** Default of `from`. */
const smallText = 65_536

/**
 * Two threads for the whole process, whatever the number of bridges in it: the machine limits them.
 * They work on their arguments only and keep no state between jobs. Work that takes seconds has a
 * thread of its own, so that it does not delay short work.
 */
const queues: Readonly<Record<'quick' | 'long', WorkerQueue>> = {
  quick: createWorkerQueue({
    waiting: 64,
    limitMs: 60_000,
    idleMs: 10_000,
    memoryMegabytes: 768,
    keepMegabytes: 128
  }),
  long: createWorkerQueue({
    waiting: 32,
    limitMs: 600_000,
    idleMs: 30_000,
    memoryMegabytes: 768,
    keepMegabytes: 256
  })
}

/**
 * The same function, which runs in a thread where its arguments are large.
 * @param named one function under its exported name (a bundle may rename the function itself); it
 * takes and returns plain data
 * @param module the `import.meta.url` of that module
 */
export function offLoop<Args extends readonly unknown[], Result>(
  named: Named<Args, Result>,
  module: string,
  options: OffLoopOptions = {}
): OffLoop<Args, Result> {
  const [entry] = Object.entries(named)
  if (entry === undefined) throw new TypeError('a function is missing')
  const [name, work] = entry
  const runInThread = inThread<Args, Result>({ module, name }, options)
  const { from = smallText } = options
  return async (args, signal) =>
    sizeOf(args) < from ? work(...args) : await runInThread(args, signal)
}

/** A function of a module that only the thread loads. */
export function inThread<Args extends readonly unknown[], Result>(
  { module, name }: { readonly module: string; readonly name: string },
  { queue = 'quick', revive }: OffLoopOptions = {}
): OffLoop<Args, Result> {
  return async (args, signal) => {
    const answer = await queues[queue].run({ module, name, args }, signal)
    if ('value' in answer) return answer.value as Result
    throw revive?.(answer.error) ?? erpErrorOf(answer.error) ?? new Error(answer.error.message)
  }
}

function erpErrorOf(error: SerializedError): ErpError | undefined {
  const { name, message, code, ...facts } = error
  return name === 'ErpError'
    ? new ErpError(code as ErpErrorCode, message, facts as ErpErrorFacts)
    : undefined
}

/** Characters of all texts in a value. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let size = 0
  for (const one of Object.values(value)) size += sizeOf(one)
  return size
}
