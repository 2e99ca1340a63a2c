/** The sub-commands, loaded only when they run. */

/** What a command may use of its process; only the bin has the process itself. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A line on stdout. */
  say (line: string): void
  /** A line on stderr. */
  warn (line: string): void
  /** A message to the program that forked this one; undefined where a person started it. */
  readonly tellParent: ((message: object) => void) | undefined
  /** Settles when a person or the parent wants the command to end. */
  untilStopped (): Promise<void>
}

export interface CommandModule { run (argv: readonly string[], io: CommandIo): Promise<number> }
export interface Command { readonly name: string, readonly summary: string, load (): Promise<CommandModule> }

export const commands: readonly Command[] = [
  { name: 'doctor', summary: 'Check settings, identity providers and the ERP, and say what to do (doctor --help)', load: () => import('./doctor.ts') },
  { name: 'keys', summary: 'Make, list, end and deny named API keys (keys --help)', load: () => import('./keys.ts') },
  { name: 'sandbox', summary: 'Run the embedded ABAP system alone, for any ADT client (sandbox --help)', load: () => import('./sandbox.ts') }
]
