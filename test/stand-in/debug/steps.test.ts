/**
 * Steps, watchpoints, frames and expansion of a debug run. Shapes as recorded or used live: the live
 * captures of Freight-Art/abapsmith (test/fixtures/live-captured/029-031, 940) and the debugger test
 * of fr0ster/mcp-abap-adt-clients, which runs against systems.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerWith } from '../../tools/helpers/erp.ts'
import type { BenchOptions } from '../../tools/helpers/erp.ts'
import { adt, assertReleased, called, experts, never, run, stage } from './stage.ts'
import type { Stage } from './stage.ts'
import { childrenOf, exception, source, stack, state, valuesOf } from './scene.ts'
import type { Exchange, Reply } from '../server.ts'

interface Stop {
  line: number
  values?: { name: string; value?: string; parts?: object[] }[]
  unchanged?: number
  watched?: string[]
  set?: { name: string; value: string; refused?: string }[]
  calls: { values?: object[]; unchanged?: number }[]
}
const stopsOf = (result: Readonly<Record<string, unknown>>) => result['stops'] as Stop[]

const step = (
  method: string,
  reply: NonNullable<Exchange['reply']>,
  query: NonNullable<Exchange['query']> = {}
): Exchange => ({
  method: 'POST',
  path: `${adt}/debugger`,
  query: { method, ...query },
  accept: 'application/xml',
  reply
})
const stands = (): Reply => ({ answer: state('step') })

/** The stack shows these lines, one at each stop. */
const lines = (...list: readonly number[]): Exchange => {
  let at = 0
  return {
    method: 'GET',
    path: `${adt}/debugger/stack`,
    query: { method: 'getStack', emode: '_', semanticURIs: 'true' },
    accept: 'application/xml',
    reply: () => ({ answer: stack(list[at++] ?? 99) })
  }
}

const frame = (position: number): Exchange => ({
  method: 'PUT',
  path: `${adt}/debugger/stack/type/ABAP/position/${position}`
})

const methods = (at: Stage) =>
  at.asked
    .filter(one => /debugger(?:\?method=(?:step|set)|\/watchpoints|\/stack\/)/.test(one))
    .map(one => one.replace(`${adt}/debugger`, '').replace('?method=', ''))

test('steps are taken one after the other from the first stop on, then the program goes on', async t => {
  const at = await stage(t, [
    lines(24, 25, 31, 26, 40),
    step('stepOver', stands),
    step('stepInto', stands),
    step('stepReturn', stands),
    step('stepRunToLine', stands, { uri: `${source}#start=40` })
  ])
  at.scene.stops = 1
  const result = await at.data('ERPDiagnose', {
    ...run,
    steps: ['over', 'stepInto', 'RETURN', 'line 40']
  })
  assert.deepEqual(methods(at), [
    'POST stepOver',
    'POST stepInto',
    'POST stepReturn',
    `POST stepRunToLine&uri=${source}#start=40`,
    'POST stepContinue'
  ])
  assert.deepEqual(
    [result['verdict'], stopsOf(result).map(({ line }) => line), result['detached']],
    ['stopped', [24, 25, 31, 26, 40], true]
  )
  assertReleased(at)
})

test('a stop shows what has changed since the stop of the procedure before', async t => {
  const values = ['1', '1', '2']
  let reads = 0
  const at = await stage(t, [
    lines(24, 25, 26),
    step('stepOver', stands),
    {
      ...valuesOf(['LV_I', 'LV_X']),
      reply() {
        const [value = '9'] = values.slice(reads++)
        return {
          answer: valuesOf([], { id: 'LV_I', value }, { id: 'LV_X', value: 'same' }).answer ?? ''
        }
      }
    }
  ])
  at.scene.stops = 1
  const result = await at.data('ERPDiagnose', {
    ...run,
    steps: ['over', 'over'],
    capture: ['LV_I', 'LV_X']
  })
  assert.deepEqual(
    stopsOf(result).map(({ values: shown, unchanged }) => [
      shown?.map(({ name, value }) => `${name}=${value}`),
      unchanged
    ]),
    [
      [['LV_I=1', 'LV_X=same'], undefined],
      [undefined, 2],
      [['LV_I=2'], 1]
    ]
  )
})

