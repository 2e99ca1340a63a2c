/** Reports of test runs: one method, and the drafts that took no part. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench

const classSource = (name: string, body: string) => `CLASS ${name} DEFINITION PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD run.
    ${body}
  ENDMETHOD.
ENDCLASS.
`
const testSource = (name: string, expected: number) => `CLASS ${name} DEFINITION FOR TESTING
  RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS runs FOR TESTING.
    METHODS fails FOR TESTING.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD runs.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_pa_top( )->run( ) exp = ${expected} ).
  ENDMETHOD.
  METHOD fails.
    cl_abap_unit_assert=>fail( ).
  ENDMETHOD.
ENDCLASS.
`
const on = (name: string) => ({ type: 'CLAS', name })

async function createClass(name: string, body: string): Promise<void> {
  await bench.data('ERPWrite', {
    action: 'create',
    ...on(name),
    package: '$TMP',
    source: classSource(name, body),
    activate: true
  })
}

before(async () => {
  bench = await startSandboxBench()
  await createClass('ZCL_PA_DEEP', 'result = 1.')
  await createClass('ZCL_PA_MIDDLE', 'result = NEW zcl_pa_deep( )->run( ).')
  await createClass('ZCL_PA_TOP', 'result = NEW zcl_pa_middle( )->run( ).')
  await createClass('ZCL_PA_APART', 'result = 1.')
  await bench.data('ERPWrite', {
    action: 'update',
    ...on('ZCL_PA_TOP'),
    include: 'testclasses',
    overwrite: true,
    activate: true,
    source: `${testSource('ltcl_one', 1)}${testSource('ltcl_two', 2)}`
  })
})
after(async () => await bench?.close())

const run = { action: 'unit_test', ...on('ZCL_PA_TOP') }

test('one test method is judged alone, named with its class or without', async () => {
  const all = await bench.data('ERPDiagnose', run)
  assert.equal(all['verdict'], 'failed')
  const one = await bench.data('ERPDiagnose', { ...run, method: 'ltcl_one=>runs' })
  assert.deepEqual(
    [one['verdict'], one['totals'], one['method']],
    ['passed', { passed: 1 }, 'LTCL_ONE=>RUNS']
  )
  const text = await bench.text('ERPDiagnose', { ...run, method: 'LTCL_ONE=>RUNS' })
  assert.match(text, /test LTCL_ONE=>RUNS of CLAS ZCL_PA_TOP · PASSED · 1 passed/)
  const both = await bench.data('ERPDiagnose', { ...run, method: 'RUNS' })
  assert.deepEqual(both['totals'], { passed: 1, failed: 1 })
})

test('a test method that is not there is never passed, and the others are named', async () => {
  for (const [method, near] of [
    ['RUN', 'RUNS'],
    ['LTCL_ONE=>NOTHING_LIKE_IT', undefined],
    ['LTCL_THREE=>RUNS', 'RUNS']
  ]) {
    const { code, text } = errorOf(await bench.call('ERPDiagnose', { ...run, method }))
    assert.equal(code, 'TOOL_METHOD_NOT_FOUND')
    assert.match(text, /LTCL_ONE=>RUNS, LTCL_ONE=>FAILS, LTCL_TWO=>RUNS, LTCL_TWO=>FAILS/)
    if (near !== undefined) assert.match(text, new RegExp(`Did you mean ${near}`))
  }
  const none = { action: 'unit_test', ...on('ZCL_PA_DEEP'), method: 'RUNS' }
  assert.equal(await bench.code('ERPDiagnose', none), 'TOOL_METHOD_NOT_FOUND')
})

test('drafts that have to do with the tests are named, others are counted', async () => {
  assert.doesNotMatch(await bench.text('ERPDiagnose', run), /draft/)
  for (const name of ['ZCL_PA_DEEP', 'ZCL_PA_APART']) {
    await bench.data('ERPWrite', {
      action: 'edit',
      ...on(name),
      edits: [{ old: 'result = 1.', new: 'result = 7.' }]
    })
  }
  const text = await bench.text('ERPDiagnose', run)
  assert.match(text, /NOT the drafts: CLAS ZCL_PA_DEEP\. ERPActivate/)
  assert.match(text, /1 other draft took no part/)
  assert.doesNotMatch(text, /ZCL_PA_APART/)
  const apart = await bench.text('ERPDiagnose', { ...run, name: 'ZCL_FERRY_MONEY' })
  assert.doesNotMatch(apart, /NOT the drafts|ZCL_PA/)
  assert.match(apart, /2 other drafts took no part/)
  const { notTested } = await bench.data('ERPDiagnose', run)
  assert.deepEqual(notTested, [{ type: 'CLAS', name: 'ZCL_PA_DEEP' }])
  const whole = await bench.text('ERPDiagnose', { action: 'unit_test', type: 'DEVC', name: '$TMP' })
  assert.match(whole, /NOT the drafts: CLAS ZCL_PA_(DEEP|APART), CLAS ZCL_PA_(DEEP|APART)\./)
})
