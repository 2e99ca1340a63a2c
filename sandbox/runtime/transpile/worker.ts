/** The thread that transpiles. */
import { parentPort, workerData } from 'node:worker_threads'
import { decodeLiterals } from './opaque.ts'
import type { TranspileRequest, TranspilerData } from './program.ts'
import { realmScript } from '../realm.ts'
import { keptLibrary } from './library-cache.ts'
import { createRepository } from './repository.ts'
import { installPatches } from './incremental/patches.ts'
import { createTranslations } from './incremental/translations.ts'

installPatches()
const { library, cacheFolder } = workerData as TranspilerData
const open = once(() => {
  const repository = createRepository(library)
  return { repository, translations: createTranslations(repository.registry) }
})

/** The library is translated once; its objects do not depend on the user's. */
const program = keptLibrary(cacheFolder, library, () => {
  const { repository, translations } = open()
  const { script, files } = realmScript()
  return { program: { ...translations.library(repository.library), realm: script }, inputs: files }
})
parentPort?.postMessage({ id: 0, program })
const { repository, translations } = open()

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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
