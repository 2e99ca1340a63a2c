/** The key store of the audit's pseudonyms: one key for each person, which can be deleted. */
import { createHmac, randomBytes } from 'node:crypto'
import type { SqlDatabase, SqlRow, SqlStatement } from '../database.ts'
import { dialects } from '../schema.ts'
import type { Seal } from '../seal.ts'

/** What an audit line has in place of names. */
export interface PersonKey {
  /** The pseudonym of the identity, and the beginning of those of its names. */
  readonly id: string
  readonly secret: string
}

/** The same for a program that only writes. */
export interface PersonPseudonym {
  readonly id: string
  of(name: string): string
}

export interface StoredPerson extends PersonKey {
  readonly identity: string
  /** Each name by its pseudonym, the identity among them. */
  readonly names: ReadonlyMap<string, string>
}

export interface PersonStore {
  /** The key of an identity, made where it has none, with these names. */
  keyOf(identity: string, names: readonly string[]): Promise<PersonPseudonym>
  /** Those that the text names: by identity, pseudonym or one of their names. */
  find(text: string): Promise<readonly StoredPerson[]>
  /** Whether there was a key. */
  erase(id: string): Promise<boolean>
  close(): Promise<void>
}

export interface PersonDatabase extends SqlDatabase {
  readonly dialect: (typeof dialects)[keyof typeof dialects]
}

const idForm = /^p-[0-9a-f]{16}/
const nameDigits = 8
/** An erasure between two statements makes the key anew; it does not come twice in a row for long. */
const mostAttempts = 5

/** The pseudonym of one name of a person. Without the key it follows from nothing. */
export function pseudonymOf({ id, secret }: PersonKey, name: string): string {
  const digest = createHmac('sha256', secret).update(name).digest('hex')
  return `${id}-${digest.slice(0, nameDigits)}`
}

/** The person that a pseudonym belongs to. */
export function personIdOf(text: string): string | undefined {
  return idForm.exec(text)?.[0]
}

/** Statements that may run at each start, by several processes at once. */
function tables({ bytes, number }: PersonDatabase['dialect']): SqlStatement[] {
  return [
    'CREATE TABLE IF NOT EXISTS person_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
    `CREATE TABLE IF NOT EXISTS person (
      id TEXT PRIMARY KEY, identity TEXT NOT NULL UNIQUE, at ${number} NOT NULL,
      body ${bytes} NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS person_name (
      person TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE, name TEXT NOT NULL,
      body ${bytes} NOT NULL, PRIMARY KEY (person, name))`,
    'CREATE INDEX IF NOT EXISTS person_name_text ON person_name (name)'
  ].map(sql => ({ sql }))
}

/** @throws Error in the words of a start error, where another key encrypts the store */
export async function createPersonStore(
  database: PersonDatabase,
  seal: Seal
): Promise<PersonStore> {
  const mark = seal.keyMark ?? 'none'
  await database.transaction(tables(database.dialect))
  const [, rows = []] = await database.transaction([
    {
      sql: `INSERT INTO person_meta (name, value) VALUES ('key', $1) ON CONFLICT (name) DO NOTHING`,
      values: [mark]
    },
    { sql: `SELECT value FROM person_meta WHERE name = 'key'` }
  ])
  if (rows[0]?.['value'] !== mark) {
    throw new Error(
      'the key store of the pseudonyms was made with another --state-key (ERP_STATE_KEY), or without one; give that one, or another key store'
    )
  }
  const parts: Parts = { database, seal }
  return {
    async keyOf(identity, names) {
      const key = await keyOf(parts, identity, names)
      return { id: key.id, of: name => pseudonymOf(key, name) }
    },
    find: async text => await findPersons(parts, text),
    async erase(id) {
      const sql = 'DELETE FROM person WHERE id = $1 RETURNING id'
      const [erased = []] = await database.transaction([{ sql, values: [id] }])
      return erased.length > 0
    },
    close: async () => await database.close()
  }
}

