/** Activation: outcomes, findings and what is activated along. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activate, listInactive } from '../../../erp-client/index.ts'
import { connect, demo, demoPath, exception } from '../fake-erp.ts'
import type { FakeErp, Reply } from '../fake-erp.ts'

const ioc = (
  refs: readonly { uri: string; name: string; type?: string; deleted?: boolean }[]
): string =>
  '<?xml version="1.0"?><ioc:inactiveObjects xmlns:ioc="x" xmlns:adtcore="y">' +
  refs
    .map(
      ref =>
        `<ioc:entry><ioc:object ioc:user="DEVELOPER" ioc:deleted="${ref.deleted ?? false}"><ioc:ref adtcore:uri="${ref.uri}" adtcore:type="${ref.type ?? 'CLAS/OC'}" adtcore:name="${ref.name}"/></ioc:object><ioc:transport/></ioc:entry>`
    )
    .join('') +
  '</ioc:inactiveObjects>'
const messages = (list: string) =>
  `<chkl:messages xmlns:chkl="x"><chkl:properties checkExecuted="true" activationExecuted="false"/>${list}</chkl:messages>`
const error = `<msg objDescr="Class ZCL_DEMO" type="E" line="1" href="${demoPath}/source/main#start=12,4" forceSupported="true"><shortText><txt>Field "LV_X" is unknown.</txt><txt>Really.</txt></shortText></msg>`
const own = { uri: demoPath, name: 'ZCL_DEMO' }
const ownTests = {
  uri: `${demoPath}/includes/testclasses`,
  name: 'ZCL_DEMO',
  type: 'CLAS/OCN/testclasses'
}
const foreign = { uri: '/sap/bc/adt/programs/programs/zother', name: 'ZOTHER', type: 'PROG/P' }

/** Answers to the activations in turn, and what is inactive afterwards. */
function answering(
  fake: FakeErp,
  posts: (Reply | 'reset' | 'hang')[],
  inactive: Parameters<typeof ioc>[0] | Reply = []
) {
  fake.handle = seen => {
    if (seen.path.endsWith('/activation')) return posts.shift() ?? {}
    if (seen.path.endsWith('/inactiveobjects')) {
      return Array.isArray(inactive) ? { body: ioc(inactive) } : (inactive as Reply)
    }
    return undefined
  }
}
const posted = (fake: FakeErp) => fake.seen.filter(seen => seen.path.endsWith('/activation'))

test('an empty answer and an object that is no longer inactive mean activated', async t => {
  const { fake, erp } = await connect(t)
  answering(fake, [{}], [foreign])
  assert.deepEqual(await activate(erp.writer, { refs: [demo] }), {
    outcome: 'activated',
    findings: [],
    stillInactive: [],
    alsoInactive: [{ type: 'PROG', name: 'ZOTHER' }]
  })
  const [seen] = posted(fake)
  assert.deepEqual(
    [seen?.query.get('method'), seen?.query.get('preauditRequested')],
    ['activate', 'true']
  )
  assert.match(
    seen?.body ?? '',
    /<adtcore:objectReference adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_demo" adtcore:name="ZCL_DEMO"\/>/
  )
  assert.equal(fake.seen.filter(each => each.path.startsWith('/sap/bc/adt/activation')).length, 2)
})

test('an empty answer does not count while the object is still inactive', async t => {
  const { fake, erp } = await connect(t)
  answering(fake, [{}], [ownTests])
  const result = await activate(erp.writer, { refs: [demo] })
  assert.deepEqual([result.outcome, result.stillInactive], ['failed', [demo]])
})

test('errors come with place and text, warnings do not fail', async t => {
  const { fake, erp } = await connect(t)
  answering(fake, [{ body: messages(error) }], [own])
  const failed = await activate(erp.writer, { refs: [demo] })
  assert.equal(failed.outcome, 'failed')
  assert.deepEqual(failed.findings, [
    {
      severity: 'error',
      text: 'Field "LV_X" is unknown. Really.',
      ref: demo,
      part: 'main',
      uri: `${demoPath}/source/main#start=12,4`,
      line: 12,
      column: 5
    }
  ])
  answering(fake, [{ body: messages('<msg type="W" shortText="Old text" href=""/>') }])
  const warned = await activate(erp.writer, { refs: [demo] })
  assert.deepEqual(
    [warned.outcome, warned.findings[0]?.severity, warned.findings[0]?.text],
    ['activated', 'warning', 'Old text']
  )
  answering(fake, [{ body: messages('') }])
  assert.equal(
    (await activate(erp.writer, { refs: [demo] })).outcome,
    'activated',
    'already active'
  )
})

