/** Fills an empty data directory. */
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { StoreError } from './errors.ts'
import { newMetadata } from './formats/abapgit.ts'
import { element, leaves } from './formats/xml.ts'
import type { State } from './state.ts'

const settingsFile = '.abapgit.xml'

/** Settings for a repository whose packages stand side by side, each in a folder of its name. */
function ownSettings(): string {
  const data = element(
    'DATA',
    leaves({ MASTER_LANGUAGE: 'E', STARTING_FOLDER: '/src/', FOLDER_LOGIC: 'FULL' })
  )
  return (
    '\uFEFF' +
    newMetadata('DOT', [data])
      .replace(/<\/?abapGit[^>]*>\n/g, '')
      .replace(/^ /gm, '')
  )
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Copies the seed into a data directory that holds nothing yet. A crash meanwhile leaves it empty:
 * the copy appears by a rename.
 */
export function installSeed(dataDir: string, seed: string | undefined, state: State): void {
  if (state.meta('planted') !== undefined) return
  const empty = readdirSync(dataDir).every(name => name === '.sandbox')
  if (empty) {
    if (seed !== undefined) copy(join(seed, 'src'), dataDir, seed)
    if (!existsSync(join(dataDir, settingsFile))) {
      writeFileSync(join(dataDir, settingsFile), ownSettings())
    }
  }
  state.setMeta('planted', new Date().toISOString())
}

function copy(source: string, dataDir: string, seed: string): void {
  if (!existsSync(source)) throw new StoreError('NOT_FOUND', `The seed ${seed} has no folder src`)
  const copied = join(dataDir, '.sandbox', 'tmp', 'seed')
  rmSync(copied, { recursive: true, force: true })
  cpSync(source, copied, { recursive: true })
  if (existsSync(join(seed, settingsFile))) {
    copyFileSync(join(seed, settingsFile), join(dataDir, settingsFile))
  }
  renameSync(copied, join(dataDir, 'src'))
  syncFolder(dataDir)
}
