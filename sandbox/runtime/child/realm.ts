/**
 * What runs inside the realm of a child: loads the runtime, the library and the program, and runs
 * the task.
 */
import { languageKeys } from '../../language-keys.ts'
import { ABAP } from '@abaplint/runtime'
import { currentRuntime } from './abap.ts'
import { describe } from './alerts.ts'
import { correctAdjacentDuplicates } from './corrections/adjacent-duplicates.ts'
import { correctArithmetic } from './corrections/arithmetic.ts'
import type { Host } from './bridge.ts'
import { declaring } from './corrections/absent.ts'
import { authorityChecks } from './authority.ts'
import { missingClasses, registerBroken, registerFailed, registerOutside } from './broken.ts'
import { completeClasses } from './corrections/classes.ts'
import { runConsole } from './console.ts'
import { runReport } from './report.ts'
import { createReports } from './reports/reports.ts'
import { correctConversions } from './corrections/conversions.ts'
import { correctRuntime } from './corrections/corrections.ts'
import { provideDecfloat16 } from './corrections/decfloat16.ts'
import { createCounters, type Counters } from './counters.ts'
import { connectDatabase } from './database.ts'
import { nameEnumerated } from './corrections/enumerated.ts'
import { readExponents } from './corrections/exponents.ts'
import { completeFormatting } from './corrections/format.ts'
import { checkDomains } from './corrections/domains.ts'
import { correctSortOfEmptyKeys } from './corrections/empty-keys.ts'
import { correctFunctions } from './corrections/functions.ts'
import { correctShift } from './corrections/shift.ts'
import { correctTextStatements } from './corrections/text-statements.ts'
import { guardFunctionModules } from './function-modules.ts'
import type { ChildEvent, Job, RawAlert } from './job.ts'
import { setNestedComponents } from './corrections/nested-components.ts'
import { correctEvents, correctSecondaryKeys } from './corrections/registrations.ts'
import { createFunctionDoubles } from './doubles/functions.ts'
import { createObjectDoubles } from './doubles/objects.ts'
import { createStops } from './debug/stops.ts'
import { shareGroups } from './rap/groups.ts'
import { createEml } from './rap/eml.ts'
import { createSeams } from './seams.ts'
import { createServices, Recorder } from './services.ts'
import { correctSortedTables } from './corrections/sorted-tables.ts'
import { createTracer, tracedHost } from './traces/tracer.ts'
import { runUnit } from './unit.ts'

/** The library's place among the modules. */
const LIBRARY = -1
const FRAMES = 40

/**
 * Runs the whole job. The promise chain stays in the realm: the process awaits nothing that a
 * program could replace.
 */
export function enter(host: Host): void {
  const send = (event: ChildEvent): void => {
    host.send(JSON.stringify(event))
  }
  start(host, send).then(
    () => {
      host.exit(0)
    },
    async error => {
      const alert = await describe(error)
      send({ event: 'alert', alert: alert ?? STOPPED })
      host.exit(1)
    }
  )
}

const STOPPED: RawAlert = { kind: 'limit', title: 'Stopped by the sandbox', details: [], stack: '' }

/** What the program reaches as `abap.sandbox`, and what the run settles behind it. */
function connectServices(
  job: Job,
  host: Host,
  { recorder, counters }: { recorder: Recorder; counters: Counters }
) {
  const stops = createStops(job, host)
  const tracer = createTracer(job.isTraced === true, host)
  const services = createServices(recorder, counters, stops.stop)
  const database = connectDatabase(tracedHost(host, tracer), currentRuntime(), services.unsupported)
  const { openSql, doubles, transaction } = database
  const eml = createEml(openSql, { commit: database.commit, rollback: database.rollback })
  const replaced = createReplacements(job)
  const { forget: forgetInjections, ...seams } = createSeams()
  const reports = createReports({
    ...job,
    outside: job.outside.programs,
    display: text => {
      recorder.write(text)
    },
    load: () => loadAnew(job, host)
  })
  const sandbox = {
    authorityCheck: authorityChecks(job.caller),
    ...services,
    enter: tracer.enter,
    leave: tracer.leave,
    ...openSql,
    ...eml,
    ...seams,
    ...transaction,
    reports: reports.service,
    get list() {
      return reports.list
    },
    messageSent: reports.messageSent,
    doubles,
    ...replaced
  }
  return { sandbox, database, eml, doubles, replaced, stops, tracer, forgetInjections, reports }
}

