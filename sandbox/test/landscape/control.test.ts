import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClass, logOn, startSandbox, users } from '../http/fixture.ts'
import { createControl } from '../../landscape/control-client.ts'
import { activateUnchecked, openRequestFor, release, startStage, threeSystems } from './fixture.ts'

const adt = '/sap/bc/adt'

test('the control routes show the queue, import, and keep the log; ADT shows both logs', async t => {
  const stage = await startStage(t, threeSystems())
  const [dev, qas] = [stage.client('dev'), stage.client('qas')]
  const number = await openRequestFor(dev, 'QAS')
  await createClass(dev, 'ZCL_LOGGED', 'ZBOX', number)
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', number)
  const control = createControl({ url: stage.sandbox('qas').url, ...users[0], user: 'ALICE' })
  const [waiting] = await control.queue()
  assert.deepEqual(
    [waiting?.number, waiting?.source, waiting?.owner, waiting?.text, waiting?.state],
    [number, 'DEV', 'ALICE', 'To QAS', 'waiting']
  )
  const { reports } = await control.importRequests({ number: number.toLowerCase() })
  assert.deepEqual(
    reports.map(each => [each.number, each.code]),
    [[number, 0]]
  )
  const log = JSON.parse((await qas.get(`/sandbox/imports/${number}`)).text)
  assert.equal(log.importedBy, 'ALICE')
  assert.deepEqual(
    log.log.map((each: { text: string }) => each.text),
    ['R3TR CLAS ZCL_LOGGED was imported']
  )
  assert.equal((await qas.get('/sandbox/imports/DEVK9X')).status, 404)

  const logs = { accept: 'application/vnd.sap.adt.logs+xml' }
  const path = `${adt}/cts/transportrequests/${number}`
  const imports = await qas.get(`${path}/transportlogs`, logs)
  assert.equal(imports.headers['content-type'], logs.accept)
  assert.match(
    imports.text,
    /^<\?xml [^>]*><log:log xmlns:log="http:\/\/www\.sap\.com\/adt\/logs"><log:entry log:text="Import QAS I: R3TR CLAS ZCL_LOGGED was imported"\/><log:entry log:text="Import QAS ended with return code 0"\/><\/log:log>$/
  )
  const actions = await dev.get(`${path}/actionlogs`, logs)
  assert.match(actions.text, /log:text="ALICE: Released".*log:text="ALICE: Exported for QAS"/)
})

test('users who only display see the queue and cannot import', async t => {
  const eve = { name: 'EVE', password: 'secret', role: 'display' } as const
  const client = await logOn(await startSandbox(t, { users: [...users, eve] }), eve)
  assert.equal((await client.get('/sandbox/imports')).status, 200)
  const refused = await client.post('/sandbox/imports', '', { 'content-type': 'application/json' })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /User EVE is not authorized to change transport requests/)
})

test('the control routes refuse wrong options and wrong passwords', async t => {
  const stage = await startStage(t, threeSystems())
  const qas = stage.client('qas')
  const post = (body: string) =>
    qas.post('/sandbox/imports', body, { 'content-type': 'application/json' })
  assert.match((await post('[]')).text, /The body is no JSON object; give one/)
  assert.match((await post('{"again":"yes"}')).text, /The option again is not valid; give number/)
  assert.match((await post('{"user":"EVE"}')).text, /The option user is not valid/)
  assert.equal((await post('')).text, '{"reports":[],"left":[]}')
  const control = createControl({ url: stage.sandbox('qas').url, user: 'ALICE', password: 'no' })
  await assert.rejects(control.queue(), /refuses user ALICE; give the password/)
  await assert.rejects(
    createControl({ url: 'http://127.0.0.1:1', user: 'ALICE', password: 'no' }).queue(),
    /does not answer; start the landscape/
  )
})
