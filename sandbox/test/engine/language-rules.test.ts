import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import type { Engine } from '../../types.ts'
import { LIBRARY, errors, file, unique } from './fixture.ts'

let engine: Engine
const [base, derived] = [unique('cx_base_'), unique('cx_derived_')]

before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load(
    [
      [base, 'cx_static_check'],
      [derived, base]
    ].map(([name = '', above = '']) =>
      file(
        `${name}.clas.abap`,
        `CLASS ${name} DEFINITION PUBLIC INHERITING FROM ${above} CREATE PUBLIC.`,
        'ENDCLASS.',
        `CLASS ${name} IMPLEMENTATION.`,
        'ENDCLASS.'
      )
    )
  )
})
after(() => engine.close())

interface Case {
  /** Lines of the public section; the first is row 3. */
  readonly declared?: readonly string[]
  /** Lines of the method `run`; the first is row 20. */
  readonly body?: readonly string[]
  /** `row:column text` of the errors, or what they begin with. */
  readonly expected: readonly string[]
}

const BODY_ROW = 20

async function found({ declared = [], body = [] }: Case): Promise<string[]> {
  const name = unique('zcl_')
  const head = [`CLASS ${name} DEFINITION PUBLIC CREATE PUBLIC.`, 'PUBLIC SECTION.', ...declared]
  const parameterNames = declared.flatMap(line => /^METHODS (\w+)/.exec(line)?.[1] ?? [])
  const middle = [
    'METHODS run.',
    'ENDCLASS.',
    `CLASS ${name} IMPLEMENTATION.`,
    ...parameterNames.filter(each => each !== 'own').map(each => `METHOD ${each}. ENDMETHOD.`)
  ]
  const filled = [...head, ...middle]
  while (filled.length < BODY_ROW - 2) filled.push('')
  const source = file(
    `${name}.clas.abap`,
    ...filled,
    declared.some(line => line.startsWith('METHODS own'))
      ? 'METHOD run. ENDMETHOD. METHOD own.'
      : 'METHOD run.',
    ...body,
    'ENDMETHOD.',
    'ENDCLASS.'
  )
  return errors(await engine.check({ files: [source.name], overlay: [source] })).map(each =>
    each.replace(/-\d+ E|^(\d+:\d+) E/, '$1')
  )
}

const notTable =
  'The generic types ANY/INDEX/STANDARD/HASHED/SORTED TABLE cannot be specified in RETURNING parameters.'
const notTyped = 'A RETURNING parameter must be fully typed.'
const noIndex =
  'Explicit or implicit index operations cannot be used on tables with types "HASHED TABLE" or "ANY TABLE".'

