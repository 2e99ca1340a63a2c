/** Statements whose tables or conditions stand where no filter of words sees them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkSelect } from '../../../tools/sql/select.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'

const inner = 'SELECT bname FROM usr02'
/** Forms of a text that an ABAP system may take for a part of the statement. */
const texts = [
  `('port_id IN ( ${inner} )')`,
  `( 'port_id IN ( ${inner} )' )`,
  `(\`port_id IN ( ${inner} )\`)`,
  `( ( 'port_id IN ( ${inner} )' ) )`,
  `('port_id IN ( ' && '${inner} )')`,
  `( 'port_id IN ( ' & '${inner} )' )`,
  `('port_id' || ' IN ( ${inner} )')`,
  `|port_id IN ( ${inner} )|`,
  `(|port_id IN ( ${inner} )|)`,
  '(lv_where)',
  '( lv_where )',
  "'port_id = 1'"
]
const conditions = texts.flatMap(text => [
  `SELECT port_id FROM zferry_port WHERE ${text}`,
  `SELECT port_id FROM zferry_port WHERE name = 'x' AND ${text}`,
  `SELECT port_id FROM zferry_port WHERE NOT ${text}`,
  `SELECT port_id FROM zferry_port WHERE ( name = 'x' OR ${text} )`,
  `SELECT port_id FROM zferry_port GROUP BY port_id HAVING ${text}`,
  `SELECT p~port_id FROM zferry_port AS p INNER JOIN zferry_route AS r ON ${text}`
])

const others: Readonly<Record<string, readonly string[]>> = {
  'dynamic FROM': [
    "SELECT * FROM ('USR02')",
    "SELECT * FROM ( 'USR02' )",
    'SELECT * FROM (lv_table)',
    'SELECT * FROM (`USR02`)',
    "SELECT * FROM 'USR02'",
    "SELECT a FROM t INNER JOIN ('USR02') AS u ON u~a = t~a",
    "SELECT * FROM ( ( 'USR02' ) )",
    "SELECT * FROM ('USR' && '02')",
    "SELECT a FROM t WHERE b IN ( SELECT c FROM ('USR02') )"
  ],
  'dynamic column list': [
    "SELECT ('PORT_ID') FROM t",
    'SELECT (lv_fields) FROM t',
    "SELECT DISTINCT ('A') FROM t",
    "SELECT SINGLE ( 'A' ) FROM t",
    "SELECT a, ('B') FROM t",
    "SELECT FROM t FIELDS ('A')",
    "SELECT ('A' && ',B') FROM t"
  ],
  'dynamic GROUP BY or ORDER BY': [
    "SELECT a FROM t GROUP BY ('A')",
    "SELECT a FROM t ORDER BY ('A')",
    'SELECT a FROM t ORDER BY (lv_order)',
    "SELECT a FROM t ORDER BY 'A'",
    "SELECT a FROM t GROUP BY a, ('B')",
    "SELECT a FROM t ORDER BY a, ( 'B' && 'C' )"
  ],
  CONNECTION: [
    'SELECT a FROM t CONNECTION con',
    "SELECT a FROM t CONNECTION ('CON')",
    'SELECT a FROM t CONNECTION (con) WHERE a = 1',
    "SELECT a FROM t WHERE a = 'x' CONNECTION con",
    'SELECT a FROM t AS u connection con',
    'SELECT COUNT( * ) FROM t CONNECTION R/3*X'
  ],
  'USING CLIENT': [
    "SELECT a FROM t USING CLIENT '000'",
    'SELECT a FROM t USING ALL CLIENTS',
    "SELECT a FROM t USING CLIENTS IN ( '000', '001' )",
    "SELECT a FROM t USING CLIENTS IN T000 WHERE a = 'x'",
    "SELECT a FROM t using client '000'"
  ],
  'CLIENT SPECIFIED': [
    "SELECT a FROM t CLIENT SPECIFIED WHERE mandt = '000'",
    'SELECT a FROM t AS u CLIENT SPECIFIED u~mandt',
    'SELECT a FROM t client\n specified'
  ],
  'WITH PRIVILEGED ACCESS': [
    'SELECT a FROM v WITH PRIVILEGED ACCESS',
    "SELECT a FROM v with privileged access WHERE a = 'x'",
    'SELECT a FROM v AS u WITH\n PRIVILEGED\n ACCESS',
    'SELECT a FROM t INNER JOIN v WITH PRIVILEGED ACCESS ON t~a = v~a',
    'SELECT a FROM t WHERE b IN ( SELECT c FROM v WITH PRIVILEGED ACCESS )',
    'WITH +c AS ( SELECT a FROM v WITH PRIVILEGED ACCESS ) SELECT a FROM +c',
    'SELECT a FROM v( p = 1 )WITH PRIVILEGED ACCESS',
    'SELECT a FROM v WITH PRIVILEGED ACCESS UNION SELECT a FROM t'
  ],
  hint: [
    "SELECT a FROM t %_HINTS HDB 'x'",
    "SELECT a FROM t WHERE a = 1 %_HINTS ORACLE 'x'",
    "SELECT a FROM t %_hints adabas 'y'",
    "SELECT a FROM t % _HINTS HDB 'x'"
  ],
  'string template': [
    'SELECT a FROM t WHERE a = |x|',
    'SELECT a FROM t WHERE a = | { b } |',
    'SELECT |a| FROM t'
  ]
}

