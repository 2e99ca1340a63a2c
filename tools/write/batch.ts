import { isErpError, objectType, resolvePackage } from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import { activateSaved, activationData, listedAbove } from '../activation.ts'
import type { ChangeTarget, ToolContext } from '../context.ts'
import { badArguments, ToolError } from '../errors.ts'
import { failureResult } from '../failure.ts'
import type { OperationName } from '../operations.ts'
import { given, refData } from '../output.ts'
import { inParallel } from '../parallel.ts'
import { resolveObject } from '../resolve.ts'
import type { ToolResult } from '../result.ts'
import { readPart } from '../sources.ts'
import { count, refWords, systemWords } from '../words.ts'
import { newRef } from './create.ts'
import { keptLines } from './kept.ts'
import { inDependencyOrder } from './order.ts'

export interface BatchItem {
  readonly action: 'create' | 'update' | 'edit' | 'edit_method' | 'delete'
  readonly type?: string | undefined
  readonly name: string
  readonly group?: string | undefined
  readonly package?: string | undefined
  readonly transport?: string | undefined
}

export interface BatchWish<Item extends BatchItem> {
  readonly items: readonly Item[]
  readonly package: string | undefined
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** Runs one item as a call of its own would. */
  readonly run: (item: Item, ref: ObjectRef) => Promise<ToolResult>
}

const operationOf: Readonly<Record<BatchItem['action'], OperationName>> = { create: 'create', update: 'update', edit: 'update', edit_method: 'update', delete: 'delete' }

/** The operations of all items, each once. */
export function batchOperations (items: readonly BatchItem[], activate: boolean): OperationName[] {
  return [...new Set([...items.map(({ action }) => operationOf[action]), ...(activate ? ['activate' as const] : [])])]
}

interface Step<Item> { readonly item: Item, readonly ref: ObjectRef, readonly target: ChangeTarget }

/**
 * Several changes in dependency order. Every item is decided before the first is sent; the first failure stops the rest, and the
 * answer says what is done and what is not. One activation at the end makes all of them active together.
 */
export async function runBatch<Item extends BatchItem> (context: ToolContext, wish: BatchWish<Item>): Promise<ToolResult> {
  const steps = await plan(context, wish)
  const targets = steps.map(({ target }) => target)
  if (wish.dryRun) return await dryRun(context, wish, steps)
  return await context.change(targets, async (erp) => {
    const done: { step: Step<Item>, text: string }[] = []
    for (const [index, step] of steps.entries()) {
      context.progress({ done: index, total: steps.length, message: `${step.item.action} ${refWords(step.ref)}` })
      const result = await attempt(context, wish, step)
      if (result.kind !== 'data') return stopped(context, { steps, done: done.map((one) => one.step), failed: step, result })
      // What holds for the whole batch is not said of each.
      const head = (result.text.split('\n')[0] ?? '').replace(` · ${systemWords(context.erp)} · `, ' ').replace(` · package ${wish.package}`, '')
      done.push({ step, text: [head, ...keptLines(result.data)].join('\n') })
    }
    const live = steps.filter(({ item }) => item.action !== 'delete').map(({ ref }) => ref)
    const activation = wish.activate && live.length > 0 ? await activateSaved(context, erp, unique(live)) : undefined
    const system = systemWords(context.erp)
    const data = given({ system, outcome: 'done', items: steps.map(({ item, ref }) => ({ action: item.action, ...refData(ref) })), ...activationData(activation) })
    const text = [`Batch done · ${system} · ${count(steps.length, 'change')}`, ...done.map((one) => `  ${one.text}`), ...(activation !== undefined ? listedAbove(activation) : (live.length === 0 ? [] : ['Saved as inactive drafts; ERPActivate with objects makes them active together.']))].join('\n')
    return activation === undefined || activation.outcome === 'activated' ? { kind: 'data', data, text } : { kind: 'error', code: activation.code, text, data: { ...data, outcome: activation.outcome, saved: true } }
  })
}

function unique (refs: readonly ObjectRef[]): ObjectRef[] {
  return [...new Map(refs.map((ref) => [refWords(ref), ref])).values()]
}

async function attempt<Item extends BatchItem> (context: ToolContext, wish: BatchWish<Item>, { item, ref }: Step<Item>): Promise<ToolResult> {
  try {
    return await wish.run(item, ref)
  } catch (error) {
    return failureResult(error, { signal: context.signal, log: context.log, changes: !(isErpError(error) && error.outcome === 'failed') && !(error instanceof ToolError) })
  }
}

interface Stop<Item> { readonly steps: readonly Step<Item>[], readonly done: readonly Step<Item>[], readonly failed: Step<Item>, readonly result: ToolResult }

