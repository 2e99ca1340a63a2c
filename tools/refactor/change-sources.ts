/**
 * Changes many sources in one call: a dry run that shows the whole, and a real run that decides
 * about every object before the first write.
 */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { refWords, systemWords } from '../objects/words.ts'
import { withActivation } from '../write/operation-choice.ts'
import { plannedChange } from '../write/planned-change.ts'
import { objectsOf, refsOf } from './changed-source.ts'
import type { SourcesChange } from './changed-source.ts'
import { differing, digestOf, isDigest } from './digest.ts'
import { screen } from './screen.ts'
import type { Holder, Screened } from './screen.ts'
import { exceptionLines, exceptionsOf, shownPlan, sizeWords, taskRemedy } from './shown-plan.ts'
import { writeSources } from './write-sources.ts'

/** One answer for all sources: the dry run, the question, the result or the state of each. */
export async function changeSources(
  context: ToolContext,
  change: SourcesChange
): Promise<ToolResult> {
  const screened = await screen(context, change)
  const { sources, holders } = screened
  const refs = objectsOf([
    ...sources.map(({ before }) => before.ref),
    ...neededRefs(change, screened)
  ])
  if (refs.length === 0 && !change.dryRun) return unchanged(context, change, screened)
  const digest = digestOf(sources)
  return await plannedChange(context, {
    dryRun: change.dryRun,
    operations: withActivation('update', change.activate),
    targets: refs.map(ref => ({
      ref,
      transport: holders.get(refWords(ref))?.number ?? change.transport
    })),
    // Where the ERP writes the sources itself, no lock decides whose objects they are.
    locked: change.send === undefined,
    plan: async () => await shownPlan(context, change, { screened, digest }),
    execute: async (erp, recheck) => {
      assertPossible(change, screened)
      return (
        questionOf(context, change, { screened, digest }) ??
        (await writeSources(context, change, { erp, recheck, screened }))
      )
    }
  })
}

function unchanged(context: ToolContext, change: SourcesChange, screened: Screened): ToolResult {
  const system = systemWords(context.erp)
  const exceptions = exceptionLines(exceptionsOf(change, screened))
  return {
    kind: 'data',
    data: { system, outcome: 'done', changed: false },
    text: [`Nothing to change · ${system} · ${change.title}`, ...exceptions].join('\n')
  }
}

/** Objects that stop the whole: the policy decides about them first. */
function neededRefs({ extent }: SourcesChange, { refused }: Screened): ObjectRef[] {
  return extent === 'whole' ? refused.map(({ ref }) => ref) : []
}

/** Refuses what would stop in the middle, before the first write. */
function assertPossible(
  { extent, title }: SourcesChange,
  { sources, refused, holders }: Screened
): void {
  if (extent === 'whole' && refused.length > 0) {
    throw new ToolError(
      'TOOL_CHANGE_INCOMPLETE',
      `${title} would leave objects behind that need the change as well.`,
      { remedy: [...exceptionLines(refused), 'Nothing was changed.'].join('\n'), outcome: 'failed' }
    )
  }
  const foreign = new Map<string, Holder>()
  for (const ref of refsOf(sources)) {
    const holder = holders.get(refWords(ref))
    if (holder !== undefined && !holder.hasOwnTask) foreign.set(holder.number, holder)
  }
  if (foreign.size === 0) return
  const requests = [...foreign.values()]
  throw new ToolError(
    'TOOL_TASK_MISSING',
    `Requests of other users record some of the objects, and you have no task there: ${requests.map(({ number, owner }) => `${number} of ${owner}`).join(', ')}.`,
    {
      remedy: `First ${requests.map(taskRemedy).join(' and ')}, then repeat the call. Nothing was changed.`,
      outcome: 'failed'
    }
  )
}

/** Undefined where the call may run: its digest is that of the present state, or none is needed. */
function questionOf(
  context: ToolContext,
  { confirm, digest: need, title }: SourcesChange,
  { screened: { sources }, digest }: { readonly screened: Screened; readonly digest: string }
): ToolResult | undefined {
  if (confirm === digest || (confirm === undefined && need === 'optional')) return undefined
  const question = `${title}: ${sizeWords(sources)} at ${systemWords(context.erp)}.`
  const why =
    confirm === undefined
      ? ['Look at it with dryRun: true, which shows samples, findings and exceptions.']
      : isDigest(confirm)
        ? [differenceWords(confirm, sources)]
        : []
  return {
    kind: 'confirm',
    question,
    digest,
    text: [
      `NOT DONE: ${question}`,
      ...why,
      `To change exactly this, repeat the call with confirm: "${digest}".`
    ].join('\n')
  }
}

function differenceWords(confirm: string, sources: Screened['sources']): string {
  const names = differing(confirm, sources)
  const shown = names.slice(0, 10).join(', ')
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  return names.length === 0
    ? 'It is not what the dry run showed: a source of that is no longer part of it.'
    : `It is not what the dry run showed. Changed or new since then: ${shown}${more}.`
}
