/** debug_run in what is no public class: event blocks, subroutines, function modules, local classes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callerWith } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

const report = `REPORT zr_stops.
PARAMETERS p_limit TYPE i DEFAULT 3.
DATA gv_total TYPE i.
CLASS lcl_sum DEFINITION.
  PUBLIC SECTION.
    CLASS-METHODS count.
    METHODS add IMPORTING iv_value TYPE i.
  PRIVATE SECTION.
    CLASS-DATA gv_calls TYPE i.
    DATA mv_last TYPE i.
ENDCLASS.
CLASS lcl_sum IMPLEMENTATION.
  METHOD count.
    gv_calls = gv_calls + 1.
  ENDMETHOD.
  METHOD add.
    mv_last = iv_value.
    count( ).
    gv_total = gv_total + mv_last.
  ENDMETHOD.
ENDCLASS.
INITIALIZATION.
  p_limit = 4.
AT SELECTION-SCREEN.
  IF p_limit > 3.
    gv_total = 1.
  ENDIF.
AT LINE-SELECTION.
  gv_total = 0.
START-OF-SELECTION.
  DATA(go_sum) = NEW lcl_sum( ).
  DO p_limit TIMES.
    go_sum->add( sy-index ).
  ENDDO.
  PERFORM show USING gv_total.
END-OF-SELECTION.
  WRITE / 'end'.
FORM show USING pv_total TYPE i.
  DATA lv_text TYPE string.
  lv_text = |{ pv_total }|.
  WRITE / lv_text.
ENDFORM.
`
const events = `REPORT zr_events.
DATA gv_x TYPE i VALUE 1.
START-OF-SELECTION.
  TRY.
      gv_x = gv_x / 0.
    CATCH cx_sy_zerodivide.
      WRITE / 'caught'.
  ENDTRY.
  MESSAGE ID '00' TYPE 'I' NUMBER '001' WITH 'a'.
  gv_x = 2.
  WRITE / gv_x.
`
let bench: SandboxBench

before(async () => {
  bench = await startSandboxBench({
    policy: { expert: new Set(['execute', 'debug', 'debug-change'] as const) },
    caller: callerWith('read', 'write', 'admin'),
    client: { assertMayChange: async () => {}, words: () => undefined }
  })
  for (const [name, source] of [
    ['ZR_STOPS', report],
    ['ZR_EVENTS', events]
  ]) {
    const program = { type: 'PROG', name, package: '$TMP' }
    await bench.text('ERPWrite', { action: 'create', ...program, source, activate: true })
  }
})

after(async () => {
  await bench?.close()
})

const run = { action: 'debug_run', trigger: 'run_program', name: 'ZR_STOPS', seconds: 30 }
const at = (line: number) => ({ type: 'PROG', name: 'ZR_STOPS', line })

interface Stop {
  line: number
  reached: string[]
  calls: { event: string; line: number }[]
  values?: { name: string; value?: string; parts?: { name: string; value?: string }[] }[]
}

const stopsOf = (result: Readonly<Record<string, unknown>>) => result['stops'] as Stop[]
const callsOf = ({ calls }: Stop) => calls.map(({ event, line }) => `${event} ${line}`).join(' < ')
const valuesOf = ({ values = [] }: Stop) =>
  values.map(({ name, value, parts = [] }) =>
    [`${name}=${value ?? ''}`, ...parts.map(part => `${part.name}=${part.value}`)].join(' ')
  )

test('a report stops in its event blocks, with the variables of the program', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [at(23), at(26), at(29), at(35), at(37)],
    capture: ['P_LIMIT', 'GV_TOTAL', '@GLOBALS'],
    stops: 6
  })
  assert.deepEqual(
    stopsOf(result).map(stop => [callsOf(stop), stop.reached.length]),
    [
      ['EVENT INITIALIZATION 23', 1],
      ['EVENT AT SELECTION-SCREEN 26', 1],
      ['EVENT START-OF-SELECTION 35', 1],
      ['EVENT END-OF-SELECTION 37', 1]
    ]
  )
  const [initialization, , start] = stopsOf(result).map(valuesOf)
  assert.deepEqual(initialization?.slice(0, 2), ['P_LIMIT=3', 'GV_TOTAL=0'])
  assert.match(initialization?.[2] ?? '', /^@GLOBALS= P_LIMIT=3 GV_TOTAL=0/)
  assert.deepEqual(start?.slice(0, 2), ['P_LIMIT=4', 'GV_TOTAL=11'])
  assert.deepEqual([result['verdict'], result['detached']], ['stopped', true])
})

test('steps go from an event block into a subroutine, and back', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [at(35)],
    steps: ['into', 'over', 'return', 'over', 'continue'],
    capture: ['PV_TOTAL', 'LV_TEXT'],
    stops: 6
  })
  assert.deepEqual(stopsOf(result).map(callsOf), [
    'EVENT START-OF-SELECTION 35',
    'FORM SHOW 40 < EVENT START-OF-SELECTION 35',
    'FORM SHOW 41 < EVENT START-OF-SELECTION 35',
    'EVENT END-OF-SELECTION 37'
  ])
  assert.deepEqual(valuesOf(stopsOf(result)[1] as Stop), ['PV_TOTAL=11', 'LV_TEXT='])
})

test('a condition of a breakpoint is looked at where it is reached', async () => {
  const stopsIf = async (condition: string) => {
    const breakpoints = [{ ...at(19), condition }]
    const result = await bench.data('ERPDiagnose', { ...run, breakpoints, capture: ['IV_VALUE'] })
    return stopsOf(result).map(({ values }) => values?.[0]?.value)
  }
  assert.deepEqual(await stopsIf('IV_VALUE > 2'), ['3', '4'])
  assert.deepEqual(
    await stopsIf('( mv_last = 2 OR gv_calls BETWEEN 4 AND 9 ) AND me->mv_last <> 0'),
    ['2', '4']
  )
  assert.deepEqual(await stopsIf('NOT p_limit IS NOT INITIAL'), [])
  // what cannot be told stops
  assert.equal((await stopsIf('LV_NONE = 1')).length, 4)
})

test('exceptions, statements and messages stop a program wherever they happen', async () => {
  const at = async (event: string, more: object = {}) =>
    stopsOf(
      await bench.data('ERPDiagnose', {
        ...run,
        name: 'ZR_EVENTS',
        breakpoints: [{ event, ...more }]
      })
    ).map(callsOf)
  const [first] = [5, 7, 9].map(line => `EVENT START-OF-SELECTION ${line}`)
  assert.deepEqual(await at('CX_SY_ARITHMETIC_ERROR'), [first])
  assert.deepEqual(await at('CX_SY_ZERODIVIDE'), [first])
  assert.deepEqual(await at('CX_SY_CONVERSION_ERROR'), [])
  assert.deepEqual(await at('WRITE'), ['EVENT START-OF-SELECTION 7', 'EVENT START-OF-SELECTION 11'])
  assert.deepEqual(await at('WRITE', { condition: 'GV_X = 2' }), ['EVENT START-OF-SELECTION 11'])
  assert.deepEqual(await at('00 001 I'), ['EVENT START-OF-SELECTION 9'])
  assert.deepEqual(await at('00 001 E'), [])
})

test('a variable that is changed where the program stands has its value from then on', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [at(40)],
    steps: ['PV_TOTAL = 77', 'LV_NONE = 1', 'PV_TOTAL = many', 'continue']
  })
  const [stop] = result['stops'] as { set?: { name: string; refused?: string }[] }[]
  assert.deepEqual(
    stop?.set?.map(({ name, refused }) => [name, refused]),
    [
      ['PV_TOTAL', undefined],
      ['LV_NONE', 'LV_NONE is not known here'],
      ['PV_TOTAL', 'many is no number']
    ]
  )
  assert.match(String((result['trigger'] as { output?: string }).output), /77/)
})

test('private and static attributes are read in the methods of a local class', async () => {
  const result = await bench.data('ERPDiagnose', {
    ...run,
    breakpoints: [at(14), at(19)],
    capture: ['MV_LAST', 'GV_CALLS', 'GV_TOTAL', 'ME-MV_LAST'],
    stops: 2
  })
  const [inStatic, inInstance] = stopsOf(result)
  assert.equal(
    callsOf(inStatic as Stop),
    'METHOD COUNT 14 < METHOD ADD 18 < EVENT START-OF-SELECTION 33'
  )
  assert.deepEqual(valuesOf(inStatic as Stop), [
    'MV_LAST=',
    'GV_CALLS=0',
    'GV_TOTAL=1',
    'ME-MV_LAST='
  ])
  assert.deepEqual(valuesOf(inInstance as Stop), [
    'MV_LAST=1',
    'GV_CALLS=1',
    'GV_TOTAL=1',
    'ME-MV_LAST=1'
  ])
})
