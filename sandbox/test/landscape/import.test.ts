import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClass, lock, openRequest } from '../http/fixture.ts'
import type { ImportReport } from '../../transports/exchange/types.ts'
import type { ObjectKey } from '../../types.ts'
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
const core = 'xmlns:adtcore="http://www.sap.com/adt/core"'

async function importAll(stage: Stage, name = 'qas'): Promise<ImportReport | undefined> {
  return (await stage.sandbox(name).importRequests({ user: 'ALICE' })).reports.at(-1)
}

/** Releases what was recorded in a request of `dev`, with its drafts active, and imports it. */
async function transported(stage: Stage, number: string): Promise<ImportReport | undefined> {
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', number)
  return await importAll(stage)
}

async function post(stage: Stage, path: string, body: string): Promise<void> {
  const answer = await stage.client('dev').post(`${adt}${path}`, body, {
    'content-type': 'application/*'
  })
  assert.equal(answer.status, 201, answer.text)
}

const textIn = (stage: Stage, name: string, object: ObjectKey, part = 'main') =>
  stage.sandbox(name).store.read({ object, part }, 'active')?.text

const table = (field: string, type: string) =>
  `@EndUserText.label : 'Rows'\n@AbapCatalog.enhancement.category : #NOT_EXTENSIBLE\ndefine table zrows {\n  // the key\n  key id : abap.int4 not null;\n  ${field} : ${type};\n\n}`

test('a table is there with its source as it was written; one that cannot be activated stays inactive', async t => {
  const stage = await startStage(t, threeSystems())
  const key = { type: 'TABL', name: 'ZROWS' } as const
  const number = await openRequestFor(stage.client('dev'), 'QAS')
  await post(
    stage,
    `/ddic/tables?corrNr=${number}`,
    `<blue:blueSource xmlns:blue="http://www.sap.com/wbobj/blue" ${core} adtcore:name="ZROWS" adtcore:description="Rows"><adtcore:packageRef adtcore:name="ZBOX"/></blue:blueSource>`
  )
  const uri = `${adt}/ddic/tables/zrows`
  const text = table('amount', 'abap.int4')
  await save(stage.client('dev'), { uri, text, request: number })
  assert.deepEqual((await transported(stage, number))?.code, 0)
  assert.equal(textIn(stage, 'qas', key), textIn(stage, 'dev', key))
  const rows = await stage
    .client('qas')
    .post(`${adt}/datapreview/freestyle?rowNumber=10`, 'SELECT * FROM zrows', {
      'content-type': 'text/plain'
    })
  assert.match(rows.text, /AMOUNT/)

  const second = await openRequestFor(stage.client('dev'), 'QAS')
  await save(stage.client('dev'), {
    uri,
    text: table('amount', 'zmissing_element'),
    request: second
  })
  const failed = await transported(stage, second)
  assert.equal(failed?.code, 8)
  const error = failed?.messages.find(({ severity }) => severity === 'E')
  assert.equal(error?.step, 'activation')
  assert.match(error?.text ?? '', /^R3TR TABL ZROWS, file zrows\.tabl\.xml, line/)
  assert.equal(textIn(stage, 'qas', key), text)
  assert.equal(stage.sandbox('qas').store.get(key)?.state, 'inactive')
})

