/** Hits of searches in names and sources, and contents of packages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNodes, readReferences, readSourceHits } from '../../../erp-client/wire/search.ts'

test('search hits name objects with and without an editor', () => {
  const hits = readReferences(
    '<adtcore:objectReferences><adtcore:objectReference adtcore:uri="/sap/bc/adt/functions/groups/zdemo/fmodules/z_fm" adtcore:type="FUGR/FF" adtcore:name="Z_FM" adtcore:packageName="zdemo"/><adtcore:objectReference adtcore:uri="/sap/bc/adt/vit/wb/object_type/trant/object_name/ZT" adtcore:type="TRAN/T" adtcore:name="ZT"/><adtcore:objectReference adtcore:uri="/sap/bc/adt/programs/programs/zdemo" adtcore:type="PROG/P" adtcore:name="ZDEMO (PROGRAM)"/><adtcore:objectReference adtcore:type="SUSH" adtcore:name="X"/></adtcore:objectReferences>'
  )
  assert.deepEqual(
    hits.map(hit => hit.ref),
    [
      { type: 'FUNC', name: 'Z_FM', group: 'ZDEMO' },
      { type: 'TRAN', name: 'ZT' },
      { type: 'PROG', name: 'ZDEMO' },
      { type: 'SUSH', name: 'X' }
    ]
  )
  assert.deepEqual([hits[0]?.package, hits[2]?.name], ['ZDEMO', 'ZDEMO'])
  assert.deepEqual(readReferences('<adtcore:objectReferences xmlns:adtcore="x"/>'), [])
})

test('an empty package is empty, a cut-off answer is not', () => {
  assert.deepEqual(readNodes('', 'ZX'), [])
  assert.throws(() => readNodes('<asx:abap><asx:values><DATA><TREE_CONTENT>', 'ZX'), {
    code: 'ERP_BAD_ANSWER'
  })
  const nodes = readNodes(
    '<asx:abap xmlns:asx="x" version="1.0"><asx:values><DATA><TREE_CONTENT><SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>CLAS/OC</OBJECT_TYPE><OBJECT_NAME>ZCL_DEMO</OBJECT_NAME><OBJECT_URI/><OBJECT_VIT_URI>/sap/bc/adt/vit/wb/object_type/clasoc/object_name/ZCL_DEMO</OBJECT_VIT_URI><DESCRIPTION>D</DESCRIPTION></SEU_ADT_REPOSITORY_OBJ_NODE></TREE_CONTENT></DATA></asx:values></asx:abap>',
    'ZX'
  )
  assert.deepEqual(nodes, [
    {
      ref: { type: 'CLAS', name: 'ZCL_DEMO' },
      uri: '/sap/bc/adt/vit/wb/object_type/clasoc/object_name/ZCL_DEMO',
      adtType: 'CLAS/OC',
      name: 'ZCL_DEMO',
      package: 'ZX',
      description: 'D'
    }
  ])
})

test('descriptions that belong to other objects are left out', () => {
  const node = (type: string, name: string, description: string) =>
    `<SEU_ADT_REPOSITORY_OBJ_NODE><OBJECT_TYPE>${type}</OBJECT_TYPE><OBJECT_NAME>${name}</OBJECT_NAME><DESCRIPTION>${description}</DESCRIPTION></SEU_ADT_REPOSITORY_OBJ_NODE>`
  const descriptions = (...nodes: string[]) =>
    readNodes(
      `<asx:abap xmlns:asx="x" version="1.0"><asx:values><DATA><TREE_CONTENT>${node('DEVC/OC', '', '')}${nodes.join('')}</TREE_CONTENT></DATA></asx:values></asx:abap>`,
      'ZX'
    ).map(hit => [hit.name, hit.description])
  const shifted = descriptions(
    node('DEVC/K', 'ZX_SUB', ''),
    node('CLAS/OC', 'ZCL_A', 'Subpackage of ZX'),
    node('CLAS/OC', 'ZCL_B', 'Class A')
  )
  assert.deepEqual(shifted, [
    ['ZX_SUB', undefined],
    ['ZCL_A', undefined],
    ['ZCL_B', undefined]
  ])
  const own = [
    ['ZX_SUB', 'Subpackage of ZX'],
    ['ZCL_A', 'Class A']
  ]
  const inPlace = own.map(([name = '', text = ''], index) =>
    node(index === 0 ? 'DEVC/K' : 'CLAS/OC', name, text)
  )
  assert.deepEqual(descriptions(...inPlace), own)
})

test('descriptions of programs and tables hold where the list is in the order of the names', () => {
  const descriptions = (...rows: [type: string, name: string, description: string][]) =>
    readReferences(
      `<adtcore:objectReferences xmlns:adtcore="x">${rows
        .map(
          ([type, name, description]) =>
            `<adtcore:objectReference adtcore:uri="/x" adtcore:type="${type}" adtcore:name="${name}" adtcore:description="${description}"/>`
        )
        .join('')}</adtcore:objectReferences>`
    ).map(hit => hit.description)
  // by subtype and name, as the ERP lists them: the first description is that of ZA
  assert.deepEqual(
    descriptions(
      ['FUGR/F', 'ZG', 'Group'],
      ['PROG/I', 'ZB', 'Program A'],
      ['PROG/P', 'ZA', 'Include B'],
      ['TABL/DT', 'ZT', 'Table']
    ),
    ['Group', undefined, undefined, 'Table']
  )
  assert.deepEqual(descriptions(['PROG/P', 'ZA', 'Program A'], ['PROG/I', 'ZB', 'Include B']), [
    'Program A',
    'Include B'
  ])
})

test('hits in sources are read as references and as a feed', () => {
  const references = readSourceHits(
    '<r><adtcore:objectReference adtcore:uri="/sap/bc/adt/oo/classes/zcl_demo/source/main" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC"><textSearchResult line="5" snippet="a = b."/><textSearchResult line="9" snippet="c"/></adtcore:objectReference></r>'
  )
  assert.deepEqual(
    references.map(hit => [hit.ref.name, hit.part, hit.line, hit.snippet]),
    [
      ['ZCL_DEMO', 'main', 5, 'a = b.'],
      ['ZCL_DEMO', 'main', 9, 'c']
    ]
  )
  const feed = readSourceHits(
    '<atom:feed xmlns:atom="x"><atom:entry><atom:id>/sap/bc/adt/programs/programs/zx/source/main#start=3,1</atom:id><atom:title>ZX</atom:title><atom:content>text</atom:content></atom:entry></atom:feed>'
  )
  assert.deepEqual(
    feed.map(hit => [hit.ref, hit.line, hit.snippet]),
    [[{ type: 'PROG', name: 'ZX' }, 3, 'text']]
  )
})
