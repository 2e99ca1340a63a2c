/**
 * The likely causes of an incident. Each reason has points and is stated with them; their sum orders
 * the causes.
 */
import { belongsTo } from './collect.ts'
import type { IncidentEvent } from './events.ts'
import { importDays } from './first-reads.ts'
import { day, isProgram, secondsOf } from './question.ts'
import type { IncidentQuestion } from './question.ts'
import { namesOf } from './second-reads.ts'

export interface Cause {
  readonly event: IncidentEvent
  /** How often it happened. */
  readonly times: number
  readonly score: number
  readonly because: readonly Reason[]
}

export interface Reason {
  readonly points: number
  readonly words: string
}

/** Why an event alone is a candidate. */
const bases: Readonly<Record<IncidentEvent['kind'], Reason>> = {
  dump: { points: 50, words: 'a short dump ends what runs' },
  import: { points: 45, words: 'an import failed: objects may be missing or inactive' },
  job: { points: 40, words: 'the job was canceled' },
  gateway: { points: 30, words: 'an OData request failed' },
  log: { points: 20, words: 'an application logged errors' },
  spool: { points: 10, words: 'output failed' },
  document: { points: 10, words: 'data was changed' }
}

/** Seconds within which events of one user or program count as the same failure. */
const near = { log: 300, gateway: 60 } as const

export function causesOf(
  events: readonly IncidentEvent[],
  question: IncidentQuestion
): readonly Cause[] {
  const candidates = events.filter(event => event.failed || event.kind === 'document')
  const explained = new Set(explainedBy(events))
  const groups = Map.groupBy(
    candidates.filter(event => !explained.has(event)),
    ({ kind, title, program = '', user }) =>
      JSON.stringify([kind, title, program, kind === 'document' ? user : ''])
  )
  return [...groups.values()]
    .flatMap(group => causeOf(group, events, question) ?? [])
    .toSorted((a, b) => b.score - a.score || (b.event.at > a.event.at ? 1 : -1))
}

/** Failures that another one explains: the job of a dump, errors at the time of a dump or job. */
function explainedBy(events: readonly IncidentEvent[]): IncidentEvent[] {
  const dumps = events.filter(({ kind }) => kind === 'dump')
  const jobs = events.filter(({ kind, failed }) => kind === 'job' && failed)
  return events.filter(event => {
    if (event.kind === 'job') return dumps.some(dump => belongsTo(dump, event))
    if (event.kind === 'gateway') return dumps.some(dump => isNear(event, dump, near.gateway))
    return event.kind === 'log' && [...dumps, ...jobs].some(one => isNear(event, one, near.log))
  })
}

function isNear(event: IncidentEvent, other: IncidentEvent, seconds: number): boolean {
  const same =
    event.user === other.user || namesOf(event).some(name => namesOf(other).includes(name))
  return same && Math.abs(secondsOf(event.at) - secondsOf(other.at)) <= seconds
}

function causeOf(
  group: readonly IncidentEvent[],
  events: readonly IncidentEvent[],
  question: IncidentQuestion
): Cause | undefined {
  const sorted = group.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const [first] = sorted
  const event = sorted.at(-1)
  if (first === undefined || event === undefined) return undefined
  const because = [
    bases[event.kind],
    ...jobReasons(event, events),
    ...importReasons(first, events),
    ...companionReasons(event, events),
    ...orderReasons(event, events),
    ...askedReasons(event, events, question),
    ...(group.length > 1 ? [{ points: 5, words: `${group.length} times since ${first.at}` }] : [])
  ]
  const score = because.reduce((sum, { points }) => sum + points, 0)
  return { event, times: group.length, score, because }
}

function jobReasons(event: IncidentEvent, events: readonly IncidentEvent[]): Reason[] {
  if (event.kind !== 'dump') return []
  const job = events.find(one => one.kind === 'job' && belongsTo(event, one))
  if (job === undefined) return []
  return job.failed
    ? [{ points: 20, words: `job ${job.job ?? ''} ${job.id} ran it then and was canceled` }]
    : [{ points: 5, words: `job ${job.job ?? ''} ${job.id} ran then` }]
}

/** A program that failed for the first time after it was imported. */
function importReasons(first: IncidentEvent, events: readonly IncidentEvent[]): Reason[] {
  const names = namesOf(first)
  const found = events
    .filter(one => one.kind === 'import' && one !== first && one.at <= first.at)
    .filter(one => secondsOf(first.at) - secondsOf(one.at) <= importDays * day)
    .filter(one => one.objects?.some(name => names.includes(name)) === true)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0]
  if (found === undefined) return []
  const minutes = Math.round((secondsOf(first.at) - secondsOf(found.at)) / 60)
  return [
    {
      points: 25,
      words: `${found.id} with ${(found.objects ?? []).join(', ')} was imported ${minutes} minutes before`
    }
  ]
}

function companionReasons(event: IncidentEvent, events: readonly IncidentEvent[]): Reason[] {
  if (event.kind !== 'dump' && event.kind !== 'job') return []
  const logs = events.filter(
    one => one.kind === 'log' && one.failed && isNear(one, event, near.log)
  )
  const errors = events.filter(one => one.kind === 'gateway' && isNear(one, event, near.gateway))
  return [
    ...logs.slice(0, 1).map(log => ({ points: 10, words: `at that time: ${log.words}` })),
    ...errors.slice(0, 1).map(error => ({
      points: 10,
      words: `at that time a Gateway error of the user: ${error.words}`
    }))
  ]
}

/** Data that was changed before something failed. */
function orderReasons(event: IncidentEvent, events: readonly IncidentEvent[]): Reason[] {
  if (event.kind !== 'document') return []
  const after = events.find(one => one.failed && one.kind !== 'spool' && one.at >= event.at)
  return after === undefined ? [] : [{ points: 10, words: `before ${after.title} at ${after.at}` }]
}

function askedReasons(
  event: IncidentEvent,
  events: readonly IncidentEvent[],
  { user, name, job, transaction, program }: IncidentQuestion
): Reason[] {
  const technical = [event.program ?? '', ...(event.steps ?? []).map(step => step.program)]
  const runs = (wanted: string | undefined) =>
    wanted !== undefined && technical.some(one => isProgram(one, wanted))
  const ofJob = events.some(
    one => one.kind === 'job' && one.job === job && (one === event || belongsTo(event, one))
  )
  return [
    ...(runs(name) ? [{ points: 15, words: `the program is ${name ?? ''}` }] : []),
    ...(job !== undefined && ofJob ? [{ points: 15, words: `it belongs to job ${job}` }] : []),
    ...(transaction !== undefined && (event.transaction === transaction || runs(program))
      ? [{ points: 10, words: `it ran in transaction ${transaction}` }]
      : []),
    ...(user !== undefined && event.user === user
      ? [{ points: 10, words: `the user is ${user}` }]
      : [])
  ]
}
