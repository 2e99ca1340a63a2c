/**
 * How often the sandbox agrees with a real system:
 *
 *     node bench/abap-benchmark.mts DIR [--only solutions|answers|syntax|twin]
 *       [--models gpt-5.2,claude-opus-4-5] [--every N] [--from K] [--task NAME] [--details FILE]
 *
 * DIR is a checkout of https://github.com/marianfoo/LLM-Benchmark-ABAP-Code-Generation (MIT), the
 * data of arXiv 2601.15188: `dataset/` holds 180 tasks with reference solutions, tests and 13
 * tables, `data/` the answers of models (`*_batch_response.jsonl`) and the verdicts of an ABAP
 * platform 2023 on them (`*_tiers.json`). Nothing of it is part of this project. The two models of
 * the default are those that the sandbox is developed with; the answers of all others are kept for
 * acceptance. `--every 20` takes each twentieth task and answer, `--from 7` begins
 * with the eighth. `--only twin` stages each answer as a change set and checks it in the twin, with one
 * process for each. `--details` writes each
 * disagreement as a line of JSON. Figures for people; nothing is asserted.
 */
import { appendFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answersOf, tasksOf } from './abap/answers.mts'
import type { Answer } from './abap/answers.mts'
import { createTables, runClass, withSystem } from './abap/solutions.mts'
import type { Outcome } from './abap/solutions.mts'
import { twinOf } from './abap/twin.mts'
import type { TwinVerdict } from '../tools/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    models: { type: 'string', default: 'gpt-5.2,claude-opus-4-5' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    task: { type: 'string' },
    details: { type: 'string' }
  }
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder with the data of the benchmark.')
const { tasks, tables } = tasksOf(folder)
if (values.details !== undefined) rmSync(values.details, { force: true })

const sampled = <T,>(all: readonly T[], task: (each: T) => string): T[] =>
  all.filter(
    (each, index) =>
      index % Number(values.every) === Number(values.from) % Number(values.every) &&
      (values.task === undefined || values.task.split(',').includes(task(each)))
  )

function detail(kind: string, facts: object): void {
  if (values.details !== undefined) {
    appendFileSync(values.details, `${JSON.stringify({ kind, ...facts })}\n`)
  }
}

async function solutions(): Promise<void> {
  await withSystem(async system => {
    await createTables(system, tables)
    const begun = performance.now()
    let passed = 0
    const chosen = sampled([...tasks], ([task]) => task)
    for (const [task, { solution, tests }] of chosen) {
      const outcome = await runClass(system, `z_humaneval_${task}`, { source: solution, tests })
      if (outcome.failures?.length === 0) passed++
      else detail('solution', { task, ...outcome })
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`reference solutions that pass: ${passed} of ${chosen.length}, ${seconds} s`)
  })
}

/** The test class as the benchmark adapts it: its calls name the class and method of the answer. */
function adaptedTests({ task, source }: Answer, name: string): string | undefined {
  const [tests, original] = [tasks.get(task)?.tests, `z_humaneval_${task}`]
  const calls = [...new Set(tests?.match(new RegExp(`${original}=>.*\\(`, 'g')))]
  const open = /PUBLIC\s+SECTION\.([^]*?)(?:PROTECTED\s+SECTION|PRIVATE\s+SECTION|ENDCLASS)/i
  const declared = /\b(?:CLASS-)?METHODS\s*:?\s*(\w+)/i.exec(open.exec(source)?.[1] ?? '')?.[1]
  const [call] = calls
  if (calls.length !== 1 || call === undefined || declared === undefined) return undefined
  return tests?.replaceAll(call, `${name}=>${declared.toUpperCase()}(`)
}

interface Tally {
  readonly agree: number
  readonly of: number
}
const figures = new Map<string, Tally>()
function count(figure: string, agrees: boolean): void {
  const { agree, of } = figures.get(figure) ?? { agree: 0, of: 0 }
  figures.set(figure, { agree: agree + Number(agrees), of: of + 1 })
}

