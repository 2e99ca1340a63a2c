/**
 * Inspects every entry of a batch before the first change: whether it is possible, and whether an
 * earlier call has made or begun it.
 */
import { isErpError, readMetadata } from '../../../erp-client/index.ts'
import type { ObjectRef, UnsavedPart } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { failureResult } from '../../failure/result.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { count, refWords } from '../../objects/words.ts'
import type { BatchItem, BatchOptions, Step } from './items.ts'
import { isDeleted } from '../remove.ts'

/**
 * `begun`: created by an earlier call, without its content. `changed`: done by an earlier call of
 * this batch, and different now.
 */
export type EntryState = 'todo' | 'done' | 'begun' | 'changed'

export const confirmAloneWords =
  'This can lose data: make this change in a call of its own, which can be confirmed.'

/** The steps in their order, and those whose object is deleted already. */
interface Entries<Item extends BatchItem> {
  readonly steps: readonly Step<Item>[]
  readonly deleted: ReadonlySet<Step<BatchItem>>
  /** Places of the steps that an earlier call of this batch has made. */
  readonly made?: ReadonlySet<number> | undefined
}

/** The deletions that an earlier call has made. */
export async function findDeleted<Item extends BatchItem>(
  context: ToolContext,
  steps: readonly Step<Item>[]
): Promise<Set<Step<BatchItem>>> {
  const deletions = steps.filter(({ item }) => item.action === 'delete')
  const isAbsent = await inParallel(deletions, async ({ ref }) => await isDeleted(context, ref))
  return new Set(deletions.filter((_step, at) => isAbsent[at] === true))
}

export interface Inspected {
  readonly state: EntryState
  /** The source that the step would save, where it is known before the steps ahead of it. */
  readonly after?: Omit<UnsavedPart, 'ref'> | undefined
}

interface Inspection extends Inspected {
  state: EntryState
  readonly refusal?: { readonly code: string; readonly text: string }
}

/**
 * The state of each step. A later step on an object counts as to be done unless the earlier steps
 * are done already.
 * @throws ToolError that names every entry which is not possible
 */
export async function inspectEntries<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { steps, deleted, made = new Set() }: Entries<Item>
): Promise<Inspected[]> {
  const inspected = new Map<Step<Item>, Inspection>()
  const missing = await missingPackages(context, steps)
  const inspectGroup = async (group: readonly Step<Item>[]): Promise<void> => {
    for (const [at, step] of group.entries()) {
      const own = deleted.has(step)
        ? done
        : groupIsNew(step.ref, inspected)
          ? todo
          : (noPackage(step, missing) ?? (await inspect(context, options, { step, steps })))
      const next = isBare(step, own) ? group[at + 1] : undefined
      // A creation without content is done where the object has the content of the next entry.
      const found =
        next !== undefined &&
        (await inspect(context, options, { step: next, steps })).state === 'done'
          ? done
          : own
      const state = made.has(step.place) ? asMade(step, found) : found
      inspected.set(step, state)
      if (state.state !== 'done' && state.state !== 'changed') break
    }
    settleChanged(group.flatMap(step => inspected.get(step) ?? []))
  }
  const objects = [...Map.groupBy(steps, ({ ref }) => refWords(ref)).values()]
  const isGroup = ([step]: readonly Step<Item>[]) => step?.ref.type === 'FUGR'
  // The parts of a function group that is still to be created cannot be inspected.
  await inParallel(objects.filter(isGroup), inspectGroup)
  await inParallel(
    objects.filter(group => !isGroup(group)),
    inspectGroup
  )
  const refused = steps.flatMap(step => {
    const refusal = inspected.get(step)?.refusal
    return refusal === undefined ? [] : [{ step, ...refusal }]
  })
  if (refused.length > 0) throw refusedError(refused)
  return steps.map(step => inspected.get(step) ?? todo)
}

/**
 * What this batch has made is never made again over what came after it; only an object that is gone,
 * or empty again, is created anew.
 */
function asMade({ item }: Step<BatchItem>, found: Inspection): Inspection {
  const isGone = item.action === 'create' && found.refusal === undefined
  return found.state === 'done' || isGone ? found : { state: 'changed' }
}

