/** The application of change sets on the sandbox: all of a set, or nothing of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readMetadata, readSource } from '../../../erp-client/index.ts'
import type { ObjectRef } from '../../../erp-client/index.ts'
import { approvalRules, createTokenSigner } from '../../../tools/index.ts'
import { errorOf } from '../helpers/erp.ts'
import { confirmed, startUndoBench } from '../journal/undo-bench.ts'
import type { UndoBench } from '../journal/undo-bench.ts'

let bench: UndoBench
before(async () => {
  bench = await startUndoBench()
})
after(async () => {
  await bench?.close()
})

const program = (name: string, text: string) => `REPORT ${name.toLowerCase()}.\n${text}\n`
const classOf = (name: string, body: string) =>
  `CLASS ${name.toLowerCase()} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS run RETURNING VALUE(rv_x) TYPE i.
ENDCLASS.
CLASS ${name.toLowerCase()} IMPLEMENTATION.
  METHOD run.
    ${body}
  ENDMETHOD.
ENDCLASS.
`
async function made(type: string, name: string, more: object): Promise<ObjectRef> {
  const args = { action: 'create', type, name, package: '$TMP', activate: true, ...more }
  await bench.changed('ERPWrite', args)
  return { type, name }
}
const staged = async (changeSet: string, args: object) =>
  await bench.data('ERPWrite', { changeSet, ...args })
const set = (changeSet: string, mode: string, more: object = {}) => ({
  ...{ action: 'change_set', changeSet, mode, ...more }
})
const now = async (ref: ObjectRef) => {
  const { text } = await readSource(bench.erp.reader, { ref, fresh: true })
  const { version } = await readMetadata(bench.erp.reader, { ref })
  return { text, version }
}
const edit = (ref: ObjectRef, old: string, next: string) => ({
  ...{ action: 'edit', ...ref, edits: [{ old, new: next }] }
})

test('a set of all kinds is applied in dependency order, once, and undone as one change', async () => {
  const changeSet = 'ALL'
  const kept = await made('PROG', 'ZAPPLY_KEPT', { source: program('ZAPPLY_KEPT', 'WRITE 1.') })
  const gone = await made('PROG', 'ZAPPLY_GONE', { source: program('ZAPPLY_GONE', 'WRITE 1.') })
  // The user comes before what it uses.
  const user = { type: 'CLAS', name: 'ZCL_APPLY_USER' }
  await staged(changeSet, {
    ...{ action: 'create', ...user, package: '$TMP' },
    source: classOf(user.name, 'rv_x = zcl_apply_used=>run( ).')
  })
  const used = { type: 'CLAS', name: 'ZCL_APPLY_USED' }
  await staged(changeSet, {
    ...{ action: 'create', ...used, package: '$TMP' },
    source: classOf(used.name, 'DATA lv_x TYPE zapply_dtel. rv_x = strlen( lv_x ).')
  })
  const fields = { typeKind: 'domain', typeName: 'ZAPPLY_DOMA', short: 'One' }
  await staged(changeSet, {
    action: 'create',
    type: 'DTEL',
    name: 'ZAPPLY_DTEL',
    package: '$TMP',
    fields
  })
  const length = { dataType: 'CHAR', length: 3 }
  await staged(changeSet, {
    action: 'create',
    type: 'DOMA',
    name: 'ZAPPLY_DOMA',
    package: '$TMP',
    fields: length
  })
  await staged(changeSet, {
    action: 'update',
    type: 'DOMA',
    name: 'ZAPPLY_DOMA',
    fields: { length: 4 }
  })
  await staged(changeSet, edit(kept, 'WRITE 1.', 'WRITE 2.'))
  const texts = [{ key: '001', text: 'Hello' }]
  await staged(changeSet, { action: 'edit_texts', ...kept, kind: 'symbols', texts })
  await staged(changeSet, {
    ...{ action: 'update', ...used, include: 'testclasses', overwrite: true },
    source: '* tests\n'
  })
  await staged(changeSet, { action: 'delete', ...gone })
  const checked = await bench.data('ERPManage', set(changeSet, 'check'))
  assert.equal(checked['errors'], 0)
  const planned = await bench.text('ERPManage', set(changeSet, 'apply', { dryRun: true }))
  assert.match(planned, /DRY RUN[^]*deletes PROG ZAPPLY_GONE/)
  assert.match((await now(kept)).text, /WRITE 1/)

  const applied = await confirmed(bench, 'ERPManage', set(changeSet, 'apply'))
  assert.equal(applied.kind, 'data', applied.text)
  const [, change = ''] = /\nchange ([0-9a-z]{12})$/.exec(applied.text) ?? []
  assert.deepEqual(await now(kept), { text: program('ZAPPLY_KEPT', 'WRITE 2.'), version: 'active' })
  for (const ref of [used, user, { type: 'DOMA', name: 'ZAPPLY_DOMA' }]) {
    const { version } = await readMetadata(bench.erp.reader, { ref })
    assert.equal(version, 'active', ref.name)
  }
  assert.match(await bench.text('ERPRead', { type: 'DOMA', name: 'ZAPPLY_DOMA' }), /length: 4/)
  assert.match(await bench.text('ERPRead', { ...used, include: 'testclasses' }), /\* tests/)
  assert.match(await bench.text('ERPRead', { ...kept, view: 'texts' }), /Hello/)
  assert.equal(await bench.code('ERPRead', gone), 'ERP_NOT_FOUND')
  const again = await bench.data('ERPManage', set(changeSet, 'apply'))
  assert.equal(again['outcome'], 'done')
  await confirmed(bench, 'ERPWrite', { action: 'undo', change })
  assert.match((await now(kept)).text, /WRITE 1/)
  assert.equal(await bench.code('ERPRead', used), 'ERP_NOT_FOUND')
  await bench.text('ERPRead', gone)
})

test('drift is refused with both differences, and nothing is changed', async () => {
  const changeSet = 'DRIFT'
  const one = await made('PROG', 'ZDRIFT_A', { source: program('ZDRIFT_A', 'WRITE 1.\nWRITE 2.') })
  const other = await made('PROG', 'ZDRIFT_B', { source: program('ZDRIFT_B', 'WRITE 1.') })
  await staged(changeSet, edit(one, 'WRITE 1.', 'WRITE 7.'))
  await staged(changeSet, edit(other, 'WRITE 1.', 'WRITE 7.'))
  await bench.data('ERPWrite', edit(one, 'WRITE 2.', 'WRITE 8.'))
  for (const mode of ['check', 'apply']) {
    const refused = errorOf(await bench.call('ERPManage', set(changeSet, mode)))
    assert.equal(refused.code, 'CHANGE_SET_DRIFT')
    assert.match(refused.text, /before → staged:[^]*\+WRITE 7\.[^]*before → now:[^]*\+WRITE 8\./)
  }
  assert.match((await now(other)).text, /WRITE 1/)
  await bench.data('ERPManage', set(changeSet, 'discard', { name: one.name }))
  await bench.data('ERPManage', set(changeSet, 'apply'))
  assert.match((await now(other)).text, /WRITE 7/)
  assert.equal(await bench.code('ERPManage', set('NONE', 'apply')), 'CHANGE_SET_UNKNOWN')
})

test('what is refused at activation is reverted, with the draft that was there before', async () => {
  const changeSet = 'REVERT'
  const ref = await made('PROG', 'ZREVERT', { source: program('ZREVERT', 'WRITE 1.') })
  await bench.data('ERPWrite', edit(ref, 'WRITE 1.', 'WRITE 2.'))
  const fresh = { type: 'PROG', name: 'ZREVERT_NEW' }
  await staged(changeSet, edit(ref, 'WRITE 2.', 'WRITE 3.'))
  await staged(changeSet, {
    action: 'create',
    ...fresh,
    package: '$TMP',
    source: program(fresh.name, 'WRITE lv_none.')
  })
  const failed = errorOf(await bench.call('ERPManage', set(changeSet, 'apply')))
  assert.match(failed.text, /REVERTED/)
  assert.deepEqual(await now(ref), { text: program('ZREVERT', 'WRITE 2.'), version: 'inactive' })
  assert.match(await bench.text('ERPRead', { ...ref, version: 'active' }), /WRITE 1/)
  assert.equal(await bench.code('ERPRead', fresh), 'ERP_NOT_FOUND')
  const shown = await bench.data('ERPManage', set(changeSet, 'show'))
  assert.equal((shown['last'] as { outcome: string }).outcome, 'reverted')
  await staged(changeSet, edit(fresh, 'lv_none', `'x'`))
  await bench.data('ERPManage', set(changeSet, 'apply'))
  assert.equal((await now(fresh)).version, 'active')
})

test('two calls at the same time apply a set once', async () => {
  const changeSet = 'ONCE'
  const ref = await made('PROG', 'ZONCE', { source: program('ZONCE', 'WRITE 1.') })
  await staged(changeSet, edit(ref, 'WRITE 1.', 'WRITE 2.'))
  const results = await Promise.all(
    [1, 2].map(async () => await bench.call('ERPManage', set(changeSet, 'apply')))
  )
  assert.ok(
    results.some(({ kind }) => kind === 'data'),
    results.map(({ text }) => text).join('\n')
  )
  assert.deepEqual(await now(ref), { text: program('ZONCE', 'WRITE 2.'), version: 'active' })
  const { state } = await bench.data('ERPManage', set(changeSet, 'show'))
  assert.equal(state, 'applied')
})

test('rows of a table are asked about once, before the first change', async () => {
  const changeSet = 'ROWS'
  const table = (more: string) => `@EndUserText.label : 'Rows'
@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
@AbapCatalog.dataMaintenance : #RESTRICTED
define table zapply_rows {
  key id : abap.char(10) not null;
${more}
}
`
  const ref = await made('TABL', 'ZAPPLY_ROWS', { source: table('  amount : abap.int4;') })
  const domain = await made('DOMA', 'ZAPPLY_ROWS_D', { fields: { dataType: 'CHAR', length: 3 } })
  const code = await made('PROG', 'ZAPPLY_ROWS_P', { source: program('ZAPPLY_ROWS_P', 'WRITE 1.') })
  // Without queries it is not known whether there are rows.
  const blind = bench.as('DEVELOPER', { policy: { allowedOps: 'RSCUDA' } })
  const staged = async (_set: string, args: object) =>
    await blind.data('ERPWrite', { changeSet, ...args })
  await staged(changeSet, { action: 'update', ...ref, overwrite: true, source: table('') })
  await staged(changeSet, { action: 'update', ...domain, fields: { length: 2 } })
  await staged(changeSet, edit(code, 'WRITE 1.', 'WRITE lv_none.'))
  const first = await blind.call('ERPManage', set(changeSet, 'apply'))
  assert.equal(first.kind, 'error', 'a syntax error is found before the question')
  await staged(changeSet, edit(code, 'WRITE lv_none.', 'WRITE 2.'))
  const asked = await blind.call('ERPManage', set(changeSet, 'apply'))
  assert.ok(asked.kind === 'confirm', asked.text)
  assert.match(
    asked.text,
    /length from 3 to 2[^]*AMOUNT is dropped|AMOUNT is dropped[^]*length from 3 to 2/
  )
  assert.match((await now(ref)).text, /amount/)
  assert.equal(
    (await blind.call('ERPManage', set(changeSet, 'apply', { confirm: 'wrong' }))).kind,
    'confirm'
  )
  await blind.data('ERPManage', set(changeSet, 'apply', { confirm: asked.digest }))
  assert.doesNotMatch((await now(ref)).text, /amount/)
  assert.match((await now(code)).text, /WRITE 2/)
})

test('a set waits for a second person as a whole, and again once it has changed', async () => {
  const changeSet = 'HELD'
  const ref = await made('PROG', 'ZAPPLY_HELD', { source: program('ZAPPLY_HELD', 'WRITE 1.') })
  const gone = await made('PROG', 'ZAPPLY_HELD_D', { source: program('ZAPPLY_HELD_D', 'WRITE 1.') })
  const approval = {
    rules: approvalRules(['ops=D']),
    store: bench.journal.approvals,
    signer: createTokenSigner('state key', { place: 'sandbox' }),
    ...{ place: 'sandbox', hours: 1 }
  }
  const as = (name: string, ...scopes: ('read' | 'write' | 'admin')[]) =>
    bench.as('DEVELOPER', {
      approval,
      caller: { principal: { name, kind: 'user' }, method: 'oidc', scopes: new Set(scopes) }
    })
  const requester = as('rita', 'read', 'write')
  const approver = as('otto', 'read', 'write', 'admin')
  await requester.data('ERPWrite', { ...edit(ref, 'WRITE 1.', 'WRITE 2.'), changeSet })
  await requester.data('ERPWrite', { action: 'delete', ...gone, changeSet })
  const apply = set(changeSet, 'apply')
  const waiting = async () => {
    const result = await requester.call('ERPManage', apply)
    assert.equal(errorOf(result).code, 'APPROVAL_NEEDED', result.text)
    const data = ('data' in result ? result.data : {}) as Record<string, string>
    return { approval: data['approval'], digest: data['digest'] }
  }
  const approve = async (asked: object) =>
    await approver.data('ERPManage', { action: 'approve', ...asked })
  const asked = await waiting()
  const { shown } = await approver.data('ERPManage', {
    action: 'approvals',
    approval: asked.approval
  })
  assert.match(String(shown), /\+WRITE 2\.[^]*deletes PROG ZAPPLY_HELD_D/)
  await approve(asked)
  await requester.data('ERPWrite', { ...edit(ref, 'WRITE 2.', 'WRITE 3.'), changeSet })
  const anew = await waiting()
  assert.notEqual(anew.digest, asked.digest)
  assert.match((await now(ref)).text, /WRITE 1/)
  await approve(anew)
  const done = await requester.call('ERPManage', apply)
  assert.equal(done.kind, 'data', done.text)
  assert.match((await now(ref)).text, /WRITE 3/)
  assert.equal(await bench.code('ERPRead', gone), 'ERP_NOT_FOUND')
})
