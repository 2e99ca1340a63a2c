import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalise } from '../../../tools/schema/normalise.ts'
import { prepare, tools } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'

const toolNamed = (name: string) => tools.find(tool => tool.name === name) ?? assert.fail(name)

function understood(name: string, raw: unknown, transportable = true): Record<string, unknown> {
  const result = normalise(toolNamed(name), raw, { transportable })
  if ('error' in result) throw result.error
  return {
    ...(result.action.name === undefined ? {} : { action: result.action.name }),
    ...result.args
  }
}

function refusal(name: string, raw: unknown, transportable = true): string {
  const result = normalise(toolNamed(name), raw, { transportable })
  assert.ok('error' in result, `${JSON.stringify(raw)} was understood`)
  return `${result.error.code} ${result.error.message} ${result.error.details.remedy ?? ''}`
}

test('other spellings of the same argument', () => {
  const wanted = { type: 'CLAS', name: 'ZCL_DEMO' }
  const inputs: unknown[] = [
    { type: 'CLAS', name: 'ZCL_DEMO' },
    { type: 'clas', name: ' zcl_demo ' },
    { type: 'CLAS/OC', name: 'zcl_demo' },
    { type: 'class', object_name: 'zcl_demo' },
    { objectType: 'Class', objectName: 'ZCL_DEMO' },
    { class: 'zcl_demo' },
    { class_name: 'zcl_demo', type: 'CLAS' },
    { className: 'zcl_demo', method: null, lines: '', objects: [], outline: undefined },
    { object_uri: '/sap/bc/adt/oo/classes/zcl_demo' },
    { name: '/sap/bc/adt/oo/classes/zcl_demo/source/main' },
    '{"type":"CLAS","name":"zcl_demo"}'
  ]
  for (const input of inputs) {
    assert.deepEqual(understood('ERPRead', input), wanted, JSON.stringify(input))
  }
  assert.deepEqual(understood('ERPRead', { program: 'zdemo' }), { type: 'PROG', name: 'ZDEMO' })
  assert.deepEqual(understood('ERPDiagnose', { action: 'unit_test', package: '$orders' }), {
    action: 'unit_test',
    type: 'DEVC',
    name: '$ORDERS'
  })
  assert.deepEqual(understood('ERPActivate', { package: '$orders' }), {
    action: 'activate',
    package: '$ORDERS'
  })
  assert.deepEqual(understood('ERPRead', { function_module: 'z_fm', function_group: 'zgrp' }), {
    type: 'FUNC',
    name: 'Z_FM',
    group: 'ZGRP'
  })
  assert.deepEqual(understood('ERPRead', { name: 'zcl_demo=>run' }), {
    name: 'ZCL_DEMO',
    method: 'RUN'
  })
})

test('numbers, booleans, words and lists as text', () => {
  assert.deepEqual(
    understood('ERPRead', { name: 'X', outline: 'true', maxResults: '5', include: 'CCAU' }),
    { name: 'X', outline: true, maxResults: 5, include: 'testclasses' }
  )
  assert.deepEqual(understood('ERPSearch', { query: 'z*', limit: '20', kind: 'NAME' }), {
    query: 'z*',
    maxResults: 20,
    kind: 'name'
  })
  assert.deepEqual(understood('ERPQuery', { query: 'SELECT 1', max_rows: '7' }), {
    sql: 'SELECT 1',
    maxRows: 7
  })
  assert.deepEqual(understood('ERPQuery', { table: 't000', columns: 'a, b', limit: 3 }), {
    table: 'T000',
    columns: ['a', 'b'],
    maxRows: 3
  })
  assert.deepEqual(understood('ERPSearch', { names: '["a","b"]' }), { names: ['a', 'b'] })
  assert.deepEqual(
    understood('ERPActivate', {
      objects: '[{"object_type":"class","object_name":"zcl_a"},"INTF zif_b"]'
    }),
    {
      action: 'activate',
      objects: [
        { type: 'CLAS', name: 'ZCL_A' },
        { type: 'INTF', name: 'ZIF_B' }
      ]
    }
  )
  assert.deepEqual(
    understood('ERPWrite', {
      action: 'Edit',
      name: 'x',
      edits: [{ old_string: 'a', new_string: '' }]
    }),
    { action: 'edit', name: 'X', edits: [{ old: 'a', new: '' }] }
  )
  assert.deepEqual(
    understood('ERPWrite', {
      action: 'edit',
      name: 'x',
      edits: '{"old":"a","new":"b"}',
      dryRun: '1'
    }),
    { action: 'edit', name: 'X', edits: [{ old: 'a', new: 'b' }], dryRun: true }
  )
})

