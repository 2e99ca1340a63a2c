/** `erp-bridge diff`: the differences between a folder and its package. */
import type { CommandIo } from '../command.ts'
import { runComparison } from './command.ts'

const help = `Usage: erp-bridge diff [PACKAGE] DIR [--full] [--json] [settings of the bridge, or their variables]

As erp-bridge status, with the differences. A change on both sides is shown twice, each time from what both sides had.

Exit codes: 0 nothing differs; 1 something differs; 2 usage; 3 the system could not be asked.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  return await runComparison({ help, diffs: true }, argv, io)
}
