/** Whatever the ERP keeps otherwise is found, and what changes with every save is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../../../../erp-client/wire/document/compare.ts'
import { spliced, withText, withValue, without } from '../../../../erp-client/wire/document/splice.ts'
import { placeXml } from '../../../../erp-client/wire/document/tree.ts'
import type { PlacedElement } from '../../../../erp-client/wire/document/tree.ts'
import { cases } from './documents.ts'

const documents = new Map(cases.map(({ type, document }) => [document, type]))
const passing = /^(?:changedAt|changedBy|createdAt|createdBy|version|etag|lastchangedby|lastmodified|uri|type|is\w*(?:Visible|Editable))$/
const passingElements = new Set(['link', 'valueHelps'])

function elementsOf (element: PlacedElement): PlacedElement[] {
  return element.children.filter(({ name }) => !passingElements.has(name)).flatMap(each => [each, ...elementsOf(each)])
}

const foundIn = (type: string, sent: string, after: string) => {
  const { refused, others } = compareDocuments(type, [], { before: sent, sent, after })
  assert.deepEqual(refused, [])
  return others
}

test('every text that differs is one difference', () => {
  let seen = 0
  for (const [document, type] of documents) {
    for (const element of elementsOf(placeXml(document)).filter(({ children }) => children.length === 0)) {
      const other = spliced(document, withText(element, `${element.text}9`))
      const found = foundIn(type, document, other)
      // what names an entry makes it another one
      assert.ok(found.length === 1 || (found.length === 2 && /^(?:low|high)$/.test(element.name)), `${type} ${element.qualified}: ${JSON.stringify(found)}`)
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
        const found = foundIn(type, document, spliced(document, [withValue(attribute, `${attribute.value}9`)]))
        const isKey = (element.name === 'messages' && attribute.name === 'msgno') || (element.name === 'component' && attribute.name === 'name')
        assert.equal(found.length, passing.test(attribute.name) ? 0 : isKey ? 2 : 1, `${type} ${element.qualified} ${attribute.qualified}`)
        passing.test(attribute.name) ? passed++ : seen++
      }
    }
  }
  assert.ok(seen > 100 && passed > 50, `${seen} ${passed}`)
})

test('every element that is lost or added is a difference, unless it says nothing', () => {
  let seen = 0
  for (const [document, type] of documents) {
    for (const element of elementsOf(placeXml(document))) {
      const less = spliced(document, [without(element)])
      const says = element.text.trim() !== '' || element.children.length > 0 || element.attributes.some(({ name }) => !passing.test(name))
      const [lost, added] = [foundIn(type, document, less), foundIn(type, less, document)]
      assert.ok(says ? lost.length > 0 : lost.length === 0, `${type} ${element.qualified} is lost: ${JSON.stringify(lost)}`)
      assert.ok(added.length > 0, `${type} ${element.qualified} is added`)
      seen++
    }
  }
  assert.ok(seen > 160, String(seen))
})

test('zeros before a number are no difference, nor is how a document is written', () => {
  const [document = ''] = documents.keys()
  assert.deepEqual(foundIn('DOMA', document, document.replace('>000002<', '>2<')), [])
  assert.deepEqual(foundIn('DOMA', document, document.replaceAll('doma:', 'd:').replaceAll('><', '>\n <')), [])
  assert.equal(foundIn('DOMA', document, document.replace('>000002<', '>3<')).length, 1)
})

test('what was named is told apart from what was not', () => {
  const [document = ''] = documents.keys()
  const after = document.replace('<doma:lowercase>true', '<doma:lowercase>false').replace('<doma:style>01', '<doma:style>00').replace('<doma:text>Active', '<doma:text>On').replace('<doma:decimals>000000', '<doma:decimals>000002')
  const { refused, others } = compareDocuments('DOMA', ['lowercase', 'values', 'decimals'], { before: document, sent: document, after })
  assert.deepEqual(refused.map(({ path }) => path), ['content/outputInformation/lowercase', 'content/valueInformation/fixValues/fixValue[A-]/text'])
  // a number that the ERP computes from others
  assert.deepEqual(others.map(({ path }) => path), ['content/typeInformation/decimals', 'content/outputInformation/style'])
})
