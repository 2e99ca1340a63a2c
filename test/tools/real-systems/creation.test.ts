/** Creations as an ABAP cloud system and the services of its newer object types demand them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, readMetadata } from '../../../erp-client/index.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

async function benchOn(t: TestContext, release: Release) {
  const sandbox = await createTestSandbox({
    release,
    users: [{ name: 'CB9980000001', password: 'secret-1', fullName: 'One' }]
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
      await text('ERPWrite', { action: 'create', ...described, ...object })
    }
  })
}

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
