import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../../store/index.ts'
import type { Store } from '../../types.ts'
import { abapGit, folder, make, open, part, put, text } from './fixture.ts'

const source = `FUNCTION z_price
  IMPORTING
    VALUE(iv_id) TYPE zid
    VALUE(iv_rate) TYPE p DEFAULT '1.5'
    ir_log TYPE REF TO zif_log OPTIONAL
    is_line LIKE zt-field
    il_row TYPE LINE OF ztt
  EXPORTING
    VALUE(ev_price) TYPE string
  CHANGING
    ct_any TYPE STANDARD TABLE
  TABLES
    tt_rows STRUCTURE zrow OPTIONAL
    tt_more TYPE ztt
  EXCEPTIONS
    not_found
    too_much.

  " a body with a period. and more
  WRITE 'x'.
ENDFUNCTION.
`

function withGroup(store: Store): void {
  make(store, 'FUGR', 'zgroup')
  store.addPart(part('FUGR', 'ZGROUP', 'function:Z_PRICE'), source, 'ALICE')
}

test('a new function group has a main program that includes what is there', t => {
  const store = open(t)
  make(store, 'FUGR', 'zgroup')
  assert.deepEqual(
    store.parts({ type: 'FUGR', name: 'zgroup' }).map(each => each.key.part),
    ['main', 'include:LZGROUPTOP']
  )
  assert.match(
    text(store, part('FUGR', 'ZGROUP')) ?? '',
    /INCLUDE lzgrouptop\.\n {2}INCLUDE lzgroupuxx\./
  )
  assert.match(
    text(store, part('FUGR', 'ZGROUP', 'include:LZGROUPTOP')) ?? '',
    /FUNCTION-POOL zgroup\./
  )
})

