/** Expressions and functions of ABAP SQL: results worked out from the keyword documentation. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column, open, refusal, rows, shape, unique } from './support.ts'
import { parseAbapSql } from '../../sql/parse/query.ts'

const STOCK = unique('ZEXP')
const database = open()
database.defineTable(
  shape(STOCK, [
    column('ID', 'CHAR', 10, { key: true }),
    column('PLANT', 'CHAR', 4),
    column('AMOUNT', 'INT4', 10),
    column('PRICE', 'CURR', 10, { decimals: 2 })
  ])
)
database.load(STOCK, [
  { ID: 'A', PLANT: 'X', AMOUNT: 1, PRICE: 1.25 },
  { ID: 'B', PLANT: 'X', AMOUNT: 4, PRICE: 2.5 },
  { ID: 'C', PLANT: 'Y', AMOUNT: 9, PRICE: 3 },
  { ID: 'D', PLANT: 'Y', AMOUNT: 16, PRICE: 4 }
])

/** The first column of the rows, or the values of the only row. */
function found(sql: string): unknown {
  const result = rows(
    database,
    sql.replaceAll('{t}', STOCK).replaceAll('{u}', "'http://www.lufthansa.com'")
  )
  return result.length === 1 ? result[0] : result.map(([first]) => first)
}

