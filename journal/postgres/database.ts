/** The journal in PostgreSQL, which replicas share. The package `pg` is loaded only here. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { dialects } from '../schema.ts'
import type { SqlDatabase, SqlRow, SqlStatement } from '../database.ts'

export interface PostgresDatabase extends SqlDatabase {
  readonly dialect: (typeof dialects)['postgres']
}

/** Longer than a busy database takes, shorter than a client waits for its answer. */
const connectMs = 5000
const statementMs = 15_000
const connections = 8
/** Another transaction removed a text, took a row or ended first: the same again succeeds. */
const repeatable = new Set(['23503', '40001', '40P01'])
const mostAttempts = 20
/** Of the lock that lets one process at a time make the tables. */
const lockKey = 4_729_001

/** @throws Error that names the remedy, where the package is missing or nothing answers */
export async function openPostgres(url: string): Promise<PostgresDatabase> {
  const { Pool: Connections } = await import('pg')
    .then(({ default: pg }) => pg)
    .catch((cause: unknown) => {
      throw new Error(
        '--journal-url (ERP_JOURNAL_URL) needs the package pg; install it beside erp-bridge: npm install pg',
        { cause }
      )
    })
  const pool = new Connections({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    application_name: 'erp-bridge journal',
    allowExitOnIdle: true
  })
  // A connection that ends while it is idle is replaced; the next transaction says what is wrong.
  pool.on('error', () => {})
  const database: PostgresDatabase = {
    dialect: dialects.postgres,
    isOrdered: false,
    async transaction(statements) {
      if (pool.ending) throw new Error('the journal is closed')
      return await repeated(pool, statements)
    },
    close: async () => await pool.end()
  }
  await database.transaction([{ sql: 'SELECT 1 AS one' }]).catch(async (cause: unknown) => {
    await pool.end()
    throw new Error(
      `--journal-url (ERP_JOURNAL_URL): the database does not answer: ${wordsOf(cause)}`,
      { cause }
    )
  })
  return database
}

/** An address of several hosts fails with one error for each. */
function wordsOf(cause: unknown): string {
  const { message, errors = [] } = cause as AggregateError
  return message === '' ? errors.map(wordsOf).join('; ') : message
}

async function repeated(
  pool: Pool,
  statements: readonly SqlStatement[]
): Promise<readonly (readonly SqlRow[])[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(pool, statements)
    } catch (error) {
      const { code = '' } = error as { readonly code?: string }
      if (attempt === mostAttempts || !repeatable.has(code)) throw error
      // Two that repeat at once would meet again.
      await sleep(Math.random() * attempt)
    }
  }
}

async function transaction(
  pool: Pool,
  statements: readonly SqlStatement[]
): Promise<readonly (readonly SqlRow[])[]> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Two processes that make one table at the same time both fail otherwise.
    if (statements.some(({ sql }) => sql.startsWith('CREATE'))) {
      await client.query(`SELECT pg_advisory_xact_lock(${lockKey})`)
    }
    const rows: (readonly SqlRow[])[] = []
    for (const statement of statements) rows.push(await rowsOf(client, statement))
    await client.query('COMMIT')
    client.release()
    return rows
  } catch (error) {
    // A connection whose state is unknown is not used again.
    client.release(true)
    throw error
  }
}

async function rowsOf(
  client: PoolClient,
  { sql, values = [] }: SqlStatement
): Promise<readonly SqlRow[]> {
  const answer = await client.query<Record<string, SqlRow[string]>>(sql, [
    ...values.map(value => (value instanceof Uint8Array ? Buffer.from(value) : value))
  ])
  return answer.rows
}