const cases: Readonly<Record<string, Case>> = {
  'a parameter has no table type of its own': {
    declared: ['METHODS a IMPORTING', '  x TYPE STANDARD TABLE OF i WITH EMPTY KEY.'],
    expected: ['4:27 Unable to interpret "I"']
  },
  'a parameter has no table type of its own, also without a key': {
    declared: ['METHODS a IMPORTING x TYPE SORTED TABLE OF string.'],
    expected: ['3:43 Unable to interpret "STRING"']
  },
  'a parameter has no length of its own': {
    declared: ['METHODS a', '  IMPORTING x TYPE c LENGTH 20.'],
    expected: ['4:28 Unable to interpret "20"']
  },
  'a generic table type is good for an importing parameter': {
    declared: ['METHODS a IMPORTING x TYPE STANDARD TABLE y TYPE c z TYPE ANY TABLE.'],
    expected: []
  },
  'RETURNING takes no generic table type': {
    declared: ['METHODS a RETURNING', '  VALUE(r) TYPE STANDARD TABLE OF i.'],
    expected: [`4:16 ${notTable}`]
  },
  'RETURNING takes no type without a length': {
    declared: ['METHODS a RETURNING VALUE(r) TYPE p.'],
    expected: [`3:34 ${notTyped}`]
  },
  'a table type without a primary key is generic': {
    declared: [
      'TYPES tt TYPE STANDARD TABLE OF i WITH NON-UNIQUE SORTED KEY k COMPONENTS table_line.',
      'METHODS a RETURNING VALUE(r) TYPE tt.'
    ],
    expected: [`4:34 ${notTyped}`]
  },
  'a table type with an empty key is complete': {
    declared: [
      'TYPES tt TYPE STANDARD TABLE OF i WITH EMPTY KEY.',
      'METHODS a RETURNING VALUE(r) TYPE tt.'
    ],
    expected: []
  },
  'RETURNING comes behind the other parameters': {
    declared: ['METHODS a RETURNING VALUE(r) TYPE string IMPORTING x TYPE i.'],
    expected: ['3:34 ".", "RAISING" or "EXCEPTIONS …" is expected after "STRING"']
  },
  'a packed number has at most 16 bytes': {
    body: ['DATA x TYPE p LENGTH 31 DECIMALS 0.', 'DATA y TYPE p LENGTH 16 DECIMALS 0.'],
    expected: [`${BODY_ROW}:21 For type "P", a length from 1 to 16 can be specified.`]
  },
  'a packed type of a class says its length': {
    declared: [
      'TYPES t TYPE p DECIMALS 2.',
      'TYPES u TYPE p LENGTH 8 DECIMALS 2. TYPES v TYPE p DECIMALS 2 LENGTH 8.'
    ],
    expected: ['3:13 Lengths must be specified explicitly']
  },
  'CONV constructs no generic type': {
    body: ['DATA(x) = 1 + CONV p( 3 ).', 'DATA(y) = CONV string( 3 ).'],
    expected: [`${BODY_ROW}:19 A value of the generic type "P" cannot be constructed.`]
  },
  'a part of a chain is reported at its place': {
    body: ['DATA: a TYPE i,', '  b TYPE SORTED TABLE OF c LENGTH 20 WITH UNIQUE KEY table_line.'],
    expected: [`${BODY_ROW + 1}:27 "LENGTH 20" is not valid.`]
  },
  'CATCH of a subclass behind its superclass': {
    body: ['TRY.', `CATCH ${base}.`, `CATCH ${derived}.`, 'ENDTRY.'],
    expected: [`${BODY_ROW + 2}:6 The exception class ${derived.toUpperCase()} cannot be used`]
  },
  'CATCH of a subclass behind its superclass in one list': {
    body: ['TRY.', `CATCH ${base} ${derived}.`, 'ENDTRY.'],
    expected: [`${BODY_ROW + 1}:${base.length + 7} The exception class`]
  },
  'CATCH of a subclass before its superclass, and in another TRY': {
    body: ['TRY.', 'TRY.', `CATCH ${base}.`, 'ENDTRY.', `CATCH ${derived} ${base}.`, 'ENDTRY.'],
    expected: []
  },
  'a table of any kind has no index': {
    declared: ['METHODS own IMPORTING x TYPE ANY TABLE.'],
    body: [
      'READ TABLE x INDEX 1 TRANSPORTING NO FIELDS.',
      'LOOP AT x TRANSPORTING NO FIELDS FROM 2 WHERE table_line = 1.',
      'ENDLOOP.',
      'DATA(line) = REF #( x[ 1 ] ).'
    ],
    expected: [`${BODY_ROW}:11 ${noIndex}`]
  },
  'SQL calculates with brackets, compares lists and casts to all types': {
    body: [
      'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, c TYPE string, END OF ty.',
      'DATA x TYPE STANDARD TABLE OF ty WITH EMPTY KEY.',
      'DATA n TYPE i.',
      'SELECT FROM @x AS x FIELDS ( a + b ) * 2 AS d, a * ( b - @n ) AS e',
      '  WHERE ( a + 1 ) > 0 AND a > ( b - 2 ) * 2 AND a + @n > 1',
      '  AND ( a, b ) IN ( ( 1, 2 ), ( 3, 4 ) ) AND a > int4`1` INTO TABLE @DATA(y).',
      'SELECT FROM @x AS x FIELDS CAST( SUM( a ) AS CURR( 10, 2 ) ) AS d,',
      '  CASE WHEN a = 1 THEN b ELSE b * ( a + 1 ) END AS e GROUP BY a, b INTO TABLE @DATA(z).'
    ],
    expected: []
  },
  'host variables within calculations are looked up': {
    body: [
      'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty.',
      'DATA x TYPE STANDARD TABLE OF ty WITH EMPTY KEY.',
      'SELECT FROM @x AS x FIELDS a WHERE a > ( b - @nowhere ) * 2 INTO TABLE @DATA(y).'
    ],
    expected: [`${BODY_ROW + 2}:46 The name "nowhere" is unknown`]
  },
  'tables of another key are no actual parameters': {
    declared: [
      'TYPES tt TYPE STANDARD TABLE OF i WITH EMPTY KEY.',
      'METHODS a IMPORTING x TYPE tt.'
    ],
    body: [
      'DATA empty TYPE tt. DATA default TYPE TABLE OF i.',
      'DATA sorted TYPE SORTED TABLE OF i WITH UNIQUE KEY table_line.',
      'a( empty ). a( VALUE #( ( 1 ) ) ).',
      'a( default ).',
      'a( x = sorted ).'
    ],
    expected: [
      `${BODY_ROW + 3}:1 The value for the parameter has an incompatible type.`,
      `${BODY_ROW + 4}:3 The value for the parameter "X" has an incompatible type.`
    ]
  },
  'a formal parameter without a key takes tables of any key': {
    declared: ['TYPES tt TYPE STANDARD TABLE OF i.', 'METHODS a IMPORTING x TYPE tt.'],
    body: [
      'DATA empty TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA default TYPE TABLE OF i.',
      'a( empty ). a( default ).'
    ],
    expected: []
  },
  'actual parameters are of the same technical type': {
    declared: ['METHODS a IMPORTING x TYPE f.'],
    body: ['DATA n TYPE decfloat34. DATA f TYPE f.', 'a( 1 ). a( f ). a( n + 1 ).', 'a( n ).'],
    expected: [`${BODY_ROW + 2}:1 The value for the parameter has an incompatible type.`]
  },
  'flat structures are convertible where their fragments match': {
    declared: [
      'TYPES: BEGIN OF s, a TYPE c LENGTH 2, b TYPE n LENGTH 2, n TYPE i, END OF s.',
      'TYPES: BEGIN OF same, c TYPE c LENGTH 4, n TYPE i, END OF same.',
      'TYPES: BEGIN OF longer, c TYPE c LENGTH 5, n TYPE i, END OF longer.',
      'TYPES: BEGIN OF deep, c TYPE string, n TYPE i, END OF deep.'
    ],
    body: [
      'DATA a TYPE s. DATA b TYPE same. DATA c TYPE longer. DATA d TYPE deep. DATA f TYPE f.',
      'a = b. b = a. a = `abcd`.',
      'a = c.',
      'a = d.',
      'a = f.'
    ],
    expected: [3, 4, 5].map(
      row => `${BODY_ROW + row - 1}:0 The types of the two sides are incompatible.`
    )
  },
  'rows of tables are converted as values are': {
    body: [
      'TYPES: BEGIN OF s, a TYPE i, END OF s.',
      'DATA a TYPE STANDARD TABLE OF s WITH EMPTY KEY. DATA b TYPE STANDARD TABLE OF i.',
      'DATA c TYPE STANDARD TABLE OF string.',
      'c = b.',
      'a = b.'
    ],
    expected: [`${BODY_ROW + 4}:0 The types of the two sides are incompatible.`]
  },
  'a comparison gives a constructor no type': {
    body: [
      'DATA a TYPE i.',
      'IF COND #( WHEN a = 1 THEN 2 ) = a AND a = CONV i( 1 ). ENDIF.',
      'IF CONV #( a ) = 1. ENDIF.'
    ],
    expected: [`${BODY_ROW + 2}:3 No type can be derived from the context for the operator "CONV".`]
  },
  'table keys, LET within NEW, FILTER in any order, EQUIV': {
    declared: ['TYPES: BEGIN OF s, a TYPE i, b TYPE i, END OF s.'],
    body: [
      'DATA t TYPE SORTED TABLE OF s WITH UNIQUE KEY a WITH NON-UNIQUE SORTED KEY k COMPONENTS b.',
      'DATA(x) = t[ TABLE KEY k b = 1 ]. x = t[ TABLE KEY primary_key COMPONENTS a = 1 ].',
      'DATA(y) = NEW s( LET n = 2 IN a = n ).',
      'DATA(z) = FILTER #( t USING KEY k EXCEPT IN t WHERE b = b ).',
      'LOOP AT t INTO x WHERE a = 1 EQUIV b = 2. ENDLOOP.',
      'x = CORRESPONDING #( APPENDING ( x ) x ).'
    ],
    expected: []
  },
  'generic types take their elementary types alone': {
    declared: [
      'METHODS a IMPORTING x TYPE csequence OPTIONAL y TYPE numeric OPTIONAL z TYPE clike OPTIONAL.'
    ],
    body: [
      'DATA i TYPE i. DATA s TYPE string. DATA d TYPE d.',
      'a( x = s y = i z = d ). a( x = `a` y = i + 1 ).',
      'a( i ).',
      'a( y = s ).',
      'a( z = i ).'
    ],
    expected: [2, 3, 4].map(row => `${BODY_ROW + row}:`)
  },
  'lengths and decimal places belong to the types that have them': {
    body: [
      'DATA a TYPE p LENGTH 8 DECIMALS 14. DATA b TYPE n LENGTH 3.',
      'DATA c TYPE c LENGTH 2 DECIMALS 2.',
      'DATA d TYPE p LENGTH 8 DECIMALS 15.',
      'DATA e TYPE i LENGTH 4.'
    ],
    expected: [
      `${BODY_ROW + 1}:23 For type "C", no decimal places can be specified.`,
      `${BODY_ROW + 2}:32 For type "P", 0 to 14 decimal places can be specified.`,
      `${BODY_ROW + 3}:14 For type "I", no length can be specified.`
    ]
  },
  'a table key is given by its name and all of its components': {
    declared: ['TYPES: BEGIN OF s, a TYPE i, b TYPE i, c TYPE i, END OF s.'],
    body: [
      'DATA t TYPE SORTED TABLE OF s WITH UNIQUE KEY a b WITH NON-UNIQUE SORTED KEY k COMPONENTS c.',
      'READ TABLE t WITH TABLE KEY b = 1 a = 2 TRANSPORTING NO FIELDS.',
      'DATA(x) = t[ KEY k c = 1 ]. x = t[ TABLE KEY k COMPONENTS c = 1 ]. x = t[ c = 1 ].',
      'READ TABLE t WITH KEY c = 1 TRANSPORTING NO FIELDS. LOOP AT t INTO x USING KEY k. ENDLOOP.',
      'READ TABLE t WITH TABLE KEY a = 1 TRANSPORTING NO FIELDS.',
      'READ TABLE t WITH TABLE KEY c = 1 TRANSPORTING NO FIELDS.',
      'READ TABLE t WITH TABLE KEY n COMPONENTS c = 1 TRANSPORTING NO FIELDS.',
      'x = t[ KEY n c = 1 ].',
      'LOOP AT t INTO x USING KEY n. ENDLOOP.'
    ],
    expected: [
      `${BODY_ROW + 4}:24 The component "B" of the table key is missing.`,
      `${BODY_ROW + 5}:28 "C" is not a component of the table key that is used here.`,
      `${BODY_ROW + 6}:28 The table has no key with the name "N".`,
      `${BODY_ROW + 7}:11 The table has no key with the name "N".`,
      `${BODY_ROW + 8}:27 The table has no key with the name "N".`
    ]
  },
  'references and tables are compared and calculated with nothing else': {
    body: [
      'DATA o TYPE REF TO object. DATA t TYPE TABLE OF i. DATA i TYPE i.',
      'IF o = me AND t = t. ENDIF.',
      'IF o = i. ENDIF.',
      'IF t = i. ENDIF.',
      'i = o + 1.',
      'i = 1 + t.'
    ],
    expected: [2, 3, 4, 5].map(row => `${BODY_ROW + row}:`)
  },
  'operands of statements have the kind of type that the statement works on': {
    declared: ['EVENTS e.'],
    body: [
      'DATA o TYPE REF TO object. DATA t TYPE TABLE OF i. DATA i TYPE i. DATA s TYPE string.',
      'FIELD-SYMBOLS <i> TYPE i. DATA d TYPE REF TO data. DATA x TYPE xstring.',
      'LOOP AT t INTO i. ENDLOOP. ASSIGN i TO <i>. SPLIT s AT `,` INTO s s. CREATE DATA d TYPE i.',
      'RAISE EVENT e. SPLIT x AT x INTO x x IN BYTE MODE. ASSIGN s TO <i> CASTING.',
      'LOOP AT t INTO o. ENDLOOP.',
      'MOVE-CORRESPONDING i TO t.',
      'ASSIGN s TO <i>.',
      'SPLIT i AT `,` INTO s s.',
      'GET REFERENCE OF i INTO s.',
      'CREATE DATA o TYPE i.',
      'RAISE EVENT f.'
    ],
    expected: [
      `${BODY_ROW + 4}:15 The row type of the table and the type of the work area "O"`,
      `${BODY_ROW + 5}:19 "I" is not a structure or internal table.`,
      `${BODY_ROW + 6}:12 The types of "S" and of the field symbol "<I>" are incompatible.`,
      `${BODY_ROW + 7}:6 "I" must be a character-like data object`,
      `${BODY_ROW + 8}:24 "S" is not a data reference variable.`,
      `${BODY_ROW + 9}:12 "O" is not a data reference variable.`,
      `${BODY_ROW + 10}:12 The event "F" does not exist.`
    ]
  },
  'a standard table has one': {
    declared: ['METHODS own IMPORTING x TYPE STANDARD TABLE.'],
    body: ['READ TABLE x INDEX 1 TRANSPORTING NO FIELDS.'],
    expected: []
  }
}

