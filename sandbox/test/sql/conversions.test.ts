/**
 * UNIT_CONVERSION and CURRENCY_CONVERSION: results worked out from the keyword documentation 7.58
 * (`abensql_curr_unit_conv_func`) and the rows of the tables.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kernelTables } from '../../kernel/index.ts'
import { column, open, refusal, rows, shape, unique } from './support.ts'

const STOCK = unique('ZCONV')
const database = open()
database.defineTable(
  shape(STOCK, [
    column('ID', 'CHAR', 10, { key: true }),
    column('WEIGHT', 'QUAN', 13, { decimals: 3 }),
    column('PRICE', 'CURR', 13, { decimals: 2 }),
    column('EXACT', 'D34N', 34),
    column('RATIO', 'FLTP', 16),
    column('UNIT', 'UNIT', 3),
    column('CURRENCY', 'CUKY', 5)
  ])
)
database.load(STOCK, [
  { ID: 'A', WEIGHT: 2.213, PRICE: 10, EXACT: 1, RATIO: 1, UNIT: 'MI', CURRENCY: 'EUR' },
  { ID: 'B', WEIGHT: 1, PRICE: 1.5, EXACT: 3, RATIO: 1, UNIT: '???', CURRENCY: 'JPY' }
])
for (const { shape: table, rows: initial } of kernelTables()) {
  if (!/^(T006|TCUR[FRVX])$/.test(table.name)) continue
  database.defineTable(table)
  database.load(table.name, initial)
}
const temperature = { MANDT: '001', DIMID: 'TEMP', NENNR: 9, ZAEHL: 5 }
database.load('T006', [
  { ...temperature, MSEHI: 'K', ZAEHL: 1, NENNR: 1 },
  { ...temperature, MSEHI: 'GC', ZAEHL: 1, NENNR: 1, ADDKO: 273.15 },
  { ...temperature, MSEHI: 'FA', ADDKO: 255.372222 }
])
const rate = (pair: string, day: number, value: number, more: object = {}) => ({
  MANDT: '001',
  KURST: 'M',
  FCURR: pair.slice(0, 3),
  TCURR: pair.slice(4),
  GDATU: String(99_999_999 - day),
  UKURS: value,
  ...more
})
database.load('TCURR', [
  rate('EUR/USD', 20_240_101, 1.1),
  rate('EUR/USD', 20_250_101, 1.25),
  rate('EUR/JPY', 20_240_101, 150),
  rate('JPY/EUR', 20_240_101, 0.66, { FFACT: 100, TFACT: 1 }),
  rate('GBP/EUR', 20_240_101, -0.8),
  rate('HUF/EUR', 20_240_101, 0.25),
  rate('EUR/USD', 20_240_101, 1.2, { KURST: 'I' }),
  rate('CHF/EUR', 20_240_101, 2, { KURST: 'R' }),
  rate('USD/EUR', 20_240_101, 0.5, { KURST: 'R' }),
  rate('EUR/USD', 20_240_101, 1.5, { KURST: 'G' }),
  rate('EUR/USD', 20_240_101, 1.5, { KURST: 'W' })
])
database.load(
  'TCURF',
  [
    { ...rate('HUF/EUR', 20_000_101, 0), UKURS: undefined, FFACT: 100, TFACT: 1 },
    { ...rate('EUR/USD', 20_000_101, 0), UKURS: undefined, KURST: 'W', ABWCT: 'M' }
  ].map(({ UKURS: _rate, ...row }) => row)
)
database.load('TCURV', [
  { MANDT: '001', KURST: 'I', XINVR: 'X' },
  { MANDT: '001', KURST: 'R', BWAER: 'EUR' },
  { MANDT: '001', KURST: 'G', GKUZU: 'M' }
])

/** What an expression gives for the row A, or the code and text of its refusal. */
function value(expression: string, id = 'A'): unknown {
  const sql = `SELECT ${expression} AS x FROM ${STOCK} WHERE id = '${id}'`
  return rows(database, sql)[0]?.[0]
}
const units = (more: string): string => `unit_conversion( ${more} )`
const money = (from: string, to: string, more = '', amount = 'price'): string =>
  `currency_conversion( amount = ${amount}, source_currency = cuky\`${from}\`, target_currency = cuky\`${to}\`, exchange_rate_date = dats\`20240630\` ${more} )`

