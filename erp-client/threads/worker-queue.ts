/**
 * A queue of jobs for one worker thread, which starts with the first job, ends after idle time, and
 * is requeuedd when it fails. Benchmark: bench/event-loop.mts, rows `overwrite 5 MB` and `query, 10
 * MB`.
 */
import { Worker } from 'node:worker_threads'
import { ErpError } from '../errors.ts'
import { aborted } from '../http/erp-call.ts'

/** A call of an exported function, by the URL of its module. */
export interface WorkerJob {
  readonly module: string
  readonly name: string
  readonly args: readonly unknown[]
}

/** An error of the thread: its name, message and properties. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly [property: string]: unknown
}

/** `heapMegabytes`: heap size of the thread after the job. */
export type WorkerAnswer = ({ readonly value: unknown } | { readonly error: SerializedError }) & {
  readonly heapMegabytes: number
}

export interface WorkerQueueOptions {
  /** Jobs that may wait; further ones are refused. */
  readonly waiting: number
  /** A longer job is terminated with its thread. */
  readonly limitMs: number
  /** Idle time after which the thread ends. */
  readonly idleMs: number
  readonly memoryMegabytes: number
  /**
   * A thread with a larger heap after a job ends: the memory of one large answer is not retained.
   */
  readonly keepMegabytes: number
}

export interface WorkerQueue {
  /**
   * Runs a job in the thread.
   * @throws ErpError ERP_BUSY when too many jobs wait, ERP_ABORTED, ERP_BAD_ANSWER when the thread
   * failed or timed out
   */
  run(job: WorkerJob, signal?: AbortSignal): Promise<WorkerAnswer>
  close(): Promise<void>
  readonly running: boolean
  readonly waiting: number
}

interface QueuedJob {
  readonly job: WorkerJob
  readonly leave: () => void
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: unknown) => void
}
interface WorkerQueueState {
  readonly options: WorkerQueueOptions
  readonly queue: QueuedJob[]
  current: QueuedJob | undefined
  thread: Worker | undefined
  timer: NodeJS.Timeout | undefined
}

const retrySeconds = 5
// Parsers of deeply nested sources need a deep stack.
const stackMegabytes = 16

export function createWorkerQueue(options: WorkerQueueOptions): WorkerQueue {
  const state: WorkerQueueState = {
    options,
    queue: [],
    current: undefined,
    thread: undefined,
    timer: undefined
  }
  return {
    run: (job, signal) =>
      new Promise((resolve, reject) => {
        enqueue(state, { job, resolve, reject }, signal)
      }),
    async close() {
      for (const { leave, reject } of state.queue.splice(0)) {
        leave()
        reject(aborted())
      }
      await stopThread(state, aborted())
    },
    get running() {
      return state.thread !== undefined
    },
    get waiting() {
      return state.queue.length
    }
  }
}

function enqueue(
  state: WorkerQueueState,
  { job, resolve, reject }: Omit<QueuedJob, 'leave'>,
  signal: AbortSignal | undefined
): void {
  if (signal?.aborted === true) return reject(aborted())
  if (state.queue.length >= state.options.waiting) {
    return reject(
      new ErpError(
        'ERP_BUSY',
        `${state.queue.length} large answers or sources wait to be worked through already`,
        { remedy: 'Try again, or ask for less.', retryAfter: retrySeconds, outcome: 'failed' }
      )
    )
  }
  const onAbort = () => {
    if (state.current === queued) return void stopThread(state, aborted())
    state.queue.splice(state.queue.indexOf(queued), 1)
    reject(aborted())
  }
  const queued: QueuedJob = {
    job,
    resolve,
    reject,
    leave: () => {
      signal?.removeEventListener('abort', onAbort)
    }
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  state.queue.push(queued)
  next(state)
}

function next(state: WorkerQueueState): void {
  if (state.current !== undefined) return
  const queued = state.queue.shift()
  clearTimeout(state.timer)
  if (queued === undefined) {
    state.timer = setTimeout(() => {
      void stopThread(state, aborted())
    }, state.options.idleMs).unref()
    return
  }
  state.current = queued
  state.timer = setTimeout(() => {
    void stopThread(state, broken(`took longer than ${state.options.limitMs / 1000} s`))
  }, state.options.limitMs)
  try {
    const thread = (state.thread ??= startThread(state))
    // Only a running job keeps the process alive.
    thread.ref()
    thread.postMessage(queued.job)
  } catch (cause) {
    settle(state, ({ reject }) => {
      reject(broken('could not be handed over', cause))
    })
  }
}

/** Settles the current job and starts the next. */
function settle(state: WorkerQueueState, finish: (queued: QueuedJob) => void): void {
  const queued = state.current
  if (queued === undefined) return
  state.current = undefined
  state.thread?.unref()
  queued.leave()
  finish(queued)
  next(state)
}

function startThread(state: WorkerQueueState): Worker {
  const file = new URL(
    `./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
    import.meta.url
  )
  // The thread needs no environment, and its output must not mix with the protocol on stdout.
  const thread = new Worker(file, {
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: state.options.memoryMegabytes,
      stackSizeMb: stackMegabytes
    }
  })
  const lost = (why: string, cause?: unknown) => {
    if (state.thread !== thread) return
    state.thread = undefined
    void thread.terminate()
    settle(state, ({ reject }) => {
      reject(broken(why, cause))
    })
  }
  thread.on('message', (answer: WorkerAnswer) => {
    if (state.thread !== thread) return
    if (answer.heapMegabytes > state.options.keepMegabytes) {
      state.thread = undefined
      void thread.terminate()
    }
    settle(state, ({ resolve }) => {
      resolve(answer)
    })
  })
  thread.on('messageerror', cause => {
    lost('has a result that cannot be handed back', cause)
  })
  thread.on('error', cause => {
    lost('was too much to work through', cause)
  })
  thread.on('exit', () => {
    lost('was broken off')
  })
  return thread
}

/** A running job ends with its thread only; the next job gets a new one. */
async function stopThread(state: WorkerQueueState, error: ErpError): Promise<void> {
  const { thread } = state
  state.thread = undefined
  settle(state, ({ reject }) => {
    reject(error)
  })
  if (state.thread === undefined && state.current === undefined) clearTimeout(state.timer)
  await thread?.terminate()
}

function broken(why: string, cause?: unknown): ErpError {
  return new ErpError('ERP_BAD_ANSWER', `This answer or source ${why}`, {
    remedy: 'Ask for less of it at once: one include, one method, or fewer entries.',
    cause
  })
}