test('the signature becomes metadata and a comment block, and is read back as written', t => {
  const store = open(t)
  withGroup(store)
  const key = part('FUGR', 'ZGROUP', 'function:Z_PRICE')
  assert.equal(text(store, key), source)
  store.activate([key.object], 'ALICE')
  assert.equal(text(store, key, 'active'), source)
  const files = new Map(store.files('active').map(file => [file.name, file.text]))
  const body = files.get('zgroup.fugr.z_price.abap') ?? ''
  assert.match(
    body,
    /^FUNCTION z_price\.\n\*"-+\n\*"\*"Local Interface:\n\*" {2}IMPORTING\n\*" {5}VALUE\(IV_ID\) TYPE {2}ZID\n/
  )
  assert.match(body, /\*" {5}REFERENCE\(IR_LOG\) TYPE REF TO {2}ZIF_LOG OPTIONAL/)
  assert.ok(body.endsWith("\n\n  \" a body with a period. and more\n  WRITE 'x'.\nENDFUNCTION.\n"))
  const xml = files.get('zgroup.fugr.xml') ?? ''
  assert.match(
    xml,
    /<PARAMETER>IR_LOG<\/PARAMETER>\s*<OPTIONAL>X<\/OPTIONAL>\s*<REFERENCE>X<\/REFERENCE>\s*<TYP>ZIF_LOG<\/TYP>\s*<CLASS>X<\/CLASS>/
  )
  assert.match(xml, /<PARAMETER>IS_LINE<\/PARAMETER>\s*<DBFIELD>ZT-FIELD<\/DBFIELD>/)
  assert.match(xml, /<RSTBL>\s*<PARAMETER>TT_ROWS<\/PARAMETER>\s*<DBSTRUCT>ZROW<\/DBSTRUCT>/)
  assert.match(xml, /<RSEXC>\s*<EXCEPTION>NOT_FOUND<\/EXCEPTION>/)
})

test('a source read from the files alone has the same signature, and saving it again changes nothing', t => {
  const store = open(t)
  withGroup(store)
  store.activate([{ type: 'FUGR', name: 'ZGROUP' }], 'ALICE')
  const files = store.files('active')
  const dataDir = folder(t)
  put(dataDir, Object.fromEntries(files.map(file => [`src/z/${file.name}`, file.text])))
  const other = open(t, { dataDir })
  const key = part('FUGR', 'ZGROUP', 'function:Z_PRICE')
  const derived = text(other, key) ?? ''
  assert.equal(derived, source)
  other.write(key, derived, 'BOB')
  for (const file of other.files('inactive')) {
    assert.equal(file.text, files.find(each => each.name === file.name)?.text, file.name)
  }
})

test('attributes of a module that a source cannot express survive; short text and processing type are returned', t => {
  const dataDir = folder(t)
  put(dataDir, {
    'src/z/zg.fugr.xml': abapGit(
      'FUGR',
      `   <AREAT>Group</AREAT>
   <INCLUDES>
    <SOBJ_NAME>LZGTOP</SOBJ_NAME>
    <SOBJ_NAME>SAPLZG</SOBJ_NAME>
   </INCLUDES>
   <FUNCTIONS>
    <item>
     <FUNCNAME>Z_OLD</FUNCNAME>
     <REMOTE_CALL>R</REMOTE_CALL>
     <SHORT_TEXT>Old one</SHORT_TEXT>
     <ODD>kept</ODD>
     <IMPORT>
      <RSIMP>
       <PARAMETER>IV</PARAMETER>
       <TYP>I</TYP>
      </RSIMP>
     </IMPORT>
     <DOCUMENTATION>
      <RSFDO>
       <PARAMETER>IV</PARAMETER>
       <KIND>P</KIND>
       <STEXT>The number</STEXT>
      </RSFDO>
     </DOCUMENTATION>
    </item>
   </FUNCTIONS>
`
    ),
    'src/z/zg.fugr.saplzg.abap': '  INCLUDE lzgtop.\n',
    'src/z/zg.fugr.lzgtop.abap': 'FUNCTION-POOL zg.\n',
    'src/z/zg.fugr.z_old.abap':
      'FUNCTION z_old.\n*"----\n*"*"Local Interface:\n*"  IMPORTING\n*"     VALUE(IV) TYPE  I\n*"----\n*" mine\n  WRITE iv.\nENDFUNCTION.\n'
  })
  const store = open(t, { dataDir })
  const key = part('FUGR', 'ZG', 'function:Z_OLD')
  const read = store.read(key, 'active')
  assert.equal(
    read?.text,
    'FUNCTION z_old\n  IMPORTING\n    VALUE(iv) TYPE i.\n*" mine\n  WRITE iv.\nENDFUNCTION.\n'
  )
  assert.deepEqual([read.description, read.attributes], ['Old one', { processingType: 'rfc' }])
  store.write(
    key,
    read.text.replace('TYPE i.', 'TYPE i\n    VALUE(new) TYPE string OPTIONAL.'),
    'BOB'
  )
  store.describe(key, { description: 'New one', attributes: { processingType: 'normal' } }, 'BOB')
  store.activate([key.object], 'BOB')
  const xml = store.files('active').find(file => file.name === 'zg.fugr.xml')?.text ?? ''
  assert.match(xml, /<SHORT_TEXT>New one<\/SHORT_TEXT>/)
  assert.match(xml, /<ODD>kept<\/ODD>/)
  assert.match(xml, /<STEXT>The number<\/STEXT>/)
  assert.doesNotMatch(xml, /REMOTE_CALL/)
})

test('a module and an include come and go with the metadata of their group', t => {
  const store = open(t)
  withGroup(store)
  store.addPart(part('FUGR', 'ZGROUP', 'include:LZGROUPF01'), 'FORM f.\nENDFORM.\n', 'ALICE')
  store.activate([{ type: 'FUGR', name: 'ZGROUP' }], 'ALICE')
  assert.throws(() => store.addPart(part('FUGR', 'ZGROUP', 'include:LZGROUPF01'), '', 'ALICE'), {
    code: 'EXISTS'
  })
  assert.throws(() => store.addPart(part('FUGR', 'ZGROUP', 'include:ZELSE'), '', 'ALICE'), {
    code: 'INVALID_NAME'
  })
  make(store, 'FUGR', 'zother')
  assert.throws(() => store.addPart(part('FUGR', 'ZOTHER', 'function:Z_PRICE'), '', 'ALICE'), {
    code: 'EXISTS'
  })
  store.removePart(part('FUGR', 'ZGROUP', 'include:LZGROUPF01'), 'ALICE')
  store.removePart(part('FUGR', 'ZGROUP', 'function:Z_PRICE'), 'ALICE')
  assert.deepEqual(
    store.parts({ type: 'FUGR', name: 'ZGROUP' }).map(each => each.key.part),
    ['main', 'include:LZGROUPTOP']
  )
  const files = store.files('active', [{ type: 'FUGR', name: 'ZGROUP' }])
  assert.deepEqual(files.map(file => file.name).sort(), [
    'zgroup.fugr.lzgrouptop.abap',
    'zgroup.fugr.lzgrouptop.xml',
    'zgroup.fugr.saplzgroup.abap',
    'zgroup.fugr.saplzgroup.xml',
    'zgroup.fugr.xml'
  ])
  assert.doesNotMatch(files.map(file => file.text).join(''), /Z_PRICE|LZGROUPF01/)
})

test('groups with a namespace keep it in front of the names of their includes', t => {
  const store = open(t)
  make(store, 'FUGR', '/abc/tools')
  store.addPart(
    part('FUGR', '/ABC/TOOLS', 'function:/ABC/RUN'),
    'FUNCTION /abc/run.\nENDFUNCTION.\n',
    'ALICE'
  )
  store.activate([{ type: 'FUGR', name: '/ABC/TOOLS' }], 'ALICE')
  assert.deepEqual(
    store
      .files('active')
      .map(file => file.name)
      .sort(),
    [
      '#abc#tools.fugr.#abc#ltoolstop.abap',
      '#abc#tools.fugr.#abc#ltoolstop.xml',
      '#abc#tools.fugr.#abc#run.abap',
      '#abc#tools.fugr.#abc#sapltools.abap',
      '#abc#tools.fugr.#abc#sapltools.xml',
      '#abc#tools.fugr.xml'
    ]
  )
  assert.deepEqual(
    store.partOfFile('#abc#tools.fugr.#abc#run.abap'),
    part('FUGR', '/ABC/TOOLS', 'function:/ABC/RUN')
  )
  assert.deepEqual(
    store.partOfFile('#abc#tools.fugr.#abc#sapltools.abap'),
    part('FUGR', '/ABC/TOOLS', 'main')
  )
})

const broken: readonly (readonly [
  source: string,
  line: number,
  column: number,
  message: RegExp
])[] = [
  ['FUNCTION z_price\n  IMPORTING\n    VALUE(a TYPE i.\nENDFUNCTION.', 3, 12, /"\)" is expected/],
  ['FUNCTION z_price\n  NONSENSE x.\nENDFUNCTION.', 2, 2, /IMPORTING, EXPORTING/],
  ['FUNCTION z_other.\nENDFUNCTION.', 1, 0, /defines function module Z_OTHER/],
  ['FUNCTION z_price', 1, 16, /no period/],
  ["FUNCTION z_price IMPORTING a TYPE i DEFAULT 'x.\nENDFUNCTION.", 1, 44, /literal is not closed/],
  ['REPORT z_price.', 1, 0, /"FUNCTION" is expected/],
  [
    'FUNCTION z_price.\n*"----\n*"*"Local Interface:\n*"----\nENDFUNCTION.',
    2,
    0,
    /Parameter comment blocks are not allowed/
  ]
]

test('a signature that cannot be parsed is refused with its line and column', t => {
  const store = open(t)
  withGroup(store)
  for (const [text, line, column, message] of broken) {
    assert.throws(
      () => store.write(part('FUGR', 'ZGROUP', 'function:Z_PRICE'), text, 'ALICE'),
      (error: unknown) => {
        assert.ok(error instanceof StoreError, text)
        assert.deepEqual(
          [error.code, error.line, error.column],
          ['INVALID_SOURCE', line, column],
          text
        )
        assert.match(error.message, message)
        return true
      }
    )
  }
})

test('places in the text and in its file are found from each other', t => {
  const store = open(t)
  withGroup(store)
  const key = part('FUGR', 'ZGROUP', 'function:Z_PRICE')
  const sources = [
    source,
    'FUNCTION z_price. WRITE 1.\n  WRITE 2.\nENDFUNCTION.',
    'FUNCTION z_price\n" why\n IMPORTING a TYPE i\n.\n\n  WRITE a.\nENDFUNCTION.'
  ]
  for (const each of sources) {
    store.write(key, each, 'ALICE')
    const file = store.files('inactive').find(({ name }) => name === 'zgroup.fugr.z_price.abap')
    const fileLines = file?.text.split('\n') ?? []
    const textLines = each.split('\n')
    for (const [index, line] of textLines.entries()) {
      if (!line.includes('WRITE') && !line.includes('ENDFUNCTION')) continue
      const column = line.search(/WRITE|ENDFUNCTION/)
      const place = store.toFile({ part: key, row: index + 1, column })
      assert.equal(fileLines[(place?.row ?? 0) - 1]?.slice(place?.column), line.slice(column), each)
      const range = {
        file: place?.file ?? '',
        startRow: place?.row ?? 0,
        startColumn: column,
        endRow: place?.row ?? 0,
        endColumn: column + 5
      }
      assert.deepEqual(
        store.toPart(range),
        {
          part: key,
          range: {
            startRow: index + 1,
            startColumn: column,
            endRow: index + 1,
            endColumn: column + 5
          }
        },
        each
      )
    }
  }
})
