import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '../http/xml-reader.ts'
import { parseXml, textAt, writeXml } from '../store/formats/xml.ts'
import { readTree, xmlAttribute, XmlError, xmlText } from '../xml-tree.ts'

test('entities are resolved in texts and attributes, and stay what they are in CDATA', () => {
  const tree = readTree('<a b="&lt;&#x41;&quot;">&amp;&#66;<![CDATA[&amp;<b>]]></a>')
  assert.deepEqual(tree, { name: 'a', attributes: { b: '<A"' }, children: ['&B', '&amp;<b>'] })
  assert.equal(readXml('<a>&amp;<![CDATA[&amp;]]></a>').text, '&&amp;')
})

test('what is read by the one is written and read again by the other', () => {
  const text = 'ä € 😀 <tag> & "quoted" \t\r\n end'
  const written = writeXml({
    name: 'a',
    attributes: { b: text },
    children: [{ name: 'c', attributes: {}, children: [text] }]
  })
  assert.equal(textAt(parseXml(written), 'c'), text)
  const read = readXml(written)
  assert.deepEqual([read.attributes['b'], read.children[0]?.text], [text, text])
})

test('every character is written so that it can be read, on its own and between others', () => {
  const special: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '\r': '&#13;'
  }
  const inAttributes: Readonly<Record<string, string>> = {
    ...special,
    '"': '&quot;',
    '\n': '&#10;',
    '\t': '&#9;'
  }
  for (let code = 0; code < 0x180; code++) {
    const character = String.fromCharCode(code)
    const carried = code < 32 && !'\t\n\r'.includes(character) ? '\uFFFD' : character
    for (const around of ['', 'a b', '<']) {
      const inner = around === '<' ? '&lt;' : around
      assert.equal(
        xmlText(around + character + around),
        inner + (special[character] ?? carried) + inner,
        String(code)
      )
      assert.equal(
        xmlAttribute(around + character + around),
        inner + (inAttributes[character] ?? carried) + inner,
        String(code)
      )
    }
  }
})

test('what is no document is refused with its place', () => {
  for (const body of [
    '',
    'text',
    '<a',
    '<a><b></a>',
    '<a/><b/>',
    '<!DOCTYPE a><a/>',
    '<a>'.repeat(200) + '</a>'.repeat(200)
  ]) {
    assert.throws(() => readTree(body), XmlError, body.slice(0, 20))
    assert.throws(() => readXml(body), { status: 400 })
    assert.throws(() => parseXml(body), { code: 'INVALID_SOURCE' })
  }
  assert.throws(
    () => readTree('<a>\n<b>\n</a>'),
    (error: unknown) => error instanceof XmlError && error.row === 3
  )
})
