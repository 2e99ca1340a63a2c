/** Whether the exchanges with the ERP are recorded while the bridge runs with these settings. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { SystemSettings } from '../../config/landscape.ts'
import type { SystemEntry } from '../../config/config.ts'
import { titleOf as title } from '../../config/settings.ts'
import { newestRecording } from '../../recording/replay/newest.ts'
import { skipped, warning } from './check.ts'
import type { Check } from './check.ts'

const name = 'recording'

export function checkRecording(
  { record, recordSources, recordProduction }: SystemSettings,
  entry: Pick<SystemEntry, 'name' | 'role'>
): Check[] {
  if (record === undefined) return []
  if (entry.role === 'production' && !recordProduction) {
    return [
      skipped(
        name,
        `nothing is recorded in ${record}: the role of the system is production, and ${title('recordProduction')} is not given`
      )
    ]
  }
  const fault = faultOf(record)
  if (fault !== undefined) {
    return [
      warning(
        name,
        `${record} cannot be written (${fault}): nothing will be recorded`,
        `name a folder that is writable with ${title('record')}, or remove it`
      )
    ]
  }
  const sources = `${recordSources ? 'with' : 'without'} source texts`
  return [
    warning(
      name,
      `the exchanges with the ERP are recorded in ${record}, ${sources}${newestIn(record, entry.name)}`,
      `remove ${title('record')} when the recording is no longer needed`
    )
  ]
}

function newestIn(directory: string, system: string): string {
  const found = newestRecording(directory, system)
  if (found === undefined) return ''
  const { path, started, isEnded, exchanges } = found
  const count = `${exchanges} ${exchanges === 1 ? 'exchange' : 'exchanges'}`
  return `; the newest there is ${path}, ${count} since ${started}, ${isEnded ? 'ended' : 'without an end: a bridge records it, or was killed'}`
}

/** The recorder makes missing folders: the nearest one that is there decides. */
function faultOf(directory: string): string | undefined {
  let path = resolve(directory)
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  try {
    if (!statSync(path).isDirectory()) return 'ENOTDIR'
    accessSync(path, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}