interface Parts {
  readonly database: SqlDatabase
  readonly seal: Seal
}

/** Names with a blank are no names of texts: the seal compares them with nothing. */
const bodyName = (id: string) => `person ${id}`
/** Without a key a name is found by its hash. */
const indexed = (seal: Seal, text: string) => seal.nameOf(`person ${text}`)

interface Body {
  readonly identity: string
  readonly secret: string
}

async function keyOf(parts: Parts, identity: string, names: readonly string[]): Promise<PersonKey> {
  for (let attempt = 1; ; attempt++) {
    const key = await keyOfIdentity(parts, identity)
    try {
      await addNames(parts, key.id, [identity, ...names])
      return key
    } catch (error) {
      if (attempt === mostAttempts || (await isThere(parts, key.id))) throw error
    }
  }
}

async function keyOfIdentity({ database, seal }: Parts, identity: string): Promise<PersonKey> {
  const id = `p-${randomBytes(8).toString('hex')}`
  const body: Body = { identity, secret: randomBytes(32).toString('base64url') }
  const place = indexed(seal, identity)
  // One place in the database decides which of two processes makes the key.
  const [, rows = []] = await database.transaction([
    {
      sql: `INSERT INTO person (id, identity, at, body) VALUES ($1, $2, $3, $4)
        ON CONFLICT (identity) DO NOTHING`,
      values: [id, place, Date.now(), await seal.close(JSON.stringify(body), bodyName(id))]
    },
    { sql: 'SELECT id, body FROM person WHERE identity = $1', values: [place] }
  ])
  const [row] = rows
  if (row === undefined) throw new Error('the key store keeps no key')
  return { id: String(row['id']), secret: (await bodyOf(row, seal)).secret }
}

async function addNames({ database, seal }: Parts, id: string, names: readonly string[]) {
  const statements = await Promise.all(
    [...new Set(names)].map(async name => ({
      sql: `INSERT INTO person_name (person, name, body) VALUES ($1, $2, $3)
        ON CONFLICT (person, name) DO NOTHING`,
      values: [id, indexed(seal, name), await seal.close(name, bodyName(id))]
    }))
  )
  await database.transaction(statements)
}

async function isThere({ database }: Parts, id: string): Promise<boolean> {
  const sql = 'SELECT id FROM person WHERE id = $1'
  const [rows = []] = await database.transaction([{ sql, values: [id] }])
  return rows.length > 0
}

async function bodyOf(row: SqlRow, seal: Seal): Promise<Body> {
  return JSON.parse(await opened(row, seal, String(row['id']))) as Body
}

async function opened(row: SqlRow, seal: Seal, id: string): Promise<string> {
  const bytes = row['body']
  if (!(bytes instanceof Uint8Array)) throw new Error('a row of the key store is damaged')
  return await seal.open(bytes, bodyName(id))
}

async function findPersons(parts: Parts, text: string): Promise<readonly StoredPerson[]> {
  const { database, seal } = parts
  const id = personIdOf(text) ?? ''
  const [rows = []] = await database.transaction([
    {
      sql: `SELECT id, body FROM person WHERE id = $1 OR id IN
        (SELECT person FROM person_name WHERE name = $2) ORDER BY id`,
      values: [id, indexed(seal, text)]
    }
  ])
  return await Promise.all(rows.map(async row => await storedPerson(parts, row)))
}

async function storedPerson({ database, seal }: Parts, row: SqlRow): Promise<StoredPerson> {
  const id = String(row['id'])
  const { identity, secret } = await bodyOf(row, seal)
  const [rows = []] = await database.transaction([
    { sql: 'SELECT body FROM person_name WHERE person = $1 ORDER BY name', values: [id] }
  ])
  const names = await Promise.all(rows.map(async one => await opened(one, seal, id)))
  return {
    id,
    secret,
    identity,
    names: new Map([
      [id, identity],
      ...names.map(name => [pseudonymOf({ id, secret }, name), name] as const)
    ])
  }
}
