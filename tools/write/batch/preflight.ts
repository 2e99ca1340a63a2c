/**
 * Inspects every entry of a batch before the first change: whether it is possible, and whether an
 * earlier call has made or begun it.
 */
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { ToolError } from '../../failure/errors.ts'
import { failureResult } from '../../failure/result.ts'
import { inParallel } from '../../call/parallel.ts'
import type { ToolResult } from '../../call/result.ts'
import { count, refWords } from '../../objects/words.ts'
import type { BatchItem, BatchOptions, Step } from './items.ts'
import { isDeleted } from '../remove.ts'

/** `begun`: created by an earlier call, without its content. */
export type EntryState = 'todo' | 'done' | 'begun'

export const confirmAloneWords =
  'This can lose data: make this change in a call of its own, which can be confirmed.'

/** The steps in their order, and those whose object is deleted already. */
interface Entries<Item extends BatchItem> {
  readonly steps: readonly Step<Item>[]
  readonly deleted: ReadonlySet<Step<BatchItem>>
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

interface Inspection {
  readonly state: EntryState
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
  { steps, deleted }: Entries<Item>
): Promise<EntryState[]> {
  const inspected = new Map<Step<Item>, Inspection>()
  const inspectGroup = async (group: readonly Step<Item>[]): Promise<void> => {
    for (const [at, step] of group.entries()) {
      const own = deleted.has(step)
        ? done
        : groupIsNew(step.ref, inspected)
          ? todo
          : await inspect(context, options, { step, steps })
      const next = isBare(step, own) ? group[at + 1] : undefined
      // A creation without content is done where the object has the content of the next entry.
      const found =
        next !== undefined &&
        (await inspect(context, options, { step: next, steps })).state === 'done'
          ? done
          : own
      inspected.set(step, found)
      if (found.state !== 'done') break
    }
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
  return steps.map(step => inspected.get(step)?.state ?? 'todo')
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
  const { changed, begun }: { changed?: boolean; begun?: boolean } =
    result.kind === 'data' ? result.data : {}
  if (begun === true) return { state: 'begun' }
  return { state: changed === false ? 'done' : 'todo' }
}

const todo: Inspection = { state: 'todo' }
const done: Inspection = { state: 'done' }

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
