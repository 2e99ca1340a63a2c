/** Staged changes on the sandbox: nothing is sent, and reads with the set show them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSource } from '../../../erp-client/index.ts'
import { errorOf } from '../helpers/erp.ts'
import { startUndoBench } from '../journal/undo-bench.ts'
import type { UndoBench } from '../journal/undo-bench.ts'

let bench: UndoBench
const classSource = (name: string, body: string) =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(rv_x) TYPE i.
    METHODS stop.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD run.
    ${body}
  ENDMETHOD.
  METHOD stop.
  ENDMETHOD.
ENDCLASS.
`
const own = { type: 'CLAS', name: 'ZCL_STAGED' }

before(async () => {
  bench = await startUndoBench()
  const source = classSource('zcl_staged', 'rv_x = 1.')
  const create = { action: 'create', package: '$TMP', activate: true }
  await bench.changed('ERPWrite', { ...create, ...own, source })
  await bench.changed('ERPWrite', {
    ...create,
    ...{ type: 'PROG', name: 'ZSTAGED', source: 'REPORT zstaged.\nWRITE 1.\n' }
  })
  await bench.changed('ERPWrite', {
    ...create,
    ...{ type: 'DOMA', name: 'ZSTAGED_DOMA', fields: { dataType: 'CHAR', length: 3 } }
  })
})
after(async () => {
  await bench?.close()
})

const stored = async (ref: { type: string; name: string }) =>
  (await readSource(bench.erp.reader, { ref, fresh: true })).text
const read = async (args: object) => await bench.text('ERPRead', args)
const show = async (changeSet: string) =>
  await bench.data('ERPManage', { action: 'change_set', changeSet })
const entriesOf = async (changeSet: string) => (await show(changeSet))['entries'] as object[]

test('edits build upon staged ones, reads show them, and the ERP has none', async () => {
  const changeSet = 'EDITS'
  const was = await stored(own)
  const staged = await bench.data('ERPWrite', {
    ...{ action: 'edit_method', ...own, changeSet, method: 'RUN' },
    source: '  METHOD run.\n    rv_x = 2.\n  ENDMETHOD.'
  })
  assert.deepEqual([staged['changeSet'], staged['staged']], [changeSet, 1])
  const edits = [{ old: 'rv_x = 2.', new: 'rv_x = 3.' }]
  await bench.data('ERPWrite', { action: 'edit', ...own, changeSet, edits })
  await bench.data('ERPWrite', {
    ...{ action: 'edit_class', ...own, changeSet, change: 'add' },
    declaration: 'METHODS more.'
  })
  assert.equal(await stored(own), was)
  const shown = await read({ ...own, changeSet, method: 'RUN' })
  assert.match(shown, /change set EDITS .*inactive[^]*rv_x = 3\./)
  assert.match(await read({ ...own, changeSet, view: 'outline' }), /MORE/)
  assert.match(await read({ ...own, changeSet, version: 'active' }), /rv_x = 1\./)
  assert.match(await read(own), /rv_x = 1\./)
  const { shown: difference } = await show(changeSet)
  assert.match(String(difference), /-\s+rv_x = 1\.\n\+\s+rv_x = 3\./)
  assert.equal((await entriesOf(changeSet)).length, 1)
})

test('a dry run stages nothing, and what is as before again is not staged any more', async () => {
  const changeSet = 'back'
  const edit = (from: string, to: string, more: object = {}) => ({
    ...{ action: 'edit', ...own, changeSet, ...more },
    edits: [{ old: `rv_x = ${from}.`, new: `rv_x = ${to}.` }]
  })
  await bench.text('ERPWrite', edit('1', '2', { dryRun: true }))
  const gone = { action: 'change_set', changeSet }
  assert.equal(await bench.code('ERPManage', gone), 'CHANGE_SET_UNKNOWN')
  await bench.data('ERPWrite', edit('1', '2'))
  assert.equal((await entriesOf(changeSet)).length, 1)
  await bench.data('ERPWrite', edit('2', '1'))
  assert.equal((await entriesOf(changeSet)).length, 0)
})

test('new objects, fields, texts, includes and deletions are staged', async () => {
  const changeSet = 'KINDS'
  const staged = async (args: object) => await bench.data('ERPWrite', { ...args, changeSet })
  const fresh = { type: 'CLAS', name: 'ZCL_STAGED_NEW' }
  const source = classSource('zcl_staged_new', 'rv_x = 1.')
  await staged({ action: 'create', ...fresh, package: '$TMP', source })
  const edits = [{ old: 'rv_x = 1.', new: 'rv_x = 7.' }]
  // Without its type it is found in the set alone.
  await staged({ action: 'edit', name: fresh.name, edits })
  assert.match(await read({ ...fresh, changeSet, method: 'RUN' }), /rv_x = 7\./)
  await staged({
    ...{ action: 'update', ...own, include: 'testclasses', overwrite: true },
    source: '* tests\n'
  })
  assert.match(await read({ ...own, include: 'testclasses', changeSet }), /\* tests/)
  await staged({ action: 'update', type: 'DOMA', name: 'ZSTAGED_DOMA', fields: { length: 5 } })
  const texts = [{ key: '001', text: 'Hello' }]
  await staged({ action: 'edit_texts', type: 'PROG', name: 'ZSTAGED', kind: 'symbols', texts })
  assert.match(await read({ type: 'PROG', name: 'ZSTAGED', view: 'texts', changeSet }), /Hello/)
  await staged({ action: 'delete', type: 'PROG', name: 'ZSTAGED' })
  const { shown, entries } = await show(changeSet)
  assert.deepEqual(
    (entries as { does: string; name: string }[]).map(({ does, name }) => `${does} ${name}`),
    ['creates ZCL_STAGED_NEW', 'changes ZCL_STAGED', 'changes ZSTAGED_DOMA', 'deletes ZSTAGED']
  )
  assert.match(String(shown), /length/)
  const there = { type: 'PROG', name: 'ZSTAGED' }
  assert.equal(errorOf(await bench.call('ERPRead', { ...there, changeSet })).code, 'ERP_NOT_FOUND')
  assert.equal(
    await bench.code('ERPWrite', { action: 'edit', ...there, changeSet, edits }),
    'ERP_NOT_FOUND'
  )
  await bench.text('ERPRead', there)
  await staged({ action: 'delete', ...fresh })
  const one = { action: 'change_set', changeSet, mode: 'discard', name: 'ZSTAGED' }
  assert.equal((await bench.data('ERPManage', one))['staged'], 2)
  await bench.data('ERPManage', { action: 'change_set', changeSet, mode: 'discard' })
  assert.equal(await bench.code('ERPManage', { ...one }), 'CHANGE_SET_UNKNOWN')
})

test('a set belongs to its caller', async () => {
  const changeSet = 'MINE'
  const edits = [{ old: 'rv_x = 1.', new: 'rv_x = 2.' }]
  await bench.data('ERPWrite', { action: 'edit', ...own, changeSet, edits })
  const other = bench.as('SECOND')
  const listed = await other.data('ERPManage', { action: 'change_set' })
  assert.deepEqual(listed['sets'], [])
  assert.match(await other.text('ERPRead', { ...own, changeSet }), /rv_x = 1\./)
})

test('calls at the same time stage together, and not over one another', async () => {
  const changeSet = 'TOGETHER'
  const edit = async (from: string, to: string) =>
    await bench.call('ERPWrite', {
      ...{ action: 'edit', ...own, changeSet },
      edits: [{ old: from, new: to }]
    })
  const fields = { action: 'update', type: 'DOMA', name: 'ZSTAGED_DOMA', fields: { length: 9 } }
  const results = await Promise.all([
    edit('rv_x = 1.', 'rv_x = 4.'),
    bench.call('ERPWrite', { ...fields, changeSet }),
    edit('METHOD stop.', 'METHOD stop. " staged')
  ])
  const failed = results.filter(({ kind }) => kind === 'error')
  for (const one of failed) assert.equal(errorOf(one).code, 'CHANGE_SET_CHANGED')
  const text = await read({ ...own, changeSet })
  const done = [/rv_x = 4\./, /METHOD stop\. " staged/].filter(one => one.test(text)).length
  assert.equal(done + failed.length, 2)
  assert.equal((await entriesOf(changeSet)).length, 2)
})

for (const { args, code } of [
  {
    args: { action: 'rename', line: 3, column: 13, newName: 'walk' },
    code: 'CHANGE_SET_CANNOT_STAGE'
  },
  { args: { action: 'move', package: '$TMP' }, code: 'CHANGE_SET_CANNOT_STAGE' },
  { args: { action: 'delete', changeSet: 'with blank' }, code: 'TOOL_BAD_ARGUMENTS' },
  { args: { action: 'delete', changeSet: 'X'.repeat(41) }, code: 'TOOL_BAD_ARGUMENTS' },
  {
    args: { action: 'update', source: 'x', overwrite: true, activate: true },
    code: 'TOOL_BAD_ARGUMENTS'
  }
]) {
  test(`${args.action} with ${JSON.stringify(args)} is refused`, async () => {
    assert.equal(await bench.code('ERPWrite', { changeSet: 'REFUSED', ...own, ...args }), code)
  })
}

test('a batch is staged as a whole or not at all', async () => {
  const changeSet = 'BATCH'
  const fresh = { type: 'PROG', name: 'ZSTAGED_B' }
  const items = [
    { action: 'create', ...fresh, source: 'REPORT zstaged_b.\nWRITE 1.\n' },
    { action: 'edit', name: fresh.name, edits: [{ old: 'WRITE 1.', new: 'WRITE 2.' }] },
    { action: 'edit', ...own, edits: [{ old: 'rv_x = 1.', new: 'rv_x = 2.' }] }
  ]
  const batch = { action: 'batch', package: '$TMP', changeSet }
  const wrong = { action: 'edit', ...own, edits: [{ old: 'rv_x = 9.', new: '' }] }
  const refused = errorOf(await bench.call('ERPWrite', { ...batch, items: [...items, wrong] }))
  assert.equal(refused.code, 'TOOL_EDIT_NOT_FOUND')
  assert.match(refused.text, /entry 4[^]*Nothing of the batch was staged/)
  const one = { action: 'change_set', changeSet }
  assert.equal(await bench.code('ERPManage', one), 'CHANGE_SET_UNKNOWN')
  assert.equal((await bench.data('ERPWrite', { ...batch, items }))['staged'], 2)
  assert.match(await read({ ...fresh, changeSet }), /WRITE 2\./)
})

test('what the policy forbids is not staged', async () => {
  const reading = bench.as('DEVELOPER', { policy: { readOnly: true } })
  const edits = [{ old: 'rv_x = 1.', new: 'rv_x = 2.' }]
  const edit = { action: 'edit', ...own, changeSet: 'BLOCKED', edits }
  assert.equal(await reading.code('ERPWrite', edit), 'BLOCKED_READ_ONLY')
  const elsewhere = bench.as('DEVELOPER', { policy: { allowedPackages: ['ZOTHER'] } })
  assert.equal(await elsewhere.code('ERPWrite', edit), 'BLOCKED_PACKAGE')
})
