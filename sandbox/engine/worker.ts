/**
 * Entry point of the worker thread: receives requests, posts results and analyses sources while
 * idle.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { EngineError } from './protocol.ts'
import type { Failure, WorkerMessage, Request, Start } from './protocol.ts'
import { createWorkbench } from './workbench.ts'

const port = parentPort
if (port === null) throw new Error('engine/worker runs as a thread only')

const post = (message: WorkerMessage) => {
  port.postMessage(message)
}
const workbench = createWorkbench(workerData as Start, files => {
  post({ kind: 'progress', files })
})
/** Idle time after which the thread analyses sources in advance. */
const IDLE_MILLISECONDS = 1000
let isFirstLoad = true
let idle: NodeJS.Timeout | undefined
let next: NodeJS.Immediate | undefined
post({ kind: 'ready' })
scheduleIdleWork()

port.on('message', ({ id, operation, parameters }: Request) => {
  cancelIdleWork()
  try {
    const value = workbench.run(operation, parameters)
    post({ kind: 'result', id, value, refusals: workbench.takeRefusals() })
  } catch (error) {
    post({ kind: 'failure', id, failure: failureOf(error), refusals: workbench.takeRefusals() })
  }
  // other components of the system are still starting at this time
  if (isFirstLoad && operation === 'load') {
    setImmediate(() => {
      runInBackground(() => {
        workbench.warmUp()
      })
    })
  }
  if (operation === 'load') isFirstLoad = false
  scheduleIdleWork()
})

function scheduleIdleWork(): void {
  idle = setTimeout(analyzeNext, IDLE_MILLISECONDS)
}

function cancelIdleWork(): void {
  clearTimeout(idle)
  clearImmediate(next)
}

/** One source at a time, so that a request waits for at most one. */
function analyzeNext(): void {
  let more = false
  runInBackground(() => {
    more = workbench.analyzeNext()
  })
  if (more) next = setImmediate(analyzeNext)
}

/** Background work. Errors are dropped: a request for the same source reports them. */
function runInBackground(work: () => void): void {
  try {
    work()
  } catch {}
  post({ kind: 'progress', files: [] })
}

function failureOf(error: unknown): Failure {
  if (error instanceof EngineError) return { code: error.code, message: error.message }
  return {
    code: 'INTERNAL',
    message: `The engine failed: ${error instanceof Error ? error.message : String(error)}`
  }
}
