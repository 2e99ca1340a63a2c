/** The coverage of a package holds what is below it, and says why where there is none. */
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
  bench = toolBench(erp)
})
after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const production = `CLASS zcl_cov DEFINITION PUBLIC CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS twice IMPORTING n TYPE i RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_cov IMPLEMENTATION.
  METHOD twice.
    result = n * 2.
  ENDMETHOD.
ENDCLASS.
`
const tests = `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS twice FOR TESTING.
ENDCLASS.
CLASS ltc IMPLEMENTATION.
  METHOD twice.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_cov( )->twice( 2 ) exp = 4 ).
  ENDMETHOD.
ENDCLASS.
`

test('the coverage of a package holds the classes of the packages below it', async () => {
  const top = { action: 'create_package', name: '$COV', description: 'top' }
  await bench.text('ERPManage', top)
  await bench.text('ERPManage', { ...top, name: '$COV_BELOW', package: '$COV' })
  const object = { type: 'CLAS', name: 'ZCL_COV' }
  await bench.text('ERPWrite', {
    action: 'create',
    ...object,
    package: '$COV_BELOW',
    description: 'x',
    source: production
  })
  const testClasses = { ...object, include: 'testclasses', source: tests, overwrite: true }
  await bench.text('ERPWrite', { action: 'update', ...testClasses })
  await bench.text('ERPActivate', object)
  const run = { action: 'unit_test', type: 'DEVC', coverage: true }
  const below = await bench.text('ERPDiagnose', { ...run, name: '$COV_BELOW' })
  assert.match(below, /coverage \(executed[^]*TWICE/)
  const all = await bench.text('ERPDiagnose', { ...run, name: '$COV' })
  assert.match(all, /coverage \(executed[^]*TWICE/)
})

test('a coverage without anything measured says why', async () => {
  const object = { type: 'CLAS', name: 'ZCL_COV_TEST' }
  await bench.text('ERPWrite', {
    action: 'create',
    ...object,
    package: '$TMP',
    description: 'x',
    activate: true,
    source: tests
      .replaceAll('CLASS ltc DEFINITION', 'CLASS zcl_cov_test DEFINITION PUBLIC')
      .replaceAll('CLASS ltc', 'CLASS zcl_cov_test')
  })
  assert.match(
    await bench.text('ERPDiagnose', { action: 'unit_test', ...object, coverage: true }),
    /coverage: nothing was measured in these objects\. Test classes/
  )
})
