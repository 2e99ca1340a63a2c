/** What every translation is made of beside the sources of users. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RepositoryFile } from '../../../types.ts'
import { digestOf } from './own-files.ts'

const TRANSLATORS = ['@abaplint/core', '@abaplint/transpiler']
const OWN_FOLDERS = ['../../../runtime', '../../../grammar', '../../../engine']

/**
 * The digest of the library, this code and the versions of what it uses. Undefined where this code
 * does not lie in files of its own, as in the bundle of a host.
 */
export function digestOfCode(library: readonly RepositoryFile[]): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    const versions = TRANSLATORS.map(
      name => (require(`${name}/package.json`) as { readonly version: string }).version
    )
    const hash = createHash('sha256').update(JSON.stringify([process.version, versions, library]))
    for (const folder of OWN_FOLDERS) {
      for (const file of filesBelow(fileURLToPath(new URL(folder, import.meta.url)))) {
        hash.update(JSON.stringify(withDigest(file)))
      }
    }
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

/** A file with the digest of its content. */
export function withDigest(file: string): [string, string] {
  return [file, digestOf(readFileSync(file))]
}
