/** Long runs of tests and checks go on behind their start, with the results of a short run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createErp, runAtc, runUnitTests } from '../../../erp-client/index.ts'
import type { ErpReader, ObjectRef } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import { recordingErp } from '../../tools/helpers/erp.ts'
import type { Answer, Asked } from '../../tools/helpers/erp.ts'

const adt = '/sap/bc/adt'

/** A sandbox, and a reader that notes its requests. */
async function open(t: TestContext): Promise<{ reader: ErpReader; asked: string[] }> {
  const sandbox = await createSandbox({ user: 'DEVELOPER', password: 'secret-1' })
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  t.after(async () => {
    await erp.close()
    await sandbox.close()
  })
  const asked: string[] = []
  const reader = Object.create(erp.reader, {
    request: {
      value: async (...args: Parameters<ErpReader['request']>) => {
        asked.push(`${args[0].method} ${args[0].path.replace(/[0-9A-F]{32}/, 'ID')}`)
        return await erp.reader.request(...args)
      }
    }
  }) as ErpReader
  return { reader, asked }
}

const classes = ['ZCL_FERRY_DURATION', 'ZCL_FERRY_ROUTE'].map((name): ObjectRef => ({
  type: 'CLAS',
  name
}))
const few = classes.slice(0, 1)
/** The same object so often that the run counts as long. */
const many = Array.from({ length: 12 }, () => few).flat()
const harmless = ['harmless'] as const

test('tests in the background have the results of tests within a request', async t => {
  const { reader, asked } = await open(t)
  const short = await runUnitTests(reader, { refs: few, risks: harmless })
  assert.ok(short.totals.passed > 0)
  assert.ok(asked.includes(`POST ${adt}/abapunit/testruns`))
  asked.length = 0
  const long = await runUnitTests(reader, { refs: many, risks: harmless })
  const timeless = (result: typeof short) =>
    result.classes.map(each => ({
      ...each,
      methods: each.methods.map(method => ({ ...method, seconds: 0 }))
    }))
  assert.deepEqual(timeless(long), timeless(short))
  assert.deepEqual([long.totals, long.verdict], [short.totals, short.verdict])
  assert.ok(asked.includes(`GET ${adt}/abapunit/results/ID`))
  assert.ok(!asked.includes(`POST ${adt}/abapunit/testruns`))
  await assert.rejects(
    runUnitTests(reader, { refs: [...many, { type: 'CLAS', name: 'ZCL_NO' }], risks: harmless }),
    { code: 'ERP_NOT_FOUND' }
  )
})

test('checks in the background have the findings of checks within a request', async t => {
  const { reader, asked } = await open(t)
  const none = { type: 'CLAS', name: 'ZCL_NOT_THERE' }
  const short = await runAtc(reader, { refs: [...few, none], maxFindings: 100 })
  assert.ok(!asked.some(line => line.startsWith(`GET ${adt}/atc/runs/`)))
  const long = await runAtc(reader, { refs: [...many, none], maxFindings: 100 })
  assert.ok(asked.includes(`GET ${adt}/atc/runs/ID`))
  const plain = ({ findings }: typeof short) =>
    findings.map(finding => ({ ...finding, documentation: '' }))
  assert.deepEqual(plain(long), plain(short))
  assert.equal(long.complete, short.complete)
  const real = ({ infos }: typeof short) => infos.filter(({ type }) => type !== 'FINDING_STATS')
  assert.deepEqual(real(long), real(short))
  assert.match(JSON.stringify(real(long)), /NO_OBJS.*zcl_not_there/i)
})

const discovery = `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace><app:collection href="${adt}/abapunit/runs"/></app:workspace></app:service>`
const running =
  '<aunit:run xmlns:aunit="http://www.sap.com/adt/api/aunit"><aunit:progress status="RUNNING" percentage="40"/></aunit:run>'
const empty = '<aunit:runResult xmlns:aunit="http://www.sap.com/adt/aunit"/>'
const location = { location: `${adt}/abapunit/runs/6D664D9B46CB1FE185BF306327ADDA18` }

