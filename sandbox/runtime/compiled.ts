/**
 * Compiled code of the library and of the script that fills the realm: to compile them is a third of a short
 * run. A process that runs no program leaves V8's code cache, which is kept between starts.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KeptFolder } from '../kept/folder.ts'
import type { Job } from './child/job.ts'
import type { Ending } from './launch.ts'
import { COMPILED } from './process/wrapping.ts'
import type { Library } from './programs.ts'

export interface CompiledCode {
  /** Puts the kept code beside the scripts, before the first run. */
  restore(library: Library): void
  /** Makes the code where none is kept, once, after a run; its failure costs later runs some time. */
  make(library: Library): Promise<void>
}

/** Starts a process with the job and the folder that it may write. */
export type StartCompiling = (job: string, own: string, library: Library) => Promise<Ending>

/** @param folder for the process that compiles */
export function createCompiledCode(
  folder: string,
  kept: KeptFolder,
  start: StartCompiling
): CompiledCode {
  let restored = false
  let missing: string | undefined
  return {
    restore(library) {
      if (restored) return
      restored = true
      const key = keyOf(library)
      const content = kept.read(key)
      if (content === undefined) missing = key
      else place(library, JSON.parse(content) as Record<string, string>)
    },
    async make(library) {
      const key = missing
      if (key === undefined) return
      missing = undefined
      // What confines the process stands beside its folder.
      const own = join(folder, 'own')
      mkdirSync(own, { recursive: true })
      try {
        const job = join(own, 'job.json')
        writeFileSync(job, JSON.stringify(jobOf(library, own)))
        if ((await start(job, own, library)).reason !== 'done') return
        const made = Object.fromEntries(
          scriptsOf(library).map(script => {
            const name = basename(script) + COMPILED
            return [name, readFileSync(join(own, name), 'base64')]
          })
        )
        place(library, made)
        kept.write(key, JSON.stringify(made))
        kept.tidy()
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }
}

function scriptsOf({ url, realm }: Library): string[] {
  return [fileURLToPath(realm), fileURLToPath(url)]
}

/** V8 compares the length of a script alone, so that the name stands for its text. */
function keyOf(library: Library): string {
  const hash = createHash('sha256').update(`${process.version} ${process.arch}`)
  for (const script of scriptsOf(library)) hash.update(readFileSync(script))
  return hash.digest('hex')
}

/** A process that starts meanwhile finds a whole file or none. */
function place({ folder }: Library, code: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(code)) {
    const file = join(folder, basename(name))
    writeFileSync(`${file}.new`, Buffer.from(content, 'base64'))
    renameSync(`${file}.new`, file)
  }
}

/** The library alone: what a program ran is no part of the code. */
function jobOf({ url, realm }: Library, own: string): Job {
  return {
    library: url,
    realm,
    modules: [],
    constructors: [],
    outputBytes: 1024,
    changes: join(own, 'rows.changes'),
    counters: { count: 0, file: join(own, 'counts') },
    task: { kind: 'unit', classes: [] },
    broken: [],
    outside: { classes: [], functions: [], programs: [], namespaces: [] },
    compiled: own
  }
}
