/** The sources whose question follows from what the first ones have found. */
import type { ToolContext } from '../../call/context.ts'
import { ownerOf } from '../frames.ts'
import type { IncidentEvent } from './events.ts'
import type { Asked } from './first-reads.ts'
import { day, secondsOf } from './question.ts'
import { anyOf, between, digits, sqlText } from './statements.ts'

const most = { names: 10, requests: 50, logs: 20, documents: 20, spools: 50 } as const

export interface Found extends Asked {
  readonly events: readonly IncidentEvent[]
}

/** Change documents of the user; of all users where the time is short. */
export async function readDocuments(asked: Found): Promise<IncidentEvent[]> {
  const { context, reader, question } = asked
  const { user, transaction, from, to } = question
  if (
    user === undefined &&
    transaction === undefined &&
    secondsOf(to) - secondsOf(from) > 3 * day
  ) {
    reader.note('change documents', 'not asked for: name the user, or at most three days')
    return []
  }
  const conditions = [
    between('udate', question),
    ...(user === undefined ? [] : [`username = ${sqlText(user)}`]),
    ...(transaction === undefined ? [] : [`tcode = ${sqlText(transaction)}`])
  ]
  const heads = await reader.rows(
    `SELECT objectclas, objectid, changenr, username, udate, utime, tcode FROM cdhdr WHERE ${conditions.join(' AND ')} ORDER BY udate DESCENDING, utime DESCENDING`,
    'change documents'
  )
  const known = heads.map((row): Document => ({
    objectClass: row['OBJECTCLAS'] ?? '',
    object: row['OBJECTID'] ?? '',
    number: row['CHANGENR'] ?? '',
    at: `${row['UDATE'] ?? ''}${row['UTIME'] ?? ''}`,
    user: row['USERNAME'] ?? '',
    transaction: row['TCODE'] ?? ''
  }))
  const within = known.filter(({ at }) => at >= from && at <= to)
  const fields = await fieldsOf(asked, within.slice(0, most.documents))
  return within.flatMap(document => documentEvent(context, document, fields) ?? [])
}

interface Document {
  readonly objectClass: string
  readonly object: string
  readonly number: string
  readonly at: string
  readonly user: string
  readonly transaction: string
}

/** Changed fields by document, as `TABLE-FIELD`; the values stay where they are. */
type Fields = ReadonlyMap<string, readonly string[]>

async function fieldsOf({ reader }: Asked, documents: readonly Document[]): Promise<Fields> {
  if (documents.length === 0) return new Map()
  const keys = documents.map(
    ({ objectClass, object, number }) =>
      `( objectclas = ${sqlText(objectClass)} AND objectid = ${sqlText(object)} AND changenr = ${sqlText(number)} )`
  )
  const rows = await reader.attempt(
    'fields of change documents',
    async () =>
      await reader.rows(
        `SELECT objectclas, changenr, tabname, fname, chngind FROM cdpos WHERE ${keys.join(' OR ')}`,
        'fields of change documents'
      )
  )
  const fields = new Map<string, string[]>()
  for (const row of rows) {
    const key = `${row['OBJECTCLAS'] ?? ''} ${row['CHANGENR'] ?? ''}`
    const list = fields.get(key) ?? []
    list.push(`${row['TABNAME'] ?? ''}-${row['FNAME'] ?? ''}`)
    fields.set(key, list)
  }
  return fields
}

/** A document about blocked tables alone is left out, and so are its fields of such tables. */
function documentEvent(
  { hidesTable, columnRules }: ToolContext,
  document: Document,
  fields: Fields
): IncidentEvent | undefined {
  const { objectClass, object, number, at, user, transaction } = document
  const all = fields.get(`${objectClass} ${number}`) ?? []
  const shown = all.filter(field => hidesTable?.(field.split('-')[0] ?? '') !== true)
  if (all.length > 0 && shown.length === 0) return undefined
  // The key of a document can be the value of a masked column.
  const key = columnRules === undefined && hidesTable === undefined ? ` ${object.trim()}` : ''
  const list = [...new Set(shown)]
  const words =
    list.length === 0 ? '' : `: ${list.slice(0, 6).join(', ')}${list.length > 6 ? ' …' : ''}`
  return {
    kind: 'document',
    at,
    user,
    transaction,
    id: number,
    failed: false,
    title: `change of ${objectClass}`,
    words: `change of ${objectClass}${key}${words}`
  }
}

