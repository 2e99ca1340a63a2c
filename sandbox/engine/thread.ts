/**
 * Runs the engine in a worker thread: queues requests, detects hangs and restarts a terminated worker.
 */
import { Worker } from 'node:worker_threads'
import type { RepositoryFile } from '../types.ts'
import { sibling } from '../sibling.ts'
import { workerEnvironment } from '../worker-environment.ts'
import type { Refusal } from './bounds.ts'
import { EngineError } from './protocol.ts'
import type { WorkerMessage, Operation, ParametersOf, Result, Start } from './protocol.ts'
import { refusalAfterExit } from './thread-exit.ts'

/**
 * Milliseconds without a heartbeat until a request counts as hung, and megabytes of heap for the
 * thread.
 */
export interface EngineLimits {
  readonly stallMilliseconds: number
  readonly memoryMegabytes: number
}

/**
 * Sends requests to the worker in order, with a watchdog, and repeats them on a new worker when a
 * source terminated the old one.
 */
export interface Thread {
  call<M extends Operation>(operation: M, ...parameters: ParametersOf<M>): Promise<Result<M>>
  close(): Promise<void>
}

export interface Pending {
  readonly id: number
  readonly operation: Operation
  readonly parameters: readonly unknown[]
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  tries: number
}

export interface State {
  readonly library: readonly RepositoryFile[]
  readonly limits: EngineLimits
  readonly keptIn: string | undefined
  readonly active: Map<string, string>
  mounted: readonly RepositoryFile[]
  readonly refusals: Refusal[]
  readonly pending: Map<number, Pending>
  worker: Worker | undefined
  timer: NodeJS.Timeout | undefined
  /** Files that the worker reported as in progress. */
  filesInProgress: readonly string[]
  lastId: number
  ready: boolean
  /**
   * Whether the worker sent a first message: until then it loads its code, and no source can be the
   * cause of a failure.
   */
  responded: boolean
  stalled: boolean
  closed: boolean
  failure: Error | undefined
  /** Worker exits since the last response. */
  consecutiveExits: number
}

const MAX_TRIES = 4
const MAX_CONSECUTIVE_EXITS = 20
const STACK_MEGABYTES = 16
/**
 * A parse creates millions of long-lived objects: a small young generation copies them repeatedly
 * before it promotes them.
 */
const YOUNG_GENERATION_MEGABYTES = 96
const START_MILLISECONDS = 60_000

interface ThreadOptions {
  readonly library: readonly RepositoryFile[]
  readonly limits: EngineLimits
  readonly keptIn: string | undefined
}

export function createThread({ library, limits, keptIn }: ThreadOptions): Thread {
  const state: State = {
    library,
    limits,
    keptIn,
    active: new Map(),
    mounted: [],
    refusals: [],
    pending: new Map(),
    worker: undefined,
    timer: undefined,
    filesInProgress: [],
    lastId: 0,
    ready: false,
    responded: false,
    stalled: false,
    closed: false,
    failure: undefined,
    consecutiveExits: 0
  }
  start(state)
  return {
    call: (operation, ...parameters) =>
      new Promise((resolve, reject) => {
        if (state.closed) {
          reject(new EngineError('CLOSED', 'The engine is closed.'))
          return
        }
        const id = ++state.lastId
        // The worker returns the result type of the operation; the protocol types cannot express
        // that.
        const pending: Pending = {
          id,
          operation,
          parameters,
          resolve: resolve as (value: unknown) => void,
          reject,
          tries: 0
        }
        state.pending.set(id, pending)
        if (state.worker === undefined) start(state)
        else send(state, pending)
        restartWatchdog(state)
      }),
    close: () => close(state)
  }
}

function start(state: State): void {
  const workerData: Start = {
    library: state.library,
    active: [...state.active].map(([name, text]) => ({ name, text })),
    mounted: state.mounted,
    refusals: state.refusals,
    keptIn: state.keptIn
  }
  const worker = new Worker(sibling('worker', import.meta.url), {
    workerData,
    env: workerEnvironment(),
    resourceLimits: {
      maxOldGenerationSizeMb: state.limits.memoryMegabytes,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MEGABYTES,
      stackSizeMb: STACK_MEGABYTES
    }
  })
  Object.assign(state, {
    worker,
    ready: false,
    responded: false,
    stalled: false,
    failure: undefined,
    filesInProgress: []
  })
  worker.on('message', (message: WorkerMessage) => {
    handleMessage(state, message)
  })
  worker.on('error', (error: Error) => {
    state.failure = error
  })
  worker.on('exit', () => {
    if (state.worker === worker) handleExit(state)
  })
  for (const pending of state.pending.values()) send(state, pending)
  restartWatchdog(state)
}

