/** Checks and releases transport requests. */
import { kindOf } from '../http/kinds.ts'
import { labelOf } from '../http/uris.ts'
import type { System } from '../system.ts'
import { sameObject } from '../workbench/checks.ts'
import { recordExport } from './exchange/export.ts'
import { isOpen, isTask, requestOf } from './requests.ts'
import type { TransportEntry, TransportRequest } from './types.ts'

export interface ReleaseMessage {
  readonly severity: 'E' | 'W'
  readonly text: string
}

export interface ReleaseReport {
  readonly released: boolean
  readonly text: string
  readonly messages: readonly ReleaseMessage[]
  /** 0 when it was not released. */
  readonly at: number
}

export interface ReleaseOptions {
  readonly user: string
  readonly ignoreLocks: boolean
}

function inactiveObjects({ store }: System, entries: readonly TransportEntry[]): string[] {
  const drafts = store.inactive()
  return entries
    .filter(
      ({ object }) =>
        object !== undefined && drafts.some(draft => sameObject(draft.part.object, object))
    )
    .map(({ pgmid, type, name }) => `Object ${pgmid} ${type} ${name} is inactive`)
}

/** Objects with a lock in any session. */
function editedObjects({ locks }: System, entries: readonly TransportEntry[]): string[] {
  return entries.flatMap(({ object }) => {
    if (object === undefined) return []
    try {
      locks.requireUnlocked(object, undefined)
      return []
    } catch (error) {
      return [
        error instanceof Error
          ? error.message
          : `${labelOf({ object, part: 'main' })} is being edited`
      ]
    }
  })
}

function unfinishedTasks({ store: { transports } }: System, request: TransportRequest): string[] {
  return transports
    .tasks(request.number)
    .filter(task => isOpen(task) && transports.entries(task.number).length > 0)
    .map(task => `Task ${task.number} of user ${task.owner} has not been released yet`)
}

/** Everything that stands in the way, in the order in which it has to be put right. */
function obstacles(
  system: System,
  transport: TransportRequest,
  { user, ignoreLocks }: ReleaseOptions
): string[] {
  const { transports } = system.store
  if (!isOpen(transport)) return [`Request/task ${transport.number} has already been released`]
  const top = requestOf(transports, transport)
  if (user !== transport.owner && user !== top.owner) {
    return [`Request/task ${transport.number} belongs to user ${transport.owner}`]
  }
  const entries = transports.entries(transport.number)
  if (isTask(transport) && entries.length === 0 && transport.kind === 'X') {
    return [
      `Task ${transport.number} is unclassified and empty: it goes with the release of its request`
    ]
  }
  const below = isTask(transport)
    ? []
    : transports.tasks(transport.number).flatMap(task => transports.entries(task.number))
  const all = [...entries, ...below]
  return [
    ...(isTask(transport) ? [] : unfinishedTasks(system, transport)),
    ...inactiveObjects(system, all),
    ...(ignoreLocks ? [] : editedObjects(system, entries))
  ]
}

const stamp = (at: number) => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)

/** The objects of a released task go on in its request, with a comment that names the task. */
function releaseTask({ store: { transports } }: System, task: TransportRequest, at: number): void {
  const day = stamp(at).slice(0, 8)
  const name = `${task.number} ${day} ${stamp(at).slice(8)} ${task.owner}`
  for (const entry of transports.entries(task.number)) {
    transports.addEntry({ ...entry, number: task.parent })
  }
  transports.addEntry({
    number: task.parent,
    pgmid: 'CORR',
    type: 'RELE',
    name,
    adtType: '',
    recordedAt: at
  })
}

function releaseRequest({ store: { transports } }: System, request: TransportRequest): void {
  for (const task of transports.tasks(request.number)) {
    if (isOpen(task)) transports.remove(task.number)
  }
}

/** Releases a request or a task, or says what stands in the way; nothing is changed then. */
export function release(
  system: System,
  transport: TransportRequest,
  options: ReleaseOptions
): ReleaseReport {
  const found = obstacles(system, transport, options)
  if (found.length > 0) {
    const messages = [...new Set(found)].map(text => ({ severity: 'E' as const, text }))
    return {
      released: false,
      text: `Transport request/task ${transport.number} could not be released`,
      messages,
      at: 0
    }
  }
  const at = Date.now()
  const { transports } = system.store
  transports.atomically(() => {
    if (isTask(transport)) releaseTask(system, transport, at)
    else releaseRequest(system, transport)
    const { number } = transport
    const released: TransportRequest = {
      ...transport,
      status: 'R',
      changedBy: options.user,
      changedAt: at,
      releasedAt: at
    }
    transports.save(released)
    transports.addLog({ number, at, user: options.user, text: 'Released' })
    if (!isTask(transport) && recordExport(system, released)) {
      transports.addLog({ number, at, user: options.user, text: `Exported for ${released.target}` })
    }
  })
  system.exported()
  return {
    released: true,
    text: `Transport request/task ${transport.number} was successfully released`,
    messages: [],
    at
  }
}

/** What a list calls the type of an entry. */
export function entryLabel({ pgmid, type, object }: TransportEntry): string {
  if (object === undefined) return pgmid === 'CORR' ? 'Comment Entry: Released' : ''
  return pgmid === 'LIMU'
    ? ({ FUNC: 'Function Module', REPS: 'Report Source Code' }[type] ?? type)
    : kindOf(object.type).label
}
