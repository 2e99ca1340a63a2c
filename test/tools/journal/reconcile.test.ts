/** Entries of a process that stopped are settled by what the ERP has, and nothing is written. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { createErp, readRepositoryKey } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { openJournal } from '../../../journal/open.ts'
import type { OpenJournal } from '../../../journal/open.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { settleOpenEntries } from '../../../tools/journal/reconcile.ts'
import type { Journal, JournalOutcome } from '../../../tools/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { startFaultProxy } from '../helpers/fault-proxy.ts'
import type { Fate, FaultProxy } from '../helpers/fault-proxy.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
let proxy: FaultProxy
let erp: Erp
let folder = ''
let plain: ReturnType<typeof toolBench>
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

async function open(): Promise<OpenJournal> {
  return await openJournal({
    store: { file: join(folder, 'journal.sqlite') },
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: quiet
  })
}

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  proxy = await startFaultProxy(sandbox.url)
  erp = createErp({
    baseUrl: proxy.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  folder = mkdtempSync(join(tmpdir(), 'reconcile-'))
  plain = toolBench(erp)
  await plain.data('ERPWrite', program('ZJRN_SETTLE', 'before', 'create'))
  const domain = { action: 'create', type: 'DOMA', name: 'ZJRN_SETTLE', package: '$TMP' }
  await plain.data('ERPWrite', { ...domain, fields: { dataType: 'CHAR', length: 3 } })
})
after(async () => {
  await erp?.close()
  await proxy?.close()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  proxy.clear()
})

const program = (name: string, text: string, action = 'update') => ({
  action,
  type: 'PROG',
  name,
  ...(action === 'create' ? { package: '$TMP' } : { overwrite: true }),
  source: `REPORT ${name.toLowerCase()}.\n* ${text}\n`
})

/** The journal of a process that ends before it can note how its change ended. */
function endless(journal: Journal): Journal {
  return {
    ...journal,
    begin: async (intent, first) => ({
      ...(await journal.begin(intent, first)),
      end: async () => {}
    })
  }
}

interface Case {
  readonly title: string
  readonly args: Record<string, unknown>
  /** The request that the fate is for. */
  readonly request: RegExp
  readonly fate?: Fate
  readonly outcome: JournalOutcome
  readonly restore?: Record<string, unknown>
}

const saved = /^PUT .*source\/main/
const cases: readonly Case[] = [
  {
    title: 'a save that arrived',
    args: program('ZJRN_SETTLE', 'one'),
    request: saved,
    outcome: 'done'
  },
  {
    title: 'a save whose answer was lost',
    args: program('ZJRN_SETTLE', 'two'),
    request: saved,
    fate: 'unanswered',
    outcome: 'done'
  },
  {
    title: 'a save that never arrived',
    args: program('ZJRN_SETTLE', 'three'),
    request: saved,
    fate: 'lost',
    outcome: 'nothing'
  },
  {
    title: 'a creation that never arrived',
    args: program('ZJRN_NEW', 'new', 'create'),
    request: /^POST .*programs\/programs\?/,
    fate: 'lost',
    outcome: 'nothing'
  },
  {
    title: 'fields whose answer was lost',
    args: { action: 'update', type: 'DOMA', name: 'ZJRN_SETTLE', fields: { length: 8 } },
    request: /^PUT .*domains/,
    fate: 'unanswered',
    outcome: 'done'
  },
  {
    title: 'fields that never arrived',
    args: { action: 'update', type: 'DOMA', name: 'ZJRN_SETTLE', fields: { length: 9 } },
    request: /^PUT .*domains/,
    fate: 'lost',
    outcome: 'nothing'
  },
  {
    title: 'a deletion whose answer was lost',
    args: { action: 'delete', type: 'DOMA', name: 'ZJRN_SETTLE' },
    request: /^DELETE /,
    fate: 'unanswered',
    outcome: 'done'
  }
]

for (const { title, args, request, fate, outcome } of cases) {
  test(title, async () => {
    const first = await open()
    const bench = toolBench(erp, { journal: endless(first) })
    proxy.fateOf = (method, url) => (request.test(`${method} ${url}`) ? fate : undefined)
    await bench.call('ERPWrite', args)
    proxy.clear()
    await first.close()
    const second = await open()
    try {
      const count = await settleOpenEntries({ journal: second, erp: erp.reader })
      assert.equal(count, 1)
      const repository = await readRepositoryKey(erp.reader)
      const [entry] = await second.find({ repository, limit: 1 })
      assert.equal(entry?.outcome, outcome)
      const changing = proxy.seen.filter(line => !line.startsWith('GET '))
      assert.deepEqual(changing, [])
      assert.equal(await settleOpenEntries({ journal: second, erp: erp.reader }), 0)
    } finally {
      await second.close()
    }
  })
}

test('a change of another user in between leaves the outcome unknown', async () => {
  const first = await open()
  const bench = toolBench(erp, { journal: endless(first) })
  await bench.call('ERPWrite', program('ZJRN_SETTLE', 'mine'))
  await first.close()
  await plain.call('ERPWrite', program('ZJRN_SETTLE', 'theirs'))
  const second = await open()
  await settleOpenEntries({ journal: second, erp: erp.reader })
  const repository = await readRepositoryKey(erp.reader)
  const [entry] = await second.find({ repository, limit: 1 })
  await second.close()
  assert.equal(entry?.outcome, 'unknown')
})

test('a list of changes has no entry of a stopped process as running', async () => {
  const first = await open()
  const bench = toolBench(erp, { journal: endless(first) })
  await bench.call('ERPWrite', program('ZJRN_SETTLE', 'listed'))
  await first.close()
  const second = await open()
  const { changes } = await toolBench(erp, { journal: second }).data('ERPManage', {
    action: 'journal'
  })
  await second.close()
  assert.ok(!JSON.stringify(changes).includes('running'), JSON.stringify(changes))
})

test('the next change of the caller settles before it is recorded', async () => {
  const first = await open()
  await toolBench(erp, { journal: endless(first) }).call('ERPWrite', program('ZJRN_SETTLE', 'four'))
  await first.close()
  const second = await open()
  await toolBench(erp, { journal: second }).call('ERPWrite', program('ZJRN_SETTLE', 'five'))
  const repository = await readRepositoryKey(erp.reader)
  const entries = await second.find({ repository, limit: 2 })
  await second.close()
  assert.deepEqual(
    entries.map(({ outcome }) => outcome),
    ['done', 'done']
  )
})
