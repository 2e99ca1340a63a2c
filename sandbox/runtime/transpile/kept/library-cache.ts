/**
 * Keeps the translation of the kernel library between starts: to make it takes about three seconds
 * of a processor.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { withDigest } from '../../../kept/code-digest.ts'
import { filesByAge, isOwn, readOwn, writeOwn } from '../../../kept/own-files.ts'
import type { LibraryProgram } from '../program.ts'

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

/**
 * The kept translation, or the one that `make` gives, which is kept then.
 *
 * @param code the digest of all that determines it but its inputs; without one it is not kept
 */
export function keptLibrary(
  folder: string | undefined,
  code: string | undefined,
  make: () => Made
): LibraryProgram {
  if (folder === undefined || code === undefined || !isOwn(folder)) return make().program
  const file = join(folder, `${code}.json`)
  const known = read(file)
  if (known !== undefined) return known
  const made = make()
  write(folder, file, made)
  return made.program
}

/** Undefined for a file that cannot be used, or was made of other inputs. */
function read(file: string): LibraryProgram | undefined {
  const content = readOwn(file)
  if (content === undefined) return undefined
  try {
    const { inputs, program } = JSON.parse(content) as Entry
    const isCurrent = Object.entries(inputs).every(([path, known]) => withDigest(path)[1] === known)
    return isCurrent ? program : undefined
  } catch {
    return undefined
  }
}

/** A failure costs the next start. */
function write(folder: string, file: string, { program, inputs }: Made): void {
  try {
    const entry: Entry = { program, inputs: Object.fromEntries(inputs.map(withDigest)) }
    if (!writeOwn(file, JSON.stringify(entry))) return
    for (const { path } of filesByAge(folder).slice(MAX_ENTRIES)) rmSync(path, { force: true })
  } catch {
    // an input is gone, or the folder cannot be read
  }
}
