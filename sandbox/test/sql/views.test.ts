import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { column, integer, open, refusal, rows, shape, unique } from './support.ts'

const CITIES = unique('ZCIT')
const TRIPS = unique('ZTRP')
const cities = ['Oslo', 'Rome', 'Bonn', 'Lima'].map((name, index) => ({
  CODE: name.slice(0, 3).toUpperCase(),
  NAME: name,
  SIZE: (index + 1) * 100
}))
const trips = Array.from({ length: 40 }, (_unused, id) => ({
  ID: id,
  ORIGIN: cities[id % 3]?.CODE ?? '',
  GOAL: cities[(id + 1) % 3]?.CODE ?? '',
  PRICE: integer(100, 90_000) / 100
}))

const database = open({
  resolveElement: name =>
    name === 'ZD_SHORT' ? { type: 'CHAR', length: 2, decimals: 0 } : undefined
})
database.defineTable(
  shape(CITIES, [
    column('CODE', 'CHAR', 3, { key: true }),
    column('NAME', 'CHAR', 20),
    column('SIZE', 'INT4', 10)
  ])
)
database.defineTable(
  shape(TRIPS, [
    column('ID', 'INT4', 10, { key: true }),
    column('ORIGIN', 'CHAR', 3),
    column('GOAL', 'CHAR', 3),
    column('PRICE', 'CURR', 11, { decimals: 2 })
  ])
)
database.load(CITIES, cities)
database.load(TRIPS, trips)

const nameOf = (code: string): string => cities.find(city => city.CODE === code)?.NAME ?? ''
const cents = (value: number): number => Math.round(value * 100) / 100
const define = (
  text: (name: string) => string
): { name: string; columns: readonly (readonly [string, string, number, number, boolean])[] } => {
  const name = unique('ZV')
  const { columns } = database.defineView(
    name,
    text(name).replaceAll('{c}', CITIES).replaceAll('{t}', TRIPS)
  )
  return {
    name,
    columns: columns.map(one => [one.name, one.type, one.length, one.decimals, one.key] as const)
  }
}

