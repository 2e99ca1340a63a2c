/** A change and its unit tests in one call: neither hides the outcome of the other. */
import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { toolBench, startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
const source = `CLASS zcl_wt DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_wt IMPLEMENTATION.
  METHOD run.
    result = 1.
  ENDMETHOD.
ENDCLASS.
`
const tests = `CLASS ltc_wt DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS is_two FOR TESTING.
ENDCLASS.
CLASS ltc_wt IMPLEMENTATION.
  METHOD is_two.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_wt( )->run( ) exp = 2 ).
  ENDMETHOD.
ENDCLASS.
`
const edit = (from: string, to: string, more: object = {}) => ({
  action: 'edit',
  name: 'ZCL_WT',
  edits: [{ old: `result = ${from}.`, new: `result = ${to}.` }],
  ...more
})
const write = async (args: object) => await bench.call('ERPWrite', args)
const both = { activate: true, test: true }

before(async () => {
  bench = await startSandboxBench()
  for (const args of [
    { action: 'create', type: 'CLAS', name: 'ZCL_WT', package: '$TMP', source, activate: true },
    {
      action: 'update',
      name: 'ZCL_WT',
      include: 'testclasses',
      source: tests,
      overwrite: true,
      activate: true
    }
  ]) {
    await bench.text('ERPWrite', args)
  }
})
after(async () => {
  await bench?.close()
})

test('the tests of a change that became active, passed and failed', async () => {
  const green = await write(edit('1', '2', both))
  assert.match(
    green.text,
    /^Saved .*\nActivated \(verified\): CLAS ZCL_WT\nunit tests of CLAS ZCL_WT · PASSED · 1 passed$/
  )
  assert.ok(green.kind === 'data')
  assert.deepEqual((green.data as { tests: object }).tests, {
    verdict: 'passed',
    totals: { passed: 1 }
  })
  const red = await write(edit('2', '3', both))
  assert.ok(red.kind === 'data', 'the change is done, whatever its tests say')
  assert.match(red.text, /FAILED · 0 passed, 1 failed[^]*Expected \[2\] Actual \[3\]/)
  const { outcome, activation, tests: failed } = red.data as Record<string, unknown>
  assert.deepEqual([outcome, activation], ['done', 'activated'])
  assert.match(JSON.stringify(failed), /"verdict":"failed".*IS_TWO/)
  assert.match(await bench.text('ERPRead', { name: 'ZCL_WT', method: 'run' }), /result = 3/)
})

test('every action that takes it; a rename tests all classes that it changed', async () => {
  for (const args of [
    { action: 'edit_method', name: 'ZCL_WT', method: 'run', source: '    result = 2.' },
    { action: 'update', name: 'ZCL_WT', source: source.replace('= 1', '= 2'), overwrite: true },
    {
      action: 'edit_class',
      name: 'ZCL_WT',
      change: 'add',
      section: 'private',
      declaration: 'DATA spare TYPE i.'
    },
    { action: 'rename', name: 'ZCL_WT', symbol: 'spare', newName: 'unused' }
  ]) {
    const result = await write({ ...args, ...both })
    assert.match(result.text, /PASSED · 1 passed/, `${args.action}: ${result.text}`)
  }
})

test('nothing is tested that did not become active, and nothing is changed for a test alone', async () => {
  const alone = await write(edit('2', '4', { test: true }))
  assert.match(alone.text, /^TOOL_BAD_ARGUMENTS: `test` without `activate`/)
  const dry = await write(edit('2', '4', { ...both, dryRun: true }))
  assert.match(dry.text, /DRY RUN/)
  assert.doesNotMatch(dry.text, /unit tests/)
  assert.match(await bench.text('ERPRead', { name: 'ZCL_WT', method: 'run' }), /result = 2/)
  const broken = await write(edit('2', 'nothing_there', both))
  assert.equal(broken.kind, 'error')
  assert.match(broken.text, /ACTIVATION_FAILED/)
  assert.doesNotMatch(broken.text, /unit tests/)
  await write({ action: 'update', name: 'ZCL_WT', source, overwrite: true, activate: true })
})

/** The same system behind a door that cuts the connection of every test run. */
async function withoutTests(t: TestContext): Promise<Erp> {
  const to = bench.erp.reader.system.url
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    if (url.includes('/abapunit/testruns')) {
      incoming.socket.destroy()
      return
    }
    const onward = request(
      `${new URL(to).origin}${url}`,
      { method, headers: { ...headers, host: new URL(to).host } },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const erp = createErp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  t.after(async () => {
    await erp.close()
    server.closeAllConnections()
    server.close()
  })
  return erp
}

test('tests whose run is cut off leave the change done and say so', async t => {
  const { call } = toolBench(await withoutTests(t))
  const result = await call('ERPWrite', edit('1', '5', both))
  assert.ok(result.kind === 'data', result.text)
  assert.match(
    result.text,
    /Activated \(verified\)[^]*The change is done; its tests did not run to their end[^]*ERP_/
  )
  assert.deepEqual((result.data as { tests: object }).tests, { verdict: 'not_run' })
  assert.match(await bench.text('ERPRead', { name: 'ZCL_WT', method: 'run' }), /result = 5/)
})

test('a caller who may not read is refused before the change', async () => {
  const { call } = toolBench(bench.erp, { policy: { allowedOps: 'UA' } })
  const refused = await call('ERPWrite', edit('5', '6', both))
  assert.equal(refused.kind, 'error', refused.text)
  assert.match(await bench.text('ERPRead', { name: 'ZCL_WT', method: 'run' }), /result = 5/)
})
