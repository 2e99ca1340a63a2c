/** Statements that try to get at a masked column: forms of its use in each place of a statement. */

/** A source that shows the masked column, under a name. */
interface Source {
  readonly from: string
  readonly column: string
  readonly key: string
}

export const sources: readonly Source[] = [
  { from: 'zferry_booking', column: 'customer', key: 'booking_id' },
  { from: 'ZFERRY_BOOKING AS b', column: 'b~customer', key: 'b~booking_id' },
  { from: 'zferry_booking AS adult', column: 'CUSTOMER', key: 'adult~booking_id' },
  { from: 'zv_mk_plain', column: 'Guest', key: 'Id' },
  { from: 'zv_mk_top AS t', column: 't~Visitor', key: 't~Id' },
  { from: 'zv_mk_expr', column: 'Loud', key: 'Id' },
  { from: 'zv_mk_path AS p', column: 'p~Booker', key: 'p~Id' },
  {
    from: 'zferry_booking AS b INNER JOIN zferry_sailing AS s ON s~sailing_id = b~sailing_id',
    column: 'b~customer',
    key: 'b~booking_id'
  }
]

const items: readonly string[] = [
  '§',
  '§ AS x',
  '§ AS booking_id2',
  "CONCAT( §, 'x' ) AS x",
  'UPPER( § ) AS x',
  'SUBSTRING( §, 1, 5 ) AS x',
  'LEFT( §, 4 ) AS x',
  'LENGTH( § ) AS x',
  "REPLACE( §, 'a', 'b' ) AS x",
  "COALESCE( §, ' ' ) AS x",
  "CASE WHEN § = 'Henrik Berg' THEN 'Y' ELSE 'N' END AS x",
  "CASE § WHEN 'Henrik Berg' THEN 1 ELSE 0 END AS x",
  'CAST( § AS CHAR( 10 ) ) AS x',
  '§ && § AS x',
  "§ && '-' AS x",
  '1 / ( LENGTH( § ) - 11 ) AS x'
]
const aggregates: readonly string[] = [
  'MAX( § ) AS x',
  'MIN( § )',
  'COUNT( DISTINCT § ) AS x',
  'MAX( UPPER( § ) ) AS x',
  'STRING_AGG( § ) AS x',
  "MAX( CASE WHEN § LIKE 'H%' THEN 1 ELSE 0 END ) AS x",
  'COUNT( * ) AS n, MAX( § ) AS x'
]
const conditions: readonly string[] = [
  "§ = 'Henrik Berg'",
  "§ LIKE 'H%'",
  "§ BETWEEN 'A' AND 'M'",
  "§ IN ( 'Henrik Berg', 'X' )",
  "UPPER( § ) = 'HENRIK BERG'",
  "NOT § <> 'Henrik Berg'",
  '§ IS NOT NULL',
  "( # = '0004100002' AND ( § > 'H' ) )",
  "'Henrik Berg' = §",
  "# > '0' OR LENGTH( § ) = 11",
  "CASE WHEN § = 'Henrik Berg' THEN 1 ELSE 0 END = 1",
  '§ IN ( SELECT name FROM zferry_port )',
  'EXISTS ( SELECT * FROM zferry_port AS q WHERE q~name = § )'
]

const fill = (text: string, { column, key }: Source) =>
  text.replaceAll('§', column).replaceAll('#', key)

/** Statements that show the column; their other columns and rows stay. */
export function showing(): string[] {
  return sources.flatMap(source => [
    `SELECT * FROM ${source.from}`,
    ...items.flatMap(item => [
      `SELECT ${fill(item, source)} FROM ${source.from}`,
      `SELECT ${source.key}, ${fill(item, source)} FROM ${source.from}`
    ]),
    `SELECT FROM ${source.from} FIELDS ${source.key}, ${source.column} AS y`,
    ...aggregates.map(item => `SELECT ${fill(item, source)} FROM ${source.from}`),
    `SELECT ${source.column} AS x FROM ${source.from} UNION ALL SELECT name AS x FROM zferry_port`,
    `SELECT name AS x FROM zferry_port UNION ALL SELECT ${source.column} AS x FROM ${source.from}`,
    `WITH +w AS ( SELECT ${source.column} AS x FROM ${source.from} ) SELECT x FROM +w`,
    `WITH +w AS ( SELECT ${source.column} AS x FROM ${source.from} ) SELECT * FROM +w`,
    `WITH +w( c ) AS ( SELECT ${source.column} AS x FROM ${source.from} ) SELECT c FROM +w`,
    `WITH +w AS ( SELECT ${source.column} AS x FROM ${source.from} ), +v AS ( SELECT UPPER( x ) AS z FROM +w ) SELECT +v~z FROM +v`
  ])
}