const ONE = `FROM {t} WHERE id = 'A'`
const RESULTS: Readonly<Record<string, readonly [sql: string, expected: unknown]>> = {
  'brackets in a calculation': [`SELECT ( amount + 1 ) * ( amount + 2 ) AS n ${ONE}`, [6]],
  'a calculation on either side of a comparison': [
    'SELECT id FROM {t} WHERE ( amount - 1 ) * 2 > 3 + ( amount / 2 )',
    ['B', 'C', 'D']
  ],
  'lists of operands before IN': [
    `SELECT id FROM {t} WHERE ( plant, amount ) IN ( ( 'X', 4 ), ( 'Y', 16 ), ( 'X', 16 ) )`,
    ['B', 'D']
  ],
  'lists of operands without commas between them': [
    `SELECT id FROM {t} WHERE ( plant, amount ) NOT IN ( ( 'X', 4 ) ( 'Y', 16 ) )`,
    ['A', 'C']
  ],
  'lists of operands and a subquery': [
    'SELECT id FROM {t} WHERE ( plant, amount ) IN ( SELECT plant, MAX( amount ) FROM {t} GROUP BY plant )',
    ['B', 'D']
  ],
  'a window frame': [
    'SELECT SUM( amount ) OVER( ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW ) AS s FROM {t} ORDER BY id',
    [1, 5, 13, 25]
  ],
  'a window over a partition': [
    'SELECT RANK( ) OVER( PARTITION BY plant ORDER BY amount DESCENDING ) AS r FROM {t} ORDER BY id',
    [2, 1, 2, 1]
  ],
  'CAST without a length takes that of the operand': [
    `SELECT CAST( CAST( amount AS CHAR ) AS CHAR( 3 ) ) && 'x' AS c FROM {t} WHERE id = 'D'`,
    ['16x']
  ],
  'CAST to a packed number cuts off decimals': [
    `SELECT CAST( 1.259 AS DEC( 5,2 ) ) AS a, CAST( -1.259 AS DEC( 5,1 ) ) AS b ${ONE}`,
    [1.25, -1.2]
  ],
  'CAST of floating point numbers': [
    `SELECT CAST( 1 AS D34N ) / CAST( 2 AS D34N ) AS n ${ONE}`,
    [0.5]
  ],
  'parts of dates and times': [
    `SELECT extract_year( utclong\`2024-02-15 05:30:00\` ) AS y, extract_month( dats\`20240122\` ) AS m, extract_day( utclong\`2024-02-15 05:30:00\` ) AS d, extract_hour( utclong\`2024-02-15 05:30:00\` ) AS h, extract_minute( tims\`123456\` ) AS i ${ONE}`,
    [2024, 1, 15, 5, 34]
  ],
  'names of days and months': [
    `SELECT dayname( dats\`20240122\` ) AS d, monthname( utclong\`2024-02-15 05:30:00\` ) AS m, weekday( utclong\`2024-02-15 05:30:00\` ) AS w ${ONE}`,
    ['Monday', 'February', 3]
  ],
  'calculations with days and months': [
    `SELECT days_between( utclong\`2024-02-15 05:30:00\`, utclong\`2024-02-25 08:14:26\` ) AS a, add_days( dats\`20240122\`, 2 ) AS b, add_months( utclong\`2024-02-15 05:30:00\`, 3 ) AS c, datn_add_months( datn\`20240131\`, 1 ) AS d, datn_days_between( datn\`20240111\`, datn\`20240212\` ) AS e ${ONE}`,
    [10, '20240124', '2024-05-15 05:30:00.0000000', '20240229', 32]
  ],
  'dates and times that are none': [
    `SELECT is_valid( dats\`20240230\` ) AS a, is_valid( tims\`235959\` ) AS b, tims_is_valid( tims\`246000\` ) AS c ${ONE}`,
    [0, 1, 0]
  ],
  'time stamps': [
    `SELECT tstmp_seconds_between( tstmp1 = CAST( dec\`20240808112458\` AS DEC( 15,0 ) ), tstmp2 = CAST( dec\`20240808112517\` AS DEC( 15,0 ) ) ) AS a, tstmp_add_seconds( seconds = CAST( dec\`10\` AS DEC( 15,0 ) ), tstmp = CAST( dec\`20240808112458\` AS DEC( 15,0 ) ) ) AS b, utcl_add_seconds( utclong\`2024-02-15 05:30:00\`, 5 ) AS c, utcl_seconds_between( utclong\`2024-02-25 08:14:26\`, utclong\`2024-02-25 08:15:17\` ) AS d ${ONE}`,
    [19, 20_240_808_112_508, '2024-02-15 05:30:05.0000000', 51]
  ],
  'texts and extremes': [
    `SELECT initcap( char\`one two\` ) AS a, greatest( amount, 7, 3 ) AS b, least( amount, 7 ) AS c, locate( char\`abcabc\`, char\`c\`, 4 ) AS d ${ONE}`,
    ['One Two', 7, 1, 6]
  ],
  // the results are those of the ABAP cheat sheets: 24_Builtin_Functions.md
  'regular expressions': [
    `SELECT like_regexpr( pcre = '\\..', value = {u} ) AS a, locate_regexpr( pcre = '\\..', value = {u}, occurrence = 2 ) AS b, locate_regexpr_after( pcre = '.', value = {u}, occurrence = 1 ) AS c, occurrences_regexpr( pcre = '\\..', value = {u} ) AS d, replace_regexpr( pcre = '\\..', value = {u}, with = '#' ) AS e, substring_regexpr( pcre = '\\...', value = {u} ) AS f ${ONE}`,
    [1, 21, 2, 2, 'http://www#ufthansa#om', '.lu']
  ],
  'regular expressions with an occurrence, a group, a start and either case': [
    `SELECT replace_regexpr( pcre = 'B(.)', value = 'abcabd', with = '<\\1>', case_sensitive = ' ', occurrence = 2 ) AS a, substring_regexpr( pcre = 'a(.)', value = 'abac', start = 2, group = 1 ) AS b, like_regexpr( pcre = 'B', value = 'abc' ) AS c, locate_regexpr( pcre = 'x', value = 'abc' ) AS d, occurrences_regexpr( pcre = 'a b', value = 'a b ab' ) AS e ${ONE}`,
    ['abca<d>', 'c', 0, 0, 1]
  ],
  'time stamps as dates and times in UTC': [
    `SELECT tstmp_to_dats( tstmp = CAST( dec\`20240808112458\` AS DEC( 15,0 ) ), tzone = char\`UTC\` ) AS a, tstmp_to_tims( tstmp = CAST( dec\`20240808112458\` AS DEC( 15,0 ) ), tzone = char\`UTC\` ) AS b, dats_tims_to_tstmp( date = dats\`20240808\`, time = tims\`112458\`, tzone = abap_system_timezone( ) ) AS c ${ONE}`,
    ['20240808', '112458', 20_240_808_112_458]
  ],
  'rows without a value first or last': [
    'SELECT id FROM {t} ORDER BY CASE WHEN amount > 4 THEN amount END DESCENDING NULLS FIRST, id',
    ['A', 'B', 'D', 'C']
  ],
  mathematics: [
    `SELECT sqrt( 16 ) AS a, power( 2, 10 ) AS b, log( 2, 8 ) AS c ${ONE}`,
    [4, 1024, 3]
  ]
}

