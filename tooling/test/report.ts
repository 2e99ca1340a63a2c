/** What the runner prints: one line for each step, failures at once, the totals at the end. */
import type { Run } from './process.ts'
import type { Suite } from './suites.ts'

/** The totals that Node.js prints at the end of a test file. */
export interface Totals {
  readonly tests: number
  readonly suites: number
  readonly pass: number
  readonly fail: number
  readonly cancelled: number
  readonly skipped: number
  readonly todo: number
}

export interface Step {
  /** A command, or the path of a test file. */
  readonly title: string
  readonly suite: Suite
  readonly run: Run
  /** Undefined for a command, and for a file that ended before its totals. */
  readonly totals: Totals | undefined
  /** Why it failed; undefined when it passed. */
  readonly failure: string | undefined
}

export type LeftOut = Pick<Step, 'title' | 'suite'>

export interface Reporter {
  /** A step has ended. */
  ended(step: Step): void
  /** A step does not run: its suite has no time left. */
  leftOut(step: LeftOut): void
  /** Prints the costs of the suites and the totals. Returns whether everything passed. */
  close(name: string): boolean
}

const names = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'] as const

/** Reads the last totals of an output; undefined where they are not all there. */
export function totalsOf(output: string): Totals | undefined {
  const figures = names.map(name => [...output.matchAll(new RegExp(`^ℹ ${name} (\\d+)$`, 'gm'))])
  const found = figures.map(matches => Number(matches.at(-1)?.[1]))
  if (found.some(Number.isNaN)) return undefined
  return Object.fromEntries(names.map((name, index) => [name, found[index]])) as unknown as Totals
}

/** The part of the output about what failed. */
export function failuresOf(output: string): string {
  const begin = output.lastIndexOf('✖ failing tests:')
  return begin === -1 ? output.trimEnd().split('\n').slice(-60).join('\n') : output.slice(begin)
}

/**
 * @param count steps that will end
 * @param write prints a text
 */
export function createReporter(count: number, write: (text: string) => void): Reporter {
  const begin = performance.now()
  const steps: Step[] = []
  const left: LeftOut[] = []
  return {
    ended(step) {
      steps.push(step)
      const place = `[${String(steps.length).padStart(String(count).length)}/${count}]`
      const { run, totals, failure, title } = step
      const tests = totals === undefined ? '' : `, ${counted(totals.tests, 'test')}`
      const skipped = (totals?.skipped ?? 0) === 0 ? '' : `, ${totals?.skipped} skipped`
      const sample = sampleOf(run.output)
      const outcome = failure === undefined ? 'ok' : `FAILED: ${failure}`
      const facts = `${tests}${skipped}${sample?.words ?? ''}`
      write(`${place} ${title}${facts}, ${run.wallSeconds.toFixed(1)} s, ${outcome}\n`)
      if (run.leftovers) write('    it left processes behind; they have been killed\n')
      if (failure === undefined) return
      write(`${indented(failuresOf(run.output))}\n`)
      if (sample !== undefined) {
        write(`    ATTACK_SEED=${sample.seed} draws the same sample again\n`)
      }
    },
    leftOut(step) {
      left.push(step)
    },
    close(name) {
      const failed = steps.filter(({ failure }) => failure !== undefined)
      write(`\n${costs(steps)}\n${overBudget(steps)}${withoutTime(left)}`)
      for (const { title, failure } of failed) write(`FAILED ${title}: ${failure}\n`)
      const seconds = (performance.now() - begin) / 1000
      write(closing(name, { steps, left: left.length, seconds }))
      return failed.length === 0 && steps.length === count - left.length
    }
  }
}

/** The samples of a file together, as `test/helpers/sample.ts` prints them. */
function sampleOf(
  output: string
): { readonly words: string; readonly seed: string | undefined } | undefined {
  const lines = [...output.matchAll(/^sample: (\d+) of (\d+), ATTACK_SEED=(\d+)$/gm)]
  if (lines.length === 0) return undefined
  const [some, all] = [1, 2].map(place => sum(lines.map(line => Number(line[place]))))
  return { words: `, a sample of ${some} of ${all}`, seed: lines[0]?.[3] }
}

function cpuOf(steps: readonly Step[]): number {
  return sum(steps.map(({ run }) => run.cpuSeconds ?? 0))
}

/** The suites that cost more than they may, each with its dearest files. */
function overBudget(steps: readonly Step[]): string {
  return [...Map.groupBy(steps, ({ suite }) => suite)]
    .filter(([suite, own]) => cpuOf(own) > suite.budget)
    .map(([{ name, budget }, own]) => {
      const dearest = own
        .toSorted((one, other) => cpuOf([other]) - cpuOf([one]))
        .slice(0, 3)
        .map(step => `${step.title} (${cpuOf([step]).toFixed(0)})`)
      return `OVER BUDGET ${name}: ${cpuOf(own).toFixed(0)} of ${budget} CPU seconds; most of it ${dearest.join(', ')}\n`
    })
    .join('')
}

/** What did not run, to be run by hand. */
function withoutTime(left: readonly LeftOut[]): string {
  return [...Map.groupBy(left, ({ suite }) => suite.name)]
    .map(
      ([name, own]) =>
        `LEFT OUT of ${name}, no time is left: ${own.map(({ title }) => title).join(', ')}\n`
    )
    .join('')
}

function costs(steps: readonly Step[]): string {
  const rows = [...Map.groupBy(steps, ({ suite }) => suite)].map(([suite, own]) => {
    const cpu = cpuOf(own)
    const over = cpu > suite.budget ? '  WARNING: above its budget' : ''
    const figures = [cpu.toFixed(0), suite.budget.toFixed(0)].map(text => text.padStart(8))
    return `${suite.name.padEnd(12)}${figures.join('')}${over}`
  })
  return [`${'suite'.padEnd(12)}   CPU-s  budget`, ...rows].join('\n') + '\n'
}

interface Ended {
  readonly steps: readonly Step[]
  readonly left: number
  readonly seconds: number
}

function closing(name: string, { steps, left, seconds }: Ended): string {
  const lines = names.map(key => `ℹ ${key} ${sum(steps.map(({ totals }) => totals?.[key] ?? 0))}\n`)
  const failed = steps.filter(({ failure }) => failure !== undefined)
  const cpu = cpuOf(steps).toFixed(0)
  const files = steps.filter(({ title }) => title.endsWith('.ts')).length
  const verdict =
    failed.length === 0 ? 'passed' : `FAILED (${failed.length} of ${steps.length} steps)`
  const missing = left === 0 ? '' : `, ${counted(left, 'step')} left out`
  return (
    `${lines.join('')}ℹ duration_ms ${(seconds * 1000).toFixed(0)}\n` +
    `${name} ${verdict}: ${counted(files, 'test file')}${missing}, ${time(seconds)}, ${cpu} CPU seconds\n`
  )
}

function time(seconds: number): string {
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, each) => total + each, 0)
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ')
}
