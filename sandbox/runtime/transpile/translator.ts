/** The parser and translator of the thread, on top of the parsed kernel library. */
import type { RepositoryFile } from '../../types.ts'
import { processFiles } from '../process-files.ts'
import { realmScript } from '../realm.ts'
import { installPatches } from './incremental/patches.ts'
import { createTranslations } from './incremental/translations.ts'
import type { Made } from './incremental/translations.ts'
import type { Made as MadeLibrary } from './kept/library-cache.ts'
import { decodeLiterals } from './opaque.ts'
import type { Program, TranspileRequest } from './program.ts'
import { createRepository } from './repository.ts'

export interface Translator {
  /** The library; its objects do not depend on the user's. */
  library(): MadeLibrary
  program(request: TranspileRequest): Program
  /** Tells of the translation of each object of a request without probes that is not known. */
  objects(request: TranspileRequest, isKnown: (id: string) => boolean, made: Made): void
}

export function createTranslator(library: readonly RepositoryFile[]): Translator {
  installPatches()
  const repository = createRepository(library)
  const translations = createTranslations(repository.registry)
  return {
    library() {
      const [realm, own] = [realmScript(), processFiles()]
      const code = { realm: realm.script, process: own.modules }
      const program = { ...translations.library(repository.library), ...code }
      return { program, inputs: [...realm.files, ...own.files] }
    },
    program: request =>
      readable(() => translations.program(repository.replace(request), request.probes)),
    objects: (request, isKnown, made) => {
      readable(() => translations.objects(repository.replace(request), isKnown, made))
    }
  }
}

/** Errors may hold hidden text. */
function readable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new Error(decodeLiterals(text), { cause: error })
  }
}
