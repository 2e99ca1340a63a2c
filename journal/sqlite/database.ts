/** The journal in a file of SQLite, whose thread keeps waiting for the disk off the event loop. */
import { Worker } from 'node:worker_threads'
import { dialects } from '../schema.ts'
import type { SqlDatabase, SqlRow } from '../database.ts'
import type { SqliteAnswer, SqliteOptions, ThreadData } from './messages.ts'

interface Waiting {
  resolve(rows: readonly (readonly SqlRow[])[]): void
  reject(error: Error): void
}

export interface SqliteDatabase extends SqlDatabase {
  readonly dialect: (typeof dialects)['sqlite']
}

/** @throws Error that names the file, where it cannot be opened */
export async function openSqlite(
  path: string,
  options: SqliteOptions = {}
): Promise<SqliteDatabase> {
  const waiting = new Map<number, Waiting>()
  const thread = startThread({ path, ...options })
  let ended: Error | undefined
  let isClosing = false
  const end = (error: Error) => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  thread.on('message', (answer: SqliteAnswer) => settle(waiting, answer))
  thread.on('error', error => end(wrapped(path, error)))
  const exited = new Promise<void>(resolve => {
    thread.on('exit', () => {
      end(new Error(`the journal ${path} is closed`))
      resolve()
    })
  })
  const ask = async (id: number, send: () => void) =>
    await new Promise<readonly (readonly SqlRow[])[]>((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
      waiting.set(id, { resolve, reject })
      send()
      // Only a transaction that waits keeps the process alive.
      thread.ref()
    }).finally(() => {
      if (waiting.size === 0 && !isClosing) thread.unref()
    })
  await ask(0, () => {})
  let last = 0
  return {
    dialect: dialects.sqlite,
    async transaction(statements) {
      const id = ++last
      return await ask(id, () => thread.postMessage({ id, statements }))
    },
    async close() {
      if (ended === undefined) {
        // An answer that comes after this keeps the process alive until the file is closed.
        isClosing = true
        thread.postMessage('close')
        thread.ref()
      }
      await exited
    }
  }
}

function startThread(workerData: ThreadData): Worker {
  const file = new URL(
    `./thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
    import.meta.url
  )
  return new Worker(file, {
    env: {},
    // Nothing of it may mix with the protocol on stdout.
    stdout: true,
    stderr: true,
    workerData
  })
}

function settle(waiting: Map<number, Waiting>, answer: SqliteAnswer): void {
  const job = waiting.get(answer.id)
  waiting.delete(answer.id)
  if ('rows' in answer) job?.resolve(answer.rows as readonly (readonly SqlRow[])[])
  else {
    const { message, code } = answer.error
    job?.reject(Object.assign(new Error(message), { sqliteCode: code }))
  }
}

function wrapped(path: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`the journal ${path} cannot be opened: ${why}`, { cause })
}
