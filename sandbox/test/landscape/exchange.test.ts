import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClass, lock } from '../http/fixture.ts'
import type { QueueEntry } from '../../transports/exchange/types.ts'
import {
  activateUnchecked,
  openRequestFor,
  release,
  save,
  startStage,
  threeSystems
} from './fixture.ts'
import type { Stage } from './fixture.ts'

const adt = '/sap/bc/adt'

function classText(name: string, comment: string): string {
  return `CLASS ${name} DEFINITION PUBLIC.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n* ${comment}\nENDCLASS.\n`
}

/** A class in a new request of `dev`, active and released. */
async function released(stage: Stage, name: string, text: string): Promise<string> {
  const client = stage.client('dev')
  const number = await openRequestFor(client, 'QAS')
  const known = stage.sandbox('dev').store.get({ type: 'CLAS', name }) !== undefined
  const uri = known
    ? `${adt}/oo/classes/${name.toLowerCase()}`
    : await createClass(client, name, 'ZBOX', number)
  await save(client, { uri, text, request: number })
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', number)
  return number
}

function queueOf(stage: Stage, name: string): Pick<QueueEntry, 'number' | 'state' | 'code'>[] {
  return stage
    .sandbox(name)
    .store.exchange.queue()
    .map(({ number, state, code }) => ({ number, state, ...(code === undefined ? {} : { code }) }))
}

const importInto = (stage: Stage, name: string, more = {}) =>
  stage.sandbox(name).importRequests({ user: 'ALICE', ...more })

const textIn = (stage: Stage, name: string, object: string) =>
  stage.sandbox(name).store.read({ object: { type: 'CLAS', name: object }, part: 'main' }, 'active')
    ?.text

test('a released request goes from queue to queue, and its object as it was released', async t => {
  const stage = await startStage(t, threeSystems())
  const text = classText('zcl_way', 'first')
  const number = await released(stage, 'ZCL_WAY', text)
  assert.match(number, /^DEVK9/)
  assert.deepEqual(queueOf(stage, 'qas'), [{ number, state: 'waiting' }])
  assert.deepEqual(queueOf(stage, 'prd'), [])
  assert.equal(textIn(stage, 'qas', 'ZCL_WAY'), undefined)

  const { reports } = await importInto(stage, 'qas')
  assert.deepEqual(
    reports.map(({ code, messages }) => [code, messages]),
    [[0, [{ step: 'import', severity: 'I', text: 'R3TR CLAS ZCL_WAY was imported' }]]]
  )
  assert.equal(textIn(stage, 'qas', 'ZCL_WAY'), text)
  assert.deepEqual(queueOf(stage, 'qas'), [{ number, state: 'imported', code: 0 }])
  assert.deepEqual(queueOf(stage, 'prd'), [{ number, state: 'waiting' }])
  const info = stage.sandbox('qas').store.get({ type: 'CLAS', name: 'ZCL_WAY' })
  assert.deepEqual([info?.original, info?.createdBy, info?.package], ['DEV', 'ALICE', 'ZBOX'])

  await importInto(stage, 'prd', { number })
  assert.equal(textIn(stage, 'prd', 'ZCL_WAY'), text)
  const document = await stage.client('prd').get(`${adt}/oo/classes/zcl_way`)
  assert.match(document.text, /adtcore:masterSystem="DEV"/)
  const record = await stage.client('prd').get(`${adt}/cts/transportrequests/${number}`)
  assert.match(record.text, /tm:status="R"[\s\S]*tm:name="ZCL_WAY"/)
  assert.deepEqual(queueOf(stage, 'dev'), [])
  await assert.rejects(importInto(stage, 'qas', { number }), /was imported into system QAS/)
  await assert.rejects(importInto(stage, 'qas', { number: 'DEVK9X' }), /is not in the import queue/)
})

test('an import before an earlier request warns, and is repeated in its turn', async t => {
  const stage = await startStage(t, threeSystems())
  const [older, newer] = [classText('zcl_turn', 'older'), classText('zcl_turn', 'newer')]
  const first = await released(stage, 'ZCL_TURN', older)
  const second = await released(stage, 'ZCL_TURN', newer)
  const early = await importInto(stage, 'qas', { number: second })
  assert.equal(early.reports[0]?.code, 4)
  assert.match(early.reports[0]?.messages[0]?.text ?? '', new RegExp(`before ${first}`))
  assert.equal(textIn(stage, 'qas', 'ZCL_TURN'), newer)
  assert.deepEqual(queueOf(stage, 'qas'), [
    { number: first, state: 'waiting' },
    { number: second, state: 'preliminary', code: 4 }
  ])
  await importInto(stage, 'qas', { number: first })
  assert.equal(textIn(stage, 'qas', 'ZCL_TURN'), older)
  const { reports } = await importInto(stage, 'qas')
  assert.deepEqual(
    reports.map(({ number, code }) => [number, code]),
    [[second, 0]]
  )
  assert.equal(textIn(stage, 'qas', 'ZCL_TURN'), newer)
  assert.deepEqual(
    queueOf(stage, 'prd').map(each => each.number),
    [second, first]
  )
})