const programs: Readonly<Record<string, Pick<Case, 'body' | 'expected'>>> = {
  'a type of the own class is declared before its use': {
    body: [
      'CLASS lcl DEFINITION. PUBLIC SECTION.',
      'TYPES first TYPE i. TYPES second TYPE lcl=>first.',
      'METHODS m IMPORTING x TYPE lcl=>third y TYPE lcl=>second.',
      'TYPES third TYPE i. ENDCLASS.',
      'CLASS lcl IMPLEMENTATION. METHOD m. ENDMETHOD. ENDCLASS.'
    ],
    expected: ['4:32 Type "THIRD" is unknown']
  },
  'members are hidden from code outside of classes, too': {
    body: [
      'CLASS lcl DEFINITION FRIENDS lcl. PUBLIC SECTION. DATA r TYPE i READ-ONLY. METHODS p.',
      'PRIVATE SECTION. DATA a TYPE i. METHODS m. CONSTANTS c TYPE i VALUE 1. ENDCLASS.',
      'CLASS lcl IMPLEMENTATION. METHOD m. a = c. ENDMETHOD.',
      'METHOD p. DATA o TYPE REF TO lcl. o = me. o->r = o->a. r = 1. o->m( ). ENDMETHOD. ENDCLASS.',
      'START-OF-SELECTION. DATA(o) = NEW lcl( ). WRITE o->r. o->p( ).',
      'o->a = 1.',
      'o->m( ).',
      'WRITE lcl=>c.',
      'o->r = 1.'
    ],
    expected: ['7:3 ', '8:', '9:', '10:3 The attribute "R" can be read here, but not changed']
  },
  'parameters of methods of the database are passed by value': {
    body: [
      'CLASS lcl DEFINITION. PUBLIC SECTION.',
      'CLASS-METHODS m IMPORTING a TYPE i VALUE(b) TYPE i',
      '  REFERENCE(c) TYPE i RETURNING VALUE(d) TYPE i.',
      'ENDCLASS. CLASS lcl IMPLEMENTATION.',
      'METHOD m BY DATABASE FUNCTION FOR HDB LANGUAGE SQLSCRIPT.',
      'ENDMETHOD. ENDCLASS.'
    ],
    expected: [
      '3:26 The parameter "A" of the AMDP method "M"',
      '4:12 The parameter "C" of the AMDP method "M"'
    ]
  }
}

