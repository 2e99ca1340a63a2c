import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolError } from '../../../tools/failure/errors.ts'
import { applyEdits } from '../../../tools/write/source/edits.ts'

const refusal = (text: string, ...edits: { old: string; new: string }[]) => {
  try {
    applyEdits(text, edits)
  } catch (error) {
    assert.ok(error instanceof ToolError)
    return `${error.code} ${error.message} ${error.details.remedy ?? ''}`
  }
  return assert.fail('the edits were made')
}

test('edits are made together, in any order', () => {
  const text = 'one\ntwo\nthree\n'
  assert.equal(
    applyEdits(text, [
      { old: 'three', new: '3' },
      { old: 'one\n', new: '' }
    ]),
    'two\n3\n'
  )
  assert.equal(
    applyEdits(text, [
      { old: 'one', new: 'two' },
      { old: 'two', new: 'one' }
    ]),
    'two\none\nthree\n'
  )
})

test('line ends of the client do not matter', () => {
  assert.equal(applyEdits('a\nb\nc', [{ old: 'a\r\nb', new: 'x\r\ny' }]), 'x\ny\nc')
})

test('replacement text is literal', () => {
  assert.equal(applyEdits('a b', [{ old: 'b', new: "$& $1 $' \\n" }]), "a $& $1 $' \\n")
})

test('an ambiguous text lists its lines, overlapping finds included', () => {
  assert.match(
    refusal('x = 1.\ny = 2.\nx = 1.\n', { old: 'x = 1.', new: '' }),
    /TOOL_EDIT_AMBIGUOUS.*2 times, in lines 1, 3/
  )
  assert.match(refusal('aaa', { old: 'aa', new: '' }), /TOOL_EDIT_AMBIGUOUS/)
  assert.match(refusal('a\n'.repeat(100), { old: 'a', new: '' }), /more than 12 times/)
})

test('a text that is missed by blanks or case names the line', () => {
  assert.match(
    refusal('a\n  IF x  = 1.\n', { old: 'if x = 1.', new: '' }),
    /TOOL_EDIT_NOT_FOUND.*Line 2 .*it is: " {2}IF x {2}= 1\."/
  )
  assert.match(
    refusal('a\n  IF x = 1.\n\n    y = 2.\n', { old: 'IF x = 1.\ny = 2.', new: '' }),
    /Line 2/
  )
  assert.match(refusal('abc', { old: 'xyz', new: '' }), /Copy it from ERPRead/)
})

test('overlapping edits are refused, touching ones are not', () => {
  assert.match(
    refusal('abcdef', { old: 'abc', new: '1' }, { old: 'cde', new: '2' }),
    /TOOL_EDIT_OVERLAP.*1 and 2/
  )
  assert.equal(
    applyEdits('abcdef', [
      { old: 'abc', new: '1' },
      { old: 'def', new: '2' }
    ]),
    '12'
  )
})
