/** Test classes found in a source. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTestClasses } from '../../../tools/abap/test-classes.ts'

test('test classes and their risk', () => {
  const text = [
    'CLASS a DEFINITION FINAL FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.',
    '  PRIVATE SECTION.',
    '    METHODS m FOR TESTING.',
    'ENDCLASS.',
    'CLASS b DEFINITION FOR TESTING. "#AU Duration Short',
    '  "#AU Risk_Level Dangerous',
    '  PRIVATE SECTION.',
    '    METHODS: x, m FOR TESTING.',
    'ENDCLASS.',
    'CLASS c DEFINITION FOR TESTING.',
    '  PRIVATE SECTION.',
    '    METHODS m FOR TESTING.',
    'ENDCLASS.',
    'CLASS helper DEFINITION FOR TESTING.',
    '  PUBLIC SECTION.',
    '    METHODS m.',
    'ENDCLASS.',
    'CLASS base DEFINITION ABSTRACT FOR TESTING.',
    '  PUBLIC SECTION.',
    '    METHODS m FOR TESTING.',
    'ENDCLASS.',
    'CLASS plain DEFINITION. " FOR TESTING',
    'ENDCLASS.'
  ].join('\n')
  assert.deepEqual(
    findTestClasses(text).map(({ name, risk }) => `${name} ${risk}`),
    ['A harmless', 'B dangerous', 'C critical']
  )
})
