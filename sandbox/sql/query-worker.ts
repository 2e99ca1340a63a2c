/** The thread that runs long queries. */
import { parentPort, workerData } from 'node:worker_threads'
import type { QueryResult } from '../types.ts'
import type { BackgroundAnswer, BackgroundRequest } from './background.ts'
import { openConnection } from './connection.ts'
import { SqlError } from './errors.ts'
import { parseAbapSql } from './parse/query.ts'
import { runQuery, type QueryLimits } from './queries.ts'
import { openCatalog, type StoredCatalog } from './relations.ts'

const { file, limits } = workerData as { file: string; limits: QueryLimits }
const { database, watchdog } = openConnection(file, true)
let catalog: StoredCatalog | undefined
let version: unknown

/** The catalog as it is now: others change the file. */
function currentCatalog(): StoredCatalog {
  const now = database.prepare('PRAGMA data_version').get()?.data_version
  if (catalog === undefined || now !== version) catalog = openCatalog(database, false)
  version = now
  return catalog
}

function answer(request: BackgroundRequest): QueryResult {
  return runQuery(
    { database, watchdog, limits, catalog: currentCatalog(), resolveElement: () => undefined },
    parseAbapSql(request.sql),
    request
  )
}

parentPort?.on('message', (request: BackgroundRequest) => {
  let reply: BackgroundAnswer
  try {
    reply = { id: request.id, result: answer(request) }
  } catch (error) {
    reply = {
      id: request.id,
      error:
        error instanceof SqlError
          ? { code: error.code, message: error.message }
          : { code: 'FAILED', message: String(error) }
    }
  }
  parentPort?.postMessage(reply)
})
