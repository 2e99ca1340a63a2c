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
    declared: ['TYPES t TYPE p DECIMALS 2.', 'TYPES u TYPE p LENGTH 8 DECIMALS 2.'],
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
