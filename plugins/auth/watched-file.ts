/** A small file that is read again soon after it changed. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Log } from '../../tools/index.ts'

export interface Watched<Value> {
  /** What the file said last, as far as it could be understood. */
  value(): Value
  close(): void
}

export interface WatchOptions<Value> {
  readonly path: string
  /** Throws Error with what is wrong, in words that continue "the file …". */
  parse(text: string): Value
  readonly log: Log
  onChange?(value: Value): void
  readonly everyMs?: number
}

/**
 * Contents are compared and not dates: mounted files are exchanged behind links. A file that is
 * damaged or gone changes nothing, and the log says so.
 * @throws Error where the file cannot be read or understood at the start
 */
export function watchFile<Value>({
  path,
  parse,
  log,
  onChange,
  everyMs = 2000
}: WatchOptions<Value>): Watched<Value> {
  let text = readFileSync(path, 'utf8')
  let value = parsed(path, parse, text)
  let complaint = ''
  const look = async () => {
    try {
      const found = await readFile(path, 'utf8')
      if (found === text) return
      const next = parsed(path, parse, found)
      text = found
      value = next
      complaint = ''
      log.info({ path }, 'a file was read again')
      onChange?.(value)
    } catch (error) {
      const { message } = error as Error
      if (message !== complaint) {
        log.error(
          { path, reason: message },
          'a file cannot be read again; what it said before stays in force'
        )
      }
      complaint = message
    }
  }
  const timer = setInterval(() => {
    void look()
  }, everyMs).unref()
  return { value: () => value, close: () => clearInterval(timer) }
}

function parsed<Value>(path: string, parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text)
  } catch (cause) {
    throw new Error(
      `the file ${path} ${cause instanceof SyntaxError ? 'is not valid JSON' : (cause as Error).message}`,
      { cause }
    )
  }
}
