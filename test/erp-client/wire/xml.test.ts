/** XML of the ERP: what is read, and what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isErpError } from '../../../erp-client/index.ts'
import {
  attribute,
  byName,
  child,
  children,
  escapeXml,
  parseXml,
  rawText,
  textOf
} from '../../../erp-client/wire/xml.ts'
import { readOutlineXml } from '../../../erp-client/wire/outline.ts'

test('XML is read by local names, as text, with the five entities and numbers', () => {
  const { root, element } = parseXml(
    '<?xml version="1.0"?>\n<!-- c --><a:r xmlns:a="u" a:n="0012" b="&#x41;&amp;&#10;"><x:c xmlns:x="v"> 01 &lt;&#8364;</x:c><c><![CDATA[<&amp;>]]></c><d/></a:r>\n'
  )
  assert.equal(root, 'r')
  assert.deepEqual(
    [attribute(element, 'n'), attribute(element, 'b'), attribute(element, 'xmlns')],
    ['0012', 'A&\n', undefined]
  )
  assert.deepEqual(children(element, 'c').map(rawText), [' 01 <€', '<&amp;>'])
  assert.deepEqual(
    [textOf(element, 'c'), textOf(element, 'd'), textOf(element, 'nope', 'x'), child(element, 'e')],
    ['01 <€', '', '', undefined]
  )
  assert.equal(attribute(parseXml('<a/>').element, 'toString'), undefined)
})

test('a truncated or unsafe document is refused', () => {
  const bad = [
    '',
    'text',
    '{}',
    '<a><b></a',
    '<a><b/>',
    '<a>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><!DOCTYPE b></a>',
    '<a b="x?y=1&z=2" c="&amp;"/>',
    '<a>1 & 2;</a>',
    '<a b="1" b="2/>',
    '<r>'.repeat(300) + '</r>'.repeat(300),
    '<html><body>x</body></html>'
  ]
  for (const text of bad) {
    assert.throws(
      () => parseXml(text, ['a', 'r']),
      (error: unknown) => isErpError(error, 'ERP_BAD_ANSWER'),
      text.slice(0, 40)
    )
  }
  assert.equal(parseXml('<a:r/>', ['r']).root, 'r')
  assert.equal(parseXml('<a></a >').root, 'a')
})

test('a document with harmless faults is accepted as it is', () => {
  const { element } = parseXml('<a note="&nbsp;"><b>\u0001 &copy; &#0; ]]> ok</b></a>')
  assert.deepEqual(
    [attribute(element, 'note'), textOf(element, 'b')],
    ['&nbsp;', '\u0001 &copy; &#0; ]]> ok']
  )
})

test('children stand under their names in the order of the document', () => {
  const { element } = parseXml('<r><a n="1"/><x:b xmlns:x="u"/><a n="2"><c/></a>t</r>')
  assert.deepEqual(
    [...byName(element)].map(([name, all]) => [name, all.length]),
    [
      ['a', 2],
      ['b', 1]
    ]
  )
  assert.deepEqual(children(element, 'a', 'c').length, 1)
  assert.deepEqual(
    children(element, 'a').map(each => attribute(each, 'n')),
    ['1', '2']
  )
})

test('code in CDATA can look like markup', () => {
  assert.equal(
    rawText(parseXml('<a><![CDATA[<!DOCTYPE html>&lt;]]></a>').element),
    '<!DOCTYPE html>&lt;'
  )
})

test('an entity bomb and a prototype are just text', () => {
  assert.throws(
    () => parseXml('<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>'),
    { code: 'ERP_BAD_ANSWER' }
  )
  const { element } = parseXml('<a><toString>x</toString><hasOwnProperty/></a>')
  assert.equal(typeof element.toString, 'function')
  assert.equal(({} as Record<string, unknown>)['x'], undefined)
})

test('escaping survives the way there and back', () => {
  const text = 'a<b>&"\'\r\n\t ]]> ü漢𝒳'
  assert.equal(attribute(parseXml(`<a b="${escapeXml(text)}"/>`).element, 'b'), text)
  assert.equal(rawText(parseXml(`<a>${escapeXml(text)}</a>`).element), text)
})

test('names that mean something to every object are ordinary attributes and children', () => {
  const outline = readOutlineXml(
    '<a:objectStructureElement xmlns:a="x" xmlns:c="y" c:name="ZCL_X" c:type="CLAS/OC"><a:objectStructureElement c:name="CONSTRUCTOR" c:type="CLAS/OM" constructor="true" toString="t"/></a:objectStructureElement>',
    '/sap/bc/adt/oo/classes/zcl_x'
  )
  assert.deepEqual({ ...outline.children[0]?.attributes }, { constructor: 'true', toString: 't' })
  const { element } = parseXml(
    '<a hasOwnProperty="1" __proto__="x"><constructor>2</constructor></a>'
  )
  assert.deepEqual(
    [
      attribute(element, 'hasOwnProperty'),
      attribute(element, 'toString'),
      textOf(element, 'constructor'),
      children(element, 'valueOf')
    ],
    ['1', undefined, '2', []]
  )
})
