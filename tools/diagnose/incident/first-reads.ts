/**
 * The sources that are read at once: dumps, jobs, application logs, imports, Gateway errors. Tables
 * and columns as public clients read them by the data preview: docs/incident.md names the evidence.
 */
import { isErpError, listDumps, listGatewayErrors } from '../../../erp-client/index.ts'
import type { DumpHead } from '../../../erp-client/index.ts'
import type { ToolContext } from '../../call/context.ts'
import { withoutLiterals } from '../../mask/values.ts'
import type { NamedRow } from '../../query/checked-rows.ts'
import type { IncidentEvent, JobStep } from './events.ts'
import { day, runtimeNames, shifted, widestZone } from './question.ts'
import type { IncidentQuestion } from './question.ts'
import { mostRows } from './reader.ts'
import type { SourceReader } from './reader.ts'
import { anyOf, between, digits, sqlText } from './statements.ts'

/** An import explains a failure this long. */
export const importDays = 3

export interface Asked {
  readonly context: ToolContext
  readonly reader: SourceReader
  readonly question: IncidentQuestion
}

export const dumpWords = 'short dumps'

/** The feed of dumps; where a system does not offer it, the heads of their table. */
export async function readDumps(
  { context, reader, question }: Asked,
  user: string | undefined
): Promise<IncidentEvent[]> {
  const { from, to } = question
  try {
    const heads = await reader.ask(
      async signal =>
        await listDumps(
          context.erp,
          {
            user,
            from: shifted(from, -widestZone),
            to: shifted(to, widestZone),
            maxResults: mostRows
          },
          signal
        )
    )
    return heads.map(head => fromFeed(context, head))
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE')) throw error
  }
  const conditions = [
    `seqno = '000'`,
    between('datum', question),
    ...(user === undefined ? [] : [`uname = ${sqlText(user)}`])
  ]
  const rows = await reader.rows(
    `SELECT datum, uzeit, ahost, uname, mandt, flist FROM snap_beg WHERE ${conditions.join(' AND ')} ORDER BY datum DESCENDING, uzeit DESCENDING`,
    dumpWords
  )
  return rows.map(fromTable)
}

/** The id of a dump begins with its time at the ERP; the feed names UTC beside it. */
function fromFeed(context: ToolContext, head: DumpHead): IncidentEvent {
  const at = /^\d{14}/.exec(head.id)?.[0] ?? digits(head.at).slice(0, 14)
  const [text = ''] = withoutLiterals(context, head.text)
    .split('\n')
    .filter(line => line.trim() !== '' && !/^short text$/i.test(line.trim()))
  return {
    kind: 'dump',
    at,
    utc: digits(head.at).slice(0, 14),
    user: head.user,
    program: head.program,
    id: head.id,
    failed: true,
    title: head.error,
    words: `${head.error}${text === '' ? '' : `: ${text.trim().slice(0, 120)}`}`
  }
}

/** Error, program, include, line and exception stand in `FLIST`: two letters, three digits, value. */
function fromTable(row: NamedRow): IncidentEvent {
  const facts = new Map<string, string>()
  const text = row['FLIST'] ?? ''
  for (let at = 0; at + 5 <= text.length;) {
    const length = Number(text.slice(at + 2, at + 5))
    if (!Number.isInteger(length) || length < 0) break
    const key = text.slice(at, at + 2)
    if (!facts.has(key)) facts.set(key, text.slice(at + 5, at + 5 + length).trim())
    at += 5 + length
  }
  const error = facts.get('FC') ?? 'unknown error'
  const exception = facts.get('XC')
  const line = facts.get('AL')
  return {
    kind: 'dump',
    at: `${row['DATUM'] ?? ''}${row['UZEIT'] ?? ''}`,
    user: row['UNAME'] ?? '',
    program: facts.get('AP') ?? '',
    id: `${row['AHOST'] ?? ''} ${row['MANDT'] ?? ''}`.trim(),
    failed: true,
    title: error,
    words: `${error}${exception === undefined ? '' : ` (${exception})`}${line === undefined ? '' : ` at ${facts.get('AI') ?? ''} ${Number(line)}`}`
  }
}

