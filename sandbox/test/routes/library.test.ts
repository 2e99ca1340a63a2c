import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClass, logOn, openRequest, startSandbox } from '../http/fixture.ts'
import { libraryFolder, putFiles } from '../helpers/library-folder.ts'

const adt = '/sap/bc/adt'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

test('a library is found and read, and neither listed nor changed; a conflict is named', async t => {
  const library = libraryFolder(1)
  const dataDir = join(library, 'own')
  t.after(() => rmSync(library, { recursive: true }))
  const own = { 'src/zcl_own.clas.abap': 'CLASS zcl_own DEFINITION PUBLIC.\nENDCLASS.\n' }
  putFiles(library, own)
  putFiles(dataDir, own)
  const warnings: string[] = []
  const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} }
  const sandbox = await startSandbox(t, { dataDir, libraries: [library], log })
  const client = await logOn(sandbox)
  const uri = `${adt}/oo/classes/zcl_lib`
  assert.ok(
    warnings.some(text => /1 entry is left out: CLAS ZCL_OWN \(the data folder has/.test(text)),
    warnings.join('\n')
  )
  const found = await client.get(
    `${adt}/repository/informationsystem/search?operation=quickSearch&query=zcl_lib&maxResults=9`
  )
  assert.match(found.text, /adtcore:name="ZCL_LIB" adtcore:packageName="SANDBOX_LIBRARY"/)
  assert.match((await client.get(`${uri}/source/main`)).text, /CLASS zcl_lib DEFINITION/)
  assert.equal((await client.get(`${adt}/ddic/dataelements/zlib_n`)).status, 200)
  const preview = await client.post(`${adt}/datapreview/freestyle`, 'SELECT * FROM zlib_t', {
    'content-type': 'text/plain',
    accept: 'application/*'
  })
  assert.match(preview.text, /dataPreview:name="N"/)
  const locked = await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', stateful)
  assert.equal(locked.status, 403)
  assert.match(locked.text, /ZCL_LIB belongs to a library that is mounted read-only/)
  assert.equal((await client.del(uri)).status, 423)
  await assert.rejects(createClass(client, 'ZCL_LIB'), /does already exist/)
  const number = await openRequest(client)
  const added = await client.put(
    `${adt}/cts/transportrequests/${number}`,
    `<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:number="${number}" tm:useraction="addobject"><tm:request><tm:abap_object tm:pgmid="R3TR" tm:type="CLAS" tm:name="ZCL_LIB"/></tm:request></tm:root>`,
    { 'content-type': 'application/*' }
  )
  assert.match(added.text, /ZCL_LIB belongs to a library/)
  assert.doesNotMatch(
    (await client.get(`${adt}/repository/nodestructure?parent_type=DEVC/K`)).text,
    /ZCL_LIB/
  )
})