/** The ERP's report of a class has warnings too: one in the same line counts as agreement. */
function compareSyntax(answer: Answer, { syntax, warnings }: Outcome): void {
  const { verdict, model, task, repetition } = answer
  const warning = verdict.warningsOnly
    ? warnings.find(({ row }) => row === verdict.line)
    : warnings[0]
  const [first = verdict.syntax || verdict.warningsOnly ? warning : undefined] = syntax
  const agrees = verdict.syntax === (first === undefined)
  count(`syntax, ${model}`, agrees)
  count('syntax', agrees)
  if (verdict.syntax) count('syntax: accepted there', agrees)
  else count('syntax: refused there', agrees)
  const facts = { model, task, repetition, verdict, syntax: syntax.slice(0, 3), warnings }
  if (!agrees) detail(verdict.syntax ? 'wrong refusal' : 'wrong acceptance', facts)
  if (first === undefined || verdict.syntax) return
  const same = first.row === verdict.line
  count('first error in the same line', same)
  if (!same) detail('other line', facts)
}

async function compareTests(
  system: Parameters<typeof runClass>[0],
  answer: Answer,
  name: string
): Promise<void> {
  const { verdict, model, task, repetition } = answer
  if (!verdict.testRefused && verdict.unit === undefined) return
  const tests = adaptedTests(answer, name)
  if (tests === undefined) return
  const outcome = await runClass(system, name, { source: answer.source, tests })
  const facts = { model, task, repetition, verdict, ...outcome }
  if (verdict.testRefused) {
    const agrees = outcome.syntax.length > 0
    count('test classes refused there', agrees)
    if (!agrees) detail('test accepted', facts)
    return
  }
  const passed = outcome.failures?.length === 0
  count('unit tests', passed === verdict.unit)
  if (passed !== verdict.unit) detail('unit', facts)
}

async function answers(): Promise<void> {
  await withSystem(async system => {
    for (const model of values.models.split(',')) {
      for (const answer of sampled(answersOf(folder ?? '', model), each => each.task)) {
        const name = /CLASS\s+(\w+)\s+DEFINITION/i.exec(answer.source)?.[1]?.toLowerCase()
        if (name === undefined) continue
        const outcome = await runClass(system, name, { source: answer.source, tests: undefined })
        compareSyntax(answer, outcome)
        if (outcome.syntax.length === 0 && values.only !== 'syntax') {
          await compareTests(system, answer, name)
        }
      }
    }
  })
}

function printFigures(): void {
  for (const [figure, { agree, of }] of [...figures].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`${figure.padEnd(32)} ${agree} of ${of} (${((100 * agree) / of).toFixed(1)} %)`)
  }
}

/** The same comparison through the twin: a class with its tests is one change set. */
async function throughTwin(): Promise<void> {
  const check = twinOf()
  for (const model of values.models.split(',')) {
    for (const answer of sampled(answersOf(folder ?? '', model), each => each.task)) {
      const name = /CLASS\s+(\w+)\s+DEFINITION/i.exec(answer.source)?.[1]?.toLowerCase()
      if (name === undefined) continue
      const { unit } = answer.verdict
      const tests = unit === undefined ? undefined : adaptedTests(answer, name)
      const verdict = await check(name, answer.source, tests)
      const syntax = verdict.findings
        .filter(({ severity, part }) => severity === 'error' && part === 'main')
        .map(({ part, line, text }) => ({ file: part, row: line, text }))
      compareSyntax(answer, { syntax, warnings: [], failures: undefined })
      count('twin: verdicts that are not open', verdict.result !== 'incomplete')
      if (tests !== undefined && syntax.length === 0) compareTwinTests(answer, verdict)
    }
  }
}

function compareTwinTests(
  { verdict, model, task, repetition }: Answer,
  { tests, findings, result }: TwinVerdict
): void {
  const isJudged = tests.length > 0 && tests.every(({ state }) => state !== 'not judged')
  count('twin: unit tests that are judged', isJudged)
  const facts = { model, task, repetition, verdict, result, findings, tests }
  if (!isJudged) {
    detail('twin not judged', facts)
    return
  }
  const passed = tests.every(({ state }) => state === 'passed')
  count('unit tests', passed === verdict.unit)
  if (passed !== verdict.unit) detail('unit', facts)
}

if (values.only === undefined || values.only === 'solutions') await solutions()
if (values.only === 'twin') await throughTwin()
else if (values.only !== 'solutions') await answers()
printFigures()