/** A later step of the batch on the same object explains why an earlier one is not seen any more. */
function settleChanged(group: Inspection[]): void {
  for (const [at, one] of group.entries()) {
    const isExplained = group.slice(at + 1).some(({ state }) => state !== 'todo')
    if (one.state === 'changed' && isExplained) one.state = 'done'
  }
}

/** Packages that new objects go into and that do not exist. */
async function missingPackages(
  context: ToolContext,
  steps: readonly Step<BatchItem>[]
): Promise<ReadonlySet<string>> {
  const names = [
    ...new Set(
      steps.flatMap(({ item, ref, target: { newIn } }) =>
        item.action === 'create' && ref.group === undefined && newIn !== undefined ? [newIn] : []
      )
    )
  ]
  const isMissing = await inParallel(names, async name => {
    try {
      await readMetadata(context.erp, { ref: { type: 'DEVC', name } }, context.signal)
      return false
    } catch (error) {
      context.signal.throwIfAborted()
      return isErpError(error, 'ERP_NOT_FOUND')
    }
  })
  return new Set(names.filter((_name, at) => isMissing[at]))
}

function noPackage(
  { item, target: { newIn } }: Step<BatchItem>,
  missing: ReadonlySet<string>
): Inspection | undefined {
  return item.action === 'create' && newIn !== undefined && missing.has(newIn)
    ? {
        state: 'todo',
        refusal: { code: 'ERP_NOT_FOUND', text: `ERP_NOT_FOUND: Package ${newIn} does not exist.` }
      }
    : undefined
}

function isBare({ item }: Step<BatchItem>, { refusal }: Inspection): boolean {
  return (
    item.action === 'create' &&
    item.source === undefined &&
    item.fields === undefined &&
    refusal?.code === 'ERP_ALREADY_EXISTS'
  )
}

function groupIsNew(ref: ObjectRef, inspected: ReadonlyMap<Step<BatchItem>, Inspection>): boolean {
  return [...inspected].some(
    ([step, { state }]) =>
      step.ref.type === 'FUGR' &&
      step.item.action === 'create' &&
      step.ref.name === ref.group &&
      state !== 'done'
  )
}

async function inspect<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { step, steps }: { step: Step<Item>; steps: readonly Step<Item>[] }
): Promise<Inspection> {
  // Uses by objects of the same batch are no reason to keep a deleted object.
  const alsoDeleted = steps.map(({ ref }) => ref)
  try {
    return inspectionOf(await options.run(step.item, step.ref, { preflight: true, alsoDeleted }))
  } catch (error) {
    context.signal.throwIfAborted()
    const { code, text } = failureResult(error, {
      signal: context.signal,
      log: context.log,
      changes: false
    })
    return { state: 'todo', refusal: { code, text } }
  }
}

function inspectionOf(result: ToolResult): Inspection {
  if (result.kind === 'confirm') {
    return {
      state: 'todo',
      refusal: { code: 'TOOL_CONFIRMATION_NEEDED', text: `${result.question} ${confirmAloneWords}` }
    }
  }
  if (result.kind === 'error') return { state: 'todo', refusal: result }
  const {
    changed,
    begun,
    after
  }: { changed?: boolean; begun?: boolean } & Pick<Inspected, 'after'> =
    result.kind === 'data' ? result.data : {}
  if (begun === true) return { state: 'begun' }
  return { state: changed === false ? 'done' : 'todo', after }
}

const todo: Readonly<Inspection> = { state: 'todo' }
const done: Readonly<Inspection> = { state: 'done' }

interface Refused {
  readonly step: Step<BatchItem>
  readonly code: string
  readonly text: string
}

const shown = 10

function refusedError(refused: readonly Refused[]): ToolError {
  const [first] = refused
  const lines = refused
    .slice(0, shown)
    .map(({ step, text }) => `${step.item.action} ${refWords(step.ref)}: ${text}`)
  const more = refused.length > shown ? [`${refused.length - shown} more.`] : []
  const message = `${count(refused.length, 'entry')} of the batch cannot be made:\n${[...lines, ...more].join('\n')}`
  return new ToolError(first?.code ?? 'TOOL_FAILED', message, {
    remedy:
      'All entries were looked at before the first change: nothing was changed. Correct these and send the batch again.',
    showsSource: true,
    outcome: 'failed'
  })
}
