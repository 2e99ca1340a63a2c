/** ABAP SQL converts what it compares with a column to the type of that column. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableShape } from '../../../types.ts'
import { column, database, runBody, sharedRuntime, temporaryFolder } from '../support.ts'

const runtime = sharedRuntime()
const SHAPE: TableShape = {
  name: 'ZFLIGHT',
  description: '',
  columns: [
    column('id', 'INT4', 10, { key: true }),
    column('carrid', 'CHAR', 3),
    column('price', 'DEC', 7, { decimals: 2 }),
    column('day', 'DATS', 8),
    column('connid', 'NUMC', 4),
    column('guid', 'RAW', 2)
  ]
}
const rows = database(temporaryFolder(), [
  {
    shape: SHAPE,
    rows: [
      { ID: 385, CARRID: 'LH', PRICE: 422.94, DAY: '20161115', CONNID: '0400', GUID: '00AF' },
      { ID: 0, CARRID: 'AA', PRICE: 1, DAY: '20160101', CONNID: '0017', GUID: '0000' }
    ]
  }
])
const more = { tables: [SHAPE], database: rows.file }

/** `&` is a variable, which the second text declares; the third is what is lost. */
type Case = readonly [condition: string, declared: string, expected: string]

/** How many rows each condition finds, or the exception that it raises. */
async function each(cases: readonly Case[], isStrict: boolean): Promise<string[]> {
  const body = cases.map(([condition, declared], at) => {
    const select = isStrict
      ? `SELECT COUNT( * ) FROM zflight WHERE ${condition} INTO @n.`
      : `SELECT COUNT( * ) FROM zflight INTO n WHERE ${condition}.`
    const text = `${declared}\nTRY.\n    ${select}\n    out->write( n ).\n  CATCH cx_sy_open_sql_data_error INTO error.\n    out->write( error->get_text( ) ).\nENDTRY.\n`
    return text.replaceAll('&', `v${at}`)
  })
  const run = await runBody(
    runtime,
    `DATA n TYPE i.\nDATA error TYPE REF TO cx_root.\n${body.join('')}`,
    more
  )
  assert.equal(run.alert, undefined, JSON.stringify(run.alert))
  return run.output.trim().split('\n')
}

const LOSS = /^The value ".*" cannot be converted to (.*) without a loss$/

const LOST: readonly Case[] = [
  ["carrid = 'LH X'", '', 'CHAR(3)'],
  ["id = 'abc'", '', 'INT4'],
  ["id IN ( 1, '99999999999' )", '', 'INT4'],
  ["day = '2016-11-15'", '', 'DATS'],
  ["guid = 'af'", '', 'RAW(2)'],
  ['carrid = @&', "DATA & TYPE c LENGTH 15 VALUE 'LH00'.", 'CHAR(3)'],
  ['carrid = @&', 'DATA(&) = `LH          `.', 'CHAR(3)'],
  ['id = @&', 'DATA(&) = `many`.', 'INT4'],
  ['price BETWEEN 0 AND @&', "DATA & TYPE p LENGTH 8 DECIMALS 3 VALUE '1.005'.", 'DEC(7,2)'],
  ['connid = @&', 'DATA(&) = `12345`.', 'NUMC(4)'],
  [
    'carrid IN @&',
    "DATA & TYPE RANGE OF string.\n& = VALUE #( ( sign = 'I' option = 'EQ' low = `LH00` ) ).",
    'CHAR(3)'
  ]
]

const FOUND: readonly Case[] = [
  ['carrid = @&', "DATA & TYPE c LENGTH 15 VALUE 'LH'.", '1'],
  ["id = '385-' OR id = '+385'", '', '1'],
  ['connid = @&', 'DATA(&) = `17`.', '1'],
  ["id = ''", '', '1'],
  ["guid = '00AF'", '', '1'],
  ['guid = @&', "DATA & TYPE x LENGTH 2 VALUE '00AF'.", '1'],
  ['price = @&', "DATA & TYPE p LENGTH 8 DECIMALS 3 VALUE '422.940'.", '1'],
  [
    'carrid IN @&',
    "DATA & TYPE RANGE OF string.\n& = VALUE #( ( sign = 'I' option = 'CP' low = `L*` ) ).",
    '1'
  ]
]

test('in strict mode a value that its column cannot keep raises CX_SY_OPEN_SQL_DATA_ERROR', async () => {
  const lines = await each([...LOST, ...FOUND], true)
  assert.deepEqual(
    lines.map(line => LOSS.exec(line)?.[1] ?? line),
    [...LOST, ...FOUND].map(([, , expected]) => expected)
  )
})

/** As a system of release 7.58 was seen to answer: docs/osql-where.md of oisee/open-steamgate. */
const ASSIGNED: readonly Case[] = [
  ["carrid = 'LH X'", '', '1'],
  ["carrid = 'LHXX'", '', '0'],
  ["id = '384.5'", '', '1'],
  ["id = '385-'", '', '0'],
  ["id = ''", '', '1'],
  ["price = '422.935'", '', '1'],
  ["day = '20161115000000'", '', '1'],
  ["day = '2016-11-15'", '', '0'],
  ["connid = '400'", '', '1'],
  ['connid = 400', '', '1']
]

