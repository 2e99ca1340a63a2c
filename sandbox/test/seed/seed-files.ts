import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { RepositoryFile } from '../../types.ts'

export const seedFolder = new URL('../../seed/', import.meta.url)

export interface SeedFile extends RepositoryFile {
  readonly package: string
}

/** The sources of the seed with the package of the folder they stand in. */
export function seedFiles(): SeedFile[] {
  return readdirSync(new URL('src/', seedFolder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => ({
      name: entry.name,
      package: basename(entry.parentPath).toUpperCase(),
      text: readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')
    }))
}

export type Row = Readonly<Record<string, string | number>>

/** The rows of the seed by table. */
export function seedRows(): Map<string, readonly Row[]> {
  const folder = new URL('data/', seedFolder)
  return new Map(
    readdirSync(folder).map(name => [
      name.replace('.json', '').toUpperCase(),
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Row[]
    ])
  )
}
