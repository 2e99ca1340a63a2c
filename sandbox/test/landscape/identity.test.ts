import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standaloneIdentity } from '../../identity.ts'
import type { SystemIdentity } from '../../identity.ts'
import { createClass, lock, logOn, openRequest, startSandbox, write } from '../http/fixture.ts'

const development: SystemIdentity = {
  ...standaloneIdentity,
  id: 'DEV',
  client: '100',
  targets: [{ name: 'QAS', description: 'Quality assurance', exported: true }],
  original: 'DEV'
}
const quality: SystemIdentity = {
  ...standaloneIdentity,
  id: 'QAS',
  client: '200',
  role: 'test',
  targets: [],
  original: 'DEV'
}
const requests = '/sap/bc/adt/cts/transportrequests'

test('a system answers with its own SID, client, cookies, numbers, targets and tables', async t => {
  const client = await logOn(await startSandbox(t, { identity: development }))
  const realm = await client.get('/sap/bc/adt/discovery', { authorization: 'Basic eDp5' })
  assert.equal(
    realm.headers['www-authenticate'],
    'Basic realm="SAP NetWeaver Application Server [DEV/100]"'
  )
  assert.ok(client.cookies.has('SAP_SESSIONID_DEV_100'))
  const number = await openRequest(client)
  assert.match(number, /^DEVK900\d{3}$/)
  const uri = await createClass(client, 'ZCL_OWN', 'ZBOX', number)
  assert.match((await client.get(uri)).text, /adtcore:masterSystem="DEV"/)
  assert.match((await client.get('/sap/bc/adt/packages/zbox')).text, /pak:name="ZDEV"/)
  assert.match(
    (await client.get(`${requests}/valuehelp/target`)).text,
    /<nameditem:name>QAS<\/nameditem:name><nameditem:description>Quality assurance</
  )
  assert.match(
    (await client.get(`${requests}/${number}`)).text,
    /tm:type="Development\/Correction"/
  )
})

test('objects of the seed belong to the system where they are developed; a change is a repair', async t => {
  const sandbox = await startSandbox(t, { identity: quality })
  const client = await logOn(sandbox)
  assert.equal(sandbox.store.get({ type: 'DEVC', name: 'ZBOX' })?.original, 'DEV')
  assert.equal(sandbox.store.get({ type: 'DEVC', name: '$TMP' })?.original, undefined)
  assert.match(
    (await client.get('/sap/bc/adt/packages/zbox')).text,
    /adtcore:masterSystem="DEV"[\s\S]*pak:name="ZDEV"/
  )
  const number = await openRequest(client)
  await createClass(client, 'ZCL_OF_QAS', 'ZBOX', number)
  const document = await client.get('/sap/bc/adt/packages/zbox')
  const handle = await lock(client, '/sap/bc/adt/packages/zbox')
  const changed = await client.put(
    `/sap/bc/adt/packages/zbox?lockHandle=${handle}&corrNr=${number}`,
    document.text.replace('adtcore:description="Box"', 'adtcore:description="Other"'),
    { 'content-type': 'application/*' }
  )
  assert.equal(changed.status, 200, changed.text)
  const kinds = sandbox.store.transports.tasks(number).map(task => task.kind)
  assert.deepEqual(kinds.sort(), ['R', 'S'])
  const taskOf = (kind: string) =>
    sandbox.store.transports.tasks(number).find(task => task.kind === kind)?.number ?? ''
  const add = async (task: string, type: string, name: string) =>
    await client.put(
      `/sap/bc/adt/cts/transportrequests/${task}`,
      `<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:number="${task}" tm:useraction="addobject"><tm:request><tm:abap_object tm:pgmid="R3TR" tm:type="${type}" tm:name="${name}"/></tm:request></tm:root>`,
      { 'content-type': 'text/plain' }
    )
  const repaired = await add(taskOf('R'), 'CLAS', 'ZCL_OF_QAS')
  assert.equal(repaired.status, 400)
  assert.match(repaired.text, /R3TR CLAS ZCL_OF_QAS is in this system/)
  assert.match((await add(taskOf('S'), 'DEVC', 'ZBOX')).text, /it is changed in a repair/)
})

test('a system that is not modifiable refuses changes of objects and permits everything else', async t => {
  const sandbox = await startSandbox(t, { identity: { ...quality, modifiable: false } })
  const client = await logOn(sandbox)
  await assert.rejects(createClass(client, 'ZCL_NEW'), /403 .*has status 'not modifiable'/)
  const locked = await client.post('/sap/bc/adt/packages/zbox?_action=LOCK', '')
  assert.match(locked.text, /ExceptionResourceNoAccess.*not modifiable/)
  assert.equal(
    (await client.post('/sap/bc/adt/packages/zbox?_action=UNLOCK&lockHandle=x', '')).status,
    200
  )
  assert.match(await openRequest(client), /^QASK9/)
  const checks = await client.post('/sap/bc/adt/abapunit/testruns', '<x/>')
  assert.doesNotMatch(checks.text, /not modifiable/)
  const other = await logOn(await startSandbox(t, { identity: quality }))
  await write(
    other,
    await createClass(other, 'ZCL_NEW'),
    'CLASS zcl_new DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_new IMPLEMENTATION.\nENDCLASS.\n'
  )
})
