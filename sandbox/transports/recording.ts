/** Decides what a change records in a transport request. */
import { AdtError } from '../http/errors.ts'
import { groupPartOf } from '../http/kinds.ts'
import { adtTypeOf, nameOf } from '../http/uris.ts'
import type { System } from '../system.ts'
import type { KeptVersion, ObjectKey, ObjectType, PartKey } from '../types.ts'
import { generatedRequest, heldElsewhere } from './generated.ts'
import { isOpen, isTask, normalNumber, removeTransport, requestOf } from './requests.ts'
import { keepBackups } from './versions.ts'
import type { TaskKind, TransportEntry, TransportRecords, TransportRequest } from './types.ts'

/** Structures are tables and includes are programs to the transport organizer. */
export function workbenchType(type: ObjectType): string {
  return type === 'STRU' ? 'TABL' : type === 'INCL' ? 'PROG' : type
}

export type EntryKey = Required<
  Pick<TransportEntry, 'pgmid' | 'type' | 'name' | 'object' | 'adtType'>
>

const groupEntries = { function: 'FUNC', include: 'REPS' } as const

/**
 * How a part stands in a request: function modules and group includes for themselves, everything
 * else as the whole object.
 */
export function entryKeyOf(part: PartKey): EntryKey {
  const { object } = part
  const inGroup = object.type === 'FUGR' ? groupPartOf(part.part) : undefined
  if (inGroup === undefined) {
    return {
      pgmid: 'R3TR',
      type: workbenchType(object.type),
      name: object.name,
      object,
      adtType: adtTypeOf({ object, part: 'main' })
    }
  }
  return {
    pgmid: 'LIMU',
    type: groupEntries[inGroup.kind],
    name: nameOf(part),
    object,
    adtType: adtTypeOf(part)
  }
}

/**
 * The package that decides whether changes of an object are recorded: its own, of a package itself.
 */
export function packageOf({ store }: System, object: ObjectKey, home?: string): string {
  if (object.type === 'DEVC') return object.name
  return home ?? store.get(object)?.package ?? ''
}

export function recordsChanges({ store }: System, packageName: string): boolean {
  return store.get({ type: 'DEVC', name: packageName })?.attributes['recordChanges'] === 'true'
}

function overlaps(entry: TransportEntry, key: EntryKey): boolean {
  return (
    entry.pgmid === 'R3TR' ||
    key.pgmid === 'R3TR' ||
    (entry.type === key.type && entry.name === key.name)
  )
}

export interface Holder {
  readonly request: TransportRequest
  readonly tasks: readonly TransportRequest[]
  readonly entries: readonly TransportEntry[]
}

/** The request that can still be changed and holds the object, or a part of it that overlaps. */
export function holderOf(records: TransportRecords, part: PartKey): Holder | undefined {
  const key = entryKeyOf(part)
  const found = records
    .entriesOf(part.object)
    .filter(entry => overlaps(entry, key))
    .flatMap(entry => {
      const transport = records.request(entry.number)
      const request = transport && requestOf(records, transport)
      return transport === undefined ||
        request === undefined ||
        !isOpen(request) ||
        request.kind === 'T'
        ? []
        : [{ entry, transport, request }]
    })
  const [first] = found
  if (first === undefined) return undefined
  const own = found.filter(each => each.request.number === first.request.number)
  return {
    request: first.request,
    tasks: own.map(each => each.transport).filter(isTask),
    entries: own.map(each => each.entry)
  }
}

function refused(message: string): AdtError {
  return new AdtError(message, { status: 403, type: 'ExceptionResourceNoAccess' })
}

const label = ({ pgmid, type, name }: EntryKey) => `${pgmid} ${type} ${name}`

function openTask(
  records: TransportRecords,
  request: TransportRequest,
  user: string
): TransportRequest | undefined {
  return records.tasks(request.number).find(task => task.owner === user && isOpen(task))
}

/** A change of an object whose original is in another system is a repair. */
export function taskKindFor({ store }: System, { object }: EntryKey): TaskKind {
  return store.get(object)?.original === undefined ? 'S' : 'R'
}

