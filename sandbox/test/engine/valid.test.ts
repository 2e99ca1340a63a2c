import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import type { Engine } from '../../types.ts'
import { LIBRARY, errors, file, table, unique } from './fixture.ts'
import { ACCEPTED, REFUSED, WARNED } from './sql-statements.ts'

const [T, U, V] = [unique('zt_').slice(0, 14), unique('zu_').slice(0, 14), unique('zv_')]

let engine: Engine
before(async () => {
  engine = createEngine({ library: LIBRARY })
  await engine.load([
    table(T, [
      ['client', 'CLNT', 3, true],
      ['id', 'CHAR', 10, true],
      ['val', 'CHAR', 20],
      ['num', 'INT4', 10],
      ['d', 'DATS', 8]
    ]),
    table(U, [
      ['client', 'CLNT', 3, true],
      ['id', 'CHAR', 10, true],
      ['x', 'NUMC', 4]
    ]),
    file(
      `${V}.ddls.asddls`,
      `define view entity ${V} as select from ${T}`,
      `association [0..1] to ${U} as _U on $projection.id = _U.id`,
      "{ key id, sum( num ) as total, max( d ) as last, _U.x as ux, cast( 1 as abap.int4 ) as one, case when num > 1 then 'A' else 'B' end as cat }",
      'group by id, _U.x, num'
    ),
    table('t000', [
      ['mandt', 'CLNT', 3, true],
      ['mtext', 'CHAR', 25],
      ['ort01', 'CHAR', 25]
    ]),
    table('zt', [
      ['client', 'CLNT', 3, true],
      ['id', 'CHAR', 10, true],
      ['val', 'CHAR', 20],
      ['num', 'INT4', 10],
      ['d', 'DATS', 8],
      ['amt', 'CURR', 13],
      ['f', 'FLTP', 16],
      ['nc', 'NUMC', 4],
      ['txt', 'STRG', 0],
      ['raw', 'RAW', 16],
      ['t', 'TIMS', 6]
    ]),
    ...['zu', 'zw'].map(name =>
      table(name, [
        ['client', 'CLNT', 3, true],
        ['id', 'CHAR', 10, true],
        ['x', 'NUMC', 4],
        ['num', 'INT4', 10],
        ['qty', 'INT4', 10]
      ])
    ),
    file(
      'zv.ddls.asddls',
      'define view entity zv as select from zt',
      'association [0..*] to zw as _W on $projection.id = _W.id',
      '{ key id, val, num, d, _W }'
    )
  ])
})
after(() => engine.close())

/** Two tables of the same rows, which have a secondary key. */
const ROWS = [
  'TYPES: BEGIN OF ty, a TYPE i, b TYPE i, END OF ty.',
  'TYPES tt TYPE STANDARD TABLE OF ty WITH EMPTY KEY WITH NON-UNIQUE SORTED KEY sk COMPONENTS b.',
  'DATA: t TYPE tt, u TYPE tt.'
]

