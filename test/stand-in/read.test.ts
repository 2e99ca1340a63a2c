/**
 * What reading tools ask that no sandbox has, against documented bytes; the expected values are
 * written by hand.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { apiState, cds, coverage, texts } from './read-exchanges.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

test('the release contracts of an object', async t => {
  const { text } = toolBench((await standIn(t, apiState)).erp)
  assert.match(
    await text('ERPRead', { type: 'CLAS', name: 'ZCL_DEMO', view: 'api_state' }),
    /CLAS ZCL_DEMO · released as C1\nC0 \(extend\): NOT_RELEASED\nC1 \(use system-internally\): RELEASED$/
  )
})

test('text elements; a pool that does not exist is none', async t => {
  const { text } = toolBench((await standIn(t, texts)).erp)
  assert.match(
    await text('ERPRead', { type: 'PROG', name: 'ZDEMO_REPORT', view: 'texts' }),
    /symbols:\n@MaxLength:20\n001=Demo text\nselections:\nP_FILE=File name\nheadings:\n {2}none$/
  )
})

test('the elements of a CDS view with their types', async t => {
  const { text } = toolBench((await standIn(t, cds)).erp)
  assert.match(
    await text('ERPNavigate', { action: 'element_info', type: 'DDLS', name: 'ZI_DEMO' }),
    /DDLS ZI_DEMO\n<erp>\nZI_DEMO \(DDLS\/DF\)\n {2}key DemoId : CHAR\(10\) ZDEMO_ID\n<\/erp>$/
  )
})

// What was tested is the active source: drafts of it are named as not tested.
const noDrafts: Exchange = {
  method: 'GET',
  path: '/sap/bc/adt/activation/inactiveobjects',
  answer: '<ioc:inactiveObjects xmlns:ioc="http://www.sap.com/abapxml/inactiveCtsObjects"/>'
}

test('coverage of a test run', async t => {
  const { data } = toolBench((await standIn(t, [...coverage, noDrafts])).erp)
  const result = await data('ERPDiagnose', {
    action: 'unit_test',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    coverage: true
  })
  assert.equal(result['verdict'], 'passed')
  assert.deepEqual(result['coverage'], [
    {
      name: 'ZCL_DEMO',
      adtType: 'CLAS/OC',
      statement: { total: 20, executed: 17 },
      branch: { total: 10, executed: 8 },
      procedure: { total: 3, executed: 3 },
      children: []
    }
  ])
})
