/**
 * ERPDiagnose amdp_run: a session that tells of events one after the other, and its end whatever
 * happens.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorOf } from '../tools/helpers/erp.ts'
import { adt, called, never, run, stage } from './debug/stage.ts'
import type { Stage } from './debug/stage.ts'
import { exception, source } from './debug/scene.ts'
import type { Exchange, Reply } from './server.ts'

const base = `${adt}/amdp/debugger/main`
const main = `${base}/a4h:30215:300123`
const debuggeeId = 'a4h:30215:300123:1:1'
const options = { ...run, action: 'amdp_run' }

const events = (...list: readonly string[]): Reply => ({
  type: 'application/vnd.sap.adt.amdp.dbg.main.v4+xml',
  answer: `<amdpdbg:mainResponseList xmlns:amdpdbg="http://www.sap.com/adt/amdp/debugger" xmlns:adtcore="http://www.sap.com/adt/core">${list.join('')}</amdpdbg:mainResponseList>`
})
const event = (kind: string, value = '', debuggee = '') =>
  `<amdpdbg:mainResponse amdpdbg:kind="${kind}" amdpdbg:requestId="1" amdpdbg:debuggeeId="${debuggee}"><amdpdbg:value>${value}</amdpdbg:value></amdpdbg:mainResponse>`
const position = (line: number) =>
  `<amdpdbg:abapPosition amdpdbg:procedureName="ZCL_DEMO=&gt;SUM_UP" adtcore:uri="${source}#start=${line}"/><amdpdbg:nativePosition amdpdbg:procedureName="ZCL_DEMO=&gt;SUM_UP" amdpdbg:schemaName="SAPDEMO" amdpdbg:line="19"/>`
const variables =
  '<amdpdbg:variables><amdpdbg:variable amdpdbg:scope="input" amdpdbg:name="IV_N" amdpdbg:type="INTEGER" amdpdbg:isNullValue="false" amdpdbg:tableHandle="0">10</amdpdbg:variable><amdpdbg:variable amdpdbg:scope="local" amdpdbg:name="LT_ROWS" amdpdbg:type="TABLE" amdpdbg:isNullValue="false" amdpdbg:tableHandle="42" amdpdbg:tableLength="3"/><amdpdbg:variable amdpdbg:scope="output" amdpdbg:name="EV_SUM" amdpdbg:type="INTEGER" amdpdbg:isNullValue="true" amdpdbg:tableHandle="0"/><amdpdbg:variable amdpdbg:scope="system" amdpdbg:name="::ROWCOUNT" amdpdbg:type="BIGINT" amdpdbg:isNullValue="true" amdpdbg:tableHandle="0"/></amdpdbg:variables>'
const stopAt = (line: number) =>
  event(
    'ON_BREAK',
    `${position(line)}${variables}<amdpdbg:callstack><amdpdbg:callstackEntry amdpdbg:index="1">${position(line)}</amdpdbg:callstackEntry></amdpdbg:callstack>`,
    debuggeeId
  )
const toggled = (state: string, message = '') =>
  event(
    'ON_TOGGLE_BREAKPOINTS',
    `<amdpdbg:onToggleBreakpoints><amdpdbg:breakpoints><amdpdbg:breakpoint amdpdbg:clientId="c1" amdpdbg:state="${state}" amdpdbg:errorMessage="${message}" adtcore:uri="${source}#start=24"/></amdpdbg:breakpoints></amdpdbg:onToggleBreakpoints>`
  )

const sync = (list: string, reply?: Exchange['reply']): Exchange => ({
  method: 'POST',
  path: `${main}/breakpoints`,
  contentType: 'application/vnd.sap.adt.amdp.dbg.bpsync.v1+xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><amdpdbg:breakpointsSyncRequest xmlns:amdpdbg="http://www.sap.com/adt/amdp/debugger" xmlns:adtcore="http://www.sap.com/adt/core" amdpdbg:syncMode="FULL"><amdpdbg:breakpoints>${list}</amdpdbg:breakpoints></amdpdbg:breakpointsSyncRequest>`,
  ...(reply === undefined ? {} : { reply })
})
const line24 = `<amdpdbg:breakpoint amdpdbg:clientId="c1" adtcore:uri="${source}#start=24"/>`

interface Play {
  started: boolean
  standing: boolean
  hard: boolean | undefined
  readonly exchanges: readonly Exchange[]
}

/** Sync, two stops, the end; the program waits for the procedure. */
function play(stops = 2): Play {
  const over = Promise.withResolvers<Reply>()
  const queue: Reply[] = [events(event('SYNC_BREAKPOINTS')), events(toggled('VALID'))]
  let waiting: ((reply: Reply) => void) | undefined
  let left = stops
  const tell = (reply: Reply) => {
    if (waiting === undefined) queue.push(reply)
    else waiting(reply)
    waiting = undefined
  }
  const scene: Play = {
    started: false,
    standing: false,
    hard: undefined,
    exchanges: [
      {
        method: 'POST',
        path: base,
        query: { stopExisting: 'false', requestUser: 'DEVELOPER', cascadeMode: 'NONE' },
        accept: 'application/vnd.sap.adt.amdp.dbg.startmain.v1+xml',
        headers: { location: main },
        answer:
          '<amdpdbg:startParameters xmlns:amdpdbg="http://www.sap.com/adt/amdp/debugger"><amdpdbg:parameter key="HANA_SESSION_ID" value="a4h:30215:300123"/></amdpdbg:startParameters>',
        reply() {
          scene.started = true
          return {}
        }
      },
      sync(line24),
      sync(''),
      {
        method: 'GET',
        path: main,
        accept: 'application/vnd.sap.adt.amdp.dbg.main.v4+xml',
        reply: async () =>
          queue.shift() ??
          (await new Promise<Reply>(resolve => {
            waiting = resolve
          }))
      },
      {
        method: 'POST',
        path: `${adt}/oo/classrun/ZCL_DEMO`,
        accept: 'text/plain',
        type: 'text/plain',
        async reply() {
          scene.standing = true
          tell(events(stopAt(24)))
          return await over.promise
        }
      },
      {
        method: 'POST',
        path: `${main}/debuggees/${encodeURIComponent(debuggeeId)}`,
        query: { step: 'continue' },
        reply() {
          if (--left > 0) tell(events(stopAt(24)))
          else {
            scene.standing = false
            over.resolve({ answer: 'sum 55' })
            tell(events(event('ON_EXECUTION_END', '', debuggeeId)))
          }
          return { status: 202 }
        }
      },
      {
        method: 'DELETE',
        path: main,
        reply() {
          scene.started = false
          scene.hard = false
          return {}
        }
      },
      {
        method: 'DELETE',
        path: main,
        query: { hardStop: 'true' },
        reply() {
          scene.started = false
          scene.standing = false
          scene.hard = true
          over.resolve({
            status: 500,
            answer: exception('AMDB_DBG_Failure', 'CANCELLED', '', 'The procedure was cancelled')
          })
          return {}
        }
      }
    ]
  }
  return scene
}

