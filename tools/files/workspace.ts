/** The one folder that a call may read and write; no path leads out of it. */
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { platform } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { randomBytes } from 'node:crypto'
import { badArguments, ToolError } from '../failure/errors.ts'

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants
// Windows has neither flag: there each step is looked at before it is taken.
const noFollow = constants.O_NOFOLLOW ?? 0
const directory = constants.O_DIRECTORY ?? 0
/** Linux resolves a name against an open folder, which cannot be exchanged meanwhile. */
const hasDescriptors = platform() === 'linux'

const most = { bytes: 8 << 20, files: 50_000, depth: 24 } as const

export interface Workspace {
  /** The folder, for messages. */
  readonly root: string
  /** Paths of files below a folder, with slashes, in the order of their names. Links are left out. */
  list(folder: string, signal: AbortSignal): Promise<string[]>
  /** Undefined where there is no such file. @throws ToolError FOLDER_NOT_SAFE for a link */
  read(path: string): Promise<string | undefined>
  /** Replaces the file in one step, so that it is whole at any time. */
  write(path: string, text: string): Promise<void>
  remove(path: string): Promise<void>
}

/** An open folder and the path under which its entries are reached. */
interface OpenFolder {
  readonly path: string
  close(): Promise<void>
}

/** @throws ToolError TOOL_BAD_ARGUMENTS for a path that leads out of the folder */
export function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter(segment => segment !== '' && segment !== '.')
  const isBad = segments.some(segment => segment === '..' || /[\\\p{Cc}]/u.test(segment))
  if (isBad || isAbsolute(path) || /^[A-Za-z]:/.test(path)) {
    throw badArguments(
      `${JSON.stringify(path.slice(0, 120))} is no path below the workspace.`,
      'Give a relative path with slashes, without ".." in it.'
    )
  }
  return segments
}

/**
 * The workspace at a folder that exists, or a folder below it.
 * @throws ToolError TOOL_BAD_ARGUMENTS where the caller has no workspace
 */
export function openWorkspace(base: string | undefined, folder = ''): Workspace {
  if (base === undefined) {
    throw badArguments(
      'This bridge has no workspace: files are read and written over stdio alone, below --workspace-dir.',
      'Start the bridge over stdio with --workspace-dir DIR, or use erp-bridge pull and push in a shell.'
    )
  }
  const top = resolve(base)
  const own = segmentsOf(folder)
  const at = (path: string) => [...own, ...segmentsOf(path)]
  return {
    root: join(top, ...own),
    list: async (path, signal) => await listBelow(top, { own, path: segmentsOf(path) }, signal),
    read: async path => await readAt(top, at(path)),
    write: async (path, text) => await writeAt(top, at(path), text),
    remove: async path => await removeAt(top, at(path))
  }
}

function unsafe(path: string, why: string): ToolError {
  return new ToolError('FOLDER_NOT_SAFE', `${path} ${why}.`, {
    remedy: 'Links are never followed: replace it by a folder or a file of its own.',
    outcome: 'failed'
  })
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))

/** The folder of these segments; undefined where it is missing and is not to be made. */
async function openFolder(
  top: string,
  segments: readonly string[],
  makes: boolean
): Promise<OpenFolder | undefined> {
  let folder = await openStep(top, '')
  for (const segment of segments) {
    const path = join(folder.path, segment)
    try {
      if (makes) await mkdir(path).catch(ignoring('EEXIST'))
      const next = await openStep(path, segments.join('/'))
      await folder.close()
      folder = next
    } catch (error) {
      await folder.close()
      if (!makes && isMissing(error)) return undefined
      throw error
    }
  }
  return folder
}

async function openStep(path: string, shown: string): Promise<OpenFolder> {
  if (!hasDescriptors) {
    const found = await lstat(path)
    if (shown !== '' && !found.isDirectory()) throw unsafe(shown, 'is a link or no folder')
    return { path, close: async () => {} }
  }
  let handle: FileHandle
  try {
    handle = await open(path, O_RDONLY | directory | (shown === '' ? 0 : noFollow))
  } catch (error) {
    if (['ELOOP', 'ENOTDIR'].includes(codeOf(error)) && shown !== '') {
      throw unsafe(shown, 'is a link or no folder')
    }
    throw error
  }
  return { path: `/proc/self/fd/${handle.fd}`, close: async () => await handle.close() }
}

