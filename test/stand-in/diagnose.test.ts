/** ERPDiagnose against documented bytes; the expected values are written by hand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { toolBench } from '../tools/helpers/sandbox-bench.ts'
import { atc, dumps, logs, traceExchanges } from './exchanges.ts'
import { standIn } from './server.ts'
import type { Exchange } from './server.ts'

async function benchOn(t: TestContext, exchanges: readonly Exchange[]) {
  const { erp } = await standIn(t, exchanges)
  return toolBench(erp)
}

test('atc: the gravest first, with place, quick fix and what the checks say of themselves', async t => {
  const { data } = await benchOn(t, atc)
  const result = await data('ERPDiagnose', {
    action: 'atc',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    details: true
  })
  assert.deepEqual(
    [result['verdict'], result['variant'], result['totals'], result['complete']],
    ['findings', 'ZDEMO_DEFAULT', { priority1: 1, priority2: 1, priority3: 0 }, true]
  )
  assert.deepEqual(result['findings'], [
    {
      priority: 1,
      check: 'Problems',
      messageId: 'LOOP',
      messages: [{ text: 'SELECT in a loop', at: { main: [30] } }]
    },
    {
      priority: 2,
      check: 'Problems',
      messageId: 'UNUSED',
      messages: [{ text: 'Variable LV_X is never used', quickFix: true, at: { main: [12] } }]
    }
  ])
  assert.deepEqual(result['documentation'], {
    'Problems: SELECT in a loop': 'Read once.',
    'Problems: Variable LV_X is never used': 'Unused\nRemove the variable & its declaration.'
  })
})

test('atc_variants: the names, and the default', async t => {
  const { data } = await benchOn(t, atc)
  const result = await data('ERPDiagnose', { action: 'atc_variants', query: 'Z*' })
  assert.deepEqual(
    [result['default'], result['variants']],
    ['ZDEMO_DEFAULT', [{ name: 'ZDEMO_STRICT', description: 'Strict' }]]
  )
})

test('dumps and dump: from the list to the line, with who changed it last', async t => {
  const { data, text } = await benchOn(t, dumps)
  const list = await data('ERPDiagnose', { action: 'dumps', user: 'DEVELOPER' })
  const id = '20260501102914a4h_A4H_00%20%20%20%20DEVELOPER%20%20%20001%2019'
  assert.deepEqual(list['dumps'], [
    {
      id,
      error: 'COMPUTE_INT_ZERODIVIDE',
      program: 'ZDEMO_REPORT',
      user: 'DEVELOPER',
      at: '2026-05-01T10:29:14Z',
      text: 'Short text\nDivision by zero'
    }
  ])
  const one = await text('ERPDiagnose', { action: 'dump', user: 'DEVELOPER' })
  const [head, named, ...rest] = one.split('\n')
  assert.match(
    head ?? '',
    / · dump COMPUTE_INT_ZERODIVIDE \(CX_SY_ZERODIVIDE\) · ZDEMO_REPORT · DEVELOPER · 2026-/
  )
  assert.equal(named, `id ${id}`, 'values of this dump are asked for by its id')
  assert.doesNotMatch(one, /terminated at/, 'the first frame is the place')
  assert.deepEqual(rest.slice(rest.findIndex(line => line.startsWith('calls'))), [
    'calls, own code first:',
    '2 FORM DIVIDE (PROG ZDEMO_REPORT · last changed OTHER 2026-04-30T08:00:00Z A4HK900123)',
    '  2: FORM divide.',
    '> 3:   x = 1 / 0.',
    '  4: ENDFORM.',
    '1 EVENT %_START (SAPMSSY1 10)',
    'Values of variables are shown with values: true.'
  ])
  assert.doesNotMatch(await text('ERPDiagnose', { action: 'dump', id }), /^id /m)
  assert.match(await text('ERPDiagnose', { action: 'dump', id }), /Division by the number 0\./)
})

test('dump: what holds for every frame is said once', async t => {
  const own = dumps.map(one =>
    one.path.endsWith('/formatted')
      ? {
          ...one,
          answer: String(one.answer)
            .replaceAll('SAPMSSY1', 'ZDEMO_REPORT')
            .replace(/^(.*1 EVENT\s.*?)10(\s)/m, '$1 3$2')
        }
      : one
  )
  const { text } = await benchOn(t, own)
  const lines = (await text('ERPDiagnose', { action: 'dump', user: 'DEVELOPER' })).split('\n')
  assert.deepEqual(
    lines.filter(line => /ZDEMO_REPORT|last changed/.test(line)).slice(1),
    [
      'calls, own code first, of PROG ZDEMO_REPORT · last changed OTHER 2026-04-30T08:00:00Z A4HK900123:'
    ],
    'the head names the program, and no frame the object'
  )
  assert.ok(lines.includes('2 FORM DIVIDE'))
})

test('traces: what there is, where the time went, armed and disarmed', async t => {
  const { data, text } = await benchOn(t, traceExchanges)
  const list = await data('ERPDiagnose', { action: 'traces', user: 'DEVELOPER' })
  assert.deepEqual(list['traces'], [
    {
      id: 'a4h_A4H_00%2cAT000020.DAT',
      title: 'Demo trace',
      user: 'DEVELOPER',
      at: '2026-05-01T10:00:00Z',
      object: 'ZDEMO_REPORT',
      state: 'Finished',
      runtime: 15000,
      runtimeDatabase: 3000
    }
  ])
  const one = await data('ERPDiagnose', { action: 'trace', id: 'a4h_A4H_00%2cAT000020.DAT' })
  assert.deepEqual(
    (one['hits'] as { text: string; net: number }[]).map(({ text: what, net }) => [what, net]),
    [
      ['LOAD', 750],
      ['PERFORM DIVIDE', 300]
    ]
  )
  assert.deepEqual(one['database'], [
    { table: 'ZDEMO_TAB', statement: 'SELECT', count: 4, buffered: 1, time: 2500, percent: 16.6 }
  ])
  assert.match(
    await text('ERPDiagnose', { action: 'trace_start', user: 'DEVELOPER' }),
    /armed erp-bridge for DEVELOPER[^]*id a4h_A4H_00%2c11%2c20260501082846/
  )
  assert.match(
    await text('ERPDiagnose', { action: 'trace_stop', id: 'a4h_A4H_00%2c11%2c20260501082846' }),
    /disarmed a4h/
  )
})

test('system messages, Gateway errors, the state of SQL traces', async t => {
  const { data } = await benchOn(t, logs)
  assert.deepEqual((await data('ERPDiagnose', { action: 'system_messages' }))['messages'], [
    { id: '1', title: 'Restart', at: '2026-05-01T09:00:00Z', author: 'ADMIN', text: 'At ten' }
  ])
  assert.deepEqual(
    (await data('ERPDiagnose', { action: 'gateway_errors', user: 'DEVELOPER' }))['errors'],
    [
      {
        id: 'FRONTEND_ERROR/ABC123',
        title: 'FRONTEND_ERROR: no service',
        at: '2026-05-01T09:30:00Z',
        author: 'DEVELOPER',
        text: ''
      }
    ]
  )
  assert.equal(
    (await data('ERPDiagnose', { action: 'gateway_errors', id: 'FRONTEND_ERROR/ABC123' }))[
      'details'
    ],
    'Header\nService ZDEMO'
  )
  assert.deepEqual((await data('ERPDiagnose', { action: 'sql_trace' }))['servers'], [
    {
      instance: 'a4h_A4H_00',
      on: ['sql'],
      user: 'DEVELOPER',
      changedBy: 'ADMIN',
      changedAt: '2026-05-01T08:00:00Z'
    }
  ])
})
