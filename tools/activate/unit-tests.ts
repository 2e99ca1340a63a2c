import {
  codesWith,
  ErpError,
  isErpError,
  listInactive,
  packageContents,
  readCoverage,
  runUnitTests
} from '../../erp-client/index.ts'
import type {
  CoverageNode,
  ObjectRef,
  RiskLevel,
  UnitAlert,
  UnitClass,
  UnitResult
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { changedBy, testClassesOf, testsAffected } from '../diagnose/affected.ts'
import type { Reach } from '../diagnose/affected.ts'
import { badArguments } from '../failure/errors.ts'
import { assertType } from '../catalog/features.ts'
import { omitUndefined, refData } from '../schema/output.ts'
import { packagesBelow } from '../objects/packages-below.ts'
import { inParallel } from '../call/parallel.ts'
import { fenced } from '../failure/prose.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { Naming } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count, placeWords, refWords, systemWords } from '../objects/words.ts'

export interface TestOptions {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly objects?: readonly Naming[] | undefined
  readonly risk?: RiskLevel | undefined
  readonly coverage?: boolean | undefined
  /** Instead of the objects' own tests those of what uses them, over so many levels. */
  readonly affected?: number | undefined
}

const mostObjects = 200
const levels: readonly RiskLevel[] = ['harmless', 'dangerous', 'critical']

const nothing: UnitResult = {
  classes: [],
  alerts: [],
  totals: { passed: 0, failed: 0, errors: 0, skippedClasses: 0 },
  verdict: 'nothing_run'
}

/**
 * Runs the tests up to a risk level. Beyond harmless they may change data, so such a run goes
 * through the change gate.
 */
export async function unitTests(context: ToolContext, args: TestOptions): Promise<ToolResult> {
  const reach =
    args.affected === undefined && args.type !== 'TRANSPORT'
      ? undefined
      : await reachOf(context, args)
  const refs = reach?.tests ?? (await refsOf(context, args))
  if (refs.length === 0) {
    return answer(context, { refs, result: nothing, coverage: undefined, reach, drafts: [] })
  }
  const risks = levels.slice(0, levels.indexOf(args.risk ?? 'harmless') + 1)
  context.progress({ done: 0, message: `the tests of ${count(refs.length, 'object')} run` })
  const [drafts, result] = await Promise.all([
    draftsNotTested(context),
    risks.length === 1
      ? runUnitTests(context.erp, { refs, risks, coverage: args.coverage }, context.signal)
      : context.change(
          (await withPackagesBelow(context, refs)).map(ref => ({ ref })),
          async erp =>
            await runUnitTests(erp, { refs, risks, coverage: args.coverage }, context.signal)
        )
  ])
  const whole =
    risks.length === levels.length
      ? result
      : await withSkipped(context, { refs: await expanded(context, refs), risks, result })
  const verdict = reach?.cut === true && whole.verdict === 'passed' ? 'incomplete' : whole.verdict
  return answer(context, {
    refs,
    result: { ...whole, verdict },
    coverage: args.coverage === true ? await coverageOf(context, refs, result) : undefined,
    reach,
    drafts
  })
}

/**
 * Tests run what is active, so a draft of the user, of a tested object or of what it calls, had no
 * part in them.
 */
async function draftsNotTested(context: ToolContext): Promise<ObjectRef[]> {
  try {
    const inactive = await listInactive(context.erp, context.signal)
    return [...new Map(inactive.map(({ ref }) => [refWords(ref), ref])).values()]
  } catch (error) {
    context.signal.throwIfAborted()
    // the run is what was asked for: a system that does not list drafts still tests
    if (isErpError(error)) return []
    throw error
  }
}

/** A request without `affected` stands for the tests of its own objects. */
async function reachOf(context: ToolContext, args: TestOptions): Promise<Reach> {
  const isRequest = args.type === 'TRANSPORT'
  if (isRequest) assertType(context.features, 'TRANSPORT')
  if (isRequest && args.name === undefined) {
    throw badArguments('`name` is missing.', 'Give the number of the request as name.')
  }
  const { changed, left } = await changedBy(
    context,
    isRequest ? { request: args.name } : { refs: await refsOf(context, args) }
  )
  const reach = await onRelease(
    context,
    'whereUsed',
    async () => await testsAffected(context, { changed, levels: args.affected ?? 0 })
  )
  return { ...reach, left: [...left, ...reach.left] }
}

const testable = new Set(codesWith('unit-test'))

/**
 * The tests of a package are those of the packages below it, too: where a list of packages decides,
 * each of them is asked.
 */
async function withPackagesBelow(
  context: ToolContext,
  refs: readonly ObjectRef[]
): Promise<ObjectRef[]> {
  if (!context.boundToPackages) return [...refs]
  const all = await inParallel(refs, async ref =>
    ref.type !== 'DEVC'
      ? [ref]
      : (await packagesBelow(context, ref.name)).map(name => ({ type: 'DEVC', name }))
  )
  return all.flat()
}

/** Packages as the objects in them and below: their sources tell which tests there are. */
async function expanded(context: ToolContext, refs: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const all = await inParallel(refs, async ref => {
    if (ref.type !== 'DEVC') return [ref]
    const found: ObjectRef[] = []
    const seen = new Set([ref.name])
    let level = [ref.name]
    while (level.length > 0 && found.length < mostObjects) {
      const read = await inParallel(
        level,
        async name => await packageContents(context.erp, { package: name }, context.signal)
      )
      found.push(
        ...read
          .flatMap(({ objects }) => objects.map(hit => hit.ref))
          .filter(({ type }) => testable.has(type) && type !== 'DEVC')
      )
      level = read
        .flatMap(({ subPackages }) => subPackages)
        .filter(name => !seen.has(name) && seen.add(name))
    }
    return found.slice(0, mostObjects)
  })
  return all.flat()
}

/** What the run executed; a system that cannot measure is told to run without. */
async function coverageOf(
  context: ToolContext,
  refs: readonly ObjectRef[],
  { measurement }: UnitResult
): Promise<readonly CoverageNode[]> {
  return await onRelease(context, 'coverage', async () => {
    if (measurement === undefined) {
      throw new ErpError('ERP_UNSUPPORTED', 'The run measured no coverage')
    }
    return await readCoverage(context.erp, { measurement, refs }, context.signal)
  })
}

interface Ran {
  readonly refs: readonly ObjectRef[]
  readonly risks: readonly RiskLevel[]
  readonly result: UnitResult
}

/**
 * The ERP says nothing of classes above the risk level; the sources tell which there are, and a run
 * without them is not passed.
 */
async function withSkipped(
  context: ToolContext,
  { refs, risks, result }: Ran
): Promise<UnitResult> {
  let done = 0
  const defined = await inParallel(refs, async ref => {
    const found = await testClassesOf(context, ref)
    context.progress({
      done: ++done,
      total: refs.length,
      message: 'looking for tests that did not run'
    })
    return found.map(one => ({ ref, ...one }))
  })
  const skipped = defined
    .flat()
    .filter(
      ({ name, risk }) => !risks.includes(risk) && !result.classes.some(one => one.name === name)
    )
    .map(({ ref, name, risk }): UnitClass => ({
      name,
      ref,
      uri: '',
      risk,
      methods: [],
      alerts: [],
      skipped: `risk level ${risk}`
    }))
  if (skipped.length === 0) return result
  const { totals, verdict } = result
  return {
    ...result,
    classes: [...result.classes, ...skipped],
    totals: { ...totals, skippedClasses: totals.skippedClasses + skipped.length },
    verdict: verdict === 'failed' ? verdict : 'incomplete'
  }
}

/** The objects of a call that takes one or several. */
export async function refsOf(
  context: ToolContext,
  { type, name, group, objects }: TestOptions
): Promise<ObjectRef[]> {
  if (objects !== undefined) {
    if (name !== undefined) {
      throw badArguments(
        '`name` and `objects` contradict each other.',
        'Put every object into `objects`.'
      )
    }
    return await inParallel(objects, item => resolveObject(context, item))
  }
  if (name === undefined) {
    throw badArguments('`name` is missing.', 'Name the object, or give objects.')
  }
  return [await resolveObject(context, { type, name, group })]
}

const verdicts: Readonly<Record<UnitResult['verdict'], string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  nothing_run: 'NOTHING RUN: no test method was executed',
  incomplete: 'INCOMPLETE: not every test ran, so this is not passed'
}