describe('views', () => {
  test('joins, conditions, expressions and types', () => {
    const view = define(
      name =>
        `@AccessControl.authorizationCheck: #NOT_REQUIRED\n@EndUserText.label: 'Trips'\ndefine view entity ${name} as select from {t} as t inner join {c} as c on c.code = t.origin\n{ // keys\n  key t.id as Trip,\n  c.name as Start_Name,\n` +
        "  t.price * 2 as Twice,\n  cast( t.price as abap.int4 ) as Whole,\n  case when c.size > 150 then 'big' else 'small' end as Size_Text, /* comment */\n  concat( t.origin, t.goal ) as Route\n} where t.id < 10"
    )
    assert.deepEqual(view.columns, [
      ['TRIP', 'INT4', 10, 0, true],
      ['START_NAME', 'CHAR', 20, 0, false],
      ['TWICE', 'DEC', 22, 2, false],
      ['WHOLE', 'INT4', 10, 0, false],
      ['SIZE_TEXT', 'CHAR', 5, 0, false],
      ['ROUTE', 'CHAR', 6, 0, false]
    ])
    assert.deepEqual(
      rows(database, `SELECT * FROM ${view.name} ORDER BY trip`),
      trips
        .slice(0, 10)
        .map(trip => [
          trip.ID,
          nameOf(trip.ORIGIN),
          cents(trip.PRICE * 2),
          Math.trunc(trip.PRICE),
          (cities.find(city => city.CODE === trip.ORIGIN)?.SIZE ?? 0) > 150 ? 'big' : 'small',
          trip.ORIGIN + trip.GOAL
        ])
    )
  })

  test('associations are joined where a path uses them', () => {
    const base = define(
      name =>
        `define view entity ${name} as select from {t} association [0..1] to {c} as _Origin on _Origin.code = $projection.StartCode association [0..1] to {c} as _Goal on _Goal.code = {t}.goal { key id as Id, origin as StartCode, goal, price, _Origin, _Goal }`
    )
    const top = define(
      name =>
        `define view entity ${name} as select from ${base.name} as b { key b.Id, b._Origin.name as StartName, b._Goal.name as GoalName, _Origin.size as StartSize, _Origin[ size > 250 ].name as BigOnly }`
    )
    const trip = integer(0, 39)
    const { ORIGIN, GOAL } = trips[trip] ?? { ORIGIN: '', GOAL: '' }
    const size = cities.find(city => city.CODE === ORIGIN)?.SIZE ?? 0
    assert.deepEqual(rows(database, `SELECT * FROM ${top.name} WHERE id = ${trip}`), [
      [trip, nameOf(ORIGIN), nameOf(GOAL), size, size > 250 ? nameOf(ORIGIN) : null]
    ])
    const paths = String.raw`SELECT \_Origin-name AS a, v~\_Goal[ (1) ]-name AS b, \_Origin[ (*) LEFT OUTER WHERE size > 250 ]-name AS c FROM ${base.name} AS v WHERE id = ${trip} AND \_Goal-code = '${GOAL}'`
    assert.deepEqual(rows(database, paths), [
      [nameOf(ORIGIN), nameOf(GOAL), size > 250 ? nameOf(ORIGIN) : null]
    ])
    const large = String.raw`SELECT id FROM ${base.name} WHERE \_Origin[ INNER WHERE size > 250 ]-code <> ''`
    const isLarge = (code: string) => (cities.find(city => city.CODE === code)?.SIZE ?? 0) > 250
    assert.equal(rows(database, large).length, trips.filter(each => isLarge(each.ORIGIN)).length)
    const common = `WITH +big AS ( SELECT code, size FROM ${CITIES} WHERE size > 250 ) SELECT +big~code FROM +big WHERE +big~size < 350`
    assert.deepEqual(rows(database, common), [['BON']])
  })

  test('compositions are joined by the association of their target to the parent', () => {
    const child = unique('ZV')
    const parent = define(
      name =>
        `define root view entity ${name} as select from {c} composition [0..*] of ${child} as _Trip { key code as City, name, _Trip }`
    )
    database.defineView(
      child,
      `define view entity ${child} as select from ${TRIPS} association to parent ${parent.name} as _City on $projection.StartCode = _City.City { key id as Trip, origin as StartCode, price, _City }`
    )
    const top = define(
      name =>
        `define view entity ${name} as projection on ${parent.name} { key City, _Trip.Trip as Number }`
    )
    const expected = trips.filter(({ ORIGIN }) => ORIGIN === 'OSL').map(({ ID }) => ['OSL', ID])
    const sql = `SELECT * FROM ${top.name} WHERE city = 'OSL' ORDER BY number`
    assert.deepEqual(rows(database, sql), expected)
    const path = String.raw`SELECT city, \_Trip-trip AS number FROM ${parent.name} WHERE city = 'OSL' ORDER BY number`
    assert.deepEqual(rows(database, path), expected)
  })

  test('aggregates, groups and unions', () => {
    const grouped = define(
      name =>
        `define view entity ${name} as select from {t} { key origin, count(*) as Trips, sum( price ) as Total, avg( price as abap.dec(15,2) ) as Mean, max( all price ) as Most } group by origin having count(*) > 1`
    )
    const expected = ['BON', 'OSL', 'ROM']
      .map(code => trips.filter(trip => trip.ORIGIN === code))
      .map(list => {
        const total = cents(list.reduce((sum, trip) => sum + trip.PRICE, 0))
        return [
          list[0]?.ORIGIN,
          list.length,
          total,
          cents(total / list.length),
          Math.max(...list.map(trip => trip.PRICE))
        ]
      })
    assert.deepEqual(rows(database, `SELECT * FROM ${grouped.name} ORDER BY origin`), expected)
    const union = define(
      name =>
        `define view entity ${name} as select from {t} { key origin as code } union select from {c} { key code }`
    )
    assert.deepEqual(rows(database, `SELECT code FROM ${union.name} ORDER BY code`), [
      ['BON'],
      ['LIM'],
      ['OSL'],
      ['ROM']
    ])
  })

  test('a view under its SQL name, and a projection on it', () => {
    const sql = unique('ZS').slice(0, 16)
    const view = define(
      name =>
        `@AbapCatalog.sqlViewName: '${sql}'\ndefine view ${name} as select from {c} { key code, name, cast( name as zd_short ) as short_name }`
    )
    const projection = define(
      name =>
        `define root view entity ${name} provider contract transactional_query as projection on ${view.name} { key code as Code, @Semantics.text: true name as Label : localized, short_name }`
    )
    assert.deepEqual(rows(database, `SELECT * FROM ${sql} WHERE code = 'ROM'`), [
      ['ROM', 'Rome', 'Ro']
    ])
    assert.deepEqual(
      projection.columns.map(([name, type, length]) => [name, type, length]),
      [
        ['CODE', 'CHAR', 3],
        ['LABEL', 'CHAR', 20],
        ['SHORT_NAME', 'CHAR', 2]
      ]
    )
    database.dropView(view.name)
    assert.equal(refusal(() => rows(database, `SELECT * FROM ${sql}`)).code, 'UNKNOWN_TABLE')
  })

  test('follow the tables they read when those change', () => {
    const own = open()
    const [table, view, above] = [unique('ZT'), unique('ZV'), unique('ZV')]
    own.defineTable(
      shape(table, [column('ID', 'INT4', 10, { key: true }), column('NAME', 'CHAR', 10)])
    )
    own.load(table, [{ ID: 1, NAME: 'one' }])
    own.defineView(view, `define view entity ${view} as select from ${table} { key id, name }`)
    own.defineView(
      above,
      `define view entity ${above} as select from ${view} { key id, upper( name ) as name }`
    )
    own.defineTable(
      shape(table, [
        column('ID', 'INT4', 10, { key: true }),
        column('NAME', 'CHAR', 30),
        column('MORE', 'INT4', 10)
      ])
    )
    const result = own.query({ sql: `SELECT * FROM ${above}`, maxRows: 1 })
    assert.deepEqual([result.columns[1]?.length, result.rows], [30, [[1, 'ONE']]])
    own.defineTable(shape(table, [column('ID', 'INT4', 10, { key: true })]))
    assert.equal(
      refusal(() => own.query({ sql: `SELECT * FROM ${above}`, maxRows: 1 })).code,
      'UNKNOWN_COLUMN'
    )
  })
})

