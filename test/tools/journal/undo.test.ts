/** Undo of every restorable change restores texts, activity, package and description. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  changeDocument,
  changeOperations,
  createObject,
  describeObject,
  objectUri,
  readRepositoryKey,
  restorable
} from '../../../erp-client/index.ts'
import type { ChangeRow, ObjectRef } from '../../../erp-client/index.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'
import { sampled } from '../../helpers/sample.ts'
import { callerWith, errorOf } from '../helpers/erp.ts'
import { cases, prepared } from './undo-cases.ts'
import type { UndoCase } from './undo-cases.ts'
import { confirmed, idOf, startUndoBench } from './undo-bench.ts'
import type { UndoBench } from './undo-bench.ts'

let bench: UndoBench

before(async () => {
  bench = await startUndoBench()
  for (const args of prepared) {
    const { tool, ...rest } = args
    const result = await confirmed(bench, typeof tool === 'string' ? tool : 'ERPWrite', rest)
    assert.ok(result.kind === 'data' || result.kind === 'text', JSON.stringify(args) + result.text)
  }
})
after(async () => {
  await bench?.close()
})

const undo = async (change: string) => await bench.changed('ERPWrite', { action: 'undo', change })

for (const one of cases) {
  test(`undo of ${one.title}, and undo of the undo`, async () => await assertUndone(bench, one))
}

async function assertUndone(at: UndoBench, one: UndoCase): Promise<void> {
  const { refs, tool, args, first = [] } = one
  const undoAt = async (change: string) => await at.changed('ERPWrite', { action: 'undo', change })
  for (const each of first) await at.changed('ERPWrite', each)
  const states = async () =>
    await Promise.all(refs.map(async (ref: ObjectRef) => await at.state(ref)))
  const earlier = await states()
  const change = await at.changed(tool, args)
  const later = await states()
  assert.notDeepEqual(later, earlier)
  const undone = await undoAt(change)
  assert.deepEqual(await states(), earlier)
  await undoAt(undone)
  assert.deepEqual(await states(), later)
  // The change is in force again, so that it can be undone once more.
  await undoAt(change)
  assert.deepEqual(await states(), earlier)
}

const save = (name: string, text: string) => ({
  action: 'update',
  type: 'PROG',
  name,
  source: `REPORT ${name.toLowerCase()}.\n* ${text}\n`,
  overwrite: true,
  activate: true
})

const notThere = /^(?:NOT_SUPPORTED_BY_RELEASE|ERP_UNSUPPORTED|ERP_NOT_ACCEPTABLE)$/
/** What release 740 does not offer over ADT. */
const newer = ['changed texts', 'a move', 'a new package', 'a rename by the ERP']
const casesOf: Readonly<Record<'740' | 'cloud', readonly UndoCase[]>> = {
  '740': cases.filter(({ title }) => !newer.includes(title)),
  cloud: cases
}
const leastCases = 29

// The cases above ran at release 758, whole.
for (const release of ['740', 'cloud'] as const) {
  test(`undo at release ${release}`, async t => {
    const other = await startUndoBench({ release, tls: true })
    t.after(async () => await other.close())
    await assertCases(other, casesOf[release])
    const ref = { type: 'CLAS', name: 'ZCL_UN_OLD' }
    const source = (text: string) =>
      `CLASS zcl_un_old DEFINITION PUBLIC CREATE PUBLIC.\nENDCLASS.\nCLASS zcl_un_old IMPLEMENTATION.\n* ${text}\nENDCLASS.\n`
    const create = { action: 'create', ...ref, package: '$FERRY_DEMO', source: source('one') }
    const created = await other.changed('ERPWrite', { ...create, activate: true })
    const earlier = await other.state(ref)
    const update = { action: 'update', ...ref, source: source('two'), overwrite: true }
    for (const [tool, args] of [
      ['ERPWrite', { ...update, activate: true }],
      ['ERPWrite', update],
      ['ERPWrite', { action: 'delete', ...ref }]
    ] as const) {
      const change = await other.changed(tool, args)
      assert.notDeepEqual(await other.state(ref), earlier)
      await other.changed('ERPWrite', { action: 'undo', change })
      assert.deepEqual(await other.state(ref), earlier)
    }
    await other.changed('ERPWrite', { action: 'undo', change: created })
    assert.equal(await other.state(ref), 'missing')
    await assertUnknownThere(other)
  })
}

