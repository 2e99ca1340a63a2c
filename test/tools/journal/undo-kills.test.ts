/** The bridge is killed during saves and undos: every entry is settled, and no lock is left. */
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { readRepositoryKey, readSource } from '../../../erp-client/index.ts'
import { openSqlite } from '../../../journal/sqlite/database.ts'
import { openJournal } from '../../../journal/open.ts'
import { settleOpenEntries } from '../../../tools/journal/reconcile.ts'
import { inherited } from '../../helpers/spawned.ts'
import { sampledRounds, seed } from '../../helpers/sample.ts'
import { startUndoBench } from './undo-bench.ts'
import type { UndoBench } from './undo-bench.ts'

let bench: UndoBench
let folder = ''
const name = 'ZUK_PROG'
const ref = { type: 'PROG', name }
const first = `REPORT ${name.toLowerCase()}.\n* first\n`
before(async () => {
  // The ERP keeps the lock of a killed process as long as its session.
  bench = await startUndoBench({ sessionMinutes: 0.02 })
  folder = mkdtempSync(join(tmpdir(), 'undo-kills-'))
  const create = { action: 'create', ...ref, package: '$TMP', source: first, activate: true }
  await bench.changed('ERPWrite', create)
})
after(async () => {
  await bench?.close()
  rmSync(folder, { recursive: true, force: true })
})

const worker = fileURLToPath(new URL('undo-kill-worker.ts', import.meta.url))
const kills = sampledRounds(300, 100)

/** The lease of a killed process ends after a time; the test ends it at once. */
async function endLeases(file: string): Promise<void> {
  const database = await openSqlite(file)
  await database.transaction([{ sql: 'DELETE FROM journal_owner' }])
  await database.close()
}

test(`${kills} kills leave the old or the new text, settled entries and no lock`, async () => {
  const file = join(folder, 'journal.sqlite')
  for (let round = 0; round < kills; round++) {
    const child = fork(worker, [bench.sandbox.url, bench.sandbox.client, file, name], {
      env: inherited(),
      stdio: 'ignore'
    })
    await begun(child)
    await sleep(20 + ((seed + round * 37) % 400))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await endLeases(file)
    await settledAgain(file, `round ${round}`)
  }
})

/** @throws where the process ends before it has begun to write */
async function begun(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ended = () => {
    reject(new Error('the process ended before it had begun'))
  }
  child.once('message', () => resolve()).once('exit', ended)
  await promise
  child.off('exit', ended)
}

async function settledAgain(file: string, words: string): Promise<void> {
  const { reader } = bench.erp
  const journal = await openJournal({
    store: { file },
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: { debug() {}, info() {}, warn() {}, error() {} }
  })
  try {
    await settleOpenEntries({ journal, erp: reader })
    const repository = await readRepositoryKey(reader)
    const entries = await journal.find({ repository, limit: 200 })
    assert.deepEqual(
      entries.filter(({ outcome }) => outcome === undefined),
      [],
      words
    )
    const { text } = await readSource(reader, { ref, fresh: true })
    assert.match(text, /^REPORT zuk_prog\.\n\* (?:first|even|odd)\n$/, words)
  } finally {
    await journal.close()
  }
  const source = first
  const args = { action: 'update', ...ref, source, overwrite: true, activate: true }
  const end = performance.now() + 30_000
  for (;;) {
    const result = await bench.call('ERPWrite', args)
    if (result.kind === 'data') return
    const isLocked = result.kind === 'error' && result.code === 'ERP_LOCKED'
    assert.ok(isLocked && performance.now() < end, `${words}: ${result.text}`)
    await sleep(200)
  }
}
