/**
 * `npm test`, `npm run test:all` and `npm run test:changed`: runs lint, types and test files side
 * by side and ends with the totals. `--help` names the arguments.
 */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { planChanged } from './test/changed.ts'
import { isDecisive, testFiles } from './test/files.ts'
import type { TestFile } from './test/files.ts'
import { endOnSignals } from './test/process.ts'
import { createReporter } from './test/report.ts'
import { currentSeed } from './test/seed.ts'
import { commandStep, environment, fileStep, runSteps } from './test/steps.ts'
import type { PlannedStep } from './test/steps.ts'
import { suites } from './test/suites.ts'
import type { Suite } from './test/suites.ts'

const help = `node tooling/test.ts [SUITE|FILE|FOLDER …]

Without a name: the suites of \`npm test\`. With names: these suites, or the test files that begin so.
  --all              all suites, and the coverage of the code that decides who may do what
  --coverage         the coverage of all files that run, with its gate
  --changed          what the changes since --since can affect; with --all of all suites
  --since REVISION   the base of --changed; where the branch left origin/main or main
  --skip SUITE       leaves a suite out; may be repeated
  --minutes N        leaves out what would not end within N minutes from now; never of npm test
  --shard I/N        every Nth test file, beginning with the Ith
  --jobs N           processes at the same time; the number of cores and one more
  --list             prints the suites and their files and runs nothing
`

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism() + 1) },
    list: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    shard: { type: 'string', default: '1/1' },
    since: { type: 'string' },
    skip: { type: 'string', multiple: true, default: [] }
  }
})

/** Suites in the order in which they run, those that run alone at the end. */
interface Selection {
  readonly suites: readonly Suite[]
  readonly files: readonly TestFile[]
  /** Commands instead of those of the suites, by the name of the suite. */
  readonly commands?: ReadonlyMap<string, readonly string[]>
}

function select(): Selection {
  const all = testFiles(root)
  if (options.changed) {
    return planChanged({ root, files: all, since: options.since, all: options.all })
  }
  const unknown = wanted.filter(
    name => !suites.some(suite => suite.name === name) && !all.some(file => isUnder(file, name))
  )
  if (unknown.length > 0) throw new Error(`Neither a suite nor a test file: ${unknown.join(', ')}`)
  const runs = (suite: Suite) =>
    !options.skip.includes(suite.name) &&
    (wanted.length > 0 ? wanted.includes(suite.name) : runsUnnamed(suite, options.all))
  const [shard = 1, shards = 1] = options.shard.split('/').map(Number)
  const files = all
    .filter(file => runs(file.suite) || wanted.some(name => isUnder(file, name)))
    .filter((_file, index) => index % shards === shard - 1)
  return { suites: suites.filter(runs), files }
}

function runsUnnamed({ runs }: Suite, all: boolean): boolean {
  return runs === 'test' || (all && runs === 'all')
}

function isUnder({ path }: TestFile, name: string): boolean {
  const plain = name.replace(/^\.\//, '').replace(/\/$/, '')
  return path === plain || path.startsWith(`${plain}/`)
}

/** Where V8 writes the coverage of a run, and of which files. */
interface Measuring {
  readonly folder: string
  readonly measures: (file: TestFile) => boolean
}

/** Measured steps and those of `npm test` side by side, then the others, then each that runs alone. */
function stages(selection: Selection, measuring: Measuring | undefined): PlannedStep[][] {
  const isMeasured = (file: TestFile) => measuring?.measures(file) === true
  const filesOf = (suite: Suite, measured: boolean): PlannedStep[] =>
    selection.files
      .filter(file => file.suite === suite && isMeasured(file) === measured)
      .map(file =>
        fileStep(file.path, suite, environment(root, measured ? measuring?.folder : undefined))
      )
  const commandOf = (suite: Suite): PlannedStep[] => {
    const command = selection.commands?.get(suite.name) ?? suite.command
    return command === undefined || !selection.suites.includes(suite)
      ? []
      : [commandStep(suite, command)]
  }
  const steps = (suite: Suite) => [...commandOf(suite), ...filesOf(suite, false)]
  const quick = [
    ...suites.filter(({ runs }) => runs === 'test').flatMap(steps),
    ...suites.flatMap(suite => filesOf(suite, true))
  ]
  const others = suites
    .filter(({ runs, alone }) => runs !== 'test' && alone !== true)
    .flatMap(steps)
  const alone = suites.filter(suite => suite.alone === true).map(steps)
  const gate = measuring === undefined ? [] : [coverageStep(measuring.folder)]
  return [quick, [...gate, ...turned(others)], ...alone].filter(stage => stage.length > 0)
}

/** Begins elsewhere for each commit, so that not the same files are left out each time. */
function turned<Step>(steps: readonly Step[]): Step[] {
  const begin = currentSeed(root) % (steps.length || 1)
  return [...steps.slice(begin), ...steps.slice(0, begin)]
}

function hasTime({ minutes = 0 }: Suite): boolean {
  return Number(options.minutes) - performance.now() / 60_000 >= minutes
}

function write(text: string): void {
  process.stdout.write(text)
}

async function main(): Promise<boolean> {
  const selection = select()
  const measuring = measuringOf()
  const planned = stages(selection, measuring)
  if (options.list) {
    for (const { title, suite } of planned.flat()) write(`${suite.name}  ${title}\n`)
    return true
  }
  const reporter = createReporter(planned.flat().length, write)
  try {
    for (const stage of planned) {
      const { ended: onEnd, leftOut: onLeftOut } = reporter
      const [first] = stage
      if (first?.suite.alone !== true) {
        await runSteps(stage, { root, jobs: Number(options.jobs), onEnd, hasTime, onLeftOut })
      } else if (hasTime(first.suite)) await runSteps(stage, { root, jobs: 1, onEnd })
      else stage.forEach(onLeftOut)
    }
  } finally {
    if (measuring !== undefined) rmSync(measuring.folder, { recursive: true, force: true })
  }
  return reporter.close(nameOfRun())
}

function measuringOf(): Measuring | undefined {
  // A folder of its own: another run at the same time counts for itself.
  const folder = join(root, 'coverage', `run-${process.pid}`)
  if (options.coverage) return { folder, measures: ({ suite }) => suite.alone !== true }
  return options.all && wanted.length === 0 && !options.changed
    ? { folder, measures: isDecisive }
    : undefined
}

function coverageStep(folder: string): PlannedStep {
  const suite: Suite = {
    name: 'coverage',
    about: 'the gate of the coverage',
    runs: 'all',
    budget: 120,
    limit: 600
  }
  return commandStep(suite, [
    'tooling/coverage.ts',
    folder,
    ...(options.coverage ? ['--overall'] : [])
  ])
}

function nameOfRun(): string {
  if (options.changed) return 'npm run test:changed'
  if (wanted.length > 0) return `test of ${wanted.join(', ')}`
  return options.all ? 'npm run test:all' : 'npm test'
}

endOnSignals(nameOfRun())
if (options.help) write(help)
else process.exitCode = (await main()) ? 0 : 1
