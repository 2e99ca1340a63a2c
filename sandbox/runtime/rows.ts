/** Copies the rows for a run, and finds the tables that its sources mention. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openCatalog } from '../sql/relations.ts'
import type { RepositoryFile, TableShape } from '../types.ts'

/** A consistent copy of the rows at `from`, which may be in use; undefined when there are none. */
export function copyRows(from: string, to: string): string | undefined {
  if (!exists(from)) return undefined
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('VACUUM INTO ?').run(to)
  } finally {
    source.close()
  }
  return to
}

/**
 * Tables and views that exist in the database and are mentioned in the sources; what stands in a
 * DDL source is known nowhere else as a table.
 */
export function mentionedShapes(file: string, sources: readonly RepositoryFile[]): TableShape[] {
  if (!exists(file)) return []
  const text = sources
    .map(source => source.text)
    .join('\n')
    .toUpperCase()
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return openCatalog(database, false)
      .entries()
      .map(entry => entry.shape)
      .filter(shape => text.includes(shape.name.toUpperCase()))
  } finally {
    database.close()
  }
}

function exists(file: string): boolean {
  return file !== '' && statSync(file, { throwIfNoEntry: false })?.isFile() === true
}