const jobStates: Readonly<Record<string, string>> = {
  A: 'canceled',
  F: 'finished',
  R: 'running'
}

/** Started jobs with their steps; a job may have begun on the day before. */
export async function readJobs({ reader, question }: Asked): Promise<IncidentEvent[]> {
  const { user, name, job, from, to } = question
  const who = user === undefined ? '' : sqlText(user)
  const conditions = [
    between('o~strtdate', { from: shifted(from, -day), to }),
    ...(who === '' ? [] : [`( o~sdluname = ${who} OR p~authcknam = ${who} )`]),
    ...(name === undefined ? [] : [anyOf('p~progname', runtimeNames(name))]),
    ...(job === undefined ? [] : [`o~jobname = ${sqlText(job)}`])
  ]
  const rows = await reader.rows(
    `SELECT o~jobname, o~jobcount, o~status, o~sdluname, o~strtdate, o~strttime, o~enddate, o~endtime, p~stepcount, p~progname, p~authcknam, p~listident FROM tbtco AS o INNER JOIN tbtcp AS p ON p~jobname = o~jobname AND p~jobcount = o~jobcount WHERE ${conditions.join(' AND ')} ORDER BY o~strtdate DESCENDING, o~strttime DESCENDING`,
    'jobs'
  )
  const jobs = Map.groupBy(rows, row => `${row['JOBNAME'] ?? ''} ${row['JOBCOUNT'] ?? ''}`)
  return [...jobs.values()].flatMap(steps => {
    const [first] = steps
    return first === undefined ? [] : [jobEvent(first, steps)]
  })
}

function jobEvent(row: NamedRow, rows: readonly NamedRow[]): IncidentEvent {
  const name = row['JOBNAME'] ?? ''
  const status = row['STATUS'] ?? ''
  const steps = rows.map((step): JobStep => ({
    program: step['PROGNAME'] ?? '',
    user: step['AUTHCKNAM'] ?? '',
    spool: Number(step['LISTIDENT'] ?? '0') || 0
  }))
  const end = digits(`${row['ENDDATE'] ?? ''}${row['ENDTIME'] ?? ''}`)
  return {
    kind: 'job',
    at: `${row['STRTDATE'] ?? ''}${row['STRTTIME'] ?? ''}`,
    ...(/^0*$/.test(end) ? {} : { until: end }),
    user: steps[0]?.user ?? row['SDLUNAME'] ?? '',
    program: steps[0]?.program ?? '',
    id: row['JOBCOUNT'] ?? '',
    job: name,
    steps,
    failed: status === 'A',
    title: `job ${name}`,
    words: `job ${name} ${jobStates[status] ?? `in status ${status}`}, ${steps.map(({ program }) => program).join(', ')}`
  }
}

export async function readLogs({ context, reader, question }: Asked): Promise<IncidentEvent[]> {
  const { user, name, transaction } = question
  const conditions = [
    between('aldate', question),
    ...(user === undefined ? [] : [`aluser = ${sqlText(user)}`]),
    ...(name === undefined ? [] : [anyOf('alprog', runtimeNames(name))]),
    ...(transaction === undefined ? [] : [`altcode = ${sqlText(transaction)}`])
  ]
  const rows = await reader.rows(
    `SELECT lognumber, object, subobject, extnumber, aldate, altime, aluser, altcode, alprog, msg_cnt_a, msg_cnt_e, msg_cnt_w FROM balhdr WHERE ${conditions.join(' AND ')} ORDER BY aldate DESCENDING, altime DESCENDING`,
    'application logs'
  )
  return rows.map((row): IncidentEvent => {
    const [aborts, errors, warnings] = ['MSG_CNT_A', 'MSG_CNT_E', 'MSG_CNT_W'].map(
      column => Number(row[column] ?? '0') || 0
    )
    const log = [row['OBJECT'], row['SUBOBJECT']].filter(Boolean).join('/')
    // What an application writes here is often the key of a document.
    const external = context.columnRules === undefined ? (row['EXTNUMBER'] ?? '').slice(0, 40) : ''
    return {
      kind: 'log',
      at: `${row['ALDATE'] ?? ''}${row['ALTIME'] ?? ''}`,
      user: row['ALUSER'] ?? '',
      program: row['ALPROG'] ?? '',
      transaction: row['ALTCODE'] ?? '',
      id: row['LOGNUMBER'] ?? '',
      failed: (aborts ?? 0) + (errors ?? 0) > 0,
      title: `log ${log}`,
      words: `log ${log}${external === '' ? '' : ` ${external}`}: ${aborts ?? 0} aborts, ${errors ?? 0} errors, ${warnings ?? 0} warnings`
    }
  })
}