for (const [rule, { body = [], expected }] of Object.entries(programs)) {
  test(rule, async () => {
    const source = file(`${unique('z_')}.prog.abap`, 'REPORT x.', ...body)
    const messages = errors(await engine.check({ files: [source.name], overlay: [source] }))
    const shown = messages.map(each => each.replace(/-\d+ E|^(\d+:\d+) E/, '$1'))
    assert.equal(shown.length, expected.length, shown.join('\n'))
    for (const [index, each] of expected.entries()) {
      assert.ok(shown[index]?.startsWith(each), shown.join('\n'))
    }
  })
}

test('sorting by an empty key and redundant conversions are warnings', async () => {
  const source = file(
    `${unique('z_')}.prog.abap`,
    'REPORT x.',
    'DATA t TYPE STANDARD TABLE OF i WITH EMPTY KEY. DATA d TYPE TABLE OF i. DATA n TYPE i.',
    'SORT d. SORT t BY table_line. n = CONV i( `1` ). n = CONV int8( n + 1 ). t[ 1 ] = CONV i( n + 1 ).',
    'SORT t.',
    'n = CONV i( n MOD 2 ).'
  )
  const messages = await engine.check({ files: [source.name], overlay: [source] })
  assert.deepEqual(
    messages.map(({ severity, startRow, text }) => `${severity} ${startRow} ${text}`),
    [
      'W 4 "T" is a table with an empty primary key. Check the semantics of the statement.',
      'W 5 Redundant conversion for type I.'
    ]
  )
})

for (const [rule, each] of Object.entries(cases)) {
  test(rule, async () => {
    const messages = await found(each)
    const shown = messages.slice(0, Math.max(1, each.expected.length))
    assert.equal(shown.length, each.expected.length, messages.join('\n'))
    for (const [index, expected] of each.expected.entries()) {
      assert.ok(shown[index]?.startsWith(expected), `${expected}\n${messages.join('\n')}`)
    }
  })
}