/** A sample of the cases whose objects the release has. */
async function assertCases(other: UndoBench, offered: readonly UndoCase[]): Promise<void> {
  const lacking = new Set<string>()
  for (const { tool, ...args } of prepared) {
    const result = await confirmed(other, typeof tool === 'string' ? tool : 'ERPWrite', args)
    if (result.kind === 'error') {
      const isStandardOnly = result.text.includes('S_ABPLNGVS')
      if (!isStandardOnly) assert.match(String(result.code), notThere, result.text)
      lacking.add(String(args['type'])).add(String(args['name']))
    }
  }
  const there = offered.filter(({ refs }) =>
    refs.every(({ type, name }) => !lacking.has(type) && !lacking.has(name))
  )
  assert.ok(there.length >= leastCases, `${there.length} of ${offered.length} cases`)
  for (const one of sampled(there, 8)) await assertUndone(other, one)
}

/** A copy of a system has another installation number, and knows no change of the original. */
async function assertUnknownThere(copy: UndoBench): Promise<void> {
  const change = await bench.changed('ERPWrite', save('ZUN_PROG', 'original'))
  const keys = [bench, copy].map(async ({ erp }) => await readRepositoryKey(erp.reader))
  const [original, other] = await Promise.all(keys)
  assert.match(original ?? '', /^\w+\/\d{10}$/)
  assert.notEqual(other, original)
  const there = toolBench(copy.erp, { journal: bench.journal })
  const refused = errorOf(await there.call('ERPWrite', { action: 'undo', change }))
  assert.equal(refused.code, 'TOOL_CHANGE_UNKNOWN')
  assert.match(refused.text, /copied system/)
  await bench.changed('ERPWrite', { action: 'undo', change })
}

test('drift is refused with the three texts, and nothing is written', async () => {
  const change = await bench.changed('ERPWrite', save('ZUN_PROG', 'mine'))
  const second = bench.as('SECOND')
  await confirmed(second, 'ERPWrite', save('ZUN_PROG', 'theirs'))
  const refused = errorOf(await bench.call('ERPWrite', { action: 'undo', change }))
  assert.equal(refused.code, 'TOOL_UNDO_DRIFT')
  assert.match(refused.text, /before → after[\s\S]*\+\* mine[\s\S]*after → now[\s\S]*\+\* theirs/)
  assert.match(await bench.text('ERPRead', { type: 'PROG', name: 'ZUN_PROG' }), /theirs/)
  // A draft of another user stays as well.
  const draft = { ...save('ZUN_PROG', 'draft of others'), activate: false }
  await confirmed(second, 'ERPWrite', draft)
  assert.equal(await bench.code('ERPWrite', { action: 'undo', change }), 'TOOL_UNDO_DRIFT')
  await confirmed(second, 'ERPWrite', {
    action: 'undo',
    name: 'ZUN_PROG',
    type: 'PROG',
    version: 'active'
  })
})

test('an undo that deletes asks, shows a dry run, and needs the letters of its opposites', async () => {
  const name = 'ZUN_NEW'
  const change = await bench.changed('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    source: 'REPORT zun_new.\n'
  })
  const call = { action: 'undo', change }
  assert.match(await bench.text('ERPWrite', { ...call, dryRun: true }), /would be deleted/)
  assert.equal((await bench.call('ERPWrite', call)).kind, 'confirm')
  const noDelete = toolBench(bench.erp, {
    journal: bench.journal,
    policy: { disallowedOps: 'D' }
  })
  assert.equal(await noDelete.code('ERPWrite', call), 'BLOCKED_OPERATION')
  await bench.changed('ERPWrite', call)
  assert.equal(await bench.state({ type: 'PROG', name }), 'missing')
  const again = errorOf(await bench.call('ERPWrite', call))
  assert.equal(again.code, 'TOOL_NOT_UNDOABLE')
  assert.match(again.text, /undone already/)
})

test('of two undos at the same time one says that it is undone already', async () => {
  for (const name of ['ZUN_TWICE', 'ZUN_THRICE']) {
    const create = { action: 'create', type: 'PROG', name, package: '$TMP' }
    const source = `REPORT ${name.toLowerCase()}.\n* 0\n`
    await bench.changed('ERPWrite', { ...create, source, activate: true })
    const earlier = await bench.state({ type: 'PROG', name })
    const change = await bench.changed('ERPWrite', save(name, 'changed'))
    const both = await Promise.all(
      [bench, bench.as('SECOND', { caller: callerWith('read', 'write', 'admin') })].map(
        async one => await one.call('ERPWrite', { action: 'undo', change })
      )
    )
    const texts = both.map(({ text }) => text)
    const done = texts.filter(text => /^Undone[\s\S]*\nchange [0-9a-z]{12}$/.test(text))
    assert.equal(done.length, 1, texts.join('\n\n'))
    assert.equal(texts.filter(text => /undone already/.test(text)).length, 1, texts.join('\n\n'))
    assert.deepEqual(await bench.state({ type: 'PROG', name }), earlier)
  }
})

