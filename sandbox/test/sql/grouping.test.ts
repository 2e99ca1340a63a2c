/** Grouped queries obey the rule of ABAP SQL: no column of one row that stands for many. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column, integer, open, refusal, rows, shape, unique } from './support.ts'

const ORDERS = unique('ZGRP')
const database = open()
database.defineTable(
  shape(ORDERS, [
    column('ID', 'NUMC', 6, { key: true }),
    column('CUSTOMER', 'CHAR', 20),
    column('AMOUNT', 'INT4', 10)
  ])
)
database.load(
  ORDERS,
  Array.from({ length: 12 }, (_unused, index) => ({
    ID: String(index),
    CUSTOMER: ['Adams', 'Brown'][index % 2] ?? '',
    AMOUNT: integer(1, 99)
  }))
)

const select = (sql: string) => rows(database, sql.replaceAll('{o}', ORDERS))

const REFUSED: Readonly<Record<string, readonly [sql: string, named: string]>> = {
  'a column beside an aggregate': ['SELECT customer, COUNT( * ) FROM {o}', 'CUSTOMER'],
  'a column behind an aggregate': ['SELECT COUNT( * ) AS n, customer FROM {o}', 'CUSTOMER'],
  'a column of another group': ['SELECT id, COUNT( * ) AS n FROM {o} GROUP BY customer', 'ID'],
  'a column without any aggregate': ['SELECT id FROM {o} GROUP BY customer', 'ID'],
  'a column within an expression': ['SELECT amount + SUM( amount ) AS x FROM {o}', 'AMOUNT'],
  'a column within a function': [
    'SELECT UPPER( customer ) AS x, MAX( amount ) AS m FROM {o}',
    'CUSTOMER'
  ],
  'a column within CASE': [
    "SELECT CASE WHEN amount > 1 THEN 'a' ELSE 'b' END AS x, MAX( amount ) AS m FROM {o}",
    'AMOUNT'
  ],
  'a column within a branch of CASE': [
    "SELECT CASE customer WHEN 'a' THEN amount ELSE 0 END AS x, MAX( amount ) AS m FROM {o} GROUP BY customer",
    'AMOUNT'
  ],
  'a column in HAVING': ['SELECT customer FROM {o} GROUP BY customer HAVING amount > 1', 'AMOUNT'],
  'a column in HAVING without GROUP BY': [
    'SELECT COUNT( * ) AS n FROM {o} HAVING amount > 1',
    'AMOUNT'
  ],
  'a column to sort by': [
    'SELECT customer, COUNT( * ) AS n FROM {o} GROUP BY customer ORDER BY amount',
    'AMOUNT'
  ],
  'every column': ['SELECT * FROM {o} GROUP BY customer', '*'],
  'every column of a source': ['SELECT o~*, COUNT( * ) AS n FROM {o} AS o', 'O~*'],
  'a column of a branch of UNION': [
    'SELECT customer FROM {o} UNION SELECT customer FROM {o} GROUP BY id',
    'CUSTOMER'
  ],
  'a column in a subquery': [
    'SELECT id FROM {o} WHERE amount = ( SELECT MAX( amount ) FROM {o} HAVING id > 1 )',
    'ID'
  ],
  'a column in a common table expression': [
    'WITH +c AS ( SELECT customer, SUM( amount ) AS s FROM {o} ) SELECT s FROM +c',
    'CUSTOMER'
  ],
  'a window over a column that is not grouped': [
    'SELECT customer, RANK( ) OVER( ORDER BY amount ) AS r FROM {o} GROUP BY customer',
    'AMOUNT'
  ]
}

const ALLOWED: Readonly<Record<string, readonly [sql: string, count: number]>> = {
  'an aggregate alone': ['SELECT COUNT( * ) FROM {o}', 1],
  'literals beside it': ["SELECT 'x' AS what, 1 AS one, MAX( amount ) AS m FROM {o}", 1],
  'a grouped column': ['SELECT customer, COUNT( * ) AS n FROM {o} GROUP BY customer', 2],
  'a grouped column, qualified once': [
    'SELECT o~customer, COUNT( * ) AS n FROM {o} AS o GROUP BY customer',
    2
  ],
  'a grouped column, qualified the other way': [
    'SELECT customer, COUNT( * ) AS n FROM {o} AS o GROUP BY o~customer',
    2
  ],
  'an expression of grouped columns': [
    "SELECT customer && 'x' AS c, COUNT( * ) AS n FROM {o} GROUP BY customer",
    2
  ],
  'a grouped expression': [
    "SELECT customer && 'x' AS c, COUNT( * ) AS n FROM {o} GROUP BY customer && 'x'",
    2
  ],
  'an aggregate of an expression': ['SELECT SUM( amount * 2 ) + 1 AS s FROM {o}', 1],
  'the result to sort by': [
    'SELECT customer, COUNT( * ) AS n FROM {o} GROUP BY customer ORDER BY n, customer',
    2
  ],
  'a grouped column to sort by that is not selected': [
    'SELECT COUNT( * ) AS n FROM {o} GROUP BY customer ORDER BY customer',
    2
  ],
  'an aggregate to sort by': [
    'SELECT customer FROM {o} GROUP BY customer ORDER BY MAX( amount )',
    2
  ],
  'HAVING over groups and aggregates': [
    "SELECT customer FROM {o} GROUP BY customer HAVING customer > 'A' AND SUM( amount ) > 0",
    2
  ],
  'a column of the query around': [
    'SELECT id FROM {o} AS a WHERE EXISTS ( SELECT COUNT( * ) AS n FROM {o} AS b HAVING a~amount > 0 )',
    12
  ],
  'no aggregate at all': ['SELECT * FROM {o}', 12],
  'a window without groups': [
    'SELECT id, SUM( amount ) OVER( PARTITION BY customer ) AS s FROM {o}',
    12
  ],
  'a window over aggregates': [
    'SELECT customer, RANK( ) OVER( ORDER BY SUM( amount ) ) AS r FROM {o} GROUP BY customer',
    2
  ]
}

describe('what is neither grouped nor aggregated is refused by name', () => {
  for (const [words, [sql, named]] of Object.entries(REFUSED)) {
    test(words, () => {
      const { code, message } = refusal(() => select(sql))
      assert.equal(code, 'SYNTAX')
      assert.ok(message.includes(named) && message.includes('GROUP BY'), message)
    })
  }
})

describe('everything else is as before', () => {
  for (const [words, [sql, count]] of Object.entries(ALLOWED)) {
    test(words, () => {
      assert.equal(select(sql).length, count)
    })
  }
})

test('a view obeys the same rule', () => {
  const define = (text: string) => database.defineView(name, text.replace('{t}', ORDERS))
  const name = unique('ZVG')
  const without = () =>
    define(`define view entity ${name} as select from {t} { key customer, count(*) as Total }`)
  assert.match(refusal(without).message, /CUSTOMER.*GROUP BY/)
  define(`define view entity ${name} as select from {t} { key customer, count(*) as Total, $session.user as Caller } group by customer`)
})
