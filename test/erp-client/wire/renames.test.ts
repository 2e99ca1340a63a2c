/** Evaluated renames in the forms that public clients expect and have measured. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRename, renameTo } from '../../../erp-client/wire/refactoring.ts'

const place = '/sap/bc/adt/oo/classes/zcl_demo/source/main'
const listOf = (range: string) =>
  `<r:affectedObjects><r:affectedObject xmlns:a="http://www.sap.com/adt/core" a:uri="${place}" a:type="CLAS/OC" a:name="ZCL_DEMO"><r:textReplaceDeltas><r:textReplaceDelta><r:rangeFragment>${range}</r:rangeFragment><r:contentOld>lv_old</r:contentOld><r:contentNew/></r:textReplaceDelta></r:textReplaceDeltas></r:affectedObject></r:affectedObjects>`
const documentOf = (inner: string) =>
  `<r:renameRefactoring xmlns:r="http://www.sap.com/adt/refactorings"><r:oldName>lv_old</r:oldName>${inner}</r:renameRefactoring>`

test('the objects stand in the wrapper or in the refactoring itself', () => {
  const list = listOf(`${place}#start=3,11;end=3,17`)
  for (const xml of [list, `<r:genericRefactoring>${list}</r:genericRefactoring>`]) {
    const { touched, oldName } = readRename(documentOf(xml))
    assert.equal(oldName, 'lv_old')
    assert.deepEqual(
      touched.map(({ name, edits }) => [name, edits]),
      [
        [
          'ZCL_DEMO',
          [{ line: 3, column: 12, endLine: 3, endColumn: 18, before: 'lv_old', after: '' }]
        ]
      ]
    )
  }
})

test('an evaluation without a list has no objects', () => {
  const xml = documentOf('<r:ignoreSyntaxErrorsAllowed>true</r:ignoreSyntaxErrorsAllowed>')
  assert.deepEqual(readRename(xml).touched, [])
})

test('the new name has its place, whatever the evaluation says of it', () => {
  for (const given of ['<r:newName>lv_old</r:newName>', '<r:newName/>', '<r:newName />', '']) {
    const filled = renameTo(documentOf(given), 'lv_old', 'lv_<new>')
    assert.equal(filled, documentOf('<r:newName>lv_&lt;new&gt;</r:newName>'), given)
  }
  const dollars = renameTo(documentOf(''), 'lv_old', '$&$1')
  assert.match(dollars, /<r:newName>\$&amp;\$1<\/r:newName>/)
})

test('an evaluation without the old name is refused', () => {
  assert.throws(() => renameTo('<r:renameRefactoring xmlns:r="x"/>', 'a', 'b'), {
    code: 'ERP_BAD_ANSWER'
  })
})
