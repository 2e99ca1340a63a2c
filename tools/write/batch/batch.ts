/** Several changes in one call, inspected before the first and reported one by one. */
import { isErpError, objectType } from '../../../erp-client/index.ts'
import type { ErpWriter } from '../../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../../call/context.ts'
import type { KeptCall } from '../../call/write/kept-calls.ts'
import { ToolError } from '../../failure/errors.ts'
import { failureResult } from '../../failure/result.ts'
import type { SentChange } from '../../journal/undo-words.ts'
import type { OperationName } from '../../operations.ts'
import { omitUndefined } from '../../schema/output.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { readPart } from '../../objects/sources.ts'
import { count, refWords, systemWords } from '../../objects/words.ts'
import { storedDifferenceLines } from '../stored-differences.ts'
import type { StoredDifferences } from '../stored-differences.ts'
import { finish } from './finish.ts'
import { stepsOf } from './items.ts'
import type { BatchItem, BatchOptions, Step } from './items.ts'
import { entryWords, refusedBy, withoutHandle } from './report.ts'
import { stopped } from './stop.ts'
import type { Progress, StepState } from './stop.ts'
import { inDependencyOrder } from './order.ts'
import { assertSyntax } from './syntax.ts'
import { findDeleted, inspectEntries } from './preflight.ts'
import type { EntryState, Inspected } from './preflight.ts'
import { plannedChange } from '../planned-change.ts'
import type { ChangePlan } from '../planned-change.ts'

const operationOf: Readonly<Record<BatchItem['action'], OperationName>> = {
  create: 'create',
  update: 'update',
  edit: 'update',
  edit_method: 'update',
  delete: 'delete'
}

/** The operations of all items, each once. */
export function batchOperations(items: readonly BatchItem[], activate: boolean): OperationName[] {
  return [
    ...new Set([
      ...items.map(({ action }) => operationOf[action]),
      ...(activate ? ['activate' as const] : [])
    ])
  ]
}

/** Its requests that an undo restores in part; a new object goes away with the undo. */
export function batchSends(items: readonly BatchItem[], activate: boolean): SentChange[] {
  const isUpdate = ({ action }: BatchItem) => operationOf[action] === 'update'
  return [
    ...items.flatMap(({ action, type }): SentChange[] =>
      action === 'delete' ? [{ operation: 'object.delete', type }] : []
    ),
    ...(activate && items.some(isUpdate) ? [{ operation: 'activate' } as const] : [])
  ]
}

/**
 * Makes several changes in dependency order. Every entry is decided and inspected before the first
 * change; an entry that an earlier call has made is skipped, so an interrupted batch can be sent
 * again. The first failure stops the rest, and the answer gives the state of each entry. One
 * activation at the end makes all objects active together.
 */
export async function runBatch<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>
): Promise<ToolResult> {
  const { dryRun } = options
  const steps = await orderedSteps(context, options)
  // A deleted object has no package by which a rule could decide, and nothing is done to it.
  const deleted = dryRun ? new Set<Step<Item>>() : await findDeleted(context, steps)
  return await plannedChange(context, {
    dryRun,
    operations: batchOperations(options.items, options.activate),
    targets: steps.filter(step => !deleted.has(step)).map(({ target }) => target),
    plan: async () => await planOf(context, options, steps),
    execute: async erp => await execute(context, options, { erp, steps, deleted })
  })
}

/** Everything that a batch asks before its first change. @throws ToolError for what is not possible */
export async function inspectBatch<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>
): Promise<{ readonly steps: readonly Step<Item>[]; readonly targets: readonly ChangeTarget[] }> {
  const steps = await orderedSteps(context, options)
  const deleted = await findDeleted(context, steps)
  await assertSyntax(context, steps, await inspectEntries(context, options, { steps, deleted }))
  return {
    steps,
    targets: steps.filter(step => !deleted.has(step)).map(({ target }) => target)
  }
}

interface Execution<Item extends BatchItem> {
  readonly erp: ErpWriter
  readonly steps: readonly Step<Item>[]
  readonly deleted: ReadonlySet<Step<BatchItem>>
}

/** A batch that goes on with an earlier call knows before its inspection what that call has made. */
async function execute<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { erp, steps, deleted }: Execution<Item>
): Promise<ToolResult> {
  const resumed = options.resume === undefined ? undefined : await keep(context, options)
  let kept = resumed
  let result: ToolResult | undefined
  try {
    const entries = await inspectEntries(context, options, { steps, deleted, made: resumed?.done })
    await assertSyntax(context, steps, entries)
    kept ??= await keep(context, options)
    result = await makeAll(context, options, { erp, steps, entries, kept })
    return result
  } finally {
    await kept?.end(result?.kind === 'data' ? result : undefined)
  }
}

