/** `erp-bridge push`: the changes of a folder as one batch. */
import type { CommandIo } from '../command.ts'
import { runFiles } from './command.ts'

const help = `Usage: erp-bridge push [PACKAGE] DIR [--create] [--delete] [--dry-run] [--no-activate] [--transport NUMBER] [--json] [settings of the bridge, or their variables]

Saves what was changed in DIR since the last pull or push, in the order of dependencies, and activates all of it at the end. An object that was
changed in the system as well stops the push before the first change, and the differences are shown.

  --create             Make objects and packages that the system does not have
  --delete             Delete objects whose files are gone
  --dry-run            Show what would be changed; nothing is saved
  --no-activate        Leave inactive drafts
  --transport NUMBER   Request that the changes are recorded in
  --json               The result as JSON

Exit codes: 0 all changes arrived; 1 conflicts, or changes that were not made; 2 usage; 3 the system could not be asked or a step failed: push
again, what arrived is seen. A dry run ends with the code that the push would have, as far as it can be known before.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  return await runFiles(
    {
      help,
      switches: ['--create', '--delete', '--dry-run', '--no-activate'],
      valued: ['--transport'],
      makesFolder: false,
      tool: 'ERPWrite',
      args: given => ({
        action: 'batch',
        files: '.',
        package: given.package,
        create: given.has('--create'),
        delete: given.has('--delete'),
        dryRun: given.has('--dry-run'),
        activate: !given.has('--no-activate'),
        transport: given.values('--transport').at(-1)
      })
    },
    argv,
    io
  )
}
