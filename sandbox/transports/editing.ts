/** Edits of the list of objects and of the facts of a transport request. */
import { AdtError, notImplemented, t100 } from '../http/errors.ts'
import { kinds } from '../http/kinds.ts'
import { limits } from '../not-implemented.ts'
import { readOnlyReason } from '../store/library/object.ts'
import type { System } from '../system.ts'
import { entryKeyOf, holderOf, taskKindFor, workbenchType } from './recording.ts'
import type { EntryKey } from './recording.ts'
import { amend, isOpen, isTask, requestOf, requireOpen } from './requests.ts'
import { keepBackups } from './versions.ts'
import type { TaskKind, TransportEntry, TransportRecords, TransportRequest } from './types.ts'

export interface NamedEntry {
  readonly pgmid: string
  readonly type: string
  readonly name: string
}

/** A refusal of the organizer: one message class for all, the reason stands in the text. */
export function organizerRefusal(message: string, status = 400): AdtError {
  return new AdtError(message, {
    status,
    type: 'ADT_TM_COMMON_EXCEPTION',
    namespace: 'com.sap.adt.tm',
    properties: t100('SCTS_ADT_MSG', '009')
  })
}

/** The object that an entry names; 400 where the system has none. */
function entryKey({ store }: System, { pgmid, type, name }: NamedEntry): EntryKey {
  if (pgmid !== 'R3TR') throw notImplemented(limits.partialEntries)
  const found = kinds
    .filter(kind => workbenchType(kind.type) === type)
    .map(kind => ({ type: kind.type, name }))
    .find(key => store.get(key) !== undefined)
  if (found === undefined) {
    throw organizerRefusal(`${pgmid} ${type} ${name} requires an entry in the object directory`)
  }
  const reason = readOnlyReason(store.get(found)?.package ?? '')
  if (reason !== undefined) throw organizerRefusal(`${pgmid} ${type} ${name} ${reason}`)
  return entryKeyOf({ object: found, part: 'main' })
}

/**
 * The open request or task, other than that of `own`, that holds an object. Entries of single parts
 * (LIMU) hold their part alone.
 */
export function foreignHolder(
  records: TransportRecords,
  own: TransportRequest,
  { object, pgmid, type, name }: Pick<TransportEntry, 'object' | 'pgmid' | 'type' | 'name'>
): TransportRequest | undefined {
  if (object === undefined) return undefined
  const top = requestOf(records, own).number
  const isOtherPart = (other: TransportEntry) =>
    pgmid === 'LIMU' && other.pgmid === 'LIMU' && (other.type !== type || other.name !== name)
  return records
    .entriesOf(object)
    .filter(entry => !isOtherPart(entry))
    .flatMap(({ number }) => records.request(number) ?? [])
    .find(other => {
      const request = requestOf(records, other)
      return request.number !== top && isOpen(request) && request.kind !== 'T'
    })
}

const lockedWords = (name: string, number: string) => `${name} is locked in request/task ${number}`

/** Corrections hold originals of this system, repairs hold copies of others. */
function requireTaskKind(system: System, { kind }: TransportRequest, key: EntryKey): void {
  if (kind !== 'S' && kind !== 'R') return
  if (kind === taskKindFor(system, key)) return
  const { pgmid, type, name } = key
  throw organizerRefusal(
    kind === 'S'
      ? `The original of ${pgmid} ${type} ${name} is in another system: it is changed in a repair`
      : `The original of ${pgmid} ${type} ${name} is in this system: it is changed in a correction`
  )
}

/** Adds whole objects to a request or to a task that has a type. */
export function addObjects(
  system: System,
  user: string,
  change: { readonly transport: TransportRequest; readonly named: readonly NamedEntry[] }
): TransportEntry[] {
  const { transport, named } = change
  const { transports } = system.store
  requireOpen(transport)
  const keys = named.map(each => entryKey(system, each))
  if (isTask(transport) && transport.kind === 'X') {
    throw organizerRefusal('Changes to objects are only allowed in correction/repair')
  }
  for (const key of keys) {
    requireTaskKind(system, transport, key)
    const holder = foreignHolder(transports, transport, key)
    if (holder !== undefined) throw organizerRefusal(lockedWords(key.name, holder.number), 403)
  }
  transports.atomically(() => {
    const isCopy = requestOf(transports, transport).kind === 'T'
    const free = isCopy
      ? []
      : keys.filter(({ object }) => holderOf(transports, { object, part: 'main' }) === undefined)
    for (const key of keys) {
      transports.addEntry({ ...key, number: transport.number, recordedAt: Date.now() })
    }
    keepBackups(system, free, user)
  })
  const words = keys.map(({ pgmid, type, name }) => `${pgmid} ${type} ${name}`).join(', ')
  amend(system, user, { before: transport, to: {}, action: `Added ${words}` })
  return transports
    .entries(transport.number)
    .filter(entry => keys.some(({ type, name }) => entry.type === type && entry.name === name))
}

