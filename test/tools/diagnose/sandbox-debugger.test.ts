/** debug_run against the debugger of the sandbox: real stops in ABAP that runs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

const source = `CLASS zcl_stops DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
    TYPES: BEGIN OF ty_row, id TYPE i, text TYPE string, END OF ty_row.
    METHODS double IMPORTING iv_a TYPE i RETURNING VALUE(rv) TYPE i.
    DATA mv_calls TYPE i.
ENDCLASS.
CLASS zcl_stops IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    DATA lt_rows TYPE STANDARD TABLE OF ty_row WITH DEFAULT KEY.
    DATA lv_total TYPE i.
    DO 3 TIMES.
      lv_total = lv_total - double( sy-index ).
      APPEND VALUE #( id = sy-index text = 'row' ) TO lt_rows.
    ENDDO.
    out->write( lv_total ).
    LOOP AT lt_rows ASSIGNING FIELD-SYMBOL(<ls_row>).
      <ls_row>-text = 'seen'.
    ENDLOOP.
  ENDMETHOD.
  METHOD double.
    mv_calls = mv_calls + 1.
    rv = iv_a * 2.
  ENDMETHOD.
ENDCLASS.
`
const endless = `CLASS zcl_forever DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.
CLASS zcl_forever IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    DATA lv_i TYPE i.
    DO.
      lv_i = 1.
    ENDDO.
  ENDMETHOD.
ENDCLASS.
`
const divides = `CLASS zcl_divides DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
    METHODS share IMPORTING total TYPE i parts TYPE i RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS zcl_divides IMPLEMENTATION.
  METHOD share.
    result = total / parts.
  ENDMETHOD.
  METHOD if_oo_adt_classrun~main.
    out->write( share( total = 42 parts = 0 ) ).
  ENDMETHOD.
ENDCLASS.
`
let bench: SandboxBench

before(async () => {
  bench = await startSandboxBench({
    policy: { expert: new Set(['execute', 'debug'] as const) }
  })
  for (const [name, text] of [
    ['ZCL_STOPS', source],
    ['ZCL_FOREVER', endless],
    ['ZCL_DIVIDES', divides]
  ] as const) {
    const made = await bench.call('ERPWrite', {
      action: 'create',
      type: 'CLAS',
      name,
      package: '$TMP',
      source: text,
      activate: true
    })
    assert.equal(made.kind, 'data', made.text)
  }
})

after(async () => {
  await bench?.close()
})

const run = {
  action: 'debug_run',
  trigger: 'run_class',
  name: 'ZCL_STOPS',
  breakpoints: [{ type: 'CLAS', name: 'ZCL_STOPS', line: 13 }],
  seconds: 30
}

interface Stop {
  line: number
  values?: { name: string; value?: string; parts?: object[]; lines?: number }[]
  unchanged?: number
  watched?: string[]
  reached: string[]
  calls: { event: string; line: number; values?: object[] }[]
}
const stopsOf = (result: Readonly<Record<string, unknown>>) => result['stops'] as Stop[]
const end = { kind: 'run_class', outcome: 'finished', output: '-12\n' }

test('breakpoints, steps, calls and values', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    steps: ['into', 'over', 'return', 'continue'],
    capture: ['LV_TOTAL', 'LT_ROWS', 'IV_A', 'MV_CALLS'],
    stops: 6
  })
  const stops = stopsOf(result)
  assert.deepEqual(
    stops.map(({ line, calls }) => [line, calls.map(({ event }) => event).join(' < ')]),
    [
      [13, 'METHOD IF_OO_ADT_CLASSRUN~MAIN'],
      [22, 'METHOD DOUBLE < METHOD IF_OO_ADT_CLASSRUN~MAIN'],
      [23, 'METHOD DOUBLE < METHOD IF_OO_ADT_CLASSRUN~MAIN'],
      [14, 'METHOD IF_OO_ADT_CLASSRUN~MAIN'],
      [13, 'METHOD IF_OO_ADT_CLASSRUN~MAIN'],
      [13, 'METHOD IF_OO_ADT_CLASSRUN~MAIN']
    ]
  )
  assert.deepEqual(
    [stops[0]?.reached.length, stops[1]?.reached.length, stops[4]?.reached.length],
    [1, 0, 1]
  )
  const shown = stops.map(({ values = [] }) =>
    values.map(({ name, value, lines }) => `${name}=${value ?? lines ?? 'unknown'}`)
  )
  assert.deepEqual(shown, [
    ['LV_TOTAL=0', 'LT_ROWS=0', 'IV_A=unknown', 'MV_CALLS=0'],
    ['LV_TOTAL=unknown', 'LT_ROWS=unknown', 'IV_A=1', 'MV_CALLS=0'],
    ['MV_CALLS=1'],
    ['LV_TOTAL=-2', 'MV_CALLS=1'],
    ['LT_ROWS=1'],
    ['LV_TOTAL=-6', 'LT_ROWS=2', 'MV_CALLS=2']
  ])
  assert.deepEqual([result['trigger'], result['detached']], [end, true])
})

test('a watched variable stops the program, and a line is run to', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [{ type: 'CLAS', name: 'ZCL_STOPS', line: 12 }],
    watch: ['LV_TOTAL', 'NO_SUCH'],
    steps: ['continue', 'line 16'],
    stops: 4
  })
  assert.deepEqual(
    stopsOf(result).map(({ line, watched }) => [line, watched]),
    [
      [12, undefined],
      [14, ['LV_TOTAL']],
      [14, ['LV_TOTAL']],
      [14, ['LV_TOTAL']]
    ]
  )
  const [, refused] = result['watches'] as { name: string; refused?: string }[]
  assert.match(refused?.refused ?? '', /NO_SUCH is not known here/)
  assert.deepEqual([result['trigger'], result['detached']], [end, true])
})

test('values of the caller, rows and structures', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [{ type: 'CLAS', name: 'ZCL_STOPS', line: 22 }],
    steps: ['continue'],
    stops: 2,
    frames: 2,
    capture: ['LT_ROWS', 'IV_A', '@PARAMETERS']
  })
  const [rows] = stopsOf(result)[1]?.calls[1]?.values ?? []
  const plain = JSON.stringify(rows, (key, value: unknown) => (key === 'type' ? undefined : value))
  assert.deepEqual(JSON.parse(plain), {
    name: 'LT_ROWS',
    lines: 1,
    parts: [
      {
        name: 'LT_ROWS[1]',
        parts: [
          { name: 'ID', value: '1' },
          { name: 'TEXT', value: 'row' }
        ]
      }
    ]
  })
  assert.deepEqual([result['trigger'], result['detached']], [end, true])
})

test('a program that goes on for ever is named as left where it still runs, and the sandbox ends it', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    name: 'ZCL_FOREVER',
    breakpoints: [{ type: 'CLAS', name: 'ZCL_FOREVER', line: 9 }],
    stops: 2
  })
  assert.deepEqual([result['limit'], stopsOf(result).length], ['stops', 2])
  // the limit of the sandbox may end it before the bridge gives it up
  assert.match(String(result['notReleased'] ?? 'the process (ended'), /^the process \(/)
  const again = await bench.data('ERPDiagnose', { ...run, stops: 1 })
  assert.deepEqual([stopsOf(again).length, again['detached']], [1, true])
})

test('lines where nothing runs, and what no condition is, are refused by name', async () => {
  const refusal = async (breakpoint: object) =>
    errorOf(await bench.call('ERPDiagnose', { ...run, breakpoints: [breakpoint] })).text
  const on = { type: 'CLAS', name: 'ZCL_STOPS' }
  assert.match(await refusal({ ...on, line: 900 }), /Cannot create a breakpoint at this position/)
  assert.match(await refusal({ ...on, line: 5 }), /Cannot create a breakpoint at this position/)
  assert.match(await refusal({ ...on, line: 13, condition: 'LV_TOTAL 1' }), /"1" is no comparison/)
  assert.match(await refusal({ event: 'ENDLOOP' }), /does not stop at ENDLOOP/)
})

test('without a debugger the program runs as ever', async () => {
  const text = await bench.text('ERPManage', { action: 'run_class', name: 'ZCL_STOPS' })
  assert.match(text, /-12/)
})

test('rows of a loop by their field symbol', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [{ type: 'CLAS', name: 'ZCL_STOPS', line: 18 }],
    capture: ['<LS_ROW>-ID', '<LS_ROW>-TEXT']
  })
  assert.deepEqual(
    stopsOf(result).map(({ line, values }) => [line, values?.map(({ value }) => value)]),
    [
      [18, ['1', 'row']],
      [18, ['2']],
      [18, ['3']]
    ]
  )
})

test('a class that ends with a runtime error leaves a short dump with its lines and values', async () => {
  const run = await bench.call('ERPManage', { action: 'run_class', name: 'ZCL_DIVIDES' })
  assert.equal(run.kind, 'error')
  const name = 'ZCL_DIVIDES'
  const { dumps } = await bench.data('ERPDiagnose', { action: 'dumps', name, user: 'DEVELOPER' })
  const [head] = dumps as { id: string; error: string; program: string; text: string }[]
  assert.equal(head?.error, 'COMPUTE_INT_ZERODIVIDE')
  assert.match(head.text, /Division by 0/)
  const text = await bench.text('ERPDiagnose', { action: 'dump', id: head.id, values: true })
  assert.match(
    text,
    /^\S+ · dump COMPUTE_INT_ZERODIVIDE \(CX_SY_ZERODIVIDE\) · ZCL_DIVIDES=+CP · DEVELOPER/
  )
  assert.match(text, /2 METHOD ZCL_DIVIDES=>SHARE[^]*> 8: {5}result = total \/ parts\./)
  assert.match(text, /1 METHOD ZCL_DIVIDES=>IF_OO_ADT_CLASSRUN~MAIN[^]*> 11: /)
  assert.match(text, /TOTAL\n {4}42\nPARTS\n {4}0\n/)
  assert.match(text, /SY-SUBRC\|0/)
  const other = await bench.call('ERPDiagnose', { action: 'dump', id: `${head.id.slice(0, -1)}x` })
  assert.equal(errorOf(other).code, 'DUMP_NOT_FOUND')
})

test('a program that the system cannot run is refused with its statement, not by its release', async () => {
  const report = { type: 'PROG', name: 'ZNO_SCREENS' }
  await bench.text('ERPWrite', {
    ...{ action: 'create', ...report, package: '$TMP', activate: true },
    source: 'REPORT zno_screens.\nSTART-OF-SELECTION.\n  CALL SCREEN 100.\n'
  })
  const refused = await bench.call('ERPManage', { action: 'run_program', name: 'ZNO_SCREENS' })
  const { code, text } = errorOf(refused)
  assert.equal(code, 'ERP_UNSUPPORTED')
  assert.match(text, /CALL SCREEN|CallScreen/)
  assert.match(text, /#start=3/)
  assert.match(text, /the message says what it lacks/)
})

test('a debugged program that ends with a runtime error leaves its values at once', async () => {
  const name = 'ZCL_DIVIDES'
  const before = await bench.data('ERPDiagnose', { action: 'dumps', name })
  const breakpoints = [{ type: 'CLAS', name, line: 8 }]
  await bench.call('ERPDiagnose', { ...run, name, breakpoints, steps: ['continue'] })
  const { dumps } = await bench.data('ERPDiagnose', { action: 'dumps', name })
  const [newest, ...others] = dumps as { id: string }[]
  assert.equal(others.length, (before['dumps'] as object[]).length)
  const text = await bench.text('ERPDiagnose', { action: 'dump', id: newest?.id, values: true })
  assert.match(text, /TOTAL\n {4}42\n/)
})

test('an armed trace measures the next run: hits of its procedures, and the trace is disarmed', async () => {
  const { armed } = await bench.data('ERPDiagnose', { action: 'trace_start', user: 'DEVELOPER' })
  const [request] = armed as { id: string; done: string }[]
  assert.equal(request?.done, '0/1')
  for (const name of ['ZCL_STOPS', 'ZCL_STOPS']) {
    assert.notEqual((await bench.call('ERPManage', { action: 'run_class', name })).kind, 'error')
  }
  const { traces, armed: left } = await bench.data('ERPDiagnose', { action: 'traces' })
  const [trace, ...others] = traces as { id: string; object: string; user: string }[]
  assert.deepEqual([trace?.object, trace?.user, others.length], ['ZCL_STOPS', 'DEVELOPER', 0])
  assert.equal((left as { done: string }[])[0]?.done, '1/1')
  const { hits } = await bench.data('ERPDiagnose', { action: 'trace', id: trace?.id })
  const counts = (hits as { text: string; hits: number }[]).map(hit => [hit.text, hit.hits])
  assert.deepEqual(new Map(counts as [string, number][]).get('Call M. ZCL_STOPS->DOUBLE'), 3)
  const stopped = await bench.data('ERPDiagnose', { action: 'trace_stop', id: request.id })
  assert.deepEqual(stopped['armed'], [])
})