test('without a strict mode a value is converted as in an assignment', async () => {
  assert.deepEqual(
    await each(ASSIGNED, false),
    ASSIGNED.map(([, , expected]) => expected)
  )
})

test('without a strict mode, text for a number and a number beyond its type end the program', async () => {
  for (const literal of ["'abc'", "'99999999999'"]) {
    const { alert } = await runBody(
      runtime,
      `DATA n TYPE i.\nTRY.\n    SELECT COUNT( * ) FROM zflight INTO n WHERE id = ${literal}.\n  CATCH cx_root.\nENDTRY.`,
      more
    )
    assert.equal(alert?.title, 'Runtime Error DBIF_RSQL_INVALID_REQUEST')
  }
})

test('a loss that is not handled is the runtime error SAPSQL_DATA_LOSS', async () => {
  const { alert } = await runBody(
    runtime,
    "SELECT COUNT( * ) FROM zflight WHERE guid = 'af' INTO @DATA(n).",
    more
  )
  assert.match(alert?.title ?? '', /CX_SY_OPEN_SQL_DATA_ERROR/)
  assert.equal(alert?.dump?.error, 'SAPSQL_DATA_LOSS')
})

test('a dynamic condition whose types cannot be compared raises CX_SY_DYNAMIC_OSQL_SEMANTICS', async () => {
  const tried = (condition: string, statement: string) =>
    `w = \`${condition}\`.\nTRY.\n    ${statement}\n    out->write( \`ran\` ).\n  CATCH cx_sy_dynamic_osql_semantics INTO error.\n    out->write( error->get_text( ) ).\nENDTRY.\n`
  const select = 'SELECT id FROM zflight WHERE (w) INTO TABLE @DATA(r&).'
  const { output, alert } = await runBody(
    runtime,
    `DATA w TYPE string.\nDATA error TYPE REF TO cx_root.\n${[
      tried('id = zflight~carrid', select),
      tried("id LIKE '3%'", select),
      tried('price > id', select),
      tried("carrid = 'LH' AND id = 385", 'DELETE FROM zflight WHERE (w).'),
      tried('guid = zflight~day', 'UPDATE zflight SET carrid = @w WHERE (w).')
    ]
      .map((text, at) => text.replaceAll('&', String(at)))
      .join('')}ROLLBACK WORK.`,
    more
  )
  assert.equal(alert, undefined, JSON.stringify(alert))
  assert.deepEqual(output.trim().split('\n'), [
    'The types INT4 and CHAR(3) cannot be compared',
    'LIKE compares characters, and its operand is not character-like',
    'ran',
    'ran',
    'The types RAW(2) and DATS cannot be compared'
  ])
})

test('SELECT SINGLE FOR UPDATE reads a row by its whole key, else sy-subrc is 8', async () => {
  const { output, alert } = await runBody(
    runtime,
    [
      'SELECT SINGLE FOR UPDATE carrid FROM zflight WHERE id = 385 INTO @DATA(a).',
      'out->write( |{ a } { sy-subrc }| ).',
      "SELECT SINGLE carrid FROM zflight WHERE id = 0 AND carrid = 'AA' INTO @DATA(b) FOR UPDATE NOWAIT.",
      'out->write( |{ b } { sy-subrc }| ).',
      "SELECT SINGLE FOR UPDATE carrid FROM zflight WHERE carrid = 'AA' INTO @DATA(c).",
      'out->write( |{ c } { sy-subrc } { sy-dbcnt }| ).',
      'SELECT SINGLE FOR UPDATE carrid FROM zflight WHERE id = 1 INTO @DATA(d).',
      'out->write( |{ d } { sy-subrc }| ).',
      'SELECT COUNT( * ) FROM zflight WITH PRIVILEGED ACCESS INTO @DATA(n).',
      'out->write( n ).'
    ].join('\n'),
    more
  )
  assert.equal(alert, undefined, JSON.stringify(alert))
  assert.equal(output.trim(), 'LH 0\nAA 0\n 8 0\n 4\n2')
})

test('hierarchies are refused by name and place, also in dynamic parts', async () => {
  const source =
    "HIERARCHY( SOURCE v CHILD TO PARENT ASSOCIATION _a START WHERE id = 'A' SIBLINGS ORDER BY id )"
  for (const from of [source, '(s)']) {
    const { alert } = await runBody(
      runtime,
      `DATA(s) = \`${source}\`.\nTRY.\n    SELECT COUNT( * ) FROM ${from} INTO @DATA(n).\n  CATCH cx_root.\nENDTRY.`,
      more
    )
    assert.match(
      alert?.title ?? '',
      /HIERARCHY\( \) is not supported by the sandbox \(row 1, column 25\)/
    )
  }
})
