import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkClause, checkSelect } from '../../../tools/sql/select.ts'

const good: [sql: string, tables: string[]][] = [
  ['SELECT mandt, mtext FROM t000', ['T000']],
  ['select * from t000.', ['T000']],
  ['SELECT * FROM t000;', ['T000']],
  ['SELECT\n* FROM t000', ['T000']],
  ["SELECT a FROM t WHERE b = 'it''s; DELETE FROM x'", ['T']],
  ["SELECT a FROM t WHERE b LIKE 'INTO%' AND c = `UPDATE`", ['T']],
  ['SELECT COUNT(*) AS n FROM t INNER JOIN u AS v ON t~a=v~a', ['T', 'U']],
  ['SELECT a FROM ( t LEFT OUTER JOIN u ON t~a = u~a )', ['T', 'U']],
  [
    'SELECT a FROM t WHERE a IN ( SELECT b FROM u WHERE EXISTS ( SELECT c FROM v ) )',
    ['T', 'U', 'V']
  ],
  ['WITH +x AS ( SELECT a FROM t ) SELECT * FROM +x INNER JOIN u ON u~a = +x~a', ['T', 'U']],
  ['SELECT a FROM t UNION ALL SELECT a FROM u', ['T', 'U']],
  ['SELECT a FROM t, u AS b, v', ['T', 'U', 'V']],
  ['SELECT a FROM zv( p = 1, q = 2 ) AS z, u', ['ZV', 'U']],
  ['SELECT a FROM t FIELDS a, b WHERE c IN ( 1, 2 ) ORDER BY a, b', ['T']],
  ['SELECT a " comment; DELETE\nFROM t -- and FROM x\n', ['T']],
  ['SELECT a /* FROM x */ FROM t', ['T']],
  ['SELECT /abc/f FROM /abc/t AS /abc/a', ['/ABC/T']],
  ['SELECT a AS update FROM t', ['T']],
  ['SELECT a FROM t WHERE b > 1.5', ['T']],
  ['SELECT a FROM zv( p_x = 1 )', ['ZV']],
  ['SELECT a FROM zi_x\\_item AS i', ['ZI_X']]
]

test('one SELECT passes, with everything it reads', () => {
  for (const [sql, tables] of good) assert.deepEqual(checkSelect(sql).tables, tables, sql)
})

test('a window is sent as ABAP SQL writes it: no blank stands behind OVER', () => {
  const sql = 'SELECT a, ROW_NUMBER( ) OVER( PARTITION BY a ORDER BY b ) AS n FROM t'
  for (const written of [sql, sql.replace('OVER(', 'over ('), sql.replaceAll(/(?<=\() /g, '')]) {
    assert.equal(checkSelect(written).sql.toUpperCase(), sql.toUpperCase(), written)
  }
})

const bad = [
  '',
  '   ',
  '-- only a comment',
  'DELETE FROM t',
  'UPDATE t SET a = 1',
  'INSERT INTO t VALUES ( 1 )',
  'sel/**/ect a from t',
  'CALL proc( )',
  'SELECT a FROM t; DELETE FROM t',
  'SELECT a FROM t. DELETE FROM t.',
  'SELECT a FROM t INTO TABLE x',
  'SELECT a FROM t INTO @x',
  'SELECT a FROM t WHERE b = @c',
  'SELECT a FROM t WHERE b = @( zcl=>run( ) )',
  'SELECT a FROM t DELETE FROM u',
  "SELECT a FROM t WHERE b = 'x",
  'SELECT a FROM t WHERE b = "X"',
  "SELECT a FROM ('USR02')",
  'SELECT a FROM',
  'SELECT a FROM t )',
  'SELECT ( a FROM t',
  'WITH +x AS ( DELETE FROM t ) SELECT * FROM +x',
  'EXEC SQL',
  '\u00a0DELETE FROM t',
  "SELECT a FROM t WHERE b = 'x\ny'",
  'SELECT a FROM t /* open',
  'PRAGMA x',
  'ATTACH x',
  'SELECT a FROM t; ; SELECT b FROM u'
]

test('anything else is refused', () => {
  for (const sql of bad) assert.throws(() => checkSelect(sql), { code: 'TOOL_BAD_SQL' }, sql)
})

test('what is sent has no comments, no line ends and the same literals', () => {
  assert.equal(
    checkSelect('SELECT a " x\n-- y\nFROM  t\nWHERE b = \'a  -- "b\'').sql,
    "SELECT a FROM t WHERE b = 'a  -- \"b'"
  )
})

test('a clause cannot leave its place', () => {
  assert.equal(
    checkClause("a = 'x' AND b IN ( SELECT c FROM d )", 'where'),
    "a = 'x' AND b IN ( SELECT c FROM d )"
  )
  for (const text of [
    'a = 1 ORDER BY b',
    'a = 1 ) OR ( b = 2',
    'a = 1 UNION SELECT b FROM c',
    'a = 1 GROUP BY a'
  ]) {
    assert.throws(() => checkClause(text, 'where'), { code: 'TOOL_BAD_SQL' }, text)
  }
})
