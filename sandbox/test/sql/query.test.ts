import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column, integer, open, refusal, rows, shape, unique } from './support.ts'

const ORDERS = unique('ZORD')
const ITEMS = unique('ZITM')
const data = Array.from({ length: 60 }, (_unused, index) => ({
  ID: String(index),
  CUSTOMER: ['Adams', 'Brown', 'Clark', ''][index % 4] ?? '',
  DAY: `2026${String((index % 12) + 1).padStart(2, '0')}15`,
  AMOUNT: integer(1, 5000) / 100,
  ITEMS: index % 5
}))
const items = data.flatMap(order =>
  Array.from({ length: order.ITEMS }, (_unused, position) => ({
    ORDER_ID: order.ID,
    POS: position + 1,
    QTY: integer(1, 9)
  }))
)

const database = open()
database.defineTable(
  shape(ORDERS, [
    column('ID', 'NUMC', 6, { key: true }),
    column('CUSTOMER', 'CHAR', 20),
    column('DAY', 'DATS', 8),
    column('AMOUNT', 'CURR', 13, { decimals: 2 }),
    column('ITEMS', 'INT4', 10)
  ])
)
database.defineTable(
  shape(ITEMS, [
    column('ORDER_ID', 'NUMC', 6, { key: true }),
    column('POS', 'INT4', 10, { key: true }),
    column('QTY', 'INT4', 10)
  ])
)
database.load(ORDERS, data)
database.load(ITEMS, items)

const of = (customer: string): typeof data => data.filter(order => order.CUSTOMER === customer)
const cents = (value: number): number => Math.round(value * 100) / 100
const select = (sql: string): readonly (readonly (string | number | null)[])[] =>
  rows(database, sql.replaceAll('{o}', ORDERS).replaceAll('{i}', ITEMS))

