/** Finds the newest recording of a system, for a word about it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionFile, isExchangeFile } from '../format.ts'
import type { RecordingDescription } from '../format.ts'

export interface FoundRecording {
  readonly path: string
  readonly started: string
  /** False while it is written, and where its process was killed. */
  readonly isEnded: boolean
  readonly exchanges: number
}

/** Undefined where the directory has none that can be read. */
export function newestRecording(directory: string, system: string): FoundRecording | undefined {
  try {
    const name = readdirSync(directory)
      .filter(each => each.startsWith(`${system}-`) && time.test(each.slice(system.length)))
      .toSorted()
      .at(-1)
    if (name === undefined) return undefined
    const path = join(directory, name)
    const text = readFileSync(join(path, descriptionFile), 'utf8')
    const { started, ended } = JSON.parse(text) as Partial<RecordingDescription>
    const exchanges = readdirSync(path).filter(isExchangeFile).length
    return { path, started: String(started), isEnded: ended !== undefined, exchanges }
  } catch {
    return undefined
  }
}

/** What follows the name of the system in the name of a folder. */
const time = /^-\d{8}-\d{6}-[0-9a-f]{4}$/
