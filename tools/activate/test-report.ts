/** The report of a test run: verdict, classes, alerts, coverage and untested drafts. */
import type {
  CoverageNode,
  ObjectRef,
  UnitAlert,
  UnitClass,
  UnitResult
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { Reach } from '../diagnose/affected.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { fenced } from '../failure/prose.ts'
import type { ToolResult } from '../call/result.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'
import type { UntestedDrafts } from './untested-drafts.ts'

const verdicts: Readonly<Record<UnitResult['verdict'], string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  nothing_run: 'NOTHING RUN: no test method was executed',
  incomplete: 'INCOMPLETE: not every test ran, so this is not passed'
}

/** A test run with its objects. */
export interface TestOutcome {
  readonly refs: readonly ObjectRef[]
  readonly result: UnitResult
  readonly coverage: readonly CoverageNode[] | undefined
  readonly reach: Reach | undefined
  readonly method?: string | undefined
  /** Undefined where nothing was run. */
  readonly drafts: UntestedDrafts | undefined
}

const namesShown = 20

const names = (refs: readonly ObjectRef[]): string =>
  `${refs.slice(0, namesShown).map(refWords).join(', ')}${refs.length > namesShown ? `, ${refs.length - namesShown} more` : ''}`

const draftsShown = 10

/** The drafts of what was tested before those of other objects. */
function draftsFirst(drafts: readonly ObjectRef[], refs: readonly ObjectRef[]): ObjectRef[] {
  const tested = new Set(refs.map(refWords))
  return drafts.toSorted(
    (a, b) => Number(tested.has(refWords(b))) - Number(tested.has(refWords(a)))
  )
}

function draftLines(drafts: UntestedDrafts | undefined, refs: readonly ObjectRef[]): string[] {
  const { related = [], others = 0 } = drafts ?? {}
  const shown = draftsFirst(related, refs).slice(0, draftsShown).map(refWords).join(', ')
  const more = related.length > draftsShown ? `, ${related.length - draftsShown} more` : ''
  return [
    ...(related.length === 0
      ? []
      : [
          `The active versions were tested, NOT the drafts: ${shown}${more}. ERPActivate first, then test again.`
        ]),
    ...(others === 0 ? [] : [`${count(others, 'other draft')} took no part.`])
  ]
}

function reachLines({ changed, levels: depth, users, tests, left }: Reach): string[] {
  return [
    `changed: ${names(changed) || 'no object'}; ${depth === 0 ? 'their own tests' : `used, over ${count(depth, 'level')}, by ${count(users, 'object')}`}; ${tests.length === 0 ? 'none of them has tests' : `${count(tests.length, 'object')} with tests`}`,
    `left out: ${[...left, 'dynamic uses (names built at run time)'].join('; ')}`
  ]
}

function reachData({ changed, levels: depth, users, left, cut }: Reach): object {
  return { changed: changed.map(refData), levels: depth, users, leftOut: left, complete: !cut }
}

export function testResult(context: ToolContext, outcome: TestOutcome): ToolResult {
  const { refs, result, coverage, reach, drafts, method } = outcome
  const { classes, alerts, verdict } = result
  const system = systemWords(context.erp)
  const reported = classes.filter(isReported)
  const untested = draftsFirst(drafts?.related ?? [], refs).slice(0, draftsShown)
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      verdict,
      objects: refs.map(refData),
      method: method?.toUpperCase(),
      totals: totalsData(result),
      classes: reported.length === 0 ? undefined : reported.map(one => classData(one, refs)),
      alerts: alerts.length === 0 ? undefined : alerts.map(alertText),
      coverage,
      affected: reach === undefined ? undefined : reachData(reach),
      notTested: untested.length === 0 ? undefined : untested.map(refData)
    }),
    text: [
      `${system} · ${method === undefined ? 'unit tests' : `test ${method.toUpperCase()}`} of ${names(refs) || 'nothing'} · ${verdicts[verdict]} · ${totalsWords(result)}`,
      ...draftLines(drafts, refs),
      ...(reach === undefined ? [] : reachLines(reach)),
      ...fenced([
        ...alerts.map(alert => `  ${indented(alertText(alert))}`),
        ...reported.flatMap(one => classLines(one, refs))
      ]),
      ...(coverage === undefined ? [] : coverageSection(coverage)),
      ...(classes.some(({ skipped }) => skipped !== undefined)
        ? [
            'Skipped classes ran nothing: their risk level is above the one asked for, or they do not fit; give `risk` to run more.'
          ]
        : [])
    ].join('\n')
  }
}

function coverageSection(coverage: readonly CoverageNode[]): string[] {
  if (coverage.length === 0) {
    return [
      'coverage: nothing was measured in these objects. Test classes are not measured: name the object that they test, or its package.'
    ]
  }
  return [
    'coverage (executed of all statements, branches):',
    ...coverage.flatMap(node => coverageLines(node, 1))
  ]
}

