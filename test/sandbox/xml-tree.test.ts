import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '../../sandbox/http/xml-reader.ts'
import { parseXml, textAt, writeXml } from '../../sandbox/store/formats/xml.ts'
import { readTree, XmlError } from '../../sandbox/xml-tree.ts'

test('entities are resolved in texts and attributes, and stay what they are in CDATA', () => {
  const tree = readTree('<a b="&lt;&#x41;&quot;">&amp;&#66;<![CDATA[&amp;<b>]]></a>')
  assert.deepEqual(tree, { name: 'a', attributes: { b: '<A"' }, children: ['&B', '&amp;<b>'] })
  assert.equal(readXml('<a>&amp;<![CDATA[&amp;]]></a>').text, '&&amp;')
})

test('what is read by the one is written and read again by the other', () => {
  const text = 'ä € 😀 <tag> & "quoted" \t\r\n end'
  const written = writeXml({ name: 'a', attributes: { b: text }, children: [{ name: 'c', attributes: {}, children: [text] }] })
  assert.equal(textAt(parseXml(written), 'c'), text)
  const read = readXml(written)
  assert.deepEqual([read.attributes['b'], read.children[0]?.text], [text, text])
})

test('what is no document is refused with its place', () => {
  for (const body of ['', 'text', '<a', '<a><b></a>', '<a/><b/>', '<!DOCTYPE a><a/>', '<a>'.repeat(200) + '</a>'.repeat(200)]) {
    assert.throws(() => readTree(body), XmlError, body.slice(0, 20))
    assert.throws(() => readXml(body), { status: 400 })
    assert.throws(() => parseXml(body), { code: 'INVALID_SOURCE' })
  }
  assert.throws(() => readTree('<a>\n<b>\n</a>'), (error: unknown) => error instanceof XmlError && error.row === 3)
})
