/**
 * Several changes in one call: decided and looked at before the first, and accounted for one by
 * one.
 */
import { isErpError, objectType } from '../../../erp-client/index.ts'
import type { ErpWriter, ObjectRef } from '../../../erp-client/index.ts'
import { activateSaved, activationData, listedAbove } from '../../activate/activation.ts'
import type { ActivationReport } from '../../activate/activation.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { failureResult } from '../../failure/result.ts'
import type { OperationName } from '../../operations.ts'
import { omitUndefined } from '../../schema/output.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { readPart } from '../../objects/sources.ts'
import { count, refWords, systemWords } from '../../objects/words.ts'
import { keptLines } from '../source/kept.ts'
import type { Kept } from '../source/kept.ts'
import { checkBatch } from './check.ts'
import { stepsOf } from './items.ts'
import type { BatchItem, BatchOptions, Step } from './items.ts'
import { stateData, stopped } from './stop.ts'
import type { Progress } from './stop.ts'
import { inDependencyOrder } from './order.ts'
import { alone, goneOf, readinessOf } from '../preflight.ts'
import type { Readiness } from '../preflight.ts'
import { savedData } from '../source/saved-check.ts'

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

/**
 * Several changes in dependency order. Every item is decided and looked at before the first is
 * sent; what is done already is not done again, so that a batch which broke off can be sent again.
 * The first failure stops the rest, and the answer says of each what became of it. One activation
 * at the end makes all of them active together.
 */
export async function runBatch<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>
): Promise<ToolResult> {
  const steps = await plan(context, options)
  if (options.dryRun) return await dryRun(context, options, steps)
  // What is gone has no package any more by which a rule could decide, and nothing is done to it.
  const gone = await goneOf(context, steps)
  const targets = steps.filter(step => !gone.has(step)).map(({ target }) => target)
  return await context.change(targets, async erp => {
    const ready = await readinessOf(context, options, { steps, gone })
    const progress: Progress<Item>[] = steps.map((step, at) => ({
      step,
      state: ready[at] === 'done' ? 'was so' : 'not begun'
    }))
    for (const [at, one] of progress.entries()) {
      if (one.state === 'was so') continue
      context.progress({
        done: at,
        total: steps.length,
        message: `${one.step.item.action} ${refWords(one.step.ref)}`
      })
      const result = await attempt(context, options, { step: one.step, ready: ready[at] })
      if (result.kind !== 'data') return stopped(context, { progress, at, result })
      progress[at] = { ...one, state: 'done', ...wordsOf(context, options, result) }
    }
    return await finish(context, { erp, options, progress })
  })
}

/** What holds for the whole batch is not said of each; what a deletion took away is handed back. */
function wordsOf<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  result: ToolResult
): { text: string; was?: string } {
  const [first = ''] = result.text.split('\n')
  const text = first
    .replace(` · ${systemWords(context.erp)} · `, ' ')
    .replace(` · package ${options.package}`, '')
  const data: Kept & { was?: string } = result.kind === 'data' ? result.data : {}
  const { was } = data
  return { text: [text, ...keptLines(data)].join('\n'), ...(was === undefined ? {} : { was }) }
}

interface Finish<Item extends BatchItem> {
  readonly erp: ErpWriter
  readonly options: BatchOptions<Item>
  readonly progress: readonly Progress<Item>[]
}

async function finish<Item extends BatchItem>(
  context: ToolContext,
  { erp, options, progress }: Finish<Item>
): Promise<ToolResult> {
  const live = unique(
    progress.filter(({ step }) => step.item.action !== 'delete').map(({ step }) => step.ref)
  )
  const activation =
    options.activate && live.length > 0 ? await activateSaved(context, erp, live) : undefined
  const check =
    activation === undefined && live.length > 0 ? await checkBatch(context, live) : undefined
  const system = systemWords(context.erp)
  const again = progress.filter(({ state }) => state === 'was so').length
  const data = omitUndefined({
    system,
    outcome: 'done',
    items: progress.map(stateData),
    ...(check === undefined ? {} : savedData(check)),
    ...activationData(activation)
  })
  const text = [
    `Batch done · ${system} · ${count(progress.length, 'change')}${again === 0 ? '' : `, ${again} of them done before`}`,
    ...progress.map(({ step, text: words }) => `  ${words ?? wasSo(step)}`),
    ...progress.flatMap(({ step, was }) =>
      was === undefined ? [] : [`--- ${refWords(step.ref)}, deleted`, was]
    ),
    ...closing(activation, check?.lines ?? [])
  ].join('\n')
  if (activation !== undefined && activation.outcome !== 'activated') {
    return {
      kind: 'error',
      code: activation.code,
      text,
      data: { ...data, outcome: activation.outcome, saved: true }
    }
  }
  return {
    kind: 'data',
    data,
    text,
    ...(progress.some(({ was }) => was !== undefined) ? { verbatim: [] } : {})
  }
}

function wasSo({ item, ref }: Step<BatchItem>): string {
  return `Was so: ${item.action} ${refWords(ref)}${item.action === 'delete' ? ' (it does not exist)' : ''}`
}

function closing(
  activation: ActivationReport | undefined,
  checked: readonly string[]
): readonly string[] {
  return activation === undefined ? checked : listedAbove(activation)
}

function unique(refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map(ref => [refWords(ref), ref])).values()]
}

interface Attempt<Item extends BatchItem> {
  readonly step: Step<Item>
  readonly ready?: Readiness | undefined
}

async function attempt<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { step, ready }: Attempt<Item>
): Promise<ToolResult> {
  try {
    context.signal.throwIfAborted()
    // Deletions were asked about before the first change.
    return await options.run(step.item, step.ref, {
      begun: ready === 'begun',
      ...(options.dryRun ? {} : { alsoDeleted: [] })
    })
  } catch (error) {
    const unknown = isErpError(error)
      ? error.outcome === 'unknown'
      : !(error instanceof ToolError) && !context.signal.aborted
    return failureResult(error, { signal: context.signal, log: context.log, changes: unknown })
  }
}

async function plan<Item extends BatchItem>(
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

async function dryRun<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  steps: readonly Step<Item>[]
): Promise<ToolResult> {
  const refusal = await context.refusalOf(
    batchOperations(options.items, options.activate),
    steps.map(({ target }) => target)
  )
  const created = new Set(
    steps.filter(({ item }) => item.action === 'create').map(({ ref }) => refWords(ref))
  )
  const parts: string[] = []
  for (const step of steps) {
    const isNew = step.item.action !== 'create' && created.has(refWords(step.ref))
    parts.push(
      `=== ${step.item.action} ${refWords(step.ref)}\n${isNew ? 'It is created by this batch, so it cannot be compared yet.' : withoutHandle(await attempt(context, options, { step }))}`
    )
  }
  return {
    kind: 'text',
    verbatim: [],
    text: [
      `${systemWords(context.erp)} · DRY RUN of ${count(steps.length, 'change')} in this order · nothing saved`,
      ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]),
      ...parts
    ].join('\n')
  }
}

/** A confirmation is of one call, and an item of a batch is none. */
function withoutHandle(result: ToolResult): string {
  const digest = result.kind === 'text' ? result.digest : undefined
  return digest === undefined
    ? result.text
    : result.text
        .split('\n')
        .map(line => (line.includes(digest) ? alone : line))
        .join('\n')
}