describe('results follow from the rows', () => {
  const total = (list: typeof data): number =>
    cents(list.reduce((sum, order) => sum + order.AMOUNT, 0))
  const cases: Readonly<Record<string, readonly [string, () => unknown]>> = {
    'comparison words': [
      "SELECT COUNT( * ) FROM {o} WHERE customer EQ 'Adams' AND items GE 2 AND items NE 3",
      () => [[of('Adams').filter(order => order.ITEMS >= 2 && order.ITEMS !== 3).length]]
    ],
    'grouping, aggregates and HAVING': [
      'SELECT customer, COUNT( * ) AS cnt, SUM( amount ) AS total, MAX( items ) AS most FROM {o} GROUP BY customer HAVING COUNT( * ) > 1 ORDER BY customer DESCENDING',
      () =>
        ['Clark', 'Brown', 'Adams', ''].map(name => [
          name,
          of(name).length,
          total(of(name)),
          Math.max(...of(name).map(order => order.ITEMS))
        ])
    ],
    'an average': [
      "SELECT AVG( items ) AS average FROM {o} WHERE customer = 'Brown'",
      () => [[of('Brown').reduce((sum, order) => sum + order.ITEMS, 0) / of('Brown').length]]
    ],
    'an inner join with aliases': [
      "SELECT o~customer, SUM( i~qty ) AS qty FROM {o} AS o INNER JOIN {i} AS i ON i~order_id = o~id WHERE o~customer = 'Clark' GROUP BY o~customer",
      () => [
        [
          'Clark',
          items
            .filter(item => of('Clark').some(order => order.ID === item.ORDER_ID))
            .reduce((sum, item) => sum + item.QTY, 0)
        ]
      ]
    ],
    'a left join keeps what has no partner': [
      'SELECT COUNT( * ) FROM {o} AS o LEFT OUTER JOIN {i} AS i ON i~order_id = o~id WHERE i~pos IS NULL',
      () => [[data.filter(order => order.ITEMS === 0).length]]
    ],
    'a subquery': [
      'SELECT COUNT( * ) FROM {o} AS o WHERE EXISTS ( SELECT pos FROM {i} WHERE order_id = o~id AND pos = 4 )',
      () => [[data.filter(order => order.ITEMS >= 4).length]]
    ],
    'IN a subquery': [
      'SELECT COUNT( * ) FROM {o} WHERE id IN ( SELECT order_id FROM {i} )',
      () => [[data.filter(order => order.ITEMS > 0).length]]
    ],
    'ALL and ANY': [
      'SELECT COUNT( * ) FROM {o} WHERE amount >= ALL ( SELECT amount FROM {o} )',
      () => [
        [data.filter(order => order.AMOUNT === Math.max(...data.map(one => one.AMOUNT))).length]
      ]
    ],
    'UNION without duplicates': [
      'SELECT customer FROM {o} UNION SELECT customer FROM {o} ORDER BY customer',
      () => [[''], ['Adams'], ['Brown'], ['Clark']]
    ],
    'UNION ALL keeps them': [
      'SELECT id FROM {o} UNION ALL SELECT id FROM {o}',
      () => [...data, ...data].map(order => [order.ID.padStart(6, '0')])
    ],
    'a common table expression': [
      'WITH +best AS ( SELECT customer, MAX( amount ) AS top FROM {o} GROUP BY customer ) SELECT b~customer FROM +best AS b ORDER BY b~customer',
      () => [[''], ['Adams'], ['Brown'], ['Clark']]
    ],
    'CASE, arithmetic and CAST': [
      "SELECT id, CASE WHEN items > 2 THEN 'many' WHEN items = 0 THEN 'none' ELSE 'few' END AS size, items * 2 + 1 AS odd, CAST( amount AS INT4 ) AS whole FROM {o} WHERE id < 5 ORDER BY PRIMARY KEY",
      () =>
        data
          .slice(0, 5)
          .map(order => [
            order.ID.padStart(6, '0'),
            order.ITEMS > 2 ? 'many' : order.ITEMS === 0 ? 'none' : 'few',
            order.ITEMS * 2 + 1,
            Math.trunc(order.AMOUNT)
          ])
    ],
    'FROM before FIELDS, a limit and an offset': [
      'SELECT FROM {o} FIELDS id ORDER BY id UP TO 3 ROWS OFFSET 2 INTO TABLE @DATA(result)',
      () => [['000002'], ['000003'], ['000004']]
    ],
    'lists, ranges of values and patterns': [
      "SELECT COUNT( * ) FROM {o} WHERE ( customer IN ( 'Adams', 'Brown' ) OR customer LIKE 'Cl%' ) AND NOT items BETWEEN 1 AND 2",
      () => [
        [data.filter(order => order.CUSTOMER !== '' && (order.ITEMS < 1 || order.ITEMS > 2)).length]
      ]
    ],
    'a pattern is strict about case': [
      "SELECT COUNT( * ) FROM {o} WHERE customer LIKE 'a%'",
      () => [[0]]
    ],
    'an escaped pattern': [
      "SELECT COUNT( * ) FROM {o} WHERE customer LIKE '%#%%' ESCAPE '#'",
      () => [[0]]
    ],
    'what is initial': [
      'SELECT COUNT( * ) FROM {o} WHERE customer IS INITIAL OR items IS INITIAL',
      () => [[data.filter(order => order.CUSTOMER === '' || order.ITEMS === 0).length]]
    ],
    'numbers of characters as literals': ['SELECT id FROM {o} WHERE id = 7', () => [['000007']]],
    'trailing blanks do not count': [
      "SELECT COUNT( * ) FROM {o} WHERE customer = 'Adams   '",
      () => [[of('Adams').length]]
    ],
    functions: [
      "SELECT UPPER( customer ) AS up, LENGTH( customer ) AS len, SUBSTRING( customer, 2, 2 ) AS part, CONCAT( id, customer ) AS both, LPAD( customer, 7, '.' ) AS pad, REPLACE( customer, 'a', 'o' ) AS other, customer && '!' AS loud FROM {o} WHERE id = 0",
      () => [['ADAMS', 5, 'da', '000000Adams', '..Adams', 'Adoms', 'Adams!']]
    ],
    'numeric functions': [
      "SELECT ABS( -3 ) AS a, CEIL( amount ) AS c, FLOOR( amount ) AS f, ROUND( '2.345', 2 ) AS r, DIV( 7, 2 ) AS d, MOD( 7, 2 ) AS m, DIVISION( 1, 3, 4 ) AS q FROM {o} WHERE id = 0",
      () => [
        [3, Math.ceil(data[0]?.AMOUNT ?? 0), Math.floor(data[0]?.AMOUNT ?? 0), 2.35, 3, 1, 0.3333]
      ]
    ],
    dates: [
      "SELECT DATS_DAYS_BETWEEN( '20260228', '20260301' ) AS days, DATS_ADD_DAYS( '20261231', 1 ) AS next, DATS_ADD_MONTHS( '20260131', 1 ) AS month, DATS_IS_VALID( '20260230' ) AS valid FROM {o} WHERE id = 0",
      () => [[1, '20270101', '20260228', 0]]
    ],
    'distinct values': [
      "SELECT DISTINCT customer FROM {o} WHERE customer <> @( '' )".replace("@( '' )", "''"),
      () => [['Adams'], ['Brown'], ['Clark']]
    ],
    'COALESCE over a missing partner': [
      'SELECT COUNT( * ) FROM {o} AS o LEFT OUTER JOIN {i} AS i ON i~order_id = o~id WHERE COALESCE( i~qty, 0 ) = 0',
      () => [[data.filter(order => order.ITEMS === 0).length]]
    ],
    'a window': [
      "SELECT id, ROW_NUMBER( ) OVER( PARTITION BY customer ORDER BY id DESCENDING ) AS nr FROM {o} WHERE customer = 'Adams' ORDER BY nr UP TO 2 ROWS",
      () => [
        ['000056', 1],
        ['000052', 2]
      ]
    ],
    'comments and a period': [
      'SELECT id FROM {o} " the orders\n* all of them\n WHERE id = 3.',
      () => [['000003']]
    ]
  }
  for (const [title, [sql, expected]] of Object.entries(cases)) {
    test(title, () => {
      assert.deepEqual(select(sql), expected())
    })
  }
})

