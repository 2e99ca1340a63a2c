/** Tables, structures and table types in the layout of abapGit. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NotCarried } from '../../../tools/files/layout/content.ts'
import { comparable, contentOf, filesOf, typeOfFile } from '../../../tools/files/layout/index.ts'
import { readTableSource } from '../../../tools/files/layout/tables/source-reader.ts'
import { spellingOf, writeTableSource } from '../../../tools/files/layout/tables/source-writer.ts'
import type { TypeFacts } from '../../../tools/files/layout/types-named.ts'

const table = `@EndUserText.label : 'Bo''s "orders"'
@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #A
@AbapCatalog.dataMaintenance : #RESTRICTED
define table zq_order {

  key client : mandt not null;
  key id     : abap.numc(10) not null;
  key key    : abap.char(1) not null;
  @EndUserText.label : 'Day'
  day        : abap.dats;
  status     : zq_status;
  @AbapCatalog.anonymizedWhenDelivered : true
  author     : zq_author;
  @Semantics.amount.currencyCode : 'zq_order.currency'
  amount     : abap.curr(15,2);
  currency   : abap.cuky;
  @Semantics.quantity.unitOfMeasure : 'zq_order.unit'
  weight     : zq_weight;
  unit       : abap.unit(3);
  place      : zq_s_place;
  items      : zq_t_items;
  buffer     : reference to zcl_q_buffer;
  note       : abap.string(0);
  %admin     : include zq_s_admin;
  include zq_s_more with suffix two;

}`

const facts = (kind: TypeFacts['kind'], more: Partial<TypeFacts> = {}): TypeFacts => ({
  kind,
  description: '',
  ...more
})
const types = new Map([
  ['MANDT', facts('E', { dataType: 'CLNT' })],
  ['ZQ_STATUS', facts('E', { dataType: 'CHAR', hasFixedValues: true })],
  ['ZQ_AUTHOR', facts('E', { dataType: 'CHAR', hasSearchHelp: true })],
  ['ZQ_WEIGHT', facts('E', { dataType: 'QUAN' })],
  ['ZQ_S_PLACE', facts('S')],
  ['ZQ_T_ITEMS', facts('L')],
  ['ZCL_Q_BUFFER', facts('C')],
  ['ZQ_S_ADMIN', facts('S', { description: 'Administration' })],
  ['ZQ_S_MORE', facts('S', { description: 'More' })]
])
const settings = {
  sizeCategory: 1,
  dataClass: 'APPL1',
  bufferingAllowed: 'N',
  bufferingType: '',
  keyFields: 0,
  storageType: 'C',
  logging: true
}
const ref = { type: 'TABL', name: 'ZQ_ORDER' }
const contentWith = (main: string) => ({
  ref,
  description: '',
  language: 'EN',
  sources: { main },
  fields: settings,
  attributes: {},
  types
})
const rowOf = (xml: string, field: string) =>
  xml
    .split('<DD03P>')
    .find(row => row.includes(`FIELDNAME>${field}<`) || row.includes(`PRECFIELD>${field}<`))
    ?.replace(/<\/DD03P>[^]*/, '')
    .replace(/\s+|<\/\w+>/g, '')

