/** Checks and releases transport requests. */
import { kindOf } from '../http/kinds.ts'
import { labelOf } from '../http/uris.ts'
import type { System } from '../system.ts'
import { sameObject } from '../workbench/checks.ts'
import { recordExport } from './exchange/export.ts'
import { foreignHolder } from './editing.ts'
import { isOpen, isTask, requestOf } from './requests.ts'
import { keepReleased } from './versions.ts'
import type { TransportEntry, TransportRequest } from './types.ts'

export interface ReleaseMessage {
  readonly severity: 'E' | 'W'
  readonly text: string
}

/**
 * What a release ends with. The three that begin with `rel` ask a question; the action of that name
 * goes on all the same. `relobjchkobs`: the checks were made before the last change.
 */
export type ReleaseStatus =
  'released' | 'abortrelapifail' | 'relwithignlock' | 'relObjigchkatc' | 'relobjchkobs'

export interface ReleaseReport {
  readonly status: ReleaseStatus
  readonly text: string
  readonly messages: readonly ReleaseMessage[]
  /** Of the release, or of the checks that a question is about; 0 for neither. */
  readonly at: number
}

export interface ReleaseOptions {
  readonly user: string
  readonly action: string
  /** Time of the checks that the client answers to, as 14 digits; empty for none. */
  readonly checkedAt: string
  /** Whether the client has agreed to release locked objects before. */
  readonly locksAgreed: boolean
  /** Findings of the checks, where the system makes them at a release. */
  readonly findings: readonly string[]
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

/** Objects that another request holds. */
function heldElsewhere(system: System, transport: TransportRequest): string[] {
  const { transports } = system.store
  if (requestOf(transports, transport).kind === 'T') return []
  return transports.entries(transport.number).flatMap(entry => {
    const holder = foreignHolder(transports, transport, entry)
    return holder === undefined ? [] : [`${entry.name} is locked in request/task ${holder.number}`]
  })
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
  { user }: ReleaseOptions
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
    ...inactiveObjects(system, all)
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

function releaseRequest(system: System, request: TransportRequest, user: string): void {
  const { transports } = system.store
  for (const task of transports.tasks(request.number)) {
    if (isOpen(task)) transports.remove(task.number)
  }
  keepReleased(system, request, user)
}

const errors = (texts: readonly string[]): ReleaseMessage[] =>
  [...new Set(texts)].map(text => ({ severity: 'E', text }))

/** The question that interrupts a release, unless the client has answered it. */
function questionOf(
  system: System,
  transport: TransportRequest,
  options: ReleaseOptions
): ReleaseReport | undefined {
  const { action, checkedAt, locksAgreed, findings } = options
  const { number, changedAt } = transport
  const at = Date.now()
  const ignoresFindings = action === 'relObjigchkatc'
  if (ignoresFindings && checkedAt < stamp(changedAt)) {
    const text = `Request/task ${number} could not be released: the checks of its objects are obsolete, start the release again`
    return { status: 'relobjchkobs', text, messages: [], at: 0 }
  }
  const ignoresLocks = action === 'relwithignlock' || (ignoresFindings && locksAgreed)
  const locked = [
    ...heldElsewhere(system, transport),
    ...editedObjects(system, system.store.transports.entries(number))
  ]
  if (locked.length > 0 && !ignoresLocks) {
    const text = 'Not all objects of the request could be locked. Release it all the same?'
    return { status: 'relwithignlock', text, messages: errors(locked), at }
  }
  if (findings.length > 0 && !ignoresFindings) {
    const text = 'The checks of the objects have findings. Release the request all the same?'
    return { status: 'relObjigchkatc', text, messages: errors(findings), at }
  }
  return undefined
}

/**
 * An attribute of a request with which the sandbox behaves as recorded of a real system: the request
 * is released, and the report says that it failed.
 */
const failingExport = 'SANDBOX_PRE_EXPORT_FAILS'

function failsAfterwards({ store }: System, { number }: TransportRequest): boolean {
  return store.transports.attributes(number).some(({ name }) => name === failingExport)
}

function preExportFailure(number: string, at: number): ReleaseReport {
  return {
    status: 'abortrelapifail',
    text: `Release of transport request/task ${number} has failed`,
    messages: [{ severity: 'E', text: `Error in pre-export methods for request ${number}` }],
    at
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
    return {
      status: 'abortrelapifail',
      text: `Transport request/task ${transport.number} could not be released`,
      messages: errors(found),
      at: 0
    }
  }
  const question = questionOf(system, transport, options)
  if (question !== undefined) return question
  const at = Date.now()
  const { transports } = system.store
  transports.atomically(() => {
    if (isTask(transport)) releaseTask(system, transport, at)
    else releaseRequest(system, transport, options.user)
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
  if (failsAfterwards(system, transport)) return preExportFailure(transport.number, at)
  return {
    status: 'released',
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