async function onStage(
  t: Parameters<typeof stage>[0],
  scene: Play,
  more: readonly Exchange[] = []
): Promise<Stage> {
  return await stage(t, [...scene.exchanges, ...more])
}

function assertEnded(at: Stage, scene: Play): void {
  assert.deepEqual([scene.started, scene.standing, [...at.sessions]], [false, false, []])
}

test('two stops with what was asked for, and the end', async t => {
  const scene = play()
  const at = await onStage(t, scene)
  const result = await at.data('ERPDiagnose', {
    ...options,
    capture: ['iv_n', 'LT_ROWS', 'EV_SUM', 'NONE']
  })
  const stop = {
    reached: [],
    object: { type: 'CLAS', name: 'ZCL_DEMO' },
    line: 24,
    calls: [
      {
        program: 'ZCL_DEMO=>SUM_UP',
        include: 'ZCL_DEMO=>SUM_UP',
        line: 19,
        event: 'PROCEDURE ZCL_DEMO=>SUM_UP',
        object: { type: 'CLAS', name: 'ZCL_DEMO' }
      }
    ],
    values: [
      { name: 'IV_N', type: 'INTEGER', value: '10' },
      { name: 'LT_ROWS', type: 'TABLE', lines: 3 },
      { name: 'EV_SUM', type: 'INTEGER', value: 'NULL' },
      { name: 'NONE', unknown: true }
    ]
  }
  assert.deepEqual(
    { ...result, system: '' },
    {
      system: '',
      verdict: 'stopped',
      objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }],
      user: 'DEVELOPER',
      breakpoints: [{ kind: 'line', object: { type: 'CLAS', name: 'ZCL_DEMO' }, line: 24 }],
      stops: [
        { number: 1, ...stop },
        { number: 2, ...stop }
      ],
      trigger: { kind: 'run_class', outcome: 'finished', output: 'sum 55' },
      detached: true
    }
  )
  assertEnded(at, scene)
})

