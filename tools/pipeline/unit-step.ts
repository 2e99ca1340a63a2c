/** The steps that run unit tests and measure what they execute. */
import { codesWith, isErpError } from '../../erp-client/index.ts'
import { readClientRole } from '../../erp-client/adt/diagnose/client-role.ts'
import type { UnitAlert, UnitClass, UnitMethod, UnitResult } from '../../erp-client/index.ts'
import { testRun } from '../activate/unit-tests.ts'
import type { TestOptions } from '../activate/unit-tests.ts'
import type { TestOutcome } from '../activate/test-report.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { count, refWords } from '../objects/words.ts'
import type { PipelineRule } from './report.ts'
import { coveredWords } from './step.ts'
import type { RawFinding, StepInput, StepResult } from './step.ts'

export const rules: readonly PipelineRule[] = [
  {
    id: 'unit/failed',
    title: 'Unit test failed',
    help: 'An assertion of the test does not hold.',
    level: 'error'
  },
  {
    id: 'unit/error',
    title: 'Unit test ended with an error',
    help: 'The test, or the preparation of its class, ended with an exception or a runtime error.',
    level: 'error'
  },
  {
    id: 'unit/not-run',
    title: 'Unit test not run',
    help: 'A pipeline runs tests of the risk level harmless. Tests above it may change data of the system: run them with ERPDiagnose unit_test and the argument risk.',
    level: 'warning'
  }
]

/** @throws ToolError for a system that is production by its entry in the systems file */
export function assertNoProduction({ production }: { readonly production: boolean }): void {
  if (!production) return
  throw new ToolError(
    'BLOCKED_PRODUCTION',
    'Unit tests do not run in a client with the role production.',
    { remedy: 'Give --no-unit, or name another system.' }
  )
}

/** @throws ToolError where the role of the client is production */
export async function assertMayTest({ context, plan }: StepInput): Promise<string[]> {
  const { client } = context.erp.system
  assertNoProduction(plan)
  try {
    const role = await readClientRole(context.erp, { client }, context.signal)
    assertNoProduction({ production: role === 'P' })
    return []
  } catch (error) {
    context.signal.throwIfAborted()
    if (!isErpError(error)) throw error
    return [`the role of client ${client} is not known; it is taken for no production`]
  }
}

/** Runs the tests, with the coverage where the plan wants it. */
export async function unitStep(input: StepInput): Promise<StepResult> {
  const notes = await assertMayTest(input)
  const options = testOptions(input)
  if (options === undefined) {
    return { outcome: 'done', words: 'no objects with tests', findings: [], rules: [] }
  }
  const { run, missing } = await runMeasured(input.context, options)
  const { reach, result } = run
  const { totals } = result
  const gaps = [
    ...(reach?.cut === true ? reach.left : []),
    ...((totals.unproven ?? 0) > 0
      ? [`${count(totals.unproven ?? 0, 'test')} not proven to have run`]
      : [])
  ]
  const tested = reach === undefined ? '' : `, ${count(run.refs.length, 'object')} with tests`
  return {
    outcome: gaps.length === 0 ? 'done' : 'incomplete',
    words: coveredWords(
      `${totals.passed} passed, ${totals.failed} failed, ${totals.errors} with errors${tested}`,
      gaps
    ),
    findings: findingsOf(result),
    rules,
    tests: result.classes,
    coverage: run.coverage,
    notes: [...notes, ...draftNotes(run)],
    ...(missing === undefined ? {} : { missing })
  }
}

/** What is wrong in the result of a run. */
export function findingsOf({
  alerts,
  classes
}: Pick<UnitResult, 'alerts' | 'classes'>): RawFinding[] {
  return [...alerts.flatMap(runFinding), ...classes.flatMap(classFindings)]
}

/** A system without coverage runs the tests all the same. */
async function runMeasured(
  context: ToolContext,
  options: TestOptions
): Promise<{ run: TestOutcome; missing?: string }> {
  try {
    return { run: await testRun(context, options) }
  } catch (error) {
    const { gap } = error instanceof ToolError ? (error.details.data ?? {}) : {}
    if (gap !== 'coverage') throw error
    const run = await testRun(context, { ...options, coverage: false })
    return { run, missing: (error as ToolError).message }
  }
}

