import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../../store/index.ts'
import { abapGit, folder, make, open, part, put, random, text } from './fixture.ts'

const flights = `@EndUserText.label : 'Flights of a carrier''s plan'
@AbapCatalog.enhancement.category : #EXTENSIBLE_ANY
@AbapCatalog.tableCategory : #TRANSPARENT
@AbapCatalog.deliveryClass : #C
@AbapCatalog.dataMaintenance : #ALLOWED
define table zflights {

  key client  : abap.clnt not null;
  key carrier : zcarrier_id not null
    with foreign key [0..*,1] zcarriers
    where client = zflights.client
      and id = zflights.carrier;
  key day     : abap.dats not null;
  @EndUserText.label : 'Price of a seat'
  @Semantics.amount.currencyCode : 'zflights.currency'
  price       : abap.curr(15,2);
  currency    : abap.cuky;
  @Semantics.quantity.unitOfMeasure : 'zflights.unit'
  load        : abap.quan(9,3);
  unit        : abap.unit(3);
  share       : abap.dec(11,4);
  note        : abap.string(0);
  short       : abap.sstring(40);
  raw         : abap.raw(16);
  big         : abap.int8;
  changed     : abap.utclong;
  include zaudit;
  home        : include zaddress with suffix _h;

}`

test('a table source becomes rows of the dictionary and is read back as it was written', t => {
  const store = open(t)
  make(store, 'TABL', 'zflights', { parts: [{ part: 'main', text: flights }] })
  assert.equal(text(store, part('TABL', 'ZFLIGHTS')), flights)
  store.activate([{ type: 'TABL', name: 'ZFLIGHTS' }], 'ALICE')
  const xml = store.files('active').find(file => file.name === 'zflights.tabl.xml')?.text ?? ''
  assert.match(xml, /<CONTFLAG>C<\/CONTFLAG>/)
  assert.match(xml, /<MAINFLAG>X<\/MAINFLAG>/)
  assert.match(xml, /<EXCLASS>4<\/EXCLASS>/)
  assert.match(xml, /<DDTEXT>Flights of a carrier's plan<\/DDTEXT>/)
  assert.match(
    xml,
    /<FIELDNAME>PRICE<\/FIELDNAME>\s*<ADMINFIELD>0<\/ADMINFIELD>\s*<INTTYPE>P<\/INTTYPE>\s*<INTLEN>000008<\/INTLEN>\s*<REFTABLE>ZFLIGHTS<\/REFTABLE>\s*<REFFIELD>CURRENCY<\/REFFIELD>/
  )
  assert.match(xml, /<FIELDNAME>\.INCLUDE<\/FIELDNAME>[^]*<PRECFIELD>ZAUDIT<\/PRECFIELD>/)
  assert.match(xml, /<FIELDNAME>\.INCLU-_H<\/FIELDNAME>[^]*<GROUPNAME>HOME<\/GROUPNAME>/)
  assert.match(xml, /<DD08V>[^]*<CHECKTABLE>ZCARRIERS<\/CHECKTABLE>[^]*<\/DD08V>/)
})

test('the files alone give the same source: none of it is stored in the state database only', t => {
  const written = folder(t)
  const store = open(t, { dataDir: written })
  make(store, 'TABL', 'zflights', { parts: [{ part: 'main', text: flights }] })
  store.activate([{ type: 'TABL', name: 'ZFLIGHTS' }], 'ALICE')
  const xml = store.files('active').find(file => file.name === 'zflights.tabl.xml')?.text ?? ''
  const copy = folder(t)
  put(copy, { 'src/zcopy/zflights.tabl.xml': xml })
  const other = open(t, { dataDir: copy })
  assert.equal(
    text(other, part('TABL', 'ZFLIGHTS')),
    flights.replace('abap.cuky;', 'abap.cuky(5);')
  )
})

test('facts that a source cannot express stay in the metadata', t => {
  const dataDir = folder(t)
  put(dataDir, {
    'src/zpack/zappend.tabl.xml': abapGit(
      'TABL',
      '<DD02V><TABNAME>ZAPPEND</TABNAME><TABCLASS>APPEND</TABCLASS></DD02V><DD03P_TABLE><DD03P><FIELDNAME>ZZNOTE</FIELDNAME><DATATYPE>CHAR</DATATYPE><LENG>000004</LENG></DD03P></DD03P_TABLE>'
    ),
    'src/zpack/zkept.tabl.xml': abapGit(
      'TABL',
      `   <DD02V>
    <TABNAME>ZKEPT</TABNAME>
    <DDLANGUAGE>E</DDLANGUAGE>
    <TABCLASS>TRANSP</TABCLASS>
    <DDTEXT>Kept</DDTEXT>
    <CONTFLAG>A</CONTFLAG>
    <UNKNOWN_HEAD>1</UNKNOWN_HEAD>
   </DD02V>
   <DD09L>
    <TABKAT>4</TABKAT>
    <TABART>APPL1</TABART>
    <BUFALLOW>X</BUFALLOW>
   </DD09L>
   <DD03P_TABLE>
    <DD03P>
     <FIELDNAME>ID</FIELDNAME>
     <KEYFLAG>X</KEYFLAG>
     <ADMINFIELD>0</ADMINFIELD>
     <INTTYPE>C</INTTYPE>
     <INTLEN>000020</INTLEN>
     <NOTNULL>X</NOTNULL>
     <DATATYPE>CHAR</DATATYPE>
     <LENG>000010</LENG>
     <MASK>  CHAR</MASK>
     <SHLPORIGIN>X</SHLPORIGIN>
    </DD03P>
    <DD03P>
     <FIELDNAME>.INCLU--AP</FIELDNAME>
     <ADMINFIELD>0</ADMINFIELD>
     <PRECFIELD>ZAPPEND</PRECFIELD>
     <COMPTYPE>S</COMPTYPE>
    </DD03P>
   </DD03P_TABLE>
   <DD12V>
    <DD12V><SQLTAB>ZKEPT</SQLTAB><INDEXNAME>001</INDEXNAME></DD12V>
   </DD12V>
`
    )
  })
  const store = open(t, { dataDir })
  const key = part('TABL', 'ZKEPT')
  const source = text(store, key) ?? ''
  assert.doesNotMatch(source, /ZAPPEND/i)
  const names = store.shape('ZKEPT')?.columns.map(({ name }) => name)
  assert.deepEqual(names, ['ID', 'ZZNOTE'], 'an append is no suffix')
  store.write(
    key,
    source.replace('}', '  added : abap.int4;\n}').replace("'Kept'", "'Kept on'"),
    'BOB'
  )
  store.activate([key.object], 'BOB')
  const xml = store.files('active').find(file => file.name === 'zkept.tabl.xml')?.text ?? ''
  for (const kept of [
    'UNKNOWN_HEAD',
    '<TABART>APPL1</TABART>',
    'SHLPORIGIN',
    'ZAPPEND',
    '<INDEXNAME>001</INDEXNAME>'
  ]) {
    assert.ok(xml.includes(kept), kept)
  }
  assert.match(xml, /<DDTEXT>Kept on<\/DDTEXT>/)
  assert.match(xml, /ADDED[^]*ZAPPEND/)
})

test('comments, spacing and unknown annotations are stored as written', t => {
  const store = open(t)
  const odd =
    "// a comment\n@EndUserText.label:'It''s odd' @Some.unknown: [ { a: 1, b: #X }, 'y' ]\nDEFINE TABLE zodd{KEY k:abap.char( 4 )NOT NULL;/* between */\n  v : abap.dec( 5 , 2 ) // end\n ; }"
  make(store, 'TABL', 'ZODD', { parts: [{ part: 'main', text: odd }] })
  assert.equal(text(store, part('TABL', 'ZODD')), odd)
  assert.equal(store.get({ type: 'TABL', name: 'ZODD' })?.description, "It's odd")
})

const broken: readonly (readonly [
  source: string,
  line: number,
  column: number,
  message: RegExp
])[] = [
  [
    'define table zt {\n  key a : abap.char not null;\n}',
    2,
    20,
    /length of abap\.char is expected before "not"/
  ],
  ['define table zt {\n  key a : abap.nope(3);\n}', 2, 10, /abap\.nope is not a built-in type/],
  ['define table zt {\n  key a abap.clnt;\n}', 2, 8, /":" is expected/],
  ['define table zt {\n  a : abap.clnt\n}', 3, 0, /";" is expected/],
  ['define table zt {\n  a : abap.clnt;\n', 3, 0, /at the end of the source/],
  ["@EndUserText.label : 'open\ndefine table zt { }", 1, 21, /literal is not closed/],
  ['define view zt as select from x', 1, 7, /"table" or "structure"/],
  ['\n\ndefine table zother {\n  a : abap.clnt;\n}', 3, 0, /belongs to table ZT/],
  ['define structure zt {\n  a : abap.clnt;\n}', 1, 0, /belongs to table ZT/],
  ['define table zt {\n  a : abap.clnt;\n  A : abap.int4;\n}', 3, 2, /A is defined twice/],
  ['define table zt {\n  a : abap.clnt;\n} and more', 3, 2, /end of the source is expected/],
  ['/* open\ndefine table zt { }', 1, 0, /comment is not closed/],
  ['define table zt { a : abap.clnt with nonsense x; }', 1, 37, /"foreign key" or "value help"/]
]

test('a source that cannot be parsed is refused with its line and column, and nothing changes', t => {
  const store = open(t)
  make(store, 'TABL', 'ZT')
  const before = text(store, part('TABL', 'ZT'))
  for (const [source, line, column, message] of broken) {
    assert.throws(
      () => store.write(part('TABL', 'ZT'), source, 'ALICE'),
      (error: unknown) => {
        assert.ok(error instanceof StoreError, source)
        assert.deepEqual(
          [error.code, error.line, error.column],
          ['INVALID_SOURCE', line, column],
          source
        )
        assert.match(error.message, message)
        return true
      }
    )
  }
  assert.equal(text(store, part('TABL', 'ZT')), before)
})

test('random tables survive the way through the files', t => {
  const next = random(42)
  const types = [
    'abap.char(%)',
    'abap.numc(%)',
    'abap.int4',
    'abap.dec(%,2)',
    'abap.dats',
    'abap.string(0)',
    'zsome_element',
    'abap.fltp',
    'abap.lang',
    'reference to zcl_x'
  ]
  for (let round = 0; round < 40; round++) {
    const kind = next(2) === 0 ? 'table' : 'structure'
    const name = `zr${round}_${'abcdefghij'.slice(0, next(9))}`
    const fields = Array.from({ length: 1 + next(12) }, (_, index) => {
      const type = (types[next(types.length)] ?? '').replace('%', String(3 + next(20)))
      return `${index === 0 && kind === 'table' ? 'key ' : ''}f${index}_${next(1000)} : ${type}${index === 0 ? ' not null' : ''};`
    })
    const source = `@EndUserText.label : 'R ${round}'\ndefine ${kind} ${name} {\n${fields.join('\n')}\n}`
    const store = open(t)
    const type = kind === 'table' ? 'TABL' : 'STRU'
    make(store, type, name, { parts: [{ part: 'main', text: source }] })
    store.activate([{ type, name }], 'ALICE')
    const xml = store.files('active')[0]?.text ?? ''
    const copy = folder(t)
    put(copy, { [`src/z/${name}.tabl.xml`]: xml })
    const other = open(t, { dataDir: copy, durable: false })
    const derived = text(other, part(type, name)) ?? ''
    const flat = (value: string) =>
      value
        .split('\n')
        .filter(line => !line.startsWith('@Abap'))
        .map(line => line.replace(/ +/g, ' ').trim())
        .filter(Boolean)
    assert.deepEqual(flat(derived), flat(source))
    other.write(part(type, name), derived, 'BOB')
    assert.equal(
      other.files('inactive')[0]?.text,
      xml.replace(/^\uFEFF/, ''),
      'saving it unchanged changes nothing'
    )
  }
})