test('a step that ends the program, in every form that the ERP reports', async t => {
  for (const answer of [
    exception('AdiFailed', 'debuggeeEnded'),
    exception(
      'AdiFailed',
      'getStack',
      '<entry key="previous2ExceptionClassName">CX_TPDA_SYS_COMM_SLAVENOTCONN</entry>'
    )
  ]) {
    const at = await stage(t, [
      step('stepReturn', () => {
        at.scene.finish('continued')
        return { status: 500, answer }
      })
    ])
    const result = await at.data('ERPDiagnose', { ...run, steps: ['return', 'over'] })
    assert.deepEqual([result['verdict'], stopsOf(result).length], ['stopped', 1])
    assertReleased(at)
  }
})

test('a step that is never answered ends with the program, or with the time', async t => {
  const over = await stage(t, [
    step('stepOver', () => {
      over.scene.finish('continued')
      return never()
    })
  ])
  const result = await over.data('ERPDiagnose', { ...run, steps: ['over'] })
  assert.deepEqual([result['verdict'], result['limit']], ['stopped', undefined])
  assertReleased(over)

  const hangs = await stage(t, [step('stepInto', never)])
  const cut = await hangs.data('ERPDiagnose', { ...run, steps: ['into'], seconds: 1 })
  assert.deepEqual(
    [cut['limit'], hangs.scene.end, cut['detached']],
    ['seconds', 'terminated', true]
  )
  assertReleased(hangs)
})

test('cancelling between two steps lets the program go on', async t => {
  const cancel = new AbortController()
  let reads = 0
  const slow: Exchange = {
    ...valuesOf(['LV_I']),
    reply: async () => (reads++ === 0 ? {} : await never())
  }
  const at = await stage(t, [
    step('stepOver', () => {
      setTimeout(() => {
        cancel.abort()
      }, 20)
      return stands()
    }),
    slow
  ])
  at.scene.stops = 1
  const result = await at.call(
    'ERPDiagnose',
    { ...run, steps: ['over'], capture: ['LV_I'] },
    cancel.signal
  )
  assert.match(result.text, /^TOOL_CANCELLED/)
  assert.equal(at.scene.end, 'continued')
  assertReleased(at)
})

const watchpoint = (id: string, name: string) =>
  `<?xml version="1.0" encoding="utf-8"?><dbg:watchpoints xmlns:dbg="http://www.sap.com/adt/debugger"><watchpoint id="${id}" variableName="${name}" kind="local" active="true" expired="false" procedure="RUN"><condition/><oldValue>0 </oldValue><currentValue>0 </currentValue></watchpoint></dbg:watchpoints>`
const watches = (name: string, reply: Reply): Exchange => ({
  method: 'POST',
  path: `${adt}/debugger/watchpoints`,
  query: { variableName: name },
  accept: 'application/xml',
  reply: () => reply
})

test('a watched variable stops the program where it changes, and its watchpoint is removed', async t => {
  const removed: string[] = []
  const at = await stage(t, [
    watches('LV_TOTAL', { answer: watchpoint('1', 'LV_TOTAL') }),
    watches('LV_GONE', {
      status: 400,
      answer: exception('AdtFailed', '', '', 'Variable LV_GONE is not known')
    }),
    step('stepContinue', () => {
      if (removed.length > 0) {
        at.scene.finish('continued')
        return { status: 500, answer: exception('AdiFailed', 'debuggeeEnded') }
      }
      return {
        answer: state(
          'step',
          '',
          '<dbg:reachedWatchpoints><watchpoint id="1" variableName="LV_TOTAL" currentValue="3 "/></dbg:reachedWatchpoints>'
        )
      }
    }),
    {
      method: 'DELETE',
      path: `${adt}/debugger/watchpoints/1`,
      reply() {
        removed.push('1')
        return {}
      }
    },
    valuesOf(['LV_TOTAL', 'LV_GONE'], { id: 'LV_TOTAL', value: '3 ' })
  ])
  const result = await at.data('ERPDiagnose', {
    ...run,
    watch: ['lv_total', 'LV_GONE'],
    stops: 3
  })
  assert.deepEqual(result['watches'], [
    { name: 'LV_TOTAL' },
    { name: 'LV_GONE', refused: '<erp>Variable LV_GONE is not known</erp>' }
  ])
  assert.deepEqual(
    stopsOf(result).map(({ watched }) => watched),
    [undefined, ['LV_TOTAL'], ['LV_TOTAL']]
  )
  assert.deepEqual([removed, at.scene.end, result['detached']], [['1'], 'continued', true])
  assertReleased(at)
})