test("only requested values are shown; @LOCALS are all but the database's own", async t => {
  const at = await onStage(t, play(1))
  const none = await at.data('ERPDiagnose', { ...options, stops: 1 })
  assert.equal((none['stops'] as { values?: unknown }[])[0]?.values, undefined)
  const all = await (
    await onStage(t, play(1))
  ).data('ERPDiagnose', { ...options, stops: 1, capture: ['@LOCALS'] })
  assert.deepEqual(
    (all['stops'] as { values: { name: string }[] }[])[0]?.values.map(({ name }) => name),
    ['IV_N', 'LT_ROWS', 'EV_SUM']
  )
})

test('at most so many stops: without breakpoints it goes on to its end', async t => {
  const scene = play(1)
  const at = await onStage(t, scene)
  const result = await at.data('ERPDiagnose', { ...options, stops: 1 })
  assert.deepEqual(
    [result['limit'], result['trigger'], scene.hard],
    ['stops', { kind: 'run_class', outcome: 'finished', output: 'sum 55' }, false]
  )
  assertEnded(at, scene)
})

test('a procedure that cannot be let go on is ended hard', async t => {
  const scene = play(1)
  const at = await onStage(t, scene, [
    sync('', () => ({ status: 500, answer: exception('AMDB_DBG_Failure', 'BROKEN') }))
  ])
  const result = await at.data('ERPDiagnose', { ...options, stops: 1 })
  assert.deepEqual([result['limit'], scene.hard, result['detached']], ['stops', true, true])
  assertEnded(at, scene)
})

test('the time is over while nothing happens', async t => {
  const scene = play()
  const at = await onStage(t, scene)
  const result = await at.data('ERPDiagnose', {
    ...options,
    name: undefined,
    trigger: 'none',
    seconds: 1
  })
  assert.deepEqual(
    [result['limit'], result['stops'], called(at.asked, 'classrun')],
    ['seconds', [], 0]
  )
  assertEnded(at, scene)
})

test('a release that reports an empty list as a failure is asked again', async t => {
  const scene = play(1)
  let asked = 0
  const waits = scene.exchanges.find(({ method, path }) => method === 'GET' && path === main)
  const at = await onStage(t, scene, [
    {
      method: 'GET',
      path: main,
      reply: async what =>
        ++asked === 2
          ? { status: 500, answer: exception('AMDB_DBG_Failure', 'EMPTY') }
          : ((await waits?.reply?.(what)) ?? {})
    }
  ])
  assert.equal((await at.data('ERPDiagnose', options))['verdict'], 'stopped')
  assertEnded(at, scene)
})

test('a line where the database cannot stop', async t => {
  const scene = play()
  let asked = 0
  const at = await onStage(t, scene, [
    {
      method: 'GET',
      path: main,
      reply: () =>
        ++asked === 1
          ? events(event('SYNC_BREAKPOINTS'), toggled('INVALID', 'No executable statement'))
          : events()
    }
  ])
  const { code, text } = errorOf(await at.call('ERPDiagnose', options))
  assert.equal(code, 'TOOL_BAD_BREAKPOINT')
  assert.match(text, /INVALID No executable statement/)
  assert.equal(called(at.asked, 'classrun'), 0)
  assertEnded(at, scene)
})