function ignoring(code: string): (error: unknown) => void {
  return error => {
    if (codeOf(error) !== code) throw error
  }
}

async function inFolder<T>(
  top: string,
  segments: readonly string[],
  { makes, run }: { makes: boolean; run: (folder: string) => Promise<T> }
): Promise<T | undefined> {
  const folder = await openFolder(top, segments, makes)
  if (folder === undefined) return undefined
  try {
    return await run(folder.path)
  } finally {
    await folder.close()
  }
}

async function readAt(top: string, segments: readonly string[]): Promise<string | undefined> {
  const name = segments.at(-1) ?? ''
  const read = async (folder: string) => await readFile(join(folder, name), segments.join('/'))
  return await inFolder(top, segments.slice(0, -1), { makes: false, run: read })
}

async function readFile(path: string, shown: string): Promise<string | undefined> {
  let file: FileHandle
  try {
    if (!hasDescriptors && (await lstat(path)).isSymbolicLink()) throw unsafe(shown, 'is a link')
    file = await open(path, O_RDONLY | noFollow)
  } catch (error) {
    if (isMissing(error)) return undefined
    if (codeOf(error) === 'ELOOP') throw unsafe(shown, 'is a link')
    throw error
  }
  try {
    const found = await file.stat()
    if (!found.isFile()) throw unsafe(shown, 'is no file')
    if (found.size > most.bytes) {
      throw badArguments(`${shown} has more than ${most.bytes >> 20} MB.`, 'It is no source.')
    }
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

async function writeAt(top: string, segments: readonly string[], text: string): Promise<void> {
  const name = segments.at(-1) ?? ''
  const write = async (folder: string) => {
    const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`)
    try {
      const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | noFollow, 0o644)
      try {
        await file.writeFile(text, 'utf8')
        await file.sync()
      } finally {
        await file.close()
      }
      // A link at the target is replaced, not followed.
      await rename(temporary, join(folder, name))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  await inFolder(top, segments.slice(0, -1), { makes: true, run: write }).catch(
    (error: unknown) => {
      throw notWritten(segments.join('/'), error)
    }
  )
}

const faults: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no space left',
  EDQUOT: 'the quota of the user is used up',
  EACCES: 'the user may not write there',
  EPERM: 'the user may not write there',
  EROFS: 'the file system is read-only',
  EISDIR: 'there is a folder of this name',
  ENAMETOOLONG: 'the name is too long'
}

function notWritten(path: string, error: unknown): unknown {
  const why = faults[codeOf(error)]
  if (why === undefined) return error
  return new ToolError('FOLDER_NOT_WRITTEN', `${path} was not written: ${why}.`, {
    remedy: 'The files before it are whole, and the state knows them: remove the cause and repeat.',
    outcome: 'failed',
    cause: error
  })
}

/** Removes the file, and its folders that are empty then. */
async function removeAt(top: string, segments: readonly string[]): Promise<void> {
  for (let depth = segments.length; depth > 0; depth--) {
    const name = segments[depth - 1] ?? ''
    const isFile = depth === segments.length
    const gone = await inFolder(top, segments.slice(0, depth - 1), {
      makes: false,
      run: async folder => {
        if (isFile) await rm(join(folder, name), { force: true })
        else await rmdir(join(folder, name))
        return true
      }
    }).catch((error: unknown) => {
      if (isFile) throw error
      return false
    })
    if (gone !== true) return
  }
}

interface Listed {
  readonly own: readonly string[]
  readonly path: readonly string[]
}

async function listBelow(
  top: string,
  { own, path }: Listed,
  signal: AbortSignal
): Promise<string[]> {
  const found: string[] = []
  const visit = async (segments: readonly string[]): Promise<void> => {
    signal.throwIfAborted()
    const read = async (folder: string) => await readdir(folder, { withFileTypes: true })
    const entries = (await inFolder(top, [...own, ...segments], { makes: false, run: read })) ?? []
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue
      if (entry.isFile()) found.push([...segments, entry.name].join('/'))
      if (entry.isDirectory() && segments.length < most.depth) {
        await visit([...segments, entry.name])
      }
      if (found.length > most.files) {
        throw badArguments(`The folder holds more than ${most.files} files.`, 'Name another one.')
      }
    }
  }
  await visit(path)
  return found
}
