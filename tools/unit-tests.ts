import { codesWith, ErpError, isErpError, objectType, packageContents, readCoverage, readSource, runUnitTests } from '../erp-client/index.ts'
import type { CoverageNode, ObjectRef, RiskLevel, UnitAlert, UnitClass, UnitResult } from '../erp-client/index.ts'
import { findTestClasses } from './abap/test-classes.ts'
import type { TestClass } from './abap/test-classes.ts'
import type { ToolContext } from './context.ts'
import { badArguments } from './errors.ts'
import { given, refData } from './output.ts'
import { inParallel } from './parallel.ts'
import { resolveObject } from './resolve.ts'
import type { Naming } from './resolve.ts'
import type { ToolResult } from './result.ts'
import { onRelease } from './unsupported.ts'
import { count, placeWords, refWords, systemWords } from './words.ts'

export interface TestWish {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  readonly objects?: readonly Naming[] | undefined
  readonly risk?: RiskLevel | undefined
  readonly coverage?: boolean | undefined
}

const mostObjects = 200
const levels: readonly RiskLevel[] = ['harmless', 'dangerous', 'critical']

/** Runs the tests up to a risk level. Beyond harmless they may change data, so such a run goes through the change gate. */
export async function unitTests (context: ToolContext, args: TestWish): Promise<ToolResult> {
  const refs = await refsOf(context, args)
  const risks = levels.slice(0, levels.indexOf(args.risk ?? 'harmless') + 1)
  const result = risks.length === 1
    ? await runUnitTests(context.erp, { refs, risks, coverage: args.coverage }, context.signal)
    : await context.change(refs.map((ref) => ({ ref })), async (erp) => await runUnitTests(erp, { refs, risks, coverage: args.coverage }, context.signal))
  const whole = risks.length === levels.length ? result : await withSkipped(context, { refs: await expanded(context, refs), risks, result })
  return answer(context, { refs, result: whole, coverage: args.coverage === true ? await coverageOf(context, refs, result) : undefined })
}

const testable = new Set(codesWith('unit-test'))

/** Packages as the objects in them and below: their sources tell which tests there are. */
async function expanded (context: ToolContext, refs: readonly ObjectRef[]): Promise<ObjectRef[]> {
  const all = await inParallel(refs, async (ref) => {
    if (ref.type !== 'DEVC') return [ref]
    const found: ObjectRef[] = []
    let level = [ref.name]
    while (level.length > 0 && found.length < mostObjects) {
      const read = await inParallel(level, async (name) => await packageContents(context.erp, { package: name }, context.signal))
      found.push(...read.flatMap(({ objects }) => objects.map((hit) => hit.ref)).filter(({ type }) => testable.has(type) && type !== 'DEVC'))
      level = read.flatMap(({ subPackages }) => subPackages)
    }
    return found.slice(0, mostObjects)
  })
  return all.flat()
}

/** What the run executed; a system that cannot measure is told to run without. */
async function coverageOf (context: ToolContext, refs: readonly ObjectRef[], { measurement }: UnitResult): Promise<readonly CoverageNode[]> {
  return await onRelease(context, 'coverage', async () => {
    if (measurement === undefined) throw new ErpError('ERP_UNSUPPORTED', 'The run measured no coverage')
    return await readCoverage(context.erp, { measurement, refs }, context.signal)
  })
}

interface Ran { readonly refs: readonly ObjectRef[], readonly risks: readonly RiskLevel[], readonly result: UnitResult }

/** The ERP says nothing of classes above the risk level; the sources tell which there are, and a run without them is not passed. */
async function withSkipped (context: ToolContext, { refs, risks, result }: Ran): Promise<UnitResult> {
  const defined = await inParallel(refs, async (ref) => (await testClassesOf(context, ref)).map((one) => ({ ref, ...one })))
  const skipped = defined.flat()
    .filter(({ name, risk }) => !risks.includes(risk) && !result.classes.some((one) => one.name === name))
    .map(({ ref, name, risk }): UnitClass => ({ name, ref, uri: '', risk, methods: [], alerts: [], skipped: `risk level ${risk}` }))
  if (skipped.length === 0) return result
  const { totals, verdict } = result
  return {
    ...result,
    classes: [...result.classes, ...skipped],
    totals: { ...totals, skippedClasses: totals.skippedClasses + skipped.length },
    verdict: verdict === 'failed' ? verdict : 'incomplete'
  }
}

