import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnits, matchUnits } from '../../../tools/abap/units.ts'

const names = (text: string) =>
  findUnits(text).map(({ kind, container, name }) =>
    [kind, container, name].filter(word => word !== undefined).join(' ')
  )
const bodyOf = (text: string, name: string) => {
  const [unit] = matchUnits(findUnits(text), name)
  assert.ok(unit, `${name} was not found`)
  return text.slice(unit.bodyStart, unit.bodyEnd)
}

const inClass = (...lines: string[]) =>
  [
    'CLASS zcl_a DEFINITION.',
    'ENDCLASS.',
    'CLASS zcl_a IMPLEMENTATION.',
    ...lines,
    'ENDCLASS.'
  ].join('\n')

test('methods are found with their class, interface methods with their interface', () => {
  const text = inClass(
    '  METHOD one.',
    '  ENDMETHOD.',
    '  method zif_x~two.',
    '  endmethod.',
    '  METHOD /abc/if_y~three.',
    '  ENDMETHOD.'
  )
  assert.deepEqual(names(text), [
    'method ZCL_A ONE',
    'method ZCL_A ZIF_X~TWO',
    'method ZCL_A /ABC/IF_Y~THREE'
  ])
})

test('several local classes keep their methods apart', () => {
  const text =
    'CLASS a IMPLEMENTATION.\nMETHOD run.\nENDMETHOD.\nENDCLASS.\nCLASS b IMPLEMENTATION.\nMETHOD run.\nENDMETHOD.\nENDCLASS.'
  assert.deepEqual(names(text), ['method A RUN', 'method B RUN'])
  assert.equal(matchUnits(findUnits(text), 'run').length, 2)
  assert.equal(matchUnits(findUnits(text), 'b=>run')[0]?.startLine, 6)
})

test('comments, literals and templates that look like blocks do not count', () => {
  const text = inClass(
    '  METHOD real.',
    '* METHOD comment_star.',
    '    " ENDMETHOD. METHOD comment_quote.',
    "    DATA(a) = 'ENDMETHOD. METHOD lit.'.",
    '    DATA(b) = `ENDMETHOD.`.',
    '    DATA(c) = |ENDMETHOD. { |METHOD inner. { `}` }| } \\| \\{ METHOD x.|.',
    "    DATA(d) = 'it''s. ENDMETHOD.'.",
    '    DATA(e) = |{ a " ENDMETHOD. } |',
    '      }|.',
    '  ENDMETHOD.',
    '  METHOD after.',
    '  ENDMETHOD.'
  )
  assert.deepEqual(names(text), ['method ZCL_A REAL', 'method ZCL_A AFTER'])
})

test('a variable called like a keyword opens nothing', () => {
  const text = inClass(
    '  METHOD a.',
    "    method = 'POST'.",
    '    form = 1.',
    '    function-name = 2.',
    '    module += 1.',
    "    CALL FUNCTION 'X'.",
    '    SUBMIT form AND RETURN.',
    '  ENDMETHOD.',
    '  METHOD b.',
    '  ENDMETHOD.'
  )
  assert.deepEqual(names(text), ['method ZCL_A A', 'method ZCL_A B'])
})

test('unfinished literals end with their line', () => {
  const text = inClass(
    '  METHOD a.',
    "    WRITE 'open.",
    '  ENDMETHOD.',
    '  METHOD b.',
    '    WRITE |open { x',
    '  ENDMETHOD.'
  )
  assert.equal(names(text)[0], 'method ZCL_A A')
  assert.equal(bodyOf(text, 'a').includes('ENDMETHOD'), false)
})

test('macros, native SQL and database procedures are opaque', () => {
  const text = inClass(
    '  METHOD a.',
    '    DEFINE begin_it.',
    '      METHOD in_macro.',
    "      WRITE 'x'.",
    '    END-OF-DEFINITION.',
    '    EXEC SQL.',
    "      SELECT 'don",
    '      . METHOD evil.',
    '    ENDEXEC.',
    '  ENDMETHOD.',
    '  METHOD proc BY DATABASE PROCEDURE FOR HDB LANGUAGE SQLSCRIPT',
    '    OPTIONS READ-ONLY USING ztab.',
    "    -- don't stop.",
    '    METHOD fake.',
    '    et = select "A", \'x.y\' from ztab;',
    '    METHOD nothing.',
    '  endmethod.',
    '  METHOD z.',
    '  ENDMETHOD.'
  )
  assert.deepEqual(names(text), ['method ZCL_A A', 'method ZCL_A PROC', 'method ZCL_A Z'])
  assert.match(bodyOf(text, 'proc'), /METHOD nothing/)
})

test('forms, modules, functions and events', () => {
  const text = [
    'REPORT z.',
    'INITIALIZATION.',
    '  a = 1.',
    'AT SELECTION-SCREEN ON p_x.',
    '  b = 1.',
    'START-OF-SELECTION.',
    '  PERFORM do_it.',
    'FORM do_it USING p TYPE i.',
    '  WRITE p.',
    'ENDFORM.',
    'FORM a-b.',
    'ENDFORM.',
    'MODULE status_0100 OUTPUT.',
    'ENDMODULE.',
    'FUNCTION z_fm',
    '  IMPORTING x TYPE i.',
    'ENDFUNCTION.'
  ].join('\r\n')
  assert.deepEqual(names(text), [
    'event INITIALIZATION',
    'event AT SELECTION-SCREEN ON P_X',
    'event START-OF-SELECTION',
    'form DO_IT',
    'form A-B',
    'module STATUS_0100',
    'function Z_FM'
  ])
  assert.equal(bodyOf(text, 'start-of-selection').trim(), 'PERFORM do_it.')
  assert.equal(bodyOf(text, 'DO_IT').trim(), 'WRITE p.')
})

test('lines are right with CRLF, and several blocks may share a line', () => {
  const text = inClass('  METHOD a. ENDMETHOD. METHOD b. x = 1. ENDMETHOD.').replaceAll(
    '\n',
    '\r\n'
  )
  assert.deepEqual(
    findUnits(text).map(({ startLine, endLine }) => [startLine, endLine]),
    [
      [4, 4],
      [4, 4]
    ]
  )
  assert.equal(bodyOf(text, 'b').trim(), 'x = 1.')
})

test('a missing end is seen', () => {
  const [unit] = findUnits('CLASS a IMPLEMENTATION.\nMETHOD x.\n WRITE 1.')
  assert.equal(unit?.closed, false)
})

test('a bare name finds the interface method, unless the class has its own', () => {
  const both = findUnits(inClass('METHOD run.', 'ENDMETHOD.', 'METHOD zif~run.', 'ENDMETHOD.'))
  assert.deepEqual(
    matchUnits(both, 'run').map(({ name }) => name),
    ['RUN']
  )
  const one = findUnits(inClass('METHOD zif~run.', 'ENDMETHOD.'))
  assert.deepEqual(
    matchUnits(one, 'Run').map(({ name }) => name),
    ['ZIF~RUN']
  )
})

test('hostile sources stay linear', () => {
  for (const text of [
    '|{'.repeat(200_000),
    "'".repeat(400_000),
    '\\'.repeat(100_000),
    '|'.repeat(300_000),
    '*\n'.repeat(200_000),
    'METHOD a. '.repeat(50_000)
  ]) {
    assert.ok(Array.isArray(findUnits(text)))
  }
})
