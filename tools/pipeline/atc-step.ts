/** The step that runs the ABAP Test Cockpit. */
import { plainText, readAtcDocumentation, runAtc } from '../../erp-client/index.ts'
import type { AtcFinding } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import { onRelease } from '../failure/release-gaps.ts'
import { isRefused } from '../insight/refused.ts'
import { count, refWords } from '../objects/words.ts'
import type { Level, PipelineRule } from './report.ts'
import { coveredWords } from './step.ts'
import type { StepInput, StepResult } from './step.ts'

const mostFindings = 10_000
/** Rules whose documentation one run reads. */
const mostExplained = 40
const helpLength = 4000

function levelOf(priority: number): Level {
  if (priority === 1) return 'error'
  return priority === 2 ? 'warning' : 'note'
}

const ruleId = ({ check, messageId }: AtcFinding): string =>
  `atc/${[check, messageId].filter(word => word !== '').join('/')}`

/** Findings without an exemption, of the variant that the plan or the system names. */
export async function atcStep(input: StepInput): Promise<StepResult> {
  const { context, plan, subject, sources } = input
  const present = subject.refs.filter(ref => !sources.gone.has(refWords(ref)))
  const isWhole = plan.package !== undefined && subject.since === undefined
  const refs = isWhole ? [{ type: 'DEVC', name: plan.package }] : present
  if (refs.length === 0) return { outcome: 'done', words: 'no objects', findings: [], rules: [] }
  const result = await onRelease(
    context,
    'atc',
    async () =>
      await runAtc(
        context.erp,
        { refs, variant: plan.variant, maxFindings: mostFindings },
        context.signal
      )
  )
  const { findings, infos } = result
  const failures = infos.filter(
    ({ type }) => type === 'TOOL_FAILURE' || (type === 'NO_OBJS' && sources.parts.length > 0)
  )
  const gaps = [
    ...failures.map(({ text }) => text),
    ...(findings.length >= mostFindings ? [`findings after the first ${mostFindings}`] : []),
    ...(result.complete ? [] : ['objects that the system left out'])
  ]
  return {
    outcome: gaps.length === 0 ? 'done' : 'incomplete',
    words: coveredWords(`variant ${result.variant}, ${count(present.length, 'object')}`, gaps),
    findings: findings.map(one => ({
      ...one,
      rule: ruleId(one),
      level: levelOf(one.priority)
    })),
    rules: await rulesOf(context, findings)
  }
}

async function rulesOf(
  context: ToolContext,
  findings: readonly AtcFinding[]
): Promise<PipelineRule[]> {
  const first = [...new Map(findings.toReversed().map(one => [ruleId(one), one])).values()]
  return await inParallel(first, async (one, at) => ({
    id: ruleId(one),
    title: one.check,
    help: (at < mostExplained ? await documentation(context, one) : undefined) ?? one.check,
    level: levelOf(one.priority)
  }))
}

async function documentation(
  context: ToolContext,
  { documentation: path }: AtcFinding
): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    const text = plainText(await readAtcDocumentation(context.erp, { path }, context.signal)).trim()
    return text === '' ? undefined : text.slice(0, helpLength)
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}
