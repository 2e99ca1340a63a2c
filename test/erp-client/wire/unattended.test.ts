/** Results of runs of communication users, and how the client waits for them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAtcUnattended, runTestsUnattended } from '../../../erp-client/adt/checks/unattended.ts'
import { readCheckstyle, readJunit } from '../../../erp-client/wire/checks/unattended.ts'
import { recordingErp } from '../../tools/helpers/erp.ts'

const usual = 'message="M" source="CL_CHECK#0821" line="2" severity="error"'
const file = (name: string, error = usual) =>
  `<?xml version="1.0" encoding="utf-8"?><checkstyle version="1.0"><file name="${name}"><error ${error}/></file></checkstyle>`

test('names of files in Checkstyle become objects', () => {
  const names: [name: string, object: string, known: boolean][] = [
    ['ZPACKAGE/ZCL_DEMO.CLAS', 'CLAS ZCL_DEMO', true],
    ['-DMO-FLIGHT/-DMO-CL_FLIGHT.CLAS', 'CLAS /DMO/CL_FLIGHT', true],
    ['ZPACKAGE/ZSOME.XYZ9', 'XYZ9 ZSOME', false],
    ['testFile', 'testFile', false],
    ['', '', false]
  ]
  for (const [name, object, known] of names) {
    const [found] = readCheckstyle(file(name))
    assert.deepEqual([found?.object, found?.ref !== undefined], [object, known], name)
    if (known) assert.equal(`${found?.ref?.type} ${found?.ref?.name}`, object)
  }
})

test('severities and lines of Checkstyle; anything else is refused', () => {
  const facts: [attributes: string, severity: string, line: number | undefined][] = [
    ['severity="info" line="1"', 'info', 1],
    ['severity="WARNING" line="0"', 'warning', undefined],
    ['severity="fatal" line="x"', 'error', undefined],
    ['', 'error', undefined]
  ]
  for (const [attributes, severity, line] of facts) {
    const [found] = readCheckstyle(file('P/ZCL.CLAS', attributes))
    assert.deepEqual([found?.severity, found?.line], [severity, line], attributes)
  }
  assert.deepEqual(readCheckstyle('<checkstyle version="1.0"/>'), [])
  for (const page of ['<html><body>Error</body></html>', '<HTML>', '', '<checkstyle>']) {
    assert.throws(() => readCheckstyle(page), { code: 'ERP_BAD_ANSWER' }, page)
  }
})

/** As SAP documents the result, shortened, and with a class of a namespace. */
const documented = `<testsuites tests="3" asserts="2" skipped="1" errors="0" failures="1"><testsuite tests="3" package="test_cars" name="">
<testcase time="0.01 " name="order" classname="fugr:zmg_cars.ltc_finder"><failure type="Assert Failure" message="Critical Assertion Error: 'Cds_View: ASSERT_EQUALS'">
Character string different as of position 4
Stack: Include: &lt;LZMG_CARST99&gt; Line: &lt;38&gt; (ORDER)
</failure></testcase>
<testcase time="0.01 " name="preview" classname="fugr:zmg_cars.ltc_finder"><skipped message="Missing Prerequisites"/></testcase>
<testcase name="drive" classname="zcars.clas:-dmo-cl_car---ltc_car"/></testsuite></testsuites>`

test('test cases of JUnit become classes with methods', () => {
  const { classes, doubts } = readJunit(documented)
  assert.deepEqual(doubts, [])
  assert.deepEqual(
    classes.map(({ name, ref, methods }) => [
      name,
      `${ref?.type} ${ref?.name}`,
      methods.map(({ name: method, status }) => `${method} ${status}`)
    ]),
    [
      ['LTC_FINDER', 'FUGR ZMG_CARS', ['ORDER failed', 'PREVIEW skipped']],
      ['LTC_CAR', 'CLAS /DMO/CL_CAR', ['DRIVE passed']]
    ]
  )
  assert.deepEqual(classes[0]?.methods[0]?.alerts, [
    {
      kind: 'failedAssertion',
      severity: 'critical',
      title: "Critical Assertion Error: 'Cds_View: ASSERT_EQUALS'",
      details: ['Character string different as of position 4'],
      stack: [{ text: 'Include: <LZMG_CARST99> Line: <38> (ORDER)' }]
    }
  ])
})

test('a result that counts more than it names is not whole', () => {
  const doubtful = (attributes: string, content = '') =>
    readJunit(`<testsuites ${attributes}><testsuite>${content}</testsuite></testsuites>`).doubts
  assert.match(doubtful('tests="2"', '<testcase name="a"/>')[0] ?? '', /counts 2 tests and names 1/)
  assert.match(doubtful('errors="1"', '<testcase name="a"/>')[0] ?? '', /counts failures/)
  assert.deepEqual(doubtful('tests="1" failures="2"', '<testcase><failure/></testcase>'), [])
  assert.throws(() => readJunit('<html/>'), { code: 'ERP_BAD_ANSWER' })
})

const api = '/sap/bc/adt/api'
const id = '0123456789ABCDEF0123456789ABCDEF'
const zeros = '0'.repeat(32)
const status = (state: string, href?: string) => {
  const link = href === undefined ? '' : `<atom:link xmlns:atom="a" href="${href}"/>`
  return `<atc:run xmlns:atc="a" status="${state}">${link}</atc:run>`
}

const ends: [state: string, result: string | undefined, code: string | undefined][] = [
  ['Completed', `${api}/atc/results/${id}`, undefined],
  ['Completed', `${api}/abapunit/results/${id}`, 'ERP_BAD_ANSWER'],
  ['Completed', `https://elsewhere${api}/atc/results/${id}`, 'ERP_BAD_ANSWER'],
  ['Completed', `${api}/atc/results/../../../oo/classes/zcl`, 'ERP_BAD_NAME'],
  ['Completed', undefined, 'ERP_BAD_ANSWER'],
  ['Aborted', undefined, 'ERP_SERVER_ERROR'],
  ['Not Created', undefined, 'ERP_NOT_FOUND'],
  ['', undefined, 'ERP_BAD_ANSWER']
]

for (const [state, result, code] of ends) {
  test(`a run that ends with ${state || 'no status'} and ${result ?? 'no result'}`, async t => {
    let polls = 0
    const { erp, asked } = await recordingErp(t, ({ method, path }) => {
      if (method === 'POST') {
        return { status: 201, headers: { location: `https://host${api}/atc/runs/${id}` } }
      }
      if (path.endsWith(zeros)) return { status: 200 }
      if (path.includes('/results/')) return { status: 200, body: file('P/ZCL.CLAS') }
      return {
        status: 200,
        body: polls++ === 0 ? status('Not Yet Started') : status(state, result)
      }
    })
    const run = runAtcUnattended(erp.reader, { scope: { package: 'ZDEMO' } })
    if (code === undefined) assert.equal((await run).length, 1)
    else await assert.rejects(run, { code })
    // A communication user may not read the services that give other users their token.
    assert.ok(asked.every(({ path }) => path.startsWith(`${api}/atc/`)))
    assert.equal(asked[0]?.path, `${api}/atc/runs/${zeros}`)
  })
}

test('names that are none are refused before the system is asked', async t => {
  const { erp, asked } = await recordingErp(t)
  for (const scope of [
    { package: 'z"/>' },
    { package: '' },
    { softwareComponent: 'A B' },
    { softwareComponent: 'X'.repeat(31) }
  ]) {
    await assert.rejects(runTestsUnattended(erp.reader, { scope }), { code: 'ERP_BAD_NAME' })
  }
  assert.equal(asked.length, 0)
})