/** Statements in which the column decides about rows, groups or order. */
export function deciding(): string[] {
  return sources.flatMap(source => [
    ...conditions.flatMap(condition => [
      `SELECT ${source.key} FROM ${source.from} WHERE ${fill(condition, source)}`,
      `SELECT COUNT( * ) AS n FROM ${source.from} WHERE ${fill(condition, source)}`
    ]),
    `SELECT ${source.key} FROM ${source.from} ORDER BY ${source.column}`,
    `SELECT ${source.key}, ${source.column} AS x FROM ${source.from} ORDER BY x DESCENDING`,
    `SELECT ${source.column} AS x FROM ${source.from} ORDER BY 1`,
    `SELECT COUNT( * ) AS n FROM ${source.from} GROUP BY ${source.column}`,
    `SELECT ${source.column} AS x, COUNT( * ) AS n FROM ${source.from} GROUP BY ${source.column}`,
    `SELECT COUNT( * ) AS n FROM ${source.from} GROUP BY ${source.key} HAVING MAX( ${source.column} ) > 'H'`,
    `SELECT DISTINCT ${source.column} FROM ${source.from}`,
    `SELECT ${source.column} AS x FROM ${source.from} UNION SELECT name AS x FROM zferry_port`,
    `SELECT ${source.column} AS x FROM ${source.from} INTERSECT SELECT name AS x FROM zferry_port`,
    `SELECT o~port_id FROM zferry_port AS o WHERE o~name IN ( SELECT ${source.column} FROM ${source.from} )`,
    `SELECT o~port_id FROM zferry_port AS o WHERE o~name = ( SELECT MAX( ${source.column} ) FROM ${source.from} )`,
    `SELECT ( SELECT MAX( ${source.column} ) FROM ${source.from} ) AS x FROM zferry_port`,
    `WITH +w AS ( SELECT ${source.column} AS x FROM ${source.from} ) SELECT COUNT( * ) AS n FROM +w WHERE x > 'H'`,
    `WITH +w AS ( SELECT ${source.column} AS x FROM ${source.from} ) SELECT COUNT( * ) AS n FROM +w GROUP BY x`,
    `SELECT o~port_id FROM zferry_port AS o INNER JOIN ${source.from} ON o~name = ${source.column}`
  ])
}

export const views: Readonly<Record<string, string>> = {
  ZV_MK_PLAIN:
    'define view entity ZV_MK_PLAIN as select from zferry_booking { key booking_id as Id, sailing_id as Sailing, customer as Guest }',
  ZV_MK_TOP:
    'define view entity ZV_MK_TOP as select from ZV_MK_PLAIN as p { key p.Id, p.Guest as Visitor, p.Sailing }',
  ZV_MK_EXPR:
    "define view entity ZV_MK_EXPR as select from zferry_booking as b { key b.booking_id as Id, concat( b.customer, '!' ) as Loud, b.status }",
  ZV_MK_PATH:
    'define view entity ZV_MK_PATH as select from zferry_booking as b association [0..1] to ZV_MK_PLAIN as _Plain on _Plain.Id = b.booking_id { key b.booking_id as Id, _Plain.Guest as Booker, _Plain }',
  ZV_MK_WHERE:
    "define view entity ZV_MK_WHERE as select from zferry_booking { key booking_id as Id } where customer like 'H%'",
  ZV_MK_SET:
    'define view entity ZV_MK_SET as select from zferry_booking { key customer as Word } union select from zferry_port { key name as Word }',
  ZV_MK_DIST:
    'define view entity ZV_MK_DIST as select distinct from zferry_booking { key customer as Word }',
  ZV_MK_FAIL:
    'define view entity ZV_MK_FAIL as select from zferry_booking { key booking_id as Id, division( 1, length( customer ) - 11, 2 ) as Odd }',
  ZV_MK_HAND: 'define view entity ZV_MK_HAND as select from ZV_MK_FAIL { key Id, Odd as Even }',
  ZV_MK_CASE:
    "define view entity ZV_MK_CASE as select from zferry_booking { key booking_id as Id, case when customer = 'Henrik Berg' then 'Y' else 'N' end as Is_Berg }",
  ZV_MK_OVER: 'define view entity ZV_MK_OVER as select from ZV_MK_WHERE { key Id }'
}
