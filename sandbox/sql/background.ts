/** Runs queries in a worker thread. */
import { Worker } from 'node:worker_threads'
import { sibling } from '../sibling.ts'
import { workerEnvironment } from '../worker-environment.ts'
import type { QueryResult, SelectAnalysis } from '../types.ts'
import { SqlError, type SqlErrorCode } from './errors.ts'
import type { QueryLimits } from './queries.ts'

export interface BackgroundRequest {
  readonly id: number
  readonly sql: string
  readonly maxRows: number
  readonly columns?: SelectAnalysis['columns'] | undefined
}
export interface BackgroundAnswer {
  readonly id: number
  readonly result?: QueryResult
  readonly error?: { readonly code: SqlErrorCode; readonly message: string }
}

/** Runs queries in a separate thread, so that a long one does not block the event loop. */
export interface Background {
  query(request: Omit<BackgroundRequest, 'id'>): Promise<QueryResult>
  close(): void
}

interface PendingRequest {
  resolve(result: QueryResult): void
  reject(error: Error): void
}

/** In addition to the time limit of the query, which the watchdog in the thread enforces. */
const GRACE_MILLISECONDS = 5000

export function createBackground(file: string, limits: QueryLimits): Background {
  const pending = new Map<number, PendingRequest>()
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let counter = 0

  const fail = (error: SqlError): void => {
    const last = worker
    worker = undefined
    clearTimeout(timer)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
    void last?.terminate()
  }
  const restartTimer = (): void => {
    clearTimeout(timer)
    if (pending.size === 0) worker?.unref()
    else {
      timer = setTimeout(
        () => fail(new SqlError('LIMIT', 'The query takes too long and was stopped')),
        limits.milliseconds + GRACE_MILLISECONDS
      )
    }
  }
  const start = (): Worker => {
    const started = new Worker(sibling('query-worker', import.meta.url), {
      workerData: { file, limits },
      env: workerEnvironment(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 }
    })
    started.on('message', (answer: BackgroundAnswer) => {
      const entry = pending.get(answer.id)
      pending.delete(answer.id)
      restartTimer()
      if (answer.result !== undefined) entry?.resolve(answer.result)
      else {
        entry?.reject(
          new SqlError(answer.error?.code ?? 'FAILED', answer.error?.message ?? 'The query failed')
        )
      }
    })
    started.on('error', error => {
      if (worker === started) {
        fail(
          new SqlError(
            'LIMIT',
            `The query was stopped: ${error instanceof Error ? error.message : String(error)}`
          )
        )
      }
    })
    return started
  }

  return {
    query(request) {
      worker ??= start()
      const on = worker
      const id = ++counter
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        on.ref()
        restartTimer()
        on.postMessage({ ...request, id })
      })
    },
    close() {
      fail(new SqlError('FAILED', 'The database is closed'))
    }
  }
}
