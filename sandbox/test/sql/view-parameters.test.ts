import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column, open, refusal, rows, shape, unique } from './support.ts'

const FLIGHTS = unique('ZFLT')
const database = open({
  resolveElement: name =>
    name === 'ZD_CODE' ? { type: 'CHAR', length: 3, decimals: 0 } : undefined
})
database.defineTable(
  shape(FLIGHTS, [
    column('ID', 'INT4', 10, { key: true }),
    column('CARRIER', 'CHAR', 3),
    column('DAY', 'DATS', 8),
    column('PRICE', 'CURR', 11, { decimals: 2 })
  ])
)
database.load(
  FLIGHTS,
  Array.from({ length: 12 }, (_unused, id) => ({
    ID: id,
    CARRIER: ['LH', 'AA', "O'N"][id % 3] ?? '',
    DAY: `202601${String(id + 1).padStart(2, '0')}`,
    PRICE: id * 10.5
  }))
)

const define = (text: string): string => {
  const name = unique('ZP')
  database.defineView(name, text.replaceAll('{v}', name).replaceAll('{t}', FLIGHTS))
  return name
}
const read = (sql: string) => rows(database, sql)

const VIEW = define(
  `define view entity {v} with parameters
     @EndUserText.label: 'Carrier, of the line'
     p_carrier : zd_code,
     p_from : abap.dats,
     p_most : abap.dec(11,2)
   as select from {t} { key id, carrier, $parameters.p_most as most }
   where carrier = $parameters.p_carrier and day >= :p_from and price <= $parameters.p_most`
)
const all = (carrier: string, from = '20260101', most = '1000') =>
  `SELECT id FROM ${VIEW}( p_carrier = '${carrier}', p_from = '${from}', p_most = '${most}' ) ORDER BY id`

