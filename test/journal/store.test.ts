/** The journal over SQLite: what it does everywhere, and the file itself. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { openSqlite } from '../../journal/sqlite/database.ts'
import { openFile } from '../../journal/sqlite/file.ts'
import { approvalTests } from './approval-cases.ts'
import { changeSetTests } from './change-set-cases.ts'
import { intent, opened, step, storeTests } from './store-cases.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'journal-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function fileOf(t: TestContext): string {
  return join(folder(t), 'state', 'journal.sqlite')
}

for (const tests of [storeTests, approvalTests, changeSetTests]) {
  tests(async t => {
    const file = fileOf(t)
    return async () => await openSqlite(file)
  })
}

test('entries of one millisecond have ids of their own', async t => {
  const file = fileOf(t)
  const { store } = await opened(t, async () => await openSqlite(file), { now: () => 1e12 })
  const begun = await Promise.all(
    Array.from({ length: 6000 }, async () => await store.begin(intent, []))
  )
  assert.equal(new Set(begun.map(({ id }) => id)).size, 6000)
})

test('with a key no file has a text, and another key or none is refused', async t => {
  const file = fileOf(t)
  const connect = async () => await openSqlite(file)
  const { store, close } = await opened(t, connect, { key: 'state key' })
  const open = await store.begin({ ...intent, call: 'call with secret' }, [step('ZCL_A')])
  await open.end('done', new Map())
  const holding = join(file, '..')
  const all = () => readdirSync(holding).map(name => readFileSync(join(holding, name), 'latin1'))
  for (const bytes of all()) {
    assert.doesNotMatch(bytes, /secret_source/)
    assert.doesNotMatch(bytes, /call with secret/)
  }
  await close()
  await assert.rejects(opened(t, connect, { key: 'another' }), /encrypted with another --state-key/)
  await assert.rejects(opened(t, connect), /encrypted; give the --state-key/)
  const again = await opened(t, connect, { key: 'state key' })
  assert.ok(await again.store.read(open.id, intent.repository))
})

test(
  'the file and its companions are for their user alone',
  { skip: process.platform === 'win32' },
  async t => {
    const file = fileOf(t)
    const { store } = await opened(t, async () => await openSqlite(file))
    await store.begin(intent, [step('ZCL_A')])
    const holding = join(file, '..')
    assert.equal(statSync(holding).mode & 0o777, 0o700)
    for (const name of readdirSync(holding)) {
      assert.equal(statSync(join(holding, name)).mode & 0o777, 0o600, name)
    }
  }
)

test('a process that closes beside a transaction ends with its own code', t => {
  const file = join(mkdtempSync(join(tmpdir(), 'closing-')), 'journal.sqlite')
  t.after(() => rmSync(dirname(file), { recursive: true, force: true }))
  const module = new URL('../../journal/sqlite/database.ts', import.meta.url).href
  const program = `const { openSqlite } = await import(${JSON.stringify(module)})
    const database = await openSqlite(${JSON.stringify(file)})
    database.transaction([{ sql: 'SELECT 1' }])
    await database.close()
    process.exitCode = 7`
  const script = join(dirname(file), 'closing.mjs')
  writeFileSync(script, program)
  const { status, stderr } = spawnSync(process.execPath, [script])
  assert.equal(status, 7, String(stderr))
})

test('a file that is no database, and one of a newer version, are refused by name', async t => {
  const path = folder(t)
  await assert.rejects(openSqlite(path), /the journal .* cannot be opened/)
  const file = fileOf(t)
  const connect = async () => await openSqlite(file)
  const { database, close } = await opened(t, connect)
  await database.transaction([
    { sql: `UPDATE journal_meta SET value = '99' WHERE name = 'version'` }
  ])
  await close()
  await assert.rejects(opened(t, connect), /newer version of the bridge/)
})

test('a transaction that finds no room fails alone, and space of removed rows is given back', t => {
  const path = fileOf(t)
  const file = openFile(path)
  t.after(() => file.close())
  const value = (text: string) => ({ sql: 'INSERT INTO filler VALUES ($1)', values: [text] })
  const run = (sql: string) => file.runTogether([[{ sql }]])
  run('CREATE TABLE filler (text TEXT)')
  run('PRAGMA max_page_count = 40')
  const answers = file.runTogether([
    [value('small')],
    [value('before'), value('x'.repeat(1_000_000))],
    [value('x'.repeat(50_000))]
  ])
  assert.deepEqual(
    answers.map(answer => ('error' in answer ? answer.error.message : 'done')),
    ['done', 'database or disk is full', 'done']
  )
  assert.match(JSON.stringify(run('SELECT count(*) AS rows FROM filler')), /"rows":2/)
  const pages = () => JSON.stringify(run('PRAGMA page_count'))
  const full = pages()
  run('DELETE FROM filler')
  assert.notEqual(pages(), full)
  assert.match(JSON.stringify(run('PRAGMA freelist_count')), /"freelist_count":0/)
})
