/** The editor of a transport request: objects, target, attributes, task types, checks and searches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Sandbox, SandboxOptions } from '../../server.ts'
import type { Client, Reply } from '../http/client.ts'
import {
  createClass,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  users
} from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const requests = `${adt}/cts/transportrequests`
const xmlns = 'xmlns:tm="http://www.sap.com/cts/adt/tm"'
const text = { 'content-type': 'text/plain' }

interface Box {
  readonly sandbox: Sandbox
  readonly alice: Client
  act(number: string, action: string, inner?: string): Promise<Reply>
}

async function start(t: TestContext, options: SandboxOptions = {}): Promise<Box> {
  const sandbox = await startSandbox(t, options)
  const alice = await logOn(sandbox)
  return {
    sandbox,
    alice,
    act: async (number, action, inner = '') =>
      await alice.put(
        `${requests}/${number}`,
        `<tm:root ${xmlns} tm:number="${number}" tm:useraction="${action}">${inner}</tm:root>`,
        text
      )
  }
}

const entry = (name: string, more = '') =>
  `<tm:request><tm:abap_object tm:pgmid="R3TR" tm:type="CLAS" tm:name="${name}"${more}/></tm:request>`

async function newTask(client: Client, number: string, user = 'ALICE'): Promise<string> {
  const { text: answer } = await client.post(
    `${requests}/${number}/tasks`,
    `<tm:root ${xmlns} tm:targetuser="${user}" tm:useraction="newtask"/>`,
    text
  )
  return /tm:number="([^"]+)"/.exec(answer)?.[1] ?? ''
}

/** A request without a task: only its own list of objects. */
async function withoutTask({ alice, sandbox }: Box): Promise<string> {
  const number = await openRequest(alice)
  for (const { number: task } of sandbox.store.transports.tasks(number)) {
    sandbox.store.transports.remove(task)
  }
  return number
}

const held = ({ sandbox }: Box, number: string) =>
  sandbox.store.transports
    .entries(number)
    .map(({ pgmid, type, name }) => `${pgmid} ${type} ${name}`)

test('an object is added to a request, and to a task once it has a type', async t => {
  const box = await start(t)
  const { alice, act, sandbox } = box
  const name = randomName('ZCL')
  await createClass(alice, name)
  const number = await withoutTask(box)
  const added = await act(number, 'addobject', entry(name))
  assert.equal(added.status, 200, added.text)
  assert.match(added.text, /tm:useraction="addobject"/)
  assert.match(added.text, /<tm:abap_object [^>]*tm:position="000001"[^>]*tm:lock_status="X"/)
  assert.deepEqual(held(box, number), [`R3TR CLAS ${name}`])

  const task = await newTask(alice, await openRequest(alice), 'BOB')
  const other = randomName('ZCL')
  await createClass(alice, other)
  const refused = await act(task, 'addobject', entry(other))
  assert.equal(refused.status, 400)
  assert.match(refused.text, /ADT_TM_COMMON_EXCEPTION.*only allowed in correction\/repair/)
  assert.match(refused.text, /T100KEY-ID">SCTS_ADT_MSG.*T100KEY-NO">009/)
  const typed = await act(task, 'changetasktype', `<tm:task tm:number="${task}" tm:type="S"/>`)
  assert.equal(typed.status, 200, typed.text)
  assert.equal(sandbox.store.transports.request(task)?.kind, 'S')
  assert.equal((await act(task, 'addobject', entry(other))).status, 200)
  assert.deepEqual(held(box, task), [`R3TR CLAS ${other}`])
  for (const type of ['K', 'Q', '']) {
    const wrong = await act(task, 'changetasktype', `<tm:task tm:type="${type}"/>`)
    assert.equal(wrong.status, 400, type)
  }
})

test('an object that another request holds, and one that does not exist, are refused', async t => {
  const box = await start(t)
  const { alice, act } = box
  const name = randomName('ZCL')
  await createClass(alice, name)
  const [first, second] = [await withoutTask(box), await withoutTask(box)]
  await act(first, 'addobject', entry(name))
  const locked = await act(second, 'addobject', entry(name))
  assert.equal(locked.status, 403)
  assert.match(locked.text, new RegExp(`${name} is locked in request/task ${first}`))
  const missing = await act(second, 'addobject', entry('ZCL_NOT_THERE'))
  assert.equal(missing.status, 400)
  assert.deepEqual(held(box, second), [])
})

test('an entry is removed by its position; without it the answer is 200 and nothing happens', async t => {
  const box = await start(t)
  const name = randomName('ZCL')
  await createClass(box.alice, name)
  const number = await withoutTask(box)
  await box.act(number, 'addobject', entry(name))
  for (const position of ['', ' tm:position="000007"']) {
    assert.equal((await box.act(number, 'removeobject', entry(name, position))).status, 200)
    assert.equal(held(box, number).length, 1)
  }
  await box.act(number, 'removeobject', entry(name, ' tm:position="000001"'))
  assert.deepEqual(held(box, number), [])
})

