/** A change of many sources under failures, foreign drafts and foreign requests. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const policy = { allowTransportableEdits: true, enableTransports: true }
let sandbox: Sandbox
const erps: Erp[] = []
const benchAs = (user: string, password: string) => {
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user, password }
  })
  erps.push(erp)
  return toolBench(erp, { policy })
}
let own: ReturnType<typeof toolBench>
let other: ReturnType<typeof toolBench>

const used = (name: string) => `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run IMPORTING iv_a TYPE i RETURNING VALUE(rv) TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD run.
    rv = iv_a.
  ENDMETHOD.
ENDCLASS.
`
const user = (name: string, uses: string) => `CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS use RETURNING VALUE(rv) TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD use.
    rv = NEW ${uses}( )->run( 1 ).
  ENDMETHOD.
ENDCLASS.
`

before(async () => {
  sandbox = await createTestSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  own = benchAs('DEVELOPER', 'secret-1')
  other = benchAs('OTHER', 'secret-2')
})
after(async () => {
  for (const erp of erps) await erp.close()
  await sandbox?.close()
})

const create = async (
  bench: typeof own,
  name: string,
  source: string,
  where: object = { package: '$TMP' }
) => {
  const args = { action: 'create', type: 'CLAS', name, source, activate: true, ...where }
  const result = await bench.call('ERPWrite', args)
  assert.equal(result.kind, 'data', result.text)
}

const signature = (name: string) => ({
  action: 'change_signature',
  type: 'CLAS',
  name,
  method: 'run',
  declaration: 'METHODS run IMPORTING iv_a TYPE i iv_b TYPE i RETURNING VALUE(rv) TYPE i.',
  parameters: [{ name: 'iv_b', value: '7' }],
  activate: true
})

test('a failure in the middle names the state of each object, and the same call goes on', async () => {
  await create(own, 'zcl_mid', used('zcl_mid'))
  for (const at of [1, 2, 3]) {
    await create(own, `zcl_mid_user${at}`, user(`zcl_mid_user${at}`, 'zcl_mid'))
  }
  for (const effect of [{ kind: 'status', status: 400, body: 'no' }, { kind: 'reset' }] as const) {
    sandbox.faults.add({ method: 'PUT', url: /zcl_mid/, nth: 2, times: 4, effect })
    const stopped = await own.call('ERPWrite', signature('ZCL_MID'))
    sandbox.faults.clear()
    assert.equal(stopped.kind, 'error', stopped.text)
    assert.match(stopped.text, /^Done: CLAS ZCL_MID_USER\d\.$/m)
    assert.match(
      stopped.text,
      effect.kind === 'reset'
        ? /^Outcome unknown .*ZCL_MID_USER\d\.$/m
        : /^Failed, .*ZCL_MID_USER\d\.$/m
    )
    assert.match(stopped.text, /^Not begun: CLAS .*ZCL_MID\.$/m)
    assert.match(stopped.text, /Nothing was activated\. The same call/)
    for (const name of ['ZCL_MID_USER1', 'ZCL_MID_USER2', 'ZCL_MID_USER3']) {
      const args = { type: 'CLAS', name, source: user(name.toLowerCase(), 'zcl_mid') }
      await own.call('ERPWrite', { action: 'update', overwrite: true, activate: true, ...args })
    }
  }
  sandbox.faults.add({
    method: 'PUT',
    url: /zcl_mid/,
    nth: 3,
    times: 4,
    effect: { kind: 'status', status: 400, body: 'no' }
  })
  assert.equal((await own.call('ERPWrite', signature('ZCL_MID'))).kind, 'error')
  sandbox.faults.clear()
  const done = await own.data('ERPWrite', signature('ZCL_MID'))
  assert.equal(done['activation'], 'activated')
  for (const at of [1, 2, 3]) {
    const text = await own.text('ERPRead', { type: 'CLAS', name: `ZCL_MID_USER${at}` })
    assert.match(text, /run\( iv_a = 1 iv_b = 7 \)/)
  }
})

test('a draft of another user is left alone and named', async () => {
  await create(own, 'zcl_draft', used('zcl_draft'))
  await create(own, 'zcl_draft_user', user('zcl_draft_user', 'zcl_draft'))
  const stored = user('zcl_draft_user', 'zcl_draft')
  const source = stored.replace('    rv = ', '    " more\n    rv = ')
  const args = { type: 'CLAS', name: 'ZCL_DRAFT_USER', source, overwrite: true }
  await other.data('ERPWrite', { action: 'update', ...args })
  const shown = await own.text('ERPWrite', { ...signature('ZCL_DRAFT'), dryRun: true })
  assert.match(shown, /Left alone \(inactive draft of OTHER\): CLAS ZCL_DRAFT_USER/)
  const moved = { ...args, source: stored.replace('rv = ', 'rv = 0 + ') }
  await other.data('ERPWrite', { action: 'update', ...moved })
  assert.match(
    await own.text('ERPWrite', { ...signature('ZCL_DRAFT'), dryRun: true }),
    /Left alone \(its draft differs from the active version.*\): CLAS ZCL_DRAFT_USER 7/
  )
  const rename = { action: 'rename', type: 'CLAS', name: 'ZCL_DRAFT', method: 'run', newName: 'go' }
  const refused = await own.call('ERPWrite', rename)
  assert.match(refused.text, /TOOL_CHANGE_INCOMPLETE[^]*inactive draft of OTHER/)
  assert.match(await own.text('ERPRead', { type: 'CLAS', name: 'ZCL_DRAFT' }), /METHODS run/)
})

test('a request of another user needs a task there, and the answer says how to get it', async () => {
  const made = await other.data('ERPTransport', {
    action: 'create',
    description: 'Of the other',
    package: 'ZFERRY_CORE'
  })
  const transport = String(made['transport'])
  const where = { package: 'ZFERRY_CORE', transport }
  await create(other, 'zcl_task', used('zcl_task'), where)
  await create(other, 'zcl_task_user', user('zcl_task_user', 'zcl_task'), where)
  const shown = await own.text('ERPWrite', { ...signature('ZCL_TASK'), dryRun: true })
  assert.match(
    shown,
    new RegExp(`In ${transport} of OTHER, no task of yours .*create_task transport ${transport}`)
  )
  const refused = await own.call('ERPWrite', signature('ZCL_TASK'))
  assert.match(
    refused.text,
    new RegExp(`TOOL_TASK_MISSING.*\\n?.*create_task transport ${transport}`)
  )
  await own.data('ERPTransport', { action: 'create_task', transport })
  const done = await own.data('ERPWrite', signature('ZCL_TASK'))
  assert.equal(done['activation'], 'activated')
})
