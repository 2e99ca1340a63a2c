import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Sandbox } from '../../server.ts'
import type { Client, Reply } from './client.ts'
import { createTestSandbox } from '../../../test/helpers/sandbox.ts'
import { createClass, logOn, users, write } from './fixture.ts'

/** A sandbox with the demo application: its tables have rows. */
async function start(t: TestContext): Promise<Sandbox> {
  const sandbox = await createTestSandbox({ users })
  t.after(() => sandbox.close())
  return sandbox
}

let counter = 0

/** Runs the statements as the body of a console class. */
async function execute(client: Client, statements: string, query = ''): Promise<Reply> {
  const name = `ZCL_ROWS_${++counter}`
  const uri = await createClass(client, name)
  const low = name.toLowerCase()
  await write(
    client,
    uri,
    `CLASS ${low} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\nENDCLASS.\nCLASS ${low} IMPLEMENTATION.\n  METHOD if_oo_adt_classrun~main.\n${statements}\n  ENDMETHOD.\nENDCLASS.\n`
  )
  const activation = await client.post(
    '/sap/bc/adt/activation?method=activate',
    `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${uri}" adtcore:name="${name}"/></adtcore:objectReferences>`
  )
  assert.match(activation.text, /activationExecuted="true"/)
  return await client.post(`/sap/bc/adt/oo/classrun/${name}${query}`, '', { accept: 'text/plain' })
}

async function count(client: Client, condition: string): Promise<number> {
  const { text } = await client.post(
    '/sap/bc/adt/datapreview/freestyle',
    `SELECT COUNT(*) FROM zferry_port WHERE ${condition}`
  )
  return Number(/<dataPreview:data>(\d+)</.exec(text)?.[1])
}

const insert = (port: string) =>
  `    DATA row TYPE zferry_port.\n    row-port_id = '${port}'.\n    INSERT zferry_port FROM row.\n    out->write( sy-subrc ).`

test('committed rows of a run persist, also over a restart of the query; others are discarded, and the answer reports it', async t => {
  const sandbox = await start(t)
  const client = await logOn(sandbox)
  const lost = await execute(client, insert('QQ1'))
  assert.deepEqual([lost.status, lost.text.trim()], [200, '0'])
  assert.match(String(lost.headers['x-sandbox-note']), /without COMMIT WORK/)
  assert.equal(await count(client, "port_id = 'QQ1'"), 0)
  const kept = await execute(client, `${insert('QQ2')}\n    COMMIT WORK.`)
  assert.deepEqual([kept.status, kept.headers['x-sandbox-note']], [200, undefined])
  assert.equal(await count(client, "port_id = 'QQ2'"), 1)
  const mixed = await execute(
    client,
    `${insert('QQ3')}\n    COMMIT WORK.\n    DELETE FROM zferry_port WHERE port_id = 'QQ2'.`
  )
  assert.match(String(mixed.headers['x-sandbox-note']), /without COMMIT WORK/)
  assert.equal(await count(client, "port_id IN ( 'QQ2', 'QQ3' )"), 2)
  const undone = await execute(client, `${insert('QQ4')}\n    ROLLBACK WORK.`)
  assert.equal(undone.headers['x-sandbox-note'], undefined)
  assert.equal(await count(client, "port_id = 'QQ4'"), 0)
  const constructed = await execute(
    client,
    `    INSERT zferry_port FROM TABLE @( VALUE #( ( port_id = 'QQ6' ) ( port_id = 'QQ7' ) ) ).
    MODIFY zferry_port FROM TABLE @( VALUE #( ( port_id = 'QQ7' name = 'Seven' ) ) ).
    DELETE zferry_port FROM @( VALUE #( port_id = 'QQ6' ) ).
    SELECT port_id, name FROM zferry_port WHERE port_id LIKE 'QQ%' INTO TABLE @DATA(ports).
    out->write( ports ).`
  )
  assert.match(constructed.text, /QQ7 +Seven/)
  assert.doesNotMatch(constructed.text, /QQ6/)
  const twice = await execute(
    client,
    `    DATA countries TYPE SORTED TABLE OF zferry_port-country WITH UNIQUE KEY table_line.
    INSERT zferry_port FROM TABLE @( VALUE #( ( port_id = 'QQ8' country = 'XX' ) ( port_id = 'QQ9' country = 'XX' ) ) ).
    SELECT country FROM zferry_port WHERE country = 'XX' INTO TABLE @countries.`
  )
  assert.equal(twice.status, 500)
  assert.match(twice.text, /ITAB_DUPLICATE_KEY/)
})

