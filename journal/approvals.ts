/** The waiting changes in the database of the journal. */
import { randomBytes } from 'node:crypto'
import { ToolError } from '../tools/index.ts'
import type {
  AddedItem,
  ApprovalDecision,
  ApprovalItem,
  ApprovalQuery,
  ApprovalRequest,
  Approvals,
  ApprovalState
} from '../tools/index.ts'
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from './database.ts'
import { failingWith } from './failures.ts'
import type { Seal } from './seal.ts'

/** What no query asks for stands in one sealed text. */
interface Sealed {
  readonly request: Omit<ApprovalRequest, 'place' | 'call' | 'digest' | 'until'>
}

/** Hexadecimal digits: an id that begins with a hyphen would be an option of a command. */
const idBytes = 9
/** Of one requester at one system. */
const mostWaiting = 100
/** After its end an item is kept for a process that announces it, where one does. */
const forgottenMs = 3_600_000

export function createApprovals(
  database: SqlDatabase,
  seal: Seal,
  now: () => number = Date.now
): Approvals {
  const rowsOf = async (statement: SqlStatement): Promise<readonly SqlRow[]> =>
    (await database.transaction([statement]))[0] ?? []
  const itemsOf = async (condition: string, values: readonly SqlValue[]) =>
    await Promise.all(
      (await rowsOf({ sql: `SELECT * FROM approval WHERE ${condition}`, values })).map(
        async row => await itemOf(row, seal)
      )
    )
  const newest = 'ORDER BY at DESC, id DESC'
  return {
    async add(request) {
      const id = randomBytes(idBytes).toString('hex')
      const values = await valuesOf({ id, at: now(), request }, seal)
      const places = values.map((_value, index) => `$${index + 1}`).join(', ')
      const [, counted = []] = await database.transaction([
        { sql: 'DELETE FROM approval WHERE until <= $1', values: [now() - forgottenMs] },
        {
          sql: `SELECT COUNT(*) AS waiting FROM approval
            WHERE place = $1 AND requester = $2 AND state = 'waiting' AND until > $3`,
          values: [request.place, request.requester.identity, now()]
        }
      ])
      const isFull = Number(counted[0]?.['waiting']) >= mostWaiting
      const [, stored = []] = isFull
        ? []
        : await database.transaction([
            {
              sql: 'UPDATE approval SET waits_for = NULL WHERE waits_for = $1 AND until <= $2',
              values: [waitsFor(request), now()]
            },
            {
              // One place in the database decides which of two calls at the same time is stored.
              sql: `INSERT INTO approval (id, at, until, place, requester, call, digest, state, body, waits_for)
                VALUES (${places}) ON CONFLICT (waits_for) DO NOTHING RETURNING id`,
              values
            }
          ])
      if (stored.length === 1) return addedAs({ ...request, id, at: now(), state: 'waiting' }, true)
      const [item] = await itemsOf('waits_for = $1', [waitsFor(request)])
      if (item === undefined && isFull) throw tooMany()
      // Decided between the two statements: the next call finds it.
      return addedAs(item ?? { ...request, id, at: now(), state: 'waiting' }, false)
    },
    async ofCall(place, call) {
      const [item] = await itemsOf(
        `place = $1 AND call = $2 AND until > $3 AND state <> 'used' ${newest} LIMIT 1`,
        [place, call, now()]
      )
      return item
    },
    async read(place, id) {
      const [item] = await itemsOf('place = $1 AND id = $2', [place, id])
      return item
    },
    async find({ place, requester, limit }: ApprovalQuery) {
      return requester === undefined
        ? await itemsOf(`place = $1 AND until > $2 ${newest} LIMIT $3`, [place, now(), limit])
        : await itemsOf(`place = $1 AND until > $2 AND requester = $3 ${newest} LIMIT $4`, [
            place,
            now(),
            requester,
            limit
          ])
    },
    async decide({ id, digest }, state, decision) {
      const text = JSON.stringify(decision)
      const rows = await rowsOf({
        sql: `UPDATE approval SET state = $1, decision = $2, waits_for = NULL
          WHERE id = $3 AND digest = $4 AND state = 'waiting' AND until > $5 RETURNING id`,
        values: [state, await seal.close(text, decisionName(id)), id, digest, now()]
      })
      return rows.length === 1
    },
    async use({ id, digest }) {
      const rows = await rowsOf({
        sql: `UPDATE approval SET state = 'used'
          WHERE id = $1 AND digest = $2 AND state = 'approved' AND until > $3 RETURNING id`,
        values: [id, digest, now()]
      })
      return rows.length === 1
    },
    async takeExpired(place) {
      const rows = await rowsOf({
        sql: 'DELETE FROM approval WHERE place = $1 AND until <= $2 RETURNING *',
        values: [place, now()]
      })
      const open = rows.filter(({ state }) => state === 'waiting' || state === 'approved')
      // What cannot be read, such as an item under an earlier key, cannot be told either.
      const read = await Promise.allSettled(open.map(async row => await itemOf(row, seal)))
      return read.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    }
  }
}

