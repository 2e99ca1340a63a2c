/** What a sub-command is, and what it may use of its process. */
import type { Secrets } from '../config/secrets.ts'

export interface Processes {
  readonly own: number
  isAlive(pid: number): boolean
}

/** What a command may use of its process; only the bin has the process itself. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working directory; without it no call reads local files. */
  readonly folder?: string | undefined
  /** `v24.21.0`. */
  readonly nodeVersion?: string | undefined
  /** A line on stdout. */
  say(line: string): void
  /** Settles once stdout takes more: endless output must not fill the memory. */
  drained?(): Promise<unknown>
  /** A line on stderr. */
  warn(line: string): void
  /** Redacts what is known as a secret; without it nothing is. */
  readonly secrets?: Secrets | undefined
  /** The command line that starts this program again, without arguments of its own. */
  readonly program?: readonly [string, ...string[]] | undefined
  /** The process that runs the command, and whether another one of this machine is alive. */
  readonly processes?: Processes | undefined
  /** What is typed or pasted, without an echo; undefined where the user gave up. */
  readonly readSecret?: ((question: string) => Promise<string | undefined>) | undefined
  /** Replaces the last line of a terminal on stderr; undefined where stderr is no terminal. */
  readonly showProgress?: ((line: string) => void) | undefined
  /** A message to the program that forked this one; undefined where no program did. */
  readonly tellParent: ((message: object) => void) | undefined
  /** Settles when a signal or the parent asks the command to end. */
  untilStopped(): Promise<void>
}

export interface CommandModule {
  run(argv: readonly string[], io: CommandIo): Promise<number>
}

export interface Command {
  readonly name: string
  readonly summary: string
  load(): Promise<CommandModule>
}