describe('types of the result', () => {
  test('follow from the columns and the expressions', () => {
    const { columns } = database.query({
      sql: `SELECT id, customer AS name, day, amount, items, COUNT( * ) AS n, SUM( amount ) AS total, AVG( items ) AS mean, CASE WHEN items > 1 THEN 'a' ELSE 'bcd' END AS word, amount * 2 AS twice, CONCAT( id, customer ) AS both FROM ${ORDERS} GROUP BY id, customer, day, amount, items`,
      maxRows: 1
    })
    assert.deepEqual(
      columns.map(({ name, type, length, decimals }) => [name, type, length, decimals]),
      [
        ['ID', 'NUMC', 6, 0],
        ['NAME', 'CHAR', 20, 0],
        ['DAY', 'DATS', 8, 0],
        ['AMOUNT', 'CURR', 13, 2],
        ['ITEMS', 'INT4', 10, 0],
        ['N', 'INT4', 10, 0],
        ['TOTAL', 'DEC', 24, 2],
        ['MEAN', 'FLTP', 16, 16],
        ['WORD', 'CHAR', 3, 0],
        ['TWICE', 'DEC', 23, 2],
        ['BOTH', 'CHAR', 26, 0]
      ]
    )
    assert.equal(columns[1]?.description, 'CUSTOMER text')
  })

  test('an empty result still has its columns', () => {
    const result = database.query({ sql: `SELECT * FROM ${ORDERS} WHERE id = 999999`, maxRows: 10 })
    assert.deepEqual(
      [result.columns.length, result.rows, result.total, result.truncated],
      [5, [], 0, false]
    )
  })

  test('a truncated result contains the total number of rows', () => {
    const result = database.query({ sql: `SELECT id FROM ${ORDERS}`, maxRows: 7 })
    assert.deepEqual([result.rows.length, result.total, result.truncated], [7, data.length, true])
  })
})

