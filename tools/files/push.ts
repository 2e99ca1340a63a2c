/** Brings a package to what a folder has, as one batch, and never over a change of others. */
import type { ToolContext } from '../call/context.ts'
import type { ToolResult } from '../call/result.ts'
import { ToolError } from '../failure/errors.ts'
import { errorWords } from '../failure/prose.ts'
import { createPackage } from '../manage/packages.ts'
import { count, refWords, systemWords } from '../objects/words.ts'
import type { OperationName } from '../operations.ts'
import { runBatch } from '../write/batch/batch.ts'
import { runItem } from '../write/object-actions.ts'
import { compareFolder } from './compare.ts'
import type { Comparison } from './compare.ts'
import { entryOf } from './entry.ts'
import type { Entry } from './entry.ts'
import { comparable } from './layout/index.ts'
import { innerFacts } from './push-inner.ts'
import { pushPlan } from './push-items.ts'
import type { PushItem } from './push-item.ts'
import type { PushPlan } from './push-items.ts'
import { conflictLines, reportOf } from './report.ts'
import { noteCommon } from './state-of-entry.ts'
import { openWorkspace } from './workspace.ts'

export interface PushArgs {
  readonly files?: string | undefined
  readonly package?: string | undefined
  readonly transport?: string | undefined
  readonly create?: boolean | undefined
  readonly delete?: boolean | undefined
  readonly dryRun?: boolean | undefined
  readonly activate?: boolean | undefined
}

export function pushOperations(args: PushArgs): OperationName[] {
  return [
    ...(args.create === true ? (['create'] as const) : []),
    'update',
    ...(args.delete === true ? (['delete'] as const) : []),
    ...(args.activate === true ? (['activate'] as const) : [])
  ]
}

/** @throws ToolError FILES_CONFLICT with the difference to what both sides had; nothing is changed */
export async function pushFiles(context: ToolContext, args: PushArgs): Promise<ToolResult> {
  const workspace = openWorkspace(context.workspace, args.files)
  const comparison = await compareFolder(context, {
    workspace,
    package: args.package,
    full: false
  })
  await assertNoConflict(context, comparison)
  const plan = pushPlan(comparison, {
    create: args.create === true,
    delete: args.delete === true,
    language: context.erp.system.language,
    inner: await innerFacts(context, comparison)
  })
  if (plan.items.length === 0) return await nothingToPush(context, comparison, plan)
  const dryRun = args.dryRun === true
  const made = dryRun ? undefined : await makePackages(context, plan, args.transport)
  if (made !== undefined) return made
  let unsaved: unknown
  let result: ToolResult | undefined
  try {
    result = await runItems(context, args, plan.items)
    if (!dryRun) result = await withFollowUps(context, args, { result, items: plan.followUps })
  } finally {
    // What the batch did is told, also where the folder cannot keep it.
    if (!dryRun) unsaved = await recordPushed(context, comparison, plan.entries)
  }
  return withNotes(result, plan, { dryRun, unsaved })
}

async function runItems(
  context: ToolContext,
  args: PushArgs,
  items: readonly PushItem[]
): Promise<ToolResult> {
  return await runBatch(context, {
    items,
    package: undefined,
    transport: args.transport,
    activate: args.activate === true,
    dryRun: args.dryRun === true,
    run: async (one, ref, mode) =>
      await runItem(context, { ...one, ...ref, ...mode, dryRun: args.dryRun })
  })
}

/** Facts of new objects that stand in a document of another type, e.g. settings of a table. */
async function withFollowUps(
  context: ToolContext,
  args: PushArgs,
  { result, items }: { readonly result: ToolResult; readonly items: readonly PushItem[] }
): Promise<ToolResult> {
  if (items.length === 0 || result.kind !== 'data') return result
  const { outcome }: { readonly outcome?: unknown } = result.data
  if (outcome !== 'done') return result
  const after = await runItems(context, args, items)
  return after.kind === 'data' ? { ...result, text: `${result.text}\n${after.text}` } : after
}

