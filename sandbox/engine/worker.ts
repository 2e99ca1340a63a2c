/**
 * Entry point of the worker thread: receives requests, posts results and analyses sources while
 * idle.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { EngineError } from './protocol.ts'
import type { Failure, Note, Request, Start } from './protocol.ts'
import { createWorkbench } from './workbench.ts'

const port = parentPort
if (port === null) throw new Error('engine/worker runs as a thread only')

const say = (note: Note) => {
  port.postMessage(note)
}
const workbench = createWorkbench(workerData as Start, files => {
  say({ kind: 'busy', files })
})
/** Idle time after which the thread analyses sources in advance. */
const IDLE_MILLISECONDS = 1000
let cold = true
let idle: NodeJS.Timeout | undefined
let next: NodeJS.Immediate | undefined
say({ kind: 'ready' })
rest()

port.on('message', ({ id, operation, parameters }: Request) => {
  wake()
  try {
    const value = workbench.run(operation, parameters)
    say({ kind: 'result', id, value, refused: workbench.takeRefused() })
  } catch (error) {
    say({ kind: 'failure', id, failure: failureOf(error), refused: workbench.takeRefused() })
  }
  // while the others still start
  if (cold && operation === 'load') {
    setImmediate(() => {
      unasked(() => {
        workbench.warm()
      })
    })
  }
  if (operation === 'load') cold = false
  rest()
})

function rest(): void {
  idle = setTimeout(goAhead, IDLE_MILLISECONDS)
}

function wake(): void {
  clearTimeout(idle)
  clearImmediate(next)
}

/** One source at a time, so that a request waits for at most one. */
function goAhead(): void {
  let more = false
  unasked(() => {
    more = workbench.ahead()
  })
  if (more) next = setImmediate(goAhead)
}

/** Background work. Errors are dropped: a request for the same source reports them. */
function unasked(work: () => void): void {
  try {
    work()
  } catch {}
  say({ kind: 'busy', files: [] })
}

function failureOf(error: unknown): Failure {
  if (error instanceof EngineError) return { code: error.code, message: error.message }
  return {
    code: 'INTERNAL',
    message: `The engine failed: ${error instanceof Error ? error.message : String(error)}`
  }
}