test('a release without watchpoints says so, and the run goes on', async t => {
  const at = await stage(t, [
    watches('LV_TOTAL', {
      status: 404,
      answer: exception('ExceptionResourceNotFound', '', '', 'Resource does not exist.')
    }),
    valuesOf(['LV_TOTAL'], { id: 'LV_TOTAL', value: '3' })
  ])
  const text = await at.text('ERPDiagnose', { ...run, watch: ['LV_TOTAL'] })
  assert.match(text, /watchpoint LV_TOTAL refused: this release has no watchpoints\n/)
  assertReleased(at)
})

test('values of outer calls: the frame is chosen, read, and the innermost one chosen again', async t => {
  let chosen = 2
  const choose = (position: number): Exchange => ({
    ...frame(position),
    reply() {
      chosen = position
      return {}
    }
  })
  const at = await stage(t, [
    choose(1),
    choose(2),
    {
      ...valuesOf(['LV_X']),
      reply: () => ({
        answer: valuesOf([], { id: 'LV_X', value: `in ${chosen}`, type: 'STRING' }).answer ?? ''
      })
    }
  ])
  at.scene.stops = 1
  const result = await at.data('ERPDiagnose', { ...run, capture: ['LV_X'], frames: 2 })
  const [stop] = stopsOf(result)
  assert.deepEqual(
    [stop?.values, stop?.calls[1]?.values],
    [
      [{ name: 'LV_X', type: 'STRING', value: 'in 2' }],
      [{ name: 'LV_X', type: 'STRING', value: 'in 1' }]
    ]
  )
  assert.equal(chosen, 2)
})

test('older releases choose a frame by its position', async t => {
  const bare = stack(24).replaceAll(/ stackUri="[^"]*"/g, '')
  const at = await stage(t, [
    {
      method: 'GET',
      path: `${adt}/debugger/stack`,
      query: { method: 'getStack', emode: '_', semanticURIs: 'true' },
      answer: bare
    },
    step('setStackPosition', () => ({}), { position: /^[12]$/ }),
    valuesOf(['LV_X'], { id: 'LV_X', value: '1' })
  ])
  at.scene.stops = 1
  await at.data('ERPDiagnose', { ...run, capture: ['LV_X'], frames: 2 })
  assert.deepEqual(methods(at), [
    'POST setStackPosition&position=1',
    'POST setStackPosition&position=2',
    'POST stepContinue'
  ])
})

test('rows of a table by their numbers, and structures inside of structures', async t => {
  const row = (at: number) => ({ id: `LT_ROWS[${at}]`, value: `row ${at}` })
  const at = await stage(t, [
    valuesOf(
      ['LT_ROWS', 'LS_A'],
      { id: 'LT_ROWS', type: 'TT_ROW', meta: 'table', lines: 12 },
      { id: 'LS_A', type: 'TS_A', meta: 'structure' }
    ),
    valuesOf(['LT_ROWS[11]', 'LT_ROWS[12]'], row(11), row(12)),
    childrenOf(['LS_A'], { parent: 'LS_A', id: 'LS_A-B', name: 'B', meta: 'structure', type: 'B' }),
    childrenOf(['LS_A-B'], { parent: 'LS_A-B', id: 'LS_A-B-C', name: 'C', value: '7' })
  ])
  at.scene.stops = 1
  const result = await at.data('ERPDiagnose', {
    ...run,
    capture: ['LT_ROWS[11..20]', 'LS_A'],
    depth: 2
  })
  assert.deepEqual(stopsOf(result)[0]?.values, [
    {
      name: 'LT_ROWS[11..20]',
      type: 'TT_ROW',
      lines: 12,
      parts: [
        { name: 'LT_ROWS[11]', type: 'I', value: 'row 11' },
        { name: 'LT_ROWS[12]', type: 'I', value: 'row 12' }
      ]
    },
    {
      name: 'LS_A',
      type: 'TS_A',
      parts: [{ name: 'B', type: 'B', parts: [{ name: 'C', type: 'I', value: '7' }] }]
    }
  ])
})