test('an activation says before and after it that what was never active stays active', async () => {
  const name = 'ZUN_FIRST'
  const limit = /can be undone in part: an object that was never active before stays active/
  const create = { action: 'create', type: 'PROG', name, package: '$TMP' }
  await bench.changed('ERPWrite', { ...create, source: `REPORT ${name}.\n` })
  const call = { action: 'activate', type: 'PROG', name }
  assert.match(await bench.text('ERPActivate', { ...call, dryRun: true }), limit)
  const saving = save(name, '1')
  assert.match(await bench.text('ERPWrite', { ...saving, dryRun: true }), limit)
  const draft = { ...saving, activate: false }
  assert.doesNotMatch(await bench.text('ERPWrite', { ...draft, dryRun: true }), limit)
  assert.match(await bench.text('ERPActivate', call), limit)
  assert.doesNotMatch(await bench.text('ERPWrite', saving), limit)
})

test('a deleted object gets its documentation again, which a later one by others keeps', async () => {
  const ref = { type: 'DDLS', name: 'ZUN_DDLS' }
  const source = 'define view entity ZUN_DDLS as select from t000 { key mandt }\n'
  const create = { action: 'create', ...ref, package: '$TMP', source, activate: true }
  const created = await bench.changed('ERPWrite', create)
  const knowledge = { type: 'SKTD', name: ref.name }
  const { reader, writer } = bench.erp
  const guard = { recheck: async () => {} }
  const document = async (words: string) => {
    const text = Buffer.from(words).toString('base64')
    const edit = (now: string) =>
      now.replace(/<sktd:text>.*?<\/sktd:text>|<sktd:text\/>/, `<sktd:text>${text}</sktd:text>`)
    await changeDocument(writer, { ref: knowledge, edit }, guard)
  }
  const texts = async () => (await describeObject(reader, { ref: knowledge })).facts['texts']
  const makeDocument = async (words: string) => {
    const options = { refType: 'DDLS/DF', refName: ref.name, refUri: objectUri(ref) }
    await createObject(writer, { ref: knowledge, package: '$TMP', description: '', options }, guard)
    await document(words)
  }
  await makeDocument('# One')
  const [one] = (await texts()) as [object]
  assert.deepEqual(one, { element: ref.name, text: '# One' })
  const bare = errorOf(await bench.call('ERPWrite', { action: 'undo', change: created }))
  assert.match(bare.text, /the documentation of DDLS ZUN_DDLS has got a content since/)
  const change = await bench.changed('ERPWrite', { action: 'delete', ...ref })
  assert.equal(await bench.state(knowledge), 'missing')
  const undone = await undo(change)
  assert.deepEqual(await texts(), [one])
  await undo(undone)
  assert.equal(await bench.state(ref), 'missing')
  await bench.changed('ERPWrite', create)
  await makeDocument('# Of others')
  const refused = errorOf(await bench.call('ERPWrite', { action: 'undo', change }))
  assert.equal(refused.code, 'TOOL_UNDO_DRIFT', refused.text)
})

test('a deletion says what is lost of its type', async () => {
  const remove = { action: 'delete', type: 'PROG', name: 'ZUN_FIRST' }
  const dry = await bench.text('ERPWrite', { ...remove, dryRun: true })
  assert.match(dry, /undone in part: lost are author and dates; [^.]*screens/)
  assert.doesNotMatch(dry, /rows/)
  assert.match(
    (await confirmed(bench, 'ERPWrite', remove)).text,
    /It can be undone in part: lost are author and dates; [^.]*screens[^.]*\.\nchange /
  )
})

test('all changes of one caller since a time are undone together, those of others stay', async () => {
  const second = bench.as('SECOND')
  const refs = ['ZUN_PROG', 'ZUN_OTHER'].map(name => ({ type: 'PROG', name }))
  const earlier = await Promise.all(refs.map(async ref => await bench.state(ref)))
  await new Promise(resolve => {
    setTimeout(resolve, 5)
  })
  const since = new Date().toISOString()
  const create = { action: 'create', type: 'PROG', name: 'ZUN_SECOND', package: '$TMP' }
  for (const args of [
    save('ZUN_PROG', 'one'),
    { ...create, source: 'REPORT zun_second.\n* 1\n', activate: true },
    save('ZUN_PROG', 'two'),
    save('ZUN_SECOND', 'three'),
    save('ZUN_OTHER', 'four')
  ]) {
    idOf(await confirmed(second, 'ERPWrite', args))
  }
  await bench.changed('ERPWrite', { ...create, name: 'ZUN_THIRD', source: 'REPORT zun_third.\n' })
  const undone = await confirmed(second, 'ERPWrite', { action: 'undo', mineSince: since })
  const id = idOf(undone)
  assert.deepEqual(await Promise.all(refs.map(async ref => await bench.state(ref))), earlier)
  assert.equal(await bench.state({ type: 'PROG', name: 'ZUN_SECOND' }), 'missing')
  assert.notEqual(await bench.state({ type: 'PROG', name: 'ZUN_THIRD' }), 'missing')
  idOf(await confirmed(second, 'ERPWrite', { action: 'undo', change: id }))
  assert.match(await bench.text('ERPRead', { type: 'PROG', name: 'ZUN_PROG' }), /two/)
  assert.match(await bench.text('ERPRead', { type: 'PROG', name: 'ZUN_SECOND' }), /three/)
})

