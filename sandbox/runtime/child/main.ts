import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { currentRuntime } from './abap.ts'
import { describe } from './alerts.ts'
import { registerBroken } from './broken.ts'
import { correctArithmetic } from './arithmetic.ts'
import { completeClasses } from './classes.ts'
import { runConsole } from './console.ts'
import { lockDown } from './confine.ts'
import { correctConversions } from './conversions.ts'
import { createCounters } from './counters.ts'
import { correctRuntime } from './corrections.ts'
import { connectDatabase } from './database.ts'
import { nameEnumerated } from './enumerated.ts'
import { completeFormatting } from './format.ts'
import { correctFunctions } from './functions.ts'
import type { ChildEvent, Job } from './job.ts'
import { correctEvents, correctSecondaryKeys } from './registrations.ts'
import { createServices, Recorder } from './services.ts'
import { correctSortedTables } from './sorted-tables.ts'
import { runUnit } from './unit.ts'

const EVENTS = 3
const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Job
const recorder = new Recorder(job.outputBytes)
const counters = createCounters(job.counters)
const exit = process.exit.bind(process)

/** Synchronous, so that what was said before an endless loop is known outside. */
function send (event: ChildEvent): void {
  const line = Buffer.from(JSON.stringify(event) + '\n')
  for (let written = 0; written < line.length;) {
    try {
      written += writeSync(EVENTS, line, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

async function load (url: string, module: string): Promise<boolean> {
  try {
    await import(url)
    return true
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) send({ event: 'failed', module, alert })
    return false
  }
}

async function start (): Promise<void> {
  Error.stackTraceLimit = 40
  const { default: runtime } = await import(job.runtime) as { default: { ABAP: new (input: object) => object } }
  const abap = new runtime.ABAP({ console: consoleOf(recorder) })
  Object.assign(globalThis, { abap })
  const database = connectDatabase(job.database, currentRuntime())
  Object.assign(abap, { sandbox: { ...createServices(recorder, counters), ...database.openSql } })
  correctArithmetic()
  nameEnumerated()
  completeFormatting()
  correctRuntime()
  correctConversions()
  correctFunctions()
  correctEvents()
  correctSortedTables()
  correctSecondaryKeys()
  introduce()
  await import(job.library)
  lockDown(job.modules.map(module => module.url))
  registerBroken(job.broken)
  send({ event: 'ready' })
  for (const module of job.modules) await load(module.url, module.id)
  completeClasses()
  for (const key of job.constructors) await classConstructor(key)
  recorder.take()
  send({ event: 'loaded' })
  const context = { recorder, send, rollback: () => { database.rollback() }, note: () => { counters.note() } }
  if (job.task.kind === 'unit') await runUnit(job.task, context)
  else {
    await runConsole(job.task, context)
    const { changes, undone } = database.settle()
    if (changes.length > 0) writeFileSync(job.changes, changes)
    if (undone) send({ event: 'uncommitted' })
  }
  send({ event: 'done' })
}

async function classConstructor (key: string): Promise<void> {
  try {
    const run = currentRuntime().Classes[key]?.class_constructor
    if (typeof run === 'function') await run.call(currentRuntime().Classes[key])
  } catch (error) {
    const alert = await describe(error)
    if (alert !== undefined) send({ event: 'failed', module: key, alert })
  }
}

/** One-letter keys of the languages that have one. */
const languageKeys: Readonly<Record<string, string>> = { EN: 'E', DE: 'D', FR: 'F', ES: 'S', IT: 'I', NL: 'N', PT: 'P', PL: 'L', RU: 'R', JA: 'J', ZH: '1' }

/** Who and where the program believes to be. */
function introduce (): void {
  const sy = currentRuntime().builtin.sy.get()
  const { user = 'DEVELOPER', client = '001', system = 'SBX', language = 'EN' } = job.caller ?? {}
  const facts = { mandt: client, uname: user.slice(0, 12), sysid: system, langu: languageKeys[language] ?? 'E' }
  for (const [name, value] of Object.entries({ ...facts, host: 'sandbox', opsys: 'Linux', dbsys: 'SQLITE' })) sy[name]?.set(value)
}

/** List output of WRITE goes where console output goes. */
function consoleOf (target: Recorder): object {
  return { clear () {}, add (data: string) { target.write(data) }, get () { return target.output }, isEmpty () { return target.output === '' }, getTrimmed () { return target.output.trim() } }
}

start().then(() => exit(0), async error => {
  const alert = await describe(error)
  send({ event: 'alert', alert: alert ?? { kind: 'limit', title: 'Stopped by the sandbox', details: [], stack: '' } })
  exit(1)
})
