/** Texts by their keys: every line that is not named stays as it is written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeTexts } from '../../../tools/write/source/text-lines.ts'

const pool =
  '@Later:X\n@MaxLength:20\n001=Old = text\n\n# a note\n@MaxLength:5\n@Other:Y\nabc =  Kept\n@MaxLength:9\n003=Three\n@Trailing:Z\nno entry\n'

test('one text changes, and no other line', () => {
  assert.equal(
    mergeTexts(pool, [{ key: '001', text: 'New' }], 'symbols'),
    pool.replace('001=Old = text', '001=New')
  )
  assert.equal(
    mergeTexts(pool, [{ key: 'abc', text: 'Six ab' }], 'symbols'),
    pool.replace('abc =  Kept', 'abc =Six ab').replace('@MaxLength:5', '@MaxLength:6')
  )
  assert.equal(
    mergeTexts(pool, [{ key: '003', text: 'Three', maxLength: 30 }], 'symbols'),
    pool.replace('@MaxLength:9', '@MaxLength:30')
  )
  assert.equal(mergeTexts(pool, [{ key: '003', text: 'Three' }], 'symbols'), pool)
  assert.equal(
    mergeTexts('P_FILE=File\n@D:x\nP_DATE=D', [{ key: 'p_date', text: 'Date' }], 'selections'),
    'P_FILE=File\n@D:x\nP_DATE=Date\n'
  )
})

test('a text that goes takes its directives with it, and nothing else', () => {
  assert.equal(
    mergeTexts(pool, [{ key: 'ABC', text: '' }], 'symbols'),
    pool.replace('@MaxLength:5\n@Other:Y\nabc =  Kept\n', '')
  )
  assert.equal(mergeTexts(pool, [{ key: '999', text: '' }], 'symbols'), pool)
  assert.equal(mergeTexts('001=A\n', [{ key: '001', text: '' }], 'symbols'), '')
})

test('a new text stands at the end', () => {
  assert.equal(
    mergeTexts(
      pool,
      [
        { key: '004', text: 'Four' },
        { key: '005', text: 'Five', maxLength: 10 }
      ],
      'symbols'
    ),
    `${pool}@MaxLength:4\n004=Four\n@MaxLength:10\n005=Five\n`
  )
  assert.equal(mergeTexts('', [{ key: 'p_a', text: 'A' }], 'selections'), 'P_A=A\n')
})

test('a key that stands twice is refused', () => {
  assert.throws(() => mergeTexts('001=A\n001=B\n', [{ key: '001', text: 'C' }], 'symbols'), {
    code: 'TOOL_BAD_ARGUMENTS'
  })
  assert.equal(
    mergeTexts('001=A\n001=B\n002=C\n', [{ key: '002', text: 'D' }], 'headings'),
    '001=A\n001=B\n002=D\n'
  )
})
