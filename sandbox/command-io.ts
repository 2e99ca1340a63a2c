/** What the commands of the package use of their process, and how they refuse arguments. */

/** What the command uses of its process. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line on stdout. */
  say(line: string): void
  /** A line on stderr. */
  warn(line: string): void
  /** Sends a message to the parent process; undefined without one. */
  readonly sendToParent: ((message: object) => void) | undefined
  /** Settles when the command has to end. */
  untilStopped(): Promise<void>
}

/** The arguments are not valid; the caller recognises it by its name. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** One for each mistake. */
  readonly problems: readonly string[]
  constructor(message: string, problems: readonly string[] = [message]) {
    super(message)
    this.problems = problems
  }
}
