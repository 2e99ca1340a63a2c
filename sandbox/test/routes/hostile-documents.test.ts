import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClass,
  lock,
  logOn,
  openRequest,
  randomName,
  startSandbox,
  users
} from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const requests = `${adt}/cts/transportrequests`
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const deep = '<a>'.repeat(300) + '</a>'.repeat(300)
const bodies = [
  '',
  '<',
  '{}',
  '<a/>',
  deep,
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  `<a b="${'x'.repeat(200_000)}"/>`,
  '\u0000',
  '<root useraction="newrequest"><request/></root>',
  '<root useraction="newrequest"><request desc="&#0;" type="K" target="../.."/></root>',
  '<root useraction="removeobject"><request><abap_object/></request></root>',
  '<root useraction="changeowner"/>',
  '<root useraction="modify"><request number="SBXK900001" target="__proto__"/></root>',
  '<root useraction="constructor"/>',
  '<configuration><properties><property key="__proto__">x</property></properties></configuration>'
]

test('no body makes the transport organizer fail instead of refusing', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const number = await openRequest(client)
  for (const body of bodies) {
    for (const [method, path] of [
      ['POST', requests],
      ['PUT', `${requests}/${number}`],
      ['POST', `${requests}/${number}/tasks`],
      ['POST', `${adt}/cts/transportchecks`],
      ['PUT', `${requests}/searchconfiguration/configurations/X`],
      ['PUT', `${requests}/__proto__`],
      ['POST', `${adt}/messageclass/zx/messages/001?_action=LOCK_MSG`]
    ] as const) {
      const reply = await client.send(method, path, {
        body,
        headers: { 'content-type': 'text/plain' }
      })
      assert.ok(
        reply.status < 500,
        `${method} ${path} ${body.slice(0, 80)}: ${reply.status} ${reply.text.slice(0, 200)}`
      )
    }
  }
  for (const query of [
    'user=%00',
    'user=%27%3B--',
    'configUri=/',
    'configUri=%25',
    'requestStatus=%F0%9F%98%80',
    `user=${'x'.repeat(5000)}`
  ]) {
    assert.ok((await client.get(`${requests}?${query}`)).status < 500, query)
  }
  assert.match((await client.get(`${requests}/${number}`)).text, /tm:status="D"/)
})

test('no body makes a document fail instead of refusing, and none leaves half an object', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  const collections = [
    'ddic/domains',
    'ddic/dataelements',
    'ddic/tabletypes',
    'messageclass',
    'businessservices/bindings'
  ]
  const inner = [
    '<content><typeInformation><datatype>CHAR</datatype><length>-1</length></typeInformation></content>',
    '<content><typeInformation><datatype/></typeInformation></content>',
    '<dataElement><typeKind>domain</typeKind><typeName>../x</typeName></dataElement>',
    '<dataElement><shortFieldLength>99</shortFieldLength></dataElement>',
    '<rowType><typeKind>constructor</typeKind></rowType>',
    '<accessType>toString</accessType>',
    '<primaryKey><kind>__proto__</kind></primaryKey>',
    '<messages msgno="-1" msgtext="x"/>',
    '<messages/>',
    '<deletedmessages msgno="999"/>',
    '<services><content/></services><binding/>',
    `<content><valueInformation><fixValues>${'<fixValue><low>&lt;</low></fixValue>'.repeat(3000)}</fixValues></valueInformation></content>`
  ]
  for (const collection of collections) {
    for (const content of [...bodies, ...inner]) {
      const name = randomName('ZH').slice(0, 16)
      const body = inner.includes(content)
        ? `<r xmlns:c="http://www.sap.com/adt/core" c:name="${name}"><c:packageRef c:name="$TMP"/>${content}</r>`
        : content
      const reply = await client.post(`${adt}/${collection}`, body, {
        'content-type': 'application/*'
      })
      assert.ok(
        reply.status < 500,
        `${collection} ${content.slice(0, 80)}: ${reply.status} ${reply.text.slice(0, 200)}`
      )
      if (reply.status !== 201) {
        assert.deepEqual(sandbox.store.list({ name }), [], content.slice(0, 80))
      }
    }
  }
})

test('two concurrent writes are recorded once each, or refused', async t => {
  const sandbox = await startSandbox(t)
  const [alice, bob] = [await logOn(sandbox), await logOn(sandbox, users[1])]
  const [first, second] = [await openRequest(alice), await openRequest(bob)]
  const name = randomName('ZCL')
  const uri = await createClass(alice, name, 'ZBOX', first)
  const source = `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\nENDCLASS.\n`
  const handle = await lock(alice, uri)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () =>
      alice.put(`${uri}/source/main?lockHandle=${handle}&corrNr=${first}`, source, stateful)
    ),
    ...Array.from({ length: 10 }, () =>
      bob.put(`${uri}/source/main?lockHandle=${handle}&corrNr=${second}`, source, stateful)
    ),
    ...Array.from({ length: 5 }, () => alice.post(`${requests}/${second}/newreleasejobs`))
  ])
  assert.deepEqual(
    answers.map(each => each.status),
    [...Array<number>(10).fill(200), ...Array<number>(10).fill(423), ...Array<number>(5).fill(200)]
  )
  assert.equal(sandbox.store.transports.entriesOf({ type: 'CLAS', name }).length, 1)
  assert.match(
    (await bob.get(`${requests}/${second}`)).text,
    /tm:status="D"/,
    'only the owner releases'
  )
})
