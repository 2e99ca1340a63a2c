/** Number range objects and the numbers of their intervals, by function modules and by classes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reportOn } from './report-on-rows.ts'

const objects = [
  { OBJECT: 'ZNR', DOMLEN: 'NUM4', PERCENTAGE: 40 },
  { OBJECT: 'ZONCE', DOMLEN: 'NUM4', NONRSWAP: 'X' },
  { OBJECT: 'ZYEAR', DOMLEN: 'NUM4', YEARIND: 'X' }
]
const interval = (key: string, from: string, to: string, more: object = {}) => ({
  CLIENT: '001',
  OBJECT: key.slice(0, -3),
  SUBOBJECT: '',
  NRRANGENR: key.slice(-2),
  TOYEAR: '0000',
  FROMNUMBER: from,
  TONUMBER: to,
  NRLEVEL: '0'.repeat(20),
  EXTERNIND: '',
  ...more
})
const long = '12345678901234567890'
const intervals = [
  interval('ZNR 01', '0001', '0005'),
  interval('ZNR 02', 'A000', 'A999', { EXTERNIND: 'X' }),
  interval('ZNR 03', '00000000000000000001', '99999999999999999999', { NRLEVEL: long }),
  interval('ZONCE 01', '7', '8'),
  interval('ZYEAR 01', '10', '19', { TOYEAR: '2024' }),
  interval('ZYEAR 01', '20', '29', { TOYEAR: '2026' })
]
const rows: Readonly<Record<string, readonly Record<string, string | number>[]>> = {
  TNRO: objects,
  TNROT: [],
  NRIV: intervals
}

const list = reportOn(rows)

const next = (facts: string): string => `CLEAR: number, got, code.
  CALL FUNCTION 'NUMBER_GET_NEXT' EXPORTING ${facts} IMPORTING number = number quantity = got returncode = code
    EXCEPTIONS interval_not_found = 1 number_range_not_intern = 2 object_not_found = 3 quantity_is_0 = 4
      quantity_is_not_1 = 5 interval_overflow = 6 buffer_overflow = 7 OTHERS = 8.
  IF sy-subrc = 0. WRITE: / |{ number } { CONV i( got ) }{ code }|. ELSE. WRITE: / |{ sy-subrc }|. ENDIF.\n`
const fields = 'DATA: number TYPE c LENGTH 10, got TYPE inri-quantity, code TYPE inri-returncode.\n'

describe('number ranges', () => {
  test('NUMBER_GET_NEXT tells of the critical area and of the last number, and begins anew', async () => {
    const one = next("nr_range_nr = '01' object = 'ZNR'")
    const three = next("nr_range_nr = '01' object = 'ZNR' quantity = 3")
    assert.deepEqual(await list(fields + one + three + three + one), [
      '0001 1',
      '0004 31',
      '0005 13',
      '0001 1'
    ])
  })

  test('NUMBER_GET_NEXT raises what has no number', async () => {
    const calls = [
      "nr_range_nr = '09' object = 'ZNR'",
      "nr_range_nr = '02' object = 'ZNR'",
      "nr_range_nr = '01' object = 'ZNO'",
      "nr_range_nr = '01' object = 'ZNR' quantity = 0",
      "nr_range_nr = '01' object = 'ZONCE' quantity = 2",
      "nr_range_nr = '01' object = 'ZONCE'"
    ]
    assert.deepEqual(await list(fields + calls.map(next).join('')), [
      '1',
      '2',
      '3',
      '4',
      '8 22',
      '6'
    ])
  })

  test('an interval holds up to its year', async () => {
    const of = (year: number) => next(`nr_range_nr = '01' object = 'ZYEAR' toyear = '${year}'`)
    assert.deepEqual(await list(fields + [2023, 2024, 2025, 2027].map(of).join('')), [
      '10 1',
      '11 1',
      '20 1',
      '1'
    ])
  })

  test('cl_numberrange_runtime returns the last of the numbers and raises exceptions', async () => {
    const get = (facts: string, index: number) =>
      `TRY. cl_numberrange_runtime=>number_get( EXPORTING ${facts} IMPORTING number = n returned_quantity = q returncode = c ).
        WRITE: / |{ n }/{ CONV i( q ) }{ c }|. CATCH cx_nr_object_not_found. WRITE / 'no object'.
        CATCH cx_number_ranges INTO DATA(e${index}). WRITE / e${index}->get_text( ). ENDTRY.\n`
    const calls = [
      "nr_range_nr = '01' object = 'ZNR' quantity = CONV #( 2 )",
      "nr_range_nr = '03' object = 'ZNR'",
      "nr_range_nr = '01' object = 'ZNO'",
      "nr_range_nr = '09' object = 'ZNR'"
    ]
    assert.deepEqual(
      await list(
        `DATA n TYPE cl_numberrange_runtime=>nr_number. DATA q TYPE cl_numberrange_runtime=>nr_returned_quantity. DATA c TYPE cl_numberrange_runtime=>nr_returncode.\n${calls.map(get).join('')}`
      ),
      [
        '00000000000000000002/2',
        '12345678901234567891/1',
        'no object',
        'For object ZNR , number range interval 09 0000 does not exist'
      ]
    )
  })

  test('intervals are checked, kept, and written at the end', async () => {
    const change = (line: string) =>
      `t = VALUE #( ( ${line} ) ). CALL FUNCTION 'NUMBER_RANGE_INTERVAL_UPDATE' EXPORTING object = 'ZNR' IMPORTING error_occured = bad TABLES error_iv = wrong interval = t. WRITE: / |{ bad }{ lines( wrong ) }|.\n`
    const close = `CALL FUNCTION 'NUMBER_RANGE_UPDATE_CLOSE' EXPORTING object = 'ZNR' EXCEPTIONS no_changes_made = 1 object_not_initialized = 2. WRITE: / |{ sy-subrc }|.\n`
    const read = `CALL FUNCTION 'NUMBER_RANGE_INTERVAL_LIST' EXPORTING object = 'ZNR' TABLES interval = t. LOOP AT t INTO DATA(l). WRITE: / |{ l-nrrangenr } { l-fromnumber }|. ENDLOOP.\n`
    assert.deepEqual(
      await list(
        'DATA: t TYPE STANDARD TABLE OF inriv, wrong TYPE STANDARD TABLE OF inriv, bad TYPE c LENGTH 1.\n' +
          change("nrrangenr = '01' fromnumber = '1' tonumber = '5' procind = 'I'") +
          change("nrrangenr = '04' fromnumber = '0004' tonumber = '0009' procind = 'I'") +
          close +
          change(
            "nrrangenr = '04' fromnumber = 'B000' tonumber = 'B009' externind = 'X' procind = 'I'"
          ) +
          change("nrrangenr = '03' procind = 'D'") +
          close +
          read
      ),
      ['X1', 'X1', '2', '0', '0', '0', '01 0001', '02 A000', '04 B000']
    )
  })
})
