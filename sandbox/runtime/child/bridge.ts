/**
 * What crosses the border of the realm: texts, numbers and, inwards, functions that the realm made
 * itself.
 */

/** The process's side. Its functions never leave the closures that `guard` makes of them. */
export interface Host {
  job(): string
  /** One event, as a line for descriptor 3. */
  send(line: string): void
  /** Waits for the next command of a debugger, one line; nothing else runs meanwhile. */
  ask(): string
  /** Counters of what ran. */
  note(line: string): void
  /** Compiles a module of the program, or the library (-1), in the realm. */
  compile(index: number): () => Promise<void>
  /** Runs one SQL statement; rows and values are JSON. An error for the program is `{ fault }`. */
  sql(how: SqlMode, statement: string, values: string): string
  /**
   * Ends the transaction; `settle` also keeps what was committed and says whether something was
   * undone.
   */
  transaction(how: 'commit' | 'rollback' | 'settle'): boolean
  convert(text: string, from: string, to: string): string
  byteLength(text: string): number
  isUtf8(bytes: string): boolean
  /** The hash value of bytes in hexadecimal digits, keyed when there is a key. */
  digest(algorithm: string, bytes: string, key?: string): string
  compress(how: string, bytes: string): string
  random(): number
  uuid(): string
  now(): number
  /** The memory in use, in megabytes. */
  heap(): number
  setTimer(milliseconds: number, then: () => void): void
  exit(code: number): void
}

export type SqlMode = 'check' | 'rows' | 'objects' | 'run'

/**
 * Wraps each function of the process in one of the realm's own. What the process throws is an
 * object of the process: the realm
 * gets its text. Nothing here looks up a name that a program could have replaced.
 */
export function wrapHost(raw: Host): Host {
  const Plain = globalThis.Error
  const Range = globalThis.RangeError
  const text = globalThis.String
  const wrap = (name: keyof Host) => {
    const run = raw[name] as (...input: unknown[]) => unknown
    return (first: unknown, second: unknown, third: unknown): unknown => {
      let failure = ''
      try {
        const result = run(first, second, third)
        if (typeof result !== 'object') return result
      } catch (error) {
        failure = text((error as { message?: unknown } | null)?.message)
      }
      throw failure === 'Maximum call stack size exceeded' ? new Range(failure) : new Plain(failure)
    }
  }
  const guarded = {
    job: wrap('job'),
    send: wrap('send'),
    ask: wrap('ask'),
    note: wrap('note'),
    compile: wrap('compile'),
    sql: wrap('sql'),
    transaction: wrap('transaction'),
    convert: wrap('convert'),
    byteLength: wrap('byteLength'),
    isUtf8: wrap('isUtf8'),
    digest: wrap('digest'),
    compress: wrap('compress'),
    random: wrap('random'),
    uuid: wrap('uuid'),
    now: wrap('now'),
    heap: wrap('heap'),
    setTimer: wrap('setTimer'),
    exit: wrap('exit')
  }
  return guarded as unknown as Host
}
