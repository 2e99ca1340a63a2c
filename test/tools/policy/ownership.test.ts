/**
 * Whose package decides: for every type of object and every way to name one, the owner's, asked
 * before anything is changed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectTypes } from '../../../erp-client/index.ts'
import type { PolicyOptions } from '../../../tools/index.ts'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import type { Asked } from '../helpers/erp.ts'

const policy: Partial<PolicyOptions> = {
  allowedPackages: ['ZOWN'],
  allowTransportableEdits: true,
  enableTransports: true,
  expert: new Set(['execute'])
}
const xml = { 'content-type': 'application/xml; charset=utf-8' }
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'

/** Every object is there, in a foreign package; parts of a group name only their group. */
function foreign({ method, path }: Asked) {
  if (method !== 'GET' || path.includes('/source/') || /classes\/[^/]+\/includes/.test(path)) {
    return undefined
  }
  if (/\/functions\/groups\/[^/]+\/(?:fmodules|includes)\/[^/]+$/.test(path)) {
    return {
      status: 200,
      headers: xml,
      body: `<f:part xmlns:f="http://f" ${core} adtcore:name="X" adtcore:version="active"><adtcore:containerRef adtcore:uri="/sap/bc/adt/functions/groups/zforeign" adtcore:type="FUGR/F" adtcore:name="ZFOREIGN"/></f:part>`
    }
  }
  if (path.startsWith('/sap/bc/adt/packages/')) {
    return {
      status: 200,
      headers: xml,
      body: `<pak:package xmlns:pak="http://www.sap.com/adt/packages" ${core} adtcore:name="${decodeURIComponent(path.split('/').at(-1) ?? '').toUpperCase()}"/>`
    }
  }
  return {
    status: 200,
    headers: xml,
    body: `<o:object xmlns:o="http://o" ${core} adtcore:name="X" adtcore:version="active"><adtcore:packageRef adtcore:name="ZFOREIGN"/></o:object>`
  }
}

const nameFor = (grammar: string) => (grammar === 'package' ? 'ZFOREIGN' : 'ZFRGN')

test('every type: delete, activate, write and move are refused by the owner’s package', async t => {
  const { erp, changes } = await recordingErp(t, foreign)
  const { call } = benchOf({ erp, policy })
  for (const { code, abilities, grammar, path } of objectTypes) {
    const object = {
      type: code,
      name: nameFor(grammar),
      ...(path.includes('{group}') ? { group: 'ZFOREIGN' } : {})
    }
    const attempts: [string, object][] = [
      ...(abilities.has('delete') && code !== 'DEVC' && code !== 'TABL'
        ? [['ERPWrite', { action: 'delete', ...object }] as [string, object]]
        : []),
      ...(abilities.has('activate') ? [['ERPActivate', object] as [string, object]] : []),
      ...(abilities.has('source') && code !== 'TABL'
        ? [
            ['ERPWrite', { action: 'update', ...object, source: 'x', overwrite: true }] as [
              string,
              object
            ]
          ]
        : []),
      ...(path.includes('{group}') || code === 'DEVC'
        ? []
        : [['ERPWrite', { action: 'move', ...object, package: 'ZOWN' }] as [string, object]]),
      ['ERPManage', { action: 'release_lock', ...object }]
    ]
    for (const [tool, args] of attempts) {
      assert.equal(
        errorOf(await call(tool, args)).code,
        'BLOCKED_PACKAGE',
        `${tool} ${JSON.stringify(args)}`
      )
    }
  }
  assert.deepEqual(
    changes().map(({ method, path }) => `${method} ${path}`),
    []
  )
})

