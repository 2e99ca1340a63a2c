import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../types.ts'
import { abapGit, make, open } from './fixture.ts'

const domain = (name: string, type: string, length: string, decimals = '') =>
  abapGit(
    'DOMA',
    `   <DD01V>\n    <DOMNAME>${name}</DOMNAME>\n    <DATATYPE>${type}</DATATYPE>\n    <LENG>${length}</LENG>\n    <DECIMALS>${decimals}</DECIMALS>\n   </DD01V>\n`
  )
const dataElement = (name: string, inner: string) =>
  abapGit(
    'DTEL',
    `   <DD04V>\n    <ROLLNAME>${name}</ROLLNAME>\n    <DDTEXT>Text of ${name}</DDTEXT>\n    ${inner}\n   </DD04V>\n`
  )

function add(
  store: Store,
  type: 'DOMA' | 'DTEL' | 'TABL' | 'STRU',
  name: string,
  text: string
): void {
  make(store, type, name, { parts: [{ part: 'main', text }] })
  store.activate([{ type, name }], 'ALICE')
}

function columns(store: Store, name: string): unknown[] {
  return (
    store
      .shape(name)
      ?.columns.map(each => [each.name, each.type, each.length, each.decimals, each.key]) ?? []
  )
}

test('columns are resolved through data elements and domains, includes and suffixes', t => {
  const library = [
    {
      name: 'mandt.dtel.xml',
      text: dataElement('MANDT', '<DATATYPE>CLNT</DATATYPE><LENG>000003</LENG>')
    }
  ]
  const store = open(t, { library })
  add(store, 'DOMA', 'ZPRICE_D', domain('ZPRICE_D', 'DEC', '000011', '000002'))
  add(store, 'DTEL', 'ZPRICE', dataElement('ZPRICE', '<DOMNAME>ZPRICE_D</DOMNAME>'))
  add(
    store,
    'STRU',
    'ZINNER',
    'define structure zinner {\n  code : abap.char(4);\n  price : zprice;\n}'
  )
  add(
    store,
    'STRU',
    'ZOUTER',
    "define structure zouter {\n  include zinner;\n  @EndUserText.label : 'Note'\n  note : abap.string(0);\n}"
  )
  add(
    store,
    'TABL',
    'ZT',
    'define table zt {\n  key client : mandt not null;\n  key include zinner not null;\n  second : include zouter with suffix _2;\n  text : zunknown;\n}'
  )
  assert.deepEqual(columns(store, 'zt'), [
    ['CLIENT', 'CLNT', 3, 0, true],
    ['CODE', 'CHAR', 4, 0, true],
    ['PRICE', 'DEC', 11, 2, true],
    ['CODE_2', 'CHAR', 4, 0, false],
    ['PRICE_2', 'DEC', 11, 2, false],
    ['NOTE_2', 'STRG', 0, 0, false],
    ['TEXT', '', 0, 0, false]
  ])
  const shape = store.shape('ZT')
  assert.deepEqual(
    [
      shape?.name,
      shape?.description,
      shape?.columns[2]?.description,
      shape?.columns[5]?.description
    ],
    ['ZT', 'Description of ZT', 'Text of ZPRICE', 'Note']
  )
})

test('a change of a domain is seen once it is active', t => {
  const store = open(t)
  add(store, 'DOMA', 'ZD', domain('ZD', 'CHAR', '000004'))
  add(store, 'DTEL', 'ZE', dataElement('ZE', '<DOMNAME>ZD</DOMNAME>'))
  add(store, 'TABL', 'ZT', 'define table zt {\n  key f : ze not null;\n}')
  store.write(
    { object: { type: 'DOMA', name: 'ZD' }, part: 'main' },
    domain('ZD', 'NUMC', '000008'),
    'ALICE'
  )
  assert.deepEqual(columns(store, 'ZT'), [['F', 'CHAR', 4, 0, true]])
  store.activate([{ type: 'DOMA', name: 'ZD' }], 'ALICE')
  assert.deepEqual(columns(store, 'ZT'), [['F', 'NUMC', 8, 0, true]])
})

test('structures that include each other end, unknown names have no shape', t => {
  const store = open(t)
  add(store, 'STRU', 'ZA', 'define structure za {\n  x : abap.int4;\n  include zb;\n}')
  add(store, 'STRU', 'ZB', 'define structure zb {\n  y : abap.int4;\n  include za;\n}')
  assert.ok((store.shape('ZA')?.columns.length ?? 0) < 50)
  assert.equal(store.shape('ZNONE'), undefined)
  make(store, 'TABL', 'ZNEW')
  assert.equal(store.shape('ZNEW'), undefined, 'never active')
})

test('views are found by entity, source name or name in the database', t => {
  const store = open(t)
  make(store, 'DDLS', 'ZSOURCE', {
    parts: [
      {
        part: 'main',
        text: "@AbapCatalog.sqlViewName: 'ZSQL'\ndefine view Z_Entity as select from zt { a }"
      }
    ]
  })
  const asked: string[] = []
  store.useViewShapes(entity => {
    asked.push(entity)
    return entity === 'Z_ENTITY' ? { name: entity, description: '', columns: [] } : undefined
  })
  for (const name of ['zsource', 'Z_ENTITY', 'zsql']) {
    assert.equal(store.shape(name)?.name, 'Z_ENTITY')
  }
  assert.equal(store.shape('zelse'), undefined)
  assert.deepEqual(asked, ['Z_ENTITY', 'Z_ENTITY', 'Z_ENTITY', 'ZELSE'])
})
