/** Resolves the entries of a batch: the object, its package and the transport request of each. */
import { probeTransportNeed, resolvePackage } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { ChangeTarget, ToolContext } from '../../call/context.ts'
import { badArguments, ToolError } from '../../failure/errors.ts'
import { inParallel } from '../../call/parallel.ts'
import { resolveObject } from '../../objects/resolve.ts'
import type { ToolResult } from '../../call/result.ts'
import { refWords } from '../../objects/words.ts'
import { refuseContradictions } from './contradictions.ts'
import type { Entry } from './contradictions.ts'
import { newRef } from '../create.ts'

export interface BatchItem extends Entry {
  readonly type?: string | undefined
  readonly name: string
  readonly group?: string | undefined
  readonly package?: string | undefined
}

/** The mode of one entry; without options it is executed. */
export interface ItemMode {
  readonly preflight?: boolean
  readonly begun?: boolean
  readonly alsoDeleted?: readonly ObjectRef[]
}

export interface BatchOptions<Item extends BatchItem> {
  readonly items: readonly Item[]
  readonly package: string | undefined
  readonly transport: string | undefined
  readonly activate: boolean
  readonly dryRun: boolean
  /** It is completed or reverted as a whole, so that nothing goes on with it. */
  readonly isWhole?: boolean | undefined
  /** Id of the interrupted batch that this one continues. */
  readonly resume?: string | undefined
  /** Runs one item as a call of its own would. */
  readonly run: (item: Item, ref: ObjectRef, mode: ItemMode) => Promise<ToolResult>
}

export interface Step<Item> {
  /** Place in the batch as it was sent, from 0. */
  readonly place: number
  readonly item: Item
  readonly ref: ObjectRef
  readonly target: ChangeTarget
}

/**
 * Every entry with its object and request. Throws where entries contradict each other, before
 * anything of them is asked of the ERP.
 */
export async function stepsOf<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>
): Promise<Step<Item>[]> {
  const steps: Step<Item>[] = []
  const groupPackages = new Map<string, string>()
  const created = new Map<string, string>()
  for (const [place, given] of options.items.entries()) {
    const item = { ...given, package: given.package ?? options.package }
    const ref =
      item.action === 'create'
        ? newRef({ ...item, type: needed(item.type, item) })
        : await resolveObject(context, item)
    const newIn =
      item.action === 'create'
        ? await packageOfNew(context, { ref, item, homes: groupPackages })
        : undefined
    if (newIn !== undefined && ref.type === 'FUGR') groupPackages.set(ref.name, newIn)
    if (newIn !== undefined) created.set(refWords(ref), newIn)
    steps.push({ place, item, ref, target: { ref, ...(newIn === undefined ? {} : { newIn }) } })
  }
  refuseContradictions(steps.map(({ item, ref }, at) => ({ place: at + 1, entry: item, ref })))
  // What an entry creates has no package yet by which the rules could decide about the next one.
  return await withRequests(
    context,
    options,
    steps.map(step => {
      const { group } = step.ref
      const newIn =
        created.get(refWords(step.ref)) ??
        (group === undefined ? undefined : groupPackages.get(group))
      return newIn === undefined ? step : { ...step, target: { ...step.target, newIn } }
    })
  )
}

function needed(type: string | undefined, item: BatchItem): string {
  if (type === undefined) {
    throw badArguments(
      `\`type\` of ${item.name} is missing.`,
      'Give the type of every object that is created.'
    )
  }
  return type
}

interface NewEntry {
  readonly ref: ObjectRef
  readonly item: BatchItem
  readonly homes: ReadonlyMap<string, string>
}

/** A group that the same batch creates has no package yet to be read. */
async function packageOfNew(context: ToolContext, { ref, item, homes }: NewEntry): Promise<string> {
  if (ref.group !== undefined) {
    return (
      homes.get(ref.group) ??
      (await resolvePackage(
        context.erp,
        { ref: { type: 'FUGR', name: ref.group } },
        context.signal
      ))
    )
  }
  if (item.package === undefined) {
    throw badArguments(
      `\`package\` of ${refWords(ref)} is missing.`,
      'Give it for each new object, or once for all.'
    )
  }
  return item.package
}

/**
 * The request of the batch is for the objects that are recorded; one that an entry names itself
 * must fit it.
 */
async function withRequests<Item extends BatchItem>(
  context: ToolContext,
  options: BatchOptions<Item>,
  steps: readonly Step<Item>[]
): Promise<Step<Item>[]> {
  const ofObject = new Map(
    steps.flatMap(({ item, ref }) =>
      item.transport === undefined ? [] : [[refWords(ref), item.transport]]
    )
  )
  const needs = await inParallel(steps, async ({ ref, item, target }) => {
    const transport = item.transport ?? ofObject.get(refWords(ref)) ?? options.transport
    return transport === undefined
      ? undefined
      : await transportNeedOf(context, { ref, packageName: target.newIn, transport })
  })
  const wrong = steps.flatMap((step, at) =>
    needs[at]?.isLocal === true && step.item.transport !== undefined ? [step] : []
  )
  if (wrong.length > 0) throw localError(wrong)
  const elsewhere = needs.flatMap((need, at) => {
    const step = steps[at]
    return step === undefined || need?.lockedIn === undefined || need.lockedIn === need.transport
      ? []
      : [{ step, ...need }]
  })
  const [first] = elsewhere
  if (first !== undefined) {
    throw elsewhereError(
      elsewhere.map(({ step, lockedIn }) => `${refWords(step.ref)} in ${lockedIn ?? ''}`),
      first.lockedIn
    )
  }
  return steps.map((step, at) => {
    const transport = needs[at]?.isLocal === true ? undefined : needs[at]?.transport
    return {
      ...step,
      item: { ...step.item, transport },
      target: { ...step.target, transport }
    }
  })
}

interface TransportNeed {
  readonly isLocal: boolean | undefined
  readonly lockedIn: string | undefined
  readonly transport: string
}

/** Where this check fails, the lock decides later. */
async function transportNeedOf(
  context: ToolContext,
  {
    ref,
    packageName,
    transport
  }: { ref: ObjectRef; packageName: string | undefined; transport: string }
): Promise<TransportNeed> {
  const unknown = { isLocal: undefined, lockedIn: undefined, transport }
  try {
    const name =
      packageName ?? (await resolvePackage(context.erp, { ref, trust: 'recent' }, context.signal))
    if (name.startsWith('$')) return { ...unknown, isLocal: true }
    const { isLocal, lockedIn } = await probeTransportNeed(
      context.erp,
      { ref, package: name },
      context.signal
    )
    return { isLocal, lockedIn: lockedIn?.number, transport }
  } catch {
    context.signal.throwIfAborted()
    return unknown
  }
}

function localError(steps: readonly Step<BatchItem>[]): ToolError {
  const names = steps.map(({ ref }) => refWords(ref)).join(', ')
  const verb = steps.length === 1 ? 'is a local object and is' : 'are local objects and are'
  return new ToolError(
    'TRANSPORT_NOT_NEEDED',
    `${names} ${verb} recorded in no transport request.`,
    {
      remedy:
        'Leave `transport` of the entry out; that of the batch is used where it is needed. Nothing was changed.'
    }
  )
}

function elsewhereError(names: readonly string[], lockedIn: string | undefined): ToolError {
  return new ToolError(
    'TRANSPORT_DIFFERS',
    `Already recorded in another request: ${names.join(', ')}.`,
    {
      remedy:
        'Give these entries that request as their own `transport`, or release it first. Nothing was changed.',
      data: { recordedIn: lockedIn }
    }
  )
}
