/** A folder of texts that are kept between starts, each in a file of its own. */
import { rmSync, utimesSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesByAge, isOwn, readOwn, writeOwn } from './own-files.ts'

export interface KeptFolder {
  /** Undefined for what is absent, damaged or of another user. */
  read(key: string): string | undefined
  write(key: string, content: string): void
  /** Removes what was not used for long, or is too much; once, where something was written. */
  tidy(): void
}

/** What is kept at most, and for how long without use. */
export interface KeptLimits {
  readonly bytes: number
  readonly days: number
}

const LIMITS: KeptLimits = { bytes: 256_000_000, days: 30 }
const DAY = 86_400_000

/**
 * Where the folders are: in the checkout when run from source, else in the user's folder for such
 * files, if there is one.
 */
export function keptFolder(name: string): string | undefined {
  if (import.meta.url.endsWith('.ts')) {
    return fileURLToPath(new URL(`../../.cache/${name}`, import.meta.url))
  }
  try {
    return join(homedir(), '.cache', 'erp-bridge', name)
  } catch {
    // a user id without an entry in the list of users
    return undefined
  }
}

/** @param folder undefined: nothing is kept */
export function openKeptFolder(folder: string | undefined, limits = LIMITS): KeptFolder {
  const place = folder !== undefined && isOwn(folder) ? folder : undefined
  // a disk that is full stays so for a while: each failure costs time
  let writable = place !== undefined
  let untidy = false
  return {
    read(key) {
      if (place === undefined) return undefined
      const file = join(place, key)
      const content = readOwn(file)
      if (content !== undefined) markUsed(file)
      return content
    },
    write(key, content) {
      if (place === undefined || !writable) return
      writable = writeOwn(join(place, key), content)
      untidy = true
    },
    tidy() {
      if (untidy && place !== undefined) removeOld(place, limits)
      untidy = false
    }
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

function removeOld(folder: string, { bytes, days }: KeptLimits): void {
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
