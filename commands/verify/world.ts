/** Sample objects of the system, and the objects that a run creates and removes. */
import {
  activate,
  changeSource,
  createObject,
  deleteObject,
  deleteTransport,
  isErpError,
  readMetadata,
  readSource,
  readTransport,
  removeTransportEntry,
  searchObjects,
  sourceHash
} from '../../erp-client/index.ts'
import type { ObjectRef } from '../../erp-client/index.ts'
import type { OwnObject, Subject, World } from './bench.ts'
import { Needs, Skipped } from './check.ts'
import { isLost } from './judge.ts'
import type { RunNames } from './names.ts'
import { classSource } from './sources.ts'
import type { WatchedErp } from './watch.ts'

export interface WorldOptions {
  readonly erp: WatchedErp
  readonly names: RunNames
  readonly package: string
  /** Why the run creates nothing; undefined where it does. */
  readonly refusal: string | undefined
  /** Grows by what the run names as its own. */
  readonly owned: Set<string>
}

export interface RunWorld extends World {
  /** Removes everything that was created. @returns what is left, with the reason */
  clear(): Promise<string[]>
}

/** No rule of an object that the run creates itself depends on the facts of its lock. */
export const unguarded = { recheck: () => {} }

/** Names that every system has come first. */
const patterns = ['CL_ABAP*', 'Z*', 'Y*', '*']

export function createWorld(options: WorldOptions): RunWorld {
  const { erp, names, owned } = options
  const objects = new Map<string, ObjectRef>()
  const requests = new Set<string>()
  const known = new Map<string, Promise<unknown>>()
  let count = 0
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const before = known.get(key) as Promise<T> | undefined
    if (before !== undefined) return before
    const made = make().catch((error: unknown): never => {
      throw asNeed(error, erp)
    })
    known.set(key, made)
    return made
  }
  const world: RunWorld = {
    writing: options.refusal === undefined,
    package: options.package,
    marker: names.marker,
    class: () =>
      once('class', async () =>
        options.refusal === undefined ? await ownClass(world, erp) : await foundClass(world, erp)
      ),
    sample: type => once(`sample ${type}`, async () => await findSample(erp, type)),
    async make(wanted) {
      if (options.refusal !== undefined) throw new Skipped(options.refusal)
      return await makeObject(world, { ...options, wanted })
    },
    freeRef(type) {
      const name = `${names.prefix}_${(++count).toString(36).toUpperCase()}`
      const isLocal = type === 'DEVC' && options.package.startsWith('$')
      return { type, name: isLocal ? `$${name}` : name }
    },
    owns(ref) {
      owned.add(ref.name.toLowerCase())
      objects.set(`${ref.type} ${ref.name}`, ref)
    },
    ownsRequest(number) {
      owned.add(number.toLowerCase())
      requests.add(number)
    },
    names: text => {
      owned.add(text.toLowerCase())
    },
    clear: async () => [
      ...(await removeAll([...objects.values()].toReversed(), async ref => {
        await removeObject(erp, ref)
      })),
      ...(await removeAll([...requests].toReversed(), async number => {
        await removeRequest(erp, number)
      }))
    ]
  }
  return world
}

/** The error of a preparation names the operation that failed. */
function asNeed(error: unknown, erp: WatchedErp): unknown {
  if (error instanceof Skipped || error instanceof Needs) return error
  const failed = erp.exchanges.findLast(each => each.error !== undefined)
  return failed === undefined ? error : new Needs(failed.request.operation, error)
}

async function ownClass(world: World, { reader }: WatchedErp): Promise<Subject> {
  const ref = await world.make({ type: 'CLAS', source: classSource, activate: true })
  return { ref, text: (await readSource(reader, { ref })).text }
}

async function foundClass(world: World, { reader }: WatchedErp): Promise<Subject> {
  const ref = await world.sample('CLAS')
  return { ref, text: (await readSource(reader, { ref })).text }
}

async function findSample({ reader }: WatchedErp, type: string): Promise<ObjectRef> {
  for (const query of patterns) {
    const hits = await searchObjects(reader, { query, type, maxResults: 20 })
    const found = hits.find(({ ref }) => ref.type === type && /^\w+$/.test(ref.name))
    if (found !== undefined) return found.ref
  }
  throw new Skipped(`the system has no object of type ${type} that this user sees`)
}

interface Making extends WorldOptions {
  readonly wanted: OwnObject
}

/** @throws Needs where a step of it does not have the effect that the ERP reports */
async function makeObject(world: RunWorld, { erp, wanted, names, ...options }: Making) {
  const ref = world.freeRef(wanted.type)
  world.owns(ref)
  const of = { ref, package: options.package, description: names.marker }
  await createObject(erp.writer, of, unguarded)
  const source = wanted.source?.replaceAll('{name}', ref.name.toLowerCase())
  if (source !== undefined) {
    await changeSource(erp.writer, { ref, edit: () => source }, unguarded)
    const { hash } = await readSource(erp.reader, { ref, fresh: true })
    if (hash !== sourceHash(source)) {
      throw new Needs('source.write', 'another text is read back', 'source.read')
    }
  }
  if (wanted.activate === true) {
    const { outcome, findings } = await activate(erp.writer, { refs: [ref] })
    if (outcome !== 'activated') {
      throw new Needs('activate', findings[0]?.text ?? `its outcome is ${outcome}`)
    }
  }
  return ref
}

/** Deletes an object. One that is gone, or was never created, is as good. */
export async function removeObject(erp: WatchedErp, ref: ObjectRef): Promise<void> {
  try {
    await deleteObject(erp.writer, { ref }, unguarded)
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND')) return
    const isGone = await readMetadata(erp.reader, { ref }).then(
      () => false,
      (reason: unknown) => isErpError(reason, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED')
    )
    if (!isGone) throw error
  }
}

/** Deletes a request of the run, with what the run has added. One that is gone is as good. */
export async function removeRequest({ reader, writer }: WatchedErp, number: string): Promise<void> {
  try {
    await deleteTransport(writer, { number })
  } catch (error) {
    const found = await readTransport(reader, { number }).catch((reason: unknown) => {
      if (isErpError(reason, 'ERP_NOT_FOUND')) return undefined
      throw error
    })
    if (found === undefined) return
    if (found.entries.length === 0) throw error
    for (const entry of found.entries) await removeTransportEntry(writer, { number, entry })
    await deleteTransport(writer, { number })
  }
}

async function removeAll<T extends ObjectRef | string>(
  things: readonly T[],
  remove: (thing: T) => Promise<void>
): Promise<string[]> {
  const left: string[] = []
  let lost: unknown
  for (const thing of things) {
    try {
      if (lost !== undefined) throw lost
      await remove(thing)
    } catch (error) {
      if (isLost(error)) lost = error
      const name = typeof thing === 'string' ? `request ${thing}` : `${thing.type} ${thing.name}`
      left.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return left
}
