/**
 * Keeps translations of objects by their keys: the last ones in memory, all of them as files
 * between starts.
 */
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Translation } from '../program.ts'
import { filesByAge, isOwn, readOwn, writeOwn } from './own-files.ts'

export interface TranslationStore {
  read(key: string): Translation | undefined
  write(key: string, translation: Translation): void
  /** Removes what was not used for long, or is too much, once in the life of the store. */
  tidy(): void
}

/** What is kept on the disk at most, and for how long without use. */
export interface StoreLimits {
  readonly bytes: number
  readonly days: number
}

const LIMITS: StoreLimits = { bytes: 256_000_000, days: 30 }
const DAY = 86_400_000
/** Characters of code that are kept in memory. */
const MAX_IN_MEMORY = 24_000_000

/** @param folder undefined: nothing is kept between starts */
export function createTranslationStore(
  folder: string | undefined,
  limits = LIMITS
): TranslationStore {
  const memory = createMemory()
  // a disk that is full stays so for a while: each failure costs time
  let writable = folder !== undefined && isOwn(folder)
  const place = writable ? folder : undefined
  let tidied = false
  return {
    read(key) {
      const known = memory.get(key)
      if (known !== undefined || place === undefined) return known
      const found = translationIn(join(place, `${key}.json`))
      if (found !== undefined) memory.put(key, found)
      return found
    },
    write(key, translation) {
      memory.put(key, translation)
      if (place === undefined || !writable) return
      writable = writeOwn(join(place, `${key}.json`), JSON.stringify(translation))
    },
    tidy() {
      if (tidied || place === undefined) return
      tidied = true
      removeOld(place, limits)
    }
  }
}

function translationIn(file: string): Translation | undefined {
  const content = readOwn(file)
  if (content === undefined) return undefined
  try {
    const found = JSON.parse(content) as Translation
    markUsed(file)
    return found
  } catch {
    return undefined
  }
}

function markUsed(file: string): void {
  try {
    const now = new Date()
    utimesSync(file, now, now)
  } catch {
    // another process has removed it
  }
}

function removeOld(folder: string, { bytes, days }: StoreLimits): void {
  try {
    let sum = 0
    const oldest = Date.now() - days * DAY
    for (const { path, size, time } of filesByAge(folder)) {
      sum += size
      if (sum > bytes || time < oldest) rmSync(path, { force: true })
    }
  } catch {
    // the folder cannot be read: nothing is removed
  }
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
