/** The change sets in the database of the journal. */
import { ToolError } from '../tools/index.ts'
import type {
  ChangeSets,
  SetAt,
  SetContent,
  SetHead,
  SetOutcome,
  SetOwner,
  SetState,
  StoredSet
} from '../tools/index.ts'
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from './database.ts'
import { failingWith } from './failures.ts'
import type { Seal } from './seal.ts'

/** Of one caller at one system; applied ones do not count. */
const mostSets = 20
const own = 'place = $1 AND identity = $2'
const nothing: SetContent = { creations: [], contents: [], deletions: [] }

export function createChangeSets(
  database: SqlDatabase,
  seal: Seal,
  now: () => number = Date.now
): ChangeSets {
  const rowsOf = async (statement: SqlStatement): Promise<readonly SqlRow[]> =>
    (await database.transaction([statement]))[0] ?? []
  const changed = async (statement: SqlStatement) => (await rowsOf(statement)).length === 1
  return {
    async list({ place, identity }) {
      const sql = `SELECT name, state, revision, at, changed, change, last FROM change_set
        WHERE ${own} ORDER BY changed DESC, name`
      const rows = await rowsOf({ sql, values: [place, identity] })
      return await Promise.all(rows.map(async row => await headOf(row, { place, identity }, seal)))
    },
    async read(owner, name) {
      const sql = `SELECT * FROM change_set WHERE ${own} AND name = $3`
      const [row] = await rowsOf({ sql, values: [owner.place, owner.identity, name] })
      return row === undefined ? undefined : await setOf(row, owner, seal)
    },
    async save(owner, at, content) {
      const values = [
        ...[owner.place, owner.identity, at.name, now(), at.revision],
        await seal.close(JSON.stringify(content), bodyName(owner, at.name))
      ]
      if (at.revision > 0) return await changed({ sql: updated, values })
      const [, counted = []] = await database.transaction([
        {
          sql: `DELETE FROM change_set WHERE ${own} AND name = $3 AND state = 'applied'`,
          values: values.slice(0, 3)
        },
        {
          sql: `SELECT COUNT(*) AS sets FROM change_set WHERE ${own} AND state <> 'applied'`,
          values: values.slice(0, 2)
        }
      ])
      if (Number(counted[0]?.['sets']) >= mostSets) throw tooMany()
      return await changed({ sql: inserted, values: values.toSpliced(4, 1) })
    },
    begin: async (owner, at, change) =>
      await changed({
        sql: `UPDATE change_set SET state = 'applying', change = $5
          WHERE ${ownRevision} AND state = 'open' RETURNING name`,
        values: [...placeOf(owner, at), change]
      }),
    async settle(owner, name, { change, state, last }) {
      const note =
        last === undefined ? null : await seal.close(JSON.stringify(last), lastName(owner, name))
      const body =
        state === 'open' ? null : await seal.close(JSON.stringify(nothing), bodyName(owner, name))
      return await changed({
        sql: `UPDATE change_set SET state = $5, change = NULL, changed = $6, last = $7,
          body = COALESCE($8, body) WHERE ${own} AND name = $3 AND change = $4 RETURNING name`,
        values: [owner.place, owner.identity, name, change, state, now(), note, body]
      })
    },
    remove: async (owner, at) =>
      await changed({
        sql: `DELETE FROM change_set WHERE ${ownRevision} AND state <> 'applying' RETURNING name`,
        values: placeOf(owner, at)
      }),
    async unsettled({ place, identity }) {
      const sql = `SELECT name FROM change_set WHERE ${own} AND state = 'applying' ORDER BY name`
      const rows = await rowsOf({ sql, values: [place, identity] })
      return rows.map(({ name }) => String(name))
    }
  }
}

const ownRevision = `${own} AND name = $3 AND revision = $4`
const updated = `UPDATE change_set SET changed = $4, revision = revision + 1, body = $6, last = NULL
  WHERE ${own} AND name = $3 AND revision = $5 AND state = 'open' RETURNING name`
const inserted = `INSERT INTO change_set
  (place, identity, name, state, revision, at, changed, body)
  VALUES ($1, $2, $3, 'open', 1, $4, $4, $5)
  ON CONFLICT (place, identity, name) DO NOTHING RETURNING name`

function placeOf({ place, identity }: SetOwner, { name, revision }: SetAt): SqlValue[] {
  return [place, identity, name, revision]
}

function tooMany(): ToolError {
  return new ToolError('CHANGE_SET_TOO_MANY', `You have ${mostSets} change sets here already.`, {
    remedy: 'Nothing was staged. Apply or discard one: ERPManage change_set lists them.',
    outcome: 'failed'
  })
}

/** Names with a blank are no names of texts: the seal compares them with nothing. */
const bodyName = ({ place, identity }: SetOwner, name: string) =>
  `change set ${JSON.stringify([place, identity, name])}`
const lastName = (owner: SetOwner, name: string) => `last ${bodyName(owner, name)}`

async function headOf(row: SqlRow, owner: SetOwner, seal: Seal): Promise<SetHead> {
  const name = String(row['name'])
  const last = row['last'] ?? undefined
  const change = row['change'] ?? undefined
  return {
    name,
    state: String(row['state']) as SetState,
    revision: Number(row['revision']),
    at: Number(row['at']),
    changedAt: Number(row['changed']),
    ...(change === undefined ? {} : { change: String(change) }),
    ...(last === undefined
      ? {}
      : {
          last: JSON.parse(await seal.open(last as Uint8Array, lastName(owner, name))) as SetOutcome
        })
  }
}

async function setOf(row: SqlRow, owner: SetOwner, seal: Seal): Promise<StoredSet> {
  const head = await headOf(row, owner, seal)
  const body = await seal.open(row['body'] as Uint8Array, bodyName(owner, head.name))
  return { ...head, content: JSON.parse(body) as SetContent }
}

/** The same store, whose failures say what they mean for a call. */
export function withChangeSetWords(
  store: ChangeSets,
  wrap: (cause: unknown) => ToolError
): ChangeSets {
  const asked = failingWith(wrap)
  return changeSetsOver(async use => await asked(async () => await use(store)))
}

/** The store over another one that each use has to get first. */
export function changeSetsOver(
  use: <T>(work: (store: ChangeSets) => Promise<T>) => Promise<T>
): ChangeSets {
  return {
    list: async owner => await use(async store => await store.list(owner)),
    read: async (owner, name) => await use(async store => await store.read(owner, name)),
    save: async (owner, at, content) =>
      await use(async store => await store.save(owner, at, content)),
    begin: async (owner, at, change) =>
      await use(async store => await store.begin(owner, at, change)),
    settle: async (owner, name, end) =>
      await use(async store => await store.settle(owner, name, end)),
    remove: async (owner, at) => await use(async store => await store.remove(owner, at)),
    unsettled: async owner => await use(async store => await store.unsettled(owner))
  }
}