describe('what hides its meaning is refused by its name', () => {
  test('there are enough statements', () =>
    assert.ok(conditions.length + Object.values(others).flat().length >= 100))

  test('conditions in literals, variables and templates', () => {
    for (const sql of conditions) {
      assert.throws(
        () => checkSelect(sql),
        { code: 'TOOL_BAD_SQL', message: /dynamic WHERE|string template/ },
        sql
      )
    }
  })

  for (const [construct, statements] of Object.entries(others)) {
    test(construct, () => {
      const words =
        { 'dynamic FROM': /dynamic FROM/, hint: /hint/ }[construct] ?? new RegExp(construct)
      for (const sql of statements) {
        assert.throws(() => checkSelect(sql), { code: 'TOOL_BAD_SQL', message: words }, sql)
      }
    })
  }
})

const plain = [
  "SELECT a FROM t WHERE b = ( 'x' )",
  "SELECT a FROM t WHERE b IN ( 'x' )",
  "SELECT a FROM t WHERE b NOT IN ( 'x', 'y' )",
  "SELECT a FROM t WHERE 'x' = b",
  "SELECT a FROM t WHERE ( 'x' && b ) = c",
  "SELECT a FROM t WHERE b BETWEEN 'a' AND 'b'",
  "SELECT a FROM t WHERE b BETWEEN ( 'a' ) AND ( 'b' ) AND c = 'd'",
  "SELECT a FROM t WHERE ( b BETWEEN 'a' AND 'c' ) AND ( ( d = 1 ) )",
  'SELECT a FROM t WHERE ( b + c ) > 3',
  'SELECT a FROM t WHERE ( b ) = 1',
  "SELECT a FROM t WHERE NOT ( b = 'x' )",
  "SELECT a FROM t WHERE b = 'CONNECTION con' AND c = 'CLIENT SPECIFIED'",
  "SELECT a FROM t WHERE b LIKE '%_HINTS%'",
  "SELECT a FROM t WHERE b = 'USING ALL CLIENTS' OR b = '| |'",
  "SELECT a FROM t WHERE b = 'WITH PRIVILEGED ACCESS'",
  'SELECT a AS privileged, b AS access FROM t',
  'SELECT privileged, access FROM t AS privileged',
  "SELECT a FROM access WHERE privileged = 'x'",
  'WITH +privileged AS ( SELECT access FROM t ) SELECT access FROM +privileged',
  'SELECT with, privileged FROM t',
  'SELECT a AS connection FROM t',
  'SELECT connection FROM t',
  "SELECT a, connection, client FROM t WHERE connection = 'x'",
  "SELECT t~connection FROM t WHERE t~connection = 'x'",
  'SELECT a AS client FROM t',
  'SELECT a FROM connection',
  'SELECT a FROM t AS connection WHERE connection~a = 1',
  'SELECT a FROM t ORDER BY connection, client',
  'SELECT a FROM t GROUP BY connection',
  'SELECT using FROM t',
  'SELECT client FROM t',
  "SELECT a FROM t WHERE client = '000'",
  'SELECT a FROM t WHERE a IN ( SELECT connection FROM u )',
  'SELECT MAX( connection ) AS c FROM t',
  "SELECT 'x' AS c, a FROM t",
  "SELECT ( 'x' ) AS c FROM t",
  'SELECT ( a + b ) AS c, ( a ) AS d FROM t',
  "SELECT concat( 'a', b ) AS c FROM t",
  "SELECT coalesce( a, ( 'x' ) ) AS c FROM t",
  "SELECT CASE a WHEN 'x' THEN 'y' ELSE 'z' END AS c FROM t",
  "SELECT CASE WHEN ( a = 'x' AND b = 'y' ) THEN 'y' END AS c FROM t",
  'SELECT a || b AS c FROM t',
  "SELECT a FROM t WHERE a = 'b' && 'c'",
  'SELECT a FROM t GROUP BY GROUPING SETS ( ( a ), ( b, c ) )',
  'SELECT a FROM ( t INNER JOIN u ON t~a = u~a )',
  'SELECT a FROM t WHERE EXISTS ( SELECT b FROM u ) AND c > ALL ( SELECT d FROM v )',
  'SELECT a FROM t UNION ALL ( SELECT a FROM u )',
  'SELECT a FROM t WHERE b IN ( 1, 2 ) AND ( c = 1 OR d IS NULL )',
  "SELECT a FROM t HAVING COUNT( * ) > 1 AND MAX( b ) <> 'x'",
  "SELECT a FROM t WHERE b > '1' ORDER BY a DESCENDING, b",
  "SELECT a FROM t INNER JOIN u ON ( t~a = u~a AND u~b = 'x' )",
  'SELECT COUNT( * ) AS connection FROM t',
  "SELECT a FROM t WHERE b LIKE ( 'x%' )",
  "SELECT a FROM t WHERE ( ( b = 'x' ) OR ( c = 'y' ) ) AND NOT d = 'z'",
  'SELECT a FROM t WHERE ( a, b ) IN ( SELECT c, d FROM u )',
  'SELECT SUM( a ) OVER( PARTITION BY b ORDER BY c ROWS BETWEEN 1 PRECEDING AND CURRENT ROW ) AS s FROM t'
]