/** Step I is the import of a request; from return code 8 on it failed. */
export async function readImports({ reader, question }: Asked): Promise<IncidentEvent[]> {
  const { from, to } = question
  const rows = await reader.rows(
    `SELECT trkorr, tarsystem, trcli, retcode, trtime, truser FROM tpalog WHERE trstep = 'I' AND trtime BETWEEN '${shifted(from, -importDays * day)}' AND '${to}' ORDER BY trtime DESCENDING`,
    'imports'
  )
  return rows.map((row): IncidentEvent => {
    const code = Number(row['RETCODE'] ?? '0') || 0
    const request = row['TRKORR'] ?? ''
    return {
      kind: 'import',
      at: digits(row['TRTIME'] ?? '').slice(0, 14),
      user: row['TRUSER'] ?? '',
      id: request,
      failed: code >= 8,
      title: `import of ${request}`,
      words: `import of ${request} into ${row['TARSYSTEM'] ?? ''}, return code ${code}`
    }
  })
}

/** Their times are UTC. Where there is no feed, the table of the error log. */
export async function readGateway({
  context,
  reader,
  question
}: Asked): Promise<readonly IncidentEvent[]> {
  const { user } = question
  try {
    const entries = await reader.ask(
      async signal => await listGatewayErrors(context.erp, { user }, signal)
    )
    return entries.map(({ at, author, id, title, text }) =>
      gatewayEvent({
        at,
        user: author,
        id,
        title: withoutLiterals(context, title),
        words: withoutLiterals(context, `${title} ${text.split('\n')[0] ?? ''}`)
      })
    )
  } catch (error) {
    if (!isErpError(error, 'ERP_UNSUPPORTED', 'ERP_NOT_FOUND', 'ERP_NOT_ACCEPTABLE')) throw error
  }
  const where = user === undefined ? '' : ` WHERE username = ${sqlText(user)}`
  const rows = await reader.rows(
    `SELECT username, timestamp, transaction_id, t100_msgid, t100_msgno, service_name, source_program FROM /iwfnd/su_errlog${where} ORDER BY timestamp DESCENDING`,
    gatewayWords
  )
  return rows.map(row => {
    const title = `${row['T100_MSGID'] ?? ''} ${row['T100_MSGNO'] ?? ''}`.trim()
    return gatewayEvent({
      at: row['TIMESTAMP'] ?? '',
      user: row['USERNAME'] ?? '',
      id: row['TRANSACTION_ID'] ?? '',
      title,
      words: `${title} in service ${row['SERVICE_NAME'] ?? ''}`,
      program: row['SOURCE_PROGRAM'] ?? ''
    })
  })
}

export const gatewayWords = 'Gateway errors'

type GatewayFacts = Pick<IncidentEvent, 'at' | 'user' | 'id' | 'title' | 'words' | 'program'>

function gatewayEvent({ at, words, ...facts }: GatewayFacts): IncidentEvent {
  return {
    ...facts,
    kind: 'gateway',
    at: digits(at).slice(0, 14),
    failed: true,
    words: words.trim().slice(0, 200)
  }
}