test('a function module travels alone; the rest of its group stays as it is there', async t => {
  const stage = await startStage(t, threeSystems())
  const group = { type: 'FUGR', name: 'ZGRP' } as const
  const first = await openRequestFor(stage.client('dev'), 'QAS')
  await post(
    stage,
    `/functions/groups?corrNr=${first}`,
    `<group:abapFunctionGroup xmlns:group="http://www.sap.com/adt/functions/groups" ${core} adtcore:name="ZGRP" adtcore:description="Group"><adtcore:packageRef adtcore:name="ZBOX"/></group:abapFunctionGroup>`
  )
  const module = (name: string) =>
    `<fmodule:abapFunctionModule xmlns:fmodule="http://www.sap.com/adt/functions/fmodules" ${core} adtcore:name="${name}" adtcore:description="About ${name}"/>`
  await post(stage, `/functions/groups/zgrp/fmodules?corrNr=${first}`, module('Z_ONE'))
  await post(stage, `/functions/groups/zgrp/fmodules?corrNr=${first}`, module('Z_KEPT'))
  assert.equal((await transported(stage, first))?.code, 0)
  assert.equal(
    textIn(stage, 'qas', group, 'function:Z_ONE'),
    textIn(stage, 'dev', group, 'function:Z_ONE')
  )

  const second = await openRequestFor(stage.client('dev'), 'QAS')
  await post(stage, `/functions/groups/zgrp/fmodules?corrNr=${second}`, module('Z_TWO'))
  await save(stage.client('dev'), {
    uri: `${adt}/functions/groups/zgrp/fmodules/z_one`,
    text: 'FUNCTION z_one IMPORTING VALUE(count) TYPE i.\n  count = count + 1.\nENDFUNCTION.',
    request: second
  })
  const kept = textIn(stage, 'qas', group, 'function:Z_KEPT')
  await save(stage.client('dev'), {
    uri: `${adt}/functions/groups/zgrp/fmodules/z_kept`,
    text: 'FUNCTION z_kept IMPORTING VALUE(other) TYPE i.\n  other = 1.\nENDFUNCTION.',
    request: await openRequestFor(stage.client('dev'), 'QAS')
  })
  activateUnchecked(stage.sandbox('dev'))
  const { transports } = stage.sandbox('dev').store
  const [task] = transports.tasks(second)
  assert.deepEqual(
    transports
      .entries(task?.number ?? '')
      .map(({ pgmid, type, name }) => `${pgmid} ${type} ${name}`),
    ['LIMU FUNC Z_TWO', 'LIMU FUNC Z_ONE']
  )
  const report = await transported(stage, second)
  assert.equal(report?.code, 0, JSON.stringify(report))
  for (const part of ['function:Z_ONE', 'function:Z_TWO', 'main']) {
    assert.equal(textIn(stage, 'qas', group, part), textIn(stage, 'dev', group, part), part)
  }
  assert.notEqual(textIn(stage, 'dev', group, 'function:Z_KEPT'), kept)
  assert.equal(textIn(stage, 'qas', group, 'function:Z_KEPT'), kept)
  const described = stage
    .sandbox('qas')
    .store.read({ object: group, part: 'function:Z_TWO' }, 'active')
  assert.equal(described?.description, 'About Z_TWO')
  assert.equal(stage.sandbox('qas').store.get(group)?.state, 'active')
})

test('a deletion, an object that is edited, a draft: warnings', async t => {
  const stage = await startStage(t, threeSystems({ qas: { modifiable: true } }))
  const [dev, qas] = [stage.client('dev'), stage.client('qas')]
  const first = await openRequestFor(dev, 'QAS')
  const uri = await createClass(dev, 'ZCL_GONE', 'ZBOX', first)
  const other = await createClass(dev, 'ZCL_HELD', 'ZBOX', first)
  assert.equal((await transported(stage, first))?.code, 0)

  const second = await openRequestFor(dev, 'QAS')
  const handle = await lock(dev, uri)
  await dev.del(`${uri}?lockHandle=${handle}&corrNr=${second}`, {
    'x-sap-adt-sessiontype': 'stateful'
  })
  const text =
    'CLASS zcl_held DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_held IMPLEMENTATION.\nENDCLASS.\n'
  await save(dev, { uri: other, text: `${text}* two`, request: second })
  const local = await openRequest(qas)
  await save(qas, { uri: other, text: `${text}* draft`, request: local })
  const { store } = stage.sandbox('qas')
  const [task] = store.transports.tasks(local)
  for (const entry of store.transports.entries(task?.number ?? '')) {
    store.transports.removeEntry(entry)
  }
  await lock(qas, other)
  const report = await transported(stage, second)
  assert.equal(report?.code, 4, JSON.stringify(report))
  const warnings = report?.messages
    .filter(({ severity }) => severity === 'W')
    .map(each => each.text)
  assert.deepEqual(warnings?.length, 3)
  for (const expected of [
    /R3TR CLAS ZCL_GONE is deleted/,
    /R3TR CLAS ZCL_HELD is imported while it is edited: .*ALICE/,
    /R3TR CLAS ZCL_HELD has an inactive version of ALICE/
  ]) {
    assert.ok(
      warnings?.some(each => expected.test(each)),
      String(expected)
    )
  }
  assert.equal(store.get({ type: 'CLAS', name: 'ZCL_GONE' }), undefined)
  const held = { type: 'CLAS', name: 'ZCL_HELD' } as const
  assert.equal(textIn(stage, 'qas', held), `${text}* two`)
  assert.equal(store.read({ object: held, part: 'main' }, 'inactive')?.text, `${text}* draft`)
})

