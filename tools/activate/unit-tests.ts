/** Runs unit tests of objects, packages, transport requests or affected objects. */
import { codesWith, ErpError, readCoverage, runUnitTests } from '../../erp-client/index.ts'
import type {
  CoverageNode,
  ObjectRef,
  RiskLevel,
  UnitClass,
  UnitResult
} from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { changedBy, testClassesOf, testsAffected } from '../diagnose/affected.ts'
import type { Reach } from '../diagnose/affected.ts'
import { badArguments } from '../failure/errors.ts'
import { assertType } from '../catalog/features.ts'
import { packagesBelow, readPackageTree } from '../objects/packages-below.ts'
import { inParallel } from '../call/parallel.ts'
import { resolveObject } from '../objects/resolve.ts'
import type { Naming } from '../objects/resolve.ts'
import type { ToolResult } from '../call/result.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { count } from '../objects/words.ts'
import { onlyMethod } from './one-method.ts'
import { testResult } from './test-report.ts'
import type { TestOutcome } from './test-report.ts'
import { untestedDrafts } from './untested-drafts.ts'

export interface TestOptions {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly objects?: readonly Naming[] | undefined
  readonly risk?: RiskLevel | undefined
  readonly coverage?: boolean | undefined
  /** Only this test method counts. */
  readonly method?: string | undefined
  /** Instead of the objects' own tests those of what uses them, over so many levels. */
  readonly affected?: number | undefined
}

const mostObjects = 200
const mostPackages = 200

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
  return testResult(context, await testRun(context, args))
}

/** The same as a value: what ran, and with which outcome. */
export async function testRun(context: ToolContext, args: TestOptions): Promise<TestOutcome> {
  const reach =
    args.affected === undefined && args.type !== 'TRANSPORT'
      ? undefined
      : await reachOf(context, args)
  const refs = reach?.tests ?? (await refsOf(context, args))
  if (refs.length === 0) {
    return { refs, result: nothing, coverage: undefined, reach, drafts: undefined }
  }
  const risks = levels.slice(0, levels.indexOf(args.risk ?? 'harmless') + 1)
  context.progress({ done: 0, message: `the tests of ${count(refs.length, 'object')} run` })
  const [drafts, result] = await Promise.all([
    untestedDrafts(context, async () => await expanded(context, refs)),
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
  const judged = args.method === undefined ? whole : onlyMethod(whole, args.method, refs)
  const verdict = reach?.cut === true && judged.verdict === 'passed' ? 'incomplete' : judged.verdict
  return {
    refs,
    method: args.method,
    result: { ...judged, verdict },
    coverage: args.coverage === true ? await coverageOf(context, refs, result) : undefined,
    reach,
    drafts
  }
}

/** Without `affected`, a transport request means the tests of its own objects. */
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

/** Replaces packages by the objects in them and below, whose sources define the tests. */
async function expanded(context: ToolContext, refs: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const all = await inParallel(refs, async ref => {
    if (ref.type !== 'DEVC') return [ref]
    const { packages } = await readPackageTree(context, ref.name, mostPackages)
    const found = packages
      .flatMap(({ objects }) => objects.map(hit => hit.ref))
      .filter(({ type }) => testable.has(type) && type !== 'DEVC')
    return found.slice(0, mostObjects)
  })
  return all.flat()
}

/** The executed statements; the error of a system without coverage names the remedy. */
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

interface TestRun {
  readonly refs: readonly ObjectRef[]
  readonly risks: readonly RiskLevel[]
  readonly result: UnitResult
}

/**
 * Adds the classes above the risk level, which the ERP leaves out and the sources define. A run
 * without them does not count as passed.
 */
async function withSkipped(
  context: ToolContext,
  { refs, risks, result }: TestRun
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
