/**
 * Looks at every entry of a batch before its first change: can it be made, is it made already, was
 * it begun.
 */
import type { ObjectRef } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { ToolError } from '../failure/errors.ts'
import { failureResult } from '../failure/result.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { count, refWords } from '../objects/words.ts'
import type { BatchItem, BatchOptions, Step } from './batch/items.ts'
import { isGone } from './remove.ts'

/** `begun`: created by an earlier call, without its content. */
export type Readiness = 'todo' | 'done' | 'begun'

export const alone =
  'This can lose data: make this change in a call of its own, which can be confirmed.'

/** The steps in their order, and those that delete what does not exist. */
interface Planned<Item extends BatchItem> {
  readonly steps: readonly Step<Item>[]
  readonly gone: ReadonlySet<Step<BatchItem>>
}

/** Deletions that an earlier call has made. */
export async function goneOf<Item extends BatchItem>(
  context: ToolContext,
  steps: readonly Step<Item>[]
): Promise<Set<Step<BatchItem>>> {
  const deletions = steps.filter(({ item }) => item.action === 'delete')
  const gone = await inParallel(deletions, async ({ ref }) => await isGone(context, ref))
  return new Set(deletions.filter((_step, at) => gone[at] === true))
}

interface Looked {
  readonly state: Readiness
  readonly refusal?: { readonly code: string; readonly text: string }
}

/**
 * The readiness of each step. A later step on an object counts as to be done, unless the earlier
 * ones are done already.
 * @throws ToolError naming every entry that cannot be made
 */
export async function readinessOf<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { steps, gone }: Planned<Item>
): Promise<Readiness[]> {
  const looked = new Map<Step<Item>, Looked>()
  const lookAt = async (group: readonly Step<Item>[]): Promise<void> => {
    for (const [at, step] of group.entries()) {
      const own = gone.has(step)
        ? done
        : groupIsNew(step.ref, looked)
          ? todo
          : await look(context, options, { step, steps })
      const next = isBare(step, own) ? group[at + 1] : undefined
      // A creation without a content was made where the content of the next entry stands.
      const found =
        next !== undefined && (await look(context, options, { step: next, steps })).state === 'done'
          ? done
          : own
      looked.set(step, found)
      if (found.state !== 'done') break
    }
  }
  const objects = [...Map.groupBy(steps, ({ ref }) => refWords(ref)).values()]
  const isGroup = ([step]: readonly Step<Item>[]) => step?.ref.type === 'FUGR'
  // The parts of a function group that is still to be created cannot be looked at.
  await inParallel(objects.filter(isGroup), lookAt)
  await inParallel(
    objects.filter(group => !isGroup(group)),
    lookAt
  )
  const refused = steps.flatMap(step => {
    const refusal = looked.get(step)?.refusal
    return refusal === undefined ? [] : [{ step, ...refusal }]
  })
  if (refused.length > 0) throw refusedError(refused)
  return steps.map(step => looked.get(step)?.state ?? 'todo')
}

function isBare({ item }: Step<BatchItem>, { refusal }: Looked): boolean {
  return (
    item.action === 'create' &&
    item.source === undefined &&
    item.fields === undefined &&
    refusal?.code === 'ERP_ALREADY_EXISTS'
  )
}

function groupIsNew(ref: ObjectRef, looked: ReadonlyMap<Step<BatchItem>, Looked>): boolean {
  return [...looked].some(
    ([step, { state }]) =>
      step.ref.type === 'FUGR' &&
      step.item.action === 'create' &&
      step.ref.name === ref.group &&
      state !== 'done'
  )
}

async function look<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  { step, steps }: { step: Step<Item>; steps: readonly Step<Item>[] }
): Promise<Looked> {
  // Who is deleted or changed by the same batch is no reason to keep what it used.
  const alsoDeleted = steps.map(({ ref }) => ref)
  try {
    return judged(await options.run(step.item, step.ref, { preflight: true, alsoDeleted }))
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

function judged(result: ToolResult): Looked {
  if (result.kind === 'confirm') {
    return {
      state: 'todo',
      refusal: { code: 'TOOL_CONFIRMATION_NEEDED', text: `${result.question} ${alone}` }
    }
  }
  if (result.kind === 'error') return { state: 'todo', refusal: result }
  const { changed, begun }: { changed?: boolean; begun?: boolean } =
    result.kind === 'data' ? result.data : {}
  if (begun === true) return { state: 'begun' }
  return { state: changed === false ? 'done' : 'todo' }
}

const todo: Looked = { state: 'todo' }
const done: Looked = { state: 'done' }

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
