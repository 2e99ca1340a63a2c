import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnits, matchUnits } from '../../../tools/abap/units.ts'
import { ToolError } from '../../../tools/failure/errors.ts'
import { replaceUnit } from '../../../tools/write/source/method-text.ts'

const text = [
  'CLASS zcl_a DEFINITION.',
  'ENDCLASS.',
  'CLASS zcl_a IMPLEMENTATION.',
  '  METHOD one.',
  '    a = 1.',
  '  ENDMETHOD.',
  '',
  '  METHOD zif~two.',
  '    b = 2.',
  '  ENDMETHOD.',
  'ENDCLASS.'
].join('\n')

function replaced(name: string, source: string, of = text): string {
  const [unit] = matchUnits(findUnits(of), name)
  assert.ok(unit)
  return replaceUnit(of, unit, source)
}

function refusal(name: string, source: string): string {
  try {
    replaced(name, source)
  } catch (error) {
    assert.ok(error instanceof ToolError)
    return `${error.code} ${error.message}`
  }
  return assert.fail('it was replaced')
}

test('a body keeps the block around it', () => {
  assert.equal(
    replaced('one', '    a = 2.\n    b = 3.\n'),
    text.replace('    a = 1.', '    a = 2.\n    b = 3.')
  )
  assert.equal(replaced('one', '\n\n    a = 2.\n\n'), text.replace('a = 1.', 'a = 2.'))
  assert.match(replaced('one', '    " nothing'), /METHOD one\.\n {4}" nothing\n {2}ENDMETHOD\./)
})

test('a whole block takes its place, comments around it included', () => {
  assert.equal(
    replaced('one', 'method ONE.\n    a = 2.\n  endmethod.'),
    text.replace('METHOD one.\n    a = 1.\n  ENDMETHOD.', 'method ONE.\n    a = 2.\n  endmethod.')
  )
  assert.match(
    replaced('two', '" why\nMETHOD zif~two.\nENDMETHOD.'),
    /" why\nMETHOD zif~two\.\nENDMETHOD\.\nENDCLASS/
  )
})

test('literals that look like an end are no end', () => {
  assert.match(
    replaced('one', "    a = 'ENDMETHOD.'. \" ENDMETHOD.\n    b = |METHOD x. { c }|."),
    /'ENDMETHOD\.'/
  )
})

test('what is not this block is refused', () => {
  assert.match(refusal('one', 'METHOD other.\nENDMETHOD.'), /holds method OTHER/)
  assert.match(refusal('one', 'METHOD one.\nENDMETHOD.\nMETHOD b.\nENDMETHOD.'), /2 blocks/)
  assert.match(refusal('one', 'METHOD one.\n a = 1.'), /end of ONE is missing/)
  assert.match(refusal('one', 'a = 1.\nENDMETHOD.\n'), /ends or opens/)
  assert.match(refusal('one', 'FORM one.\nENDFORM.'), /holds form/)
  assert.match(refusal('one', 'METHOD one.\nENDMETHOD.\nx = 1.'), /goes on behind/)
  assert.match(refusal('one', 'x = 1.\nMETHOD one.\nENDMETHOD.'), /before the block/)
})

test('database procedures, forms and modules too', () => {
  const amdp =
    "CLASS a IMPLEMENTATION.\n  METHOD p BY DATABASE PROCEDURE FOR HDB LANGUAGE SQLSCRIPT.\n    x = select 'METHOD y.' from t;\n  ENDMETHOD.\nENDCLASS."
  assert.match(
    replaced('p', "    -- don't\n    y = select 1 from u;", amdp),
    /SQLSCRIPT\.\n {4}-- don't\n {4}y = select 1 from u;\n {2}ENDMETHOD\./
  )
  assert.equal(replaced('f', 'x = 1.', 'FORM f.\nENDFORM.'), 'FORM f.\nx = 1.\nENDFORM.')
})
