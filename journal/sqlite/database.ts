/** The journal in a file of SQLite, whose thread keeps waiting for the disk off the event loop. */
import { Worker } from 'node:worker_threads'
import { dialects } from '../schema.ts'
import type { SqlDatabase, SqlRow, SqlStatement } from '../database.ts'
import type { SqliteAnswer, SqliteJob, SqliteOptions, ThreadData } from './messages.ts'

type Rows = readonly (readonly SqlRow[])[]

interface Waiting {
  readonly job: SqliteJob
  resolve(rows: Rows): void
  reject(error: Error): void
}

export interface SqliteDatabase extends SqlDatabase {
  readonly dialect: (typeof dialects)['sqlite']
}

/** Transactions that one commit makes durable at the most. */
const mostTogether = 100

/** @throws Error that names the file, where it cannot be opened */
export async function openSqlite(
  path: string,
  options: SqliteOptions = {}
): Promise<SqliteDatabase> {
  const thread = new SqliteThread({ path, ...options })
  await thread.opened
  return {
    dialect: dialects.sqlite,
    isOrdered: true,
    transaction: async statements => await thread.run(statements),
    close: async () => await thread.close()
  }
}

/**
 * Sends one batch at a time: what comes while the thread waits for the disk becomes durable with
 * the next commit, all together.
 */
class SqliteThread {
  readonly opened: Promise<void>
  readonly #thread: Worker
  readonly #exited: Promise<void>
  #queue: Waiting[] = []
  #sent: readonly Waiting[] = []
  #isBusy = true
  #isClosing = false
  #ended: Error | undefined

  constructor(data: ThreadData) {
    const { path } = data
    this.#thread = startThread(data)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.opened = promise
    this.#thread.on('message', (answers: readonly SqliteAnswer[]) => {
      resolve()
      this.#settle(answers)
    })
    this.#thread.on('error', error => {
      this.#end(wrapped(path, error))
      reject(wrapped(path, error))
    })
    const exit = Promise.withResolvers<void>()
    this.#exited = exit.promise
    this.#thread.on('exit', () => {
      this.#end(new Error(`the journal ${path} is closed`))
      exit.resolve()
    })
  }

  async run(job: readonly SqlStatement[]): Promise<Rows> {
    if (this.#ended !== undefined) throw this.#ended
    const { promise, resolve, reject } = Promise.withResolvers<Rows>()
    this.#queue.push({ job, resolve, reject })
    if (!this.#isBusy) this.#send()
    return await promise
  }

  async close(): Promise<void> {
    this.#isClosing = true
    // What waits keeps the process alive until the file is closed.
    if (this.#ended === undefined) this.#thread.ref()
    if (!this.#isBusy) this.#send()
    await this.#exited
  }

  #send(): void {
    const batch = this.#queue.splice(0, mostTogether)
    this.#sent = batch
    this.#isBusy = batch.length > 0
    if (this.#isBusy) {
      this.#thread.postMessage(batch.map(({ job }) => job))
      // Only a transaction that waits keeps the process alive.
      this.#thread.ref()
    } else if (this.#isClosing) this.#thread.postMessage('close')
    else this.#thread.unref()
  }

  #settle(answers: readonly SqliteAnswer[]): void {
    const batch = this.#sent
    this.#send()
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index]
      if (answer === undefined) reject(new Error('the thread of the journal did not answer'))
      else if ('rows' in answer) resolve(answer.rows as Rows)
      else {
        const { message, code } = answer.error
        reject(Object.assign(new Error(message), { sqliteCode: code }))
      }
    }
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of [...this.#sent, ...this.#queue]) reject(this.#ended)
    this.#sent = []
    this.#queue = []
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

function wrapped(path: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`the journal ${path} cannot be opened: ${why}`, { cause })
}