const RESULTS: Readonly<Record<string, readonly [expression: string, expected: unknown]>> = {
  'a quantity is converted by the factors of both units, in the type of the quantity': [
    units('quantity = weight, source_unit = unit`MI`, target_unit = unit`KM`'),
    3.561
  ],
  'the parameters have any order, and units are expressions': [
    units('target_unit = unit`M`, source_unit = unit, quantity = weight'),
    3561.478
  ],
  'units that have a constant': [
    units('quantity = weight, source_unit = unit`GC`, target_unit = unit`K`'),
    275.363
  ],
  'a constant on either side': [
    units("quantity = CAST( 50 AS DEC( 8,1 ) ), source_unit = unit`FA`, target_unit = 'GC'"),
    10
  ],
  'a decimal floating point number is not rounded': [
    units('quantity = exact, source_unit = unit`LB`, target_unit = unit`KG`'),
    0.45359237
  ],
  'an error gives NULL when asked for': [
    units('quantity = weight, source_unit = unit`M`, target_unit = unit`KG`, on_error = 1'),
    null
  ],
  'an error leaves the quantity when asked for': [
    units('quantity = weight, source_unit = unit`M`, target_unit = unit`XX`, on_error = 2'),
    2.213
  ],
  'NULL stays NULL': [
    units('quantity = NULL, source_unit = unit`M`, target_unit = unit`KG`'),
    null
  ],
  'the rules of a client': [
    units(
      "quantity = weight, source_unit = unit`GC`, target_unit = unit`K`, client = '000', on_error = 1"
    ),
    null
  ],
  'the newest rate that is valid at the date': [money('EUR', 'USD'), 11],
  'the amount itself in the same currency': [money('XXX', 'XXX'), 10],
  'another type of rates': [money('EUR', 'USD', ", exchange_rate_type = 'I'"), 12],
  'the inverted rate where its type allows it': [
    money('USD', 'EUR', ", exchange_rate_type = 'I'"),
    8.33
  ],
  'an inverted rate cut off': [
    money('USD', 'EUR', ", exchange_rate_type = 'I', round = ' '", 'CAST( 20 AS CURR( 9,2 ) )'),
    16.66
  ],
  'the rates to a reference currency': [money('CHF', 'USD', ", exchange_rate_type = 'R'"), 40],
  'an indirect rate': [money('GBP', 'EUR'), 12.5],
  'the ratio of units of TCURR': [money('JPY', 'EUR'), 6.6],
  'the ratio of units of TCURF where TCURR has none': [money('HUF', 'EUR'), 0.03],
  'decimals of the target are shifted back': [money('EUR', 'JPY'), 15],
  'decimals of the target as they are': [money('EUR', 'JPY', ", decimal_shift_back = ' '"), 1500],
  'decimals of the source as they are': [money('JPY', 'EUR', ", decimal_shift = ' '"), 0.07],
  'a floating point amount is neither rounded nor shifted': [money('EUR', 'JPY', '', 'exact'), 150],
  'no rate gives NULL when asked for': [money('USD', 'GBP', ', on_error = 1'), null]
}

describe('conversions of units and currencies in ABAP SQL', () => {
  for (const [name, [expression, expected]] of Object.entries(RESULTS)) {
    test(name, () => {
      assert.equal(value(expression), expected)
    })
  }
})

const MASS = 'source_unit = unit`M`, target_unit = unit`KG`'
const REFUSED: readonly (readonly [expression: string, code: string, message: RegExp])[] = [
  [units(`quantity = weight, ${MASS}`), 'DATABASE', /units M and KG have no common dimension/],
  [
    units('quantity = weight, source_unit = unit`M`, target_unit = unit`QQ`'),
    'DATABASE',
    /unit QQ is not in T006/
  ],
  [
    units('quantity = weight, source_unit = unit`KAR`, target_unit = unit`ST`'),
    'DATABASE',
    /unit KAR has no factor/
  ],
  [money('USD', 'EUR'), 'DATABASE', /No exchange rate of USD to EUR is in TCURR/],
  [
    money('EUR', 'USD').replace('20240630', '20231231'),
    'DATABASE',
    /No exchange rate of EUR to USD/
  ],
  [money('EUR', 'USD', ", exchange_rate_type = 'G'"), 'UNSUPPORTED', /GKUZU/],
  [money('EUR', 'USD', ", exchange_rate_type = 'W'"), 'UNSUPPORTED', /ABWCT/],
  [units(`quantity = ratio, ${MASS}`), 'SYNTAX', /DECFLOAT34, not FLTP/],
  [money('EUR', 'USD', '', 'weight'), 'SYNTAX', /with two decimals, or DECFLOAT34, not QUAN/],
  [money('EUR', 'USD', ", round = 'X'", 'exact'), 'SYNTAX', /ROUND .* not possible/],
  [money('EUR', 'USD', ', round = id'), 'SYNTAX', /takes a literal or a constant/],
  [units('quantity = weight, source_unit = unit'), 'SYNTAX', /needs the parameter TARGET_UNIT/],
  [units(`quantity = weight, ${MASS}, round = 'X'`), 'SYNTAX', /no parameter ROUND/],
  [units(`quantity = weight, quantity = weight, ${MASS}`), 'SYNTAX', /given twice/],
  [units('weight, unit, unit'), 'SYNTAX', /passed by name/]
]

test('conversions that are not possible, and wrong calls of them, are refused by name', () => {
  for (const [expression, code, message] of REFUSED) {
    const refused = refusal(() => value(expression))
    assert.equal(refused.code, code, `${expression}: ${refused.message}`)
    assert.match(refused.message, message)
  }
})
