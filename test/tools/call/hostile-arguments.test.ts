/**
 * Wrong, huge and hostile arguments: each call ends in a result, and what is sent stays below the
 * development interface.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, ToolError, tools } from '../../../tools/index.ts'
import { sampled } from '../../helpers/sample.ts'
import { changingBases, readingBases } from '../helpers/bases.ts'
import { benchOf, recordingErp } from '../helpers/erp.ts'

const values: unknown[] = [
  '',
  ' ',
  '\u0000',
  'A\r\nX-Evil: 1',
  'A\nB',
  '../../etc/passwd',
  '..%2f..%2f',
  '%2e%2e/',
  '//evil.example',
  '\\\\evil',
  '/sap/bc/adt/../../x',
  '?sap-client=000',
  '#x',
  'ZCL_X?_action=LOCK',
  'ZCL_X/source/main',
  "'; DROP",
  '"',
  '\u2028',
  '\ud800',
  '*',
  '%',
  '<x>',
  '&amp;',
  '__proto__',
  'constructor',
  'x'.repeat(10_000),
  '/ABC/',
  0,
  -1,
  1e9,
  NaN,
  Infinity,
  1.5,
  true,
  [],
  {},
  [[]],
  [null],
  [{}],
  { __proto__: null },
  ['a', 'b'],
  Symbol.iterator.toString(),
  '9'.repeat(400)
]

const bases: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...readingBases,
  ...changingBases
}

const calls = tools.flatMap(tool =>
  [...tool.actions].map(([name, action]) => ({
    tool: tool.name,
    name,
    action,
    base: bases[`${tool.name} ${name}`]
  }))
)

test('every argument of every action takes every hostile value', async t => {
  const { erp, asked } = await recordingErp(t)
  const { call } = benchOf({
    erp,
    policy: { allowTransportableEdits: true, enableTransports: true }
  })
  const corpus = calls.flatMap(({ tool, name, action, base }) => {
    assert.ok(base !== undefined, `${tool} ${name} has no base`)
    // Each call of this one loads the linter.
    const own = name === 'rules' ? values.slice(0, 2) : values
    return Object.keys(action.properties).flatMap(key =>
      own.map(value => ({ tool, name, base, key, value }))
    )
  })
  for (const { tool, name, base, key, value } of sampled(corpus, 5)) {
    const args = { ...(name === '' ? {} : { action: name }), ...base, [key]: value }
    const result = await call(tool, args)
    assert.ok(['text', 'data', 'error', 'confirm'].includes(result.kind))
    assert.ok(
      result.kind !== 'error' || result.code !== 'TOOL_FAILED',
      `${tool} ${name} ${key}=${String(JSON.stringify(value)).slice(0, 60)}: ${result.text}`
    )
    assert.ok(
      result.text.length < 20_000,
      `${tool} ${name} ${key}: an error of ${result.text.length} characters`
    )
  }
  for (const { method, path, query } of asked) {
    assert.ok(
      /^\/sap\/bc\/(?:adt|cts|cts_abapvcs)\//.test(path) && !/\.\.|%2e%2e|\/\//i.test(path),
      path
    )
    assert.deepEqual(
      [query.getAll('sap-client').filter(one => one !== '001')],
      [[]],
      `${method} ${path}`
    )
  }
})

test('arguments that are no object, or nest without end, are refused', () => {
  const { session } = benchOf()
  let deep: unknown = 'x'
  for (let level = 0; level < 5000; level++) deep = [deep]
  for (const raw of [
    5,
    'text',
    [],
    true,
    '[1]',
    { name: deep },
    { objects: deep },
    { objects: [deep] },
    Object.create(null)
  ]) {
    const prepared = prepare(session, 'ERPRead', raw)
    assert.ok('error' in prepared.outcome ? prepared.outcome.error instanceof ToolError : true)
  }
})

test('random arguments never get past prepare as anything but a call or a ToolError', () => {
  const { session } = benchOf()
  let seed = 42
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const pick = <Item>(list: readonly Item[]): Item => list[next(list.length)] as Item
  for (let round = 0; round < 3000; round++) {
    const { tool, name, action } = pick(calls)
    const keys = [
      ...Object.keys(action.properties),
      'object_name',
      'uri',
      'nonsense',
      'edits',
      'transport'
    ]
    const args = Object.fromEntries(
      Array.from({ length: next(6) }, () => [pick(keys), pick(values)])
    )
    const prepared = prepare(session, tool, { action: name, ...args })
    assert.ok(
      'error' in prepared.outcome
        ? prepared.outcome.error instanceof ToolError
        : prepared.effect !== undefined
    )
  }
})
