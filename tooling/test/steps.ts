/** Turns suites into steps, runs them side by side and judges each. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from './process.ts'
import type { Run } from './process.ts'
import { totalsOf } from './report.ts'
import type { LeftOut, Step } from './report.ts'
import { currentSeed, seedVariable } from './seed.ts'
import type { Suite } from './suites.ts'

export interface PlannedStep {
  readonly title: string
  readonly suite: Suite
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Whether the output ends with the totals of a test file. */
  readonly tests: boolean
}

export interface Plan {
  readonly root: string
  /** Processes at the same time. */
  readonly jobs: number
  readonly onEnd: (step: Step) => void
  /** Whether a step of the suite may still begin; every step if left out. */
  readonly hasTime?: (suite: Suite) => boolean
  readonly onLeftOut?: (step: LeftOut) => void
}

/** Variables for the files of a run: their samples, and the place of their code or coverage. */
export function environment(root: string, coverage: string | undefined): Record<string, string> {
  return {
    [seedVariable]: String(currentSeed(root)),
    // Code from the cache has no exact coverage.
    ...(coverage === undefined
      ? { NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }
      : { NODE_V8_COVERAGE: coverage })
  }
}

/** The command of a suite as a step. */
export function commandStep(suite: Suite, command: readonly string[]): PlannedStep {
  const [first = '', ...rest] = command
  const whole = first === 'npm' ? [...npm(), 'run', '-s', ...rest] : [process.execPath, ...command]
  return { title: suite.name, suite, command: whole, env: {}, tests: false }
}

/** The npm that started this run: on Windows `npm` alone is no program. */
function npm(): readonly string[] {
  const { npm_execpath: file } = process.env
  return file === undefined ? ['npm'] : [process.execPath, file]
}

/** A test file as a step. */
export function fileStep(
  path: string,
  suite: Suite,
  env: Readonly<Record<string, string>>
): PlannedStep {
  const command = [process.execPath, '--test-reporter=spec', path]
  return { title: path, suite, command, env, tests: true }
}

/** Runs all steps, the longest first as far as an earlier run has measured them. */
export async function runSteps(steps: readonly PlannedStep[], plan: Plan): Promise<void> {
  const file = join(plan.root, '.cache', 'test', 'cpu-seconds.json')
  const known = readCosts(file)
  const cost = ({ title, tests }: PlannedStep) => (tests ? (known[title] ?? 5) : Infinity)
  const pending = steps.toSorted((one, other) => cost(other) - cost(one) || 0)
  const work = async () => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      if (plan.hasTime?.(next.suite) === false) {
        plan.onLeftOut?.(next)
        continue
      }
      const step = await runStep(next, plan.root)
      if (step.run.cpuSeconds !== undefined) known[next.title] = step.run.cpuSeconds
      plan.onEnd(step)
    }
  }
  await Promise.all(Array.from({ length: plan.jobs }, work))
  mkdirSync(join(plan.root, '.cache', 'test'), { recursive: true })
  writeFileSync(file, JSON.stringify(known))
}

async function runStep(planned: PlannedStep, root: string): Promise<Step> {
  const { title, suite, command, env, tests } = planned
  const limitSeconds = suite.limit ?? 300
  const run = await runProcess(command, { cwd: root, limitSeconds, env })
  const totals = tests ? totalsOf(run.output) : undefined
  const ended = { title, suite, run, totals }
  return { ...ended, failure: failureOf(run, tests && totals === undefined, limitSeconds) }
}

function failureOf(run: Run, incomplete: boolean, limitSeconds: number): string | undefined {
  if (run.timedOut) return `did not end within ${limitSeconds} s`
  if (run.code === undefined) return 'ended by a signal'
  if (run.code !== 0) return `exit code ${run.code}`
  return incomplete ? 'ended before its tests did' : undefined
}

function readCosts(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    // The first run, or a file that an interrupted run has cut short.
    return {}
  }
}
