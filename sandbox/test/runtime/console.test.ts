import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kernelTables } from '../../kernel/index.ts'
import {
  column,
  database,
  integer,
  runBody,
  sharedRuntime,
  temporaryFolder,
  unique
} from './support.ts'
import { CASES, PROGRAM, SHAPE } from '../corpus/transactions.ts'

const runtime = sharedRuntime()
const folder = temporaryFolder()

async function output(body: string, more: Parameters<typeof runBody>[2] = {}): Promise<string> {
  const { output, alert } = await runBody(runtime, body, more)
  assert.equal(
    alert,
    undefined,
    alert === undefined ? '' : `${alert.title} ${JSON.stringify(alert.stack)}`
  )
  return output.trimEnd()
}

describe('the console', () => {
  test('shows fields, structures and tables', async () => {
    const [first, second] = [integer(1, 99), integer(100, 999)]
    const text = await output(
      `TYPES: BEGIN OF ty, id TYPE i, name TYPE string, END OF ty.\nDATA lt TYPE STANDARD TABLE OF ty WITH EMPTY KEY.\nlt = VALUE #( ( id = ${first} name = 'a' ) ( id = ${second} name = 'bc' ) ).\n` +
        'out->write( data = lt name = `Things` )->write( lt[ 2 ]-name ).\nout->write( lt[ 1 ] ).'
    )
    const id = (value: string | number): string => String(value).padEnd(String(second).length)
    assert.equal(
      text,
      `Things\n${id('ID')}  NAME\n${id(first)}  a\n${id(second)}  bc\nbc\n${'ID'.padEnd(Math.max(2, String(first).length))}  NAME\n${String(first).padEnd(2)}  a`
    )
  })

  test('keeps what was written before an exception', async () => {
    const { output, alert } = await runBody(
      runtime,
      'out->write( `before` ).\nDATA lv TYPE i.\nlv = 1 / lv.\nout->write( `after` ).'
    )
    assert.equal(output, 'before\n')
    assert.match(alert?.title ?? '', /CX_SY_ZERODIVIDE/)
    assert.equal(alert?.stack[0]?.row, 10)
  })

  test('AUTHORITY-CHECK finds the authorizations of the user', async () => {
    const check = (fields: string) =>
      `AUTHORITY-CHECK OBJECT 'S_TABU_NAM' ${fields}. out->write( sy-subrc ).`
    const body = [
      check(`ID 'ACTVT' FIELD '03' ID 'TABLE' FIELD 'ZOWN_A'`),
      check(`ID 'ACTVT' FIELD '03' ID 'TABLE' FIELD 'T000'`),
      check(`ID 'ACTVT' FIELD '02' ID 'TABLE' DUMMY`),
      check(`ID 'ACTVT' DUMMY ID 'OTHER' FIELD 'A'`),
      check(`FOR USER 'ADA' ID 'ACTVT' FIELD '03'`),
      check(`ID 'ACTVT' FIELD '03'`).replace('S_TABU_NAM', 'ZNONE')
    ].join('\n')
    const own = { object: 'S_TABU_NAM', fields: { ACTVT: ['01', '03'], TABLE: ['Zown*'] } }
    const caller = { user: 'ADA', client: '001', system: 'SBX', language: 'EN' }
    const codes = async (authorizations?: readonly (typeof own)[]) =>
      (await output(body, { caller: { ...caller, authorizations } })).split(/\s+/).join('')
    assert.equal(await codes([own]), '0444012')
    assert.equal(await codes([]), '12'.repeat(6))
    assert.equal(await codes(), '000000')
    const { alert } = await runBody(runtime, check(`FOR USER 'BOB' ID 'ACTVT' DUMMY`), { caller })
    assert.match(alert?.title ?? '', /FOR USER of another user/)
  })

  test('reports that the class cannot be run', async () => {
    const name = unique('zcl_')
    const plain = {
      name: `${name}.clas.abap`,
      text: `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
    }
    const { alert, output } = await runtime.console({
      files: [plain],
      class: name,
      tables: [],
      database: ''
    })
    assert.equal(alert, undefined)
    assert.equal(output, 'Error: Class does not implement if_oo_adt_classrun~main method!')
  })

  test('runs again, and anew after a change', async () => {
    const name = unique('zcl_')
    const source = (text: string): { name: string; text: string } => ({
      name: `${name}.clas.abap`,
      text: `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\n    CLASS-DATA runs TYPE i.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n    runs = runs + 1.\n    out->write( |${text} { runs }| ).\n  ENDMETHOD.\nENDCLASS.\n`
    })
    const run = async (text: string): Promise<string> =>
      (await runtime.console({ files: [source(text)], class: name, tables: [], database: '' }))
        .output
    assert.deepEqual(
      [await run('one'), await run('one'), await run('two')],
      ['one 1\n', 'one 1\n', 'two 1\n']
    )
  })

  test('concurrent runs are isolated', async () => {
    const values = Array.from({ length: 6 }, () => integer(1, 1_000_000))
    assert.deepEqual(
      await Promise.all(values.map(value => output(`out->write( ${value} ).`))),
      values.map(String)
    )
  })
})

describe('many programs', () => {
  test('more than are kept, at once and again', async () => {
    const values = Array.from({ length: 20 }, (_unused, index) => index)
    const name = unique('zcl_')
    const run = async (value: number): Promise<string> => {
      const text = `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n    out->write( ${value} ).\n  ENDMETHOD.\nENDCLASS.\n`
      const { output, alert } = await runtime.console({
        files: [{ name: `${name}.clas.abap`, text }],
        class: name,
        tables: [],
        database: ''
      })
      return alert === undefined ? output.trim() : alert.title
    }
    assert.deepEqual(await Promise.all(values.map(run)), values.map(String))
    assert.equal(await run(0), '0')
  })
})

describe('the language', () => {
  const cases: Readonly<Record<string, readonly [string, string]>> = {
    'packed numbers have no noise': [
      "DATA p TYPE p LENGTH 8 DECIMALS 2.\np = '10.01'.\nout->write( |{ p * 3 } { p + p }| ).\np = p * 3.\nout->write( p ).",
      '30.03 20.02\n30.03'
    ],
    'integers overflow': [
      'DATA i TYPE i VALUE 2147483647.\nTRY.\n    i = i + 1.\n  CATCH cx_sy_arithmetic_overflow.\n    out->write( |caught { i }| ).\nENDTRY.',
      'caught 2147483647'
    ],
    'a quotient is rounded': [
      'DATA i TYPE i.\ni = 7 / 2.\nout->write( i ).\ni = -5 / 2.\nout->write( i ).',
      '4\n-3'
    ],
    'a seam without injection is what stands in it': [
      'DATA x TYPE i.\nTEST-SEAM here.\n  x = 5.\nEND-TEST-SEAM.\nout->write( x ).',
      '5'
    ],
    'CASE TYPE OF needs no target': [
      'DATA lo TYPE REF TO object.\nlo = NEW cx_sy_zerodivide( ).\nCASE TYPE OF lo.\n  WHEN TYPE cx_sy_conversion_error.\n    out->write( `no` ).\n  WHEN TYPE cx_sy_arithmetic_error.\n    out->write( `yes` ).\n  WHEN OTHERS.\n    out->write( `other` ).\nENDCASE.',
      'yes'
    ],
    'enumerations are told apart': [
      'TYPES: BEGIN OF ENUM ty_color STRUCTURE color, red, green, END OF ENUM ty_color STRUCTURE color.\nDATA c TYPE ty_color.\nc = color-green.\nIF c = color-green AND c <> color-red.\n  out->write( `green` ).\nENDIF.',
      'green'
    ],
    'a loop in groups': [
      'TYPES: BEGIN OF ty, k TYPE c LENGTH 1, v TYPE i, END OF ty.\nDATA lt TYPE STANDARD TABLE OF ty WITH EMPTY KEY.\nlt = VALUE #( ( k = `B` v = 2 ) ( k = `A` v = 1 ) ( k = `B` v = 3 ) ).\n' +
        'LOOP AT lt INTO DATA(ls) GROUP BY ls-k INTO DATA(g).\n  DATA(s) = 0.\n  LOOP AT GROUP g INTO DATA(m).\n    s = s + m-v.\n  ENDLOOP.\n  out->write( |{ g } { s }| ).\nENDLOOP.',
      'B 5\nA 1'
    ],
    'a loop in groups of several keys': [
      'TYPES: BEGIN OF ty, k TYPE c LENGTH 1, v TYPE i, END OF ty.\nDATA lt TYPE STANDARD TABLE OF ty WITH EMPTY KEY.\nlt = VALUE #( ( k = `B` v = 2 ) ( k = `A` v = 1 ) ( k = `B` v = 2 ) ).\n' +
        'LOOP AT lt ASSIGNING FIELD-SYMBOL(<l>) GROUP BY ( key = <l>-k half = <l>-v DIV 2 size = GROUP SIZE nr = GROUP INDEX ) ASCENDING ASSIGNING FIELD-SYMBOL(<g>).\n  out->write( |{ <g>-nr } { <g>-key } { <g>-half } { <g>-size }| ).\n' +
        '  LOOP AT GROUP <g> ASSIGNING FIELD-SYMBOL(<m>) WHERE v > 1.\n    <m>-v = 9.\n  ENDLOOP.\nENDLOOP.\nout->write( lt[ 3 ]-v ).',
      '1 A 0 1\n2 B 1 2\n9'
    ],
    'a loop in groups by the representative': [
      'TYPES: BEGIN OF ty, k TYPE c LENGTH 1, v TYPE i, END OF ty.\nDATA lt TYPE STANDARD TABLE OF ty WITH EMPTY KEY.\nlt = VALUE #( ( k = `B` v = 2 ) ( k = `A` v = 1 ) ( k = `B` v = 3 ) ).\n' +
        'LOOP AT lt INTO DATA(ls) WHERE v > 1 GROUP BY ls-k ASCENDING.\n  out->write( |{ ls-k } { ls-v }| ).\n  LOOP AT GROUP ls INTO DATA(m).\n    out->write( m-v ).\n  ENDLOOP.\nENDLOOP.',
      'B 2\n2\n3'
    ],
    'formatting options of templates': [
      "out->write( |{ `aBc` CASE = UPPER }[{ `ab` WIDTH = 4 ALIGN = RIGHT }][{ `ab` WIDTH = 5 ALIGN = CENTER PAD = '.' }]{ 5 SIGN = LEFTPLUS }{ CONV decfloat34( '1234567.5' ) NUMBER = USER DECIMALS = 2 }| ).",
      'ABC[  ab][.ab..]+51,234,567.50'
    ],
    'a calculated date is a number': [
      "DATA(days) = CONV d( '20260301' ) - CONV d( '20260101' ).\nout->write( days ).",
      '59'
    ],
    'tables with other columns': [
      'TYPES: BEGIN OF a, x TYPE i, y TYPE i, END OF a, BEGIN OF b, x TYPE i, z TYPE i, END OF b.\nDATA ta TYPE STANDARD TABLE OF a WITH EMPTY KEY.\nDATA tb TYPE STANDARD TABLE OF b WITH EMPTY KEY.\nta = VALUE #( ( x = 1 y = 2 ) ).\nMOVE-CORRESPONDING ta TO tb.\nout->write( |{ tb[ 1 ]-x } { tb[ 1 ]-z }| ).',
      '1 0'
    ],
    'variables with the names of generated code': [
      'DATA e TYPE i.\nDATA abap TYPE i.\nDATA unique1 TYPE i VALUE 1.\nTRY.\n    RAISE EXCEPTION TYPE cx_sy_zerodivide.\n  CATCH cx_root INTO DATA(cx).\n    e = 3.\n    abap = 4.\nENDTRY.\nout->write( e + abap + unique1 ).',
      '8'
    ],
    'groups without members': [
      'DATA lt TYPE STANDARD TABLE OF i WITH EMPTY KEY.\nlt = VALUE #( ( 3 ) ( 1 ) ( 3 ) ).\nLOOP AT lt INTO DATA(l) GROUP BY l ASCENDING WITHOUT MEMBERS INTO DATA(g).\n  out->write( g ).\nENDLOOP.',
      '1\n3'
    ]
  }
  for (const [title, [body, expected]] of Object.entries(cases)) {
    test(title, async () => {
      assert.equal(await output(body), expected)
    })
  }
})

describe('what cannot be translated', () => {
  test('fails only its own method', async () => {
    const name = unique('zcl_')
    const file = {
      name: `${name}.clas.abap`,
      text:
        `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\n    CLASS-DATA name TYPE string.\n    CLASS-METHODS length RETURNING VALUE(rv) TYPE i.\n    METHODS odd.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n    name = \`fine\`.\n    out->write( |{ name } { length( ) }| ).\n    odd( ).\n  ENDMETHOD.\n` +
        '  METHOD length.\n    rv = 4.\n  ENDMETHOD.\n  METHOD odd.\n    DATA(x) = |{ `aBc` CASE = (`UPPER`) }|.\n  ENDMETHOD.\nENDCLASS.\n'
    }
    const { output, alert } = await runtime.console({
      files: [file],
      class: name,
      tables: [],
      database: ''
    })
    assert.equal(output, 'fine 4\n')
    assert.equal(alert?.kind, 'unsupported')
    assert.ok(
      alert.stack.some(entry => entry.text === `${name.toUpperCase()}->ODD`),
      JSON.stringify(alert)
    )
  })
})

