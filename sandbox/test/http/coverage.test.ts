import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSandbox } from '../../server.ts'
import type { Sandbox } from '../../server.ts'
import type { Client, Reply } from './client.ts'
import { createClass, lock, logOn, randomName, write } from './fixture.ts'

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
let sandbox: Sandbox
let client: Client

const reference = (uri: string): string =>
  `<adtcore:objectSets ${adtcore}><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences></objectSet></adtcore:objectSets>`

function run(uri: string, active: boolean): Promise<Reply> {
  return client.post(
    '/sap/bc/adt/abapunit/testruns',
    `<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><external><coverage active="${active}"/></external><options/>${reference(uri)}</aunit:runConfiguration>`,
    { 'content-type': 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml' }
  )
}

async function partlyTested(limit: number): Promise<{ uri: string; name: string }> {
  const name = randomName('ZCL')
  const low = name.toLowerCase()
  const uri = await createClass(client, name)
  await write(
    client,
    uri,
    `CLASS ${low} DEFINITION PUBLIC CREATE PUBLIC.\n  PUBLIC SECTION.\n    METHODS rate IMPORTING amount TYPE i RETURNING VALUE(result) TYPE i.\n    METHODS never.\nENDCLASS.\nCLASS ${low} IMPLEMENTATION.\n` +
      `  METHOD rate.\n    IF amount > ${limit}.\n      result = 1.\n    ENDIF.\n  ENDMETHOD.\n  METHOD never.\n    rate( 1 ).\n  ENDMETHOD.\nENDCLASS.\n`
  )
  const handle = await lock(client, uri)
  await client.post(`${uri}/includes/testclasses?lockHandle=${handle}`, '', stateful)
  await client.put(
    `${uri}/includes/testclasses?lockHandle=${handle}`,
    `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS small FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD small.\n    NEW ${low}( )->rate( ${limit} ).\n    NEW ${low}( )->rate( ${limit - 1} ).\n  ENDMETHOD.\nENDCLASS.\n`,
    { ...stateful, 'content-type': 'text/plain' }
  )
  await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  await client.post(
    '/sap/bc/adt/activation?method=activate',
    `<a:l xmlns:a="a" ${adtcore}><a:objectReference adtcore:uri="${uri}"/></a:l>`
  )
  return { uri, name }
}

describe('coverage of unit runs', () => {
  before(async () => {
    sandbox = await createSandbox({ user: 'ALICE', password: 'a' })
    client = await logOn(sandbox, { name: sandbox.user, password: sandbox.password })
  })
  after(() => sandbox.close())

  test('is measured on request, with counts by object and method, and statements in the documented shape', async () => {
    const limit = 3 + Math.floor(Math.random() * 100)
    const { uri, name } = await partlyTested(limit)
    const { text } = await run(uri, true)
    const address = /<external><coverage adtcore:uri="([^"]+)"\/><\/external>/.exec(text)?.[1] ?? ''
    assert.match(address, /^\/sap\/bc\/adt\/runtime\/traces\/coverage\/measurements\/[0-9A-F]{32}$/)
    const result = await client.post(
      `${address}?withAdditionalTypeInfo=true`,
      `<cov:query xmlns:cov="http://www.sap.com/adt/cov">${reference(uri)}</cov:query>`,
      { 'content-type': 'application/xml', accept: 'application/xml' }
    )
    assert.equal(result.status, 200)
    assert.match(result.text, /<cov:result [^>]*name="ADT_ROOT_NODE">/)
    const shares = (of: string): string[] => {
      const node = result.text.slice(result.text.indexOf(`adtcore:name="${of}"`))
      return [
        ...node
          .slice(0, node.indexOf('</coverages>'))
          .matchAll(/type="(\w+)" total="(\d+)" executed="(\d+)"/g)
      ].map(([, type, total, executed]) => `${type} ${executed}/${total}`)
    }
    assert.deepEqual(shares(name), ['branch 2/4', 'procedure 1/2', 'statement 1/3'])
    assert.deepEqual(
      [shares('RATE'), shares('NEVER')],
      [
        ['branch 2/3', 'procedure 1/1', 'statement 1/2'],
        ['branch 0/1', 'procedure 0/1', 'statement 0/1']
      ]
    )
    const href =
      new RegExp(
        `href="([^"]+/statements/${name}/RATE)" rel="http://www.sap.com/adt/relations/runtime/traces/coverage/results/statements"`
      ).exec(result.text)?.[1] ?? ''
    const bulk = await client.post(
      `${href.split('/statements/')[0]}/statements`,
      `<cov:statementsBulkRequest xmlns:cov="http://www.sap.com/adt/cov"><statementsRequest get="${href}"/></cov:statementsBulkRequest>`,
      { 'content-type': 'application/xml', accept: 'application/xml' }
    )
    assert.match(
      bulk.text,
      new RegExp(
        `<cov:statementsResponse name="${name}.RATE"><procedure executed="2"><adtcore:objectReference adtcore:uri="${uri}/source/main#start=7,2;end=11,12"/></procedure>`
      )
    )
    assert.match(
      bulk.text,
      new RegExp(
        `<statement executed="2"><adtcore:objectReference adtcore:uri="${uri}/source/main#start=8,4;end=8,${17 + String(limit).length}"/><branch kind="if" executedTrue="0" executedFalse="2"/></statement>`
      )
    )
    assert.match(bulk.text, /<statement executed="0"><adtcore:objectReference [^>]*#start=9,6;/)
  })

  test('exists only on request and for the same user', async () => {
    const { uri } = await partlyTested(5)
    assert.doesNotMatch((await run(uri, false)).text, /coverage/)
    const unknown = await client.post(
      '/sap/bc/adt/runtime/traces/coverage/measurements/0000',
      '<cov:query xmlns:cov="http://www.sap.com/adt/cov"/>',
      { 'content-type': 'application/xml' }
    )
    assert.equal(unknown.status, 404)
  })
})
