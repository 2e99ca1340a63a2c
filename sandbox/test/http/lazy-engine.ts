/** An engine that starts its thread with the first request: most tests of HTTP need none. */
import { after } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import { keptFolder } from '../../kept/folder.ts'
import { loadKernel } from '../../kernel/index.ts'
import type { Engine, RepositoryFile } from '../../types.ts'

/**
 * Threads of closed systems. The next system of the file loads its own sources into one, which is
 * cheaper than to parse the library again.
 */
const idle: Engine[] = []
/** A file may close its system in a hook that runs after the one here. */
let isOver = false
after(async () => {
  isOver = true
  for (const engine of idle.splice(0)) await engine.close()
})

/** The engine of a system; what it answers is what the engine of the sandbox answers. */
export function createLazyEngine(): Engine {
  const active = new Map<string, RepositoryFile>()
  let mounted: readonly RepositoryFile[] = []
  let started: Promise<Engine> | undefined
  const put = (files: readonly RepositoryFile[]) => {
    for (const file of files) active.set(file.name, file)
  }
  const start = (): Promise<Engine> => {
    started ??= loaded([...active.values()], mounted)
    return started
  }
  return {
    async load(files, others = []) {
      active.clear()
      mounted = others
      put(files)
      if (started !== undefined) return await (await started).load(files, mounted)
      return { objects: files.length, milliseconds: 0 }
    },
    async apply(change) {
      for (const name of change.remove) active.delete(name)
      put(change.put)
      if (started !== undefined) await (await started).apply(change)
    },
    check: async request => (await start()).check(request),
    definition: async request => (await start()).definition(request),
    references: async request => (await start()).references(request),
    uses: async request => (await start()).uses(request),
    structure: async request => (await start()).structure(request),
    testClasses: async request => (await start()).testClasses(request),
    format: async request => (await start()).format(request),
    analyzeSelect: async request => (await start()).analyzeSelect(request),
    complete: async request => (await start()).complete(request),
    elementInfo: async request => (await start()).elementInfo(request),
    typeHierarchy: async request => (await start()).typeHierarchy(request),
    rename: async request => (await start()).rename(request),
    extractMethod: async request => (await start()).extractMethod(request),
    quickFixes: async request => (await start()).quickFixes(request),
    lint: async request => (await start()).lint(request),
    lintRules: async () => (await start()).lintRules(),
    unknownNames: async request => (await start()).unknownNames(request),
    closure: async request => (await start()).closure(request),
    async close() {
      const engine = await started
      started = undefined
      if (isOver) await engine?.close()
      else if (engine !== undefined) idle.push(engine)
    }
  }
}

async function loaded(
  files: readonly RepositoryFile[],
  mounted: readonly RepositoryFile[]
): Promise<Engine> {
  const engine =
    idle.pop() ?? createEngine({ library: loadKernel(), keptIn: keptFolder('sandbox-statements') })
  await engine.load(files, mounted)
  return engine
}
