/**
 * Transport requests as real systems handle them. Evidence: Hochfrequenz/adtler
 * docs/superpowers/plans/2026-09-16-ecc-transport-parsing-plan.md (7.50), Freight-Art/abapsmith
 * test/fixtures/cts/write-error-object-already-locked-in-fabricated-request.xml.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createObject, releaseTransport } from '../../../erp-client/index.ts'
import { errorOf } from '../helpers/erp.ts'
import { twoUsers } from './two-users.ts'
import type { UserBench } from './two-users.ts'

const accept = { recheck: () => {} }

/** A class in a transportable package, and the request that the ERP made for it. */
async function unrecorded({ erp }: UserBench, name: string): Promise<void> {
  const ref = { type: 'CLAS', name }
  await createObject(
    erp.writer,
    { ref, package: 'ZFERRY_BOOKING_DESK', description: 'One' },
    accept
  )
}

test('7.50: a released request is not called absent, and the tables are named', async t => {
  const { sandbox, own } = await twoUsers(t, '750')
  await unrecorded(own, 'ZCL_GONE')
  const [open] = sandbox.store.transports.requests().slice(-2)
  const number = open === undefined ? '' : open.parent || open.number
  sandbox.store.activate([{ type: 'CLAS', name: 'ZCL_GONE' }], 'DEVELOPER')
  for (const { number: task } of sandbox.store.transports.tasks(number)) {
    await releaseTransport(own.erp.writer, { number: task })
  }
  await releaseTransport(own.erp.writer, { number })
  assert.equal(sandbox.store.transports.request(number)?.status, 'R')
  const { code, text } = errorOf(
    await own.call('ERPTransport', { action: 'get', transport: number })
  )
  assert.equal(code, 'ERP_NOT_FOUND')
  assert.match(text, /not among the modifiable requests.*E070/s)
  assert.doesNotMatch(text, /There is no transport request/)
})

test('7.50: one request of the worklist is read, not the first', async t => {
  const { sandbox, own, other } = await twoUsers(t, '750')
  await unrecorded(other, 'ZCL_ONE')
  await unrecorded(own, 'ZCL_TWO')
  const requests = sandbox.store.transports.requests().filter(({ parent }) => parent === '')
  for (const { number, owner } of requests.slice(-2)) {
    const shown = await own.text('ERPTransport', { action: 'get', transport: number })
    const [mine, others] = owner === 'DEVELOPER' ? ['TWO', 'ONE'] : ['ONE', 'TWO']
    assert.match(shown, new RegExp(`ZCL_${mine}`))
    assert.doesNotMatch(shown, new RegExp(`ZCL_${others}`))
  }
})

test('7.50: the removal of an object is refused by name, and nothing is changed', async t => {
  const { sandbox, own } = await twoUsers(t, '750')
  await unrecorded(own, 'ZCL_KEPT')
  const number =
    sandbox.store.transports.requests().findLast(({ parent }) => parent === '')?.number ?? ''
  const refused = errorOf(
    await own.call('ERPTransport', { action: 'remove_object', transport: number, name: 'ZCL_KEPT' })
  )
  assert.equal(refused.code, 'NOT_SUPPORTED_BY_RELEASE')
  assert.match(refused.text, /Releases below 7.53 .*since 7.53/s)
  assert.equal(sandbox.store.transports.request(number)?.owner, 'DEVELOPER')
  assert.match(await own.text('ERPTransport', { action: 'get', transport: number }), /ZCL_KEPT/)
})

test('7.50: a locked object is reported as locked, and no log-on is blocked', async t => {
  const { own, other } = await twoUsers(t, '750')
  const object = { type: 'CLAS', name: 'ZCL_LOCKED' }
  await own.text('ERPWrite', { action: 'create', ...object, package: '$TMP' })
  await own.erp.writer.session(async session => {
    await session.request({
      operation: 'lock',
      effect: 'change',
      method: 'POST',
      path: '/sap/bc/adt/oo/classes/zcl_locked',
      query: { _action: 'LOCK', accessMode: 'MODIFY' }
    })
    const source =
      'CLASS zcl_locked DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_locked IMPLEMENTATION.\nENDCLASS.'
    const { code, text } = errorOf(
      await other.call('ERPWrite', { action: 'update', ...object, source, overwrite: true })
    )
    assert.equal(code, 'ERP_LOCKED', text)
    assert.match(text, /DEVELOPER/)
    assert.match(await other.text('ERPRead', object), /zcl_locked/i)
  })
})

test('another request than that of the object is refused with the number of the right one', async t => {
  const { sandbox, own } = await twoUsers(t, '758')
  await unrecorded(own, 'ZCL_HELD')
  const held = sandbox.store.transports.requests().findLast(({ parent }) => parent === '')
  assert.equal(held?.text, 'Generated Request for Change Recording')
  const { transport } = await own.data('ERPTransport', { action: 'create', description: 'Other' })
  const source =
    'CLASS zcl_held DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_held IMPLEMENTATION.\nENDCLASS.'
  const update = { action: 'update', type: 'CLAS', name: 'ZCL_HELD', source, overwrite: true }
  const { text } = errorOf(await own.call('ERPWrite', { ...update, transport }))
  assert.match(text, new RegExp(held.number))
  const without = errorOf(await own.call('ERPWrite', update))
  assert.deepEqual([without.code, without.text.includes(held.number)], ['BLOCKED_TRANSPORT', true])
  await own.text('ERPWrite', { ...update, transport: held.number })
})

test('no request is generated: a transportable package asks for one', async t => {
  const { sandbox, own } = await twoUsers(t, '758')
  const before = sandbox.store.transports.requests().length
  for (const [tool, args] of [
    [
      'ERPWrite',
      { action: 'create', type: 'CLAS', name: 'ZCL_NEW', package: 'ZFERRY_BOOKING_DESK' }
    ],
    ['ERPManage', { action: 'create_package', name: 'ZNEW', package: 'ZFERRY_BOOKING_DESK' }],
    ['ERPManage', { action: 'create_package', name: 'ZTOP' }]
  ] as const) {
    assert.equal(await own.code(tool, args), 'BLOCKED_TRANSPORT', JSON.stringify(args))
  }
  assert.equal(sandbox.store.transports.requests().length, before)
})

test('a package that does not exist is not called local', async t => {
  const { own } = await twoUsers(t, '758')
  const check = { action: 'check', type: 'CLAS', name: 'ZCL_NEW', package: 'ZNOWHERE' }
  const { code, text } = errorOf(await own.call('ERPTransport', check))
  assert.deepEqual([code, /no package ZNOWHERE/.test(text)], ['ERP_NOT_FOUND', true])
  const create = { action: 'create', type: 'CLAS', name: 'ZCL_NEW', package: 'ZNOWHERE' }
  assert.equal(await own.code('ERPWrite', create), 'ERP_NOT_FOUND')
  assert.equal(await own.code('ERPWrite', { action: 'batch', items: [create] }), 'ERP_NOT_FOUND')
})

test('a release that the ERP reports as failed and carried out is reported as done', async t => {
  const { sandbox, own } = await twoUsers(t, '758')
  const { transport } = await own.data('ERPTransport', { action: 'create', description: 'One' })
  const number = String(transport)
  sandbox.store.transports.setAttributes(number, [{ name: 'SANDBOX_PRE_EXPORT_FAILS', value: 'X' }])
  const done = await own.data('ERPTransport', {
    action: 'release',
    transport: number,
    confirm: number
  })
  assert.equal(done['outcome'], 'done')
  assert.equal(sandbox.store.transports.request(number)?.status, 'R')
})
