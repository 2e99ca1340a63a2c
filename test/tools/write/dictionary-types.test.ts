/** Type groups, lock objects and server-driven types through the tools, on the newest release. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

type Bench = ReturnType<typeof toolBench>

let sandbox: Awaited<ReturnType<typeof createTestSandbox>>
let erp: Erp
let bench: Bench

before(async () => {
  sandbox = await createTestSandbox({
    release: '816',
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  bench = toolBench(erp)
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const create = (args: object) => ({
  action: 'create',
  package: '$TMP',
  description: 'Made',
  ...args
})

test('a type group is made with its source, changed, activated and deleted', async () => {
  const made = await bench.data(
    'ERPWrite',
    create({
      type: 'TYPE',
      name: 'ZDTG',
      source: 'TYPE-POOL zdtg.\nTYPES zdtg_id TYPE i.\n',
      activate: true
    })
  )
  assert.equal(made['version'], 'active')
  assert.match(await bench.text('ERPRead', { type: 'TYPE', name: 'ZDTG' }), /zdtg_id TYPE i/)
  await bench.data('ERPWrite', {
    action: 'edit',
    type: 'TYPE',
    name: 'ZDTG',
    edits: [{ old: 'TYPE i.', new: 'TYPE i.\nCONSTANTS zdtg_one TYPE i VALUE 1.' }],
    activate: true
  })
  assert.match(
    await bench.text('ERPRead', { type: 'TYPE', name: 'ZDTG', version: 'active' }),
    /zdtg_one/
  )
  await bench.data('ERPWrite', { action: 'delete', type: 'TYPE', name: 'ZDTG' })
  assert.equal(await bench.code('ERPRead', { type: 'TYPE', name: 'ZDTG' }), 'ERP_NOT_FOUND')
})

test('a lock object is made with its table, and shows the parameters of its key', async () => {
  const args = { type: 'ENQU', name: 'EZ_DT_PORT', fields: { table: 'ZFERRY_PORT' } }
  assert.match(await bench.text('ERPWrite', create({ ...args, dryRun: true })), /DRY RUN/)
  assert.equal(await bench.code('ERPRead', { type: 'ENQU', name: 'EZ_DT_PORT' }), 'ERP_NOT_FOUND')
  await bench.data('ERPWrite', create({ ...args, activate: true }))
  const text = await bench.text('ERPRead', { type: 'ENQU', name: 'EZ_DT_PORT' })
  assert.match(text, /tableName: ZFERRY_PORT/)
  assert.match(text, /parameterName: PORT_ID/)
  assert.match(text, /ENQUEUE_EZ_DT_PORT/)
  const changed = await bench.text('ERPWrite', {
    action: 'update',
    type: 'ENQU',
    name: 'EZ_DT_PORT',
    fields: { lockMode: 'X', allowRfc: true },
    activate: true
  })
  assert.match(changed, /Saved/)
  const now = await bench.text('ERPRead', { type: 'ENQU', name: 'EZ_DT_PORT' })
  assert.match(now, /lockMode: X/)
  assert.match(now, /allowRFC: true/)
  assert.match(now, /parameterName: PORT_ID/)
  await bench.data('ERPWrite', { action: 'delete', type: 'ENQU', name: 'EZ_DT_PORT' })
  assert.equal(await bench.code('ERPRead', { type: 'ENQU', name: 'EZ_DT_PORT' }), 'ERP_NOT_FOUND')
})

test('a lock object without a table, with another table alone or a foreign name is refused', async () => {
  for (const fields of [undefined, { lockMode: 'E' }, { table: 'ZFERRY_PORT', lockMode: 'O' }]) {
    const code = await bench.code('ERPWrite', create({ type: 'ENQU', name: 'EZ_DT_NO', fields }))
    assert.match(code, /TOOL_BAD_ARGUMENTS|ERP_BAD_REQUEST/, JSON.stringify(fields))
  }
  const foreign = create({ type: 'ENQU', name: 'ZLOCK', fields: { table: 'ZFERRY_PORT' } })
  assert.match(await bench.code('ERPWrite', foreign), /^ERP_/)
  assert.equal(await bench.code('ERPRead', { type: 'ENQU', name: 'ZLOCK' }), 'ERP_NOT_FOUND')
})

const content = (description: string) =>
  `${JSON.stringify({ formatVersion: '1', header: { description, originalLanguage: 'en' } }, undefined, 2)}\n`

for (const type of ['DESD', 'CSNM', 'EVTB', 'EVTO', 'COTA']) {
  test(`${type}: its source is JSON`, async () => {
    const name = `ZDT_${type}`
    const made = await bench.data(
      'ERPWrite',
      create({ type, name, source: content('First'), activate: true })
    )
    assert.equal(made['version'], 'active', JSON.stringify(made))
    assert.match(await bench.text('ERPRead', { type, name }), /"description": "First"/)
    const hash = /hash (\w+)/.exec(await bench.text('ERPRead', { type, name }))?.[1]
    await bench.data('ERPWrite', {
      action: 'update',
      type,
      name,
      source: content('Second'),
      expectedHash: hash
    })
    assert.equal(
      await bench.code('ERPWrite', {
        action: 'update',
        type,
        name,
        source: '{ "a": ',
        overwrite: true
      }),
      'ERP_BAD_REQUEST'
    )
    assert.match(await bench.text('ERPRead', { type, name }), /"Second"/)
    await bench.data('ERPActivate', { action: 'activate', type, name })
    assert.match(await bench.text('ERPRead', { type, name, version: 'active' }), /"Second"/)
    await bench.data('ERPWrite', { action: 'delete', type, name })
    assert.equal(await bench.code('ERPRead', { type, name }), 'ERP_NOT_FOUND')
  })
}

test('a static cache and a dependency rule have a text', async () => {
  for (const [type, source] of [
    ['DTSC', 'define static cache zdt_dtsc on t000 { mandt }\n'],
    ['DRUL', 'DEFINE FILTER DEPENDENCY RULE zdt_drul ON t000 { }\n']
  ] as const) {
    const name = `ZDT_${type}`
    await bench.data('ERPWrite', create({ type, name, source, activate: true }))
    assert.ok((await bench.text('ERPRead', { type, name })).includes(source.trim()))
    await bench.data('ERPWrite', { action: 'delete', type, name })
  }
})

test('the generated SQL of a view', async () => {
  const view = { type: 'DDLS', name: 'ZI_DT_PORT' }
  const source =
    "@AbapCatalog.sqlViewName: 'ZIDTPORT'\ndefine view ZI_DT_PORT as select from zferry_port { key port_id, upper( name ) as name }\n"
  await bench.data('ERPWrite', create({ ...view, source }))
  assert.match(await bench.text('ERPRead', { ...view, view: 'sql' }), /0 statements/)
  await bench.data('ERPActivate', { action: 'activate', ...view })
  const text = await bench.text('ERPRead', { ...view, view: 'sql' })
  assert.match(text, /2 statements/)
  assert.match(text, /-- ZI_DT_PORT\nCREATE VIEW .*upper\(/i)
  assert.match(text, /-- ZIDTPORT\nCREATE VIEW/)
  assert.equal(
    await bench.code('ERPRead', { ...view, name: 'ZI_DT_NONE', view: 'sql' }),
    'ERP_NOT_FOUND'
  )
  assert.equal(
    await bench.code('ERPRead', { type: 'TABL', name: 'ZFERRY_PORT', view: 'sql' }),
    'TOOL_BAD_ARGUMENTS'
  )
})
