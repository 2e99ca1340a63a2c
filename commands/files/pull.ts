/** `erp-bridge pull`: a package as files. */
import type { CommandIo } from '../command.ts'
import { runFiles } from './command.ts'

const help = `Usage: erp-bridge pull PACKAGE DIR [--full] [--folder-logic prefix|full] [--discard NAME] [--resolved NAME] [--json] [settings of the bridge, or their variables]

Writes the active objects of a package and of those below it to DIR in the layout of abapGit. Files that were changed in DIR stay;
an object that was changed on both sides is named and left alone. PACKAGE may be left out where DIR knows it.

  --full               Read every object, also where its last change is known
  --folder-logic L     prefix or full, for a new folder; prefix where all packages allow it
  --discard NAME       Take the object of the system over its changed files; repeatable
  --resolved NAME      The files of the object hold both changes now; repeatable
  --json               The result as JSON

Exit codes: 0 DIR has what the system has, or changes of its own alone; 1 objects are changed on both sides; 2 usage; 3 the system could not
be asked, or a file not be written: repeat the command, it goes on where it ended.`

export async function run(argv: readonly string[], io: CommandIo): Promise<number> {
  return await runFiles(
    {
      help,
      switches: ['--full'],
      valued: ['--folder-logic', '--discard', '--resolved'],
      makesFolder: true,
      tool: 'ERPManage',
      args: given => ({
        action: 'export',
        package: given.package,
        full: given.has('--full'),
        folderLogic: given.values('--folder-logic').at(-1),
        discard: given.values('--discard'),
        resolved: given.values('--resolved')
      })
    },
    argv,
    io
  )
}
