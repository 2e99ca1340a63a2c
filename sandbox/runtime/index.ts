/** The runtime: builds programs and runs them in child processes. */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { keptFolder, openKeptFolder } from '../kept/folder.ts'
import type { ConsoleRun, RepositoryFile, RunAlert, Runtime } from '../types.ts'
import { createCompiledCode } from './compiled.ts'
import { launch } from './launch.ts'
import type { ConsoleTask, ReportTask } from './child/job.ts'
import { resolveAlert } from './positions.ts'
import { describeIsolation, isolation, type Isolation } from './isolation.ts'
import { createPrograms } from './programs.ts'
import { openRoot } from './root.ts'
import { createSlots } from './slots.ts'
import {
  DEFAULT_LIMITS,
  endingAlert,
  openWorkspace,
  type RunRequest,
  type Workspace
} from './run.ts'
import { traceOf } from './trace.ts'
import { createTranspiler } from './transpiler.ts'
import { notRun, problemAlert, runUnitTests } from './unit.ts'

export { DEFAULT_LIMITS } from './run.ts'

const COMPILE_MILLISECONDS = 60_000

/** What a runtime is made with. */
export interface RuntimeOptions {
  /** The kernel class library, in abapGit file format, that every closure runs on. */
  readonly library: readonly RepositoryFile[]
  /**
   * Where programs and copies of rows are kept while they are needed: a folder of this runtime
   * alone, emptied now.
   */
  readonly folder?: string
  /**
   * The isolation of child processes; by default the strongest that the platform permits, which
   * goes to the log.
   */
  readonly isolation?: Isolation
  readonly log?: { info(text: string): void; warn(text: string): void }
}

/**
 * Transpiles closures of ABAP and runs them in confined child processes, on private copies of the
 * rows. Failures of the ABAP that runs are alerts of the result; the promises reject only when the
 * runtime itself is broken or closed.
 */
export function createRuntime(options: RuntimeOptions): Runtime {
  const root = openRoot(options.folder)
  const transpiler = createTranspiler(options.library)
  const permitted =
    options.isolation === undefined ? isolation() : Promise.resolve(options.isolation)
  permitted.then(
    level => {
      logIsolation(level, options.log)
    },
    () => {}
  )
  const signal = new AbortController()
  const slots = createSlots(Math.max(2, availableParallelism()))
  const programs = createPrograms(root, transpiler)
  const compiled = createCompiledCode(
    join(root, 'runs', 'compiled'),
    openKeptFolder(keptFolder('sandbox-compiled')),
    async (job, own, { folder, main }) => {
      const limits = { ...DEFAULT_LIMITS, milliseconds: COMPILE_MILLISECONDS }
      const launched = { main, job, write: own, read: [folder], limits, periods: 1, onEvent() {} }
      return await launch({ ...launched, isolation: await permitted }, signal.signal)
    }
  )
  const environment = { root, isolation: permitted, programs, compiled, signal, slots }
  const running = new Set<Promise<unknown>>()
  const follow = <T>(work: Promise<T>): Promise<T> => {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  const within = async <T>(
    request: RunRequest,
    run: (workspace: Workspace) => Promise<T>,
    refuse: (alert: RunAlert) => T
  ): Promise<T> => {
    const opened = await openWorkspace(request, {
      ...environment,
      signal: environment.signal.signal
    }).catch((error: unknown) => preparationAlert(error))
    if ('kind' in opened) {
      if (environment.signal.signal.aborted) throw new Error('the runtime is closed')
      return refuse(opened)
    }
    const workspace = opened
    const result = run(workspace).finally(() => {
      workspace.dispose()
    })
    try {
      return await follow(result)
    } finally {
      if (!signal.signal.aborted) {
        follow(programs.library().then(compiled.make)).catch(() => {})
      }
    }
  }

  return {
    unit: request =>
      within(
        request,
        workspace => runUnitTests(workspace, request),
        alert => ({
          classes: request.classes.map(({ file, name, methods }) => ({
            file,
            name,
            alerts: [alert],
            methods: methods.map(method => ({
              name: method,
              milliseconds: 0,
              alerts: [notRun(alert)]
            }))
          }))
        })
      ),
    console: request =>
      within(
        request,
        workspace => runProgram(workspace, { kind: 'console', key: request.class.toUpperCase() }),
        alert => ({ output: '', alert })
      ),
    report: request =>
      within(
        request,
        workspace =>
          runProgram(workspace, { kind: 'report', program: request.program.toUpperCase() }),
        alert => ({ output: '', alert })
      ),
    async close() {
      environment.signal.abort()
      await transpiler.close()
      await Promise.allSettled(running)
      rmSync(root, { recursive: true, force: true })
    }
  }
}

/** Where the operator can permit more, a platform that permits less is worth a warning. */
function logIsolation(level: Isolation, log: RuntimeOptions['log']): void {
  const text = describeIsolation(level)
  if (level === 'full' || process.platform !== 'linux') log?.info(text)
  else log?.warn(text)
}

/**
 * Sources that cannot even be prepared, for example because they are too deep or too large for the
 * transpiler.
 */
function preparationAlert(error: unknown): RunAlert {
  return {
    kind: 'limit',
    title: `Stopped by the sandbox: ${error instanceof Error ? error.message : String(error)}`,
    details: ['The program could not be prepared'],
    stack: []
  }
}

async function runProgram(
  workspace: Workspace,
  task: ConsoleTask | ReportTask
): Promise<ConsoleRun> {
  const { program, limits } = workspace
  const key = task.kind === 'report' ? task.program : task.key
  const problems = program.problems.filter(problem => problem.object === key)
  if (problems[0] !== undefined) return { output: '', alert: problemAlert(problems[0]) }
  let result: ConsoleRun = { output: '' }
  const ending = await workspace.execute(task, event => {
    if (event.event === 'output') result = { ...result, output: event.text }
    if (event.event === 'uncommitted') result = { ...result, uncommitted: true }
    if (event.event === 'alert' && result.alert === undefined) {
      result = { ...result, alert: resolveAlert(event.alert, program) }
    }
    if (
      event.event === 'failed' &&
      event.module.toUpperCase().startsWith(`${key.replaceAll('/', '#')}.`)
    ) {
      result = { ...result, alert: resolveAlert(event.alert, program) }
    }
  })
  const trace = traceOf(workspace.traces, program)
  if (trace !== undefined) result = { ...result, trace }
  if (ending.reason === 'done' && ending.changes !== undefined) {
    result = { ...result, changes: ending.changes }
  }
  return ending.reason === 'done' || result.alert !== undefined
    ? result
    : { ...result, alert: endingAlert(ending, limits) }
}
