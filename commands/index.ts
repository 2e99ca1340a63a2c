/** The sub-commands, loaded only when they run. */

/** What a command may use of its process; only the bin has the process itself. */
export interface CommandIo { readonly env: Readonly<Record<string, string | undefined>> }
export interface CommandModule { run (argv: readonly string[], io: CommandIo): Promise<number> }
export interface Command { readonly name: string, readonly summary: string, load (): Promise<CommandModule> }

export const commands: readonly Command[] = []
