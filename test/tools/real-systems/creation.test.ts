/** Creations as an ABAP cloud system and the services of its newer object types demand them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, createObject, ErpError, readMetadata } from '../../../erp-client/index.ts'
import type { ErpWriter } from '../../../erp-client/index.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

async function benchOn(t: TestContext, release: Release) {
  const sandbox = await createTestSandbox({
    release,
    users: [
      { name: 'CB9980000001', password: 'secret-1', fullName: 'One' },
      { name: 'COLLEAGUE', password: 'secret-2', fullName: 'Two' }
    ]
  })
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'CB9980000001', password: 'secret-1' }
  })
  t.after(async () => {
    await erp.close()
    await sandbox.close()
  })
  return {
    erp,
    ...toolBench(erp, { policy: { allowTransportableEdits: true, enableTransports: true } })
  }
}

const described = { package: '$TMP', description: 'One' }

for (const release of ['758', 'cloud'] as const) {
  test(`${release}: a package has a person responsible and the facts of its parent`, async t => {
    const { text, data, erp } = await benchOn(t, release)
    const { transport } = await data('ERPTransport', { action: 'create', description: 'Packages' })
    await text('ERPManage', {
      action: 'create_package',
      name: 'ZTOP',
      description: 'Top',
      softwareComponent: 'ZLOCAL',
      transport
    })
    await text('ERPManage', {
      action: 'create_package',
      name: 'ZBELOW',
      package: 'ZTOP',
      description: 'Below',
      transport
    })
    const { responsible, attributes } = await readMetadata(erp.reader, {
      ref: { type: 'DEVC', name: 'ZBELOW' }
    })
    assert.deepEqual([responsible, attributes['softwareComponent']], ['CB9980000001', 'ZLOCAL'])
  })

  test(`${release}: objects of every kind of document are created`, async t => {
    const { text } = await benchOn(t, release)
    const created = [
      { type: 'INTF', name: 'ZIF_ONE' },
      { type: 'CLAS', name: 'ZCL_ONE' },
      { type: 'DOMA', name: 'ZONE', fields: { dataType: 'CHAR', length: 3 } },
      { type: 'DTEL', name: 'ZONE', fields: { typeName: 'ZONE' } },
      { type: 'BDEF', name: 'ZI_ONE' }
    ]
    for (const object of created) {
      // a system of the cloud takes no objects in $TMP
      const home = release === 'cloud' ? { package: '$FERRY_DEMO' } : {}
      await text('ERPWrite', { action: 'create', ...described, ...home, ...object })
    }
  })
}

test('a name outside of the name ranges of customers is refused with the names that are possible', async t => {
  const { call, data } = await benchOn(t, '758')
  const { transport } = await data('ERPTransport', { action: 'create', description: 'Names' })
  for (const [object, words] of [
    [
      { type: 'CLAS', name: 'CL_ONE' },
      /ERP_BAD_REQUEST: .*Test objects cannot be created in foreign namespaces.*names begin with Z or Y/s
    ],
    [{ type: 'CLAS', name: '/XYZ/CL_ONE' }, /foreign namespaces.*namespace of this system/s],
    [
      { type: 'CLAS', name: 'CL_ONE', package: 'ZFERRY_BOOKING_DESK', transport },
      /SAP object CLAS CL_ONE cannot be assigned to package ZFERRY_BOOKING_DESK.*Take another name/s
    ],
    [
      { type: 'ENQU', name: 'ZLOCK', fields: { table: 'ZFERRY_BOOKING' } },
      /foreign namespaces.*lock objects with EZ or EY/s
    ]
  ] as const) {
    const refused = await call('ERPWrite', { action: 'create', ...described, ...object })
    assert.match(refused.text, words)
  }
})

test('language version and person responsible of an object can be given', async t => {
  const { text, erp } = await benchOn(t, '758')
  const object = { action: 'create', ...described, type: 'CLAS', name: 'ZCL_GIVEN' }
  await text('ERPWrite', { ...object, responsible: 'COLLEAGUE', languageVersion: 'standard' })
  const { responsible } = await readMetadata(erp.reader, {
    ref: { type: 'CLAS', name: 'ZCL_GIVEN' }
  })
  assert.equal(responsible, 'COLLEAGUE')
  const cloud = await benchOn(t, 'cloud')
  const refused = await cloud.call('ERPWrite', { ...object, languageVersion: 'standard' })
  assert.match(refused.text, /ABAP language version standard is not allowed/)
})

test('cloud: what lies below a package that records nothing needs no request', async t => {
  const { text, code, data } = await benchOn(t, 'cloud')
  const { transport } = await data('ERPTransport', { action: 'create', description: 'Packages' })
  const create = { action: 'create_package', description: 'One' }
  const top = { ...create, name: 'ZFREE', recordChanges: false, transport }
  await text('ERPManage', top)
  await text('ERPManage', { ...create, name: 'ZFREE_SUB', package: 'ZFREE' })
  await text('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_FREE',
    package: 'ZFREE_SUB',
    description: 'One'
  })
  assert.equal(
    await code('ERPManage', {
      ...create,
      name: 'ZFREE_HOME',
      package: 'ZFREE',
      softwareComponent: 'HOME'
    }),
    'BLOCKED_TRANSPORT'
  )
})

test('cloud: the address of a log-on is no person responsible, and a name can be given', async t => {
  const { erp } = await benchOn(t, 'cloud')
  const nameless = { ...erp.writer, system: { ...erp.writer.system, user: 'ada@example.com' } }
  const unknown: ErpWriter = {
    ...nameless,
    request: async (request, signal) => {
      if (request.path.endsWith('/systeminformation')) throw new ErpError('ERP_NOT_FOUND', 'None')
      return await erp.writer.request(request, signal)
    }
  }
  const create = async (writer: ErpWriter, name: string, options: object) =>
    await createObject(
      writer,
      { ref: { type: 'DEVC', name }, package: '', description: 'One', options: { ...options } },
      { recheck: () => {} }
    )
  const options = { softwareComponent: 'ZLOCAL' }
  await assert.rejects(create(unknown, 'ZNONE', options), {
    code: 'ERP_BAD_REQUEST',
    outcome: 'failed',
    remedy: /`responsible`/
  })
  await create(unknown, 'ZGIVEN', { ...options, responsible: 'COLLEAGUE' })
  await create(nameless, 'ZASKED', options)
  for (const [name, user] of [
    ['ZGIVEN', 'COLLEAGUE'],
    ['ZASKED', 'CB9980000001']
  ] as const) {
    const { responsible, attributes } = await readMetadata(erp.reader, {
      ref: { type: 'DEVC', name }
    })
    assert.deepEqual([responsible, attributes['recordChanges']], [user, 'false'])
  }
})
