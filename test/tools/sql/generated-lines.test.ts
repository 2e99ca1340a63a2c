/**
 * Generated statements above 255 characters, through the bridge and a sandbox that cuts lines as the
 * ERP does: their rows are those of node:sqlite.
 */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import { queryLines } from '../../../erp-client/wire/query-lines.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { checkSelect } from '../../../tools/sql/select.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { errorOf } from '../helpers/erp.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { longStatements } from './generated-statements.ts'

/** White space in one form; a comma may stand in a line of its own. */
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').replaceAll(' ,', ',')

type Rows = readonly (readonly unknown[])[]

/** Blanks at the end of a text are no part of it in ABAP SQL. */
const sorted = (rows: Rows): readonly string[] =>
  rows.map(row => JSON.stringify(row.map(value => String(value ?? '').trimEnd()))).sort()

async function start(t: TestContext, release: Release) {
  const sandbox = await createTestSandbox({
    release,
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  t.after(async () => {
    await erp.close()
    await sandbox.close()
  })
  const { call } = toolBench(erp, { limits: { bytes: 1 << 22, rows: 5000 } })
  const rows = async (sql: string): Promise<Rows> => {
    const result = await call('ERPQuery', { sql, maxRows: 5000 })
    assert.ok(result.kind === 'data', `${result.text}\n${sql}`)
    return (result.data as { rows: Rows }).rows
  }
  return { call, rows }
}

/** The same tables in a database of our own. */
async function copied(rows: (sql: string) => Promise<Rows>): Promise<DatabaseSync> {
  const database = new DatabaseSync(':memory:')
  for (const [table, columns] of [
    ['zferry_port', ['port_id', 'name', 'country']],
    ['zferry_route', ['route_id', 'from_port', 'to_port']]
  ] as const) {
    database.exec(`CREATE TABLE ${table} (${columns.map(name => `${name} TEXT`).join(', ')})`)
    const insert = database.prepare(
      `INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`
    )
    for (const row of await rows(`SELECT ${columns.join(', ')} FROM ${table}`)) {
      insert.run(...row.map(String))
    }
  }
  database.exec('PRAGMA case_sensitive_like = ON')
  return database
}

for (const [release, seed] of [
  ['750', 7],
  ['758', 11],
  ['816', 13]
] as const) {
  test(`${release}: 180 statements have the rows of SQLite`, async t => {
    const { rows } = await start(t, release)
    const database = await copied(rows)
    t.after(() => database.close())
    let filled = 0
    for (const { abap, sqlite } of longStatements(seed, 180)) {
      const statement = database.prepare(sqlite)
      const expected = statement.all().map(row => Object.values(row))
      assert.deepEqual(sorted(await rows(abap)), sorted(expected), abap)
      if (expected.length > 0) filled++
    }
    assert.ok(filled > 60, `only ${filled} statements have rows`)
  })
}

test('no line is cut, begins with a star or holds half a literal, and long literals stand alone', () => {
  const lengths = new Set<number>()
  for (const { abap, literals } of longStatements(5, 600)) {
    const { sql } = checkSelect(abap)
    const lines = queryLines(sql).split('\n')
    for (const line of lines) {
      assert.ok(line.length <= 254, line)
      assert.doesNotMatch(line, /^\s*\*/)
      assert.ok(line.length <= 200 || /^\S*'(?:[^']|'')*'\S{0,2}$/.test(line), line)
      assert.equal(line.replaceAll(/'(?:[^']|'')*'/g, '').includes("'"), false, line)
    }
    for (const literal of literals) {
      lengths.add(literal.length)
      assert.ok(
        lines.some(line => line.includes(literal)),
        literal
      )
    }
    assert.equal(oneLine(lines.join(' ')), oneLine(sql), 'nothing but white space is new')
  }
  assert.ok([...lengths].filter(length => length > 200).length > 20)
})

test('literals of every length are sent whole, and longer ones are refused by name', async t => {
  const { rows, call } = await start(t, '750')
  for (let length = 1; length <= 252; length += length < 190 ? 7 : 1) {
    const text = `${'äb *'.repeat(63).slice(0, length - 1)}x`
    const sql = (literal: string) =>
      `SELECT port_id, CASE country WHEN 'NO' THEN ${literal} ELSE ${literal} END AS text FROM zferry_port WHERE port_id IN ( 'NON', 'SKA', 'LUN' )`
    assert.deepEqual(
      sorted(await rows(sql(`'${text}'`))),
      sorted([
        ['SKA', text],
        ['LUN', text]
      ])
    )
  }
  const long = `SELECT port_id FROM zferry_port WHERE name = '${'x'.repeat(253)}'`
  const { code, text } = errorOf(await call('ERPQuery', { sql: long }))
  assert.deepEqual([code, /literal of 255 characters/.test(text)], ['TOOL_BAD_SQL', true], text)
})
