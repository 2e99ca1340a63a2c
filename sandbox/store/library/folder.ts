/** Reads a folder of further ABAP in abapGit layout: nothing outside of it, and nothing too large. */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { detectLayout, foreignObjects, isRepositoryFile, packageFile, readText } from '../layout.ts'
import type { FoundFile, Layout } from '../layout.ts'

/** The syntax check takes no larger source. */
const MAX_FILE_BYTES = 8_000_000
/** Parsed sources take about 35 times their size in memory. */
const MAX_FOLDER_BYTES = 40_000_000
const settingsFile = '.abapgit.xml'

/** The files by folder, and what is left out, each with its reason. */
export interface LibraryFolder {
  readonly folders: readonly (readonly FoundFile[])[]
  readonly leftOut: readonly string[]
}

interface Walk {
  readonly root: string
  readonly folders: FoundFile[][]
  readonly leftOut: string[]
  bytes: number
}

function unusable(folder: string, reason: string): Error {
  return new Error(`The library ${folder} cannot be used: ${reason}`)
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function rootOf(folder: string): string {
  try {
    const root = realpathSync(folder)
    readdirSync(root)
    return root
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw unusable(folder, `it cannot be read (${code}); give a folder in abapGit layout`)
  }
}

/** `.abapgit.xml` is read before anything else, and may name any folder. */
function layoutOf(folder: string, root: string): Layout {
  const settings = join(root, settingsFile)
  const found = lstatSync(settings, { throwIfNoEntry: false })
  if (found !== undefined && (!found.isFile() || found.size > MAX_FILE_BYTES)) {
    throw unusable(folder, `${settingsFile} is a link, or too large`)
  }
  try {
    return detectLayout(root, undefined)
  } catch (error) {
    throw unusable(folder, `${settingsFile} cannot be read (${(error as Error).message})`)
  }
}

function startOf(folder: string, root: string, layout: Layout): string {
  const start = join(root, layout.start)
  if (!existsSync(start)) throw unusable(folder, `it has no folder ${layout.start}`)
  const real = realpathSync(start)
  if (!isInside(root, real)) throw unusable(folder, `${layout.start} leads out of it`)
  return real
}

function walk(state: Walk, folder: string): void {
  const files: FoundFile[] = []
  state.folders.push(files)
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
    const path = join(folder, entry.name)
    const name = relative(state.root, path)
    if (entry.isSymbolicLink()) state.leftOut.push(`${name} (a link)`)
    else if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && entry.name !== 'node_modules') walk(state, path)
    } else if (entry.isFile() && isWanted(entry.name)) {
      const { size, mtimeMs } = lstatSync(path)
      if (size > MAX_FILE_BYTES) {
        state.leftOut.push(`${name} (larger than ${MAX_FILE_BYTES / 1e6} MB)`)
        continue
      }
      state.bytes += size
      if (state.bytes > MAX_FOLDER_BYTES) {
        throw unusable(state.root, `it holds more than ${MAX_FOLDER_BYTES / 1e6} MB of sources`)
      }
      const changedAt = Math.floor(mtimeMs)
      files.push({ file: entry.name.toLowerCase(), text: readText(path), changedAt })
    }
  }
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

/** Unit tests of a library do not run with those of its users, and are not read. */
function isWanted(name: string): boolean {
  const lower = name.toLowerCase()
  return isRepositoryFile(lower) && lower !== packageFile && !lower.endsWith('.testclasses.abap')
}

/** Throws an error with the reason where the folder cannot be used as a whole. */
export function readLibraryFolder(folder: string): LibraryFolder {
  const root = rootOf(folder)
  const layout = layoutOf(folder, root)
  const state: Walk = { root, folders: [], leftOut: [], bytes: 0 }
  walk(state, startOf(folder, root, layout))
  const foreign = foreignObjects(root, layout).map(each => `${each} (a type that is not kept)`)
  return { folders: state.folders, leftOut: [...state.leftOut, ...foreign] }
}