async function keep<Item extends BatchItem>(
  context: ToolContext,
  { items, package: inPackage, transport, activate, resume, isWhole }: BatchOptions<Item>
): Promise<KeptCall | undefined> {
  if (isWhole === true) return undefined
  return await context.keep(
    omitUndefined({ action: 'batch', items, package: inPackage, transport, activate }),
    { steps: items.length, id: resume }
  )
}

interface Making<Item extends BatchItem> {
  readonly erp: ErpWriter
  readonly steps: readonly Step<Item>[]
  readonly entries: readonly Inspected[]
  readonly kept: KeptCall | undefined
}

async function makeAll<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { erp, steps, entries, kept }: Making<Item>
): Promise<ToolResult> {
  const progress: Progress<Item>[] = steps.map((step, at) => ({
    step,
    state: begin[entries[at]?.state ?? 'todo']
  }))
  for (const [at, one] of progress.entries()) {
    if (one.state === 'not begun') {
      context.progress({
        done: at,
        total: steps.length,
        message: `${one.step.item.action} ${refWords(one.step.ref)}${kept === undefined ? '' : ` · batch ${kept.id}`}`
      })
      const result = await attempt(context, options, {
        step: one.step,
        entryState: entries[at]?.state
      })
      if (result.kind !== 'data') {
        return stopped(context, { id: kept?.id, isWhole: options.isWhole, progress, at, result })
      }
      progress[at] = { ...one, state: 'done', ...wordsOf(context, options, result) }
    }
    kept?.note(one.step.place)
  }
  return await finish(context, { id: kept?.id, erp, options, progress })
}

const begin = {
  todo: 'not begun',
  begun: 'not begun',
  done: 'was so',
  changed: 'changed since'
} as const satisfies Record<EntryState, StepState>

/** The line of one entry, without the facts of the whole batch, and the content it deleted. */
function wordsOf<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  result: ToolResult
): { text: string; was?: string; hash?: string } {
  const [first = ''] = result.text.split('\n')
  const text = first
    .replace(` · ${systemWords(context.erp)} · `, ' ')
    .replace(` · package ${options.package}`, '')
  const data: StoredDifferences & { was?: string; hash?: string } =
    result.kind === 'data' ? result.data : {}
  const { was, hash } = data
  return {
    text: [text, ...storedDifferenceLines(data)].join('\n'),
    ...(was === undefined ? {} : { was }),
    ...(hash === undefined ? {} : { hash })
  }
}

interface Attempt<Item extends BatchItem> {
  readonly step: Step<Item>
  readonly entryState?: EntryState | undefined
}

async function attempt<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { step, entryState }: Attempt<Item>
): Promise<ToolResult> {
  try {
    context.signal.throwIfAborted()
    // The confirmations of deletions were checked before the first change.
    return await options.run(step.item, step.ref, {
      begun: entryState === 'begun',
      ...(options.dryRun ? {} : { alsoDeleted: [] })
    })
  } catch (error) {
    const unknown = isErpError(error)
      ? error.outcome === 'unknown'
      : !(error instanceof ToolError) && !context.signal.aborted
    return failureResult(error, { signal: context.signal, log: context.log, changes: unknown })
  }
}

async function orderedSteps<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>
): Promise<Step<Item>[]> {
  const steps = await stepsOf(context, options)
  return inDependencyOrder(
    await inParallel(steps, async step => ({
      ...step,
      isDeletion: step.item.action === 'delete',
      text: await namesIn(context, step)
    }))
  )
}

/** What a step writes, or the source that it deletes. */
async function namesIn<Item extends BatchItem>(
  context: ToolContext,
  { item, ref }: Step<Item>
): Promise<string> {
  if (item.action !== 'delete') return stringsIn(item).join(' ')
  try {
    return objectType(ref.type)?.abilities.has('source') === true
      ? (await readPart(context, { ref })).text
      : ''
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return ''
    throw error
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

async function planOf<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  steps: readonly Step<Item>[]
): Promise<ChangePlan> {
  const created = new Set(
    steps.filter(({ item }) => item.action === 'create').map(({ ref }) => refWords(ref))
  )
  const details: string[] = []
  const refusals = new Set<string>()
  for (const step of steps) {
    const isNew = step.item.action !== 'create' && created.has(refWords(step.ref))
    const result = isNew ? undefined : await attempt(context, options, { step })
    for (const code of refusedBy(result)) refusals.add(code)
    const text =
      result === undefined
        ? 'It is created by this batch, so it cannot be compared yet.'
        : withoutHandle(result)
    details.push(entryWords(context, step, text))
  }
  return {
    summary: [
      `${systemWords(context.erp)} · DRY RUN of ${count(steps.length, 'change')} in this order · nothing saved`
    ],
    details,
    refusals: [...refusals],
    verbatim: []
  }
}
