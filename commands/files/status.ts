/** `erp-bridge status`: what differs between a folder and its package. */
import type { CommandIo } from '../command.ts'
import { runComparison } from './command.ts'

const help = `Usage: erp-bridge status [PACKAGE] DIR [--full] [--json] [settings of the bridge, or their variables]

Names the objects that differ between DIR and the system, and on which side they were changed. Nothing is written.

  M changed here   A new here   D deleted here   < changed there   + new there   - deleted there   ! changed on both sides   ~ left alone

Exit codes: 0 nothing differs; 1 something differs; 2 usage; 3 the system could not be asked.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  return await runComparison({ help, diffs: false }, argv, io)
}