/** Spool requests of the jobs, and of the user. */
export async function readSpools({
  reader,
  question,
  events,
  context
}: Found): Promise<IncidentEvent[]> {
  const { user, from, to } = question
  const numbers = [
    ...new Set(events.flatMap(({ steps = [] }) => steps.map(({ spool }) => spool)))
  ].filter(spool => spool > 0)
  const conditions = [
    ...(numbers.length === 0 ? [] : [`rqident IN ( ${numbers.slice(0, most.spools).join(', ')} )`]),
    ...(user === undefined
      ? []
      : [`( rqowner = ${sqlText(user)} AND rqcretime BETWEEN '${from}' AND '${to}99' )`])
  ]
  if (conditions.length === 0) return []
  const rows = await reader.rows(
    `SELECT rqident, rqowner, rqcretime, rqtitle, rqpjherr, rqpjserr FROM tsp01 WHERE ${conditions.join(' OR ')} ORDER BY rqcretime DESCENDING`,
    'spool requests'
  )
  return rows.map((row): IncidentEvent => {
    const number = String(Number(row['RQIDENT'] ?? '0') || 0)
    const faults = (Number(row['RQPJHERR'] ?? '0') || 0) + (Number(row['RQPJSERR'] ?? '0') || 0)
    const title = context.columnRules === undefined ? (row['RQTITLE'] ?? '').trim() : ''
    return {
      kind: 'spool',
      at: digits(row['RQCRETIME'] ?? '').slice(0, 14),
      user: row['RQOWNER'] ?? '',
      id: number,
      failed: faults > 0,
      title: `spool request ${number}`,
      words: `spool request ${number}${title === '' ? '' : ` ${title}`}${faults > 0 ? `, ${faults} output requests with errors` : ''}`
    }
  })
}

/** Which of the imported requests contain a program that has failed. */
export async function readImported({
  reader,
  events
}: Found): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = [...new Set(events.filter(({ failed }) => failed).flatMap(namesOf))]
  const requests = [...new Set(events.filter(({ kind }) => kind === 'import').map(({ id }) => id))]
  const found = new Map<string, string[]>()
  if (names.length === 0 || requests.length === 0) return found
  const likes = names.slice(0, most.names).map(name => `obj_name LIKE ${sqlText(`${name}%`)}`)
  const rows = await reader.attempt(
    'objects of imported requests',
    async () =>
      await reader.rows(
        `SELECT trkorr, object, obj_name FROM e071 WHERE ${anyOf('trkorr', requests.slice(0, most.requests))} AND ( ${likes.join(' OR ')} )`,
        'objects of imported requests'
      )
  )
  for (const row of rows) {
    const text = row['OBJ_NAME'] ?? ''
    // A part of a class stands behind its name in 30 characters.
    const name = names.find(one => text.trimEnd() === one || text.startsWith(one.padEnd(30)))
    const request = row['TRKORR'] ?? ''
    if (name !== undefined) found.set(request, [...(found.get(request) ?? []), name])
  }
  return found
}

export function namesOf({ program = '', steps = [] }: IncidentEvent): string[] {
  return [program, ...steps.map(step => step.program)].flatMap(one =>
    one === '' ? [] : ownerOf(one).name
  )
}

/** Messages of failed logs that are kept as rows: class and number, without their variables. */
export async function readMessages({
  reader,
  events
}: Found): Promise<ReadonlyMap<string, readonly string[]>> {
  const logs = events.filter(({ kind, failed }) => kind === 'log' && failed).map(({ id }) => id)
  const found = new Map<string, string[]>()
  if (logs.length === 0) return found
  const rows = await reader.attempt('messages of application logs', async () => {
    const read = await reader.rows(
      `SELECT lognumber, msgnumber, msgty, msgid, msgno FROM balm WHERE ${anyOf('lognumber', logs.slice(0, most.logs))}`,
      'messages of application logs'
    )
    if (read.length === 0) {
      reader.note(
        'messages of application logs',
        'kept in the cluster BALDAT, which no query reads: transaction SLG1 shows them'
      )
    }
    return read
  })
  for (const row of rows) {
    if (!/^[AEX]$/.test(row['MSGTY'] ?? '')) continue
    const log = row['LOGNUMBER'] ?? ''
    const words = `${row['MSGTY'] ?? ''} ${row['MSGID'] ?? ''} ${row['MSGNO'] ?? ''}`
    found.set(log, [...(found.get(log) ?? []), words])
  }
  return found
}