describe('the database in a program', () => {
  const name = unique('zt').toUpperCase()
  const shape = {
    name,
    description: 'things',
    columns: [
      column('id', 'INT4', 10, { key: true }),
      column('kind', 'CHAR', 4),
      column('day', 'DATS', 8),
      column('amount', 'CURR', 15, { decimals: 2 })
    ]
  }
  const values = Array.from({ length: 30 }, (_unused, id) => ({
    ID: id,
    KIND: ['A', 'B', 'C'][id % 3] ?? '',
    DAY: `202601${String((id % 28) + 1).padStart(2, '0')}`,
    AMOUNT: id * 1.25
  }))
  const rows = database(folder, [{ shape, rows: values }])
  const view = rows.defineView(
    `${name}_V`,
    `define view entity ${name}_v as select from ${name} { key kind as Kind, sum( amount ) as Total } group by kind`
  )
  const more = { tables: [shape, view], database: rows.file }
  const sum = (kind: string): number =>
    values.filter(row => row.KIND === kind).reduce((total, row) => total + row.AMOUNT, 0)

  test('a component of a structure is a variable in comparisons, with and without @', async () => {
    const text = await output(
      `DATA: BEGIN OF s, kind TYPE ${name}-kind, n TYPE i, END OF s.\ns-kind = 'B'.\n` +
        `SELECT COUNT( * ) FROM ${name} INTO s-n WHERE kind = s-kind.\nout->write( s-n ).\n` +
        `SELECT COUNT( * ) FROM ${name} WHERE kind = @s-kind INTO @s-n.\nout->write( s-n ).`,
      more
    )
    assert.equal(text, '10\n10')
  })

  test('a package is what its row in TDEVC says', async () => {
    const kernel = kernelTables().filter(({ shape }) => /^TDEVCT?$/.test(shape.name))
    const packages = database(
      folder,
      kernel.map(({ shape }) => ({
        shape,
        rows: [{ DEVCLASS: 'ZA', SPRAS: 'E', CTEXT: `text of ${shape.name}`, PARENTCL: 'ZB' }].map(
          row =>
            Object.fromEntries(
              Object.entries(row).filter(([key]) => shape.columns.some(({ name }) => name === key))
            )
        )
      }))
    )
    const text = await output(
      "cl_package_factory=>load_package( EXPORTING i_package_name = 'ZA' IMPORTING e_package = DATA(package) ).\n" +
        'out->write( |{ package->package_name } { package->super_package_name } { package->short_text }| ).\n' +
        "cl_package_factory=>load_package( EXPORTING i_package_name = 'ZC' EXCEPTIONS object_not_existing = 1 OTHERS = 2 ).\n" +
        'out->write( sy-subrc ).',
      { tables: kernel.map(({ shape }) => shape), database: packages.file }
    )
    assert.equal(text, 'ZA ZB text of TDEVCT\n1')
  })

  test('reads tables and views into what is declared and what is inferred', async () => {
    const text = await output(
      `SELECT kind, COUNT( * ) AS cnt, SUM( amount ) AS total FROM ${name} WHERE id >= @( 0 ) GROUP BY kind ORDER BY kind INTO TABLE @DATA(lt).\n` +
        'LOOP AT lt INTO DATA(l).\n  out->write( |{ l-kind } { l-cnt } { l-total }| ).\nENDLOOP.\n' +
        `SELECT SINGLE total FROM ${name}_v WHERE kind = 'B' INTO @DATA(total).\nout->write( total ).\nSELECT * FROM ${name}_v INTO TABLE @DATA(lv).\nout->write( lines( lv ) ).`,
      more
    )
    assert.equal(
      text,
      [
        ...['A', 'B', 'C'].map(kind => `${kind} 10 ${sum(kind).toFixed(2)}`),
        sum('B').toFixed(2),
        '3'
      ].join('\n')
    )
  })

  test('binds host values, ranges and driving tables', async () => {
    const wanted = integer(5, 25)
    const text = await output(
      `DATA(k) = ${wanted}.\nSELECT SINGLE kind, day FROM ${name} WHERE id = @k INTO (@DATA(kind), @DATA(day)).\nout->write( |{ kind } { day }| ).\n` +
        `DATA lr TYPE RANGE OF ${name}-id.\nlr = VALUE #( ( sign = 'I' option = 'BT' low = 3 high = 7 ) ( sign = 'E' option = 'EQ' low = 5 ) ).\nSELECT COUNT( * ) FROM ${name} WHERE id IN @lr.\nout->write( sy-dbcnt ).\n` +
        `DATA lt TYPE STANDARD TABLE OF ${name} WITH EMPTY KEY.\nlt = VALUE #( ( id = 1 ) ( id = 2 ) ( id = 1 ) ( id = 99 ) ).\nSELECT id, kind FROM ${name} FOR ALL ENTRIES IN @lt WHERE id = @lt-id INTO TABLE @DATA(found).\nout->write( lines( found ) ).`,
      more
    )
    assert.equal(text, `${values[wanted]?.KIND} ${values[wanted]?.DAY}\n4\n2`)
  })

  test('changes its own copy and rolls back', async () => {
    const text = await output(
      `INSERT ${name} FROM @( VALUE #( id = 100 kind = 'Z' ) ).\nout->write( sy-subrc ).\nINSERT ${name} FROM @( VALUE #( id = 100 kind = 'Y' ) ).\nout->write( sy-subrc ).\n` +
        `UPDATE ${name} SET amount = amount + 1, kind = 'Q' WHERE id < 3.\nout->write( sy-dbcnt ).\nDELETE FROM ${name} WHERE kind = 'C'.\nout->write( sy-dbcnt ).\nMODIFY ${name} FROM @( VALUE #( id = 100 kind = 'M' ) ).\n` +
        `SELECT SINGLE kind FROM ${name} WHERE id = 100 INTO @DATA(kind).\nout->write( kind ).\nROLLBACK WORK.\nSELECT COUNT( * ) FROM ${name} INTO @DATA(n).\nout->write( n ).`,
      more
    )
    assert.equal(text, '0\n4\n3\n9\nM\n30')
    assert.equal(
      rows.query({ sql: `SELECT COUNT( * ) FROM ${name} WHERE kind = 'Q'`, maxRows: 1 })
        .rows[0]?.[0],
      0
    )
  })

  test('runs SELECT loops, cursors, joins and common table expressions', async () => {
    const text = await output(
      `SELECT id, kind FROM ${name} WHERE id < 4 ORDER BY id INTO @DATA(l).\n  IF l-id = 1. CONTINUE. ENDIF.\n  IF l-id = 3. EXIT. ENDIF.\n  out->write( l-kind ).\nENDSELECT.\n` +
        `WITH +t AS ( SELECT kind, MAX( id ) AS top FROM ${name} GROUP BY kind ) SELECT a~id, a~kind FROM ${name} AS a INNER JOIN +t AS t ON t~top = a~id ORDER BY a~id INTO TABLE @DATA(tops).\nout->write( lines( tops ) ).\n` +
        `DATA ls TYPE ${name}.\nDATA c TYPE cursor.\nOPEN CURSOR c FOR SELECT * FROM ${name} WHERE id > 27.\nDO.\n  FETCH NEXT CURSOR c INTO ls.\n  IF sy-subrc <> 0. EXIT. ENDIF.\n  out->write( ls-id ).\nENDDO.\nCLOSE CURSOR c.`,
      more
    )
    assert.equal(text, 'A\nC\n3\n28\n29')
  })

  test('dynamic parts work, and their mistakes can be caught', async () => {
    const text = await output(
      `DATA(w) = \`id BETWEEN 2 AND 4\`.\nDATA(t) = \`${name}\`.\nDATA lt TYPE STANDARD TABLE OF ${name} WITH EMPTY KEY.\nSELECT * FROM (t) WHERE (w) ORDER BY id DESCENDING INTO TABLE @lt.\nout->write( |{ lines( lt ) } { lt[ 1 ]-id }| ).\n` +
        'TRY.\n    w = `nothing = 1`.\n    SELECT * FROM (t) WHERE (w) INTO TABLE @lt.\n  CATCH cx_sy_dynamic_osql_semantics INTO DATA(cx).\n    out->write( `semantics` ).\nENDTRY.\nTRY.\n    w = `id = = 1`.\n    SELECT * FROM (t) WHERE (w) INTO TABLE @lt.\n  CATCH cx_sy_dynamic_osql_syntax.\n    out->write( `syntax` ).\nENDTRY.',
      more
    )
    assert.equal(text, '3 4\nsemantics\nsyntax')
  })

  test('dynamic text that is no statement differs from one that means nothing', async () => {
    const tried = (condition: string, statement: string) =>
      `TRY.\n    w = \`${condition}\`.\n    ${statement}\n    out->write( \`ran\` ).\n  CATCH cx_sy_dynamic_osql_semantics.\n    out->write( \`semantics\` ).\n  CATCH cx_sy_dynamic_osql_syntax.\n    out->write( \`syntax\` ).\nENDTRY.\n`
    const text = await output(
      `DATA w TYPE string.\nDATA lt TYPE STANDARD TABLE OF ${name} WITH EMPTY KEY.\n` +
        tried('id', `SELECT kind FROM ${name} GROUP BY (w) INTO TABLE @DATA(q).`) +
        tried('kind LIKE', `SELECT * FROM ${name} WHERE (w) INTO TABLE @lt.`) +
        tried('nothing = 5', `UPDATE ${name} SET (w).`) +
        tried('', `UPDATE ${name} SET (w).`) +
        tried(`kind = 'N'`, `UPDATE ${name} SET (w) WHERE id = 2.`) +
        `SELECT SINGLE kind FROM ${name} WHERE id = 2 INTO @DATA(k).\nout->write( k ).\nROLLBACK WORK.`,
      more
    )
    assert.equal(text, 'semantics\nsyntax\nsemantics\nsyntax\nran\nN')
  })

  test('an unknown column is reported, not ignored', async () => {
    const { alert } = await runBody(
      runtime,
      `SELECT * FROM ${name} WHERE knid = 'A' INTO TABLE @DATA(lt).`,
      more
    )
    assert.match(alert?.title ?? '', /KNID.*KIND/)
  })
})

test('locks and update modules follow the logical unit of work', async t => {
  const rows = database(folder, [{ shape: SHAPE, rows: [] }])
  const { classes } = await runtime.unit({
    files: PROGRAM,
    classes: [
      {
        file: 'zcl_ta.clas.testclasses.abap',
        name: 'LTCL_TEST',
        methods: CASES.map((_, index) => `C${index}`)
      }
    ],
    tables: [SHAPE],
    database: rows.file
  })
  for (const [index, [rule, , result]] of CASES.entries()) {
    await t.test(rule, () => {
      const [alert] = classes[0]?.methods[index]?.alerts ?? []
      const said = `${alert?.title} ${alert?.details.join(' ')}`
      assert.equal(/\{(.*)\}/.exec(said)?.[1], result, said)
    })
  }
})
