/** All events of an incident, from two rounds of reads that run side by side. */
import type { ToolContext } from '../../call/context.ts'
import type { IncidentEvent } from './events.ts'
import {
  dumpWords,
  gatewayWords,
  readDumps,
  readGateway,
  readImports,
  readJobs,
  readLogs
} from './first-reads.ts'
import type { Asked } from './first-reads.ts'
import { isProgram, secondsOf, shifted } from './question.ts'
import type { IncidentQuestion } from './question.ts'
import { createReader } from './reader.ts'
import type { SourceReader } from './reader.ts'
import { readDocuments, readImported, readMessages, readSpools } from './second-reads.ts'

export interface Collected {
  readonly events: readonly IncidentEvent[]
  readonly reader: SourceReader
}

/** @throws the error of the first source, where no source could be read */
export async function collect(
  context: ToolContext,
  question: IncidentQuestion
): Promise<Collected> {
  const reader = createReader(context)
  const asked = { context, reader, question: await withProgram({ context, reader, question }) }
  const first = await firstEvents(asked)
  if (reader.failure !== undefined) throw reader.failure
  const found = { ...asked, events: first }
  const [documents, spools, imported, messages] = await Promise.all([
    reader.attempt('change documents', async () => await readDocuments(found)),
    reader.attempt('spool requests', async () => await readSpools(found)),
    readImported(found),
    readMessages(found)
  ])
  const told = first.map((event): IncidentEvent => {
    const objects = event.kind === 'import' ? imported.get(event.id) : undefined
    const texts = event.kind === 'log' ? messages.get(event.id) : undefined
    if (objects !== undefined) return { ...event, objects: [...new Set(objects)] }
    if (texts === undefined) return event
    return { ...event, words: `${event.words}: ${[...new Set(texts)].slice(0, 4).join(', ')}` }
  })
  return { events: [...told, ...documents, ...spools], reader }
}

/** A transaction is known by its program, unless one is named. */
async function withProgram({ reader, question }: Asked): Promise<IncidentQuestion> {
  const { transaction, name } = question
  if (transaction === undefined || name !== undefined) return question
  const code = transaction.replaceAll("'", "''")
  const rows = await reader.attempt(
    `the program of ${transaction}`,
    async () =>
      await reader.rows(`SELECT tcode, pgmna FROM tstc WHERE tcode = '${code}'`, 'transactions')
  )
  const program = rows[0]?.['PGMNA'] ?? ''
  return program === '' ? question : { ...question, program }
}

async function firstEvents(asked: Asked): Promise<IncidentEvent[]> {
  const { reader, question } = asked
  const { job, transaction } = question
  const [dumps, jobs, logs, imports, gateway] = await Promise.all([
    reader.attempt(dumpWords, async () => await readDumps(asked, question.user)),
    reader.attempt('jobs', async () => await readJobs(asked)),
    reader.attempt('application logs', async () => await readLogs(asked)),
    reader.attempt('imports', async () => await readImports(asked)),
    job === undefined && transaction === undefined
      ? reader.attempt(gatewayWords, async () => await readGateway(asked))
      : []
  ])
  const zone = zoneOf(dumps)
  const started = jobs.filter(each => overlaps(each, question))
  return [
    ...dumps.filter(dump => within(dump, question) && concerns(dump, started, question)),
    ...(await dumpsOfSteps(asked, started)),
    ...started,
    ...logs.filter(log => within(log, question)),
    ...imports,
    ...gateway
      .map(error => ({ ...error, at: shifted(error.at, zone) }))
      .filter(error => within(error, question))
  ]
}

/** Dumps of the failed jobs of a user whose steps run as another one. */
async function dumpsOfSteps(
  asked: Asked,
  jobs: readonly IncidentEvent[]
): Promise<IncidentEvent[]> {
  const { reader, question } = asked
  const failed = jobs.filter(job => job.failed)
  const users = new Set(failed.flatMap(({ steps = [] }) => steps.map(step => step.user)))
  if (question.user === undefined) return []
  users.delete(question.user)
  users.delete('')
  const found = await Promise.all(
    [...users]
      .slice(0, mostStepUsers)
      .map(async user => await reader.attempt(dumpWords, async () => await readDumps(asked, user)))
  )
  return found.flat().filter(dump => failed.some(job => belongsTo(dump, job)))
}

const mostStepUsers = 3

/** Seconds that the clock of the ERP is ahead of UTC, in quarters of an hour, as far as a dump tells. */
function zoneOf(dumps: readonly IncidentEvent[]): number {
  const known = dumps.find(({ utc }) => utc !== undefined)
  if (known?.utc === undefined) return 0
  return Math.round((secondsOf(known.at) - secondsOf(known.utc)) / 900) * 900
}

function within({ at }: IncidentEvent, { from, to }: IncidentQuestion): boolean {
  return at >= from && at <= to
}

function overlaps({ at, until }: IncidentEvent, { from, to }: IncidentQuestion): boolean {
  return at <= to && (until ?? to) >= from
}

/** A dump is meant by its user and program; where a job is meant, by the job that it belongs to. */
function concerns(
  dump: IncidentEvent,
  jobs: readonly IncidentEvent[],
  { user, name, program, job, transaction }: IncidentQuestion
): boolean {
  if (user !== undefined && dump.user !== user) return false
  if (job !== undefined) return jobs.some(each => belongsTo(dump, each))
  const wanted = name ?? program
  if (wanted === undefined) return transaction === undefined
  return isProgram(dump.program ?? '', wanted)
}

/** A dump belongs to the job that ran its program, or its user, at that time. */
export function belongsTo(dump: IncidentEvent, { at, until, steps = [] }: IncidentEvent): boolean {
  const end = until === undefined ? dump.at : shifted(until, 60)
  return (
    dump.at >= at &&
    dump.at <= end &&
    steps.some(step => step.user === dump.user || step.program === dump.program)
  )
}
