/** The folder of a recording: only its owner reads it, its size is bounded, and each file is whole. */
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freeBytes } from '../free-bytes.ts'
import { descriptionFile, fileNameOf, formatVersion } from './format.ts'
import type { RecordedExchange, RecordingDescription } from './format.ts'

export interface FolderLimits {
  /** Bytes of all files. */
  readonly mostBytes: number
  readonly mostFiles: number
  /** Free bytes that stay on the disk. */
  readonly leastFree: number
}

export const usualLimits: FolderLimits = {
  mostBytes: 512 * 1024 * 1024,
  mostFiles: 100_000,
  leastFree: 64 * 1024 * 1024
}

export interface RecordingFolder {
  readonly path: string
  /** @throws where the file cannot be written, or a limit is reached */
  write(exchange: RecordedExchange): void
  /** Writes the description again, with the end. Never throws. */
  end(facts: { readonly stopped?: string | undefined }): void
}

type Facts = Omit<RecordingDescription, 'format'>

/** Files whose writing is looked after for free space: each one would cost a call. */
const everyFiles = 20

/** @throws where the folder cannot be made */
export function createRecordingFolder(
  path: string,
  facts: Facts,
  limits: FolderLimits = usualLimits
): RecordingFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  // The mask of the process may have widened nothing, and a folder of before may be open.
  chmodSync(path, 0o700)
  let [bytes, files] = [0, 0]
  const put = (name: string, value: object) => {
    const text = `${JSON.stringify(value, undefined, 1)}\n`
    // Under another name until it is whole: a process that is killed leaves no part of a file.
    const part = join(path, `.${name}.part`)
    writeFileSync(part, text, { mode: 0o600 })
    renameSync(part, join(path, name))
    return Buffer.byteLength(text)
  }
  const description = { format: formatVersion, ...facts }
  bytes += put(descriptionFile, description)
  return {
    path,
    write(exchange) {
      if (files >= limits.mostFiles) {
        throw new Error(`it has ${limits.mostFiles} exchanges, the limit`)
      }
      if (bytes >= limits.mostBytes) throw new Error(`it has ${limits.mostBytes} bytes, the limit`)
      if (files % everyFiles === 0 && freeBytes(path) < limits.leastFree) {
        throw new Error('the disk is almost full')
      }
      bytes += put(fileNameOf(exchange), exchange)
      files++
    },
    end({ stopped }) {
      try {
        const ended = new Date().toISOString()
        put(descriptionFile, {
          ...description,
          ended,
          exchanges: files,
          ...(stopped === undefined ? {} : { stopped })
        })
      } catch {
        // Without the end the recording is as readable.
      }
    }
  }
}
