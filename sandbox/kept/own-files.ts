/**
 * Files that are kept between starts, in a folder of this user alone. What they hold is code that
 * runs in the confined child only, and each begins with the digest of its content.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

const MAX_BYTES = 64_000_000
const DIGEST_LENGTH = 64

/** A folder that no other user can write into or read; made where it is absent. */
export function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const facts = lstatSync(folder)
    return belongsToUser(facts) && facts.isDirectory()
  } catch {
    return false
  }
}

function belongsToUser({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  return userInfo().uid === uid && (mode & 0o077) === 0
}

export function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The content of a file; undefined for one that is absent, damaged or of another user. */
export function readOwn(file: string): string | undefined {
  try {
    const text = textOf(file)
    const content = text.slice(DIGEST_LENGTH)
    return digestOf(content) === text.slice(0, DIGEST_LENGTH) ? content : undefined
  } catch {
    return undefined
  }
}

function textOf(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const facts = fstatSync(descriptor)
    if (!facts.isFile() || !belongsToUser(facts) || facts.size > MAX_BYTES) return ''
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** Writers of the same file replace each other's whole file. False: it could not be written. */
export function writeOwn(file: string, content: string): boolean {
  const own = `${file}.${randomBytes(8).toString('hex')}.new`
  try {
    writeFileSync(own, digestOf(content) + content, { mode: 0o600, flag: 'wx' })
    renameSync(own, file)
    return true
  } catch {
    rmSync(own, { force: true })
    return false
  }
}

/** Files of a folder, the newest first. */
export function filesByAge(
  folder: string
): { readonly path: string; readonly time: number; readonly size: number }[] {
  return readdirSync(folder)
    .map(name => {
      const path = join(folder, name)
      const facts = statSync(path, { throwIfNoEntry: false })
      return { path, time: facts?.mtimeMs ?? 0, size: facts?.size ?? 0 }
    })
    .sort((one, other) => other.time - one.time)
}
