/** The thread that holds the SQLite database: transactions of one turn are made durable together. */
import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { openFile } from './file.ts'
import type { SqliteAnswer, SqliteJob, ThreadData } from './messages.ts'

/** Jobs that one commit makes durable at the most. */
const mostTogether = 100

function serve(port: MessagePort, { path, ...options }: ThreadData): void {
  const file = openFile(path, options)
  const waiting: SqliteJob[] = []
  const work = () => {
    const jobs = waiting.splice(0, mostTogether)
    if (waiting.length > 0) setImmediate(work)
    for (const answer of file.runTogether(jobs)) port.postMessage(answer)
  }
  port.on('message', (job: SqliteJob | 'close') => {
    if (job === 'close') {
      while (waiting.length > 0) work()
      file.close()
      port.close()
      return
    }
    if (waiting.push(job) === 1) setImmediate(work)
  })
  port.postMessage({ id: 0, rows: [] } satisfies SqliteAnswer)
}

if (parentPort !== null) serve(parentPort, workerData as ThreadData)
