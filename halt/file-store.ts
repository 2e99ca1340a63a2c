/** Halts in a file, for the processes of one machine. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HaltStore } from './store.ts'

export const haltFileName = 'halt.json'

/** A lock that is older was left by a command that was killed. */
const staleMs = 5000
const largest = 1_000_000

export function fileHaltStore(file: string): HaltStore {
  const readNow = () => {
    try {
      const text = readFileSync(file, 'utf8')
      if (text.length > largest) throw new Error(`${file} is too large`)
      return text
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw error
    }
  }
  return {
    mayLose: false,
    readNow,
    read: async () => readNow(),
    exchange: async (before, after) => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const unlock = await lock(`${file}.lock`)
      // Containers that share a folder may have the same process number.
      const temporary = `${file}.${randomUUID()}.tmp`
      try {
        if (readNow() !== before) return false
        // The bridges read the old file or the new one, never a part.
        writeFileSync(temporary, after, { mode: 0o600 })
        renameSync(temporary, file)
        return true
      } finally {
        rmSync(temporary, { force: true })
        unlock()
      }
    }
  }
}

/** The usual file; undefined where the user has no state folder. */
export function haltFileIn(folder: string): string {
  return join(folder, haltFileName)
}

async function lock(path: string): Promise<() => void> {
  for (;;) {
    try {
      mkdirSync(path)
      return () => rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > staleMs) rmSync(path, { recursive: true, force: true })
    else await sleep(20)
  }
}
