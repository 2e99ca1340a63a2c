/** Objects of a public project (`/DMO/`) that the sandbox has until the project is there. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lock, logOn, startSandbox } from '../http/fixture.ts'
import type { Client } from '../http/client.ts'
import { putFiles } from '../helpers/library-folder.ts'

const adt = '/sap/bc/adt'
const flight = `${adt}/ddic/tables/%2fdmo%2fflight`
const field = (name: string, more: string) => `<DD03P><FIELDNAME>${name}</FIELDNAME>${more}</DD03P>`

const project = {
  'src/#dmo#flight.tabl.xml':
    '<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0"><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values>' +
    '<DD02V><TABNAME>/DMO/FLIGHT</TABNAME><TABCLASS>TRANSP</TABCLASS><DDTEXT>Own</DDTEXT><CONTFLAG>A</CONTFLAG></DD02V><DD03P_TABLE>' +
    field(
      'CARRIER_ID',
      '<KEYFLAG>X</KEYFLAG><ROLLNAME>/DMO/CARRIER_ID</ROLLNAME><COMPTYPE>E</COMPTYPE>'
    ) +
    field('OWN', '<DATATYPE>INT4</DATATYPE><LENG>000010</LENG>') +
    '</DD03P_TABLE></asx:values></asx:abap></abapGit>\n',
  'src/zcl_run.clas.abap': `CLASS zcl_run DEFINITION PUBLIC.
  PUBLIC SECTION.
    INTERFACES if_oo_adt_classrun.
ENDCLASS.
CLASS zcl_run IMPLEMENTATION.
  METHOD if_oo_adt_classrun~main.
    DATA agency TYPE /dmo/agency.
    INSERT /dmo/flight FROM @( VALUE #( carrier_id = 'LH' own = 7 ) ).
    SELECT SINGLE FROM /dmo/flight FIELDS own WHERE carrier_id = 'LH' INTO @DATA(own).
    COMMIT WORK.
    agency-city = 'Here'.
    out->write( |{ own } { agency-city }| ).
  ENDMETHOD.
ENDCLASS.
`
}

async function columns(client: Client, table: string): Promise<string> {
  const { text } = await client.post(`${adt}/datapreview/freestyle`, `SELECT * FROM ${table}`, {
    'content-type': 'text/plain',
    accept: 'application/*'
  })
  const names = [...text.matchAll(/dataPreview:name="(\w+)"/g)].map(match => match[1])
  return `${names.join(' ')} ${(text.match(/<dataPreview:data>/g) ?? []).length}`
}

test('a table of the project is the one of check, run and rows; without it there is that of the scenario', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scenario-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  putFiles(dataDir, project)
  const first = await startSandbox(t, { dataDir })
  const before = await logOn(first)
  const ran = await before.post(`${adt}/oo/classrun/ZCL_RUN`, '', { accept: 'text/plain' })
  assert.equal(ran.text.trim(), '7 Here')
  assert.equal(await columns(before, '/dmo/flight'), 'CARRIER_ID OWN 2')
  await first.close()

  const client = await logOn(await startSandbox(t, { dataDir }))
  assert.equal(await columns(client, '/dmo/flight'), 'CARRIER_ID OWN 2', 'rows outlive a restart')
  const handle = await lock(client, flight)
  assert.equal((await client.del(`${flight}?lockHandle=${handle}`)).status, 200)
  assert.match(await columns(client, '/dmo/flight'), /^CLIENT CARRIER_ID .* SEATS_OCCUPIED 0$/)
})

test('an object of the scenario is read, never changed, and makes room for a new one', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const body = `<blue:blueSource xmlns:blue="http://www.sap.com/wbobj/blue" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="/DMO/FLIGHT" adtcore:description="Own" adtcore:type="TABL/DT"><adtcore:packageRef adtcore:name="$TMP"/></blue:blueSource>`
  const create = () => client.post(`${adt}/ddic/tables`, body, { 'content-type': 'application/*' })
  const source = () => client.get(`${flight}/source/main`)
  assert.match((await source()).text, /seats_occupied/i)
  const locked = await client.post(`${flight}?_action=LOCK&accessMode=MODIFY`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
  assert.equal(locked.status, 403)
  assert.match(locked.text, /is there until the system has an own object of this name/)
  assert.match((await create()).text, /Test objects cannot be created in foreign namespaces/)
  sandbox.store.create(
    {
      key: { type: 'DTEL', name: '/DMO/OWN' },
      ...{ package: '$TMP', description: 'x', responsible: 'ALICE', language: 'EN' },
      ...{ createdBy: 'ALICE', changedBy: 'ALICE', attributes: {} }
    },
    [],
    'ALICE'
  )
  const validated = await client.post(
    `${adt}/ddic/tables/validation?objname=%2FDMO%2FFLIGHT&objtype=TABL/DT&packagename=$TMP&description=x`
  )
  assert.match(validated.text, /<CHECK_RESULT>X</)
  assert.equal((await create()).status, 201)
  assert.doesNotMatch((await source()).text, /seats_occupied/i)
  assert.match((await create()).text, /does already exist/)
})
