/** Tests that a change reaches: on the sandbox, and against an ERP with too many users. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { benchOf, errorOf, recordingErp } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench({
    policy: { enableTransports: true, allowTransportableEdits: true }
  })
})
after(async () => {
  await bench?.close()
})

interface Affected {
  readonly levels: number
  readonly users: number
  readonly complete: boolean
  readonly leftOut: readonly string[]
  readonly changed: readonly { name: string }[]
}
const testsOf = (result: Record<string, unknown>) =>
  (result['objects'] as { name: string }[]).map(({ name }) => name)

async function unitTest(
  args: object
): Promise<{ result: Record<string, unknown>; affected: Affected }> {
  const result = await bench.data('ERPDiagnose', { action: 'unit_test', ...args })
  return { result, affected: result['affected'] as Affected }
}

test('each level reaches further, and what lies beyond is named', async () => {
  const one = await unitTest({ type: 'CLAS', name: 'zcl_ferry_money', affected: 1 })
  assert.deepEqual(
    [testsOf(one.result), one.result['verdict']],
    [['ZCL_FERRY_MONEY', 'ZCL_FERRY_FARE_CALCULATOR'], 'passed']
  )
  assert.match(
    one.affected.leftOut.join(),
    /users of the 1 object at the last level \(`affected` 2 looks further\)/
  )
  const two = await unitTest({ type: 'CLAS', name: 'zcl_ferry_money', affected: 3 })
  assert.deepEqual(testsOf(two.result), [
    'ZCL_FERRY_MONEY',
    'ZCL_FERRY_FARE_CALCULATOR',
    'ZCL_FERRY_PRICING'
  ])
  assert.equal(two.affected.users > one.affected.users, true)
})

const pool = (name: string, body: string) =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    ${body}\n  ENDMETHOD.\nENDCLASS.\n`
const tests =
  'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS one FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD one.\n    cl_abap_unit_assert=>assert_equals( act = NEW zcl_af_top( )->run( ) exp = 8 ).\n  ENDMETHOD.\nENDCLASS.\n'

test('a request stands for its objects, and its users on demand', async () => {
  const request = String(
    (await bench.data('ERPTransport', { action: 'create', description: 'Affected' }))['transport']
  )
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'zcl_af_base',
    package: 'ZFERRY_CORE',
    source: pool('zcl_af_base', 'result = 7.'),
    transport: request,
    activate: true
  })
  await bench.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'zcl_af_top',
    package: '$TMP',
    source: pool('zcl_af_top', 'result = NEW zcl_af_base( )->run( ) + 1.'),
    activate: true
  })
  await bench.data('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'zcl_af_top',
    include: 'testclasses',
    source: tests,
    overwrite: true,
    activate: true
  })
  const own = await unitTest({ type: 'TRANSPORT', name: request })
  assert.deepEqual(
    [own.result['verdict'], own.affected.changed, own.affected.levels],
    ['nothing_run', [{ type: 'CLAS', name: 'ZCL_AF_BASE' }], 0]
  )
  const users = await unitTest({ type: 'TRANSPORT', name: request, affected: 1 })
  assert.deepEqual([users.result['verdict'], testsOf(users.result)], ['passed', ['ZCL_AF_TOP']])
})

test('what does not exist, and a request where transports are switched off', async () => {
  assert.equal(
    await bench.code('ERPDiagnose', {
      action: 'unit_test',
      type: 'CLAS',
      name: 'zcl_af_none',
      affected: 1
    }),
    'ERP_NOT_FOUND'
  )
  assert.equal(
    await bench.code('ERPDiagnose', { action: 'unit_test', type: 'TRANSPORT' }),
    'TOOL_BAD_ARGUMENTS'
  )
  assert.equal(
    errorOf(
      await benchOf({ erp: bench.erp }).call('ERPDiagnose', {
        action: 'unit_test',
        type: 'TRANSPORT',
        name: 'SBXK900001'
      })
    ).code,
    'BLOCKED_FEATURE'
  )
  assert.equal(
    await bench.code('ERPDiagnose', { action: 'unit_test', name: 'ZCL_AF_BASE', affected: 5 }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('too many users: the bounds are met, named, and such a run is not passed', async t => {
  const user = (index: number) =>
    `<usageReferences:referencedObject uri="/sap/bc/adt/oo/classes/zcl_u${index}/source/main" isResult="true"><usageReferences:adtObject xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_U${index}" adtcore:type="CLAS/OC"/></usageReferences:referencedObject>`
  const list = `<usageReferences:usageReferenceResult xmlns:usageReferences="http://www.sap.com/adt/ris/usageReferences" numberOfResults="200"><usageReferences:referencedObjects>${Array.from({ length: 200 }, (_none, index) => user(index)).join('')}</usageReferences:referencedObjects></usageReferences:usageReferenceResult>`
  const run =
    '<aunit:runResult xmlns:aunit="http://www.sap.com/adt/aunit"><program uri="/sap/bc/adt/oo/classes/zcl_u0" type="CLAS/OC" name="ZCL_U0" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:uri="/sap/bc/adt/oo/classes/zcl_u0" adtcore:name="ZCL_U0"><testClasses><testClass adtcore:uri="/sap/bc/adt/oo/classes/zcl_u0#testclass=LTC" adtcore:name="LTC" riskLevel="harmless" durationCategory="short"><testMethods><testMethod adtcore:uri="x" adtcore:name="ONE" executionTime="0"/></testMethods></testClass></testClasses></program></aunit:runResult>'
  const { erp, asked } = await recordingErp(t, ({ path }) => {
    if (path.endsWith('/usageReferences')) {
      return { status: 200, body: list, headers: { 'content-type': 'application/xml' } }
    }
    if (path.endsWith('/testclasses')) {
      return { status: 200, body: path.includes('zcl_u0/') ? tests : '' }
    }
    if (path.endsWith('/testruns')) {
      return { status: 200, body: run, headers: { 'content-type': 'application/xml' } }
    }
    return undefined
  })
  const result = await benchOf({ erp }).call('ERPDiagnose', {
    action: 'unit_test',
    type: 'CLAS',
    name: 'zcl_root',
    affected: 2
  })
  if (result.kind !== 'data') assert.fail(result.text)
  const { verdict, affected } = result.data as { verdict: string; affected: Affected }
  assert.deepEqual([verdict, affected.complete, affected.users], ['incomplete', false, 200])
  assert.match(
    affected.leftOut.join('; '),
    /the users of 121 objects at level 2: more than 80 where-used lists; 51 objects beyond 150 not looked through/
  )
  assert.equal(asked.filter(({ path }) => path.endsWith('/usageReferences')).length, 80)
})