async function testClassesOf (context: ToolContext, ref: ObjectRef): Promise<readonly TestClass[]> {
  const parts = Object.keys(objectType(ref.type)?.parts ?? {})
  const part = parts.includes('testclasses') ? 'testclasses' : parts[0]
  if (part === undefined) return []
  try {
    return findTestClasses((await readSource(context.erp, { ref, part, version: 'active' }, context.signal)).text)
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')) return []
    throw error
  }
}

/** The objects of a call that takes one or several. */
export async function refsOf (context: ToolContext, { type, name, group, objects }: TestWish): Promise<ObjectRef[]> {
  if (objects !== undefined) {
    if (name !== undefined) throw badArguments('`name` and `objects` contradict each other.', 'Put every object into `objects`.')
    return await inParallel(objects, (item) => resolveObject(context, item))
  }
  if (name === undefined) throw badArguments('`name` is missing.', 'Name the object, or give objects.')
  return [await resolveObject(context, { type, name, group })]
}

const verdicts: Readonly<Record<UnitResult['verdict'], string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  nothing_run: 'NOTHING RUN: no test method was executed',
  incomplete: 'INCOMPLETE: some test classes did not run, so this is not passed'
}

interface Outcome { readonly refs: readonly ObjectRef[], readonly result: UnitResult, readonly coverage: readonly CoverageNode[] | undefined }

function answer (context: ToolContext, { refs, result, coverage }: Outcome): ToolResult {
  const { classes, alerts, totals, verdict } = result
  const system = systemWords(context.erp)
  const { passed, failed, errors, skippedClasses } = totals
  const skipped = classes.filter((one) => one.skipped !== undefined)
  const numbers = [`${passed} passed`, `${failed} failed`, `${errors} with errors`, ...(skippedClasses === 0 ? [] : [count(skippedClasses, 'skipped class')])]
  return {
    kind: 'data',
    data: given({ system, verdict, objects: refs.map(refData), totals, classes: classes.map(classData), alerts: alerts.length === 0 ? undefined : alerts.map(alertText), coverage }),
    text: [
      `${system} · unit tests of ${refs.map(refWords).join(', ')} · ${verdicts[verdict]} · ${numbers.join(', ')}`,
      ...alerts.map((alert) => `  ${indented(alertText(alert))}`),
      ...classes.flatMap(classLines),
      ...(coverage === undefined ? [] : ['coverage (executed of all statements, branches):', ...coverage.flatMap((node) => coverageLines(node, 1))]),
      ...(skipped.length === 0 ? [] : ['Skipped classes ran nothing: their risk level is above the one asked for, or they do not fit; give `risk` to run more.'])
    ].join('\n')
  }
}

function coverageLines ({ name, adtType, statement, branch, children }: CoverageNode, depth: number): string[] {
  const share = statement.total === 0 ? '' : ` ${Math.round(100 * statement.executed / statement.total)} %`
  return [`${'  '.repeat(depth)}${adtType} ${name}${share}: ${statement.executed} of ${statement.total}, ${branch.executed} of ${branch.total}`, ...children.flatMap((child) => coverageLines(child, depth + 1))]
}

function classData (one: UnitClass): object {
  return given({
    name: one.name,
    risk: one.risk,
    skipped: one.skipped,
    methods: one.methods.map(({ name, status, alerts }) => given({ name, status, alerts: alerts.length === 0 ? undefined : alerts.map(alertText) })),
    alerts: one.alerts.length === 0 ? undefined : one.alerts.map(alertText)
  })
}

function classLines (one: UnitClass): string[] {
  const name = `${one.ref === undefined ? '' : `${refWords(one.ref)} `}${one.name}`
  if (one.skipped !== undefined) return [`${name}: SKIPPED (${one.skipped})`]
  return [
    `${name} (${one.risk}):`,
    ...one.alerts.map((alert) => `  ${indented(alertText(alert))}`),
    ...one.methods.flatMap((method) => [
      `  ${method.status.toUpperCase()} ${method.name}${method.seconds === undefined ? '' : ` ${method.seconds} s`}`,
      ...method.alerts.map((alert) => `    ${indented(alertText(alert))}`)
    ])
  ]
}

function alertText ({ title, details, stack }: UnitAlert): string {
  const places = stack.map(({ text, ref, part, line }) => {
    const place = ref === undefined ? '' : `${refWords(ref)} ${placeWords({ part, line })}`.trim()
    return [text, place].filter((word) => word !== '').join(' at ')
  })
  return [title, ...details, ...places].join('\n')
}

function indented (text: string): string {
  return text.replaceAll('\n', '\n      ')
}