function totalsData({ totals }: UnitResult): object {
  const { passed, failed, errors, skippedClasses, skippedMethods, unproven } = totals
  return {
    passed,
    ...omitUndefined({
      failed: failed || undefined,
      errors: errors || undefined,
      skippedClasses: skippedClasses || undefined,
      skippedMethods: skippedMethods || undefined,
      unproven: unproven || undefined
    })
  }
}

function totalsWords({ totals }: UnitResult): string {
  const { passed, failed, errors, skippedClasses, skippedMethods = 0, unproven = 0 } = totals
  return [
    `${passed} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(errors === 0 ? [] : [`${errors} with errors`]),
    ...(unproven === 0 ? [] : [`${unproven} not proven to have run`]),
    ...(skippedMethods === 0 ? [] : [`${skippedMethods} skipped`]),
    ...(skippedClasses === 0 ? [] : [count(skippedClasses, 'skipped class')])
  ].join(', ')
}

function coverageLines(
  { name, adtType, statement, branch, children }: CoverageNode,
  depth: number
): string[] {
  const share =
    statement.total === 0 ? '' : ` ${Math.round((100 * statement.executed) / statement.total)} %`
  return [
    `${'  '.repeat(depth)}${adtType} ${name}${share}: ${statement.executed} of ${statement.total}, ${branch.executed} of ${branch.total}`,
    ...children.flatMap(child => coverageLines(child, depth + 1))
  ]
}

/** The object of a test class, where the head does not name it. */
function ownerOf({ ref }: UnitClass, [only, ...more]: readonly ObjectRef[]): ObjectRef | undefined {
  return ref !== undefined &&
    only !== undefined &&
    more.length === 0 &&
    refWords(only) === refWords(ref)
    ? undefined
    : ref
}

function classData(one: UnitClass, refs: readonly ObjectRef[]): object {
  const owner = ownerOf(one, refs)
  const methods = one.methods.filter(isNotable)
  return omitUndefined({
    name: one.name,
    object: owner === undefined ? undefined : refData(owner),
    risk: one.risk === 'harmless' ? undefined : one.risk,
    skipped: one.skipped,
    methods:
      methods.length === 0
        ? undefined
        : methods.map(method =>
            omitUndefined({
              name: method.name,
              status: method.status,
              seconds: isSlow(method) ? method.seconds : undefined,
              alerts: method.alerts.length === 0 ? undefined : method.alerts.map(alertText)
            })
          ),
    alerts: one.alerts.length === 0 ? undefined : one.alerts.map(alertText)
  })
}

function classLines(one: UnitClass, refs: readonly ObjectRef[]): string[] {
  const owner = ownerOf(one, refs)
  const name = `${owner === undefined ? '' : `${refWords(owner)} `}${one.name}`
  if (one.skipped !== undefined) return [`${name}: SKIPPED (${one.skipped})`]
  return [
    `${name}${one.risk === 'harmless' ? '' : ` (${one.risk})`}:`,
    ...one.alerts.map(alert => `  ${indented(alertText(alert))}`),
    ...methodLines(one.methods.filter(isNotable))
  ]
}

/** Methods with the same alerts share them: a class that cannot be run is reported once. */
function methodLines(methods: readonly UnitMethod[]): string[] {
  const groups = new Map<
    string,
    { readonly status: string; readonly alerts: string[]; readonly names: string[] }
  >()
  for (const method of methods) {
    const alerts = method.alerts.map(alertText)
    const key = JSON.stringify([method.status, alerts])
    const group = groups.get(key) ?? { status: method.status.toUpperCase(), alerts, names: [] }
    group.names.push(`${method.name}${isSlow(method) ? ` ${method.seconds} s` : ''}`)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ status, alerts, names }) => [
    `  ${status} ${names.join(', ')}`,
    ...alerts.map(alert => `    ${indented(alert)}`)
  ])
}

type UnitMethod = UnitClass['methods'][number]

const isSlow = ({ seconds = 0 }: UnitMethod): boolean => seconds >= 0.5

/** Methods that did not just pass, or are slow; the others are in the count. */
const isNotable = (method: UnitMethod): boolean =>
  method.status !== 'passed' || method.alerts.length > 0 || isSlow(method)

const isReported = ({ skipped, alerts, methods }: UnitClass): boolean =>
  skipped !== undefined || alerts.length > 0 || methods.some(isNotable)

/** A detail that repeats the name of the test above. */
const testNamed = /^Test '[^']*' in Main Program '/

function alertText({ title, details, stack }: UnitAlert): string {
  const places = stack.map(({ text, ref, part, line }) =>
    // The text of the ERP names an include of the class pool, which is less precise.
    ref === undefined ? text : `at ${refWords(ref)} ${placeWords({ part, line })}`.trim()
  )
  return [title, ...details.filter(detail => !testNamed.test(detail)), ...places].join('\n')
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n      ')
}