test('of the further objects that the ERP proposes only parts of the same object are activated', async t => {
  const { fake, erp } = await connect(t)
  answering(
    fake,
    [
      {
        headers: { 'content-type': 'application/vnd.sap.adt.inactivectsobjects.v1+xml' },
        body: ioc([
          own,
          ownTests,
          foreign,
          { ...own, uri: `${demoPath}/includes/macros`, deleted: true }
        ])
      },
      {}
    ],
    [foreign]
  )
  const result = await activate(erp.writer, { refs: [demo] })
  const [, again] = posted(fake)
  assert.equal(again?.query.get('preauditRequested'), 'false')
  assert.deepEqual(
    Array.from(again?.body.matchAll(/uri="([^"]*)"/g) ?? [], found => found[1]),
    [own.uri, ownTests.uri]
  )
  assert.deepEqual(
    [result.outcome, result.alsoInactive],
    ['activated', [{ type: 'PROG', name: 'ZOTHER' }]]
  )
})

test('modules of a group are activated with it, those of another are not', async t => {
  const { fake, erp } = await connect(t)
  const inGroup = {
    uri: '/sap/bc/adt/functions/groups/zfg/fmodules/z_fm',
    name: 'Z_FM',
    type: 'FUGR/FF'
  }
  const other = {
    uri: '/sap/bc/adt/functions/groups/zfg2/fmodules/z_fm2',
    name: 'Z_FM2',
    type: 'FUGR/FF'
  }
  answering(fake, [{ body: ioc([inGroup, other]) }, {}])
  await activate(erp.writer, { refs: [{ type: 'FUGR', name: 'ZFG' }] })
  assert.deepEqual(
    Array.from(posted(fake)[1]?.body.matchAll(/uri="([^"]*)"/g) ?? [], found => found[1]),
    [inGroup.uri]
  )
})

test('a lost answer is unknown, whatever the list of inactive objects shows', async t => {
  const { fake, erp } = await connect(t)
  answering(fake, ['reset'])
  const lost = await activate(erp.writer, { refs: [demo] })
  assert.deepEqual([lost.outcome, lost.findings.length], ['unknown', 1])
  answering(fake, ['reset'], [own])
  assert.deepEqual((await activate(erp.writer, { refs: [demo] })).stillInactive, [demo])
  answering(fake, [{}], { status: 500, body: 'dump' })
  assert.equal((await activate(erp.writer, { refs: [demo] })).outcome, 'unknown')
  answering(fake, [{ body: '<chkl:messages><msg' }])
  assert.equal(
    (await activate(erp.writer, { refs: [demo] })).outcome,
    'unknown',
    'an answer that cannot be read'
  )
  assert.equal(posted(fake).length, 4, 'never sent twice')
})

test('a refusal is an error', async t => {
  const { fake, erp } = await connect(t)
  answering(fake, [
    exception(403, 'ExceptionResourceNoAccess', 'User OTHER is currently editing ZCL_DEMO')
  ])
  await assert.rejects(activate(erp.writer, { refs: [demo] }), {
    code: 'ERP_LOCKED',
    outcome: 'failed'
  })
  await assert.rejects(activate(erp.writer, { refs: [{ type: 'CLAS', name: '../X' }] }), {
    code: 'ERP_BAD_NAME'
  })
  const gone = AbortSignal.abort()
  await assert.rejects(activate(erp.writer, { refs: [demo] }, gone), { code: 'ERP_ABORTED' })
  assert.equal(posted(fake).length, 1)
})

test("the list of drafts is the user's", async t => {
  const { fake, erp } = await connect(t)
  answering(fake, [], [own, foreign])
  assert.deepEqual(
    (await listInactive(erp.reader)).map(each => [each.ref.name, each.user]),
    [
      ['ZCL_DEMO', 'DEVELOPER'],
      ['ZOTHER', 'DEVELOPER']
    ]
  )
  answering(fake, [], { body: '' })
  assert.deepEqual(await listInactive(erp.reader), [])
  answering(fake, [], { body: '<html/>' })
  await assert.rejects(listInactive(erp.reader), { code: 'ERP_BAD_ANSWER' })
})