function send(state: State, { id, operation, parameters }: Pending): void {
  state.worker?.postMessage({ id, operation, parameters })
}

/** Restarts the watchdog, or stops it without pending requests and background work. */
function restartWatchdog(state: State): void {
  clearTimeout(state.timer)
  state.timer = undefined
  if (
    state.worker === undefined ||
    (state.ready && state.pending.size === 0 && state.filesInProgress.length === 0)
  ) {
    return
  }
  state.timer = setTimeout(
    () => {
      state.stalled = true
      void state.worker?.terminate()
    },
    state.responded
      ? state.limits.stallMilliseconds
      : Math.max(START_MILLISECONDS, state.limits.stallMilliseconds)
  )
}

function handleMessage(state: State, message: WorkerMessage): void {
  state.responded = true
  if (message.kind === 'progress') state.filesInProgress = message.files
  else if (message.kind === 'ready') Object.assign(state, { ready: true, filesInProgress: [] })
  else settle(state, message)
  restartWatchdog(state)
}

function settle(state: State, message: Extract<WorkerMessage, { id: number }>): void {
  state.filesInProgress = []
  state.consecutiveExits = 0
  state.refusals.push(...message.refusals)
  const pending = state.pending.get(message.id)
  if (pending === undefined) return
  state.pending.delete(message.id)
  if (message.kind === 'failure') {
    pending.reject(new EngineError(message.failure.code, message.failure.message))
    return
  }
  recordActive(state, pending)
  pending.resolve(message.value)
}

/** A new worker starts with the state of the old one: the changes whose requests completed. */
function recordActive(state: State, { operation, parameters }: Pending): void {
  if (operation === 'load') {
    const [files, mounted = []] = parameters as ParametersOf<'load'>
    state.mounted = mounted
    state.active.clear()
    for (const { name, text } of files) state.active.set(name, text)
  }
  if (operation === 'apply') {
    const [{ put, remove }] = parameters as ParametersOf<'apply'>
    for (const name of remove) state.active.delete(name)
    for (const { name, text } of put) state.active.set(name, text)
  }
}

/** After the worker ended: refuses the source that caused it and starts a new worker. */
function handleExit(state: State): void {
  clearTimeout(state.timer)
  state.worker = undefined
  if (state.closed) return
  state.consecutiveExits++
  const [current] = state.pending.values()
  const refusal = refusalAfterExit(state, current)
  if (refusal !== undefined) state.refusals.push(refusal)
  if (current !== undefined && state.ready) {
    current.tries++
    if (refusal === undefined || current.tries >= MAX_TRIES) fail(state, current, causeOf(state))
  }
  if (state.consecutiveExits > MAX_CONSECUTIVE_EXITS || (!state.ready && refusal === undefined)) {
    for (const pending of [...state.pending.values()]) fail(state, pending, causeOf(state))
    return
  }
  start(state)
}

function fail(state: State, pending: Pending, error: EngineError): void {
  state.pending.delete(pending.id)
  pending.reject(error)
}

function causeOf(state: State): EngineError {
  const memory =
    state.failure !== undefined &&
    'code' in state.failure &&
    state.failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (state.stalled) {
    return new EngineError(
      'TOO_COMPLEX',
      'The request took too long and was stopped: the source is too large or too complex.'
    )
  }
  if (memory) {
    return new EngineError(
      'TOO_COMPLEX',
      'The request needed too much memory and was stopped: the source is too large or too complex.'
    )
  }
  return new EngineError(
    'CRASHED',
    'The engine ended unexpectedly and was started anew; repeat the request.'
  )
}

async function close(state: State): Promise<void> {
  state.closed = true
  clearTimeout(state.timer)
  for (const pending of [...state.pending.values()]) {
    fail(state, pending, new EngineError('CLOSED', 'The engine is closed.'))
  }
  await state.worker?.terminate()
}