test('errors: a faulty source, a missing package, a repair, an original of the system', async t => {
  const stage = await startStage(t, threeSystems({ qas: { modifiable: true } }))
  const [dev, qas] = [stage.client('dev'), stage.client('qas')]
  const faulty = classText('zcl_bad', 'bad').replace('* bad', 'METHOD missing.\nENDMETHOD.')
  await released(stage, 'ZCL_BAD', faulty)
  const generation = (await importInto(stage, 'qas')).reports[0]
  assert.equal(generation?.code, 8)
  const error = generation?.messages.find(({ severity }) => severity === 'E')
  assert.equal(error?.step, 'generation')
  assert.match(error?.text ?? '', /^R3TR CLAS ZCL_BAD, file zcl_bad\.clas\.abap, line 4: /)
  assert.equal(textIn(stage, 'qas', 'ZCL_BAD'), faulty)

  const first = await released(stage, 'ZCL_FIX', classText('zcl_fix', 'one'))
  await importInto(stage, 'qas')
  const repair = await openRequestFor(qas, 'PRD')
  const uri = `${adt}/oo/classes/zcl_fix`
  const changed = classText('zcl_fix', 'repaired')
  await save(qas, { uri, text: changed, request: repair })
  activateUnchecked(stage.sandbox('qas'))
  assert.deepEqual(
    stage
      .sandbox('qas')
      .store.transports.tasks(repair)
      .map(task => task.kind),
    ['R']
  )
  const second = await released(stage, 'ZCL_FIX', classText('zcl_fix', 'two'))
  const kept = (await importInto(stage, 'qas')).reports[0]
  assert.deepEqual([kept?.number, kept?.code], [second, 8])
  assert.match(kept?.messages[0]?.text ?? '', new RegExp(`is in repair in request ${repair}`))
  assert.equal(textIn(stage, 'qas', 'ZCL_FIX'), changed)
  await importInto(stage, 'qas', { number: second, again: true, overwriteRepaired: true })
  assert.equal(textIn(stage, 'qas', 'ZCL_FIX'), classText('zcl_fix', 'two'))
  assert.notEqual(first, second)

  await createClass(qas, 'ZCL_MINE', 'ZBOX', repair)
  const handle = await lock(qas, `${adt}/oo/classes/zcl_mine`)
  const foreign = await released(stage, 'ZCL_MINE', classText('zcl_mine', 'dev'))
  const original = (await importInto(stage, 'qas')).reports[0]
  assert.deepEqual([original?.number, original?.code], [foreign, 8])
  assert.match(original?.messages[0]?.text ?? '', /is an original of system QAS/)
  await qas.post(`${adt}/oo/classes/zcl_mine?_action=UNLOCK&lockHandle=${handle}`, '')

  const number = await openRequestFor(dev, 'QAS')
  await dev.post(
    `${adt}/packages?corrNr=${number}`,
    '<pak:package xmlns:pak="http://www.sap.com/adt/packages" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZALONE" adtcore:description="Alone"><pak:superPackage/></pak:package>',
    { 'content-type': 'application/*' }
  )
  const other = await openRequestFor(dev, 'QAS')
  await createClass(dev, 'ZCL_ALONE', 'ZALONE', other)
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', other)
  const homeless = (await importInto(stage, 'qas')).reports[0]
  assert.equal(homeless?.code, 8)
  assert.match(homeless?.messages[0]?.text ?? '', /Package ZALONE does not exist/)
  await release(stage, 'dev', number)
  assert.deepEqual((await importInto(stage, 'qas')).reports[0]?.code, 0)
  const again = await importInto(stage, 'qas', { number: other, again: true })
  assert.equal(again.reports[0]?.code, 0)
  assert.equal(
    stage.sandbox('qas').store.get({ type: 'CLAS', name: 'ZCL_ALONE' })?.package,
    'ZALONE'
  )
})
