/** The folder of the runtime, cleared of what killed processes left. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * How the file ends that names a run's process; it stands beside the run's folder, where the run
 * cannot write.
 */
export const PROCESS_FILE = '.process'

/**
 * The folder for programs and runs. A given one belongs to this process alone (the store holds the
 * data folder's lock), so what is in it was left behind by one that was killed: its children are
 * ended and its files removed. Without one, a temporary folder.
 */
export function openRoot(folder: string | undefined): string {
  if (folder === undefined) return realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-runtime-')))
  for (const left of processFiles(folder)) endLeftover(left, folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return realpathSync(folder)
}

function processFiles(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'runs'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith(PROCESS_FILE))
      .map(name => join(folder, 'runs', name))
  } catch {
    return []
  }
}

/**
 * Process numbers are given again: only a process that still names our folder is ours. Elsewhere
 * than on Linux its CPU limit ends it.
 */
function endLeftover(file: string, folder: string): void {
  try {
    const id = Number(readFileSync(file, 'utf8'))
    if (!Number.isInteger(id) || id <= 1) return
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    if (command.includes(`${realpathSync(folder)}/`)) process.kill(id, 'SIGKILL')
  } catch {
    /* it has ended */
  }
}
