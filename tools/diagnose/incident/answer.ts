/** ERPDiagnose incident: what happened around a failure, most likely cause first. */
import { Type } from '@sinclair/typebox'
import type { ToolContext } from '../../call/context.ts'
import type { ToolResult } from '../../call/result.ts'
import { fenced } from '../../failure/prose.ts'
import { count, systemWords } from '../../objects/words.ts'
import * as argument from '../../schema/arguments.ts'
import { omitUndefined } from '../../schema/output.ts'
import { causesOf } from './causes.ts'
import type { Cause } from './causes.ts'
import { collect } from './collect.ts'
import { eventKinds } from './events.ts'
import type { IncidentEvent } from './events.ts'
import { questionOf, stampWords } from './question.ts'
import type { IncidentArgs, IncidentQuestion } from './question.ts'
import type { SourceReader } from './reader.ts'

export const incidentInput = {
  job: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      minLength: 1,
      maxLength: 32,
      description: 'Background job.'
    })
  ),
  transaction: Type.Optional(
    Type.String({
      ...argument.helpOnly,
      spelling: 'upper',
      minLength: 1,
      maxLength: 20,
      description: 'Transaction code.'
    })
  )
}

/** Of the text, and of the data. */
const usualBytes = 8000
const mostCauses = 5
const usualEvents = 30

export async function incident(
  context: ToolContext,
  { maxResults, ...args }: IncidentArgs & { readonly maxResults?: number | undefined }
): Promise<ToolResult> {
  const question = questionOf({ ...args, user: args.user?.toUpperCase() })
  const { events, reader } = await collect(context, question)
  const told: Told = {
    system: systemWords(context.erp),
    question,
    causes: causesOf(events, question).slice(0, mostCauses),
    events: events.toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    reader
  }
  const bytes =
    maxResults === undefined ? Math.min(usualBytes, context.limits.bytes) : context.limits.bytes
  return fitting(told, { bytes, most: maxResults ?? usualEvents })
}

interface Told {
  readonly system: string
  readonly question: IncidentQuestion
  readonly causes: readonly Cause[]
  /** Newest first. */
  readonly events: readonly IncidentEvent[]
  readonly reader: SourceReader
}

/** Fewer events, then fewer causes, until both halves fit. */
function fitting(
  told: Told,
  { bytes, most }: { readonly bytes: number; readonly most: number }
): ToolResult {
  let shown = Math.min(most, told.events.length)
  let causes = told.causes.length
  for (;;) {
    const result = resultOf(told, shown, causes)
    const size = Math.max(
      Buffer.byteLength(result.text),
      Buffer.byteLength(JSON.stringify(result.data))
    )
    if (size <= bytes || (shown === 0 && causes <= 1)) return result
    if (shown > 0) shown = Math.floor(shown * 0.7)
    else causes--
  }
}

function resultOf(told: Told, shown: number, most: number) {
  const { system, question, events, reader } = told
  const causes = told.causes.slice(0, most)
  const counts = Object.fromEntries(
    eventKinds.map(kind => [kind, events.filter(one => one.kind === kind).length])
  )
  const { user, name, job, transaction, from, to } = question
  return {
    kind: 'data' as const,
    data: {
      system,
      verdict: causes.length === 0 ? 'nothing found' : 'causes',
      objects: [],
      asked: omitUndefined({ user, name, job, transaction, from, to }),
      causes: causes.map(causeData),
      counts,
      events: events.slice(0, shown).map(({ at, kind, words, id }) => ({ at, kind, words, id })),
      unread: reader.unread,
      requests: reader.requests,
      complete: shown === events.length && reader.unread.length === 0
    },
    text: [
      headLine(told, counts),
      ...fenced(causes.flatMap(causeLines)),
      ...(shown === 0
        ? []
        : [
            `events, newest first${shown < events.length ? ` (${shown} of ${events.length})` : ''}:`
          ]),
      ...fenced(events.slice(0, shown).map(eventLine)),
      ...(reader.unread.length === 0 ? [] : ['not read, or not completely:']),
      ...fenced(reader.unread.map(({ what, why }) => `${what}: ${why}`)),
      'The points order the causes and prove nothing. Times are those of the ERP. ERPDiagnose dump with id shows a short dump; a job log and the contents of a spool request are in SM37 and SP01.'
    ].join('\n')
  }
}

function headLine(
  { system, question, causes, events, reader }: Told,
  counts: Record<string, number>
) {
  const { from, to } = question
  const kinds = Object.entries(counts).filter(([, number]) => number > 0)
  return [
    system,
    `${stampWords(from)} to ${stampWords(to)}`,
    causes.length === 0 ? 'nothing that failed' : count(causes.length, 'likely cause'),
    events.length === 0
      ? 'no events'
      : kinds.map(([kind, number]) => `${kind} ${number}`).join(', '),
    count(reader.requests, 'request')
  ].join(' · ')
}

function causeData({ event, times, score, because }: Cause) {
  const { kind, at, user, program, job, id, words } = event
  return omitUndefined({
    score,
    kind,
    at,
    user,
    program,
    job,
    id,
    what: words,
    times: times === 1 ? undefined : times,
    because: because.map(reason => `${reason.words} (${reason.points})`)
  })
}

function causeLines(cause: Cause, index: number): string[] {
  const { event, score, because } = cause
  return [
    `${index + 1}. ${score} points: ${eventLine(event)}`,
    ...because.map(({ points, words }) => `   ${points}: ${words}`)
  ]
}

function eventLine({ at, kind, user, program = '', words, id, steps }: IncidentEvent): string {
  const where = steps === undefined && program !== '' ? ` in ${program}` : ''
  const what = kind === 'dump' ? 'dump ' : kind === 'gateway' ? 'Gateway error ' : ''
  return `${stampWords(at)} ${what}${words}${where}${user === '' ? '' : ` · ${user}`}${id === '' ? '' : ` · id ${id}`}`
}