test('a session that is there already is left alone, unless it shall be taken over', async t => {
  const scene = play()
  const at = await onStage(t, scene, [
    {
      method: 'POST',
      path: base,
      query: { stopExisting: 'false', requestUser: 'DEVELOPER', cascadeMode: 'NONE' },
      status: 500,
      answer: exception('AMDB_DBG_Failure', 'DEBUGGEE_CONTEXT_LOCKED_BY_ME')
    }
  ])
  const { code, text } = errorOf(await at.call('ERPDiagnose', options))
  assert.deepEqual(
    [code, /takeOver: true ends it/.test(text), called(at.asked, 'DELETE')],
    ['ERP_BUSY', true, 0]
  )
  const over = play()
  const start = over.exchanges[0] ?? assert.fail('no exchange')
  const next = await onStage(t, over, [
    { ...start, query: { stopExisting: 'true', requestUser: 'DEVELOPER', cascadeMode: 'NONE' } }
  ])
  assert.equal(
    (await next.data('ERPDiagnose', { ...options, takeOver: true }))['verdict'],
    'stopped'
  )
  assertEnded(next, over)
})

test('the client cancels while the procedure stands', async t => {
  const scene = play(1)
  const step =
    scene.exchanges.find(({ query }) => query?.['step'] !== undefined) ?? assert.fail('no exchange')
  let asked = 0
  const at = await onStage(t, scene, [
    {
      ...step,
      reply: async what => (++asked === 1 ? await never() : ((await step.reply?.(what)) ?? {}))
    }
  ])
  const cancel = new AbortController()
  const call = at.call('ERPDiagnose', { ...options }, cancel.signal)
  while (called(at.asked, 'step=continue') === 0) {
    await new Promise(resolve => {
      setTimeout(resolve, 5)
    })
  }
  cancel.abort()
  assert.equal(errorOf(await call).code, 'TOOL_CANCELLED')
  assert.equal(scene.hard, false)
  assertEnded(at, scene)
})

test('the bridge closes while it waits', async t => {
  const scene = play()
  const at = await onStage(t, scene)
  const asked = at.call('ERPDiagnose', { ...options, name: undefined, trigger: 'none' })
  while (called(at.asked, `GET ${main}`) < 3) {
    await new Promise(resolve => {
      setTimeout(resolve, 5)
    })
  }
  await at.erp.close()
  assert.match(errorOf(await asked).text, /because the bridge closes\. Nothing of it is left/)
  assertEnded(at, scene)
})

test('the ERP ends in the middle', async t => {
  const scene = play()
  const at = await onStage(t, scene, [
    {
      method: 'POST',
      path: `${main}/debuggees/${encodeURIComponent(debuggeeId)}`,
      query: { step: 'continue' },
      reply: () => {
        at.die()
        return never()
      }
    }
  ])
  const { code, text } = errorOf(await at.call('ERPDiagnose', options))
  assert.equal(code, 'OUTCOME_UNKNOWN')
  assert.match(text, /NOT RELEASED: the debugger session a4h:30215:300123 \(Nothing listens/)
})

test('a system without it is reported as such', async t => {
  const at = await stage(t, [
    {
      method: 'POST',
      path: base,
      query: { stopExisting: 'false', requestUser: 'DEVELOPER', cascadeMode: 'NONE' },
      status: 404,
      answer: exception(
        'ExceptionResourceNotFound',
        '',
        '',
        'Resource  /sap/bc/adt/amdp/debugger/main does not exist.'
      )
    },
    // which other ways the system has
    {
      method: 'GET',
      path: '/sap/bc/adt/discovery',
      accept: 'application/atomsvc+xml',
      answer: `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace><app:collection href="/sap/bc/adt/debugger"/></app:workspace></app:service>`
    }
  ])
  const { code, text } = errorOf(await at.call('ERPDiagnose', options))
  assert.deepEqual(
    [code, /debug_run shows/.test(text), [...at.sessions]],
    ['NOT_SUPPORTED_BY_RELEASE', true, []]
  )
})