test('every way to name one, the caller’s own package argument notwithstanding', async t => {
  const { erp, changes } = await recordingErp(t, foreign)
  const { call } = benchOf({ erp, policy })
  const uris = [
    '/sap/bc/adt/oo/classes/zcl_x',
    '/sap/bc/adt/oo/classes/ZCL_X/source/main',
    '/sap/bc/adt/oo/classes/zcl_x/includes/testclasses',
    '/sap/bc/adt/oo/classes/zcl_x/source/main#start=3,1;end=4,2',
    '/sap/bc/adt/oo/classes/zcl_x?version=active',
    '/sap/bc/adt/programs/includes/zincl/source/main',
    '/sap/bc/adt/functions/groups/zforeign/fmodules/z_x/source/main',
    '/sap/bc/adt/functions/groups/zforeign/includes/lzforeigntop',
    '/sap/bc/adt/oo/classes/%2fabc%2fcl_x',
    'http://evil.example/sap/bc/adt/oo/classes/zcl_x'
  ]
  for (const uri of uris) {
    for (const key of ['name', 'uri']) {
      const result = errorOf(
        await call('ERPWrite', { action: 'update', [key]: uri, source: 'x', overwrite: true })
      )
      assert.ok(
        ['BLOCKED_PACKAGE', 'TOOL_BAD_ARGUMENTS'].includes(result.code),
        `${key} ${uri}: ${result.text}`
      )
    }
  }
  const spoofs = [
    { action: 'create', type: 'CLAS', name: 'ZCL_X', package: 'ZFOREIGN' },
    { action: 'create', type: 'FUNC', name: 'Z_X', group: 'ZFOREIGN' },
    { action: 'create', type: 'FUNC', name: 'Z_X', group: 'ZFOREIGN', package: 'ZOWN' },
    { action: 'move', type: 'CLAS', name: 'ZCL_X', package: 'ZOWN' },
    {
      action: 'edit_texts',
      type: 'PROG',
      name: 'ZX',
      kind: 'symbols',
      texts: [{ key: '001', text: 'x' }]
    },
    {
      action: 'edit_texts',
      type: 'MSAG',
      name: 'ZX',
      kind: 'messages',
      texts: [{ key: '001', text: 'x' }]
    },
    { action: 'update', type: 'DOMA', name: 'ZX', fields: { length: 3 } },
    {
      action: 'batch',
      package: 'ZOWN',
      transport: 'DEVK900001',
      items: [
        { action: 'create', type: 'CLAS', name: 'ZCL_MINE' },
        { action: 'update', type: 'CLAS', name: 'ZCL_X', source: 'x', overwrite: true }
      ]
    }
  ]
  for (const args of spoofs) {
    const { code, text } = errorOf(await call('ERPWrite', args))
    assert.ok(
      ['BLOCKED_PACKAGE', 'TOOL_BAD_ARGUMENTS'].includes(code),
      `${JSON.stringify(args)}: ${text}`
    )
  }
  for (const args of [
    { action: 'create_package', name: 'ZOWN', package: 'ZFOREIGN', transport: 'DEVK900001' },
    { action: 'create_package', name: 'ZFOREIGN2', package: 'ZOWN' },
    { action: 'change_package', name: 'ZFOREIGN', description: 'x', transport: 'DEVK900001' },
    { action: 'run_class', name: 'ZCL_X' }
  ]) {
    assert.equal(
      errorOf(await call('ERPManage', args)).code,
      'BLOCKED_PACKAGE',
      JSON.stringify(args)
    )
  }
  assert.deepEqual(
    changes().map(({ method, path }) => `${method} ${path}`),
    []
  )
})

test('a package that cannot be determined is a refusal', async t => {
  for (const answer of [
    { status: 404 },
    { status: 500 },
    { status: 403 },
    { status: 200, headers: xml, body: `<o:object xmlns:o="http://o" ${core} adtcore:name="X"/>` },
    { status: 200, headers: xml, body: '<o:object' },
    { status: 200, body: '' }
  ]) {
    const { erp, changes } = await recordingErp(t, ({ method, path }) =>
      method === 'GET' && !path.endsWith('/discovery') ? answer : undefined
    )
    const { call } = benchOf({ erp, policy })
    for (const args of [
      { action: 'delete', type: 'CLAS', name: 'ZCL_X' },
      { action: 'update', type: 'PROG', name: 'ZX', source: 'x', overwrite: true }
    ]) {
      assert.equal((await call('ERPWrite', args)).kind, 'error')
    }
    assert.deepEqual(changes(), [], JSON.stringify(answer))
  }
})
