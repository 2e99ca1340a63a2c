/**
 * Keeps the translation of the kernel library between starts: to make it takes about three seconds
 * of a processor. What is read back is data for the confined child, and only the user's own files
 * are read.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync
} from 'node:fs'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RepositoryFile } from '../../types.ts'
import type { LibraryProgram } from './program.ts'

/** What a translation was made of beside the library and this code: files, with their digests. */
interface Entry {
  readonly inputs: Readonly<Record<string, string>>
  readonly program: LibraryProgram
}

/** A translation, and the files that the script of the realm was made of. */
export interface Made {
  readonly program: LibraryProgram
  readonly inputs: readonly string[]
}

const MAX_ENTRIES = 6
const MAX_BYTES = 64_000_000
const DIGEST_LENGTH = 64
const TRANSLATORS = ['@abaplint/core', '@abaplint/transpiler']
const OWN_FOLDERS = ['../../runtime', '../../grammar', '../../engine']

/** The kept translation, or the one that `make` gives, which is kept then. */
export function keptLibrary(
  folder: string | undefined,
  library: readonly RepositoryFile[],
  make: () => Made
): LibraryProgram {
  const key = folder === undefined || !isOwn(folder) ? undefined : keyOf(library)
  const file = folder === undefined || key === undefined ? undefined : join(folder, key)
  const known = file === undefined ? undefined : read(file)
  if (known !== undefined) return known
  const made = make()
  if (file !== undefined && folder !== undefined) write(folder, file, made)
  return made.program
}

/** A folder that no other user can write into or read; made where it is absent. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return belongsToUser(lstatSync(folder)) && lstatSync(folder).isDirectory()
  } catch {
    return false
  }
}

function belongsToUser({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return userInfo().uid === uid && (mode & 0o077) === 0
}

/** Undefined where this code does not lie in files of its own, as in the bundle of a host. */
function keyOf(library: readonly RepositoryFile[]): string | undefined {
  try {
    return digestOfAll(library)
  } catch {
    return undefined
  }
}

/** Of all that determines the translation but the inputs of the realm, which the entry names. */
function digestOfAll(library: readonly RepositoryFile[]): string {
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
  return `${hash.digest('hex')}.json`
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

function withDigest(file: string): [string, string] {
  return [file, digestOf(readFileSync(file))]
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Undefined for a file that is absent, damaged, of another user, or made of other inputs. */
function read(file: string): LibraryProgram | undefined {
  try {
    const text = readOwn(file)
    const content = text.slice(DIGEST_LENGTH)
    if (digestOf(content) !== text.slice(0, DIGEST_LENGTH)) return undefined
    const { inputs, program } = JSON.parse(content) as Entry
    const isCurrent = Object.entries(inputs).every(([path, known]) => withDigest(path)[1] === known)
    return isCurrent ? program : undefined
  } catch {
    return undefined
  }
}

function readOwn(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const facts = fstatSync(descriptor)
    if (!facts.isFile() || !belongsToUser(facts) || facts.size > MAX_BYTES) return ''
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Writers of the same entry replace each other's whole file. A failure costs the next start. */
function write(folder: string, file: string, { program, inputs }: Made): void {
  const own = `${file}.${randomBytes(8).toString('hex')}.new`
  try {
    const entry: Entry = { program, inputs: Object.fromEntries(inputs.map(withDigest)) }
    const content = JSON.stringify(entry)
    writeFileSync(own, digestOf(content) + content, { mode: 0o600, flag: 'wx' })
    renameSync(own, file)
    removeOldest(folder)
  } catch {
    rmSync(own, { force: true })
  }
}

function removeOldest(folder: string): void {
  const entries = readdirSync(folder).map(name => {
    const path = join(folder, name)
    return { path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  const old = entries.sort((one, other) => other.time - one.time).slice(MAX_ENTRIES)
  for (const { path } of old) rmSync(path, { force: true })
}
