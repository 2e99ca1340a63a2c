/** Paths and metadata documents of published services. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servicePath } from '../../../erp-client/http/paths.ts'
import { readEdmx } from '../../../erp-client/wire/edmx.ts'

test('the path of a service, from a path or from a URL of this server', () => {
  assert.equal(
    servicePath('https://erp:44300', '/sap/opu/odata/sap/ZDEMO;v=2/'),
    '/sap/opu/odata/sap/ZDEMO;v=2'
  )
  assert.equal(
    servicePath('https://erp:44300', 'https://ERP:44300/sap/opu/odata4/sap/z/srvd/sap/z/0001/'),
    '/sap/opu/odata4/sap/z/srvd/sap/z/0001'
  )
  assert.equal(
    servicePath('https://erp', 'https://erp:443/sap/opu/odata/sap/Z'),
    '/sap/opu/odata/sap/Z'
  )
  for (const url of [
    'https://erp.evil/sap/opu/odata/x',
    'http://erp/sap/opu/odata/x',
    'https://erp@evil/sap/opu/odata/x',
    'https://erp',
    'https:/erp/sap/opu/odata/x'
  ]) {
    assert.throws(() => servicePath('https://erp', url), { code: 'ERP_BAD_NAME' }, url)
  }
})

test('a metadata document of a thousand entities, or of none', () => {
  const types = Array.from(
    { length: 1000 },
    (_none, index) =>
      `<EntityType Name="T${index}"><Property Name="A" Type="Edm.String"/></EntityType>`
  ).join('')
  const { entities } = readEdmx(
    `<edmx:Edmx Version="4.0" xmlns:edmx="x"><edmx:DataServices><Schema Namespace="n">${types}</Schema></edmx:DataServices></edmx:Edmx>`
  )
  assert.deepEqual(
    [entities.length, entities[999]],
    [1000, { name: 'T999', sets: [], keys: [], properties: 1, navigations: [] }]
  )
  assert.deepEqual(readEdmx('<Edmx Version="4.0"/>'), {
    version: '4.0',
    entities: [],
    operations: []
  })
})
