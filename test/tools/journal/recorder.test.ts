/** What the journal has of each kind of change, and what it does not cost. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createErp, readRepositoryKey } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { openJournal } from '../../../journal/open.ts'
import type { OpenJournal } from '../../../journal/open.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { Journal, RecordedEntry, ToolResult } from '../../../tools/index.ts'
import { ToolError } from '../../../tools/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { startFaultProxy } from '../helpers/fault-proxy.ts'
import type { FaultProxy } from '../helpers/fault-proxy.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
let proxy: FaultProxy
let erp: Erp
let journal: OpenJournal
let folder = ''
let bench: ReturnType<typeof toolBench>

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const classSource = (body: string) =>
  `CLASS zcl_jrn DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS zcl_jrn IMPLEMENTATION.
  METHOD run.
${body}
  ENDMETHOD.
ENDCLASS.
`

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
  folder = mkdtempSync(join(tmpdir(), 'recorder-'))
  journal = await openJournal({
    store: { file: join(folder, 'journal.sqlite') },
    retention: { days: 30, bytes: 1e9 },
    whenFull: 'refuse',
    log: quiet
  })
  bench = toolBench(erp, { journal })
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_JRN',
    package: '$TMP',
    source: classSource('    DATA(a) = 1.')
  })
})
after(async () => {
  await journal?.close()
  await erp?.close()
  await proxy?.close()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The entry that the answer of a change names. */
async function recorded(result: ToolResult): Promise<RecordedEntry> {
  const [, id = ''] = /\nchange ([0-9a-z]{12})$/.exec(result.text) ?? []
  assert.notEqual(id, '', result.text)
  if (result.kind === 'data') assert.equal((result.data as { change?: string }).change, id)
  const found = await journal.read(id, await readRepositoryKey(erp.reader))
  assert.ok(found, id)
  return found
}

const update = (body: string) => ({
  action: 'update',
  type: 'CLAS',
  name: 'ZCL_JRN',
  source: classSource(body),
  overwrite: true
})

test('a save has the active text before it, and a save of a draft both texts', async () => {
  await bench.call('ERPActivate', { action: 'activate', type: 'CLAS', name: 'ZCL_JRN' })
  const first = await recorded(await bench.call('ERPWrite', update('    DATA(a) = 2.')))
  assert.equal(first.entry.outcome, 'done')
  assert.equal(first.entry.erpUser, 'DEVELOPER')
  assert.match(first.entry.call ?? '', /"name":"ZCL_JRN".*"source":"… \d+ characters"/)
  const [saved] = first.steps
  assert.equal(saved?.operation, 'source.write')
  assert.deepEqual(saved.before?.facts, { version: 'active' })
  assert.equal(saved.before.texts['newest'], classSource('    DATA(a) = 1.'))
  const second = await recorded(await bench.call('ERPWrite', update('    DATA(a) = 3.')))
  assert.deepEqual(second.steps[0]?.before?.facts, { version: 'inactive' })
  assert.equal(second.steps[0].before.texts['newest'], classSource('    DATA(a) = 2.'))
  assert.equal(second.steps[0].before.texts['active'], classSource('    DATA(a) = 1.'))
})

test('a saved and activated source is one entry, whose first step has the state', async () => {
  const entry = await recorded(
    await bench.call('ERPWrite', { ...update('    DATA(a) = 4.'), activate: true })
  )
  assert.deepEqual(
    entry.steps.map(({ operation, outcome }) => [operation, outcome]),
    [
      ['source.write', 'done'],
      ['activate', 'done']
    ]
  )
})

test('a deleted object has all its parts', async () => {
  await bench.call('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_JRN',
    include: 'testclasses',
    source: '* tests\n',
    overwrite: true
  })
  const asked = await bench.call('ERPWrite', { action: 'delete', type: 'CLAS', name: 'ZCL_JRN' })
  const entry = await recorded(asked)
  const [deleted] = entry.steps
  assert.equal(deleted?.operation, 'object.delete')
  assert.equal(deleted.before?.facts['package'], '$TMP')
  assert.equal(deleted.before?.texts['newest main'], classSource('    DATA(a) = 4.'))
  assert.equal(deleted.before?.texts['newest testclasses'], '* tests\n')
})

test('fields, texts and creations are recorded', async () => {
  const created = await recorded(
    await bench.call('ERPWrite', {
      action: 'create',
      type: 'DOMA',
      name: 'ZJRN_DOMAIN',
      package: '$TMP',
      description: 'Before',
      fields: { dataType: 'CHAR', length: 3 }
    })
  )
  assert.equal(created.steps[0]?.operation, 'object.create')
  assert.deepEqual(created.entry.objects, ['DOMA ZJRN_DOMAIN'])
  const changed = await recorded(
    await bench.call('ERPWrite', {
      action: 'update',
      type: 'DOMA',
      name: 'ZJRN_DOMAIN',
      fields: { length: 5 }
    })
  )
  assert.match(changed.steps[0]?.before?.texts['before'] ?? '', /<doma:domain/)
})

