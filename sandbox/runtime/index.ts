import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConsoleRun, RepositoryFile, Runtime } from '../types.ts'
import { resolveAlert } from './positions.ts'
import { createPrograms } from './programs.ts'
import { createSlots } from './slots.ts'
import { endingAlert, openWorkspace, type RunRequest, type Workspace } from './run.ts'
import { createTranspiler } from './transpiler.ts'
import { problemAlert, runUnitTests } from './unit.ts'

export { DEFAULT_LIMITS } from './run.ts'

/** What a runtime is made with: the kernel class library, in abapGit file format, that every closure runs on. */
export interface RuntimeOptions { readonly library: readonly RepositoryFile[] }

/**
 * Transpiles closures of ABAP and runs them in confined child processes, on private copies of the rows. Failures of the ABAP that
 * runs are alerts of the result; the promises reject only when the runtime itself is broken or closed.
 */
export function createRuntime (options: RuntimeOptions): Runtime {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-runtime-')))
  const transpiler = createTranspiler(options.library)
  const environment = { root, programs: createPrograms(root, transpiler), signal: new AbortController(), slots: createSlots(Math.max(2, availableParallelism())) }
  const running = new Set<Promise<unknown>>()

  const within = async <T>(request: RunRequest, run: (workspace: Workspace) => Promise<T>): Promise<T> => {
    const workspace = await openWorkspace(request, { ...environment, signal: environment.signal.signal })
    const result = run(workspace).finally(() => { workspace.dispose() })
    running.add(result)
    try {
      return await result
    } finally {
      running.delete(result)
    }
  }

  return {
    unit: request => within(request, workspace => runUnitTests(workspace, request.classes)),
    console: request => within(request, workspace => runConsole(workspace, request.class)),
    async close () {
      environment.signal.abort()
      await transpiler.close()
      await Promise.allSettled(running)
      rmSync(root, { recursive: true, force: true })
    }
  }
}

async function runConsole (workspace: Workspace, name: string): Promise<ConsoleRun> {
  const { program, limits } = workspace
  const key = name.toUpperCase()
  const problems = program.problems.filter(problem => problem.object === key)
  if (problems[0] !== undefined) return { output: '', alert: problemAlert(problems[0]) }
  let result: ConsoleRun = { output: '' }
  const ending = await workspace.execute({ kind: 'console', key }, event => {
    if (event.event === 'output') result = { ...result, output: event.text }
    if (event.event === 'alert' && result.alert === undefined) result = { ...result, alert: resolveAlert(event.alert, program) }
    if (event.event === 'failed' && event.module.toUpperCase().startsWith(`${key.replaceAll('/', '#')}.`)) result = { ...result, alert: resolveAlert(event.alert, program) }
  })
  return ending.reason === 'done' || result.alert !== undefined ? result : { ...result, alert: endingAlert(ending, limits) }
}