test('a single edit may stand beside the other arguments', () => {
  assert.deepEqual(
    understood('ERPWrite', { action: 'edit', name: 'x', old_string: 'a', new_string: '' }),
    { action: 'edit', name: 'X', edits: [{ old: 'a', new: '' }] }
  )
})

test('fields that clients fill in without a meaning are left out', () => {
  const filled = {
    action: 'delete',
    type: 'CLAS',
    name: 'zcl_a',
    source: '',
    method: null,
    include: '',
    overwrite: false,
    activate: 'false',
    edits: [],
    expectedHash: '',
    objects: {}
  }
  assert.deepEqual(understood('ERPWrite', filled), {
    action: 'delete',
    type: 'CLAS',
    name: 'ZCL_A'
  })
  assert.deepEqual(
    understood('ERPNavigate', {
      action: 'definition',
      name: 'a',
      line: 0,
      column: 0,
      maxResults: 0
    }),
    { action: 'definition', name: 'A' }
  )
  assert.deepEqual(understood('ERPDiagnose', { action: 'unit_test', name: 'a', version: 'auto' }), {
    action: 'unit_test',
    name: 'A'
  })
})

test('what would change the meaning is refused and says where it belongs', () => {
  assert.match(
    refusal('ERPWrite', { action: 'update', name: 'x', source: 'y', method: 'run' }),
    /`method` does not belong to the action update.*edit_method/
  )
  assert.match(
    refusal('ERPWrite', { action: 'delete', name: 'x', source: 'y' }),
    /`source` does not belong/
  )
  assert.match(refusal('ERPRead', { class: 'ZCL_A', name: 'ZCL_B' }), /contradict/)
  assert.match(refusal('ERPRead', { class: 'ZCL_A', type: 'INTF' }), /contradict/)
  assert.match(refusal('ERPRead', { name: 'ZCL_A=>RUN', method: 'STOP' }), /contradict/)
})

test('unknown words name the near match', () => {
  assert.match(
    refusal('ERPRead', { name: 'x', versoin: 'active' }),
    /no argument `versoin`.*`version`/
  )
  assert.match(refusal('ERPWrite', { action: 'edit_metod', name: 'x' }), /edit_method/)
  assert.match(refusal('ERPWrite', { name: 'x' }), /`action` is missing.*create, update/)
  assert.match(refusal('ERPRead', [1]), /one JSON object/)
  assert.match(refusal('ERPRead', '{'), /one JSON object/)
  assert.match(refusal('ERPRead', { uri: '/sap/bc/adt/nowhere/x' }), /not the address/)
})

test('a request number is refused where transportable edits are off, an empty one is not', () => {
  assert.match(
    refusal('ERPWrite', { action: 'delete', name: 'x', transport: 'devk900001' }, false),
    /BLOCKED_TRANSPORT/
  )
  assert.deepEqual(understood('ERPWrite', { action: 'delete', name: 'x', transport: '' }, false), {
    action: 'delete',
    name: 'X'
  })
  assert.deepEqual(understood('ERPWrite', { action: 'delete', name: 'x', corrnr: 'devk900001' }), {
    action: 'delete',
    name: 'X',
    transport: 'DEVK900001'
  })
})

test('sources, conditions and edits pass unchanged', () => {
  const source = '  Report x.\r\n\t" ümlaut 🚢 \u0001\n'
  assert.equal(
    understood('ERPWrite', { action: 'create', type: 'PROG', name: 'x', source })['source'],
    source
  )
  assert.equal(understood('ERPQuery', { table: 't', where: "a = 'b c'" })['where'], "a = 'b c'")
})

