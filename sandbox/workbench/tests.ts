/** Runs unit tests of objects and packages. */
import type {
  CoveredProcedure,
  FileTestClass,
  ObjectKey,
  RunAlert,
  RunCaller,
  RunDebugger,
  UnitRun
} from '../types.ts'
import { grantedOf } from '../http/logon/roles.ts'
import type { System } from '../system.ts'
import { check } from './checks.ts'
import { areMissingStandard } from './missing-standard.ts'
import { recordDumps, recordEnd, unattended } from './dumps/second-run.ts'
import { runNamed } from './named-at-run-time.ts'
import { recordTrace } from './traces/record.ts'
import { obstacleOf, withSyntaxErrors } from './test-obstacles.ts'
import type { TestObstacle } from './test-obstacles.ts'

/** The system that runs something, and the user it runs for. */
export interface TestCaller {
  readonly system: System
  readonly user: string
  readonly language: string
}

export interface TestTarget {
  readonly object: ObjectKey
  /** Only this test class, only this method of it. */
  readonly testClass?: string
  readonly testMethod?: string
}

export interface TestFilter {
  readonly risks: ReadonlySet<FileTestClass['risk']>
  readonly durations: ReadonlySet<FileTestClass['duration']>
  /** Whether what runs is measured. */
  readonly coverage?: boolean
}

export interface ClassResult {
  readonly test: FileTestClass
  readonly alerts: readonly RunAlert[]
  readonly methods: readonly {
    readonly name: string
    readonly milliseconds: number
    readonly alerts: readonly RunAlert[]
  }[]
}

/**
 * One object's tests; an object with syntax errors is not run, unless they say only that the
 * sandbox lacks names of the standard: what needs one fails then where it is reached.
 */
export interface ProgramResult {
  readonly object: ObjectKey
  readonly obstacle?: TestObstacle
  readonly classes: readonly ClassResult[]
  readonly coverage?: readonly CoveredProcedure[]
}

/** What a run has found. */
export interface UnitRunResult {
  readonly results: readonly ProgramResult[]
  /** The element that names the measurement of coverage; empty for none. */
  readonly measured: string
}

const isSameName = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()

function selectedClasses(
  tests: readonly FileTestClass[],
  target: TestTarget,
  filter: TestFilter
): FileTestClass[] {
  return tests
    .filter(test => filter.risks.has(test.risk) && filter.durations.has(test.duration))
    .filter(test => target.testClass === undefined || isSameName(test.name, target.testClass))
    .map(test => ({
      ...test,
      methods: test.methods.filter(
        method => target.testMethod === undefined || isSameName(method.name, target.testMethod)
      )
    }))
    .filter(test => target.testMethod === undefined || test.methods.length > 0)
}

function resultOf(test: FileTestClass, run: UnitRun): ClassResult {
  const result = run.classes.find(
    each => each.file === test.file && isSameName(each.name, test.name)
  )
  const notRun: RunAlert = {
    kind: 'limit',
    title: 'Not run: the run ended before this method',
    details: [],
    stack: []
  }
  return {
    test,
    alerts: result?.alerts ?? [],
    methods:
      result?.methods ??
      test.methods.map(({ name }) => ({ name, milliseconds: 0, alerts: [notRun] }))
  }
}

/** The user, client and system of a run, as the program reads them. */
export function callerOf({ system, user, language }: TestCaller): RunCaller {
  const limits = system.users.authorizationsOf(user)
  const authorizations = limits === undefined ? undefined : grantedOf(limits)
  return { user, client: system.client, system: system.id, language, authorizations }
}

function alertsOf({ classes }: UnitRun): RunAlert[] {
  return classes.flatMap(({ alerts, methods }) => [
    ...alerts,
    ...methods.flatMap(method => method.alerts)
  ])
}

interface TestRun {
  readonly classes: readonly {
    readonly file: string
    readonly name: string
    readonly methods: readonly string[]
  }[]
  readonly coverage: boolean
  readonly debug: RunDebugger | undefined
  readonly isTraced?: boolean
}

/** Runs test classes of an object, and tells how many files the program has. */
async function runClasses(
  caller: TestCaller,
  object: ObjectKey,
  { classes, coverage, debug, isTraced = false }: TestRun
): Promise<{ readonly run: UnitRun; readonly files: number }> {
  const { runtime, dictionary, database } = caller.system
  let files = 0
  const run = await runNamed(caller.system, {
    object,
    repeats: debug === undefined,
    alertsOf,
    run: program => {
      files = program.files.length
      return runtime.unit({
        caller: callerOf(caller),
        ...(debug === undefined ? { coverage, isTraced } : { debug }),
        ...program,
        classes,
        tables: dictionary.tables(),
        database: database.file
      })
    }
  })
  return { run, files }
}

