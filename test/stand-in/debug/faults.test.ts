/** Whatever happens to a debug run, it gives everything back, and says what it could not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAudit } from '../../../audit.ts'
import {
  createLongCalls,
  createTokenSigner,
  prepare,
  run as runPrepared
} from '../../../tools/index.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { errorOf } from '../../tools/helpers/erp.ts'
import { adt, assertReleased, called, never, run, stage } from './stage.ts'
import type { Stage } from './stage.ts'
import { exception, stack, valuesOf } from './scene.ts'
import type { Asked, Exchange, Reply } from '../server.ts'

const identity = { debuggingMode: 'user', requestUser: 'DEVELOPER', terminalId: /./, ideId: /./ }
const continues = (reply: (asked: Asked) => Promise<Reply> | Reply): Exchange => ({
  method: 'POST',
  path: `${adt}/debugger`,
  query: { method: 'stepContinue' },
  accept: 'application/xml',
  reply
})

/** Resolves once something that contains these words was asked for. */
async function reached(at: Stage, what: string): Promise<void> {
  while (called(at.asked, what) === 0) {
    await new Promise(resolve => {
      setTimeout(resolve, 5)
    })
  }
}

const dataOf = (result: ToolResult) =>
  'data' in result ? (result.data as Readonly<Record<string, unknown>>) : {}

test('the client cancels while the program stands: it goes on, and nothing is left', async t => {
  const at = await stage(t, [{ ...valuesOf(['LV_X']), reply: never }])
  const cancel = new AbortController()
  const asked = at.call('ERPDiagnose', { ...run, capture: ['LV_X'] }, cancel.signal)
  await reached(at, 'getVariables')
  cancel.abort()
  const { code, text } = errorOf(await asked)
  assert.deepEqual([code, at.scene.end], ['TOOL_CANCELLED', 'continued'])
  assert.match(
    text,
    /because its caller cancelled it\. Nothing of it is left at the ERP\.\nThe program that was started may have done a part of its work\./
  )
  assertReleased(at)
})

test('the client cancels while the program runs: it is ended', async t => {
  const at = await stage(t, [continues(never)])
  const cancel = new AbortController()
  const asked = at.call('ERPDiagnose', run, cancel.signal)
  await reached(at, 'stepContinue')
  cancel.abort()
  assert.deepEqual([errorOf(await asked).code, at.scene.end], ['TOOL_CANCELLED', 'terminated'])
  assertReleased(at)
})

const endedBy = (className: string) =>
  `<?xml version="1.0" encoding="utf-8"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="AdiFailed"/><message lang="DE">Sitzung beendet</message><properties><entry key="previous1ExceptionClassName">${className}</entry><entry key="T100KEY-ID">TPDAPI</entry></properties></exc:exception>`

for (const className of [
  'CX_TPDAPI_DEBUGGEE_ENDED',
  'CX_TPDA_SYS_COMM_DBGSESSIONEND',
  'CX_TPDA_SYS_COMM_SLAVENOTCONN'
]) {
  test(`${className} without a subtype is the end of the process`, async t => {
    const at = await stage(t, [
      continues(() => {
        at.scene.finish('continued')
        return { status: 500, answer: endedBy(className) }
      })
    ])
    const result = await at.data('ERPDiagnose', run)
    assert.deepEqual([result['verdict'], result['limit']], ['stopped', undefined])
    assertReleased(at)
  })
}

test('the process ends while it stands: its last stop stays, and the run ends', async t => {
  let reads = 0
  const at = await stage(t, [
    {
      method: 'GET',
      path: `${adt}/debugger/stack`,
      query: { method: 'getStack', emode: '_', semanticURIs: 'true' },
      accept: 'application/xml',
      reply() {
        if (++reads === 1) return { answer: stack(25) }
        at.scene.finish('terminated')
        const earlier =
          '<entry key="previous2ExceptionClassName">CX_TPDA_SYS_COMM_SLAVENOTCONN</entry>'
        return { status: 500, answer: exception('AdiFailed', 'getStack', earlier) }
      }
    }
  ])
  const result = await at.data('ERPDiagnose', run)
  assert.deepEqual(
    [result['verdict'], result['limit'], (result['stops'] as unknown[]).length, result['detached']],
    ['stopped', undefined, 1, true]
  )
  assertReleased(at)
})