const taskKinds: readonly string[] = ['S', 'R', 'X']

/** Gives a task of a workbench request its type; a new task has none. */
export function changeTaskType(
  system: System,
  user: string,
  change: { readonly task: TransportRequest; readonly type: string }
): void {
  const { task, type } = change
  requireOpen(task)
  if (!isTask(task)) throw organizerRefusal('Enter a task')
  if (requestOf(system.store.transports, task).kind !== 'K') {
    throw organizerRefusal('You can only change the type of tasks in workbench requests')
  }
  if (!taskKinds.includes(type)) {
    throw organizerRefusal(`Specified request type or task type ${type} is unknown`)
  }
  amend(system, user, {
    before: task,
    to: { kind: type as TaskKind },
    action: `Type changed to ${type}`
  })
}

/** Entries by type and name; what a whole object covers is dropped. */
export function sortAndCompress(system: System, user: string, transport: TransportRequest): void {
  const { transports } = system.store
  requireOpen(transport)
  const entries = transports.entries(transport.number)
  const whole = new Set(
    entries.flatMap(({ pgmid, object }) => (pgmid === 'R3TR' ? [JSON.stringify(object)] : []))
  )
  const kept = entries
    .filter(({ pgmid, object }) => pgmid !== 'LIMU' || !whole.has(JSON.stringify(object)))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  transports.atomically(() => {
    for (const entry of entries) transports.removeEntry(entry)
    for (const { position: _, ...entry } of kept) transports.addEntry(entry)
  })
  amend(system, user, { before: transport, to: {}, action: 'Sorted and compressed' })
}

const sortKey = ({ pgmid, type, name }: TransportEntry) => `${pgmid} ${type} ${name}`

export interface CheckMessage {
  readonly severity: 'E' | 'W'
  readonly text: string
}

/** What is wrong with the objects of a request and its tasks. */
export function consistencyMessages(system: System, transport: TransportRequest): CheckMessage[] {
  const { store } = system
  const { transports } = store
  const below = isTask(transport) ? [] : transports.tasks(transport.number)
  return [transport, ...below]
    .flatMap(each => transports.entries(each.number))
    .flatMap((entry): CheckMessage[] => {
      const { object, pgmid, type, name } = entry
      if (object === undefined) return []
      const holder = foreignHolder(transports, transport, entry)
      if (holder !== undefined) return [{ severity: 'E', text: lockedWords(name, holder.number) }]
      return store.get(object) === undefined
        ? [{ severity: 'W', text: `${pgmid} ${type} ${name} does not exist in the system` }]
        : []
    })
}

export interface AttributeChange {
  readonly name: string
  readonly value: string
  readonly position: string
}

/** Adds, replaces or removes one attribute; one that is there is addressed by its position. */
export function changeAttribute(
  system: System,
  action: string,
  change: { readonly transport: TransportRequest; readonly attribute: AttributeChange }
): void {
  const { transport, attribute } = change
  const { name, value, position } = attribute
  const { transports } = system.store
  requireOpen(transport)
  if (!/^[A-Z][A-Z0-9_]{0,19}$/.test(name)) {
    throw organizerRefusal(`${name} is not a valid attribute`)
  }
  const before = transports.attributes(transport.number)
  const index = Number(position) - 1
  if (action !== 'addattribute' && before[index]?.name !== name) {
    throw organizerRefusal(`Attribute ${name} does not exist at position ${position}`)
  }
  const after =
    action === 'addattribute'
      ? [...before, { name, value }]
      : action === 'removeattribute'
        ? before.toSpliced(index, 1)
        : before.with(index, { name, value })
  transports.atomically(() => transports.setAttributes(transport.number, after))
}
