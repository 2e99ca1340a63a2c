/**
 * What is announced as reading sends nothing that could change the ERP: counted behind a proxy, by
 * a list of its own.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations, tools } from '../../../tools/index.ts'
import type { Action, Tool } from '../../../tools/index.ts'
import { prepare } from '../../../tools/index.ts'
import { benchOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

const source = `CLASS zcl_only DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_only IMPLEMENTATION.
  METHOD run.
    result = 1.
  ENDMETHOD.
ENDCLASS.
`
const testClass = `CLASS ltc_only DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS runs FOR TESTING.
ENDCLASS.
CLASS ltc_only IMPLEMENTATION.
  METHOD runs.
    cl_abap_unit_assert=>assert_equals( act = NEW zcl_only( )->run( ) exp = 1 ).
  ENDMETHOD.
ENDCLASS.
`

let recorded: RecordedSandbox
let request = ''
const bench = (readOnly: boolean) =>
  benchOf({
    erp: recorded.erp,
    policy: { readOnly, enableTransports: true, allowTransportableEdits: true }
  })

before(async () => {
  recorded = await recordedSandbox()
  const { call } = bench(false)
  const done = async (name: string, args: object) => {
    const result = await call(name, args)
    assert.ok(result.kind === 'text' || result.kind === 'data', result.text)
    return result
  }
  await done('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_ONLY',
    package: '$TMP',
    description: 'Only read',
    source,
    activate: true
  })
  await done('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_ONLY',
    include: 'testclasses',
    source: testClass,
    overwrite: true,
    activate: true
  })
  // A draft, so that there is something that reading could activate or take away.
  await done('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_ONLY',
    source: source.replace('result = 1', 'result = 2'),
    overwrite: true
  })
  const made = await done('ERPTransport', {
    action: 'create',
    description: 'Only read',
    package: 'ZFERRY'
  })
  request = /[A-Z0-9]{3}K\d{6}/.exec(made.text)?.[0] ?? ''
})

after(async () => {
  await recorded.close()
})

/** Where the usual object is not what an action wants. */
const special: Readonly<Record<string, () => object>> = {
  'ERPSearch ': () => ({ query: 'ZCL_ONLY*' }),
  'ERPQuery ': () => ({ sql: 'SELECT * FROM t000' }),
  'ERPContext call_graph': () => ({ type: 'CLAS', name: 'ZCL_ONLY', method: 'RUN' }),
  'ERPContext compare': () => ({ type: 'CLAS', name: 'ZCL_ONLY', withName: 'ZCL_FERRY_MONEY' }),
  'ERPContext structure': () => ({ type: 'TABL', name: 'ZFERRY_PORT' }),
  'ERPDiagnose dump': () => ({ id: 'none' }),
  'ERPDiagnose trace': () => ({ id: 'none' }),
  'ERPDiagnose service_check': () => ({ name: 'ZNONE' }),
  'ERPManage git_status': () => ({ repository: 'none' })
}

const usual = () => ({
  type: 'CLAS',
  name: 'ZCL_ONLY',
  line: 7,
  column: 6,
  transport: request,
  package: '$TMP',
  objects: [{ type: 'CLAS', name: 'ZCL_ONLY' }]
})

function argumentsOf(tool: Tool, action: Action): Record<string, unknown> {
  const given = special[`${tool.name} ${action.name ?? ''}`]?.()
  const fitting = Object.entries(usual()).filter(
    ([key]) =>
      action.properties[key] !== undefined &&
      (key !== 'objects' || action.properties['name'] === undefined) &&
      (key !== 'package' || action.required.includes(key))
  )
  return {
    ...(action.name === undefined ? {} : { action: action.name }),
    ...(given ?? Object.fromEntries(fitting))
  }
}

/**
 * Requests that start something at the ERP which changes no data of a user: checks, harmless
 * tests, the lookup of a keyword.
 */
const harmless = /^POST \/sap\/bc\/adt\/(?:atc\/(?:worklists|runs)|abapunit\/testruns|docu\/)/
const changes = () => recorded.changes.filter(one => !harmless.test(one))

const reads = (action: Action) => action.possible.every(name => operations[name].hints.readOnly)
const every = tools.flatMap(tool =>
  [...tool.actions.values()].map(action => ({
    tool,
    action,
    title: `${tool.name} ${action.name ?? ''}`.trim()
  }))
)

describe('actions that only read', () => {
  for (const { tool, action, title } of every.filter(({ action }) => reads(action))) {
    test(title, async () => {
      recorded.clear()
      const args = argumentsOf(tool, action)
      const result = await bench(true).call(tool.name, args)
      const code = result.kind === 'error' ? result.code : undefined
      // Files need the workspace of a session over stdio.
      const isOdd = title === 'ERPManage export'
      assert.ok(isOdd || code !== 'TOOL_BAD_ARGUMENTS', `${JSON.stringify(args)}: ${result.text}`)
      assert.ok(code === undefined || !code.startsWith('BLOCKED_READ_ONLY'), result.text)
      assert.deepEqual([changes(), recorded.locks], [[], []])
    })
  }
})

describe('actions that may change, in a call that only reads', () => {
  const dry = every.filter(
    ({ action }) =>
      !reads(action) &&
      (action.properties['dryRun'] !== undefined ||
        action.possible.some(name => operations[name].hints.readOnly))
  )
  for (const { tool, action, title } of dry) {
    test(title, async () => {
      recorded.clear()
      const args = {
        ...argumentsOf(tool, action),
        ...(action.properties['dryRun'] === undefined ? {} : { dryRun: true })
      }
      const { session, call } = bench(false)
      const { readsOnly } = prepare(session, tool.name, args)
      await call(tool.name, args)
      if (readsOnly) assert.deepEqual([changes(), recorded.locks], [[], []])
    })
  }
})

test('what was there before is there still, and something was asked', async () => {
  recorded.clear()
  const read = async (version: string) =>
    (await bench(true).call('ERPRead', { type: 'CLAS', name: 'ZCL_ONLY', version })).text
  assert.match(await read('active'), /result = 1/)
  assert.match(await read('inactive'), /result = 2/)
  assert.ok(recorded.all.length > 0)
})

test('the count can see a change', async () => {
  recorded.clear()
  await bench(false).call('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_ONLY',
    source: source.replace('result = 1', 'result = 3'),
    overwrite: true
  })
  assert.equal(recorded.changes.length, 1)
  assert.equal(recorded.locks.length, 1)
})

test('a tool says it only reads exactly where all of its actions do', () => {
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, [...tool.actions.values()].every(reads), tool.name)
  }
})
