import { parentPort, workerData } from 'node:worker_threads'
import { EngineError } from './protocol.ts'
import type { Failure, Note, Request, Start } from './protocol.ts'
import { createWorkbench } from './workbench.ts'

const port = parentPort
if (port === null) throw new Error('engine/worker runs as a thread only')

const say = (note: Note) => { port.postMessage(note) }
const workbench = createWorkbench(workerData as Start, files => { say({ kind: 'busy', files }) })
let cold = true
say({ kind: 'ready' })

port.on('message', ({ id, operation, parameters }: Request) => {
  try {
    const value = workbench.run(operation, parameters)
    say({ kind: 'result', id, value, refused: workbench.takeRefused() })
  } catch (error) {
    say({ kind: 'failure', id, failure: failureOf(error), refused: workbench.takeRefused() })
  }
  // while the others still start
  if (cold && operation === 'load') setImmediate(warm)
  if (operation === 'load') cold = false
})

function warm (): void {
  try {
    workbench.warm()
  } catch { /* said when somebody asks */ }
}

function failureOf (error: unknown): Failure {
  if (error instanceof EngineError) return { code: error.code, message: error.message }
  return { code: 'INTERNAL', message: `The engine failed: ${error instanceof Error ? error.message : String(error)}` }
}