describe('tables', () => {
  const files = filesOf(contentWith(table))
  const xml = files.get('zq_order.tabl.xml') ?? ''

  test('a source becomes the rows that abapGit writes, and the same source again', () => {
    assert.deepEqual([...files.keys()], ['zq_order.tabl.xml'])
    assert.match(
      xml,
      /<CLIDEP>X<.*<LANGDEP>X<.*<DDTEXT>Bo&apos;s &quot;orders&quot;<.*<MASTERLANG>E</s
    )
    assert.match(xml, /<TABKAT>1<.*<TABART>APPL1<.*<PROTOKOLL>X<.*<BUFALLOW>N<[^R]*<\/DD09L>/s)
    const rows: Readonly<Record<string, string>> = {
      ID: '<FIELDNAME>ID<KEYFLAG>X<ADMINFIELD>0<INTTYPE>N<INTLEN>000020<NOTNULL>X<DATATYPE>NUMC<LENG>000010<MASK>NUMC',
      DAY: '<FIELDNAME>DAY<ADMINFIELD>0<INTTYPE>D<INTLEN>000016<DATATYPE>DATS<LENG>000008<MASK>DATS<DDTEXT>Day<SHLPORIGIN>T',
      STATUS: '<FIELDNAME>STATUS<ROLLNAME>ZQ_STATUS<ADMINFIELD>0<VALEXI>X<SHLPORIGIN>F<COMPTYPE>E',
      AUTHOR:
        '<FIELDNAME>AUTHOR<ROLLNAME>ZQ_AUTHOR<ADMINFIELD>0<SHLPORIGIN>D<COMPTYPE>E<ANONYMOUS>X',
      AMOUNT:
        '<FIELDNAME>AMOUNT<ADMINFIELD>0<INTTYPE>P<INTLEN>000008<REFTABLE>ZQ_ORDER<REFFIELD>CURRENCY<DATATYPE>CURR<LENG>000015<DECIMALS>000002<MASK>CURR',
      PLACE:
        '<FIELDNAME>PLACE<ROLLNAME>ZQ_S_PLACE<ADMINFIELD>0<DATATYPE>STRU<MASK>STRUS<COMPTYPE>S',
      ITEMS:
        '<FIELDNAME>ITEMS<ROLLNAME>ZQ_T_ITEMS<ADMINFIELD>0<DATATYPE>TTYP<MASK>TTYPL<COMPTYPE>L',
      BUFFER:
        '<FIELDNAME>BUFFER<ROLLNAME>ZCL_Q_BUFFER<ADMINFIELD>0<DATATYPE>REF<MASK>REFRC<COMPTYPE>R<REFTYPE>C',
      NOTE: '<FIELDNAME>NOTE<ADMINFIELD>0<INTTYPE>g<INTLEN>000008<DATATYPE>STRG<MASK>STRG',
      ZQ_S_ADMIN:
        '<FIELDNAME>.INCLUDE<ADMINFIELD>0<PRECFIELD>ZQ_S_ADMIN<MASK>S<DDTEXT>Administration<COMPTYPE>S<GROUPNAME>%ADMIN',
      ZQ_S_MORE:
        '<FIELDNAME>.INCLU-TWO<ADMINFIELD>0<PRECFIELD>ZQ_S_MORE<MASK>S<DDTEXT>More<COMPTYPE>S'
    }
    for (const [field, row] of Object.entries(rows)) {
      assert.equal(rowOf(xml, field), row, field)
    }
    const { content, notCarried } = contentOf(ref, files, 'EN')
    assert.deepEqual(notCarried, [])
    assert.equal(
      content.sources['main'],
      // A row does not tell amounts and quantities of data elements apart.
      table.replace(
        "@Semantics.quantity.unitOfMeasure : 'zq_order.unit'",
        "@Semantics.amount.currencyCode : 'zq_order.unit'"
      )
    )
    const { storageType, ...shown } = settings
    assert.deepEqual([content.fields, storageType], [shown, 'C'])
  })

  test('what a file has beyond the source stays with an unchanged field, and goes with a changed one', () => {
    const known = new Map([
      [
        'zq_order.tabl.xml',
        xml.replace('<SHLPORIGIN>D<', '<SHLPORIGIN>P<').replace('<MASK>  UNIT<', '<MASK>  UNIT-<')
      ]
    ])
    const changed = filesOf(
      contentWith(
        table
          .replace('unit(3)', 'char(3)')

          .replace('author     : zq_author', 'author     : zq_author not null')
      ),
      known
    )
    const now = changed.get('zq_order.tabl.xml') ?? ''
    assert.match(rowOf(now, 'AUTHOR') ?? '', /<NOTNULL>X<SHLPORIGIN>P</)
    assert.match(rowOf(now, 'UNIT') ?? '', /<DATATYPE>CHAR<LENG>000003<MASK>CHAR$/)
    assert.equal(
      comparable(filesOf(contentWith(table), files).get('zq_order.tabl.xml') ?? ''),
      comparable(xml)
    )
  })

  test('a source with more than the layout carries is left alone by name', () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        table.replace(
          'zq_status;',
          'zq_status\n    with foreign key zq_t\n      where a = zq_order.status;'
        ),
        /foreign key or search help of its field STATUS/
      ],
      [table.replace('  status ', '  // why\n  status '), /comments/],
      [
        table.replace(
          '@AbapCatalog.deliveryClass',
          '@AbapCatalog.primaryKey.invertedHashIndex : true\n@AbapCatalog.deliveryClass'
        ),
        /annotation abapcatalog.primarykey/
      ],
      [table.replace('abap.dats', 'abap.geom_ewkb'), /a field of the type abap.geom_ewkb/],
      [table.replace('abap.dats', 'abap.fltp'), /a new field of the type FLTP/],
      [table.replace('zq_status', 'zq_nowhere'), /the type ZQ_NOWHERE, of which/],
      [table.replace('define table', 'extend type'), /"extend" in its source/],
      [table.slice(0, -1), /an incomplete source/],
      ['', /an incomplete source/]
    ]
    for (const [source, reason] of cases) {
      assert.throws(
        () => filesOf(contentWith(source)),
        (error: unknown) => error instanceof NotCarried && reason.test(error.message),
        reason.source
      )
    }
    assert.throws(() => filesOf({ ...contentWith(table), fields: undefined }), /technical settings/)
    const append = xml.replace('<TABCLASS>TRANSP<', '<TABCLASS>APPEND<')
    assert.equal(typeOfFile('TABL', append), 'STRU')
    const files = new Map([['zq_order.tabl.xml', append]])
    assert.throws(() => contentOf({ ...ref, type: 'STRU' }, files, 'EN'), /the category APPEND/)
  })

  test('a source is written in the words of the release that has it', () => {
    const older = table
      .replace('enhancement.category', 'enhancementCategory')
      .replace('RESTRICTED', 'LIMITED')
    assert.equal(writeTableSource(readTableSource(older), spellingOf(older)), older)
    assert.equal(writeTableSource(readTableSource(older)), table)
  })
})