function createReplacements({ outside }: Job) {
  return { objectDoubles: createObjectDoubles(), functionDoubles: createFunctionDoubles(outside) }
}

type Services = ReturnType<typeof connectServices>

function forgetDoubles({ doubles, eml, replaced }: Services): void {
  doubles.reset()
  replaced.functionDoubles.reset()
  eml.forgetDoubles()
}

async function start(host: Host, send: (event: ChildEvent) => void): Promise<void> {
  Error.stackTraceLimit = FRAMES
  const job = JSON.parse(host.job()) as Job
  const recorder = new Recorder(job.outputBytes)
  const counters = createCounters(job.counters.count, host)
  const abap = new ABAP({ console: consoleOf(recorder) } as never)
  Object.assign(globalThis, { abap })
  const services = connectServices(job, host, { recorder, counters })
  const { sandbox, database, eml, stops, tracer, forgetInjections, reports } = services
  Object.assign(abap, { sandbox, Missing: missingClasses() })
  correctAll(job)
  await host.compile(LIBRARY)()
  registerOutside(job.outside.classes)
  guardFunctionModules(job.outside)
  registerBroken(job.broken)
  send({ event: 'ready' })
  await declaring(async () => {
    for (const [index, { id }] of job.modules.entries()) {
      await reportingFailure(id, send, () => host.compile(index)())
    }
  })
  completeClasses()
  await initializeClasses(job)
  recorder.take()
  stops.observe()
  send({ event: 'loaded' })
  const context = {
    recorder,
    list: reports.list,
    send,
    rollback: () => {
      eml.forget()
      database.rollback()
    },
    forgetInjections,
    forgetDoubles: () => {
      forgetDoubles(services)
    },
    note: () => {
      counters.note()
    },
    scopesAt: stops.scopesAt
  }
  if (job.task.kind === 'unit') await runUnit(job.task, context)
  else {
    if (job.task.kind === 'report') await runReport(job.task, context, reports)
    else await runConsole(job.task, context)
    if (database.settle()) send({ event: 'uncommitted' })
  }
  const trace = tracer.result()
  if (trace !== undefined) send({ event: 'traced', trace })
  send({ event: 'done' })
}

/** The modules of the program begin with their start values, as in a session of its own. */
async function loadAnew(job: Job, host: Host): Promise<void> {
  await declaring(async () => {
    for (const index of job.modules.keys()) await host.compile(index)()
  })
  completeClasses()
  await initializeClasses(job)
}

type Send = (event: ChildEvent) => void

async function initializeClasses(job: Job): Promise<void> {
  for (const key of job.constructors) {
    try {
      const initialized = currentRuntime().Classes[key]
      const run = initialized?.class_constructor
      if (typeof run === 'function') await run.call(initialized)
    } catch (error) {
      const alert = await describe(error)
      if (alert !== undefined) registerFailed(key, alert)
    }
  }
}

async function reportingFailure(
  module: string,
  send: Send,
  run: () => Promise<void>
): Promise<void> {
  try {
    await run()
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) send({ event: 'failed', module, alert })
  }
}

function correctAll(job: Job): void {
  correctArithmetic()
  checkDomains()
  provideDecfloat16()
  nameEnumerated()
  completeFormatting()
  readExponents()
  correctRuntime()
  correctConversions()
  correctFunctions()
  correctShift()
  correctTextStatements()
  correctSortOfEmptyKeys()
  correctEvents()
  correctSortedTables()
  correctAdjacentDuplicates()
  correctSecondaryKeys()
  setNestedComponents()
  shareGroups()
  setSystemFields(job)
}

/** Sets the system fields to the caller of the run. */
function setSystemFields(job: Job): void {
  const sy = currentRuntime().builtin.sy.get()
  const { user = 'DEVELOPER', client = '001', system = 'SBX', language = 'EN' } = job.caller ?? {}
  const langu = languageKeys[language] ?? 'E'
  const caller = { mandt: client, uname: user.slice(0, 12), sysid: system, langu }
  const facts = { ...caller, host: 'sandbox', opsys: 'Linux', dbsys: 'SQLITE' }
  for (const [name, value] of Object.entries(facts)) sy[name]?.set(value)
}

/** List output of WRITE goes where console output goes. */
function consoleOf(target: Recorder): object {
  return {
    clear() {},
    add(data: string) {
      target.write(data)
    },
    get() {
      return target.output
    },
    isEmpty() {
      return target.output === ''
    },
    getTrimmed() {
      return target.output.trim()
    }
  }
}
