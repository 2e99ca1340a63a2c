/** The lines of audit files as bytes, one after the other, whatever the size of the files. */
import { createReadStream } from 'node:fs'

export interface Place {
  readonly file: string
  readonly line: number
  /** Counts on through all files. */
  readonly at: number
}

export interface FoundLine {
  readonly bytes: Buffer
  readonly place: Place
}

export class TooLong extends Error {}

const longest = 64 * 1024 * 1024
const lineFeed = 10

/** @throws TooLong for a line that no audit has; errors of the file system */
export async function* readLines(files: readonly string[]): AsyncGenerator<FoundLine> {
  let at = 0
  for (const file of files) {
    let line = 0
    for await (const bytes of linesOf(file)) {
      line++
      at++
      // The first line after a torn one may follow an empty line.
      if (bytes.length > 0) yield { bytes, place: { file, line, at } }
    }
  }
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  // `-` is the standard input.
  const from = file === '-' ? { fd: 0, autoClose: false } : {}
  for await (const chunk of createReadStream(file, { ...from, highWaterMark: 262_144 })) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      yield Buffer.concat([...parts, bytes.subarray(start, end)])
      parts = []
      length = 0
      start = end + 1
    }
    const rest = bytes.subarray(start)
    length += rest.length
    if (length > longest) throw new TooLong(`${file} has a line of more than ${longest} bytes`)
    if (rest.length > 0) parts.push(rest)
  }
  if (parts.length > 0) yield Buffer.concat(parts)
}

/**
 * The audit lines of a log: the member `audit` of each line as the bridge sealed it. Other lines of
 * the log are none.
 */
export async function* auditLinesOf(lines: AsyncIterable<FoundLine>): AsyncGenerator<FoundLine> {
  for await (const { bytes, place } of lines) {
    const audit = memberOf(bytes, 'audit')
    if (audit !== undefined) yield { bytes: Buffer.from(JSON.stringify(audit)), place }
  }
}

/** A member that is an object, of a line that is one. */
export function memberOf(bytes: Buffer, name: string): object | undefined {
  const value = objectOf(bytes)?.[name]
  return typeof value === 'object' && value !== null ? value : undefined
}

export function objectOf(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
