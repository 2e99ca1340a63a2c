/** The thread that transpiles. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { openKeptFolder } from '../../kept/folder.ts'
import { sibling } from '../../sibling.ts'
import { keptLibrary } from './kept/library-cache.ts'
import { createKeptPrograms } from './kept/programs.ts'
import { createTranslationStore } from './kept/translation-store.ts'
import { digestOfTranslator } from './kept/translator-code.ts'
import type { TranspileRequest, TranspilerData } from './program.ts'

const { library, keptIn } = workerData as TranspilerData
const require = createRequire(import.meta.url)

/** The parser takes half a second and 100 MB, which a program that is kept does not need. */
const translator = once(() => {
  const path = fileURLToPath(sibling('translator', import.meta.url))
  const { createTranslator } = require(path) as typeof import('./translator.ts')
  return createTranslator(library)
})
const code = digestOfTranslator(library)
const store = createTranslationStore(openKeptFolder(keptIn.objects))
const programs = createKeptPrograms({ library, code, store, translator })

parentPort?.postMessage({
  id: 0,
  program: keptLibrary(keptIn.library, code, () => translator().library())
})

parentPort?.on('message', ({ id, request }: { id: number; request: TranspileRequest }) => {
  try {
    parentPort?.postMessage({ id, program: programs.program(request) })
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
