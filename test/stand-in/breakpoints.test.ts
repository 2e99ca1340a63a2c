/** Breakpoints of the ERP GUI against documented bytes, and who may debug at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegistry, tools } from '../../tools/index.ts'
import type { Expert, PolicyOptions } from '../../tools/index.ts'
import { callerWith, errorOf } from '../tools/helpers/erp.ts'
import { adt, called, experts, run, stage } from './debug/stage.ts'
import { breakpointId, breakpointsBody, isSet, lineBreakpoint, setAnswer } from './debug/scene.ts'
import type { Exchange } from './server.ts'

const terminalId = '0242AC1100021EEB9D9F7A9E4E5F6789'
const options = { terminalId }
const identity = {
  scope: 'external',
  debuggingMode: 'terminal',
  requestUser: 'DEVELOPER',
  terminalId,
  ideId: /^[0-9A-F]{32}$/
}
const gui: Exchange = {
  method: 'POST',
  path: `${adt}/debugger/breakpoints`,
  accept: 'application/xml',
  contentType: 'application/xml',
  body: breakpointsBody(
    lineBreakpoint(24, ' condition="LV_X = &apos;A&apos;"'),
    `debuggingMode="terminal" requestUser="DEVELOPER" terminalId="${terminalId}" ideId="[0-9A-F]{32}"`
  ),
  answer: setAnswer(isSet)
}
const other = 'KIND=5.EXCEPTION_CLASS=CX_SY_ZERODIVIDE'
const list = (...told: readonly string[]): Exchange => ({
  method: 'GET',
  path: `${adt}/debugger/breakpoints`,
  query: identity,
  accept: 'application/xml',
  answer: told.length === 0 ? '' : setAnswer(...told)
})
const remove: Exchange = {
  method: 'DELETE',
  path: `${adt}/debugger/breakpoints/${encodeURIComponent(breakpointId)}`,
  query: identity,
  accept: 'application/xml'
}
const mine = {
  id: breakpointId,
  kind: 'line',
  object: { type: 'CLAS', name: 'ZCL_DEMO' },
  line: 25
}

test('set, listed though the ERP lists none, deleted', async t => {
  const at = await stage(t, [gui, list(), remove], { wish: {}, options })
  const made = await at.data('ERPDiagnose', {
    action: 'set_breakpoint',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    line: 24,
    condition: "LV_X = 'A'"
  })
  assert.deepEqual(
    { ...made, system: '' },
    {
      system: '',
      verdict: 'set',
      objects: [{ type: 'CLAS', name: 'ZCL_DEMO' }],
      user: 'DEVELOPER',
      breakpoints: [mine]
    }
  )
  assert.deepEqual((await at.data('ERPDiagnose', { action: 'breakpoints' }))['breakpoints'], [mine])
  assert.match(
    await at.text('ERPDiagnose', { action: 'delete_breakpoint', id: breakpointId }),
    /deleted breakpoint KIND=0/
  )
  assert.deepEqual((await at.data('ERPDiagnose', { action: 'breakpoints' }))['breakpoints'], [])
})

test('what the ERP lists is listed too, each once', async t => {
  const at = await stage(t, [gui, list(isSet, `<breakpoint kind="exception" id="${other}"/>`)], {
    wish: {},
    options
  })
  await at.data('ERPDiagnose', {
    action: 'set_breakpoint',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    line: 24,
    condition: "LV_X = 'A'"
  })
  assert.deepEqual((await at.data('ERPDiagnose', { action: 'breakpoints' }))['breakpoints'], [
    mine,
    { id: other, kind: 'exception', what: 'CX_SY_ZERODIVIDE' }
  ])
})

test('without the terminal there is nothing to share: the setting is named, and nothing is asked', async t => {
  const at = await stage(t)
  for (const args of [
    { action: 'breakpoints' },
    { action: 'set_breakpoint', name: 'ZCL_DEMO', line: 3 },
    { action: 'delete_breakpoint', id: breakpointId }
  ]) {
    const { code, text } = errorOf(await at.call('ERPDiagnose', args))
    assert.deepEqual(
      [code, /Decided by: --terminal-id$/.test(text)],
      ['BLOCKED_FEATURE', true],
      args.action
    )
  }
  assert.deepEqual(at.asked, [])
})

const forbidden: readonly (readonly [
  what: string,
  policy: Partial<PolicyOptions>,
  args: object,
  code: string,
  setting: RegExp
])[] = [
  ['no expert ability', {}, run, 'BLOCKED_EXPERT', /--expert/],
  [
    'only another ability',
    { expert: new Set<Expert>(['execute', 'amdp']) },
    run,
    'BLOCKED_EXPERT',
    /expert mode "debug"/
  ],
  [
    'debugging without starting',
    { expert: new Set<Expert>(['debug']) },
    run,
    'BLOCKED_EXPERT',
    /expert mode "execute"/
  ],
  [
    'database procedures without their ability',
    { expert: new Set<Expert>(['debug', 'execute']) },
    { ...run, action: 'amdp_run' },
    'BLOCKED_EXPERT',
    /expert mode "amdp"/
  ],
  [
    'read-only',
    { readOnly: true, expert: new Set<Expert>(['debug', 'execute']) },
    run,
    'BLOCKED_READ_ONLY',
    /--read-only/
  ],
  [
    'read-only, GUI',
    { readOnly: true },
    { action: 'set_breakpoint', name: 'ZCL_DEMO', line: 3 },
    'BLOCKED_READ_ONLY',
    /--read-only/
  ],
  ...[...'CDUA'].map(
    letter =>
      [
        `without ${letter}`,
        { disallowedOps: letter, expert: new Set<Expert>(['debug', 'execute']) },
        run,
        'BLOCKED_OPERATION',
        /--disallowed-ops/
      ] as const
  ),
  [
    'GUI without U',
    { disallowedOps: 'U' },
    { action: 'delete_breakpoint', id: 'x' },
    'BLOCKED_OPERATION',
    /--disallowed-ops/
  ]
]

for (const [what, policy, args, code, setting] of forbidden) {
  test(`forbidden: ${what}`, async t => {
    const at = await stage(t, [], { wish: { policy }, options })
    const refusal = errorOf(await at.call('ERPDiagnose', args))
    assert.equal(refusal.code, code)
    assert.match(refusal.text, setting)
    assert.deepEqual(at.asked, [])
  })
}

test('packages: neither a program nor a breakpoint of an object outside', async t => {
  const metadata: Exchange = {
    method: 'GET',
    path: `${adt}/oo/classes/zcl_demo`,
    query: { version: 'active' },
    answer:
      '<class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC"><adtcore:packageRef adtcore:name="SAPSALES"/></class:abapClass>'
  }
  const at = await stage(t, [{ ...metadata, query: {} }, metadata], {
    wish: { policy: { ...experts.policy, allowedPackages: ['Z*'] } },
    options
  })
  assert.equal(await at.code('ERPDiagnose', run), 'BLOCKED_PACKAGE')
  assert.equal(
    await at.code('ERPDiagnose', {
      action: 'set_breakpoint',
      type: 'CLAS',
      name: 'ZCL_DEMO',
      line: 24
    }),
    'BLOCKED_PACKAGE'
  )
  assert.equal(called(at.asked, '/debugger'), 0)
})

test("a missing scope is the protocol's refusal", async t => {
  const at = await stage(t, [], { wish: { ...experts, caller: callerWith('read') }, options })
  for (const args of [run, { action: 'set_breakpoint', name: 'ZCL_DEMO', line: 3 }]) {
    await assert.rejects(at.call('ERPDiagnose', args), /Insufficient scope/)
  }
  assert.deepEqual(at.asked, [])
})

test('features that are off: the setting is named', async t => {
  for (const feature of ['amdp', 'db']) {
    const at = await stage(t, [], {
      wish: { ...experts, features: new Map([[feature, 'absent']]) }
    })
    const { code, text } = errorOf(await at.call('ERPDiagnose', { ...run, action: 'amdp_run' }))
    assert.equal(code, 'BLOCKED_FEATURE')
    assert.ok(text.includes(`--feature-${feature}`), text)
    assert.deepEqual(at.asked, [])
  }
})

test("too few connections would stand in each other's way", async t => {
  const at = await stage(t, [], { options: { connections: 2 } })
  const { code, text } = errorOf(await at.call('ERPDiagnose', run))
  assert.deepEqual([code, /--connections/.test(text), at.asked], ['BLOCKED_FEATURE', true, []])
})

test('listed only where they can be called, with their arguments', () => {
  const listed = (
    expert: readonly Expert[],
    features: ReadonlyMap<string, 'absent'> = new Map()
  ) => {
    const registry = createRegistry(tools, {
      transportable: false,
      transportsEnabled: false,
      expert: new Set(expert),
      features
    })
    const schema =
      registry.visible(callerWith('read', 'write')).find(({ name }) => name === 'ERPDiagnose')
        ?.inputSchema ?? assert.fail('not listed')
    const listing = schema['properties'] as Readonly<Record<string, { enum?: readonly string[] }>>
    return [
      ['debug_run', 'amdp_run', 'set_breakpoint'].map(name =>
        listing['action']?.enum?.includes(name)
      ),
      ['capture', 'trigger'].map(name => name in listing)
    ]
  }
  assert.deepEqual(listed([]), [
    [false, false, true],
    [false, false]
  ])
  assert.deepEqual(listed(['debug']), [
    [true, false, true],
    [true, true]
  ])
  assert.deepEqual(listed(['execute']), [
    [false, false, true],
    [false, false]
  ])
  assert.deepEqual(listed(['amdp']), [
    [false, true, true],
    [true, true]
  ])
  assert.deepEqual(listed(['amdp'], new Map([['db', 'absent']])), listed([]))
})

const wrong: readonly (readonly [what: string, args: object, message: RegExp])[] = [
  ['no breakpoint', { ...run, breakpoints: [] }, /breakpoints/],
  ['too many', { ...run, breakpoints: Array(21).fill(run.breakpoints[0]) }, /breakpoints/],
  [
    'a place without line',
    { ...run, breakpoints: [{ name: 'ZCL_DEMO' }] },
    /`name` and `line`, or `event`/
  ],
  [
    'a line without object',
    { ...run, breakpoints: [{ line: 3 }] },
    /`name` and `line`, or `event`/
  ],
  [
    'both',
    { ...run, breakpoints: [{ name: 'ZCL_DEMO', line: 3, event: 'COMMIT WORK' }] },
    /either a line of an object or an `event`/
  ],
  [
    'an event that is none',
    { ...run, breakpoints: [{ event: '"/><x' }] },
    /neither an exception class nor a statement nor a message/
  ],
  [
    'a field that is none',
    { ...run, breakpoints: [{ name: 'ZCL_DEMO', line: 3, colour: 'red' }] },
    /colour/
  ],
  ['line 0', { ...run, breakpoints: [{ name: 'ZCL_DEMO', line: 0 }] }, /line/],
  [
    'a part that the type does not have',
    { ...run, breakpoints: [{ type: 'PROG', name: 'ZDEMO', include: 'macros', line: 3 }] },
    /no include "macros"/
  ],
  ['no trigger', { ...run, trigger: undefined }, /trigger/],
  ['a trigger that is none', { ...run, trigger: 'shell' }, /trigger/],
  ['a program without name', { ...run, name: undefined }, /what the trigger starts/],
  ['a name without program', { ...run, trigger: 'none' }, /there is no trigger/],
  ['no time at all', { ...run, seconds: -1 }, /seconds/],
  ['no end', { ...run, seconds: 3600 }, /seconds/],
  ['stops without end', { ...run, stops: 1000 }, /stops/],
  [
    'conditions for a database',
    {
      ...run,
      action: 'amdp_run',
      breakpoints: [{ type: 'CLAS', name: 'ZCL_DEMO', line: 3, condition: 'X = 1' }]
    },
    /lines only, and without condition/
  ],
  [
    'events for a database',
    { ...run, action: 'amdp_run', breakpoints: [{ event: 'COMMIT WORK' }] },
    /lines only/
  ],
  ['a GUI breakpoint nowhere', { action: 'set_breakpoint' }, /`name` and `line`, or `event`/],
  ['the deletion of nothing', { action: 'delete_breakpoint' }, /id/]
]

for (const [what, args, message] of wrong) {
  test(`wrong: ${what}`, async t => {
    const at = await stage(t, [], { options })
    const { code, text } = errorOf(await at.call('ERPDiagnose', args))
    assert.equal(code, 'TOOL_BAD_ARGUMENTS')
    assert.match(text, message)
    assert.deepEqual(at.asked, [])
  })
}