/** The request or task a client named, if changes can be recorded in it; 403 otherwise. */
function requireUsable(records: TransportRecords, given: string, user: string): TransportRequest {
  const number = normalNumber(given)
  const transport = records.request(number)
  if (transport === undefined) {
    throw refused(
      `Change request ${number} does not exist: nothing can be recorded in change request ${number}`
    )
  }
  const top = requestOf(records, transport)
  if (!isOpen(transport) || !isOpen(top)) {
    throw refused(`Nothing can be recorded in change request ${number}: it has been released`)
  }
  if (top.kind !== 'K') {
    throw refused(`Nothing can be recorded in change request ${number}: it is no workbench request`)
  }
  if (isTask(transport) && transport.owner !== user) {
    throw refused(
      `Nothing can be recorded in change request ${number}: the task belongs to user ${transport.owner}`
    )
  }
  return top
}

/** The request that takes a change; undefined where the change names none and none holds it. */
function chosen(
  records: TransportRecords,
  key: EntryKey,
  { part, user, corrNr }: Options
): TransportRequest | undefined {
  const held = holderOf(records, part)?.request
  if (corrNr === '') return held
  const top = requireUsable(records, corrNr, user)
  if (held !== undefined && held.number !== top.number) {
    throw heldElsewhere(label(key), top.number, held)
  }
  return top
}

/**
 * The task that takes the change. The owner of a request who has no task left gets a new one;
 * any other user must be added first.
 */
function taskFor(
  system: System,
  request: TransportRequest,
  key: EntryKey,
  user: string
): TransportRequest {
  const { transports } = system.store
  const kind = taskKindFor(system, key)
  const own = transports.tasks(request.number).filter(task => task.owner === user && isOpen(task))
  const fitting = own.find(task => task.kind === kind) ?? own.find(task => task.kind === 'X')
  if (fitting !== undefined) return fitting
  if (request.owner !== user && own.length === 0) {
    throw refused(
      `Object ${label(key)} cannot be recorded in change request ${request.number} of user ${request.owner}: user ${user} has no task in it`
    )
  }
  const now = Date.now()
  const task: TransportRequest = {
    ...request,
    number: `${system.id}K9${String(transports.nextNumber()).padStart(5, '0')}`,
    parent: request.number,
    kind: 'X',
    status: 'D',
    owner: user,
    createdBy: user,
    createdAt: now,
    changedBy: user,
    changedAt: now
  }
  transports.save(task)
  return task
}

export interface Options {
  readonly part: PartKey
  /** The package of an object that is about to be created. */
  readonly home?: string
  readonly user: string
  /** As the client gave it; empty for none. */
  readonly corrNr: string
}

export interface Recorded {
  /** The request; undefined where nothing has to be recorded. */
  readonly request: TransportRequest | undefined
  /** Takes the entry away again when the change itself was refused. */
  undo(): void
}

const nothing: Recorded = { request: undefined, undo() {} }

/**
 * Records a change of an object before it is made. The state before the first change that a request
 * records stays as a version. Objects of local packages need no request.
 * Without a request the ERP makes one. Throws 403 for a request that does not exist, is released or
 * foreign, 500 when another request holds the object.
 */
export function record(system: System, options: Options): Recorded {
  const { transports } = system.store
  if (!recordsChanges(system, packageOf(system, options.part.object, options.home))) return nothing
  const key = entryKeyOf(options.part)
  const isHeld = holderOf(transports, options.part) !== undefined
  const given = chosen(transports, key, options)
  const request = given ?? generatedRequest(system, options.user)
  const made: TransportEntry[] = []
  const backups: KeptVersion[] = []
  transports.atomically(() => {
    const task = taskFor(system, request, key, options.user)
    const known = transports
      .entries(task.number)
      .some(
        entry =>
          entry.object?.name === key.object.name &&
          entry.object.type === key.object.type &&
          (entry.pgmid === 'R3TR' || (entry.type === key.type && entry.name === key.name))
      )
    if (known) return
    transports.addEntry({ ...key, number: task.number, recordedAt: Date.now() })
    if (task.kind === 'X') transports.save({ ...task, kind: taskKindFor(system, key) })
    made.push(...transports.entries(task.number).slice(-1))
    if (isHeld) return
    backups.push(...keepBackups(system, [key], options.user))
  })
  return {
    request,
    undo() {
      for (const entry of made) transports.removeEntry(entry)
      system.store.dropVersions(backups)
      if (given === undefined) removeTransport(system, request)
    }
  }
}

/** The requests of a user that a change could be recorded in, newest first. */
export function usableRequests(records: TransportRecords, user: string): TransportRequest[] {
  return records
    .requests()
    .filter(
      each =>
        !isTask(each) &&
        each.kind === 'K' &&
        isOpen(each) &&
        (each.owner === user || openTask(records, each, user) !== undefined)
    )
    .reverse()
}
