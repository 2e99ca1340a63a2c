/** Objects without a source of their own are not activated with their package. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
let erp: Erp
let bench: ReturnType<typeof toolBench>

before(async () => {
  sandbox = await createSandbox({ user: 'DEVELOPER', password: 'secret-1' })
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  bench = toolBench(erp, { policy: { allowTransportableEdits: true, enableTransports: true } })
})
after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const create = { action: 'create', package: '$TMP', description: 'x' }

async function leaveShells(suffix: string): Promise<void> {
  for (const object of [
    { type: 'CLAS', name: `ZCL_SHELL${suffix}` },
    { type: 'INTF', name: `ZIF_SHELL${suffix}` },
    { type: 'PROG', name: `ZSHELL${suffix}` }
  ]) {
    await bench.text('ERPWrite', { ...create, ...object })
  }
}

test('an object without its source is left out of the activation of its package', async () => {
  await leaveShells('1')
  const source = 'REPORT zfull.\nWRITE 1.\n'
  await bench.text('ERPWrite', { ...create, type: 'PROG', name: 'ZFULL', source })
  const plan = await bench.text('ERPActivate', { package: '$TMP', dryRun: true })
  assert.match(plan, /Left out\. Without a source of their own: CLAS ZCL_SHELL1/)
  const text = await bench.text('ERPActivate', { package: '$TMP' })
  assert.match(text, /Activated \(verified\): PROG ZFULL\n/)
  for (const name of ['CLAS ZCL_SHELL1', 'INTF ZIF_SHELL1', 'PROG ZSHELL1']) {
    assert.match(text, new RegExp(`Left out\\. Without a source of their own:[^\\n]*${name}`))
  }
  assert.equal(
    await bench.code('ERPActivate', { package: '$TMP' }),
    'CREATED_WITHOUT_SOURCE',
    'nothing else is left'
  )
  assert.match(
    await bench.text('ERPActivate', { type: 'PROG', name: 'ZSHELL1' }),
    /Activated \(verified\): PROG ZSHELL1\n[^]*\nAs the ERP generated it, without a source of its own: PROG ZSHELL1\./
  )
  const group = { ...create, type: 'FUGR', name: 'ZSHELLS' }
  await bench.text('ERPWrite', group)
  assert.doesNotMatch(
    await bench.text('ERPActivate', { package: '$TMP' }),
    /:[^\n]*FUGR ZSHELLS\. Write/
  )
})

test('an activation takes the request of the edits where such edits are permitted', async () => {
  const object = { type: 'PROG', name: 'ZWITH_REQUEST' }
  await bench.text('ERPWrite', { ...create, ...object, source: 'REPORT zwith_request.\n' })
  const call = { ...object, transport: 'SBXK900001' }
  assert.match(await bench.text('ERPActivate', call), /Activated/)
  assert.equal(await toolBench(erp).code('ERPActivate', call), 'BLOCKED_TRANSPORT')
})

test('a table type whose key lacks its components is refused before it is created', async () => {
  const object = { type: 'TTYP', name: 'ZTT_KEY' }
  const fields = { rowType: 'ZROW', keyDefinition: 'keyComponents' }
  assert.equal(await bench.code('ERPWrite', { ...create, ...object, fields }), 'TOOL_BAD_ARGUMENTS')
  assert.equal(await bench.code('ERPRead', object), 'ERP_NOT_FOUND')
})
