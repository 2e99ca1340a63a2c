/** The flight model has rows when it is first read, by the data preview or by a program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../types.ts'
import { createDemoRows } from '../../workbench/demo-rows.ts'
import { createClass, logOn, randomName, startSandbox, write } from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const READING = `
    SELECT COUNT( * ) FROM sbook WHERE cancelled = ' ' INTO @DATA(bookings).
    SELECT SUM( seatsocc + seatsocc_b + seatsocc_f ) FROM sflight INTO @DATA(seats).
    SELECT COUNT( * ) FROM spfli AS p INNER JOIN scarr AS c ON c~carrid = p~carrid
      INNER JOIN sairport AS a ON a~id = p~airpto INTO @DATA(complete).
    SELECT SINGLE cityfrom, cityto FROM spfli WHERE carrid = 'LH' AND connid = '0400' INTO @DATA(way).
    SELECT COUNT( * ) FROM sbook AS b INNER JOIN scustom AS c ON c~id = b~customid
      WHERE b~cancelled = ' ' INTO @DATA(known).
    out->write( |{ way-cityfrom } { way-cityto } { complete } { bookings - seats } { bookings - known }| ).`

test('a program finds the rows of the flight model, which fit each other, and the preview shows them', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const name = randomName('ZCL_F').toLowerCase()
  const uri = await createClass(client, name)
  await write(
    client,
    uri,
    `CLASS ${name} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.${READING}\n  ENDMETHOD.\nENDCLASS.\n`
  )
  const activated = await client.post(
    `${adt}/activation?method=activate`,
    `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}" a:name="${name}"/></a:objectReferences>`
  )
  assert.doesNotMatch(activated.text, /type="E"/)
  const run = await client.post(`${adt}/oo/classrun/${name}`)
  assert.equal(run.text.trim(), 'FRANKFURT NEW YORK 26 0 0')
  const preview = await client.post(
    `${adt}/datapreview/ddic?rowNumber=5&ddicEntityName=SCARR`,
    '',
    { 'content-type': 'text/plain' }
  )
  assert.match(preview.text, /American Airlines/)
})

test('rows of a user are left alone, and nothing is loaded before it is read', () => {
  const filled = (name: string) => {
    const loaded: string[] = []
    const database = {
      preview: (query: { name: string }) => ({ rows: query.name === name ? [['001']] : [] }),
      load: (table: string) => loaded.push(table)
    } as unknown as Database
    return { loaded, demo: createDemoRows(database, '001') }
  }
  const empty = filled('')
  empty.demo.provide(() => ['SELECT * FROM sflights_of_mine'])
  assert.deepEqual(empty.loaded, [])
  empty.demo.provide(() => ['SELECT * FROM sflight'])
  assert.equal(empty.loaded.length, 11)
  const own = filled('SPFLI')
  own.demo.provide(() => ['SELECT * FROM sflight'])
  assert.deepEqual(own.loaded, [])
})
