/** Reads a folder of the machine, for callers whose machine it is. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { badArguments } from '../failure/errors.ts'
import type { SourceFile } from './folder-side.ts'

const most = { files: 10_000, bytes: 64 << 20, depth: 12 } as const

/** Files of abapGit: `name.type.…`; others are not read. */
const ofObject = /^[^./\\]+\.[a-z]{4}(?:\.[^./\\]+)?\.\w{1,10}$/i

/**
 * The files of a folder at or below the root. Links that lead out of the root are not followed.
 * @throws ToolError TOOL_BAD_ARGUMENTS
 */
export async function readFolder(
  root: string | undefined,
  folder: string,
  signal: AbortSignal
): Promise<SourceFile[]> {
  if (root === undefined) {
    throw badArguments(
      '`folder` is a folder on the machine of the bridge, which only a bridge over stdio reads.',
      'Give the files in `files`: [{"path": "zcl_demo.clas.abap", "content": "…"}].'
    )
  }
  const base = await realpath(root)
  const top = await realpath(resolve(base, folder)).catch(() => undefined)
  if (top === undefined || !isBelow(base, top)) {
    throw badArguments(
      `\`folder\` is ${JSON.stringify(folder.slice(0, 80))}, which is no folder below the working directory of the bridge.`,
      'Name a folder below it, or start the bridge in the folder of the repository.'
    )
  }
  return await readBelow(top, signal)
}

function isBelow(base: string, path: string): boolean {
  const way = relative(base, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

async function readBelow(top: string, signal: AbortSignal): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  let bytes = 0
  for (const path of await pathsBelow(top, signal)) {
    bytes += (await stat(path)).size
    if (files.length >= most.files || bytes > most.bytes) {
      throw badArguments(
        `The folder holds more than ${most.files} files or ${most.bytes >> 20} MB of objects.`,
        'Name a folder below it.'
      )
    }
    files.push({ path, content: await readFile(path, { encoding: 'utf8', signal }) })
  }
  return files
}

/** Paths of the files of objects, in the order of their names; symbolic links are left out. */
async function pathsBelow(top: string, signal: AbortSignal, depth = 0): Promise<string[]> {
  signal.throwIfAborted()
  const entries = await readdir(top, { withFileTypes: true }).catch(() => {
    throw badArguments('`folder` is no folder that the bridge may read.')
  })
  const paths: string[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(top, entry.name)
    if (entry.isFile() && ofObject.test(entry.name)) paths.push(path)
    if (entry.isDirectory() && !entry.name.startsWith('.') && depth < most.depth) {
      paths.push(...(await pathsBelow(path, signal, depth + 1)))
    }
  }
  return paths
}