describe('table types', () => {
  const type = { type: 'TTYP', name: 'ZQ_T_ITEMS' }
  const content = {
    ref: type,
    description: 'Items',
    language: 'EN',
    sources: {},
    attributes: {},
    fields: {
      rowKind: 'dictionaryType',
      rowType: 'ZQ_S_ITEM',
      access: 'sorted',
      keyDefinition: 'keyComponents',
      unique: true,
      keyComponents: ['POS', 'PART']
    },
    types: new Map([
      [
        'ZQ_S_ITEM',
        facts('S', {
          positions: new Map([
            ['POS', 1],
            ['PART', 5]
          ])
        })
      ],
      ['ZQ_PRICE', facts('E', { dataType: 'CURR', length: 15, decimals: 2 })],
      ['ZQ_T_PRICES', facts('L')]
    ])
  }
  const sectionOf = (more: object) =>
    (
      filesOf({ ...content, fields: { ...content.fields, ...more } }).get('zq_t_items.ttyp.xml') ??
      ''
    ).replace(/^[^]*?<asx:values>|<\/asx:values>[^]*$|\s+|<\/\w+>/g, '')

  test('rows of all kinds, and keys with the positions of their fields', () => {
    assert.equal(
      sectionOf({}),
      '<DD40V><TYPENAME>ZQ_T_ITEMS<DDLANGUAGE>E<ROWTYPE>ZQ_S_ITEM<ROWKIND>S<DATATYPE>STRU<ACCESSMODE>S<KEYDEF>K<KEYKIND>U<KEYFDCOUNT>0002<DDTEXT>Items' +
        '<DD42V><DD42V><TYPENAME>ZQ_T_ITEMS<KEYFDPOS>0001<ROWTYPEPOS>0001<KEYFIELD>POS<DD42V><TYPENAME>ZQ_T_ITEMS<KEYFDPOS>0002<ROWTYPEPOS>0005<KEYFIELD>PART'
    )
    const plain = {
      access: 'standard',
      keyDefinition: 'standard',
      unique: false,
      keyComponents: []
    }
    const rows: readonly (readonly [object, string])[] = [
      [
        { rowType: 'ZQ_PRICE' },
        '<ROWTYPE>ZQ_PRICE<ROWKIND>E<DATATYPE>CURR<LENG>000015<DECIMALS>000002<'
      ],
      [{ rowType: 'ZQ_T_PRICES' }, '<ROWTYPE>ZQ_T_PRICES<ROWKIND>L<DATATYPE>TTYP<'],
      [
        { rowKind: 'predefinedAbapType', rowType: '', dataType: 'STRG', length: 0 },
        '<DATATYPE>STRG<ACCESSMODE>T<KEYDEF>D<KEYKIND>N<DDTEXT>Items<TYPELEN>000008'
      ]
    ]
    for (const [more, expected] of rows) {
      assert.ok(sectionOf({ ...plain, ...more }).includes(expected), expected)
    }
  })

  test('a file is read as it is written, and keeps what its fields do not say', () => {
    const files = filesOf(content)
    const read = contentOf(type, files, 'EN')
    assert.deepEqual([read.content.fields, read.notCarried], [content.fields, []])
    assert.deepEqual([...filesOf(read.content, files)], [...files])
  })

  test('what the layout does not carry is left alone by name', () => {
    for (const [more, reason] of [
      [{ rowKind: 'refToDictionaryType' }, /a row of the kind refToDictionaryType/],
      [{ rowType: 'ZQ_NOWHERE' }, /the row type ZQ_NOWHERE/],
      [{ access: 'any' }, /the access any/],
      [{ keyDefinition: 'rowType' }, /the key definition rowType/],
      [{ keyComponents: ['OTHER'] }, /key field OTHER, whose position/],
      [{ access: 'constructor' }, /the access constructor/]
    ] as const) {
      assert.throws(() => sectionOf(more), reason)
    }
  })
})
