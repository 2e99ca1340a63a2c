/** The thread that transpiles. */
import { parentPort, workerData } from 'node:worker_threads'
import type { RepositoryFile } from '../../types.ts'
import { decodeLiterals } from './opaque.ts'
import type { TranspileRequest } from './program.ts'
import { realmScript } from '../realm.ts'
import { createRepository } from './repository.ts'
import { installPatches } from './incremental/patches.ts'
import { createTranslations } from './incremental/translations.ts'

installPatches()
const repository = createRepository(workerData as readonly RepositoryFile[])

/** The library is translated once; its objects do not depend on the user's. */
const translations = createTranslations(repository.registry)
const library = translations.library(repository.library)
parentPort?.postMessage({ id: 0, program: { ...library, realm: realmScript() } })

parentPort?.on('message', (message: { id: number; request: TranspileRequest }) => {
  try {
    const { id, request } = message
    const change = repository.replace(request)
    parentPort?.postMessage({ id, program: translations.program(change, request.probes) })
  } catch (error) {
    parentPort?.postMessage({
      id: message.id,
      error: decodeLiterals(error instanceof Error ? error.message : String(error))
    })
  }
})
