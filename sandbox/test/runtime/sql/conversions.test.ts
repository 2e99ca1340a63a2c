/** Programs convert units and currencies in ABAP SQL, by the rows that they insert. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kernelTables } from '../../../kernel/index.ts'
import { database, runBody, sharedRuntime, temporaryFolder } from '../support.ts'

const runtime = sharedRuntime()
const tables = kernelTables().filter(({ shape }) => /^(T006|TCUR[FRVX])$/.test(shape.name))
const more = { tables: tables.map(({ shape }) => shape) }
const folder = temporaryFolder()

/** What a program writes, on rows of its own. */
async function written(body: string): Promise<string[]> {
  const { output, alert } = await runBody(runtime, body, {
    ...more,
    database: database(folder, tables).file
  })
  assert.equal(alert, undefined, JSON.stringify(alert))
  return output.trim().split('\n')
}

const UNIT = (source: string, target: string, reaction = ''): string => `TRY.
    SELECT SINGLE FROM t006 FIELDS unit_conversion( quantity = @weight, source_unit = @( '${source}' ), target_unit = unit\`${target}\` ${reaction} ) AS result
      WHERE msehi = 'KG' INTO @result.
    out->write( result ).
  CATCH cx_sy_open_sql_db INTO error.
    out->write( error->get_text( ) ).
ENDTRY.\n`

test('UNIT_CONVERSION converts variables of a program, and its errors are CX_SY_OPEN_SQL_DB', async () => {
  const lines = await written(`DATA weight TYPE p LENGTH 8 DECIMALS 3 VALUE '2.5'.
DATA result LIKE weight.
DATA error TYPE REF TO cx_root.
${UNIT('TO', 'KG')}${UNIT('M', 'KG')}
SELECT FROM t006 FIELDS unit_conversion( quantity = @weight, source_unit = unit\`M\`, target_unit = msehi,
  on_error = @sql_unit_conversion=>c_on_error-set_to_null, client = @sy-mandt ) AS result
  WHERE msehi = 'KG' INTO TABLE @DATA(nulls).
out->write( nulls[ 1 ]-result ).
SELECT SINGLE FROM t006 FIELDS unit_conversion( quantity = @weight, source_unit = unit\`M\`, target_unit = unit\`KG\`,
  on_error = @sql_unit_conversion=>c_on_error-keep_unconverted ) AS result WHERE msehi = 'KG' INTO @result.
out->write( result ).`)
  assert.deepEqual(
    lines.map(line => line.trim()),
    ['2500.000', 'The units M and KG have no common dimension', '0.000', '2.500']
  )
})

test('CURRENCY_CONVERSION converts by the rates that a program inserts', async () => {
  const lines = await written(`DATA amount TYPE p LENGTH 8 DECIMALS 2 VALUE '10'.
DATA(day) = CONV d( '20240630' ).
DATA(inverted) = CONV tcurr-gdatu( '79759898' ).
INSERT tcurr FROM @( VALUE #( mandt = sy-mandt kurst = 'M' fcurr = 'EUR' tcurr = 'JPY' gdatu = inverted ukurs = 150 ) ).
SELECT SINGLE FROM tcurx FIELDS currency_conversion( amount = @amount, source_currency = cuky\`EUR\`, target_currency = currkey,
  exchange_rate_date = @day, round = 'X', on_error = @sql_currency_conversion=>c_on_error-fail ) AS result
  WHERE currkey = 'JPY' INTO @amount.
out->write( amount ).
SELECT SINGLE FROM tcurx FIELDS currency_conversion( amount = @amount, source_currency = currkey, target_currency = cuky\`EUR\`,
  exchange_rate_date = @day, on_error = @sql_currency_conversion=>c_on_error-set_to_null ) AS result
  WHERE currkey = 'JPY' INTO @DATA(result).
out->write( result ).
TRY.
    SELECT SINGLE FROM tcurx FIELDS currency_conversion( amount = @amount, source_currency = currkey, target_currency = cuky\`EUR\`,
      exchange_rate_date = @day ) AS result WHERE currkey = 'JPY' INTO @amount.
  CATCH cx_sy_open_sql_db INTO DATA(error).
    out->write( error->get_text( ) ).
ENDTRY.`)
  assert.deepEqual(
    lines.map(line => line.trim()),
    ['15.00', '0.00', 'No exchange rate of JPY to EUR is in TCURR']
  )
})

test('an error of a conversion that is not caught is DBSQL_SQL_ERROR', async () => {
  const { alert } = await runBody(
    runtime,
    `DATA weight TYPE p LENGTH 8 DECIMALS 3 VALUE '2.5'.
SELECT SINGLE FROM t006 FIELDS unit_conversion( quantity = @weight, source_unit = unit\`M\`, target_unit = unit\`KG\` ) AS result INTO @weight.`,
    { ...more, database: database(folder, tables).file }
  )
  assert.equal(alert?.kind, 'exception', JSON.stringify(alert))
  assert.equal(alert.dump?.error, 'DBSQL_SQL_ERROR')
})