test('rows of blocked tables are not shown: not whole, not in tables, not by a component', async t => {
  const secret = 'canary-4711'
  const at = await stage(
    t,
    [
      valuesOf(
        ['LS_USER', 'LT_USER', 'LS_USER-BCODE', 'LV_X'],
        { id: 'LS_USER', type: '\\TYPE=USR02', meta: 'structure' },
        { id: 'LT_USER', type: 'TT_USER', meta: 'table', lines: 1 },
        { id: 'LS_USER-BCODE', type: 'XUCODE', value: secret },
        { id: 'LV_X', value: '1' }
      ),
      valuesOf(['LT_USER[1]'], { id: 'LT_USER[1]', type: 'USR02', meta: 'structure' })
    ],
    { wish: { policy: { ...experts.policy, blockedTables: ['USR*'] } } }
  )
  at.scene.stops = 1
  const result = await at.data('ERPDiagnose', {
    ...run,
    capture: ['LS_USER', 'LT_USER', 'LS_USER-BCODE', 'LV_X']
  })
  assert.deepEqual(stopsOf(result)[0]?.values, [
    { name: 'LS_USER', blocked: true },
    {
      name: 'LT_USER',
      type: 'TT_USER',
      lines: 1,
      parts: [{ name: 'LT_USER[1]', blocked: true }]
    },
    { name: 'LS_USER-BCODE', blocked: true },
    { name: 'LV_X', type: 'I', value: '1' }
  ])
  assert.ok(!JSON.stringify(result).includes(secret))
})

test('what the debugger does not do is refused by name, before anything is sent', async t => {
  const at = await stage(t)
  for (const [steps, words] of [
    [['= 5'], /knows no "= 5"/],
    [['jump 30'], /jumps over no statements/],
    [['sideways'], /knows no "sideways"/],
    [['line 0'], /knows no "line 0"/]
  ] as const) {
    const { text } = await at.call('ERPDiagnose', { ...run, steps })
    assert.match(text, words)
  }
  assert.equal(called(at.asked, 'debugger'), 0)
})

/** Everything that a change of values needs but the role of the system, which a gate knows. */
const changing = {
  policy: { expert: new Set(['debug', 'execute', 'debug-change'] as const) },
  caller: callerWith('read', 'write', 'admin'),
  client: { assertMayChange: async () => {}, words: () => undefined }
}
const assign = (name: string, value: string, reply: NonNullable<Exchange['reply']>): Exchange => ({
  method: 'POST',
  path: `${adt}/debugger`,
  query: { method: 'setVariableValue', variableName: name },
  contentType: 'text/plain; charset=utf-8',
  body: value,
  reply
})

test('a variable gets another value before the next step, and a refused one is told', async t => {
  const at = await stage(
    t,
    [
      lines(24, 25),
      step('stepOver', stands),
      assign('LV_X', '5', () => ({ answer: '5' })),
      assign('LS_ROW-NAME', "it's", () => ({ status: 400, answer: exception('conversion', 'no') }))
    ],
    { wish: changing }
  )
  at.scene.stops = 1
  const steps = ['lv_x = 5', "set LS_ROW-NAME='it''s'", 'over']
  const result = await at.data('ERPDiagnose', { ...run, steps })
  assert.deepEqual(methods(at), [
    'POST setVariableValue&variableName=LV_X',
    'POST setVariableValue&variableName=LS_ROW-NAME',
    'POST stepOver',
    'POST stepContinue'
  ])
  const [first, second] = stopsOf(result)
  assert.deepEqual(first?.set?.[0], { name: 'LV_X', value: '5' })
  assert.equal(first?.set?.[1]?.name, 'LS_ROW-NAME')
  assert.equal(first?.set?.[1]?.refused, 'An exception was raised')
  assert.equal(second?.set, undefined)
  assertReleased(at)
})

test('values are changed only with the expert mode, the scope, a known role and a program of its own', async t => {
  const wishes: readonly (readonly [BenchOptions, Record<string, unknown>, string])[] = [
    [{ ...changing, policy: experts.policy ?? {} }, {}, 'BLOCKED_EXPERT'],
    [{ policy: changing.policy, caller: changing.caller }, {}, 'BLOCKED_EXPERT'],
    [changing, { trigger: 'none', name: undefined }, 'TOOL_BAD_ARGUMENTS']
  ]
  for (const [wish, more, code] of wishes) {
    const at = await stage(t, [], { wish })
    const { text } = await at.call('ERPDiagnose', { ...run, ...more, steps: ['LV_X = 5'] })
    assert.match(text, new RegExp(`^${code}`))
    assert.equal(called(at.asked, 'debugger'), 0)
  }
  const at = await stage(t, [], { wish: { ...changing, caller: callerWith('read', 'write') } })
  await assert.rejects(async () => await at.call('ERPDiagnose', { ...run, steps: ['LV_X = 5'] }), {
    code: 'INSUFFICIENT_SCOPE'
  })
})
