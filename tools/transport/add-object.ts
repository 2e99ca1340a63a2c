/** Adds objects to a transport request: one by name, or those of a package. */
import {
  addTransportEntry,
  classifyTask,
  isErpError,
  objectType,
  packageContents,
  readTransport,
  resolvePackage,
  transportOfObject
} from '../../erp-client/index.ts'
import type { ErpWriter, ObjectRef, Transport, TransportEntry } from '../../erp-client/index.ts'
import type { ToolContext } from '../call/context.ts'
import { inParallel } from '../call/parallel.ts'
import type { ToolResult } from '../call/result.ts'
import { badArguments, ToolError } from '../failure/errors.ts'
import { fenced } from '../failure/prose.ts'
import { assertPackage } from '../objects/package-exists.ts'
import { resolveObject } from '../objects/resolve.ts'
import { count } from '../objects/words.ts'
import { changeTransport, inOrder } from './request-change.ts'
import type { TransportOptions } from './request-change.ts'
import { allEntries, entryWords, isOpen } from './words.ts'

export interface AddOptions extends TransportOptions {
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly group?: string | undefined
  /** Without a name: all objects of the package. */
  readonly package?: string | undefined
}

type Key = Pick<TransportEntry, 'pgmid' | 'type' | 'name'>

interface Wanted {
  readonly key: Key
  readonly ref: ObjectRef
}

const mostObjects = 200

/** Subpackages are not part of a package here: each is added by a call of its own. */
async function wantedObjects(context: ToolContext, options: AddOptions): Promise<Wanted[]> {
  const { type, name, group, package: home } = options
  if (name !== undefined) {
    const ref = await resolveObject(context, { type, name, group })
    return [{ key: keyOf(ref), ref }]
  }
  if (home === undefined) {
    throw badArguments(
      '`name` is missing.',
      'Name an object, or give `package` for all objects of a package.'
    )
  }
  await assertPackage(context, home)
  const { objects } = await packageContents(context.erp, { package: home }, context.signal)
  const refs = [{ type: 'DEVC', name: home }, ...objects.map(({ ref }) => ref)]
  if (refs.length > mostObjects) {
    throw badArguments(
      `Package ${home} has ${refs.length} objects, and one call adds ${mostObjects}.`,
      'Add them in transaction SE09.'
    )
  }
  return refs.map(ref => ({ key: keyOf(ref), ref }))
}

/** Structures are tables to the organizer, and parts of a function group have keys of their own. */
function keyOf({ type, name }: ObjectRef): Key {
  if (type === 'FUNC') return { pgmid: 'LIMU', type, name }
  if (type === 'FINC') return { pgmid: 'LIMU', type: 'REPS', name }
  return { pgmid: 'R3TR', type: objectType(type)?.adtType.split('/')[0] ?? type, name }
}

interface Sorted {
  readonly add: readonly Wanted[]
  readonly there: readonly Wanted[]
  readonly held: readonly { readonly key: Key; readonly by: string }[]
}

/** Some systems accept an object that another request holds, and none releases both. */
async function sorted(
  context: ToolContext,
  found: Transport,
  wanted: readonly Wanted[]
): Promise<Sorted> {
  const known = new Set(allEntries(found).map(entryWords))
  const own = new Set([found.number, ...found.tasks.map(({ number }) => number)])
  const there = wanted.filter(({ key }) => known.has(entryWords(key)))
  const others = wanted.filter(({ key }) => !known.has(entryWords(key)))
  const holders = await inParallel(others, async one => {
    const holder =
      found.type === 'T'
        ? undefined
        : await transportOfObject(context.erp, { ref: one.ref }, context.signal)
    return { one, by: holder === undefined || own.has(holder.number) ? undefined : holder }
  })
  return {
    there,
    add: holders.flatMap(({ one, by }) => (by === undefined ? [one] : [])),
    held: holders.flatMap(({ one, by }) =>
      by === undefined ? [] : [{ key: one.key, by: `${by.number} (${by.owner})` }]
    )
  }
}

/** The named task, the caller's open task of the request, or the request itself. */
function placeIn(context: ToolContext, found: Transport, transport: string): string {
  if (transport !== found.number) return transport
  const user = context.erpUser ?? context.erp.system.user
  const own = found.tasks.find(task => isOpen(task) && task.owner === user)
  return own?.number ?? found.number
}

