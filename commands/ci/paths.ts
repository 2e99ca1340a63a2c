/** Paths of the files of objects in a repository in abapGit's layout. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { ConfigError } from '../../config/config.ts'

const most = { files: 100_000, depth: 20 } as const

/** The path of a file from the top of the repository, with slashes. */
export type PathOf = (file: string) => string

/**
 * Finds the files below a folder by their names, which abapGit uses once in a repository. A file
 * that is not there stands without a folder.
 * @throws ConfigError where the folder cannot be read
 */
export async function readPaths(folder: string, repository: string | undefined): Promise<PathOf> {
  if (repository === undefined && !existsSync(join(folder, '.abapgit.xml'))) return file => file
  const found = new Map<string, string>()
  const top = resolve(folder, repository ?? '.')
  try {
    await collect(top, found, 0)
  } catch (error) {
    throw new ConfigError([`--repository: ${(error as Error).message}`])
  }
  return file => {
    const path = found.get(file)
    return path === undefined ? file : relative(folder, path).split(sep).join('/')
  }
}

/** Links are not followed: they may lead out of the repository, or in a circle. */
async function collect(folder: string, found: Map<string, string>, depth: number): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.size >= most.files) throw new Error(`more than ${most.files} files`)
    const path = join(folder, entry.name)
    const name = entry.name.toLowerCase()
    if (entry.isFile() && !found.has(name)) found.set(name, path)
    if (
      entry.isDirectory() &&
      depth < most.depth &&
      !name.startsWith('.') &&
      name !== 'node_modules'
    ) {
      await collect(path, found, depth + 1)
    }
  }
}