test('another exception of the chain is a failure', async t => {
  const at = await stage(t, [
    continues(() => ({ status: 500, answer: endedBy('CX_TPDAPI_FAILURE') }))
  ])
  assert.match(errorOf(await at.call('ERPDiagnose', run)).text, /Sitzung beendet/)
})

test('the last step is never answered: the end of the program ends the run', async t => {
  const at = await stage(t, [
    continues(() => {
      at.scene.finish('continued')
      return never()
    })
  ])
  const result = await at.data('ERPDiagnose', { ...run, seconds: 60 })
  assert.deepEqual([result['verdict'], result['limit']], ['stopped', undefined])
  assertReleased(at)
})

test('the client cancels before a debuggee has stopped', async t => {
  const at = await stage(t)
  const cancel = new AbortController()
  const asked = at.call('ERPDiagnose', { ...run, name: undefined, trigger: 'none' }, cancel.signal)
  await reached(at, 'GET /sap/bc/adt/debugger/listeners')
  cancel.abort()
  const { code, text } = errorOf(await asked)
  assert.deepEqual([code, called(at.asked, 'attach')], ['TOOL_CANCELLED', 0])
  assert.match(text, /Nothing of it is left/)
  assertReleased(at)
})

test('the bridge closes while the program stands', async t => {
  const at = await stage(t, [{ ...valuesOf(['LV_X']), reply: never }])
  const asked = at.call('ERPDiagnose', { ...run, capture: ['LV_X'] })
  await reached(at, 'getVariables')
  await Promise.all([at.erp.close(), asked])
  assert.match(
    errorOf(await asked).text,
    /^TOOL_CANCELLED: The debug run was ended because the bridge closes\. Nothing of it is left at the ERP\./
  )
  assert.equal(at.scene.end, 'continued')
  assertReleased(at)
})