function stopped<Item extends BatchItem> (context: ToolContext, { steps, done, failed, result }: Stop<Item>): ToolResult {
  const words = ({ item, ref }: Step<Item>) => `${item.action} ${refWords(ref)}`
  const rest = steps.filter((step) => step !== failed && !done.includes(step))
  const code = result.kind === 'error' ? result.code : 'TOOL_CONFIRMATION_NEEDED'
  const why = result.kind === 'confirm' ? `${result.question} ${alone}` : result.text
  const list = (title: string, some: readonly Step<Item>[]) => some.length === 0 ? [] : [`${title}: ${some.map(words).join('; ')}.`]
  return {
    kind: 'error',
    code,
    text: [`${code}: the batch stopped at ${words(failed)}: ${why}`, ...list('Done before', done), ...list('Not done', rest), ...(done.length === 0 ? ['Nothing else was changed.'] : ['Correct it and send the rest; nothing was activated.'])].join('\n'),
    data: given({ system: systemWords(context.erp), code, outcome: code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed', action: 'batch', done: done.map(({ ref }) => refData(ref)), failed: refData(failed.ref), notDone: rest.map(({ ref }) => refData(ref)) })
  }
}

async function plan<Item extends BatchItem> (context: ToolContext, wish: BatchWish<Item>): Promise<Step<Item>[]> {
  const steps: Step<Item>[] = []
  const homes = new Map<string, string>()
  for (const given of wish.items) {
    const item = { ...given, transport: given.transport ?? wish.transport, package: given.package ?? wish.package }
    const ref = item.action === 'create' ? newRef({ ...item, type: needed(item.type, item) }) : await resolveObject(context, item)
    const newIn = item.action === 'create' ? await homeOf(context, { ref, item, homes }) : undefined
    if (newIn !== undefined && ref.type === 'FUGR') homes.set(ref.name, newIn)
    steps.push({ item, ref, target: { ref, transport: item.transport, ...(newIn === undefined ? {} : { newIn }) } })
  }
  refuseTwice(steps)
  return inDependencyOrder(await inParallel(steps, async (step) => ({ ...step, isDeletion: step.item.action === 'delete', text: await namesIn(context, step) })))
}

/** What a step writes, or the source that it deletes. */
async function namesIn<Item extends BatchItem> (context: ToolContext, { item, ref }: Step<Item>): Promise<string> {
  if (item.action !== 'delete') return stringsIn(item).join(' ')
  try {
    return objectType(ref.type)?.abilities.has('source') === true ? (await readPart(context, { ref })).text : ''
  } catch (error) {
    context.signal.throwIfAborted()
    if (isErpError(error)) return ''
    throw error
  }
}

function stringsIn (value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function needed (type: string | undefined, item: BatchItem): string {
  if (type === undefined) throw badArguments(`\`type\` of ${item.name} is missing.`, 'Give the type of every object that is created.')
  return type
}

/** A group that the same batch creates has no package yet to be read. */
async function homeOf (context: ToolContext, { ref, item, homes }: { ref: ObjectRef, item: BatchItem, homes: ReadonlyMap<string, string> }): Promise<string> {
  if (ref.group !== undefined) return homes.get(ref.group) ?? await resolvePackage(context.erp, { ref: { type: 'FUGR', name: ref.group } }, context.signal)
  if (item.package === undefined) throw badArguments(`\`package\` of ${refWords(ref)} is missing.`, 'Give it for each new object, or once for all.')
  return item.package
}

function refuseTwice<Item extends BatchItem> (steps: readonly Step<Item>[]): void {
  const seen = new Set<string>()
  for (const { item, ref } of steps) {
    const key = `${item.action === 'create' || item.action === 'delete' ? item.action : ''} ${refWords(ref)}`
    if (seen.has(key) && item.action !== 'edit' && item.action !== 'edit_method' && item.action !== 'update') throw badArguments(`${item.action} ${refWords(ref)} stands in the batch twice.`, 'Name each object once.')
    seen.add(key)
  }
}

async function dryRun<Item extends BatchItem> (context: ToolContext, wish: BatchWish<Item>, steps: readonly Step<Item>[]): Promise<ToolResult> {
  const refusal = await context.refusalOf(batchOperations(wish.items, wish.activate), steps.map(({ target }) => target))
  const created = new Set(steps.filter(({ item }) => item.action === 'create').map(({ ref }) => refWords(ref)))
  const parts: string[] = []
  for (const step of steps) {
    const isNew = step.item.action !== 'create' && created.has(refWords(step.ref))
    parts.push(`=== ${step.item.action} ${refWords(step.ref)}\n${isNew ? 'It is created by this batch, so it cannot be compared yet.' : withoutHandle(await attempt(context, wish, step))}`)
  }
  return { kind: 'text', verbatim: [], text: [`${systemWords(context.erp)} · DRY RUN of ${count(steps.length, 'change')} in this order · nothing saved`, ...(refusal === undefined ? [] : [`A real run would be refused: ${refusal}`]), ...parts].join('\n') }
}

const alone = 'This can lose data: make this change in a call of its own, which can be confirmed.'

/** A confirmation is of one call, and an item of a batch is none. */
function withoutHandle (result: ToolResult): string {
  const digest = result.kind === 'text' ? result.digest : undefined
  return digest === undefined ? result.text : result.text.split('\n').map((line) => line.includes(digest) ? alone : line).join('\n')
}
