/** Unit tests as JUnit writes them, and each check as a test of its own, so that one that failed is seen. */
import type { PipelineReport, StepReport } from '../../../tools/pipeline/index.ts'
import type { Rendered } from './rendered.ts'
import { element, xmlDocument, xmlText } from './xml.ts'

type UnitClass = PipelineReport['tests'][number]
type UnitMethod = UnitClass['methods'][number]
type UnitAlert = UnitMethod['alerts'][number]

interface Case {
  readonly xml: string
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  readonly seconds: number
}

export function junit({ report, pathOf }: Rendered): string {
  const suites = [
    suite(
      'erp-bridge ci',
      report.steps.map(one => stepCase(one, report, pathOf))
    ),
    ...report.tests.map(one => suite(suiteName(one), testCases(one)))
  ]
  return xmlDocument(element('testsuites', {}, suites))
}

function suiteName({ name, ref }: UnitClass): string {
  return ref === undefined ? name : `${ref.type} ${ref.name}.${name}`
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (kind: Case['kind']) => cases.filter(one => one.kind === kind).length
  const attributes = {
    name,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, one) => sum + one.seconds, 0))
  }
  return element(
    'testsuite',
    attributes,
    cases.map(({ xml }) => xml)
  )
}

const seconds = (value: number): string => value.toFixed(3)

function testCase(
  { name, classname, time }: { name: string; classname: string; time: number },
  kind: Case['kind'],
  words = ''
): Case {
  const [message = ''] = words.split('\n')
  const content =
    kind === 'passed' ? [] : [element(kind, { message }, words === message ? [] : [xmlText(words)])]
  return {
    kind,
    seconds: time,
    xml: element('testcase', { name, classname, time: seconds(time) }, content)
  }
}

/** The findings of a check are its failure; those of the tests stand at the tests. */
function stepCase(
  { name, outcome, words, ms }: StepReport,
  { findings }: PipelineReport,
  pathOf: Rendered['pathOf']
): Case {
  const at = { name, classname: 'erp-bridge.ci', time: ms / 1000 }
  if (outcome === 'off') return testCase(at, 'skipped', words)
  if (outcome !== 'done') return testCase(at, 'error', `${outcome}: ${words}`)
  const errors = findings.filter(
    ({ step, level }) => step === name && step !== 'unit' && level === 'error'
  )
  if (errors.length === 0) return testCase(at, 'passed')
  const lines = errors.map(one => `${pathOf(one.file)}:${one.line}: ${one.text} [${one.rule}]`)
  return testCase(at, 'failure', [`${errors.length} errors`, ...lines].join('\n'))
}

function testCases(one: UnitClass): Case[] {
  const classname = suiteName(one)
  if (one.skipped !== undefined) {
    return [testCase({ name: one.name, classname, time: 0 }, 'skipped', one.skipped)]
  }
  const cases = one.methods.map(method => methodCase(one, method, classname))
  const severe = one.alerts.filter(
    ({ severity }) => severity === 'critical' || severity === 'fatal'
  )
  const isShown = cases.some(({ kind }) => kind === 'error' || kind === 'failure')
  return severe.length === 0 || isShown
    ? cases
    : [...cases, testCase({ name: one.name, classname, time: 0 }, 'error', alertLines(severe))]
}

const kinds: Readonly<Record<UnitMethod['status'], Case['kind']>> = {
  passed: 'passed',
  failed: 'failure',
  error: 'error',
  skipped: 'skipped',
  unproven: 'error'
}

function methodCase({ alerts }: UnitClass, method: UnitMethod, classname: string): Case {
  const at = { name: method.name, classname, time: method.seconds ?? 0 }
  const own = method.alerts.length > 0 ? method.alerts : alerts
  const words = method.status === 'unproven' ? 'Nothing shows that the test ran.' : alertLines(own)
  return testCase(at, kinds[method.status], words)
}

function alertLines(alerts: readonly UnitAlert[]): string {
  return alerts
    .flatMap(({ title, details, stack }) => [title, ...details, ...stack.map(({ text }) => text)])
    .join('\n')
}