const REPORTS: readonly (readonly string[])[] = [
  [
    `SELECT t~id, t~val, u~x FROM ${T} AS t LEFT OUTER JOIN ${U} AS u ON t~id = u~id AND u~x > '1' WHERE t~num BETWEEN 1 AND 5 AND ( t~val LIKE 'A%' OR t~val IS NULL ) ORDER BY t~id DESCENDING, x INTO TABLE @DATA(r).`
  ],
  [
    `SELECT id, COUNT( * ) AS n, SUM( num ) AS s FROM ${T} GROUP BY id HAVING SUM( num ) > 5 ORDER BY n, s DESCENDING INTO TABLE @DATA(r) UP TO 5 ROWS.`
  ],
  [
    `SELECT FROM ${T} FIELDS id, num WHERE num = ( SELECT MAX( num ) FROM ${T} ) INTO TABLE @DATA(r).`
  ],
  [
    `SELECT id FROM ${T} INTO TABLE @DATA(a).`,
    `SELECT * FROM ${U} FOR ALL ENTRIES IN @a WHERE id = @a-id INTO TABLE @DATA(b).`
  ],
  [
    `WITH +a AS ( SELECT id FROM ${T} WHERE num > 1 ) SELECT * FROM +a WHERE id = 'X' INTO TABLE @DATA(r).`
  ],
  [
    `DATA it TYPE STANDARD TABLE OF ${T} WITH EMPTY KEY.`,
    'SELECT id FROM @it AS i WHERE i~num = 1 INTO TABLE @DATA(r).'
  ],
  [`SELECT id, total, last FROM ${V} WHERE total > 5 AND cat = 'A' INTO TABLE @DATA(r).`],
  ['DATA w TYPE string VALUE `ID = 1`.', `SELECT id FROM ${T} WHERE (w) INTO TABLE @DATA(r).`],
  [`UPDATE ${T} SET num = num + 1, val = 'X' WHERE id = 'A'.`, `DELETE FROM ${T} WHERE num > 5.`],
  [
    `SELECT id FROM ${T} WHERE id IN ( 'A', 'B' ) AND upper( val ) = 'X' INTO @DATA(i).`,
    '  WRITE i.',
    'ENDSELECT.'
  ],
  ['TYPES: BEGIN OF ENUM color, red, green, END OF ENUM color.', 'DATA c TYPE color.', 'c = red.'],
  [
    `DATA t TYPE STANDARD TABLE OF ${T} WITH EMPTY KEY.`,
    'LOOP AT t INTO DATA(l) GROUP BY ( k = l-id ) INTO DATA(g).',
    '  LOOP AT GROUP g INTO DATA(m).',
    '    WRITE m-id.',
    '  ENDLOOP.',
    'ENDLOOP.'
  ],
  [
    'DATA(x) = REDUCE i( INIT s = 0 FOR i = 1 UNTIL i > 5 NEXT s = s + i ).',
    'DATA(y) = COND string( WHEN x > 1 THEN |a{ x }| ELSE `b` ).',
    'WRITE y.'
  ],
  ['TEST-SEAM s.', '  WRITE 1.', 'END-TEST-SEAM.'],
  [
    `TABLES ${T}.`,
    `PARAMETERS p TYPE ${T}-id.`,
    `SELECT-OPTIONS s FOR ${T}-id.`,
    'AT SELECTION-SCREEN OUTPUT.',
    '  LOOP AT SCREEN.',
    '    MODIFY SCREEN.',
    '  ENDLOOP.',
    'START-OF-SELECTION.',
    '  WRITE p.'
  ],
  [
    `DATA t TYPE TABLE OF ${T}.`,
    'LOOP AT t INTO DATA(l).',
    '  AT NEW id.',
    '    WRITE 1.',
    '  ENDAT.',
    '  AT LAST.',
    '    WRITE 2.',
    '  ENDAT.',
    'ENDLOOP.'
  ],
  [
    'DATA: BEGIN OF a, b TYPE i, BEGIN OF c, d TYPE i, END OF c, END OF a.',
    'DATA BEGIN OF q.',
    'DATA r TYPE i.',
    'DATA END OF q.',
    'a-c-d = q-r.'
  ],
  ['DEFINE mac.', '  IF &1 = 1.', '    WRITE &1.', '  ENDIF.', 'END-OF-DEFINITION.', 'mac 1.'],
  [
    'DEFINE beg.',
    '  IF &1 = 1.',
    'END-OF-DEFINITION.',
    'DEFINE fin.',
    '  ENDIF.',
    'END-OF-DEFINITION.',
    'beg 1.',
    '  WRITE 1.',
    'fin.'
  ],
  ["CALL FUNCTION 'Z_NOT_HERE'", '  EXPORTING a = 1', '  EXCEPTIONS others = 1.'],
  ["CALL TRANSACTION 'SE38'.", 'SUBMIT zother AND RETURN.', "MESSAGE 'a' TYPE 'I'."],
  [
    'CLASS lcl DEFINITION.',
    '  PUBLIC SECTION.',
    '    EVENTS ev EXPORTING VALUE(v) TYPE i.',
    '    METHODS: h FOR EVENT ev OF lcl IMPORTING v sender,',
    '      go.',
    'ENDCLASS.',
    'CLASS lcl IMPLEMENTATION.',
    '  METHOD h.',
    '    WRITE v.',
    '  ENDMETHOD.',
    '  METHOD go.',
    '    SET HANDLER h FOR me.',
    '    RAISE EVENT ev EXPORTING v = 1.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ],
  [
    'DATA s TYPE string.',
    'DATA l TYPE STANDARD TABLE OF string WITH EMPTY KEY.',
    'REPLACE ALL OCCURRENCES OF PCRE `b` IN s WITH `x` REPLACEMENT COUNT DATA(c) RESULTS DATA(r).',
    'REPLACE FIRST OCCURRENCE OF `b` IN TABLE l FROM 1 OFFSET 2 TO 3 WITH `x` RESULTS DATA(one).',
    'WRITE: c, lines( r ), one-offset, r[ 1 ]-line.'
  ],
  [
    ...ROWS,
    'READ TABLE t INDEX 5 ASSIGNING FIELD-SYMBOL(<f>) ELSE UNASSIGN.',
    "READ TABLE t INDEX 1 INTO DATA(w) TRANSPORTING ('A') ('B').",
    "w = t[ KEY ('SK') ('B') = 7 ].",
    'DATA(n) = `SK`.',
    'w = t[ KEY (n) COMPONENTS b = 7 ].',
    "w = t[ KEY ('SK') INDEX 1 ].",
    "MODIFY t INDEX 2 USING KEY ('SK') FROM w TRANSPORTING ('A').",
    "INSERT LINES OF t USING KEY ('SK') INTO u INDEX 1."
  ],
  [
    ...ROWS,
    't = CORRESPONDING #( t FROM u USING KEY sk b = a MAPPING a = b ).',
    'u = VALUE #( FOR x IN t FROM 3 TO 1 STEP -1 ( x ) ).',
    'DATA(k) = `a > 1`.',
    'u = VALUE #( FOR y IN t WHERE (k) ( y ) ).',
    'TYPES: BEGIN OF o, name TYPE string, descending TYPE c LENGTH 1, END OF o.',
    'TYPES os TYPE STANDARD TABLE OF o WITH EMPTY KEY.',
    'SORT t BY VALUE os( ( name = `A` ) ).'
  ],
  [
    'DATA ts TYPE p LENGTH 8.',
    "DATA(a) = |{ ts TIMEZONE = 'CET' COUNTRY = 'US ' }|.",
    'DATA(b) = |{ ts STYLE = SCIENTIFIC EXPONENT = -1 }|.',
    'DATA u TYPE utclong.',
    "CONVERT UTCLONG u INTO DATE DATA(d) TIME DATA(h) FRACTIONAL SECONDS DATA(f) DAYLIGHT SAVING TIME DATA(v) TIME ZONE 'EST'.",
    "CONVERT DATE d TIME h FRACTIONAL SECONDS f DAYLIGHT SAVING TIME v TIME ZONE 'EST' INTO UTCLONG u.",
    'WRITE: a, b.'
  ],
  [
    'CLASS lcl DEFINITION.',
    '  PUBLIC SECTION.',
    '    TYPES ti TYPE STANDARD TABLE OF i WITH EMPTY KEY.',
    '    METHODS get AMDP OPTIONS READ-ONLY CDS SESSION CLIENT DEPENDENT IMPORTING VALUE(a) TYPE i RETURNING VALUE(r) TYPE ti.',
    'ENDCLASS.',
    'CLASS lcl IMPLEMENTATION.',
    '  METHOD get.',
    '  ENDMETHOD.',
    'ENDCLASS.'
  ]
]

test('valid ABAP has no findings', async () => {
  for (const lines of REPORTS) {
    const name = unique('zr_')
    const source = file(`${name}.prog.abap`, `REPORT ${name}.`, ...lines)
    assert.deepEqual(
      errors(await engine.check({ files: [source.name], overlay: [source] })),
      [],
      source.text
    )
  }
})

test('valid CDS has no findings', async () => {
  for (const [name, ...lines] of [
    [
      unique('zv_'),
      "@AbapCatalog.sqlViewName: 'ZSQL_VIEW'",
      "@EndUserText.label: 'x'",
      `define view &1 as select from ${T} inner join ${U} on ${T}.id = ${U}.id { key ${T}.id, ${U}.x, ${T}.num * 2 as dbl } where ${T}.num > 1`
    ],
    [
      unique('zv_'),
      `define root view entity &1 with parameters p_d : abap.dats as select from ${T} as t left outer join ${U} as u on t.id = u.id { key t.id as Id, @EndUserText.label: 'a, { b }' t.val as Val, u.x } where t.d = $parameters.p_d`
    ],
    [unique('zv_'), 'define abstract entity &1 { key a : abap.char(10); b : abap.int4; }'],
    [unique('zv_'), `define view entity &1 as projection on ${V} { key id, total }`],
    [
      unique('zv_'),
      `define view entity &1 as select from ${T} { key id } union all select from ${U} { key id } // end`
    ]
  ] as const) {
    const source = { name: `${name}.ddls.asddls`, text: lines.join('\n').replace('&1', name) }
    assert.deepEqual(
      errors(await engine.check({ files: [source.name], overlay: [source] })),
      [],
      source.text
    )
  }
})

const NOT_COMPATIBLE = (name: string): string =>
  `The type of the database column and the type of "${name}" are not compatible.`

/** Statements after the declarations of `DECLARED`, which are in line 2, and what is refused. */
const TARGETS: readonly (readonly [statement: string, refused: string | undefined])[] = [
  [`SELECT SINGLE num FROM ${T} INTO @s.`, NOT_COMPATIBLE('S')],
  [`SELECT SINGLE val FROM ${T} INTO @n.`, NOT_COMPATIBLE('N')],
  [`SELECT SINGLE val, num FROM ${T} INTO ( @s, @n ).`, undefined],
  [`SELECT SINGLE val, num FROM ${T} INTO ( @n, @s ).`, NOT_COMPATIBLE('N')],
  [`SELECT SINGLE val, num FROM ${T} INTO @row.`, undefined],
  [`SELECT SINGLE val FROM ${T} INTO @row.`, undefined],
  [`SELECT SINGLE num, val FROM ${T} INTO @row.`, NOT_COMPATIBLE('VAL')],
  [
    `SELECT SINGLE val, num, id FROM ${T} INTO @row.`,
    'The work area (or internal table) "ROW" is not long enough.'
  ],
  [`SELECT num, val FROM ${T} INTO CORRESPONDING FIELDS OF TABLE @rows.`, undefined],
  [
    `SELECT num, val, id FROM ${T} INTO CORRESPONDING FIELDS OF TABLE @rows.`,
    '"ROWS" has no component with the name "ID".'
  ],
  [`SELECT num AS val FROM ${T} INTO CORRESPONDING FIELDS OF TABLE @rows.`, NOT_COMPATIBLE('VAL')],
  [`SELECT t~num, t~val FROM ${T} AS t INTO TABLE @rows.`, NOT_COMPATIBLE('VAL')],
  [`SELECT num FROM ${T} INTO TABLE @numbers.`, undefined],
  [`SELECT val FROM ${T} INTO TABLE @numbers.`, NOT_COMPATIBLE('NUMBERS')],
  [`SELECT num, num AS more FROM ${T} INTO TABLE @DATA(all).`, undefined],
  [`SELECT SINGLE COUNT( * ) FROM ${T} INTO @n.`, undefined],
  [`SELECT SINGLE d FROM ${T} INTO @s.`, NOT_COMPATIBLE('S')],
  [`SELECT SINGLE num FROM ${T} INTO @p.`, undefined]
]

const DECLARED =
  'TYPES: BEGIN OF ty, val TYPE string, num TYPE i, END OF ty. DATA: row TYPE ty, rows TYPE STANDARD TABLE OF ty WITH EMPTY KEY, s TYPE string, n TYPE i, p TYPE p LENGTH 8, numbers TYPE STANDARD TABLE OF i WITH EMPTY KEY.'

test('columns of a SELECT are written to what they can be converted to', async () => {
  for (const [statement, refused] of TARGETS) {
    const name = unique('zr_')
    const source = file(`${name}.prog.abap`, `REPORT ${name}.`, DECLARED, statement)
    const found = await engine.check({ files: [source.name], overlay: [source] })
    const texts = found.filter(({ severity }) => severity === 'E').map(({ text }) => text)
    assert.equal(texts[0], refused, statement)
  }
})

/**
 * Each statement is a form of its own in one line. What cannot be read hides the faults of the
 * rest: the program is checked without it once more.
 */
async function refusedOf(
  statements: readonly string[],
  kind: 'E' | 'W' = 'E'
): Promise<Set<number>> {
  const refused = new Set<number>()
  for (;;) {
    const forms = statements.map((text, at) =>
      refused.has(at) ? '' : `FORM f${at}. ${text.replace(/ &$/, ' INTO TABLE @DATA(r).')} ENDFORM.`
    )
    const source = file(`${unique('zsql_')}.prog.abap`, 'REPORT z.', ...forms)
    const found = await engine.check({ files: [source.name], overlay: [source] })
    const rows = found.filter(({ severity }) => severity === kind).map(each => each.startRow - 2)
    if (kind === 'W') return new Set(rows)
    if (rows.every(row => refused.has(row))) return refused
    for (const row of rows) refused.add(row)
  }
}

test('statements of ABAP SQL that are right have no findings', async () => {
  const refused = await refusedOf(ACCEPTED)
  assert.deepEqual(
    ACCEPTED.filter((_text, at) => refused.has(at)),
    []
  )
})

test('statements of ABAP SQL that break a rule are refused', async () => {
  const refused = await refusedOf(REFUSED)
  assert.deepEqual(
    REFUSED.filter((_text, at) => !refused.has(at)),
    []
  )
})

test('a literal that the type of its column cannot keep is a warning below strict mode 7.50', async () => {
  assert.deepEqual([...(await refusedOf(WARNED))], [], 'errors')
  const warned = await refusedOf([...WARNED, ...ACCEPTED], 'W')
  assert.deepEqual([...warned], [...WARNED.keys()])
})