describe('refusals are plain', () => {
  const cases: Readonly<Record<string, readonly [string, string, RegExp]>> = {
    'a misspelt column': ['SELECT custmer FROM {o}', 'UNKNOWN_COLUMN', /CUSTMER.*CUSTOMER/],
    'a misspelt column in WHERE': [
      'SELECT id FROM {o} WHERE amout > 1',
      'UNKNOWN_COLUMN',
      /AMOUT.*AMOUNT/
    ],
    'a column without a likeness': [
      'SELECT xyzzy FROM {o}',
      'UNKNOWN_COLUMN',
      /Columns: ID, CUSTOMER/
    ],
    'an unknown alias': ['SELECT z~id FROM {o} AS o', 'UNKNOWN_TABLE', /"Z".*O/],
    'an ambiguous column': [
      'SELECT id FROM {o} AS a INNER JOIN {o} AS b ON a~id = b~id',
      'SYNTAX',
      /ambiguous/
    ],
    'an unknown table': ['SELECT * FROM znowhere', 'UNKNOWN_TABLE', /ZNOWHERE/],
    'a table of SQLite': ['SELECT * FROM sqlite_master', 'UNKNOWN_TABLE', /SQLITE_MASTER/],
    'the catalog': ['SELECT * FROM sandbox~catalog', 'SYNTAX', /expected/],
    'a host variable': ['SELECT * FROM {o} WHERE id = @lv_id', 'UNSUPPORTED', /@lv_id/],
    'an inner value marker': ['SELECT * FROM {o} WHERE id = ^0', 'SYNTAX', /host value/],
    'another statement': ['DELETE FROM {o}', 'SYNTAX', /Only SELECT/],
    'a second statement': ['SELECT * FROM {o}. SELECT * FROM {o}', 'SYNTAX', /Only one/],
    'something after a semicolon': [
      'SELECT * FROM {o}; DROP TABLE {o}',
      'SYNTAX',
      /end of the statement/
    ],
    'a comment of SQLite': ["SELECT * FROM {o} WHERE id = 1 OR 1 = 1 -- x'", 'SYNTAX', /./],
    nothing: ['   ', 'SYNTAX', /empty/],
    'no ABAP at all': ['\u0000💥', 'SYNTAX', /character|SELECT/],
    'an open literal': ["SELECT * FROM {o} WHERE id = 'x", 'SYNTAX', /not closed/],
    'an unknown function': [
      'SELECT LOAD_EXTENSION( id ) AS x FROM {o}',
      'UNSUPPORTED',
      /LOAD_EXTENSION/
    ],
    'a function of SQLite': [
      'SELECT ZEROBLOB( 1000000000 ) AS x FROM {o}',
      'UNSUPPORTED',
      /ZEROBLOB/
    ],
    'too few arguments': ['SELECT SUBSTRING( id ) AS x FROM {o}', 'SYNTAX', /2 to 3 arguments/],
    'columns that do not match': [
      'SELECT id FROM {o} UNION SELECT id, customer FROM {o}',
      'SYNTAX',
      /different numbers/
    ],
    'an aggregate in WHERE': ['SELECT id FROM {o} WHERE COUNT( * ) > 1', 'SYNTAX', /aggregate/],
    'a secondary connection': ['SELECT * FROM {o} CONNECTION other', 'UNSUPPORTED', /CONNECTION/],
    'a path of an association that is not there': [
      'SELECT * FROM {o} WHERE \\_item-pos = 1',
      'UNKNOWN_COLUMN',
      /_ITEM is not defined/
    ]
  }
  for (const [title, [sql, code, message]] of Object.entries(cases)) {
    test(title, () => {
      const refused = refusal(() => select(sql))
      assert.equal(refused.code, code, refused.message)
      assert.match(refused.message, message)
    })
  }
})