test('the target is changed to one that exists, and not to none', async t => {
  const box = await start(t)
  const { sandbox, act, alice } = box
  const number = await openRequest(alice)
  const target = (name: string) => `<tm:request tm:number="${number}" tm:target="${name}"/>`
  assert.equal((await act(number, 'changetarget', target('VRT'))).status, 200)
  assert.equal(sandbox.store.transports.request(number)?.target, 'VRT')
  assert.equal((await act(number, 'changetarget', target('NOWHERE'))).status, 400)
  assert.equal((await act(number, 'changetarget', target(''))).status, 400)
  assert.equal(sandbox.store.transports.request(number)?.target, 'VRT')
  // Saving writes the whole document: what it leaves out is gone.
  const saved = await alice.put(
    `${requests}/${number}`,
    `<tm:root ${xmlns}><tm:request tm:number="${number}" tm:desc="New text"/></tm:root>`,
    text
  )
  assert.equal(saved.status, 200, saved.text)
  const after = sandbox.store.transports.request(number)
  assert.deepEqual([after?.text, after?.target], ['New text', ''])
})

test('attributes are added, changed by their position, and removed', async t => {
  const box = await start(t)
  const { sandbox, act, alice } = box
  const number = await openRequest(alice)
  const attribute = (value: string, more = '') =>
    `<tm:request><tm:attributes tm:attribute="ZTICKET" tm:value="${value}"${more}/></tm:request>`
  assert.equal((await act(number, 'addattribute', attribute('A-1'))).status, 200)
  assert.equal((await act(number, 'modifyattribute', attribute('A-2'))).status, 400)
  assert.equal(
    (await act(number, 'modifyattribute', attribute('A-2', ' tm:position="000001"'))).status,
    200
  )
  assert.deepEqual(sandbox.store.transports.attributes(number), [{ name: 'ZTICKET', value: 'A-2' }])
  assert.equal(
    (await act(number, 'removeattribute', attribute('', ' tm:position="000001"'))).status,
    200
  )
  assert.deepEqual(sandbox.store.transports.attributes(number), [])
})

test('sort and compress drops what a whole object covers; the check names foreign locks', async t => {
  const box = await start(t)
  const { sandbox, act, alice } = box
  const { transports } = sandbox.store
  const [second, first] = [randomName('ZCL_B'), randomName('ZCL_A')]
  const number = await withoutTask(box)
  for (const name of [second, first]) {
    await createClass(alice, name)
    await act(number, 'addobject', entry(name))
  }
  const object = { type: 'CLAS', name: first } as const
  const part = { pgmid: 'LIMU', type: 'METH', name: `${first} RUN`, object, adtType: 'CLAS/OM' }
  transports.addEntry({ ...part, number, recordedAt: Date.now() })
  const sorted = await alice.post(`${requests}/${number}/sortandcompress`)
  assert.equal(sorted.status, 200, sorted.text)
  assert.deepEqual(held(box, number), [`R3TR CLAS ${first}`, `R3TR CLAS ${second}`])
  assert.deepEqual(
    transports.entries(number).map(({ position }) => position),
    [1, 2]
  )
  const clean = await alice.post(`${requests}/${number}/consistencychecks`)
  assert.equal(clean.status, 200)
  assert.doesNotMatch(clean.text, /<msg /)
  const copies = await withoutTask(box)
  transports.addEntry({
    ...part,
    pgmid: 'R3TR',
    type: 'CLAS',
    name: first,
    number: copies,
    recordedAt: Date.now() + 1
  })
  const found = await alice.post(`${requests}/${copies}/consistencychecks`)
  assert.match(
    found.text,
    new RegExp(
      `<chkl:messages .*<msg [^>]*type="E"[^>]*><shortText><txt>${first} is locked in request/task ${number}</txt>`
    )
  )
})

test('requests are found by the old search and by the new one', async t => {
  const { alice, sandbox } = await start(t)
  const bob = await logOn(sandbox, users[1])
  const [own, foreign] = [await openRequest(alice, 'Mine'), await openRequest(bob, 'His')]
  const numbers = ({ text: xml }: Reply, name: string) =>
    [...xml.matchAll(new RegExp(`${name}[=>]"?([A-Z0-9]{10})`, 'g'))].map(([, found]) => found)
  const find = async (query: string) =>
    numbers(await alice.get(`${adt}/cts/transports?_action=FIND&${query}`), 'TRKORR')
  assert.deepEqual(await find('trfunction=K'), [own])
  assert.deepEqual(await find('user=BOB&trfunction=*'), [foreign])
  assert.deepEqual(await find('user=*&trfunction=*'), [own, foreign])
  assert.deepEqual(await find('user=*&trfunction=W'), [])
  const search = async (query: string) => {
    const answer = await alice.get(`${adt}/cts/transports/search?${query}`)
    assert.equal(answer.status, 200, answer.text)
    assert.match(
      answer.text,
      /<transports:searchresults xmlns:transports="http:\/\/www.sap.com\/cts\/adt\/transports\/search"/
    )
    return numbers(answer, '<transports:request transports:number')
  }
  assert.deepEqual(await search(''), [own, foreign])
  assert.deepEqual(await search('owner=BOB'), [foreign])
  assert.deepEqual(await search('owner=BOB&owner=ALICE&requestStatus=D'), [own, foreign])
  assert.deepEqual(await search('requestStatus=R'), [])
  assert.deepEqual(await search(`transportNumber=${own.slice(0, 9)}*&owner=ALICE`), [own])
  assert.deepEqual(await search('fromDate=20990101'), [])
  const none = await logOn(await startSandbox(t, { release: '750' }))
  assert.equal((await none.get(`${adt}/cts/transports/search`)).status, 404)
  const announced = async (client: Client) =>
    /transports\.search|transports\/search/.test((await client.get(`${adt}/discovery`)).text)
  assert.deepEqual([await announced(alice), await announced(none)], [true, false])
})