describe('views with parameters', () => {
  test('read the rows for their values', () => {
    assert.deepEqual(read(all('LH')), [[0], [3], [6], [9]])
    assert.deepEqual(read(all('LH', '20260105')), [[6], [9]])
    assert.deepEqual(read(all('LH', '20260101', '31.5')), [[0], [3]])
    assert.deepEqual(read(all("O''N")), [[2], [5], [8], [11]])
    assert.deepEqual(
      read(
        `SELECT COUNT( * ) AS n FROM ${VIEW}( p_carrier = 'AA', p_from = '20260101', p_most = 60 )`
      ),
      [[2]]
    )
  })

  test('stand in joins, twice, with an alias', () => {
    const one = `${VIEW}( p_carrier = 'LH', p_from = '20260101', p_most = 1000 ) AS a`
    const other = `${VIEW}( p_carrier = 'AA', p_from = '20260101', p_most = 1000 ) AS b`
    assert.deepEqual(
      read(
        `SELECT a~id, b~id AS other FROM ${one} INNER JOIN ${other} ON b~id = a~id + 1 WHERE a~id > 5 ORDER BY a~id`
      ),
      [
        [6, 7],
        [9, 10]
      ]
    )
  })

  test('take the values of a view above them', () => {
    const above = define(
      `define view entity {v} with parameters p_from : abap.dats
       as select from ${VIEW}( p_carrier : 'LH', p_from : $parameters.p_from, p_most : 50 ) { key id }`
    )
    assert.deepEqual(read(`SELECT id FROM ${above}( p_from = '20260102' )`), [[3]])
    const fixed = define(
      `define view entity {v} as select from ${VIEW}( p_carrier : 'AA', p_from : '20260106', p_most : 1000 ) { key id }`
    )
    assert.deepEqual(read(`SELECT id FROM ${fixed} ORDER BY id`), [[7], [10]])
  })

  test('take a field of the system where no value is passed', () => {
    const view = define(
      `define view entity {v} with parameters
         @Environment.systemField: #SYSTEM_DATE p_today : abap.dats,
         @Environment.systemField: #CLIENT p_client : abap.clnt
       as select from {t} { key id } where day < :p_today`
    )
    assert.equal(read(`SELECT id FROM ${view}`).length, 12)
    assert.deepEqual(read(`SELECT id FROM ${view}( p_today = '20260102' )`), [[0]])
    assert.match(
      refusal(() => read(`SELECT id FROM ${view}( p_client = '001' )`)).message,
      /client/
    )
  })

  test('stand at the end of a path of associations, which names their values', () => {
    const start = define(
      `define view entity {v} as select from {t}
       association [0..*] to ${VIEW} as _Same on $projection.id = _Same.id
       association [0..*] to {t} as _Line on $projection.carrier = _Line.carrier
       { key id, carrier, _Same, _Line }`
    )
    const given = `\\_Same( p_carrier = 'LH', p_from = '20260101', p_most = 50 )`
    assert.deepEqual(
      read(`SELECT id, ${given}-most AS most FROM ${start} WHERE id < 4 ORDER BY id`),
      [
        [0, 50],
        [1, null],
        [2, null],
        [3, 50]
      ]
    )
    // FROM reads the target alone, by an inner join
    assert.deepEqual(read(`SELECT s~id FROM ${start}${given} AS s ORDER BY s~id`), [[0], [3]])
    assert.deepEqual(
      read(
        `SELECT COUNT( * ) AS n FROM ${start}\\_Line[ id > 5 ] AS l INNER JOIN ${start} AS s ON s~id = l~id WHERE l~carrier = 'AA'`
      ),
      [[8]]
    )
    assert.match(
      refusal(() => read(`SELECT s~other FROM ${start}${given} AS s`)).message,
      /"OTHER" is unknown in S/
    )
    assert.match(
      refusal(() => read(`SELECT s~id FROM ${start}\\_Same AS s`)).message,
      /P_CARRIER .* has no value/
    )
  })

  test('run under the watchdog as well', () => {
    const big = define(
      `define view entity {v} with parameters p : abap.int4
       as select from {t} as a cross join {t} as b cross join {t} as c cross join {t} as d cross join {t} as e
       { key a.id as x, b.id as y } where a.id = $parameters.p`
    )
    assert.deepEqual(read(`SELECT COUNT( * ) AS n FROM ${big}( p = 3 )`), [[20_736]])
  })

  const refusals: Readonly<Record<string, readonly [string, RegExp]>> = {
    'a missing value': [
      `SELECT * FROM ${VIEW}( p_carrier = 'LH', p_from = '20260101' )`,
      /P_MOST .* has no value/
    ],
    'no values at all': [`SELECT * FROM ${VIEW}`, /P_CARRIER .* has no value/],
    'an unknown parameter': [
      `SELECT * FROM ${VIEW}( p_x = 1 )`,
      /no parameter P_X; there are P_CARRIER, P_FROM, P_MOST/
    ],
    'a value twice': [
      `SELECT * FROM ${VIEW}( p_from = '1', p_from = '2' )`,
      /P_FROM is given twice/
    ],
    'a text for a number': [
      all('LH', '20260101', 'many'),
      /"many" does not fit the parameter P_MOST/
    ],
    'a value that is too long': [
      all('LUFTHANSA'),
      /"LUFTHANSA" does not fit the parameter P_CARRIER \(CHAR, length 3\)/
    ],
    'a column': [
      `SELECT * FROM ${FLIGHTS} AS f INNER JOIN ${VIEW}( p_carrier = carrier, p_from = '1', p_most = 1 ) AS v ON v~id = f~id`,
      /takes a literal/
    ],
    'values of a table': [`SELECT * FROM ${FLIGHTS}( p = 1 )`, /has no parameters/]
  }
  for (const [title, [sql, message]] of Object.entries(refusals)) {
    test(`refuse ${title}`, () => {
      const { code, message: said } = refusal(() => read(sql))
      assert.equal(code, 'SYNTAX')
      assert.match(said, message)
    })
  }

  test('a view loses and gains parameters', () => {
    const name = unique('ZP')
    const plain = `define view entity ${name} as select from ${FLIGHTS} { key id } where id < 2`
    database.defineView(name, plain)
    assert.equal(read(`SELECT * FROM ${name}`).length, 2)
    database.defineView(
      name,
      plain.replace(' as select', ' with parameters p : abap.int4 as select').replace('< 2', '< :p')
    )
    assert.equal(read(`SELECT * FROM ${name}( p = 5 )`).length, 5)
    database.defineView(name, plain)
    assert.equal(read(`SELECT * FROM ${name}`).length, 2)
  })
})
