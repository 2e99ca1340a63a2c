/** Finds and removes what an interrupted run of `verify` has left, and nothing else. */
import {
  isErpError,
  listTraceRequests,
  listTransports,
  readMetadata,
  searchObjects,
  stopTrace
} from '../../erp-client/index.ts'
import type { Metadata } from '../../erp-client/index.ts'
import type { Processes } from '../command.ts'
import { anyRun, isMarker, isOfARun, mayBeRunning } from './names.ts'
import type { WatchedErp } from './watch.ts'
import { removeObject, removeRequest } from './world.ts'

export interface Leftovers {
  readonly removed: readonly string[]
  /** What could not be removed, with the reason. */
  readonly left: readonly string[]
}

export interface SweepOptions {
  readonly erp: WatchedErp
  readonly owned: Set<string>
  readonly processes: Processes
  /** The log-on user: what others have created is left alone. */
  readonly user: string
  /** Why an object of this package may not be deleted; undefined where it may. */
  readonly refusal: (packageName: string | undefined) => string | undefined
  /** Why transport requests may not be deleted. */
  readonly requestRefusal: string | undefined
  /** The system records traces, and armed ones may be stopped. */
  readonly hasTraces: boolean
}

export const traceService = '/runtime/traces/abaptraces'

/** A container comes after what may be in it. */
const lastTypes = ['DEVC']

export async function sweep(options: SweepOptions): Promise<Leftovers> {
  const found = await findObjects(options)
  const all = { removed: [] as string[], left: [] as string[] }
  const isContainer = ({ ref }: Metadata) => lastTypes.includes(ref.type)
  for (const each of found.toSorted((a, b) => Number(isContainer(a)) - Number(isContainer(b)))) {
    const { ref } = each
    await note(all, `${ref.type} ${ref.name}`, async () => {
      const refusal = refusalOf(each, options)
      if (refusal !== undefined) throw new Error(refusal)
      options.owned.add(ref.name.toLowerCase())
      await removeObject(options.erp, ref)
    })
  }
  await sweepRequests(options, all)
  if (options.hasTraces) await sweepTraces(options, all)
  return all
}

async function note(
  all: { removed: string[]; left: string[] },
  name: string,
  remove: () => Promise<void>
): Promise<void> {
  try {
    await remove()
    all.removed.push(name)
  } catch (error) {
    all.left.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Objects whose name and description are both those of a run. */
async function findObjects({ erp: { reader } }: SweepOptions): Promise<Metadata[]> {
  const found: Metadata[] = []
  for (const query of anyRun) {
    for (const { ref } of await searchObjects(reader, { query, maxResults: 500 })) {
      const metadata = await described(() => readMetadata(reader, { ref }))
      if (metadata !== undefined && isOfARun(ref.name, metadata.description)) {
        found.push({ ...metadata, ref })
      }
    }
  }
  return found
}

/** The search index may name objects that are gone. */
async function described(read: () => Promise<Metadata>): Promise<Metadata | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isErpError(error, 'ERP_NOT_FOUND', 'ERP_UNSUPPORTED', 'ERP_BAD_NAME')) return undefined
    throw error
  }
}

function refusalOf(
  found: Metadata,
  { user, refusal, processes }: SweepOptions
): string | undefined {
  const creator = found.createdBy ?? found.responsible
  if (creator !== undefined && creator !== '' && creator.toUpperCase() !== user.toUpperCase()) {
    return `${creator} has created it`
  }
  return mayBeRunning(found.description, processes)
    ? 'the run that created it may still be at work'
    : refusal(found.package)
}

async function sweepRequests(
  { erp, owned, user, requestRefusal, processes }: SweepOptions,
  all: { removed: string[]; left: string[] }
): Promise<void> {
  if (requestRefusal !== undefined) return
  const listed = await listTransports(erp.reader, { user, statuses: 'D' }).catch(() => [])
  for (const { number, description, owner } of listed) {
    if (!isMarker(description) || owner.toUpperCase() !== user.toUpperCase()) continue
    await note(all, `request ${number}`, async () => {
      if (mayBeRunning(description, processes)) {
        throw new Error('the run that created it may still be at work')
      }
      owned.add(number.toLowerCase())
      await removeRequest(erp, number)
    })
  }
}

/** Traces that a run has armed for the log-on user. */
async function sweepTraces(
  { erp, owned, user, processes }: SweepOptions,
  all: { removed: string[]; left: string[] }
): Promise<void> {
  const armed = await listTraceRequests(erp.reader, { user }).catch(() => [])
  for (const { id, title, user: owner } of armed) {
    if (!isMarker(title) || owner.toUpperCase() !== user.toUpperCase()) continue
    await note(all, `armed trace ${id}`, async () => {
      if (mayBeRunning(title, processes)) {
        throw new Error('the run that armed it may still be at work')
      }
      owned.add(id.toLowerCase())
      await stopTrace(erp.writer, { id })
    })
  }
}
