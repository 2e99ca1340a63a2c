/**
 * How many unit tests of other people's ABAP run green in the sandbox:
 *
 *     node bench/foreign-abap.mts DIR [--only NAME,NAME] [--details FILE]
 *
 * DIR holds one folder for each project, a checkout in abapGit format with `src/`: sbcgua/ajson,
 * sbcgua/text2tab (as abap_data_parser), abapGit/abapGit, larshp/abapOpenChecks and
 * SAP-samples/abap-cheat-sheets of https://github.com. Nothing of them is part of this project.
 * A folder `deps/` beside `src/` holds what the project expects in the system and is mounted as a
 * library. abapGit expects the table ZABAPGIT, which is in its folder, and the lock object EZABAPGIT
 * on the fields TYPE and VALUE, to be added there: it creates both when it first starts.
 * `--details` writes each object with errors and each test that is not green as a line of JSON.
 * Figures for people; nothing is asserted.
 */
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withSystem } from './abap/solutions.mts'
import { check } from '../sandbox/workbench/checks.ts'
import { runTests } from '../sandbox/workbench/tests.ts'
import type { ProgramResult } from '../sandbox/workbench/tests.ts'
import type { System } from '../sandbox/system.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, details: { type: 'string' } }
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder that holds the projects.')
if (values.details !== undefined) rmSync(values.details, { force: true })

function detail(facts: object): void {
  if (values.details !== undefined) appendFileSync(values.details, `${JSON.stringify(facts)}\n`)
}

const everything = {
  risks: new Set(['harmless', 'dangerous', 'critical'] as const),
  durations: new Set(['short', 'medium', 'long'] as const)
}

interface Figures {
  objects: number
  faultless: number
  tests: number
  green: number
}

function countTests({ object, classes }: ProgramResult, figures: Figures): void {
  for (const { alerts, methods } of classes) {
    for (const method of methods) {
      const reasons = [...alerts, ...method.alerts]
      if (reasons.length === 0) figures.green++
      else detail({ object: object.name, method: method.name, reason: reasons[0] })
    }
  }
}

async function measure(system: System): Promise<Figures> {
  const figures: Figures = { objects: 0, faultless: 0, tests: 0, green: 0 }
  const caller = { system, user: 'DEVELOPER', language: 'EN' }
  for (const object of system.store.keys()) {
    if (!['CLAS', 'INTF', 'PROG', 'FUGR'].includes(object.type)) continue
    figures.objects++
    const found = await check(system, { objects: [object], sources: [], drafts: false })
    const faults = found.filter(message => message.severity === 'E')
    if (faults.length === 0) figures.faultless++
    else detail({ object: object.name, errors: faults.length, first: faults[0]?.text })
    const files = system.store.files('active', [object]).map(file => file.name)
    for (const test of await system.engine.testClasses({ files, overlay: [] })) {
      figures.tests += test.methods.length
    }
    for (const result of await runTests(caller, [{ object }], everything)) {
      countTests(result, figures)
    }
  }
  return figures
}

/** A library in abapGit layout with the content of `deps/`. */
function expected(project: string): string[] {
  const from = join(project, 'deps')
  if (!existsSync(from)) return []
  const library = mkdtempSync(join(tmpdir(), 'foreign-abap-'))
  cpSync(from, join(library, 'src'), { recursive: true })
  process.once('exit', () => {
    rmSync(library, { recursive: true, force: true })
  })
  return [library]
}

for (const project of readdirSync(folder)) {
  const wanted = values.only === undefined || values.only.split(',').includes(project)
  const seed = join(folder, project)
  if (!wanted || !existsSync(join(seed, 'src'))) continue
  const begun = performance.now()
  const { objects, faultless, tests, green } = await withSystem(measure, seed, expected(seed))
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(
    `${project.padEnd(24)} ${faultless} of ${objects} objects without errors, ${green} of ${tests} tests green, ${seconds} s`
  )
}
