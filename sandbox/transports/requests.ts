/** Finds and checks transport requests and tasks. */
import { AdtError } from '../http/errors.ts'
import type { System } from '../system.ts'
import type { RequestKind, TaskKind, TransportRecords, TransportRequest } from './types.ts'

export function isTask({ parent }: TransportRequest): boolean {
  return parent !== ''
}

/** Whether anything can still be changed in it. */
export function isOpen({ status }: TransportRequest): boolean {
  return status === 'D' || status === 'L'
}

/** The number as it is stored: in upper case and without blanks around it. */
export function normalNumber(given: string): string {
  return given.trim().toUpperCase()
}

function unknown(number: string): AdtError {
  return new AdtError(`Request/task ${number} does not exist`, {
    status: 404,
    type: 'ExceptionResourceNotFound'
  })
}

/** The request or task; 404 when there is none. */
export function transportOf({ store }: System, given: string): TransportRequest {
  const number = normalNumber(given)
  const found = store.transports.request(number)
  if (found === undefined) throw unknown(number)
  return found
}

/** The request of a task, a request itself. */
export function requestOf(
  records: TransportRecords,
  transport: TransportRequest
): TransportRequest {
  return isTask(transport) ? (records.request(transport.parent) ?? transport) : transport
}

/** A user of this system; 400 otherwise. */
export function requireUser({ users }: System, given: string): string {
  const found = users.find(given.trim())
  if (found === undefined) {
    throw new AdtError(`User ${given.trim().toUpperCase()} does not exist in the system`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  return found.name
}

export function requireOpen(transport: TransportRequest): void {
  if (!isOpen(transport)) {
    throw new AdtError(`Request/task ${transport.number} has already been released`, {
      status: 400,
      type: 'ExceptionResourceSaveFailure'
    })
  }
}

const textLimit = 60

export function checkedText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length > textLimit) {
    throw new AdtError(`The description of a request has at most ${textLimit} characters`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  return line
}

export interface NewRequest {
  readonly kind: RequestKind
  readonly text: string
  readonly target: string
  /** Who gets a task; a transport of copies has none. */
  readonly owners: readonly string[]
}

function createTransport(
  system: System,
  user: string,
  fields: Pick<TransportRequest, 'parent' | 'kind' | 'owner' | 'text' | 'target'>
): TransportRequest {
  const { transports } = system.store
  const now = Date.now()
  const number = `${system.id}K9${String(transports.nextNumber()).padStart(5, '0')}`
  const transport: TransportRequest = {
    ...fields,
    number,
    status: 'D',
    client: system.client,
    createdBy: user,
    createdAt: now,
    changedBy: user,
    changedAt: now,
    releasedAt: 0
  }
  transports.save(transport)
  transports.addLog({
    number,
    at: now,
    user,
    text: `${fields.parent === '' ? 'Request' : 'Task'} created`
  })
  return transport
}

const firstTask: Readonly<Record<RequestKind, TaskKind>> = { K: 'X', W: 'Q', T: 'X' }

function createTask(
  system: System,
  user: string,
  request: TransportRequest,
  owner: string
): TransportRequest {
  const { number: parent, text, target } = request
  return createTransport(system, user, {
    parent,
    kind: firstTask[request.kind as RequestKind],
    owner,
    text,
    target
  })
}

/** A modifiable request with a task for each of the owners, all or nothing. */
export function createRequest(
  system: System,
  user: string,
  wanted: NewRequest
): { request: TransportRequest; tasks: TransportRequest[] } {
  const { kind, target } = wanted
  const text = checkedText(wanted.text)
  const owners = wanted.owners.map(owner => requireUser(system, owner))
  const made: TransportRequest[] = []
  system.store.transports.atomically(() => {
    const request = createTransport(system, user, { parent: '', kind, owner: user, text, target })
    made.push(request)
    if (kind !== 'T') {
      for (const owner of owners) made.push(createTask(system, user, request, owner))
    }
  })
  const [request, ...tasks] = made
  if (request === undefined) throw new Error('No request was made')
  return { request, tasks }
}

/** A task for another user in a request that can still be changed. */
export function addTask(
  system: System,
  user: string,
  request: TransportRequest,
  owner: string
): TransportRequest {
  const { transports } = system.store
  const top = requestOf(transports, request)
  requireOpen(top)
  if (top.kind === 'T') {
    throw new AdtError(`Transport of copies ${top.number} has no tasks`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const name = requireUser(system, owner)
  const held = transports.tasks(top.number).find(task => task.owner === name && isOpen(task))
  if (held !== undefined) {
    throw new AdtError(`User ${name} already has task ${held.number} in request ${top.number}`, {
      status: 400,
      type: 'ExceptionInvalidData'
    })
  }
  const made: TransportRequest[] = []
  transports.atomically(() => {
    made.push(createTask(system, user, top, name))
  })
  const [task] = made
  if (task === undefined) throw new Error('No task was made')
  return task
}

/** Changes what is known of a request or task; `action` goes into its log. */
export function amend(
  system: System,
  user: string,
  change: {
    readonly before: TransportRequest
    readonly to: Partial<TransportRequest>
    readonly action: string
  }
): TransportRequest {
  const { transports } = system.store
  const now = Date.now()
  const after = { ...change.before, ...change.to, changedBy: user, changedAt: now }
  transports.atomically(() => {
    transports.save(after)
    transports.addLog({ number: after.number, at: now, user, text: change.action })
  })
  return after
}

/**
 * Deletes a request with its tasks, or a task; 400 when it was released or anything is recorded in
 * it.
 */
export function removeTransport(
  { store: { transports } }: System,
  transport: TransportRequest
): void {
  requireOpen(transport)
  const all = [transport, ...transports.tasks(transport.number)]
  const filled = all.find(each => !isOpen(each) || transports.entries(each.number).length > 0)
  if (filled !== undefined) {
    throw new AdtError(
      isOpen(filled)
        ? `Request/task ${filled.number} contains locked objects`
        : `Request ${transport.number} contains the released task ${filled.number}`,
      { status: 400, type: 'ExceptionResourceDeletionFailure' }
    )
  }
  transports.atomically(() => {
    for (const each of all) transports.remove(each.number)
  })
}

/** Whether a user owns a request or a task in it. */
export function ownsRequestOrTask(
  records: TransportRecords,
  request: TransportRequest,
  user: string
): boolean {
  return request.owner === user || records.tasks(request.number).some(task => task.owner === user)
}
