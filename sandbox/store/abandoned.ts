/** Removes temporary data folders of sandboxes that were killed. */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A folder so young may belong to a sandbox that has not locked it yet. */
const MIN_AGE_MILLISECONDS = 60_000

/**
 * Removes the temporary data folders that killed sandboxes left in `parent`. A living one holds the
 * lock on its bookkeeping, which ends with its process; what cannot be told or removed stays.
 * Returns the paths that are gone.
 */
export function removeAbandoned(parent: string, prefix: string): string[] {
  return readdirSync(parent)
    .filter(name => name.startsWith(prefix))
    .map(name => join(parent, name))
    .filter(folder => {
      try {
        if (!isAbandoned(folder)) return false
        rmSync(folder, { recursive: true, force: true })
        return true
      } catch {
        return false
      }
    })
}

function isAbandoned(folder: string): boolean {
  const entry = lstatSync(folder)
  if (!entry.isDirectory() || Date.now() - entry.mtimeMs < MIN_AGE_MILLISECONDS) return false
  const state = join(folder, '.sandbox', 'state.sqlite')
  return !existsSync(state) || canLock(state)
}

function canLock(file: string): boolean {
  const database = new DatabaseSync(file)
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; COMMIT'
    )
    return true
  } catch (error) {
    // a file that is no database holds no lock
    return error instanceof Error && /not a database|malformed/i.test(error.message)
  } finally {
    database.close()
  }
}
