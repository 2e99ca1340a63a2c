/**
 * `erp-bridge sandbox`: runs the command of the sandbox's package, the embedded ABAP system for
 * `--sandbox` and for any other ADT client.
 */
import { ConfigError } from '../config/config.ts'
import { findSandbox } from '../sandbox-package.ts'
import type { CommandIo } from './command.ts'

/** What the package of the sandbox exports. */
interface SandboxCommand {
  run(
    argv: readonly string[],
    io: Pick<CommandIo, 'env' | 'say' | 'warn' | 'untilStopped'> & {
      readonly sendToParent: CommandIo['tellParent']
    }
  ): Promise<number>
}

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const command = (await import(findSandbox().href)) as SandboxCommand
  try {
    const { env, say, warn, tellParent: sendToParent, untilStopped } = io
    return await command.run(argv, { env, say, warn, sendToParent, untilStopped })
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') {
      const { problems = [error.message] } = error as { problems?: readonly string[] }
      throw new ConfigError(problems)
    }
    throw error
  }
}