const added: readonly (readonly [string, object, object])[] = [
  [
    'texts',
    { type: 'PROG', name: 'ZUN_BARE' },
    { action: 'edit_texts', kind: 'symbols', texts: [{ key: '001', text: 'Hello' }] }
  ],
  [
    'fields',
    { type: 'MSAG', name: 'ZUN_BARE' },
    { action: 'update', fields: { messages: [{ number: '001', text: 'Hello' }] } }
  ],
  [
    'a function module',
    { type: 'FUGR', name: 'ZUN_BARE' },
    {
      action: 'create',
      type: 'FUNC',
      name: 'ZUN_BARE_FUNC',
      group: 'ZUN_BARE',
      source: 'FUNCTION zun_bare_func.\nENDFUNCTION.\n'
    }
  ]
]
for (const [what, ref, work] of added) {
  test(`a new object that got ${what} by others is not deleted`, async () => {
    const second = bench.as('SECOND')
    const create = { action: 'create', ...ref, package: '$TMP', description: 'Bare' }
    const change = await bench.changed('ERPWrite', create)
    const later = idOf(await confirmed(second, 'ERPWrite', { ...ref, ...work }))
    const refused = errorOf(await bench.call('ERPWrite', { action: 'undo', change }))
    assert.equal(refused.code, 'TOOL_UNDO_DRIFT', refused.text)
    assert.match(refused.text, /has got a content since/)
    idOf(await confirmed(second, 'ERPWrite', { action: 'undo', change: later }))
    await bench.changed('ERPWrite', { action: 'undo', change })
    assert.equal(await bench.state(ref as ObjectRef), 'missing')
  })
}

test('a draft is dropped, and another user keeps its draft', async () => {
  const ref = { type: 'PROG', name: 'ZUN_DROP' }
  await bench.changed('ERPWrite', {
    action: 'create',
    ...ref,
    package: '$TMP',
    source: 'REPORT zun_drop.\n* 1\n',
    activate: true
  })
  const active = await bench.state(ref)
  await bench.changed('ERPWrite', { ...save('ZUN_DROP', 'draft'), activate: false })
  const drop = { action: 'undo', ...ref, version: 'active' }
  assert.equal(await bench.as('THIRD').code('ERPWrite', drop), 'TOOL_NO_DRAFT')
  await bench.changed('ERPWrite', drop)
  assert.deepEqual(await bench.state(ref), active)
  assert.equal(await bench.code('ERPWrite', drop), 'TOOL_NO_DRAFT')
})

/** The sandbox has no contracts, and publishes no service; a stand-in does in a file of its own. */
const notInSandbox = ['release.write', 'service.publish', 'service.unpublish']

test('each restorable request of the table was undone above', async () => {
  const repository = await readRepositoryKey(bench.erp.reader)
  const entries = await bench.journal.find({ repository, limit: 2000 })
  const undone = new Set(entries.flatMap(({ undoes = '' }) => undoes.split(' ')))
  const operations = new Set<string>(notInSandbox)
  for (const { id } of entries) {
    if (!undone.has(id)) continue
    const { steps = [] } = (await bench.journal.read(id, repository)) ?? {}
    for (const { operation } of steps) operations.add(operation)
  }
  const rows = Object.entries(changeOperations) as [string, ChangeRow][]
  const restored = rows.filter(([, row]) => row.journal !== false && restorable(row) !== 'never')
  assert.deepEqual(
    restored.map(([name]) => name).filter(name => !operations.has(name)),
    []
  )
})

test('wrong arguments say what undo takes', async () => {
  for (const args of [{}, { change: 'a', mineSince: '1d' }, { name: 'ZUN_PROG' }]) {
    const { code } = errorOf(await bench.call('ERPWrite', { action: 'undo', ...args }))
    assert.equal(code, 'TOOL_BAD_ARGUMENTS')
  }
  const unknown = { action: 'undo', change: '000000000000' }
  assert.equal(await bench.code('ERPWrite', unknown), 'TOOL_CHANGE_UNKNOWN')
})
