/** Releases that the system interrupts with a question, those that go on, and the versions that stay. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
  return { alice, sandbox, status, release, activate, filled }
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

const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

const text = (name: string, word: string) =>
  `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n* ${word}\nENDCLASS.\n`

test('versions: the state before the first entry in a request, and one at each release', async t => {
  const { alice, release, activate, sandbox } = await start(t)
  const uri = await createClass(alice, 'ZCL_HISTORY', '$TMP')
  await write(alice, uri, text('zcl_history', 'local'))
  await activate(uri)
  const moved = sandbox.store.update(
    { type: 'CLAS', name: 'ZCL_HISTORY' },
    { package: 'ZBOX' },
    'ALICE'
  )
  assert.equal(moved.package, 'ZBOX')
  const versions = async (include = 'main') => {
    const feed = await alice.get(`${uri}/includes/${include}/versions`)
    return [...feed.text.matchAll(/<atom:entry>(.*?)<\/atom:entry>/g)].map(([, entry = '']) => [
      /<atom:id>(\d+)</.exec(entry)?.[1],
      /adtcore:name="(\w+)"/.exec(entry)?.[1] ?? ''
    ])
  }
  const contentOf = async (id: string) =>
    (await alice.get(`${uri}/includes/main/versions/1/${id}/content`)).text
  const change = async (word: string, corrNr: string) => {
    const handle = await lock(alice, uri)
    const { status, text: answer } = await alice.put(
      `${uri}/source/main?lockHandle=${handle}&corrNr=${corrNr}`,
      text('zcl_history', word),
      { 'content-type': 'text/plain; charset=utf-8', ...stateful }
    )
    assert.equal(status, 200, answer)
    await alice.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
    await activate(uri)
  }
  const first = await openRequest(alice)
  await change('one', first)
  await change('two', first)
  assert.deepEqual(await versions(), [
    ['00000', first],
    ['00001', '']
  ])
  assert.match(await contentOf('00001'), /local/)
  const [task] = sandbox.store.transports.tasks(first)
  assert.equal((await release(task?.number ?? '', 'newreleasejobs')).report, 'released')
  assert.equal((await versions()).length, 2, 'a task keeps no version')
  assert.equal((await release(first, 'newreleasejobs')).report, 'released')
  assert.deepEqual(
    await versions(),
    [
      ['00002', first],
      ['00000', ''],
      ['00001', '']
    ],
    'by time: the release came after the last change'
  )
  assert.match(await contentOf('00002'), /two/)
  const second = await openRequest(alice)
  await change('three', second)
  assert.deepEqual(
    await versions(),
    [
      ['00000', second],
      ['00002', first],
      ['00001', '']
    ],
    'the last release is the state before'
  )
  assert.match(await contentOf('00000'), /three/)
  assert.deepEqual(await versions('macros'), [], 'an include that is not there has none')
})

test('a change that is refused leaves no version', async t => {
  const { alice, activate, sandbox } = await start(t)
  const uri = await createClass(alice, 'ZCL_REFUSED', '$TMP')
  await activate(uri)
  const key = { type: 'CLAS', name: 'ZCL_REFUSED' } as const
  sandbox.store.update(key, { package: 'ZBOX' }, 'ALICE')
  const number = await openRequest(alice)
  const handle = await lock(alice, uri)
  const refused = await alice.put(
    `${uri}/source/main?lockHandle=${handle}&corrNr=${number}`,
    'no class at all',
    { 'content-type': 'text/plain; charset=utf-8', ...stateful }
  )
  assert.equal(refused.status, 400, refused.text)
  assert.deepEqual(sandbox.store.versions({ object: key, part: 'main' }), [])
  assert.deepEqual(sandbox.store.transports.entriesOf(key), [])
})

test('a function module has versions of its own, as its entry in a request', async t => {
  const { alice, release, sandbox } = await start(t)
  const { store } = sandbox
  const object = { type: 'FUGR', name: 'ZHISTORY' } as const
  const part = { object, part: 'function:Z_ONE' }
  const facts = { package: 'ZBOX', description: 'x', language: 'EN', attributes: {} }
  const users = { responsible: 'ALICE', createdBy: 'ALICE', changedBy: 'ALICE' }
  store.create({ key: object, ...facts, ...users }, [], 'ALICE')
  const source = (word: string) => `FUNCTION z_one.\n* ${word}\nENDFUNCTION.`
  store.addPart(part, source('first'), 'ALICE')
  store.activate([object], 'ALICE')
  const number = await openRequest(alice)
  const uri = '/sap/bc/adt/functions/groups/zhistory/fmodules/z_one'
  const handle = await lock(alice, uri)
  const written = await alice.put(
    `${uri}/source/main?lockHandle=${handle}&corrNr=${number}`,
    source('second'),
    { 'content-type': 'text/plain; charset=utf-8', ...stateful }
  )
  assert.equal(written.status, 200, written.text)
  await alice.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
  store.activate([object], 'ALICE')
  const [task] = store.transports.tasks(number)
  for (const each of [task?.number ?? '', number]) {
    assert.equal((await release(each, 'newreleasejobs')).report, 'released')
  }
  assert.deepEqual(
    store.versions(part).map(version => version.request),
    [number, '']
  )
  assert.deepEqual(store.versions({ object, part: 'main' }), [])
  const feed = await alice.get(`${uri}/source/main/versions`)
  assert.match(feed.text, /Version List of Z_ONE \(FUNC\)/)
})

test('a version that an earlier release made at an activation names the request of that time', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'legacy-versions-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const earlier = await startSandbox(t, { dataDir })
  const alice = await logOn(earlier)
  const number = await openRequest(alice)
  await createClass(alice, 'ZCL_LEGACY', 'ZBOX', number)
  await earlier.close()
  const database = new DatabaseSync(join(dataDir, '.sandbox', 'state.sqlite'))
  const add = database.prepare(
    `INSERT INTO former (type, name, part, number, changed_by, changed_at, text)
     VALUES ('CLAS', 'ZCL_LEGACY', 'main', ?, 'ALICE', ?, '* old')`
  )
  add.run(1, 5)
  add.run(2, Date.now())
  database.close()
  const later = await logOn(await startSandbox(t, { dataDir }))
  const feed = await later.get('/sap/bc/adt/oo/classes/zcl_legacy/includes/main/versions')
  const entries = [
    ...feed.text.matchAll(/<atom:id>(\d+)<\/atom:id>(?:<atom:link adtcore:name="(\w+)")?/g)
  ]
  assert.deepEqual(
    entries.map(([, id, request]) => [id, request]),
    [
      ['99999', number],
      ['00002', number],
      ['00001', undefined]
    ]
  )
})
