/** Makes programs of kept translations, and of new ones where none is kept. */
import type { RepositoryFile } from '../../../types.ts'
import { programOf } from '../incremental/program-of.ts'
import type { Program, TranspileRequest, Translation } from '../program.ts'
import { hasInjections } from '../statements/seams.ts'
import type { Translator } from '../translator.ts'
import { createUserFiles } from '../incremental/user-files.ts'
import { createKeyMaker } from './object-keys.ts'
import type { TranslationStore } from './translation-store.ts'

export interface KeptPrograms {
  /** Without the translator where all objects are kept. */
  program(request: TranspileRequest): Program
}

export interface ProgramSources {
  readonly library: readonly RepositoryFile[]
  /** The digest of all that is the same for every object; without one nothing is kept. */
  readonly code: string | undefined
  readonly store: TranslationStore
  readonly translator: () => Translator
}

export function createKeptPrograms({
  library,
  code,
  store,
  translator
}: ProgramSources): KeptPrograms {
  const keys = createKeyMaker()
  const userFiles = createUserFiles(library)
  return {
    program(request) {
      const { probes = 'none' } = request
      const files = userFiles(request)
      // counters are numbered through a program, and an injection changes the object that it is in
      if (code === undefined || probes !== 'none' || hasInjections(files)) {
        return translator().program(request)
      }
      const wanted = keys.keysOf(files, code)
      const known = new Map<string, Translation>()
      for (const [id, key] of wanted) {
        const found = key === undefined ? undefined : store.read(key)
        if (found !== undefined) known.set(id, found)
      }
      if (known.size < wanted.size) {
        const all = new Map(known)
        // one by one: what was made before an end in the middle is not made again
        const made = (id: string, translation: Translation): void => {
          const key = wanted.get(id)
          if (key !== undefined) store.write(key, translation)
          all.set(id, translation)
        }
        translator().objects(request, id => known.has(id), made)
        for (const [id, key] of wanted) {
          if (key !== undefined && !all.has(id)) store.write(key, NOTHING)
        }
        store.tidy()
        return inOrder(wanted.keys(), all)
      }
      return inOrder(wanted.keys(), known)
    }
  }
}

/** Objects that the parser does not know have no translation. */
const NOTHING: Translation = { modules: [], problems: [], probes: [] }

function inOrder(ids: Iterable<string>, translations: ReadonlyMap<string, Translation>): Program {
  return programOf(
    [...ids].map(id => translations.get(id) ?? NOTHING),
    0
  )
}
