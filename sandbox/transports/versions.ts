/** Which versions of sources the entries of transport requests keep, and which requests they name. */
import type { System } from '../system.ts'
import type { KeptVersion, ObjectKey, PartKey, PartVersion } from '../types.ts'
import { isOpen, isTask, requestOf } from './requests.ts'
import type { TransportEntry, TransportRecords, TransportRequest } from './types.ts'

type Covering = Pick<TransportEntry, 'pgmid' | 'type' | 'name' | 'object'>

interface Covered {
  readonly object: ObjectKey
  readonly parts?: readonly string[]
}

/** What entries cover: whole objects, and the parts of function groups that are named alone. */
function coveredBy(entries: readonly Covering[]): Covered[] {
  const byObject = Map.groupBy(
    entries.filter(({ object }) => object !== undefined),
    ({ object }) => JSON.stringify(object)
  )
  return [...byObject.values()].flatMap((own): Covered[] => {
    const [{ object } = {}] = own
    if (object === undefined) return []
    if (own.some(({ pgmid }) => pgmid !== 'LIMU')) return [{ object }]
    const parts = own.map(({ type, name }) => `${type === 'FUNC' ? 'function' : 'include'}:${name}`)
    return [{ object, parts: [...new Set(parts)] }]
  })
}

/** The state before the first change that a request records. */
export function keepBackups(
  { store }: System,
  entries: readonly Covering[],
  user: string
): KeptVersion[] {
  return store.keepVersions(coveredBy(entries), { user, request: '' })
}

/** The active state of every object of a released request; of copies there are no versions. */
export function keepReleased({ store }: System, request: TransportRequest, user: string): void {
  if (request.kind === 'T') return
  const entries = store.transports.entries(request.number)
  store.keepVersions(coveredBy(entries), { user, request: request.number })
}

const isOfPart = (part: PartKey, { pgmid, name }: TransportEntry) =>
  pgmid !== 'LIMU' || part.part.endsWith(`:${name}`)

/** The requests of an object, in the order of their entries, without copies. */
function requestsOf(
  records: TransportRecords,
  part: PartKey
): { entry: TransportEntry; request: TransportRequest }[] {
  return records
    .entriesOf(part.object)
    .filter(entry => isOfPart(part, entry))
    .flatMap(entry => {
      const transport = records.request(entry.number)
      const request = transport && requestOf(records, transport)
      return request === undefined || request.kind === 'T' ? [] : [{ entry, request }]
    })
}

/** The request that a version names; backups name none. */
export function requestOfVersion(
  records: TransportRecords,
  { part, changedAt, request: number }: PartVersion
): TransportRequest | undefined {
  if (number === '') return undefined
  if (number !== undefined) return records.request(number)
  // An earlier release made it at an activation: the request that the object was in then.
  return requestsOf(records, part)
    .filter(
      ({ entry, request }) =>
        entry.recordedAt <= changedAt &&
        (request.releasedAt === 0 || changedAt <= request.releasedAt)
    )
    .at(-1)?.request
}

/**
 * The request that the active version names: the open one that the object is changed in, else the
 * one of another system that imported it, unless a request of this system was released since.
 */
export function requestOfActive(
  { id, store }: System,
  part: PartKey
): TransportRequest | undefined {
  const found = requestsOf(store.transports, part).map(({ request }) => request)
  const open = found.find(isOpen)
  if (open !== undefined) return open
  const [newest] = found
    .filter(request => !isTask(request))
    .sort((one, other) => other.releasedAt - one.releasedAt)
  return newest?.number.startsWith(id) === false ? newest : undefined
}
