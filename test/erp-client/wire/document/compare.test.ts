/**
 * Every difference between sent and stored document is found; values that change with every save
 * are not.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../../../../erp-client/wire/document/compare.ts'
import { mergeFields } from '../../../../erp-client/wire/document/fields.ts'
import {
  spliced,
  withText,
  withValue,
  without
} from '../../../../erp-client/wire/document/splice.ts'
import { placeXml } from '../../../../erp-client/wire/document/tree.ts'
import type { PlacedElement } from '../../../../erp-client/wire/document/tree.ts'
import { cases } from './documents.ts'

const documents = new Map(cases.map(({ type, document }) => [document, type]))
const passing =
  /^(?:changedAt|changedBy|createdAt|createdBy|version|etag|lastchangedby|lastmodified|uri|type|is\w*(?:Visible|Editable))$/
const passingElements = new Set(['link', 'valueHelps'])

function elementsOf(element: PlacedElement): PlacedElement[] {
  return element.children
    .filter(({ name }) => !passingElements.has(name))
    .flatMap(each => [each, ...elementsOf(each)])
}

const foundIn = (type: string, sent: string, after: string) => {
  const { refused, others } = compareDocuments(type, { before: sent, sent, after })
  assert.deepEqual(refused, [])
  return others
}

test('every text that differs is one difference', () => {
  let seen = 0
  for (const [document, type] of documents) {
    for (const element of elementsOf(placeXml(document)).filter(
      ({ children }) => children.length === 0
    )) {
      const other = spliced(document, withText(element, `${element.text}9`))
      const found = foundIn(type, document, other)
      // what names an entry makes it another one
      assert.ok(
        found.length === 1 || (found.length === 2 && /^(?:low|high)$/.test(element.name)),
        `${type} ${element.qualified}: ${JSON.stringify(found)}`
      )
      seen++
    }
  }
  assert.ok(seen > 130, String(seen))
})

test('every attribute that differs is one difference, and those of every save are none', () => {
  let [seen, passed] = [0, 0]
  for (const [document, type] of documents) {
    const root = placeXml(document)
    for (const element of [root, ...elementsOf(root)]) {
      for (const attribute of element.attributes) {
        const found = foundIn(
          type,
          document,
          spliced(document, [withValue(attribute, `${attribute.value}9`)])
        )
        const isKey =
          (element.name === 'messages' && attribute.name === 'msgno') ||
          (element.name === 'component' && attribute.name === 'name')
        const isPassing =
          passing.test(attribute.name) ||
          (element !== root && /^(?:description|packageName)$/.test(attribute.name))
        assert.equal(
          found.length,
          isPassing ? 0 : isKey ? 2 : 1,
          `${type} ${element.qualified} ${attribute.qualified}`
        )
        isPassing ? passed++ : seen++
      }
    }
  }
  assert.ok(seen > 90 && passed > 50, `${seen} ${passed}`)
})

test('every lost or added element is a difference, unless it is empty', () => {
  let seen = 0
  for (const [document, type] of documents) {
    for (const element of elementsOf(placeXml(document))) {
      const less = spliced(document, [without(element)])
      const says =
        element.text.trim() !== '' ||
        element.children.length > 0 ||
        element.attributes.some(({ name }) => !passing.test(name))
      const [lost, added] = [foundIn(type, document, less), foundIn(type, less, document)]
      assert.ok(
        says ? lost.length > 0 : lost.length === 0,
        `${type} ${element.qualified} is lost: ${JSON.stringify(lost)}`
      )
      assert.ok(added.length > 0, `${type} ${element.qualified} is added`)
      seen++
    }
  }
  assert.ok(seen > 160, String(seen))
})

test('zeros before a number are no difference, nor is how a document is written', () => {
  const [document = ''] = documents.keys()
  assert.deepEqual(foundIn('DOMA', document, document.replace('>000002<', '>2<')), [])
  assert.deepEqual(
    foundIn('DOMA', document, document.replaceAll('doma:', 'd:').replaceAll('><', '>\n <')),
    []
  )
  assert.equal(foundIn('DOMA', document, document.replace('>000002<', '>3<')).length, 1)
})

test('changed values are distinguished from unchanged ones', () => {
  const [document = ''] = documents.keys()
  const sent = document
    .replace('<doma:lowercase>true', '<doma:lowercase>false')
    .replace('<doma:decimals>000000', '<doma:decimals>000003')
    .replace('<doma:text>Active', '<doma:text>On')
    .replace('"ZVALUES"', '"ZOTHER"')
  const after = document
    .replace('<doma:style>01', '<doma:style>00')
    .replace('<doma:high>D', '<doma:high>E')
  const { refused, others } = compareDocuments('DOMA', { before: document, sent, after })
  const values = 'content/valueInformation/fixValues'
  assert.deepEqual(
    refused.map(({ path }) => path),
    [
      'content/outputInformation/lowercase',
      'content/valueInformation/valueTableRef/@name',
      `${values}/fixValue[A-]/text`
    ]
  )
  // a number that the ERP computes from others, and what another user changes in the same list
  assert.deepEqual(
    others.map(({ path }) => path),
    [
      'content/typeInformation/decimals',
      'content/outputInformation/style',
      `${values}/fixValue[B-D]`,
      `${values}/fixValue[B-E]`
    ]
  )
})

test('attributes that describe the target of a reference are no difference', () => {
  const [given = ''] = documents.keys()
  const document = given.replace(
    'adtcore:name="ZVALUES"',
    'adtcore:name="ZVALUES" adtcore:description="Old values"'
  )
  const sent = mergeFields('DOMA', document, { valueTable: 'ZOTHER' })
  assert.doesNotMatch(sent, /Old values/)
  const after = sent.replace(
    'adtcore:name="ZOTHER"',
    'adtcore:uri="/sap/bc/adt/ddic/tables/zother" adtcore:type="TABL/DT" adtcore:name="ZOTHER" adtcore:description="Others"'
  )
  assert.deepEqual(compareDocuments('DOMA', { before: document, sent, after }), {
    refused: [],
    others: []
  })
})

test('a removed or added entry must be stored so', () => {
  const { type, document, fields } =
    cases.find(each => each.type === 'MSAG' && each.to.includes('deletedmessages')) ?? assert.fail()
  const sent = mergeFields(type, document, {
    messages: [...(fields['messages'] as object[]), { number: '009', text: 'Nine' }]
  })
  assert.deepEqual(compareDocuments(type, { before: document, sent, after: document }).refused, [
    { path: 'messages[009]', sent: '', stored: undefined },
    { path: 'messages[005]', sent: undefined, stored: '' }
  ])
  const added = sent.replace(
    '</mc:messageClass>',
    '<mc:messages mc:msgno="777" mc:msgtext="By another user"/></mc:messageClass>'
  )
  assert.deepEqual(compareDocuments(type, { before: document, sent, after: added }), {
    refused: [],
    others: [{ path: 'messages[777]', sent: undefined, stored: '' }]
  })
})
