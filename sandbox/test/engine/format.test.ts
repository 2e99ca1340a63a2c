import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import { EngineError } from '../../engine/index.ts'
import type { Engine } from '../../types.ts'

let engine: Engine
before(() => {
  engine = createEngine({ library: [] })
})
after(() => engine.close())

const PLAIN = [
  'report zx.',
  'data: begin of ls,',
  '        a type i,',
  '      end of ls.',
  'start-of-selection.',
  'if 1 = 1. " why',
  "write 'Keep me'.",
  'case sy-subrc.',
  'when 1.',
  'try.',
  "call function 'X'",
  '  exporting',
  '    a = 1.',
  '" note',
  '* star',
  'catch cx_root into data(Lx).',
  'endtry.',
  'when others.',
  'endcase.',
  'else.',
  'endif.',
  'form sub.',
  'exit.',
  'endform.',
  'class lc definition.',
  'public section.',
  'methods: foo,',
  '   bar.',
  'endclass.',
  'class lc implementation.',
  'method foo.',
  'return.',
  'endmethod.',
  'endclass.'
]
const PRETTY = [
  'REPORT zx.',
  'DATA: BEGIN OF ls,',
  '        a TYPE i,',
  '      END OF ls.',
  'START-OF-SELECTION.',
  '  IF 1 = 1. " why',
  "    WRITE 'Keep me'.",
  '    CASE sy-subrc.',
  '      WHEN 1.',
  '        TRY.',
  "            CALL FUNCTION 'X'",
  '              EXPORTING',
  '                a = 1.',
  '            " note',
  '* star',
  '          CATCH cx_root INTO DATA(Lx).',
  '        ENDTRY.',
  '      WHEN OTHERS.',
  '    ENDCASE.',
  '  ELSE.',
  '  ENDIF.',
  'FORM sub.',
  '  EXIT.',
  'ENDFORM.',
  'CLASS lc DEFINITION.',
  '  PUBLIC SECTION.',
  '    METHODS: foo,',
  '       bar.',
  'ENDCLASS.',
  'CLASS lc IMPLEMENTATION.',
  '  METHOD foo.',
  '    RETURN.',
  '  ENDMETHOD.',
  'ENDCLASS.'
]

test('keywords become upper case and lines stand by their blocks', async () => {
  assert.equal(
    await engine.format({ file: 'zx.prog.abap', text: PLAIN.join('\n') }),
    PRETTY.join('\n')
  )
})

test('formatting is idempotent', async () => {
  assert.equal(
    await engine.format({ file: 'zx.prog.abap', text: PRETTY.join('\n') }),
    PRETTY.join('\n')
  )
})

test('keywords can be lower case or kept, and lines can stay where they are', async () => {
  const lower = await engine.format({
    file: 'zx.prog.abap',
    text: PRETTY.join('\n'),
    keywords: 'lower',
    indent: false
  })
  assert.equal(
    lower,
    PRETTY.join('\n')
      .replace(/\b(?!Lx\b)[A-Z-]{2,}\b/g, word => word.toLowerCase())
      .replace("call function 'x'", "call function 'X'")
      .replace('FUNCTION', 'function')
  )
  assert.equal(
    await engine.format({ file: 'zx.prog.abap', text: '  Write 1.', keywords: 'keep' }),
    'Write 1.'
  )
})

test('line ends, unreadable statements and other languages are kept', async () => {
  assert.equal(
    await engine.format({ file: 'zx.prog.abap', text: 'write 1.\r\nwrite 2.\r\n' }),
    'WRITE 1.\r\nWRITE 2.\r\n'
  )
  assert.equal(
    await engine.format({ file: 'zx.prog.abap', text: 'wrte 1.\nif 1 = 1.\nwrite 2.' }),
    'wrte 1.\nIF 1 = 1.\n  WRITE 2.'
  )
  const view = 'define view entity zv as select from zt { key id }'
  assert.equal(await engine.format({ file: 'zv.ddls.asddls', text: view }), view)
})

test('what is too large is refused with the limit', async () => {
  await assert.rejects(
    engine.format({ file: 'zx.prog.abap', text: '* x\n'.repeat(600_000) }),
    (error: unknown) =>
      error instanceof EngineError && error.code === 'INVALID' && /limit is/.test(error.message)
  )
})
