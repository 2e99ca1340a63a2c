/** The journal of the settings, where its place cannot be used. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { configuredJournal, laterJournal } from '../../journal/configured.ts'
import type { JournalSettings } from '../../journal/configured.ts'
import { openLater } from '../../journal/later.ts'
import { openSqlite } from '../../journal/sqlite/database.ts'
import { intent, step } from './store-cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'configured-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const settings: JournalSettings = {
  journal: 'on',
  journalDays: 1,
  journalBytes: 1_048_576,
  journalFull: 'refuse'
}

function logged() {
  const lines: string[] = []
  const warn = (fields: object, message: string) => {
    const { err } = fields as { readonly err?: Error }
    lines.push(`${message}: ${err?.message ?? ''}`)
  }
  return { lines, log: { debug() {}, info() {}, warn, error() {} } }
}

/** Places that cannot be used, and what is said of them. */
async function unusable(): Promise<readonly (readonly [string, RegExp])[]> {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const place = (name: string) => {
    mkdirSync(join(folder, name))
    return join(folder, name, 'journal.sqlite')
  }
  writeFileSync(place('no-database'), 'this is no database'.repeat(100))
  mkdirSync(place('a-folder'))
  const newer = await openSqlite(place('newer'))
  await newer.transaction([
    { sql: 'CREATE TABLE journal_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)' },
    { sql: `INSERT INTO journal_meta VALUES ('version', '2')` },
    // Tables of a later version, whose columns this one does not know.
    { sql: 'CREATE TABLE journal_entry (later TEXT)' }
  ])
  await newer.close()
  const damaged = place('damaged')
  const good = await configuredJournal(
    { ...settings, journalDir: join(folder, 'damaged') },
    { log: logged().log, usualFolder: undefined }
  )
  await good?.begin(intent, [step('ZCL_A')])
  await good?.close()
  writeFileSync(damaged, Buffer.alloc(65_536, 1), { flag: 'r+' })
  return [
    [join(file, 'below'), /cannot be opened: .*(?:ENOTDIR|EEXIST|ENOENT)/],
    [join(folder, 'no-database'), /cannot be opened: file is not a database/],
    [join(folder, 'a-folder'), /cannot be opened/],
    [join(folder, 'newer'), /newer version of the bridge/],
    [join(folder, 'damaged'), /not a database|malformed/]
  ]
}

const places = await unusable()

for (const [place, words] of places) {
  const name = place.slice(folder.length + 1)
  test(`${name}: a setting that names it stops the start`, async () => {
    const { log } = logged()
    const named = { ...settings, journalDir: place }
    await assert.rejects(configuredJournal(named, { log, usualFolder: undefined }), words)
  })

  test(`${name}: as the usual folder it is said in the log, and changes have no entry`, async () => {
    const { log, lines } = logged()
    const journal = await configuredJournal(settings, { log, usualFolder: place })
    assert.ok(journal !== undefined)
    assert.equal(journal.whenFull, 'continue')
    await assert.rejects(journal.begin(intent, [step('ZCL_A')]), { code: 'JOURNAL_UNAVAILABLE' })
    await assert.rejects(journal.find({ repository: 'A', limit: 1 }), /cannot be opened/)
    await journal.close()
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /changes are not recorded/)
    assert.match(lines[0] ?? '', words)
  })
}

test('a journal that could not be opened is tried again, once in a while and once for all', async () => {
  const { log, lines } = logged()
  let clock = 0
  const place = join(folder, 'repaired')
  writeFileSync(place, '')
  const store = { file: join(place, 'journal.sqlite') }
  const retention = { days: 1, bytes: 1_048_576 }
  const journal = openLater({ store, retention, whenFull: 'continue', log }, () => clock)
  await assert.rejects(journal.begin(intent, [step('ZCL_A')]), { code: 'JOURNAL_UNAVAILABLE' })
  clock = 30_000
  await assert.rejects(journal.begin(intent, [step('ZCL_A')]), { code: 'JOURNAL_UNAVAILABLE' })
  rmSync(place)
  clock = 59_000
  await assert.rejects(journal.begin(intent, [step('ZCL_A')]), { code: 'JOURNAL_UNAVAILABLE' })
  clock = 60_000
  await Promise.all(['ZCL_A', 'ZCL_B'].map(async name => await journal.begin(intent, [step(name)])))
  assert.equal((await journal.find({ repository: intent.repository, limit: 9 })).length, 2)
  await journal.close()
  // One warning for all failures, and one line that it works.
  assert.deepEqual(
    lines.map(line => /cannot be opened|open now/.exec(line)?.[0]),
    ['cannot be opened', 'open now']
  )
})

test('off, and without a place, there is no journal', () => {
  const { log } = logged()
  const off = { ...settings, journal: 'off' } as const
  assert.equal(laterJournal(off, { log, usualFolder: folder }), undefined)
  assert.equal(laterJournal(settings, { log, usualFolder: undefined }), undefined)
})