function addedAs(item: ApprovalItem, isNew: boolean): AddedItem {
  return { ...item, isNew }
}

function tooMany(): ToolError {
  return new ToolError(
    'APPROVAL_TOO_MANY',
    `${mostWaiting} changes of yours wait for an approval, and no more can.`,
    {
      remedy: 'Nothing was changed. Wait until some are decided; ERPManage approvals lists them.',
      setting: '--approval',
      outcome: 'failed'
    }
  )
}

/** Names with a blank are no names of texts: the seal compares them with nothing. */
const bodyName = (id: string) => `approval ${id}`
const decisionName = (id: string) => `decision ${id}`

/** Unique among the items that wait. */
function waitsFor({ place, call, digest }: ApprovalRequest): string {
  return `${place} ${call} ${digest}`
}

async function valuesOf(
  { id, at, request }: { id: string; at: number; request: ApprovalRequest },
  seal: Seal
): Promise<SqlValue[]> {
  const { place, call, digest, until, ...rest } = request
  const sealed: Sealed = { request: rest }
  const body = await seal.close(JSON.stringify(sealed), bodyName(id))
  return [
    id,
    at,
    until,
    place,
    request.requester.identity,
    call,
    digest,
    'waiting',
    body,
    waitsFor(request)
  ]
}

async function itemOf(row: SqlRow, seal: Seal): Promise<ApprovalItem> {
  const text = (name: string) => String(row[name])
  const id = text('id')
  const opened = async (value: SqlValue | undefined, name: string): Promise<unknown> =>
    JSON.parse(await seal.open(value as Uint8Array, name))
  const { request } = (await opened(row['body'], bodyName(id))) as Sealed
  const decision = row['decision'] ?? undefined
  return {
    ...request,
    id,
    at: Number(row['at']),
    until: Number(row['until']),
    place: text('place'),
    call: text('call'),
    digest: text('digest'),
    state: text('state') as ApprovalState,
    ...(decision === undefined
      ? {}
      : { decision: (await opened(decision, decisionName(id))) as ApprovalDecision })
  }
}

/** The same store, whose failures say what they mean for a call. */
export function withApprovalWords(
  store: Approvals,
  wrap: (cause: unknown) => ToolError
): Approvals {
  const asked = failingWith(wrap)
  return {
    add: async request => await asked(async () => await store.add(request)),
    ofCall: async (place, call) => await asked(async () => await store.ofCall(place, call)),
    read: async (place, id) => await asked(async () => await store.read(place, id)),
    find: async query => await asked(async () => await store.find(query)),
    decide: async (item, state, decision) =>
      await asked(async () => await store.decide(item, state, decision)),
    use: async item => await asked(async () => await store.use(item)),
    takeExpired: async place => await asked(async () => await store.takeExpired(place))
  }
}
