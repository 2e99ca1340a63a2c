/** Releases that the system interrupts with a question, and those that go on all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { SandboxOptions } from '../../server.ts'
import {
  createClass,
  lock,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  write
} from '../http/fixture.ts'

const requests = '/sap/bc/adt/cts/transportrequests'
const xmlns = 'xmlns:tm="http://www.sap.com/cts/adt/tm"'

async function start(t: TestContext, options: SandboxOptions = {}) {
  const sandbox = await startSandbox(t, options)
  const alice = await logOn(sandbox)
  const status = (number: string) => sandbox.store.transports.request(number)?.status
  const release = async (number: string, action: string, facts = '') => {
    const body =
      facts === ''
        ? ''
        : `<tm:root ${xmlns} tm:useraction="${action}" tm:number="${number}" ${facts}/>`
    const { text, status: code } = await alice.post(`${requests}/${number}/${action}`, body)
    assert.equal(code, 200, text)
    const found = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(text)?.[1]?.trim()
    return {
      text,
      report: found('chkrun:status'),
      timestamp: found('tm:releasetimestamp'),
      lock: found('tm:releaseobjlock')
    }
  }
  const activate = async (uri: string) => {
    const { text } = await alice.post(
      '/sap/bc/adt/activation?method=activate',
      `<adtcore:objectReferences xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences>`
    )
    assert.doesNotMatch(text, /type="E"/)
  }
  const filled = async () => {
    const name = randomName('ZCL')
    const uri = await createClass(alice, name)
    await activate(uri)
    const number = await openRequest(alice)
    const added = await alice.put(
      `${requests}/${number}`,
      `<tm:root ${xmlns} tm:number="${number}" tm:useraction="addobject"><tm:request><tm:abap_object tm:pgmid="R3TR" tm:type="CLAS" tm:name="${name}"/></tm:request></tm:root>`,
      { 'content-type': 'text/plain' }
    )
    assert.equal(added.status, 200, added.text)
    return { number, uri, name }
  }
  return { alice, status, release, activate, filled }
}

test('locked objects interrupt a release with a question; the answer to it goes on', async t => {
  const { alice, status, release, filled } = await start(t)
  const { number, uri } = await filled()
  await lock(alice, uri)
  const asked = await release(number, 'newreleasejobs')
  assert.equal(asked.report, 'relwithignlock')
  assert.match(asked.text, /chkrun:statusText="[^"]*\?"/)
  assert.match(asked.text, /chkrun:type="E" chkrun:shortText="[^"]*currently editing/)
  assert.deepEqual([asked.lock, status(number)], ['yes', 'D'])
  assert.match(asked.timestamp ?? '', /^\d{14}$/)
  const done = await release(
    number,
    'relwithignlock',
    `tm:releaseobjlock="yes" tm:releasetimestamp="${asked.timestamp}"`
  )
  assert.deepEqual([done.report, status(number)], ['released', 'R'])
})

test('the older address shows a screen and releases nothing', async t => {
  const { status, filled, alice } = await start(t)
  const { number } = await filled()
  const { text } = await alice.post(`${requests}/${number}/releasejobs`)
  assert.match(text, /tm:uri="\/sap\/bc\/adt\/vit\/tm\/releasejobs\//)
  assert.equal(status(number), 'D')
})

const calls = (name: string) => `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD run.
    CALL TRANSACTION 'SE38'.
  ENDMETHOD.
ENDCLASS.
`

test('findings interrupt a release where the system checks at release', async t => {
  const { status, release, filled, alice, activate } = await start(t, { atcAtRelease: true })
  const clean = await filled()
  const passed = await release(clean.number, 'newreleasejobs')
  assert.deepEqual([passed.report, status(clean.number)], ['released', 'R'], passed.text)

  const { number, uri, name } = await filled()
  await write(alice, uri, calls(name.toLowerCase()))
  await activate(uri)
  const asked = await release(number, 'newreleasejobs')
  assert.equal(asked.report, 'relObjigchkatc', asked.text)
  assert.match(asked.text, /chkrun:type="E" chkrun:shortText="[^"]*CLAS/)
  const early = await release(number, 'relObjigchkatc')
  assert.deepEqual([early.report, status(number)], ['relobjchkobs', 'D'])
  const done = await release(number, 'relObjigchkatc', `tm:releasetimestamp="${asked.timestamp}"`)
  assert.deepEqual([done.report, status(number)], ['released', 'R'])
})
