/** Keeps translations by their keys: the last ones in memory, all of them between starts. */
import type { KeptFolder } from '../../../kept/folder.ts'
import type { Translation } from '../program.ts'

export interface TranslationStore {
  read(key: string): Translation | undefined
  write(key: string, translation: Translation): void
  /** To be called when all is written. */
  tidy(): void
}

/** Characters of code that are kept in memory. */
const MAX_IN_MEMORY = 24_000_000

export function createTranslationStore(folder: KeptFolder): TranslationStore {
  const memory = createMemory()
  return {
    read(key) {
      const known = memory.get(key)
      if (known !== undefined) return known
      const found = translationOf(folder.read(key))
      if (found !== undefined) memory.put(key, found)
      return found
    },
    write(key, translation) {
      memory.put(key, translation)
      folder.write(key, JSON.stringify(translation))
    },
    tidy: () => {
      folder.tidy()
    }
  }
}

function translationOf(content: string | undefined): Translation | undefined {
  return content === undefined ? undefined : (JSON.parse(content) as Translation)
}

function createMemory() {
  const kept = new Map<string, Translation>()
  let characters = 0
  const drop = (key: string): void => {
    characters -= sizeOf(kept.get(key))
    kept.delete(key)
  }
  return {
    get(key: string): Translation | undefined {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    put(key: string, translation: Translation): void {
      drop(key)
      kept.set(key, translation)
      characters += sizeOf(translation)
      for (const oldest of kept.keys()) {
        if (characters <= MAX_IN_MEMORY) break
        drop(oldest)
      }
    }
  }
}

function sizeOf(translation: Translation | undefined): number {
  return translation?.modules.reduce((sum, { code }) => sum + code.length, 0) ?? 0
}