/** Short dumps of one run; one more is an error as well, and has none. */
const MAX_DUMPS = 10

/**
 * The methods whose alerts end in a short dump, each as a class of its own, and a method for those of
 * the class. The framework handles exceptions of classes, and no other runtime errors.
 */
function withDumps({ classes }: UnitRun) {
  return classes
    .flatMap(({ file, name, alerts, methods }) =>
      [{ name: methods[0]?.name ?? '', alerts }, ...methods].map(method => ({
        ...{ file, name, methods: [method.name] },
        alerts: method.alerts.filter(({ dump }) => dump?.isCatchable === false)
      }))
    )
    .filter(({ alerts }) => alerts.length > 0)
    .slice(0, MAX_DUMPS)
}

const MAX_TERMINATED = 3

/** Methods that were stopped; others of the class are not run behind three of them. */
function terminatedMethods({ classes }: UnitRun) {
  return classes
    .flatMap(({ file, name, methods }) =>
      methods.flatMap(({ name: method, alerts }) =>
        alerts.flatMap(({ terminated }) =>
          terminated === undefined ? [] : [{ file, name, method, terminated }]
        )
      )
    )
    .slice(0, MAX_TERMINATED)
}

async function runObject(
  caller: TestCaller,
  target: TestTarget,
  filter: TestFilter
): Promise<ProgramResult | undefined> {
  const { system } = caller
  const { store, engine } = system
  const files = store.files('active', [target.object]).map(file => file.name)
  const declared = await engine.testClasses({ files, overlay: [] })
  if (declared.length === 0) {
    const obstacle = await obstacleOf(system, target.object)
    return obstacle === undefined ? undefined : { object: target.object, obstacle, classes: [] }
  }
  const tests = selectedClasses(declared, target, filter)
  if (tests.length === 0) return undefined
  const messages = await check(system, { objects: [target.object], sources: [], drafts: false })
  const syntaxErrors = messages.filter(message => message.severity === 'E')
  if (syntaxErrors.length > 0 && !areMissingStandard(syntaxErrors)) {
    const obstacle = withSyntaxErrors(target.object, syntaxErrors)
    return { object: target.object, obstacle, classes: [] }
  }
  system.administration.refresh()
  const classes = tests.map(({ file, name, methods }) => ({
    ...{ file, name },
    methods: methods.map(method => method.name)
  }))
  const coverage = filter.coverage === true
  const debug = system.debuggers.forRun(caller.user.toUpperCase())
  const isFree = !coverage && debug === undefined
  const title = isFree ? system.store.traces.requests.take(caller.user.toUpperCase()) : undefined
  const once = { classes, coverage, debug, isTraced: title !== undefined }
  const { run, files: size } = await runClasses(caller, target.object, once)
  if (run.trace !== undefined) {
    recordTrace(caller, { object: target.object, title: title ?? '' }, run.trace)
  }
  const failed = withDumps(run)
  await recordDumps(
    caller,
    { alerts: failed.flatMap(({ alerts }) => alerts), files: size },
    async () => {
      const again = { classes: failed, coverage: false, debug: unattended }
      return alertsOf((await runClasses(caller, target.object, again)).run)
    }
  )
  for (const { file, name, method, terminated } of terminatedMethods(run)) {
    await recordEnd(caller, { terminated, files: size }, async debug => {
      const again = { classes: [{ file, name, methods: [method] }], coverage: false, debug }
      return alertsOf((await runClasses(caller, target.object, again)).run)
    })
  }
  return {
    object: target.object,
    classes: tests.map(test => resultOf(test, run)),
    ...(run.coverage === undefined ? {} : { coverage: run.coverage })
  }
}

/**
 * Runs the active version of the targets' tests, one object after the other. Objects without tests
 * are left out; one whose tests cannot run stands there with the reason.
 */
export async function runTests(
  caller: TestCaller,
  targets: readonly TestTarget[],
  filter: TestFilter
): Promise<ProgramResult[]> {
  const results: ProgramResult[] = []
  for (const target of targets) {
    const result = await runObject(caller, target, filter)
    if (result !== undefined) results.push(result)
  }
  return results
}