async function assertNoConflict(context: ToolContext, comparison: Comparison): Promise<void> {
  const failed = comparison.entries.filter(({ kind }) => kind === 'failed')
  const [first] = failed
  if (first !== undefined) {
    throw new ToolError(
      'FILES_NOT_COMPARED',
      `${count(failed.length, 'object')} could not be compared: ${refWords(first.ref)}: ${first.why ?? ''}`,
      { remedy: 'Nothing was changed. Remove the cause and push again.', outcome: 'failed' }
    )
  }
  const conflicts = comparison.entries.filter(({ kind }) => kind === 'conflict')
  if (conflicts.length === 0) return
  throw new ToolError(
    'FILES_CONFLICT',
    [
      `${count(conflicts.length, 'object')} changed in the folder and in ${systemWords(context.erp)}: ${conflicts.map(({ ref }) => refWords(ref)).join(', ')}.`,
      ...(await conflictLines(context, conflicts))
    ].join('\n'),
    {
      remedy:
        'Nothing was changed. Bring the change of the system into the files and say so with pull --resolved NAME, or take it over the files with pull --discard NAME; then push again.',
      showsSource: true,
      outcome: 'failed'
    }
  )
}

async function nothingToPush(
  context: ToolContext,
  comparison: Comparison,
  { skipped }: PushPlan
): Promise<ToolResult> {
  const head = skipped.length === 0 ? 'nothing to push' : 'nothing that can be pushed'
  const report = await reportOf(context, comparison, {
    head,
    settled: new Set(['changed there', 'new there', 'deleted there'])
  })
  return withNotes(report, { skipped, packages: [] }, { dryRun: false })
}

/** Packages are made one by one, and stay where the batch behind them fails. */
async function makePackages(
  context: ToolContext,
  { packages }: PushPlan,
  transport: string | undefined
): Promise<ToolResult | undefined> {
  for (const { name, parent, description } of packages) {
    const result = await createPackage(context, { name, package: parent, description, transport })
    if (result.kind !== 'data' && result.kind !== 'text') return result
  }
  return undefined
}

function withNotes(
  result: ToolResult,
  { skipped, packages }: Pick<PushPlan, 'skipped' | 'packages'>,
  { dryRun, unsaved }: { readonly dryRun: boolean; readonly unsaved?: unknown }
): ToolResult {
  if (result.kind !== 'data' && result.kind !== 'text' && result.kind !== 'error') return result
  const names = packages.map(({ name }) => name).join(', ')
  const lines = [
    ...(names === '' ? [] : [`${dryRun ? 'Packages to make' : 'Packages made'}: ${names}.`]),
    ...skipped.map(line => `Not pushed: ${line}.`),
    ...(unsaved === undefined
      ? []
      : [`The state of the folder was not kept: ${errorWords(unsaved)} Pull or push again.`])
  ]
  if (lines.length === 0) return result
  const text = [result.text, ...lines].join('\n')
  if (result.kind === 'data') {
    return { ...result, text, data: { ...result.data, notPushed: skipped } }
  }
  if (result.kind === 'error') return { ...result, text }
  const { refusals } = result
  return { kind: 'text', verbatim: [], text, ...(refusals === undefined ? {} : { refusals }) }
}

/** The sources are the same; what its XML file has beyond that stays a change of the folder. */
function hasArrived({ kind, here, there }: Entry): boolean {
  if (kind === 'same') return true
  const isNew = kind === 'conflict' && there.size > 0
  const sources = new Set([...here.keys(), ...there.keys()].filter(path => !path.endsWith('.xml')))
  return (
    isNew &&
    sources.size > 0 &&
    [...sources].every(
      path => comparable(here.get(path) ?? '') === comparable(there.get(path) ?? '')
    )
  )
}

/**
 * What arrived is common now; a failure only means that the next comparison finds it out.
 *
 * @returns why the state was not written; undefined where it was
 */
async function recordPushed(
  context: ToolContext,
  comparison: Comparison,
  entries: readonly Entry[]
): Promise<unknown> {
  if (context.signal.aborted) return undefined
  try {
    for (const { ref, package: name, here, known } of entries) {
      const folder = [...here.keys()][0]?.replace(/[^/]*$/, '') ?? ''
      const entry = await entryOf(context, comparison, {
        ref,
        package: name,
        listed: here.size > 0,
        here: { ref, folder, files: new Map(here) },
        known,
        listedStamp: undefined,
        paths: [],
        full: true
      })
      if (hasArrived(entry)) await noteCommon(comparison, entry, entry.there)
    }
  } catch (error) {
    context.log.debug({ err: error }, 'the state of a pushed folder is not complete')
  }
  try {
    await comparison.store.save(comparison.state)
    return undefined
  } catch (error) {
    return error
  }
}