test('what was committed before a run failed is kept', async t => {
  const client = await logOn(await start(t))
  const failed = await execute(
    client,
    `${insert('QQ5')}\n    COMMIT WORK.\n    out->write( 1 / ( sy-subrc - sy-subrc ) ).`
  )
  assert.equal(failed.status, 500)
  assert.equal(await count(client, "port_id = 'QQ5'"), 1)
})

test('a program reads its user, client, system and language', async t => {
  const sandbox = await start(t)
  const statement = '    out->write( |{ sy-uname } { sy-mandt } { sy-sysid } { sy-langu }| ).'
  const [alice, bob] = await Promise.all(users.map(user => logOn(sandbox, user)))
  assert.ok(alice !== undefined && bob !== undefined)
  assert.equal((await execute(alice, statement)).text.trim(), 'ALICE 001 SBX E')
  assert.equal((await execute(bob, statement, '?sap-language=DE')).text.trim(), 'BOB 001 SBX D')
})

test('the tables of the flight models are there without rows, with and without a name space', async t => {
  const client = await logOn(await start(t))
  const run = await execute(
    client,
    `    INSERT /dmo/customer FROM @( VALUE #( customer_id = '000007' last_name = 'Vale' email_address = \`vale@example.org\` ) ).
    INSERT scarr FROM @( VALUE #( carrid = 'XX' carrname = 'Air' ) ).
    SELECT FROM /dmo/customer AS c CROSS JOIN scarr AS s
      FIELDS c~customer_id, c~last_name, c~email_address, s~carrname
      WHERE c~last_name = 'Vale' INTO TABLE @DATA(rows).
    out->write( rows ).
    SELECT COUNT( * ) FROM /dmo/travel INTO @DATA(travels).
    out->write( travels ).
    ROLLBACK WORK.`
  )
  assert.match(run.text, /000007 +Vale +vale@example\.org +Air/)
  assert.match(run.text, /^0$/m)
})

test('a program is run by its name: the answer is its list, and a failure names its place', async t => {
  const client = await logOn(await start(t))
  const program = async (name: string, source: string): Promise<Reply> => {
    const uri = `/sap/bc/adt/programs/programs/${name.toLowerCase()}`
    const document = `<p:abapProgram xmlns:p="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="Ferries"><adtcore:packageRef adtcore:name="$TMP"/></p:abapProgram>`
    assert.equal((await client.post('/sap/bc/adt/programs/programs', document)).status, 201)
    await write(client, uri, source)
    const activation = await client.post(
      '/sap/bc/adt/activation?method=activate',
      `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${uri}" adtcore:name="${name}"/></adtcore:objectReferences>`
    )
    assert.match(activation.text, /activationExecuted="true"/)
    const run = `/sap/bc/adt/programs/programrun/${name}`
    return await client.post(run, '', { accept: 'text/plain' })
  }
  const listed = await program(
    'ZR_FERRY',
    `REPORT zr_ferry LINE-SIZE 20.\nTABLES zferry_port.\nSELECT-OPTIONS s_port FOR zferry_port-port_id DEFAULT 'QQ1'.\nSTART-OF-SELECTION.\n  INSERT zferry_port FROM @( VALUE #( port_id = 'QQ1' ) ).\n  SELECT port_id FROM zferry_port WHERE port_id IN @s_port INTO @DATA(port).\n    WRITE / port.\n  ENDSELECT.\n  COMMIT WORK.\n`
  )
  assert.equal(listed.status, 200)
  const rule = '-'.repeat(20)
  assert.equal(listed.text, `Ferries            1\n${rule}\nQQ1\n`)
  assert.equal(await count(client, "port_id = 'QQ1'"), 1)
  const failed = await program('ZR_FAILS', `REPORT zr_fails.\nWRITE 'a'.\nCALL SCREEN 100.\n`)
  assert.equal(failed.status, 501)
  assert.match(failed.text, /CALL SCREEN/)
  assert.match(failed.text, /zr_fails\/source\/main#start=3,/)
  const run = (name: string) => client.post(`/sap/bc/adt/programs/programrun/${name}`, '')
  assert.equal((await run('ZR_NONE')).status, 404)
})
