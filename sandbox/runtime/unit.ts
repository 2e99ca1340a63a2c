/** Runs test methods in child processes, and reports why a method did not run. */
import type { RunAlert, UnitRun } from '../types.ts'
import type { ChildEvent, UnitClass, UnitTask } from './child/job.ts'
import { coverageOf } from './coverage.ts'
import { resolveAlert } from './positions.ts'
import type { BuiltProgram } from './programs.ts'
import { traceOf } from './trace.ts'
import { endingAlert, type Workspace } from './run.ts'
import type { Problem } from './transpile/program.ts'

interface TestClassRequest {
  readonly file: string
  readonly name: string
  readonly methods: readonly string[]
}

/** `ran`: the child reported the end of the method; `done`: the method is not tried (again). */
interface MethodState {
  readonly name: string
  milliseconds: number
  alerts: RunAlert[]
  done: boolean
  ran: boolean
}
interface ClassState {
  readonly request: TestClassRequest
  readonly key: string | undefined
  readonly alerts: RunAlert[]
  readonly methods: MethodState[]
}

/**
 * After so many children were stopped, what is left is not tried: a class of endless loops must not
 * occupy the sandbox for hours.
 */
const MAX_STOPPED = 3

/** Runs the methods, in a new child for those that remain whenever one had to be stopped. */
export async function runUnitTests(
  workspace: Workspace,
  { classes, coverage = false }: { classes: readonly TestClassRequest[]; coverage?: boolean }
): Promise<UnitRun> {
  const { program, limits } = workspace
  const states = classes.map(request => stateOf(request, program))
  let stopped = 0
  for (let task = remaining(states); task.classes.length > 0; task = remaining(states)) {
    const running: Running = {}
    const ending = await workspace.execute(task, event => {
      apply(event, { states, program, running })
    })
    if (ending.reason === 'done' || running.failedToStart === true) break
    stopped++
    const alert = endingAlert(ending, limits)
    const interrupted = running.method ?? firstPending(states)
    if (interrupted === undefined) break
    interrupted.alerts.push(alert)
    interrupted.milliseconds =
      ending.reason === 'time' ? limits.milliseconds : interrupted.milliseconds
    interrupted.done = true
    if (stopped >= MAX_STOPPED) abortRemaining(states, alert)
  }
  for (const state of states) markNotRun(state)
  const results = states.map(({ request: { file, name }, alerts, methods }) => ({
    file,
    name,
    alerts,
    methods: methods.map(({ name, milliseconds, alerts }) => ({ name, milliseconds, alerts }))
  }))
  return {
    classes: results,
    trace: traceOf(workspace.traces, program),
    ...(coverage ? { coverage: coverageOf(program, workspace.counts) } : {})
  }
}

function stateOf(request: TestClassRequest, program: BuiltProgram): ClassState {
  const name = request.name.toUpperCase()
  const module = program.modules.find(
    candidate =>
      candidate.classes[name] !== undefined &&
      (candidate.file === request.file || candidate.sources.includes(request.file))
  )
  const key = module?.classes[name]
  const methods = request.methods.map(method => ({
    name: method,
    milliseconds: 0,
    alerts: [],
    done: false,
    ran: false
  }))
  const alerts = module === undefined ? problemsOf(request, program) : []
  return { request, key, alerts, methods }
}

/** Why the class is missing: problems of its object, or of the objects that it uses. */
function problemsOf(request: TestClassRequest, program: BuiltProgram): RunAlert[] {
  const [name, type] = request.file.toLowerCase().split('.')
  const own = program.problems.filter(
    problem =>
      problem.object.toLowerCase().replaceAll('/', '#') === name &&
      problem.type.toLowerCase() === type
  )
  const found = own.length > 0 ? own : program.problems
  if (found.length > 0) return found.slice(0, 10).map(problemAlert)
  return [
    {
      kind: 'unsupported',
      title: `Not supported by the sandbox runtime: test class ${request.name.toUpperCase()} was not found in ${request.file}`,
      details: [],
      stack: []
    }
  ]
}

