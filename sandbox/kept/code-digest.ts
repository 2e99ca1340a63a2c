/** The digest of what is the same for all that is kept: code, and the versions of what it uses. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf } from './own-files.ts'

/** What else the digest is made of: packages by name, folders of code, and any text. */
export interface CodeParts {
  readonly packages: readonly string[]
  readonly folders: readonly URL[]
  readonly more?: string
}

/**
 * Undefined where this code does not lie in files of its own, as in the bundle of a host: nothing
 * is kept then.
 */
export function digestOfCode({ packages, folders, more = '' }: CodeParts): string | undefined {
  try {
    const require = createRequire(import.meta.url)
    const versions = packages.map(
      name => (require(`${name}/package.json`) as { readonly version: string }).version
    )
    const hash = createHash('sha256').update(JSON.stringify([process.version, versions, more]))
    for (const folder of folders) {
      for (const file of filesBelow(fileURLToPath(folder))) {
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
