/**
 * A thread that works off jobs one after the other: started by the first, ended when there was none
 * for a while, replaced when it fails.
 */
import { Worker } from 'node:worker_threads'
import { ErpError } from '../errors.ts'
import { aborted } from '../http/erp-call.ts'

/** An exported function, by the address of its module, and what it is called with. */
export interface WorkerJob {
  readonly module: string
  readonly name: string
  readonly args: readonly unknown[]
}

/** An error of the thread: its name, its message and what it carries. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly [property: string]: unknown
}

/** `heapMegabytes`: what the thread holds after the job. */
export type WorkerAnswer = ({ readonly value: unknown } | { readonly error: SerializedError }) & {
  readonly heapMegabytes: number
}

export interface WorkerQueueOptions {
  /** Jobs that may wait; further ones are refused. */
  readonly waiting: number
  /** A job that takes longer is ended together with its thread. */
  readonly limitMs: number
  /** So long without a job ends the thread. */
  readonly idleMs: number
  readonly memoryMegabytes: number
  /**
   * A thread that holds more after a job is ended: what one large answer took is not kept for small
   * ones.
   */
  readonly keepMegabytes: number
}

export interface WorkerQueue {
  /**
   * The answer of the thread.
   * @throws ErpError ERP_BUSY when too many jobs wait, ERP_ABORTED, ERP_BAD_ANSWER when the thread
   * broke down or took too long
   */
  run(job: WorkerJob, signal?: AbortSignal): Promise<WorkerAnswer>
  close(): Promise<void>
  readonly running: boolean
  readonly waiting: number
}

interface Place {
  readonly job: WorkerJob
  readonly leave: () => void
  readonly resolve: (answer: WorkerAnswer) => void
  readonly reject: (error: unknown) => void
}
interface WorkerQueueState {
  readonly options: WorkerQueueOptions
  readonly queue: Place[]
  current: Place | undefined
  thread: Worker | undefined
  timer: NodeJS.Timeout | undefined
}

const retrySeconds = 5
// Deeply nested sources take a deep stack.
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
      await giveUp(state, aborted())
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
  { job, resolve, reject }: Omit<Place, 'leave'>,
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
  const quit = () => {
    if (state.current === place) return void giveUp(state, aborted())
    state.queue.splice(state.queue.indexOf(place), 1)
    reject(aborted())
  }
  const place: Place = {
    job,
    resolve,
    reject,
    leave: () => {
      signal?.removeEventListener('abort', quit)
    }
  }
  signal?.addEventListener('abort', quit, { once: true })
  state.queue.push(place)
  next(state)
}

function next(state: WorkerQueueState): void {
  if (state.current !== undefined) return
  const place = state.queue.shift()
  clearTimeout(state.timer)
  if (place === undefined) {
    state.timer = setTimeout(() => {
      void giveUp(state, aborted())
    }, state.options.idleMs).unref()
    return
  }
  state.current = place
  state.timer = setTimeout(() => {
    void giveUp(state, broken(`took longer than ${state.options.limitMs / 1000} s`))
  }, state.options.limitMs)
  try {
    const thread = (state.thread ??= startThread(state))
    // Only work keeps the process alive.
    thread.ref()
    thread.postMessage(place.job)
  } catch (cause) {
    settle(state, ({ reject }) => {
      reject(broken('could not be handed over', cause))
    })
  }
}

/** Ends the current job and goes on with the next. */
function settle(state: WorkerQueueState, finish: (place: Place) => void): void {
  const place = state.current
  if (place === undefined) return
  state.current = undefined
  state.thread?.unref()
  place.leave()
  finish(place)
  next(state)
}

function startThread(state: WorkerQueueState): Worker {
  const file = new URL(
    `./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
    import.meta.url
  )
  // It needs no variables, and what it writes must not get among the messages on stdout.
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

/** A job that runs can only be ended with its thread; the next one gets a new thread. */
async function giveUp(state: WorkerQueueState, error: ErpError): Promise<void> {
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