function testOptions({ plan, subject, sources }: StepInput): TestOptions | undefined {
  const coverage = !plan.off.has('coverage')
  if (plan.transport !== undefined) {
    return { type: 'TRANSPORT', name: plan.transport, affected: plan.affected, coverage }
  }
  if (plan.package !== undefined && subject.since === undefined && plan.affected === undefined) {
    return { type: 'DEVC', name: plan.package, coverage }
  }
  const testable = new Set(codesWith('unit-test'))
  const objects = subject.refs.filter(
    ref =>
      !sources.gone.has(refWords(ref)) && (plan.affected !== undefined || testable.has(ref.type))
  )
  return objects.length === 0 ? undefined : { objects, affected: plan.affected, coverage }
}

function draftNotes({ drafts }: TestOutcome): string[] {
  const { related = [] } = drafts ?? {}
  return related.length === 0
    ? []
    : [`the active versions were tested, not the drafts of ${related.map(refWords).join(', ')}`]
}

/** Alerts of a run without a class: a program that cannot be run. */
function runFinding(alert: UnitAlert): RawFinding[] {
  return isSevere(alert)
    ? [{ ref: alert.ref, ...placeOf(alert), ...errorFacts(alertWords(alert)) }]
    : []
}

const isSevere = ({ severity }: UnitAlert): boolean =>
  severity === 'critical' || severity === 'fatal'

const errorFacts = (text: string) => ({ rule: 'unit/error', level: 'error', text }) as const

function classFindings(one: UnitClass): RawFinding[] {
  const at = { ref: one.ref, part: one.ref?.type === 'CLAS' ? 'testclasses' : undefined }
  if (one.skipped !== undefined) {
    const text = `${one.name} did not run: ${one.skipped}`
    return [{ ...at, rule: 'unit/not-run', level: 'warning', text }]
  }
  const bad = one.methods.filter(({ status }) => status === 'failed' || status === 'error')
  if (bad.length === 0) {
    return one.alerts
      .filter(isSevere)
      .map(alert => ({ ...at, ...errorFacts(`${one.name}: ${alertWords(alert)}`) }))
  }
  return bad.map(method => methodFinding(one, method, at))
}

function methodFinding(
  { name, alerts: outer }: UnitClass,
  { name: method, status, alerts }: UnitMethod,
  at: Pick<RawFinding, 'ref' | 'part'>
): RawFinding {
  const [first] = alerts.length > 0 ? alerts : outer
  const words = first === undefined ? 'no reason given' : alertWords(first)
  return {
    ...at,
    ...(first === undefined ? {} : placeOf(first)),
    rule: status === 'failed' ? 'unit/failed' : 'unit/error',
    level: 'error',
    text: `${name}->${method}: ${words}`
  }
}

/** What an alert says, in one line. */
export function alertWords({ title, details }: UnitAlert): string {
  return [title, ...details].map(line => line.trim()).join('; ')
}

/** Where an alert arose, as far as the system says it. */
function placeOf({ stack }: UnitAlert): Partial<Pick<RawFinding, 'ref' | 'part' | 'line'>> {
  const place = stack.find(({ ref }) => ref !== undefined)
  return place === undefined ? {} : { ref: place.ref, part: place.part, line: place.line }
}

/** What the run of the tests measured. */
export function coverageStep(unit: StepResult | undefined): StepResult {
  const missing =
    unit === undefined ? 'the unit tests, whose run is measured, did not run' : unit.missing
  if (unit === undefined || missing !== undefined) {
    return { outcome: 'failed', words: missing ?? '', findings: [], rules: [] }
  }
  const { coverage } = unit
  if (coverage === undefined || coverage.length === 0) {
    return { outcome: 'done', words: 'nothing was measured', findings: [], rules: [] }
  }
  const sum = (kind: 'total' | 'executed') =>
    coverage.reduce((all, { statement }) => all + statement[kind], 0)
  const share = sum('total') === 0 ? 0 : Math.round((100 * sum('executed')) / sum('total'))
  return {
    ...{ outcome: 'done', findings: [], rules: [] },
    words: `${share} % of statements (${sum('executed')} of ${sum('total')})`
  }
}
