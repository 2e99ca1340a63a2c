/** The outline of a source. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOutlineXml } from '../../../erp-client/wire/outline.ts'

test('an outline has absolute 1-based places', () => {
  const link = (rel: string, at: string) =>
    `<atom:link rel="http://www.sap.com/adt/relations/source/${rel}" href="./../zcl_demo/source/main#${at}"/>`
  const outline = readOutlineXml(
    `<abapsource:objectStructureElement xml:base="/sap/bc/adt/oo/classes/zcl_demo/objectstructure" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC" visibility="public"><abapsource:objectStructureElement adtcore:type="CLAS/OM" adtcore:name="HELLO" level="instance" clif_name="ZCL_DEMO" visibility="private">${link('definitionIdentifier', 'start=3,12;end=3,17')}${link('implementationBlock', 'start=9,2;end=11,11')}</abapsource:objectStructureElement></abapsource:objectStructureElement>`,
    '/sap/bc/adt/oo/classes/zcl_demo/objectstructure'
  )
  const [hello] = outline.children
  assert.deepEqual(
    [outline.name, hello?.name, hello?.visibility, hello?.level, hello?.attributes['clif_name']],
    ['ZCL_DEMO', 'HELLO', 'private', 'instance', 'ZCL_DEMO']
  )
  assert.deepEqual(
    [hello?.definition?.line, hello?.definition?.column, hello?.definition?.part],
    [3, 13, 'main']
  )
  assert.deepEqual(hello?.implementationBlock, {
    uri: '/sap/bc/adt/oo/classes/zcl_demo/source/main#start=9,2;end=11,11',
    part: 'main',
    startLine: 9,
    startColumn: 3,
    endLine: 11,
    endColumn: 12
  })
})