describe('hostile queries', () => {
  const quick = open({ limits: { milliseconds: 300 } })
  quick.defineTable(
    shape(ORDERS, [column('ID', 'INT4', 10, { key: true }), column('TEXT', 'CHAR', 30)])
  )
  quick.load(
    ORDERS,
    Array.from({ length: 400 }, (_unused, id) => ({ ID: id, TEXT: `text ${id}` }))
  )
  quick.defineView(
    'ZV_ALL',
    `define view entity zv_all as select from ${ORDERS} as a cross join ${ORDERS} as b { key a.id, b.text }`
  )
  const cross = (count: number): string =>
    `${ORDERS} AS a0 ${Array.from({ length: count }, (_unused, index) => `CROSS JOIN ${ORDERS} AS a${index + 1}`).join(' ')}`

  const bombs: Readonly<Record<string, string>> = {
    'a cross join': `SELECT COUNT( * ) FROM ${cross(4)}`,
    'a join that never matches': `SELECT a0~id FROM ${cross(3)} WHERE a0~id > 100000 OR a3~text = 'no'`,
    'an outer join that never matches': `SELECT COUNT( * ) FROM ${ORDERS} AS a LEFT OUTER JOIN ${ORDERS} AS b ON a~text < b~text AND b~id < 0 LEFT OUTER JOIN ${ORDERS} AS c ON a~text <> c~text LEFT OUTER JOIN ${ORDERS} AS d ON c~text <> d~text`,
    'a view that multiplies':
      'SELECT COUNT( * ) FROM zv_all AS a CROSS JOIN zv_all AS b CROSS JOIN zv_all AS c',
    'a subquery for every row': `SELECT COUNT( * ) FROM ${ORDERS} AS a CROSS JOIN ${ORDERS} AS b WHERE EXISTS ( SELECT c~id FROM ${ORDERS} AS c CROSS JOIN ${ORDERS} AS d WHERE c~id + d~id = a~id * b~id + 1 )`,
    'a sorted product': `SELECT a0~text FROM ${cross(3)} ORDER BY a3~text DESCENDING`
  }
  for (const [title, sql] of Object.entries(bombs)) {
    test(`${title} is stopped`, () => {
      assert.deepEqual(refusal(() => quick.query({ sql, maxRows: 5 })).code, 'LIMIT')
    })
  }

  const large: Readonly<Record<string, string>> = {
    'deep parentheses': `SELECT id FROM ${ORDERS} WHERE ${'( '.repeat(5000)}id = 1${' )'.repeat(5000)}`,
    'deep negation': `SELECT id FROM ${ORDERS} WHERE ${'NOT '.repeat(5000)} id = 1`,
    'deep subqueries': `SELECT id FROM ${ORDERS} WHERE id IN ${`( SELECT id FROM ${ORDERS} WHERE id IN `.repeat(200)}( 1 )${' )'.repeat(200)}`,
    'endless text': `SELECT id FROM ${ORDERS} WHERE text = '${'x'.repeat(2_000_000)}'`,
    'many unions': Array.from({ length: 500 }, () => `SELECT id FROM ${ORDERS}`).join(
      ' UNION ALL '
    ),
    'many sources': `SELECT COUNT( * ) FROM ${cross(70)}`
  }
  for (const [title, sql] of Object.entries(large)) {
    test(`${title} is refused`, () => {
      assert.equal(refusal(() => quick.query({ sql, maxRows: 5 })).code, 'LIMIT')
    })
  }

  test('an expensive background query does not block this thread, and the next one is answered', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns++
    }, 20)
    const [bomb, next] = await Promise.allSettled([
      quick.queryInBackground({ sql: bombs['a cross join'] ?? '', maxRows: 5 }),
      quick.queryInBackground({ sql: `SELECT COUNT( * ) FROM ${ORDERS}`, maxRows: 1 })
    ])
    clearInterval(timer)
    assert.ok(turns > 1)
    assert.equal(bomb.status === 'rejected' ? (bomb.reason as { code: string }).code : '', 'LIMIT')
    assert.deepEqual(next.status === 'fulfilled' ? next.value.rows : [], [[400]])
  })

  test('background queries read tables that are defined later, and name unknown ones', async () => {
    const later = unique('ZLATER')
    assert.deepEqual(
      (await quick.queryInBackground({ sql: `SELECT COUNT( * ) FROM ${ORDERS}`, maxRows: 1 })).rows,
      [[400]]
    )
    quick.defineTable(shape(later, [column('ID', 'INT4', 10, { key: true })]))
    assert.deepEqual(
      (await quick.queryInBackground({ sql: `SELECT * FROM ${later}`, maxRows: 1 })).rows,
      []
    )
    await assert.rejects(
      quick.queryInBackground({ sql: `SELECT nope FROM ${later}`, maxRows: 1 }),
      { name: 'SqlError', code: 'UNKNOWN_COLUMN' }
    )
  })

  test('growing texts stay small', () => {
    const nested = Array.from({ length: 12 }).reduce(
      (inner: string) => `REPLACE( ${inner}, 'x', 'xxxxxxxxxxxxxxxx' )`,
      "'x'"
    )
    const [row] = quick.query({
      sql: `SELECT ${nested} AS t FROM ${ORDERS} WHERE id = 1`,
      maxRows: 1
    }).rows
    assert.ok(String(row?.[0]).length <= 5000)
  })

  test('and the next query is served', () => {
    assert.deepEqual(quick.query({ sql: `SELECT COUNT( * ) FROM ${ORDERS}`, maxRows: 1 }).rows, [
      [400]
    ])
  })
})