test('control characters and broken Unicode are refused in names', () => {
  assert.match(refusal('ERPRead', { name: 'A\r\nX-Evil: 1' }), /control characters/)
  assert.match(refusal('ERPActivate', { objects: [{ name: 'A\u0000' }] }), /control characters/)
  assert.match(
    refusal('ERPWrite', { action: 'update', name: 'X', source: '\ud800' }),
    /half of a character/
  )
})

test('odd input is refused', () => {
  const proto = JSON.parse('{"name":"x","__proto__":{"type":"CLAS"},"constructor":"y"}')
  assert.match(refusal('ERPRead', proto), /no argument/)
  const action = normalise(
    toolNamed('ERPWrite'),
    { action: 'constructor', name: 'x' },
    { transportable: true }
  )
  assert.ok('error' in action)
  for (const value of [['CLAS', 'INTF'], { a: 1 }, 5]) {
    const result = normalise(
      toolNamed('ERPActivate'),
      { type: value, name: 'x' },
      { transportable: true }
    )
    assert.ok(
      'error' in result || 'problems' in result.action.bind(result.args),
      JSON.stringify(value)
    )
  }
})

test('a value that is not what it pretends to be is refused in every place, and recorded', async () => {
  const { session, call, events } = benchOf()
  const odd: readonly unknown[] = [
    { toString: 'x' },
    { valueOf: 1, toString: null },
    { toJSON: 'x' },
    { then: 'x' },
    { length: 1e9 },
    [[]],
    [{ name: { toString: 'x' } }],
    [null],
    { constructor: null }
  ]
  const faults: string[] = []
  for (const tool of tools) {
    for (const [name, action] of tool.actions) {
      for (const key of ['action', ...Object.keys(action.properties)]) {
        for (const value of odd) {
          const args = {
            ...(name === '' ? {} : { action: name }),
            type: 'CLAS',
            name: 'ZCL_X',
            [key]: value
          }
          try {
            // What is understood would go to an ERP that is not there.
            if (!('error' in prepare(session, tool.name, args).outcome)) continue
            events.length = 0
            const result = await call(tool.name, args)
            if (result.kind !== 'error' || events.length !== 1) {
              faults.push(`${tool.name} ${name} ${key} ${JSON.stringify(value)}`)
            }
          } catch (error) {
            faults.push(`${tool.name} ${name} ${key} ${JSON.stringify(value)}: ${String(error)}`)
          }
        }
      }
    }
  }
  assert.deepEqual(faults, [])
})

test('a refusal says where the argument belongs, and what to leave out', () => {
  const domain = { action: 'create', type: 'DOMA', name: 'ZX', package: '$TMP' }
  assert.match(refusal('ERPWrite', { ...domain, dataType: 'CHAR' }), /It stands inside `fields`/)
  assert.match(
    refusal('ERPActivate', { action: 'lint', name: 'X' }),
    /ERPLint with the action check/
  )
  assert.match(refusal('ERPRead', { name: 'X', startLine: 'five' }), /no argument `startLine`/)
})

test('a fact that every call of an action has may be said, and a contradiction may not', () => {
  for (const type of ['SRVB', 'srvb', 'SRVB/SVB']) {
    assert.deepEqual(understood('ERPActivate', { action: 'publish', type, name: 'ZUI' }), {
      action: 'publish',
      name: 'ZUI'
    })
  }
  assert.match(
    refusal('ERPActivate', { action: 'publish', type: 'SRVD', name: 'ZUI' }),
    /`type` does not belong to the action publish/
  )
})

test('a list that is too long says how many entries one call takes', () => {
  const objects = Array.from({ length: 30 }, (_, at) => ({ type: 'CLAS', name: `ZCL_${at}` }))
  const { session } = benchOf({})
  const { outcome } = prepare(session, 'ERPRead', { objects })
  assert.ok('error' in outcome)
  assert.match(outcome.error.message, /`objects` has 30 entries; one call takes at most 20\./)
})