test('statements of nothing but parentheses are decided', { timeout: 120_000 }, () => {
  const nested = (inner: string) =>
    `SELECT a FROM t WHERE ${'( '.repeat(20_000)}${inner}${' )'.repeat(20_000)}`
  assert.doesNotThrow(() => checkSelect(nested('a = 1')))
  assert.throws(() => checkSelect(nested("'a = 1'")), { code: 'TOOL_BAD_SQL' })
})

test('the same words in their ordinary meaning pass', () => {
  for (const sql of plain) assert.doesNotThrow(() => checkSelect(sql), sql)
})

describe('at the sandbox', () => {
  let field: RecordedSandbox
  before(async () => {
    field = await recordedSandbox()
  })
  after(() => field?.close())

  test('no such statement reaches the ERP', async () => {
    const { call } = benchOf({
      erp: field.erp,
      policy: { blockedTables: ['USR02', 'ZFERRY_PORT'] }
    })
    field.clear()
    for (const sql of [...conditions, ...Object.values(others).flat()]) {
      assert.equal(errorOf(await call('ERPQuery', { sql })).code, 'TOOL_BAD_SQL', sql)
    }
    assert.equal(
      errorOf(await call('ERPQuery', { table: 'ZFERRY_ROUTE', where: "( 'from_port = 1' )" })).code,
      'TOOL_BAD_SQL'
    )
    assert.equal(
      errorOf(await call('ERPQuery', { table: 'ZFERRY_ROUTE', orderBy: "('A')" })).code,
      'TOOL_BAD_SQL'
    )
    assert.deepEqual(field.all, [])
  })
})
