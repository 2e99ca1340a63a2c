import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A consistent copy of the rows at `from`, which may be in use; undefined when there are none. */
export function copyRows (from: string, to: string): string | undefined {
  if (from === '' || statSync(from, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  return to
}