/** A system that announces runs in the background. */
const announcing =
  (answer: (asked: Asked) => Answer | undefined) =>
  (asked: Asked): Answer | undefined =>
    asked.path.endsWith('/discovery') ? { status: 200, body: discovery } : answer(asked)

test('a call that is given up stops asking; the run goes on at the ERP', async t => {
  const { erp, asked } = await recordingErp(
    t,
    announcing(({ method }) =>
      method === 'POST' ? { status: 201, headers: location } : { status: 200, body: running }
    )
  )
  const stop = new AbortController()
  const run = runUnitTests(erp.reader, { refs: many, risks: harmless }, stop.signal)
  const polls = () => asked.filter(({ path }) => path.includes('/runs/')).length
  while (polls() < 2) await new Promise(resolve => setTimeout(resolve, 20))
  const before = Date.now()
  stop.abort()
  await assert.rejects(run)
  assert.ok(Date.now() - before < 1000)
  const known = polls()
  await new Promise(resolve => setTimeout(resolve, 600))
  assert.equal(polls(), known)
})

test('a run that the ERP gives up is an error, not a result', async t => {
  const { erp } = await recordingErp(
    t,
    announcing(({ method }) =>
      method === 'POST'
        ? { status: 201, headers: location }
        : { status: 200, body: running.replace('RUNNING', 'ABORTED') }
    )
  )
  await assert.rejects(runUnitTests(erp.reader, { refs: many, risks: harmless }), {
    code: 'ERP_SERVER_ERROR',
    message: /gave up the tests: ABORTED/
  })
})

test('a run without a status is not waited for', { timeout: 10_000 }, async t => {
  const { erp } = await recordingErp(
    t,
    announcing(({ method }) =>
      method === 'POST'
        ? { status: 201, headers: location }
        : { status: 200, body: running.replace('status=', 'state=') }
    )
  )
  const signal = AbortSignal.timeout(5000)
  await assert.rejects(runUnitTests(erp.reader, { refs: many, risks: harmless }, signal), {
    code: 'ERP_BAD_ANSWER',
    message: /does not name the status of the tests/
  })
})

test('a system that refuses a run in the background is asked within one request, from then on', async t => {
  const { erp, asked } = await recordingErp(
    t,
    announcing(({ path }) =>
      path.endsWith('/testruns') ? { status: 200, body: empty } : { status: 415 }
    )
  )
  for (let left = 2; left > 0; left--) {
    const { verdict } = await runUnitTests(erp.reader, { refs: many, risks: harmless })
    assert.equal(verdict, 'nothing_run')
  }
  const starts = asked.filter(({ path }) => path.endsWith('/abapunit/runs'))
  // The second media type of the first start, and none for the second run.
  assert.equal(starts.length, 2)
  assert.equal(asked.filter(({ path }) => path.endsWith('/testruns')).length, 2)
})

test('checks whose status is not shown are repeated within one request', async t => {
  const worklist = 'A'.repeat(32)
  const { erp, asked } = await recordingErp(
    t,
    announcing(({ method, path, query }) => {
      if (path.endsWith('/atc/worklists')) return { status: 200, body: worklist }
      if (path.endsWith('/atc/runs')) {
        return query.get('clientWait') === 'false'
          ? { status: 201, headers: { location: `${adt}/atc/runs/${'B'.repeat(32)}` } }
          : {
              status: 200,
              body: '<atcworklist:worklistRun xmlns:atcworklist="http://www.sap.com/adt/atc/worklist"><atcworklist:worklistTimestamp>2026-08-16T08:24:01Z</atcworklist:worklistTimestamp></atcworklist:worklistRun>'
            }
      }
      return method === 'GET' && path.includes('/worklists/')
        ? {
            status: 200,
            body: '<atcworklist:worklist xmlns:atcworklist="http://www.sap.com/adt/atc/worklist"/>'
          }
        : undefined
    })
  )
  const { findings } = await runAtc(erp.reader, { refs: many, variant: 'X', maxFindings: 10 })
  assert.deepEqual(findings, [])
  const waits = asked.flatMap(({ query }) => query.get('clientWait') ?? [])
  assert.deepEqual(waits, ['false', 'true'])
})