test('unreadable data cancels the import and keeps what follows in the queue', async t => {
  const stage = await startStage(t, threeSystems())
  const { exchange } = stage.sandbox('qas').store
  exchange.enqueue({ number: 'DEVK900077', source: 'DEV', owner: 'ALICE', text: 'Torn' }, '{"re')
  const number = await openRequestFor(stage.client('dev'), 'QAS')
  await createClass(stage.client('dev'), 'ZCL_AFTER', 'ZBOX', number)
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', number)
  const result = await stage.sandbox('qas').importRequests({ user: 'ALICE' })
  assert.deepEqual(
    result.reports.map(each => [each.number, each.code]),
    [['DEVK900077', 12]]
  )
  assert.deepEqual(result.left, [number])
  assert.deepEqual(
    exchange.queue().map(({ state, code }) => [state, code]),
    [
      ['waiting', 12],
      ['waiting', undefined]
    ]
  )
})

test('an automatic route imports by itself; versions are made where the system says so', async t => {
  const stage = await startStage(
    t,
    threeSystems({ imports: 'automatic', qas: { versionsAtImport: true } })
  )
  const number = await openRequestFor(stage.client('dev'), 'QAS')
  const uri = await createClass(stage.client('dev'), 'ZCL_AUTO', 'ZBOX', number)
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', number)
  await stage.landscape.idle()
  const [entry] = stage.sandbox('qas').store.exchange.queue()
  assert.deepEqual([entry?.state, entry?.code, entry?.importedBy], ['imported', 0, 'TMSADM'])
  const main = { object: { type: 'CLAS', name: 'ZCL_AUTO' }, part: 'main' } as const
  assert.equal(stage.sandbox('qas').store.versions(main).length, 1)
  const feed = await stage.client('qas').get(`${uri}/includes/main/versions`)
  assert.match(feed.text, new RegExp(`<atom:id>00001</atom:id><atom:link adtcore:name="${number}"`))
  const { store } = stage.sandbox('qas')
  store.write(main, `${textIn(stage, 'qas', main.object) ?? ''}* here\n`, 'BOB')
  store.activate([main.object], 'BOB')
  const next = await openRequestFor(stage.client('dev'), 'QAS')
  const text = `${textIn(stage, 'dev', main.object) ?? ''}* next\n`
  await save(stage.client('dev'), { uri, text, request: next })
  activateUnchecked(stage.sandbox('dev'))
  await release(stage, 'dev', next)
  await stage.landscape.idle()
  assert.deepEqual(
    store.versions(main).map(({ request, changedBy }) => [request, changedBy]),
    [
      [next, 'TMSADM'],
      ['', 'BOB'],
      [number, 'TMSADM']
    ],
    'what was changed here is kept before the import'
  )
  await stage.sandbox('prd').importRequests({ user: 'ALICE' })
  assert.equal(textIn(stage, 'prd', main.object), textIn(stage, 'dev', main.object))
  assert.equal(stage.sandbox('prd').store.versions(main).length, 0)
})

test('nothing of a system is visible in another before an import, and only the request after it', async t => {
  const stage = await startStage(t, threeSystems())
  const number = await openRequestFor(stage.client('dev'), 'QAS')
  await createClass(stage.client('dev'), 'ZCL_SENT', 'ZBOX', number)
  await createClass(stage.client('dev'), 'ZCL_SECRET', '$TMP')
  const open = await openRequestFor(stage.client('dev'), 'QAS')
  assert.equal((await transported(stage, number))?.code, 0)
  for (const [name, sent] of [
    ['qas', true],
    ['prd', false]
  ] as const) {
    const client = stage.client(name)
    const found = await client.get(
      `${adt}/repository/informationsystem/search?operation=quickSearch&query=ZCL_*&maxResults=50`
    )
    assert.equal(found.text.includes('ZCL_SENT'), sent, name)
    assert.ok(!found.text.includes('ZCL_SECRET'), name)
    const own = await client.get(`${adt}/cts/transportrequests?user=ALICE`)
    assert.ok(!own.text.includes(open), name)
    assert.equal((await client.get(`${adt}/cts/transportrequests/${open}`)).status, 404)
  }
  const session = stage.client('dev').cookies
  const foreign = await stage.client('qas').send('GET', `${adt}/discovery`, {
    headers: {
      authorization: '',
      cookie: [...session].map(([name, value]) => `${name}=${value}`).join('; ')
    }
  })
  assert.equal(foreign.status, 401)
})