const REFUSED: Readonly<Record<string, readonly [sql: string, reason: RegExp]>> = {
  'lists of another length': [
    'SELECT id FROM {t} WHERE ( plant, amount ) IN ( ( 1, 2, 3 ) )',
    /2 operands with 3/
  ],
  'a list that stands alone': ['SELECT ( id, plant ) AS x FROM {t}', /only stand before IN/],
  'a window frame without an order': [
    'SELECT SUM( amount ) OVER( ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW ) AS s FROM {t}',
    /needs ORDER BY/
  ],
  'a parameter that a function has not': [
    'SELECT tstmp_add_seconds( stamp = amount, seconds = 1 ) AS x FROM {t}',
    /no parameter STAMP/
  ],
  'arguments with and without a name': [
    'SELECT tstmp_add_seconds( tstmp = amount, 1 ) AS x FROM {t}',
    /have a name, or none/
  ],
  'a regular expression without its text': [
    "SELECT like_regexpr( pcre = 'a', case_sensitive = 'X' ) AS x FROM {t}",
    /needs the parameter VALUE/
  ],
  'a regular expression by position': [
    "SELECT like_regexpr( 'a', id ) AS x FROM {t}",
    /passed by name/
  ],
  'a regular expression that is none': [
    "SELECT like_regexpr( pcre = '(', value = id ) AS x FROM {t}",
    /not valid/
  ],
  'another time zone': [
    'SELECT tstmp_to_dats( tstmp = amount, tzone = char`CET` ) AS x FROM {t}',
    /time zone CET/
  ],
  'a reaction to errors': [
    `SELECT tstmp_add_seconds( tstmp = amount, seconds = 1, on_error = char\`x\` ) AS x FROM {t}`,
    /not supported/
  ]
}

describe('expressions of ABAP SQL', () => {
  for (const [title, [sql, expected]] of Object.entries(RESULTS)) {
    test(title, () => {
      assert.deepEqual(found(sql), expected)
    })
  }
  for (const [title, [sql, reason]] of Object.entries(REFUSED)) {
    test(`${title}: refused`, () => {
      assert.match(refusal(() => found(sql)).message, reason)
    })
  }
})

test('what the sandbox does not support in ABAP SQL is refused by its name', () => {
  for (const [sql, name] of [
    ['SELECT id FROM HIERARCHY( SOURCE v CHILD TO PARENT ASSOCIATION _a )', 'HIERARCHY\\( \\)'],
    ['SELECT id FROM HIERARCHY_DESCENDANTS( SOURCE v )', 'HIERARCHY_DESCENDANTS\\( \\)'],
    [
      'WITH +a AS ( SELECT id FROM t ) WITH ASSOCIATIONS ( _b ) SELECT id FROM +a',
      'WITH ASSOCIATIONS'
    ],
    ['WITH +a AS ( SELECT id FROM t ) WITH HIERARCHY h SELECT id FROM +a', 'WITH HIERARCHY']
  ]) {
    const { code, message } = refusal(() => parseAbapSql(sql ?? ''))
    assert.equal(code, 'UNSUPPORTED')
    assert.match(
      message,
      new RegExp(`^${name} is not supported by the sandbox \\(row 1, column \\d+\\)$`)
    )
  }
})
