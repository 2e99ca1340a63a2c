/** Results of unit tests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readUnitXml } from '../../../erp-client/wire/checks/unit.ts'

const alert = (kind: string, severity: string, title = 'T') =>
  `<alerts><alert kind="${kind}" severity="${severity}"><title>${title}</title><details><detail text="one"><details><detail text="two"/></details></detail></details><stack><stackEntry adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses#start=24,0" adtcore:description="Line 24"/></stack></alert></alerts>`
const method = (name: string, alerts = '') =>
  `<testMethod adtcore:name="${name}" executionTime="0.01" unit="s">${alerts}</testMethod>`
const testClass = (methods: string, alerts = '', risk = ' riskLevel="harmless"') =>
  `<testClass adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/includes/testclasses#type=CLAS%2FOCL;name=LTCL" adtcore:name="LTCL"${risk}>${alerts}<testMethods>${methods}</testMethods></testClass>`
const run = (classes: string, alerts = '', programAlerts = '') =>
  readUnitXml(
    `<aunit:runResult xmlns:aunit="x" xmlns:adtcore="y">${alerts}<program adtcore:name="ZCL_DEMO">${programAlerts}<testClasses>${classes}</testClasses></program></aunit:runResult>`
  )

test('the verdict of a test run is passed only when all of it ran and passed', () => {
  const verdicts = {
    passed: run(testClass(method('A') + method('B'))),
    failed: run(testClass(method('A') + method('B', alert('failedAssertion', 'critical')))),
    exception: run(testClass(method('A', alert('exception', 'critical')))),
    skipped: run(
      testClass(method('A')) + testClass('', alert('abortion', 'tolerable', 'Risk level too high'))
    ),
    skippedAndFailed: run(
      testClass(method('A', alert('failedAssertion', 'critical'))) +
        testClass('', alert('abortion', 'tolerable'))
    ),
    setup: run(testClass('', alert('exception', 'critical'))),
    nothing: run('', alert('noTestClasses', 'tolerable')),
    syntax: run('', '', alert('warning', 'critical', 'Syntax error')),
    warned: run(testClass(method('A', alert('warning', 'tolerable'))))
  }
  assert.deepEqual(
    Object.values(verdicts).map(each => each.verdict),
    [
      'passed',
      'failed',
      'failed',
      'incomplete',
      'failed',
      'failed',
      'nothing_run',
      'failed',
      'passed'
    ]
  )
  assert.deepEqual(verdicts.skippedAndFailed.totals, {
    passed: 0,
    failed: 1,
    errors: 0,
    skippedClasses: 1
  })
  assert.deepEqual(
    verdicts.skipped.classes.map(each => each.skipped),
    [undefined, 'Risk level too high']
  )
  assert.deepEqual(verdicts.exception.classes[0]?.methods[0]?.status, 'error')
  const [failed] = verdicts.failed.classes[0]?.methods[1]?.alerts ?? []
  assert.deepEqual(
    [failed?.details, failed?.stack],
    [
      ['one', '  two'],
      [{ text: 'Line 24', ref: { type: 'CLAS', name: 'ZCL_DEMO' }, part: 'testclasses', line: 24 }]
    ]
  )
  assert.equal(run(testClass(method('A'), '', '')).classes[0]?.risk, 'critical')
})

test('a method without proof that it ran is not counted as passed', () => {
  const silent = (name: string, alerts = '') =>
    method(name, alerts).replace('executionTime="0.01"', 'executionTime="0"')
  const broken = run(testClass(silent('A') + silent('B'), alert('exception', 'fatal')))
  assert.deepEqual(
    [broken.verdict, broken.totals],
    ['failed', { passed: 0, failed: 0, errors: 0, skippedClasses: 0, unproven: 2 }]
  )
  const program = run(testClass(silent('A')), '', alert('warning', 'critical', 'Syntax error'))
  assert.deepEqual(
    [program.verdict, program.totals.passed, program.totals.unproven],
    ['failed', 0, 1]
  )
  // The measured time proves that these methods ran: the end of the class failed.
  const teardown = run(testClass(method('A') + method('B'), alert('exception', 'critical')))
  assert.deepEqual(
    [teardown.verdict, teardown.totals],
    ['failed', { passed: 2, failed: 0, errors: 1, skippedClasses: 0 }]
  )
  // The ERP measures 0 for most methods: alone it proves nothing.
  assert.deepEqual(run(testClass(silent('A'), alert('warning', 'tolerable'))).totals.passed, 1)
})

test('a method that skips itself keeps the run from being passed', () => {
  const skipping = run(testClass(method('A') + method('B', alert('abortion', 'tolerable'))))
  assert.deepEqual(
    [skipping.verdict, skipping.totals],
    ['incomplete', { passed: 1, failed: 0, errors: 0, skippedClasses: 0, skippedMethods: 1 }]
  )
  assert.deepEqual(
    skipping.classes[0]?.methods.map(({ status }) => status),
    ['passed', 'skipped']
  )
})

test('an alert of a program names its object', () => {
  const { alerts } = readUnitXml(
    `<aunit:runResult xmlns:aunit="x" xmlns:adtcore="y">${alert('noTestClasses', 'tolerable')}<program adtcore:uri="/sap/bc/adt/programs/programs/zdemo" adtcore:name="ZDEMO">${alert('warning', 'critical')}</program></aunit:runResult>`
  )
  assert.deepEqual(
    alerts.map(({ ref }) => ref),
    [undefined, { type: 'PROG', name: 'ZDEMO' }]
  )
})
