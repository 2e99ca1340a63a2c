/** Change sets at two replicas over PostgreSQL: shared, applied once, and settled by the other one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSource } from '../../erp-client/index.ts'
import { openJournal } from '../../journal/open.ts'
import { createChangeSetAccess } from '../../tools/index.ts'
import { killRounds, startKillBench } from '../tools/change-sets/kill-rounds.ts'
import { names, program } from '../tools/change-sets/kill-set.ts'
import { errorOf } from '../tools/helpers/erp.ts'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import type { UndoBench } from '../tools/journal/undo-bench.ts'
import { startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

let server: PostgresServer
let bench: UndoBench
before(async () => {
  server = await startPostgres()
  bench = await startKillBench()
})
after(async () => {
  await bench?.close()
  await server?.stop()
})

/** A replica: a connection, caches and a lease of its own at the journal. */
async function replica(url: string) {
  const journal = await openJournal({
    store: { url },
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: { debug() {}, info() {}, warn() {}, error() {} }
  })
  const changeSets = createChangeSetAccess(journal.changeSets, 'sandbox')
  return { journal, ...toolBench(bench.erp, { journal, changeSets }) }
}

test('what a killed replica leaves is settled at the other one', async () => {
  await killRounds({ bench, store: { url: server.freshDatabase() }, count: 6 })
})

const set = (mode: string) => ({ action: 'change_set', changeSet: 'SHARED', mode })

test('a set that two replicas apply at the same time is applied once', async t => {
  const url = server.freshDatabase()
  const all = [await replica(url), await replica(url)] as const
  t.after(async () => await Promise.all(all.map(async ({ journal }) => await journal.close())))
  for (const word of ['first', 'second', 'third']) {
    // Each replica stages a part of it.
    for (const [index, name] of names.entries()) {
      const staged = await all[index % 2 === 0 ? 0 : 1].call('ERPWrite', {
        ...{ action: 'update', type: 'PROG', name, overwrite: true, changeSet: 'SHARED' },
        source: program(name, word)
      })
      assert.equal(staged.kind, 'data', staged.text)
    }
    const results = await Promise.all(
      [0, 1, 0, 1].map(async index => await (all[index] ?? all[0]).call('ERPManage', set('apply')))
    )
    const words = results.map(({ text }) => text).join('\n---\n')
    const applied = results.filter(({ kind }) => kind === 'data')
    assert.equal(applied.length, 1, words)
    for (const refused of results.filter(one => !applied.includes(one))) {
      // Either the set is taken, or its first objects are no longer as they were.
      assert.match(errorOf(refused).code, /^(CHANGE_SET_\w+|TOOL_STALE_HASH)$/, words)
    }
    for (const name of names) {
      const { text } = await readSource(bench.erp.reader, {
        ref: { type: 'PROG', name },
        fresh: true
      })
      assert.equal(text, program(name, word))
    }
    const entries = await all[0].journal.find({ repository: '-/-', limit: 200 })
    assert.deepEqual(
      entries.filter(({ outcome }) => outcome === undefined),
      []
    )
  }
})