interface Outcome {
  readonly refs: readonly ObjectRef[]
  readonly result: UnitResult
  readonly coverage: readonly CoverageNode[] | undefined
  readonly reach: Reach | undefined
  readonly drafts: readonly ObjectRef[]
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

function draftLines(drafts: readonly ObjectRef[], refs: readonly ObjectRef[]): string[] {
  if (drafts.length === 0) return []
  const shown = draftsFirst(drafts, refs).slice(0, draftsShown).map(refWords).join(', ')
  const more = drafts.length > draftsShown ? `, ${drafts.length - draftsShown} more` : ''
  return [
    `The active versions were tested, NOT the drafts: ${shown}${more}. ERPActivate first, then test again.`
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

function answer(
  context: ToolContext,
  { refs, result, coverage, reach, drafts }: Outcome
): ToolResult {
  const { classes, alerts, totals, verdict } = result
  const system = systemWords(context.erp)
  const { passed, failed, errors, skippedClasses, skippedMethods = 0, unproven = 0 } = totals
  const skipped = classes.filter(one => one.skipped !== undefined)
  const told = classes.filter(isTold)
  const numbers = [
    `${passed} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(errors === 0 ? [] : [`${errors} with errors`]),
    ...(unproven === 0 ? [] : [`${unproven} not proven to have run`]),
    ...(skippedMethods === 0 ? [] : [`${skippedMethods} skipped`]),
    ...(skippedClasses === 0 ? [] : [count(skippedClasses, 'skipped class')])
  ]
  return {
    kind: 'data',
    data: omitUndefined({
      system,
      verdict,
      objects: refs.map(refData),
      totals: {
        passed,
        ...omitUndefined({
          failed: failed || undefined,
          errors: errors || undefined,
          skippedClasses: skippedClasses || undefined,
          skippedMethods: skippedMethods || undefined,
          unproven: unproven || undefined
        })
      },
      classes: told.length === 0 ? undefined : told.map(one => classData(one, refs)),
      alerts: alerts.length === 0 ? undefined : alerts.map(alertText),
      coverage,
      affected: reach === undefined ? undefined : reachData(reach),
      notTested:
        drafts.length === 0
          ? undefined
          : draftsFirst(drafts, refs).slice(0, draftsShown).map(refData)
    }),
    text: [
      `${system} · unit tests of ${names(refs) || 'nothing'} · ${verdicts[verdict]} · ${numbers.join(', ')}`,
      ...draftLines(drafts, refs),
      ...(reach === undefined ? [] : reachLines(reach)),
      ...fenced([
        ...alerts.map(alert => `  ${indented(alertText(alert))}`),
        ...told.flatMap(one => classLines(one, refs))
      ]),
      ...(coverage === undefined
        ? []
        : [
            'coverage (executed of all statements, branches):',
            ...coverage.flatMap(node => coverageLines(node, 1))
          ]),
      ...(skipped.length === 0
        ? []
        : [
            'Skipped classes ran nothing: their risk level is above the one asked for, or they do not fit; give `risk` to run more.'
          ])
    ].join('\n')
  }
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
  const methods = one.methods.filter(isTelling)
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
    ...methodLines(one.methods.filter(isTelling))
  ]
}

/** Methods with the same alerts share them: a class that cannot be run says so once. */
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
/** What just passed is in the count: the interesting ones are the others, and the slow ones. */
const isTelling = (method: UnitMethod): boolean =>
  method.status !== 'passed' || method.alerts.length > 0 || isSlow(method)
const isTold = ({ skipped, alerts, methods }: UnitClass): boolean =>
  skipped !== undefined || alerts.length > 0 || methods.some(isTelling)

/** Which test it is stands right above. */
const testNamed = /^Test '[^']*' in Main Program '/

function alertText({ title, details, stack }: UnitAlert): string {
  const places = stack.map(({ text, ref, part, line }) =>
    // the ERP's own words for the place name an include of the class pool, which says less
    ref === undefined ? text : `at ${refWords(ref)} ${placeWords({ part, line })}`.trim()
  )
  return [title, ...details.filter(detail => !testNamed.test(detail)), ...places].join('\n')
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n      ')
}
