/**
 * Work on large texts in threads of their own, so that nobody else's request waits for it. Two
 * threads at most, whatever the number of bridges in a process: they are bounded by the machine and
 * not by what is asked of it, work only with what they are given and keep nothing between two jobs.
 * One is for what takes moments, one for what takes seconds, which would hold up the former.
 */
import { ErpError } from '../errors.ts'
import type { ErpErrorCode, ErpErrorFacts } from '../errors.ts'
import { createWorkerQueue } from './worker-queue.ts'
import type { WorkerQueue, SerializedError } from './worker-queue.ts'

export interface OffLoopOptions {
  /**
   * Characters in the arguments below which the work stays here: the way to a thread and back costs
   * more than a short text.
   */
  readonly from?: number
  /** `long` for what takes seconds. */
  readonly lane?: 'quick' | 'long'
  /** Makes an error again of what the thread tells of it; undefined for what it does not know. */
  readonly revive?: (told: SerializedError) => Error | undefined
}

/** The same function, elsewhere. The signal ends it even while it works. */
export type OffLoop<Args extends readonly unknown[], Result> = (
  args: Args,
  signal?: AbortSignal
) => Promise<Result>

export type Named<Args extends readonly unknown[], Result> = Readonly<
  Record<string, (...args: Args) => Result>
>

const small = 65_536

const lanes: Readonly<Record<'quick' | 'long', WorkerQueue>> = {
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
 * @param named one function under the name by which its module exports it (its own name may be
 * another one in a bundle); it takes and
 *   returns plain data
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
  const away = inThread<Args, Result>({ module, name }, options)
  const { from = small } = options
  return async (args, signal) => (sizeOf(args) < from ? work(...args) : await away(args, signal))
}

/** A function of a module that only the thread loads. */
export function inThread<Args extends readonly unknown[], Result>(
  { module, name }: { readonly module: string; readonly name: string },
  { lane = 'quick', revive }: OffLoopOptions = {}
): OffLoop<Args, Result> {
  return async (args, signal) => {
    const answer = await lanes[lane].run({ module, name, args }, signal)
    if ('value' in answer) return answer.value as Result
    throw revive?.(answer.error) ?? erpErrorOf(answer.error) ?? new Error(answer.error.message)
  }
}

function erpErrorOf(told: SerializedError): ErpError | undefined {
  const { name, message, code, ...facts } = told
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