test('a change of a transport request names the request', async () => {
  const policy = { enableTransports: true, allowTransportableEdits: true }
  const transports = toolBench(erp, { journal, policy })
  const create = { action: 'create', description: 'Recorded', package: 'ZFERRY_CORE' }
  const { transport } = await transports.data('ERPTransport', create)
  const description = 'Other words'
  for (const args of [{ action: 'change', description }, { action: 'delete' }]) {
    const { steps } = await recorded(await transports.call('ERPTransport', { ...args, transport }))
    // A task goes before its request.
    assert.equal(steps.at(-1)?.transport, transport)
    for (const step of steps) assert.match(step.transport ?? '', /^SBXK\d+$/)
  }
})

test('reads and refused calls leave no entry, and a dry run none either', async () => {
  const count = async () =>
    (await journal.find({ repository: await readRepositoryKey(erp.reader), limit: 500 })).length
  const before = await count()
  await bench.call('ERPRead', { type: 'DOMA', name: 'ZJRN_DOMAIN' })
  await bench.call('ERPWrite', { action: 'delete', type: 'DOMA', name: 'ZNOT_THERE' })
  await bench.call('ERPWrite', {
    action: 'update',
    type: 'DOMA',
    name: 'ZJRN_DOMAIN',
    fields: { length: 7 },
    dryRun: true
  })
  assert.equal(await count(), before)
})

/** A journal whose methods fail as a full disk makes them. */
function brokenJournal(whenFull: Journal['whenFull']): Journal {
  const fail = async () => {
    throw new ToolError('JOURNAL_UNAVAILABLE', 'The journal is full.')
  }
  return {
    whenFull,
    begin: fail,
    find: fail,
    read: fail,
    hasOpen: fail,
    claim: fail,
    settle: fail,
    markUndone: fail
  }
}

test('without room for an entry nothing is sent, or the change says that it has none', async () => {
  const change = {
    action: 'update',
    type: 'DOMA',
    name: 'ZJRN_DOMAIN',
    fields: { length: 9 }
  }
  proxy.clear()
  const strict = toolBench(erp, { journal: brokenJournal('refuse') })
  assert.equal(await strict.code('ERPWrite', change), 'JOURNAL_UNAVAILABLE')
  const lax = toolBench(erp, { journal: brokenJournal('continue') })
  assert.match((await lax.call('ERPWrite', change)).text, /\nnot in the journal$/)
})

test('a save of an active class costs no request that it would not cost without a journal', async () => {
  const plain = toolBench(erp)
  const create = { action: 'create', type: 'PROG', name: 'ZJRN_COST', package: '$TMP' }
  await plain.call('ERPWrite', { ...create, source: 'REPORT zjrn_cost.\n', activate: true })
  const sent = async (over: typeof plain, text: string) => {
    proxy.seen.length = 0
    await over.call('ERPWrite', {
      action: 'update',
      type: 'PROG',
      name: 'ZJRN_COST',
      source: `REPORT zjrn_cost.\n* ${text}\n`,
      overwrite: true,
      activate: true
    })
    return proxy.seen.map(line => line.replace(/lockHandle=\w+&/, ''))
  }
  await sent(bench, 'first')
  const with0 = await sent(bench, 'second')
  assert.deepEqual(with0, await sent(plain, 'third'))
})

test('ERPManage journal lists the changes, and shows one with its difference', async () => {
  const created = await bench.call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZJRN_VIEW',
    package: '$TMP',
    source: 'REPORT zjrn_view.\n* one\n'
  })
  const { entry } = await recorded(created)
  const save = { action: 'update', type: 'PROG', name: 'ZJRN_VIEW', overwrite: true }
  await bench.call('ERPWrite', { ...save, source: 'REPORT zjrn_view.\n* two\n' })
  const list = await bench.data('ERPManage', {
    action: 'journal',
    type: 'PROG',
    name: 'ZJRN_VIEW'
  })
  const changes = list['changes'] as { change: string; outcome: string }[]
  assert.equal(changes.length, 2)
  assert.equal(changes[1]?.change, entry.id)
  const shown = await bench.text('ERPManage', { action: 'journal', change: changes[0]?.change })
  assert.match(shown, /source\.write · PROG ZJRN_VIEW · done\n@@[\s\S]*-\* one\n\+\* two/)
  const page = await bench.data('ERPManage', { action: 'journal', maxResults: 1 })
  const next = await bench.data('ERPManage', {
    action: 'journal',
    maxResults: 1,
    cursor: page['cursor']
  })
  assert.deepEqual((next['changes'] as object[]).length, 1)
  assert.notDeepEqual(next['changes'], page['changes'])
})

test('changes of others are for scope admin, and without a journal the answer says so', async () => {
  const mine = { principal: { name: 'mine', kind: 'user' }, method: 'oidc' } as const
  const writer = toolBench(erp, {
    journal,
    caller: { ...mine, scopes: new Set(['read', 'write'] as const) }
  })
  const list = await writer.data('ERPManage', { action: 'journal' })
  assert.deepEqual(list['changes'], [])
  const [other] = await journal.find({ repository: await readRepositoryKey(erp.reader), limit: 1 })
  const foreign = { action: 'journal', change: other?.id }
  assert.equal(await writer.code('ERPManage', foreign), 'TOOL_CHANGE_UNKNOWN')
  assert.equal(await toolBench(erp).code('ERPManage', { action: 'journal' }), 'JOURNAL_OFF')
})
