/** Rules of the fields of lock objects and of settings of tables. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fieldsFault,
  isErpError,
  mergeFields,
  newFieldsFault
} from '../../../../erp-client/index.ts'
import { compareDocuments } from '../../../../erp-client/wire/document/compare.ts'
import { dictionaryCases, lockObject } from './dictionary-documents.ts'

const settings = dictionaryCases.find(({ type }) => type === 'TABT')?.document ?? ''
const refusal = (type: string, document: string, fields: object): string => {
  try {
    mergeFields(type, document, { ...fields })
  } catch (error) {
    if (isErpError(error)) return error.message
    throw error
  }
  return ''
}

test('the tables of a lock object change together with its parameters', () => {
  assert.match(refusal('ENQU', lockObject, { table: 'ZOTHER' }), /together with `parameters`/)
  assert.match(refusal('ENQU', lockObject, { secondaryTables: [] }), /together with `parameters`/)
  assert.match(refusal('ENQU', lockObject, { table: '' }), /needs `table`/)
  assert.equal(refusal('ENQU', lockObject, { table: 'zhead', lockMode: 'S' }), '')
  assert.equal(newFieldsFault('ENQU', { table: 'ZHEAD' }), undefined)
  assert.match(newFieldsFault('ENQU', { lockMode: 'E' }) ?? '', /needs `table`/)
  assert.match(
    newFieldsFault('ENQU', { table: 'ZHEAD', secondaryTables: [{ table: 'ZITEM' }] }) ?? '',
    /together with `parameters`/
  )
})

test('a list of a lock object has no entry twice', () => {
  const twice = [
    { name: 'ID', table: 'ZA' },
    { name: 'id', table: 'ZB' }
  ]
  assert.match(fieldsFault('ENQU', { parameters: twice }) ?? '', /ID stands twice/)
  assert.match(fieldsFault('ENQU', { parameters: ['ID'] }) ?? '', /list of objects/)
  assert.match(fieldsFault('ENQU', { secondaryTables: [{ table: 'Z\nA' }] }) ?? '', /U\+000A/)
})

test('the generated lock modules are not sent back, and are no difference', () => {
  const modules =
    '<enqu:lockModules><enqu:lockModule adtcore:name="ENQUEUE_EZLOCK" adtcore:type="FUGR/FF"/></enqu:lockModules>'
  const before = lockObject.replace('</enqu:content>', `${modules}</enqu:content>`)
  const sent = mergeFields('ENQU', before, { lockMode: 'X' })
  assert.equal(sent, lockObject.replace('<enqu:lockMode>E<', '<enqu:lockMode>X<'))
  assert.equal(mergeFields('ENQU', before, { lockMode: 'E' }), before)
  const after = sent.replace('</enqu:content>', `${modules}</enqu:content>`)
  assert.deepEqual(compareDocuments('ENQU', { before, sent, after }), { refused: [], others: [] })
  const other = after.replace('<enqu:lockMode>X<', '<enqu:lockMode>E<')
  assert.equal(
    compareDocuments('ENQU', { before, sent, after: other }).refused[0]?.path,
    'content/primaryTable/lockMode'
  )
})

test('the kind of buffering and its permission agree', () => {
  assert.match(refusal('TABT', settings, { bufferingAllowed: 'N' }), /needs `bufferingType` as ""/)
  assert.equal(refusal('TABT', settings, { bufferingAllowed: 'N', bufferingType: '' }), '')
  assert.match(
    refusal('TABT', settings, { bufferingType: '' }),
    /is X, which needs `bufferingType`/
  )
  assert.match(refusal('TABT', settings, { keyFields: 0 }), /needs `keyFields`/)
  assert.equal(refusal('TABT', settings, { bufferingType: 'X', keyFields: 0 }), '')
  assert.match(refusal('TABT', settings, { sizeCategory: 10 }), /more than 1 digits/)
})