describe('what a view cannot be is named', () => {
  const cases: Readonly<Record<string, readonly [string, string, RegExp]>> = {
    'a table function': [
      'define table function {v} returns { a : abap.int4; } implemented by method x=>y',
      'UNSUPPORTED',
      /TABLE FUNCTION/
    ],
    'an abstract entity': [
      'define abstract entity {v} { a : abap.int4; }',
      'UNSUPPORTED',
      /ABSTRACT/
    ],
    'a parameter that is not defined': [
      'define view entity {v} as select from {c} { key code } where code = $parameters.p',
      'UNKNOWN_COLUMN',
      /parameter P/
    ],
    'a parameter twice': [
      'define view entity {v} with parameters p : abap.int4, p : abap.dats as select from {c} { key code }',
      'SYNTAX',
      /P is defined twice/
    ],
    'values for a table': [
      'define view entity {v} as select from {c}( p : 1 ) { key code }',
      'SYNTAX',
      /has no parameters/
    ],
    'a conversion': [
      "define view entity {v} as select from {t} { key id, currency_conversion( amount => price, source_currency => 'A', target_currency => 'B', exchange_rate_date => '20260101' ) as x }",
      'UNSUPPORTED',
      /CURRENCY_CONVERSION/
    ],
    'an unknown source': [
      'define view entity {v} as select from znothing { key a }',
      'UNKNOWN_TABLE',
      /ZNOTHING/
    ],
    'an unknown field': [
      'define view entity {v} as select from {c} { key cod }',
      'UNKNOWN_COLUMN',
      /COD.*CODE/
    ],
    'an unknown association': [
      'define view entity {v} as select from {c} { key code, _None.name as n }',
      'UNKNOWN_COLUMN',
      /_NONE/
    ],
    'an expression without a name': [
      'define view entity {v} as select from {c} { key code, size + 1 }',
      'SYNTAX',
      /alias/
    ],
    'two elements of a name': [
      'define view entity {v} as select from {c} { key code, name as code }',
      'SYNTAX',
      /twice/
    ],
    'another entity': [
      'define view entity zother as select from {c} { key code }',
      'SYNTAX',
      /ZOTHER/
    ],
    'an element that is itself': [
      'define view entity {v} as select from {c} { key code, $projection.loop + 1 as loop }',
      'SYNTAX',
      /itself/
    ],
    'no view at all': ['hello', 'SYNTAX', /VIEW is expected/],
    nothing: ['', 'SYNTAX', /./]
  }
  for (const [title, [source, code, message]] of Object.entries(cases)) {
    test(title, () => {
      const name = unique('ZV')
      const refused = refusal(() =>
        database.defineView(
          name,
          source.replaceAll('{v}', name).replaceAll('{c}', CITIES).replaceAll('{t}', TRIPS)
        )
      )
      assert.equal(refused.code, code, refused.message)
      assert.match(refused.message, message)
      assert.equal(refusal(() => rows(database, `SELECT * FROM ${name}`)).code, 'UNKNOWN_TABLE')
    })
  }
})
