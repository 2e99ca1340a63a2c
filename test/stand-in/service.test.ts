/** service_check against documented bytes; the expected values are written by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { publishedService, urls } from './service-exchanges.ts'
import type { Published } from './service-exchanges.ts'
import { standIn } from './server.ts'

const check = { action: 'service_check', name: 'ZDEMO_UI' } as const

test('service_check reads the metadata of a V2 service', async t => {
  const { erp } = await standIn(t, publishedService({ version: 'V2' }))
  const { data, text } = toolBench(erp)
  const found = await data('ERPDiagnose', check)
  assert.deepEqual(
    [found['verdict'], found['services']],
    [
      'published',
      [
        {
          name: 'ZDEMO_SRV',
          version: '0001',
          url: urls.V2,
          odata: '1.0',
          entities: [
            {
              name: 'DemoType',
              sets: ['Demo'],
              keys: ['DemoId'],
              properties: 2,
              navigations: [{ name: 'to_Item', target: 'DemoItemType', many: true }]
            },
            {
              name: 'DemoItemType',
              sets: ['DemoItem'],
              keys: ['DemoId', 'ItemNo'],
              properties: 3,
              navigations: []
            }
          ],
          entityTotal: 2,
          operations: ['Approve']
        }
      ]
    ]
  )
  assert.match(
    await text('ERPDiagnose', check),
    /DemoType \(Demo\): key DemoId; 2 properties; to_Item → DemoItemType\*/
  )
})

test('service_check reads the metadata of a V4 service', async t => {
  const { erp } = await standIn(t, publishedService({ version: 'V4' }))
  const found = await toolBench(erp).data('ERPDiagnose', check)
  const [service] = found['services'] as {
    odata: string
    entities: object[]
    operations: string[]
  }[]
  assert.deepEqual(
    [service?.odata, service?.operations, service?.entities],
    [
      '4.0',
      ['Approve'],
      [
        {
          name: 'DemoType',
          sets: ['Demo'],
          keys: ['DemoId', 'IsActiveEntity'],
          properties: 2,
          navigations: [
            { name: '_Item', target: 'DemoItemType', many: true },
            { name: 'SiblingEntity', target: 'DemoType', many: false }
          ]
        },
        { name: 'DemoItemType', sets: ['Item'], keys: ['ItemNo'], properties: 1, navigations: [] }
      ]
    ]
  )
})

test('an unpublished binding is said to be one, and nothing more is asked', async t => {
  const [binding] = publishedService({ version: 'V4', published: false })
  const { erp } = await standIn(t, binding === undefined ? [] : [binding])
  const found = await toolBench(erp).data('ERPDiagnose', check)
  assert.deepEqual([found['verdict'], found['services']], ['not_published', []])
})

const faults: readonly (readonly [string, Published['metadata'], string, RegExp])[] = [
  [
    '404',
    { status: 404, type: 'text/plain', answer: 'Not found' },
    'ERP_NOT_FOUND',
    /does not serve it \(404\)/
  ],
  [
    '403',
    {
      status: 403,
      answer:
        '<error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>/IWFND/MED/170</code><message xml:lang="en">No authorization</message></error>'
    },
    'ERP_FORBIDDEN',
    /may not call it \(403\)/
  ],
  [
    'HTML',
    { type: 'text/html', answer: '<!DOCTYPE html><html><body>Welcome</body></html>' },
    'ERP_LOGON_PAGE',
    /HTML page or a redirect instead/
  ],
  [
    'JSON',
    { type: 'application/json', answer: '{"value":[]}' },
    'ERP_BAD_ANSWER',
    /no metadata document/
  ],
  [
    'another document',
    { answer: '<service xmlns="http://www.w3.org/2007/app"/>' },
    'ERP_BAD_ANSWER',
    /no metadata document/
  ],
  [
    'an entity declaration',
    {
      answer: '<!DOCTYPE x [<!ENTITY e "x">]><edmx:Edmx xmlns:edmx="x" Version="4.0"></edmx:Edmx>'
    },
    'ERP_BAD_ANSWER',
    /no metadata document/
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://other.example/sap/opu/odata/x' } },
    'ERP_LOGON_PAGE',
    /HTML page or a redirect instead/
  ],
  [
    'a redirect into the development interface',
    { status: 302, headers: { location: '/sap/bc/adt/discovery' } },
    'ERP_LOGON_PAGE',
    /HTML page or a redirect instead/
  ]
]

for (const [name, metadata = {}, code, message] of faults) {
  test(`a service that answers with ${name} is named as faulty`, async t => {
    const { erp } = await standIn(t, publishedService({ version: 'V2', metadata }))
    const found = await toolBench(erp).data('ERPDiagnose', check)
    const [service] = found['services'] as { error: { code: string; message: string } }[]
    assert.deepEqual([found['verdict'], service?.error.code], ['errors', code])
    assert.match(service?.error.message ?? '', message)
  })
}

const hostile = [
  'https://other.example/sap/opu/odata/sap/ZDEMO_UI',
  '//other.example/sap/opu/odata/sap/ZDEMO_UI',
  '/\\other.example/sap/opu/odata/x',
  'javascript:alert(1)',
  'ZDEMO_UI',
  'http://127.0.0.1:1/sap/opu/odata/x',
  'http://user@127.0.0.1/sap/opu/odata/x',
  '/sap/bc/adt/discovery',
  '/sap/opu/odata',
  '/sap/opu/odata5/sap/X',
  '/sap/opu/odata/../../bc/adt/discovery',
  '/sap/opu/odata/%2e%2e/x',
  '/sap/opu/odata/sap/%5c..',
  '/sap/opu/odata/sap/X%2f..',
  '/sap/opu/odata/sap/..;a/x',
  '/sap/opu/odata/sap/./x',
  '/sap/opu/odata/sap/X?x=1',
  '/sap/opu/odata/sap/X#y',
  '/sap/opu/odata//sap/X',
  '/sap/opu/odata/sap/X\n',
  '/sap/opu/odata/sap/X Y',
  '/sap/opu/odata/sap/Ü',
  '/SAP/OPU/ODATA/sap/X'
]

test('a URL that the binding may not send the bridge to is refused before it is asked', async t => {
  for (const url of hostile) {
    const escaped = url.replace(/[\n]/g, '&#10;')
    const [binding, details] = publishedService({ version: 'V2', url: escaped })
    const { erp } = await standIn(
      t,
      [binding, details].filter(one => one !== undefined)
    )
    const found = await toolBench(erp).data('ERPDiagnose', check)
    const [service] = found['services'] as { error?: { code: string } }[]
    assert.equal(service?.error?.code, 'ERP_BAD_NAME', url)
  }
})

test('a URL of another port is another server, and a published service is only read', async t => {
  const { erp } = await standIn(t, [])
  const again = await standIn(
    t,
    publishedService({ version: 'V2', url: `${erp.reader.system.url}${urls.V2}` })
  )
  const found = await toolBench(again.erp).data('ERPDiagnose', check)
  assert.equal(
    (found['services'] as { error?: { code: string } }[])[0]?.error?.code,
    'ERP_BAD_NAME'
  )
  const path = `${urls.V2}/Demo`
  await assert.rejects(
    again.erp.writer.request({
      operation: 'source.write',
      effect: 'change',
      method: 'POST',
      area: 'services',
      path
    }),
    { code: 'ERP_BAD_NAME' }
  )
  await assert.rejects(
    again.erp.reader.request({ operation: 'x', effect: 'none', method: 'GET', path }),
    { code: 'ERP_BAD_NAME' }
  )
})
