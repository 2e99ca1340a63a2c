/** Texts of knowledge transfer documents, in the form of public clients' notes of releases 7.58 and 8.16. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFacts } from '../../../erp-client/wire/facts.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const documentOf = (...elements: readonly string[]) =>
  `<sktd:docu xmlns:sktd="http://www.sap.com/wbobj/texts/sktd" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZFERRY"><adtcore:packageRef adtcore:name="$TMP"/>${elements.join('')}</sktd:docu>`
const element = (id: string, text: string, shortText = '') =>
  `<sktd:element><sktd:id>${id}</sktd:id>${text}<sktd:shortText sktd:text="${shortText}" sktd:obligation="optional"/></sktd:element>`
const textsOf = (xml: string) => readFacts(xml).facts?.['texts']

test('each part has its name, its Markdown and its short text', () => {
  const path = '/sap/bc/adt/ddic/ddl/sources/zferry/source/main#type=DDLS/DF;name=BookingId'
  const xml = documentOf(
    element('ZFERRY', `<sktd:text>${base64('# Fähren\n\n🚢 & more')}</sktd:text>`),
    element(path, `<sktd:text>\n${base64('The id')}\n</sktd:text>`, base64('Id of the booking')),
    element('ZFERRY.EMPTY', '<sktd:text/>'),
    element('ZFERRY.SHORT', '<sktd:text/>', base64('Only short'))
  )
  assert.deepEqual(textsOf(xml), [
    { element: 'ZFERRY', text: '# Fähren\n\n🚢 & more' },
    { element: 'BookingId', shortText: 'Id of the booking', text: 'The id' },
    { element: 'ZFERRY.SHORT', shortText: 'Only short', text: '' }
  ])
})

test('what is no base64 of a text stays as it is', () => {
  for (const text of ['word', 'a plain text', '====', 'QQ=', base64('x').slice(1)]) {
    const [found] = textsOf(documentOf(element('Z', `<sktd:text>${text}</sktd:text>`))) as [
      { text: string }
    ]
    assert.equal(found.text, text)
  }
  const bytes = Buffer.from([0xff, 0xfe, 0xfd]).toString('base64')
  assert.deepEqual(textsOf(documentOf(element('Z', `<sktd:text>${bytes}</sktd:text>`))), [
    { element: 'Z', text: bytes }
  ])
})

test('a document without texts has none', () => {
  assert.deepEqual(textsOf(documentOf()), [])
})
