/** Runs one program: its folder, its copy of the rows, its limits and its changes. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  OutsideObjects,
  RepositoryFile,
  RunAlert,
  RunCaller,
  RunDebugger,
  RunEnd,
  RunLimits,
  TableShape
} from '../types.ts'
import type { BrokenObject, ChildEvent, Job, RawTrace, Task } from './child/job.ts'
import { createDebugLink } from './debug.ts'
import type { CompiledCode } from './compiled.ts'
import { addCounts, type Counts } from './coverage.ts'
import type { Isolation } from './isolation.ts'
import { launch, type Ending } from './launch.ts'
import type { BuiltProgram, Programs } from './programs.ts'
import { copyRows, mentionedShapes } from './rows.ts'
import type { Slots } from './slots.ts'
import type { Problem, Probes } from './transpile/program.ts'

export interface RunRequest {
  readonly caller?: RunCaller
  readonly files: readonly RepositoryFile[]
  readonly tables: readonly TableShape[]
  readonly database: string
  readonly limits?: RunLimits
  /** Whether the program counts what runs. */
  readonly coverage?: boolean
  readonly outside?: OutsideObjects
  readonly debug?: RunDebugger
  readonly isTraced?: boolean
}

/**
 * What one closure's runs share: its program and a folder of its own with a private copy of the
 * rows.
 */
export interface Workspace {
  readonly program: BuiltProgram
  readonly limits: RunLimits
  /** What has run so far, by counter. */
  readonly counts: Counts
  /** What its processes have measured. */
  readonly traces: readonly RawTrace[]
  execute(task: Task, onEvent: (event: ChildEvent) => void): Promise<Ended>
  dispose(): void
}

export const DEFAULT_LIMITS: RunLimits = {
  milliseconds: 10_000,
  memoryMegabytes: 256,
  outputBytes: 1024 * 1024
}

/** How a child ended, with the changeset of the rows that it committed. */
export type Ended = Ending & { readonly changes?: Uint8Array }

let counter = 0

interface Environment {
  readonly root: string
  readonly programs: Programs
  readonly compiled: CompiledCode
  readonly signal: AbortSignal
  readonly slots: Slots
  readonly isolation: Promise<Isolation>
}

export async function openWorkspace(
  request: RunRequest,
  environment: Environment
): Promise<Workspace> {
  const [library, program] = await Promise.all([
    environment.programs.library(),
    environment.programs.build({
      files: request.files,
      tables: withMentioned(request),
      probes: probesOf(request)
    })
  ])
  environment.compiled.restore(library)
  const folder = join(environment.root, 'runs', `r${++counter}`)
  mkdirSync(folder, { recursive: true })
  const limits = limitsOf(request)
  const counts: Counts = new Map()
  const traces: RawTrace[] = []
  let attempt = 0
  return {
    program,
    limits,
    counts,
    traces,
    async execute(task, onEvent) {
      const own = join(folder, `a${++attempt}`)
      mkdirSync(own)
      const link = request.debug === undefined ? undefined : createDebugLink(request.debug, program)
      const database = copyRows(request.database, join(own, 'rows.sqlite'))
      const job: Job = {
        library: library.url,
        realm: library.realm,
        modules: program.files,
        constructors: program.constructors,
        outputBytes: limits.outputBytes,
        task,
        broken: brokenObjects(program.problems),
        outside: request.outside ?? { classes: [], functions: [], programs: [], namespaces: [] },
        changes: join(own, 'rows.changes'),
        counters: { count: program.counters, file: join(own, 'counts') },
        ...(link === undefined
          ? {}
          : { debug: { breakpoints: link.breakpoints(), until: request.debug?.until } }),
        isTraced: probesOf(request) === 'traced',
        ...(request.caller === undefined ? {} : { caller: request.caller }),
        ...(database === undefined ? {} : { database })
      }
      writeFileSync(join(own, 'job.json'), JSON.stringify(job))
      const start = async (): Promise<Ending> =>
        await launch(
          {
            main: library.main,
            job: join(own, 'job.json'),
            read: [library.folder, program.folder],
            write: own,
            limits,
            isolation: await environment.isolation,
            periods: periodsOf(task),
            onEvent(event) {
              link?.onEvent(event)
              if (event.event === 'traced') traces.push(event.trace)
              onEvent(event)
            },
            ...(link === undefined ? {} : { onCommands: link.onCommands })
          },
          environment.signal
        )
      const ending = await environment.slots(start)
      link?.ended()
      addCounts(counts, job.counters.file)
      return existsSync(job.changes) ? { ...ending, changes: readFileSync(job.changes) } : ending
    },
    dispose() {
      environment.programs.release(program)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** A program that is ended at a statement has room behind its limit, where the process is stopped. */
function limitsOf({ limits = DEFAULT_LIMITS, debug }: RunRequest): RunLimits {
  return debug?.until === undefined
    ? limits
    : { ...limits, memoryMegabytes: limits.memoryMegabytes * 2 }
}

function probesOf({ coverage, debug, isTraced }: RunRequest): Probes {
  if (debug !== undefined) return 'debugged'
  if (coverage === true) return 'counted'
  return isTraced === true ? 'traced' : 'none'
}

/** Each object with errors once, with its first error. */
function brokenObjects(problems: readonly Problem[]): BrokenObject[] {
  const first = new Map<string, Problem>()
  for (const problem of problems) {
    const key = `${problem.type} ${problem.object}`
    if (!first.has(key)) first.set(key, problem)
  }
  return [...first.values()].map(({ type, object, file, row, text, functions }) => ({
    names: functions ?? (type === 'CLAS' || type === 'INTF' ? [object] : []),
    isFunction: functions !== undefined,
    reason: text,
    place: `${type} ${object}, ${file}, line ${row}`
  }))
}

function periodsOf(task: Task): number {
  return task.kind === 'unit' ? task.classes.reduce((sum, each) => sum + each.methods.length, 0) : 1
}

/** The given shapes come first; those of the rows fill in what is missing, views above all. */
function withMentioned(request: RunRequest): TableShape[] {
  const given = new Set(request.tables.map(shape => shape.name.toUpperCase()))
  return [
    ...request.tables,
    ...mentionedShapes(request.database, request.files).filter(
      shape => !given.has(shape.name.toUpperCase())
    )
  ]
}

const TERMINATED: Partial<Readonly<Record<Ending['reason'], RunEnd['error']>>> = {
  time: 'TIME_OUT',
  memory: 'TSV_TNEW_PAGE_ALLOC_FAILED'
}

/** The alert for a child that did not come to its end. */
export function endingAlert(ending: Ending, limits: RunLimits): RunAlert {
  const texts: Readonly<Record<Ending['reason'], string>> = {
    done: '',
    time: `Stopped by the sandbox after ${limits.milliseconds} ms`,
    memory: `Stopped by the sandbox: more than ${limits.memoryMegabytes} MB of memory`,
    output: `Stopped by the sandbox: more than ${limits.outputBytes} bytes of output`,
    died: `Stopped by the sandbox: the process ended (${ending.detail})`
  }
  const terminated = TERMINATED[ending.reason]
  return {
    ...{ kind: 'limit', title: texts[ending.reason], details: [], stack: [] },
    ...(terminated === undefined ? {} : { terminated })
  }
}
