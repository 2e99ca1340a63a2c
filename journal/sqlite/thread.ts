/** The thread that holds the SQLite database, one batch of transactions after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { openFile } from './file.ts'
import type { SqliteJob, ThreadData } from './messages.ts'

function serve(port: MessagePort, { path, ...options }: ThreadData): void {
  const file = openFile(path, options)
  port.on('message', (jobs: readonly SqliteJob[] | 'close') => {
    if (jobs === 'close') {
      file.close()
      port.close()
      return
    }
    port.postMessage(file.runTogether(jobs))
  })
  port.postMessage([])
}

if (parentPort !== null) serve(parentPort, workerData as ThreadData)