test('the ERP ends in the middle: how far the program came is not known, and what may be left is named', async t => {
  const at = await stage(t, [
    continues(() => {
      at.die()
      return never()
    })
  ])
  const result = await at.call('ERPDiagnose', run)
  const { code, text } = errorOf(result)
  assert.equal(code, 'OUTCOME_UNKNOWN')
  assert.match(
    text,
    /broke off \(ERP_UNREACHABLE: [^)]*\([A-Z_]+\)\) after the program was started; how far that came is not known\. NOT RELEASED: breakpoint KIND=0[^;]*; the listener \(Nothing listens[^;]*; the process \(Nothing listens/
  )
  assert.equal((dataOf(result)['stops'] as unknown[]).length, 1, 'what was seen before is told')
  assert.equal(at.bench.events[0]?.outcome, 'unknown')
})

test('the process is gone before it was attached to', async t => {
  const at = await stage(t, [
    {
      method: 'POST',
      path: `${adt}/debugger`,
      query: {
        method: 'attach',
        debuggeeId: /./,
        dynproDebugging: 'true',
        debuggingMode: 'user',
        requestUser: 'DEVELOPER'
      },
      status: 500,
      answer: exception('AdiFailed', 'invalidDebuggee')
    }
  ])
  const { code, text } = errorOf(await at.call('ERPDiagnose', { ...run, seconds: 2 }))
  assert.equal(code, 'OUTCOME_UNKNOWN')
  assert.match(text, /Nothing of it is left/)
  assertReleased(at)
})

test('values that cannot be read end the run, not the giving back', async t => {
  const at = await stage(t, [
    {
      ...valuesOf(['LV_X']),
      status: 500,
      type: 'application/xml',
      answer: exception('AdiFailed', 'other', '', 'Variable view is broken')
    }
  ])
  const { code, text } = errorOf(await at.call('ERPDiagnose', { ...run, capture: ['LV_X'] }))
  assert.equal(code, 'OUTCOME_UNKNOWN')
  assert.match(text, /Variable view is broken/)
  assertReleased(at)
})

test('what the ERP refuses to give back is named, and the rest is given back', async t => {
  const at = await stage(t, [
    {
      method: 'DELETE',
      path: `${adt}/debugger/listeners`,
      query: { ...identity, checkConflict: 'false', notifyConflict: 'true' },
      status: 500,
      answer: exception('AdiFailed', 'other', '', 'No')
    }
  ])
  const result = await at.data('ERPDiagnose', run)
  assert.deepEqual(
    [result['verdict'], result['detached'], result['notReleased']],
    ['stopped', false, ['the listener (<erp>No</erp>)']]
  )
  assert.deepEqual([at.scene.attached, [...at.sessions]], [false, []])
})

test('the answer to setting breakpoints is lost', async t => {
  const at = await stage(t, [
    {
      method: 'POST',
      path: `${adt}/debugger/breakpoints`,
      accept: 'application/xml',
      contentType: 'application/xml',
      body: /./,
      reply: never
    }
  ])
  const result = await at.data('ERPDiagnose', { ...run, seconds: 1 })
  assert.deepEqual(
    [result['limit'], result['detached'], result['notReleased']],
    ['seconds', false, ['perhaps breakpoints: the answer to setting them was lost']]
  )
  assert.deepEqual([called(at.asked, 'classrun'), called(at.asked, 'listeners')], [0, 0])
})

test('after the wait of a client the run goes on, and its result is collected', async t => {
  const goOn = Promise.withResolvers<undefined>()
  const at = await stage(t, [
    {
      ...valuesOf(['LV_X'], { id: 'LV_X', value: '1' }),
      reply: async () => {
        await goOn.promise
        return {}
      }
    }
  ])
  const session = {
    ...at.bench.session,
    running: createLongCalls({ signer: createTokenSigner('0123456789abcdef'), afterMs: 400 })
  }
  const ask = async (args: object) =>
    await runPrepared(prepare(session, 'ERPDiagnose', args), session, {
      signal: new AbortController().signal
    })
  const early = await ask({ ...run, capture: ['LV_X'] })
  assert.equal(errorOf(early).code, 'RUNNING')
  goOn.resolve(undefined)
  const late = await ask({ cursor: dataOf(early)['cursor'] })
  assert.deepEqual([dataOf(late)['verdict'], dataOf(late)['detached']], ['stopped', true])
  assertReleased(at)
})

test('a run has its audit line: who, what, on what, how it ended; no values', async t => {
  const at = await stage(t, [valuesOf(['LV_X'], { id: 'LV_X', value: 'canary-4711' })])
  await at.call('ERPDiagnose', { ...run, capture: ['LV_X'] })
  const lines: object[] = []
  const ignore = () => {}
  const keep = (line: object) => {
    lines.push(line)
  }
  createAudit({
    log: { debug: ignore, info: keep, warn: keep, error: keep },
    level: 'changes'
  }).observe(at.bench.events[0] ?? assert.fail('no event'))
  const {
    audit: { replica: _replica, ms: _ms, identity: _identity, erpCallId, erpRequests, ...audit }
  } = lines[0] as { audit: Record<string, unknown> }
  assert.match(String(erpCallId), /^[\da-f]{24}$/)
  assert.equal((erpRequests as Record<string, number>)['POST /sap/bc/adt/debugger/breakpoints'], 1)
  assert.deepEqual(audit, {
    kind: 'call',
    system: 'default',
    tool: 'ERPDiagnose',
    action: 'debug_run',
    letters: 'CDUA',
    changes: true,
    operation: 'debug+execute',
    outcome: 'ok',
    user: 'tester',
    method: 'local',
    object: 'CLAS ZCL_DEMO'
  })
  assert.ok(!JSON.stringify(lines).includes('canary'))
})
