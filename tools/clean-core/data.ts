/** The folder with the files of the catalogue. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolContext } from '../call/context.ts'
import { classFile, entriesInThread, releaseFiles } from './catalogue.ts'
import type { CatalogueEntry, Edition } from './catalogue.ts'

/** Larger than any file of the catalogue. */
const mostBytes = 128 << 20

/** The name of the file that says when the files were downloaded. */
export const stampFile = 'catalogue.json'

export interface CatalogueAnswer {
  readonly edition: Edition
  /** Day of the files; undefined where none could be read. */
  readonly date: string | undefined
  readonly byName: ReadonlyMap<string, readonly CatalogueEntry[]>
  /** What is missing, in words. */
  readonly missing: readonly string[]
}

/** What the catalogue says of these names. */
export async function lookUpNames(
  { cleanCoreData: folder, signal }: Pick<ToolContext, 'cleanCoreData' | 'signal'>,
  names: readonly string[],
  edition: Edition
): Promise<CatalogueAnswer> {
  if (folder === undefined) {
    return {
      ...{ edition, date: undefined, byName: new Map() },
      missing: [
        'no catalogue: `erp-bridge clean-core update DIR` downloads it, and --clean-core-data DIR names it'
      ]
    }
  }
  const found: CatalogueEntry[] = []
  const missing: string[] = []
  const dates: string[] = []
  for (const file of [releaseFiles[edition], classFile]) {
    try {
      const path = join(folder, file)
      const { size, mtime } = await stat(path)
      if (size > mostBytes) throw new Error(`it has more than ${mostBytes >> 20} MB`)
      const text = await readFile(path, { encoding: 'utf8', signal })
      found.push(...(await entriesInThread([text, names], signal)))
      dates.push((await stampOf(folder, file)) ?? mtime.toISOString().slice(0, 10))
    } catch (error) {
      signal.throwIfAborted()
      const { code, message } = error as NodeJS.ErrnoException
      missing.push(
        `${file}: ${code === 'ENOENT' ? 'not in the folder of --clean-core-data' : message}`
      )
    }
  }
  return {
    edition,
    // The older of two files says how old the answer may be.
    date: dates.toSorted()[0],
    byName: Map.groupBy(found, ({ name }) => name),
    missing
  }
}

/** The day of the download. */
async function stampOf(folder: string, file: string): Promise<string | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, stampFile), 'utf8'))
    const day = (content as { readonly files?: Readonly<Record<string, unknown>> }).files?.[file]
    return typeof day === 'string' && /^\d{4}-\d\d-\d\d/.test(day) ? day.slice(0, 10) : undefined
  } catch {
    return undefined
  }
}
