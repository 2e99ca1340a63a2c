/**
 * `erp-bridge sandbox`: runs the command of the sandbox's package, the embedded ABAP system for
 * `--sandbox` and for any other ADT client.
 */
import { ConfigError } from '../config/config.ts'
import { findSandbox } from '../sandbox-package.ts'
import type { CommandIo, CommandModule } from './index.ts'

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  const command = (await import(findSandbox().href)) as CommandModule
  try {
    return await command.run(argv, io)
  } catch (error) {
    if (error instanceof Error && error.name === 'UsageError') {
      throw new ConfigError([error.message])
    }
    throw error
  }
}
