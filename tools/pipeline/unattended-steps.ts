/** The steps of a communication user, who may use the services of ATC and ABAP Unit alone. */
import { runAtcUnattended, runTestsUnattended } from '../../erp-client/adt/checks/unattended.ts'
import type { RunScope, UnattendedFinding } from '../../erp-client/wire/checks/unattended.ts'
import { unitResult } from '../../erp-client/index.ts'
import type { UnitClass } from '../../erp-client/index.ts'
import { ownerOf, partOf } from '../diagnose/frames.ts'
import { count } from '../objects/words.ts'
import { cleanCoreStep } from './clean-core-step.ts'
import type { Level, PipelinePlan, PipelineRule, StepName } from './report.ts'
import { coveredWords } from './step.ts'
import type { Step, StepResult } from './step.ts'
import type { PipelineSubject } from './subject.ts'
import { assertNoProduction, findingsOf, rules as unitRules } from './unit-step.ts'

/** @throws TypeError for a plan without package and software component */
function scopeOf({ package: name, softwareComponent }: PipelinePlan): RunScope {
  if (name !== undefined) return { package: name }
  if (softwareComponent !== undefined) return { softwareComponent }
  throw new TypeError('a communication user without a package and a software component')
}

/** What is checked; its objects cannot be listed. */
export function unattendedSubject(plan: PipelinePlan): PipelineSubject {
  const scope = scopeOf(plan)
  const words =
    'package' in scope
      ? `package ${scope.package}`
      : `software component ${scope.softwareComponent}`
  return { words, refs: [], sources: [], request: undefined, since: undefined, notes: [] }
}

const notPossible =
  (name: StepName): Step =>
  async () =>
    await Promise.resolve({
      outcome: 'failed',
      words: `not possible for a communication user: give --no-${name}, or check it as a developer`,
      findings: [],
      rules: []
    })

export const unattendedSteps: Readonly<Record<Exclude<StepName, 'coverage'>, Step>> = {
  syntax: notPossible('syntax'),
  lint: notPossible('lint'),
  atc: unattendedAtc,
  'clean-core': async input =>
    input.context.cleanCoreData === undefined
      ? await cleanCoreStep(input)
      : await notPossible('clean-core')(input),
  unit: unattendedUnit
}

const levelOf: Readonly<Record<UnattendedFinding['severity'], Level>> = {
  error: 'error',
  warning: 'warning',
  info: 'note'
}

const ruleId = ({ source }: UnattendedFinding): string => `atc/${source.replace('#', '/')}`

async function unattendedAtc({ context, plan }: Parameters<Step>[0]): Promise<StepResult> {
  const { variant } = plan
  const findings = await runAtcUnattended(
    context.erp,
    { scope: scopeOf(plan), variant },
    context.signal
  )
  const bySource = new Map(findings.toReversed().map(one => [ruleId(one), one]))
  return {
    outcome: 'done',
    words: `${variant === undefined ? 'the variant of the system' : `variant ${variant}`}, ${count(findings.length, 'finding')}`,
    findings: findings.map(one => ({
      ...{ rule: ruleId(one), level: levelOf[one.severity], text: one.text },
      ...{ ref: one.ref, object: one.object, line: one.line }
    })),
    rules: [...bySource].map(([id, { source, severity }]): PipelineRule => ({
      ...{ id, title: source, level: levelOf[severity] },
      help: `Check ${source} of the ABAP Test Cockpit. The system explains it in ATC.`
    })),
    notes: [
      'ATC names no object without findings: a package that is empty for it looks clean',
      'ATC names objects and no parts of them: lines are those that it gives'
    ]
  }
}

const coverageMissing =
  'not possible for a communication user: give --no-coverage, or measure it as a developer'

async function unattendedUnit(input: Parameters<Step>[0]): Promise<StepResult> {
  const { context, plan } = input
  assertNoProduction(plan)
  const { classes, doubts } = await runTestsUnattended(
    context.erp,
    { scope: scopeOf(plan) },
    context.signal
  )
  const placed = classes.map(withPlaces)
  const { totals } = unitResult(placed, [])
  const gaps = [...doubts, ...(classes.length === 0 ? ['the system names no test'] : [])]
  return {
    outcome: gaps.length === 0 ? 'done' : 'incomplete',
    words: coveredWords(
      `${totals.passed} passed, ${totals.failed} failed, ${totals.errors} with errors`,
      gaps
    ),
    findings: findingsOf({ classes: placed, alerts: [] }),
    rules: unitRules,
    tests: placed,
    missing: coverageMissing,
    notes: [
      'the unit tests that the system left out are not named to a communication user',
      `a communication user cannot read the role of client ${context.erp.system.client}; it is taken for no production`
    ]
  }
}

/** Includes that the stack names become parts of objects. */
function withPlaces(one: UnitClass): UnitClass {
  const placed = (alerts: UnitClass['alerts']) =>
    alerts.map(alert => ({ ...alert, stack: alert.stack.map(placeOf) }))
  const methods = one.methods.map(method => ({ ...method, alerts: placed(method.alerts) }))
  return { ...one, methods, alerts: placed(one.alerts) }
}

type StackEntry = UnitClass['alerts'][number]['stack'][number]

function placeOf(entry: StackEntry): StackEntry {
  const [, include, line] = /\bInclude: <([^>]+)> Line: <(\d+)>/.exec(entry.text) ?? []
  if (include === undefined) return entry
  const ref = ownerOf(include)
  const part = partOf(include)
  // Lines of a method or a section of a class are not those of its source.
  return ref.type === 'CLAS' && part === undefined
    ? entry
    : { ...entry, ref, part, line: Number(line) }
}