export async function addObjects(context: ToolContext, options: AddOptions): Promise<ToolResult> {
  const wanted = await wantedObjects(context, options)
  return await changeTransport(context, options, {
    action: 'add_object',
    operation: 'updateRequest',
    packages: await packagesOf(context, wanted),
    async preview(found) {
      const plan = await sorted(context, found, wanted)
      const words = plan.add.map(({ key }) => entryWords(key))
      const place = placeIn(context, found, options.transport)
      return {
        lines: [
          `It would add ${count(words.length, 'object')} to ${place}.`,
          ...restLines(plan),
          ...fenced(words)
        ],
        data: { to: place, add: words, ...restData(plan) }
      }
    },
    async run(erp, found) {
      const plan = await sorted(context, found, wanted)
      assertSome(found, plan)
      const place = placeIn(context, found, options.transport)
      const isEmpty = found.tasks.some(
        ({ number, entries }) => number === place && entries.length === 0
      )
      await addAll(context, erp, { place, isEmpty, keys: plan.add.map(({ key }) => key) })
      await assertAdded(context, found, plan)
      const words = plan.add.map(({ key }) => entryWords(key))
      return {
        text: [
          `Added ${count(words.length, 'object')} to ${place} (verified)`,
          ...restLines(plan),
          ...fenced(words)
        ].join('\n'),
        data: { to: place, added: words, ...restData(plan) }
      }
    }
  })
}

/** Only where a list of packages decides. */
async function packagesOf(context: ToolContext, wanted: readonly Wanted[]): Promise<string[]> {
  if (!context.boundToPackages) return []
  const names = await inParallel(
    wanted,
    async ({ ref }) => await resolvePackage(context.erp, { ref }, context.signal)
  )
  return [...new Set(names)]
}

function assertSome({ number }: Transport, { add, there, held }: Sorted): void {
  if (add.length > 0) return
  const [first] = held
  throw first === undefined
    ? new ToolError(
        'TRANSPORT_NOT_NEEDED',
        `${number} records ${there.length === 1 ? 'it' : 'all of them'} already.`,
        {
          remedy: 'Nothing was changed.',
          outcome: 'failed'
        }
      )
    : new ToolError(
        'TRANSPORT_DIFFERS',
        `${held
          .map(({ key, by }) => `${entryWords(key)} is in ${by}`)
          .slice(0, 20)
          .join(', ')}.`,
        {
          remedy: 'Nothing was changed. Release that request first, or remove the object from it.',
          outcome: 'failed'
        }
      )
}

interface Adding {
  readonly place: string
  readonly isEmpty: boolean
  readonly keys: readonly Key[]
}

/** A task without a type takes no objects; the first one gives an empty task its type. */
async function addAll(
  { signal }: ToolContext,
  erp: ErpWriter,
  { place, isEmpty, keys }: Adding
): Promise<void> {
  const byWords = new Map(keys.map(key => [entryWords(key), key]))
  let mayClassify = isEmpty
  const add = async (entry: Key) => {
    try {
      await addTransportEntry(erp, { number: place, entry }, signal)
    } catch (error) {
      if (!mayClassify || !isErpError(error, 'ERP_BAD_REQUEST')) throw error
      mayClassify = false
      await classifyTask(erp, { number: place, type: 'S' }, signal).catch(() => {
        throw error
      })
      await addTransportEntry(erp, { number: place, entry }, signal)
    }
  }
  await inOrder(
    [...byWords.keys()],
    async words => {
      const key = byWords.get(words)
      if (key !== undefined) await add(key)
    },
    'has been added'
  )
}

async function assertAdded(context: ToolContext, found: Transport, { add }: Sorted): Promise<void> {
  const after = await readTransport(context.erp, { number: found.number }).catch(() => undefined)
  if (after === undefined) {
    throw new ToolError(
      'OUTCOME_UNKNOWN',
      `The ERP accepted the objects, and ${found.number} could not be read afterwards.`,
      { remedy: 'Look at the request with the action objects.', outcome: 'unknown' }
    )
  }
  const now = new Set(allEntries(after).map(entryWords))
  const missing = add.map(({ key }) => entryWords(key)).filter(words => !now.has(words))
  if (missing.length === 0) return
  throw new ToolError(
    'ERP_BAD_REQUEST',
    `${missing.slice(0, 20).join(', ')} ${missing.length === 1 ? 'is' : 'are'} not in ${found.number}: the ERP accepted the change and did not make it.`,
    { remedy: 'Add it in transaction SE09.', outcome: 'failed', data: { notAdded: missing } }
  )
}

function restLines({ there, held }: Sorted): string[] {
  return [
    ...(there.length === 0 ? [] : [`${count(there.length, 'object')} recorded there already.`]),
    ...(held.length === 0
      ? []
      : [
          `Left out, because another request holds them: ${held
            .slice(0, 20)
            .map(({ key, by }) => `${entryWords(key)} in ${by}`)
            .join(', ')}.`
        ])
  ]
}

function restData({ there, held }: Sorted): object {
  return {
    ...(there.length === 0 ? {} : { alreadyThere: there.map(({ key }) => entryWords(key)) }),
    ...(held.length === 0
      ? {}
      : { heldElsewhere: held.map(({ key, by }) => ({ object: entryWords(key), by })) })
  }
}