export function problemAlert(problem: Problem): RunAlert {
  return {
    kind: 'unsupported',
    title: `Not supported by the sandbox runtime: ${problem.text}`,
    details: [`${problem.type} ${problem.object}, ${problem.file}, line ${problem.row}`],
    stack: [{ file: problem.file, row: problem.row, text: problem.object }]
  }
}

function remaining(states: readonly ClassState[]): UnitTask {
  const classes = states.flatMap((state, index): UnitClass[] => {
    const methods = state.methods.flatMap((method, position) =>
      method.done ? [] : [{ index: position, name: method.name }]
    )
    return state.key === undefined || methods.length === 0
      ? []
      : [{ index, key: state.key, methods }]
  })
  return { kind: 'unit', classes }
}

function firstPending(states: readonly ClassState[]): MethodState | undefined {
  return states
    .filter(state => state.key !== undefined)
    .flatMap(state => state.methods)
    .find(method => !method.done)
}

function abortRemaining(states: readonly ClassState[], alert: RunAlert): void {
  for (const state of states) {
    if (state.key === undefined) continue
    for (const method of state.methods) {
      if (method.done) continue
      method.alerts.push({
        kind: 'limit',
        title: 'Not run: too many methods before it had to be stopped',
        details: [alert.title],
        stack: []
      })
      method.done = true
    }
  }
}

/** `failedToStart`: the child reported an error before the first method. */
interface Running {
  method?: MethodState
  failedToStart?: boolean
}

function apply(
  event: ChildEvent,
  run: { states: ClassState[]; program: BuiltProgram; running: Running }
): void {
  const { states, program, running } = run
  const method = 'method' in event ? states[event.class]?.methods[event.method] : undefined
  if (event.event === 'start' && method !== undefined) running.method = method
  if (event.event === 'end' && method !== undefined) {
    method.done = true
    method.ran = true
    method.milliseconds = event.milliseconds
    method.alerts.push(...event.alerts.map(alert => resolveAlert(alert, program)))
    delete running.method
  }
  if (event.event === 'classAlerts') {
    failClass(
      states[event.class],
      event.alerts.map(alert => resolveAlert(alert, program))
    )
  }
  if (event.event === 'alert') {
    running.failedToStart = true
    for (const state of states) failClass(state, [resolveAlert(event.alert, program)])
  }
  if (event.event === 'failed') {
    failModule(event.module, states, { ...resolveAlert(event.alert, program) })
  }
}

/** A skipped class has no results; a method of any other class that did not run has an alert. */
function markNotRun(state: ClassState): void {
  const [first] = state.alerts
  const skipped = first?.kind === 'warning' && !state.methods.some(({ ran }) => ran)
  if (skipped) state.methods.length = 0
  for (const method of state.methods) {
    if (!method.ran && method.alerts.length === 0) method.alerts.push(notRun(first))
  }
}

/**
 * The alert of a method that did not run. A client that reads only methods would otherwise count it
 * as passed.
 *
 * @param reason the alert of its class, which is more specific
 */
export function notRun(reason: RunAlert | undefined): RunAlert {
  const why = reason?.title ?? 'the run ended before this method'
  const kind = reason === undefined || reason.kind === 'limit' ? 'limit' : 'exception'
  return { kind, title: `Not run: ${why}`, details: [], stack: [] }
}

/** A class whose fixture fails does not run; its methods are not tried. */
function failClass(state: ClassState | undefined, alerts: readonly RunAlert[]): void {
  if (state === undefined) return
  state.alerts.push(...alerts)
  for (const method of state.methods) method.done = true
}

/**
 * Adds the alert of a module that could not be loaded to the classes of the same object, once each.
 */
function failModule(module: string, states: readonly ClassState[], alert: RunAlert): void {
  const object = module.toLowerCase().split('.')[0]
  for (const state of states) {
    const own = state.request.file.toLowerCase().split('.')[0] === object || state.key === module
    if (own && !state.alerts.some(known => known.title === alert.title)) state.alerts.push(alert)
  }
}
