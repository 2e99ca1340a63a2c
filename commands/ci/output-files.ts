/** Files that a run writes: whole or not at all, and refused before the run where that can be seen. */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../../config/config.ts'

export interface OutputFile {
  /** As the user named it. */
  readonly name: string
  /** @throws Error where the disk refuses it; the file is as before then */
  write(text: string): void
}

/** @throws ConfigError where the file cannot be written */
export function openOutput(folder: string, name: string): OutputFile {
  const path = resolve(folder, name)
  const draft = `${path}.${randomUUID().slice(0, 8)}.tmp`
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new Error('it is a folder')
    }
    // A file of the size of a report finds out about rights, and about a disk that is full already.
    writeFileSync(draft, '\n'.repeat(4096))
  } catch (error) {
    throw new ConfigError([`${name} cannot be written: ${(error as Error).message}`])
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    name,
    write(text) {
      try {
        writeFileSync(draft, text)
        renameSync(draft, path)
      } finally {
        rmSync(draft, { force: true })
      }
    }
  }
}
