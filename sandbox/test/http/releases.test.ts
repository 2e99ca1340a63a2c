import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { connect } from 'node:tls'
import { fullPath } from '../../http/router.ts'
import { createTestSandbox } from '../../../test/helpers/sandbox.ts'
import { differences, releases } from '../../releases.ts'
import type { Difference, Release } from '../../releases.ts'
import { routes } from '../../routes/index.ts'
import type { Client } from './client.ts'
import { createClass, lock, startSandbox, users, write } from './fixture.ts'
import { createClient } from './client.ts'
import type { Tls } from './client.ts'
import type { Sandbox } from '../../server.ts'

async function logOnAs(sandbox: Sandbox, user: 0 | 1, tls: Tls = {}): Promise<Client> {
  const client = createClient(sandbox.url, users[user], tls)
  await client.get(`${adt}/discovery`, { 'x-csrf-token': 'Fetch' })
  return client
}

/** A request by the service that every release has. */
async function classicRequest(client: Client, release: Release): Promise<string> {
  const base = release === '740' ? '/sap/bc/cts' : `${adt}/cts`
  const body =
    '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><OPERATION>I</OPERATION><DEVCLASS>ZBOX</DEVCLASS><REQUEST_TEXT>One</REQUEST_TEXT></DATA></asx:values></asx:abap>'
  const { text } = await client.post(`${base}/transports`, body)
  return /SBXK9\d+/.exec(text)?.[0] ?? assert.fail(text)
}

const adt = '/sap/bc/adt'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
type Kind = Difference['kind']

/** A data folder with a table of the customer. */
async function ownTable(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-table-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const sandbox = await createTestSandbox({ users, dataDir })
  await sandbox.close()
  return dataDir
}

/** Tables of others are not shown on ABAP cloud, whichever way they are asked for. */
async function assertOwnDataOnly(client: Client): Promise<void> {
  const preview = `${adt}/datapreview`
  for (const answer of [
    await client.post(`${preview}/ddic?ddicEntityName=T000&rowNumber=1`),
    await client.post(`${preview}/freestyle`, 'SELECT mandt FROM t000'),
    await client.get(`${preview}/ddic/T000/metadata`)
  ]) {
    assert.equal(answer.status, 400)
    assert.match(answer.text, /"ExceptionDataPreviewGeneral".*No authorization to view data.*>023</)
  }
  const own = await client.post(`${preview}/freestyle`, 'SELECT * FROM zferry_booking')
  assert.equal(own.status, 200, own.text)
  const unknown = await client.post(`${preview}/ddic?ddicEntityName=ZNONE`)
  assert.doesNotMatch(unknown.text, /No authorization/)
}

/** Logs on at the one path that every release has. */
async function logOn(t: TestContext, release: Release, dataDir?: string): Promise<Client> {
  const sandbox = await startSandbox(t, { release, ...(dataDir === undefined ? {} : { dataDir }) })
  const client = createClient(sandbox.url, users[0])
  await client.get(`${adt}/discovery`, { 'x-csrf-token': 'Fetch' })
  return client
}

/** Old releases keep no locks over plain HTTP: what they are to run is written on a newer one. */
async function leaveTestedClass(dataDir: string): Promise<string> {
  const sandbox = await createTestSandbox({ users, dataDir })
  try {
    const client = createClient(sandbox.url, users[0])
    await client.get(`${adt}/discovery`, { 'x-csrf-token': 'Fetch' })
    const uri = await createClass(client, 'ZCL_MEASURED')
    await write(
      client,
      uri,
      'CLASS zcl_measured DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    METHODS shown.\n  PRIVATE SECTION.\n    METHODS hidden.\nENDCLASS.\nCLASS zcl_measured IMPLEMENTATION.\n  METHOD shown.\n    hidden( ).\n  ENDMETHOD.\n  METHOD hidden.\n  ENDMETHOD.\nENDCLASS.\n'
    )
    const handle = await lock(client, uri)
    await client.post(`${uri}/includes/testclasses?lockHandle=${handle}`, '', stateful)
    await client.put(
      `${uri}/includes/testclasses?lockHandle=${handle}`,
      'CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS one FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD one.\n    NEW zcl_measured( )->shown( ).\n  ENDMETHOD.\nENDCLASS.\n',
      { ...stateful, 'content-type': 'text/plain' }
    )
    await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
    await client.post(
      `${adt}/activation?method=activate`,
      `<a:l xmlns:a="a" xmlns:adtcore="http://www.sap.com/adt/core"><a:objectReference adtcore:uri="${uri}"/></a:l>`
    )
    return uri
  } finally {
    await sandbox.close()
  }
}

const full = (path: string) => (path.startsWith('/sap/') ? path : adt + path)
const rows = (release: Release) => differences.filter(each => each.releases.includes(release))
const rowsOf = <K extends Kind>(kind: K, release: Release) =>
  rows(release).filter((each): each is Extract<Difference, { kind: K }> => each.kind === kind)

async function collections(client: Client): Promise<string[]> {
  return [
    ...(await client.get(`${adt}/discovery`)).text.matchAll(/<app:collection href="([^"]+)"/g)
  ].map(match => match[1] ?? '')
}

/** What each kind of row must make visible on a release that has it. */
const proofs: {
  readonly [K in Kind]: (
    client: Client,
    row: Extract<Difference, { kind: K }>,
    release: Release,
    t: TestContext
  ) => Promise<void>
} = {
  async absent(client, { paths }, release) {
    const announced = await collections(client)
    for (const path of paths) {
      const reply = await client.get(full(path))
      assert.deepEqual(
        [reply.status, reply.headers['content-type']],
        [404, 'application/xml; charset=utf-8'],
        path
      )
      assert.ok(
        reply.text.includes(
          `<type id="ExceptionResourceNotFound"/><message lang="EN">Resource  ${full(path)} does not exist.</message>`
        ),
        reply.text
      )
      assert.equal((await client.get(`${full(path)}/zz/source/main`)).status, 404)
      assert.deepEqual(
        announced.filter(href => href === full(path) || href.startsWith(`${full(path)}/`)),
        [],
        `${release} ${path}`
      )
    }
  },
  async moved(client, { from, to }) {
    const announced = await collections(client)
    const here = routes.filter(
      route => route.collection !== undefined && route.path.startsWith(`${from}/`)
    )
    assert.ok(here.length > 0)
    assert.ok(announced.some(href => href.startsWith(`${to}/`)))
    assert.equal(
      announced.some(href => href.startsWith(full(from))),
      false
    )
    const body =
      '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><DEVCLASS>ZBOX</DEVCLASS><OPERATION>I</OPERATION></DATA></asx:values></asx:abap>'
    assert.equal((await client.post(`${to}/transportchecks`, body)).status, 200)
    assert.equal((await client.post(`${full(from)}/transportchecks`, body)).status, 404)
  },
  async cloudRules(client, _row, release, t) {
    const create = (
      path: string,
      root: string,
      more: string,
      { type = 'application/*', home = 'ZBOX', name = 'ZIF_CLOUD' } = {}
    ) =>
      client.post(
        `${adt}${path}`,
        `<x:${root} xmlns:x="x" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="${name}" adtcore:description="X"${more}><adtcore:packageRef adtcore:name="${home}"/></x:${root}>`,
        { 'content-type': type }
      )
    const version = ' adtcore:abapLanguageVersion="cloudDevelopment"'
    const own = { type: 'application/vnd.sap.adt.oo.interfaces.v5+xml' }
    const facts = ' x:final="true" x:visibility="public" x:category="generalObjectType"'
    const answers = [
      await create('/oo/classes', 'abapClass', facts),
      await create('/oo/classes', 'abapClass', `${version}${facts} adtcore:responsible="ALICE"`),
      await create('/oo/interfaces', 'abapInterface', version),
      await create('/oo/interfaces', 'abapInterface', version, own),
      await create('/packages', 'package', ''),
      await create('/oo/classes', 'abapClass', version),
      await create('/packages', 'package', ' adtcore:responsible="alice@example.com"')
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [500, 400, 500, 201, 400, 400, 400]
    )
    assert.match(answers[2]?.text ?? '', /ABAP language version {2}is not allowed/)
    assert.match(answers[4]?.text ?? '', /Enter a valid user, not , as the person responsible/)
    const local = await create('/oo/classes', 'abapClass', version + facts, {
      home: '$TMP',
      name: 'ZCL_LOCAL'
    })
    assert.equal(local.status, 403)
    assert.match(local.text, /"ExceptionResourceNoAccess".*authorization object S_ABPLNGVS/)
    for (const [path, root] of [
      ['/programs/programs', 'abapProgram'],
      ['/programs/includes', 'abapInclude']
    ] as const) {
      const classic = await create(path, root, version, { name: 'ZCLASSIC' })
      assert.deepEqual([classic.status, /S_ABPLNGVS/.test(classic.text)], [403, true])
    }
    const { text } = await client.post(`${adt}/repository/typestructure`)
    const creatable = [...text.matchAll(/<OBJECT_TYPE>([^<]+)<.*?<CAPABILITIES>(.*?)<\/CAP/g)]
      .filter(([, , actions = '']) => actions.includes('CREATE'))
      .map(([, type]) => type)
    assert.deepEqual(
      ['CLAS/OC', 'FUGR/F', 'PROG/P', 'PROG/I', 'TYPE/DG'].map(type => creatable.includes(type)),
      [true, true, false, false, false]
    )
    await assertOwnDataOnly(await logOn(t, release, await ownTable(t)))
  },
  async languagesIgnored(client) {
    const created = await client.post(
      `${adt}/ddic/dataelements?sap-language=DE`,
      '<x:any xmlns:x="x" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZLANGUAGE" adtcore:description="X" adtcore:masterLanguage="EN"><adtcore:packageRef adtcore:name="$TMP"/></x:any>',
      { 'content-type': 'application/*' }
    )
    assert.equal(created.status, 201, created.text)
    assert.match(created.text, /adtcore:masterLanguage="DE"/)
  },
  async methodsByVisibility(_client, _row, release, t) {
    const dataDir = await mkdtemp(join(tmpdir(), 'measured-'))
    t.after(() => rm(dataDir, { recursive: true, force: true }))
    const uri = await leaveTestedClass(dataDir)
    const client = await logOn(t, release, dataDir)
    const objects = `<adtcore:objectSets xmlns:adtcore="http://www.sap.com/adt/core"><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences></objectSet></adtcore:objectSets>`
    const run = await client.post(
      `${adt}/abapunit/testruns`,
      `<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><external><coverage active="true"/></external><options/>${objects}</aunit:runConfiguration>`,
      { 'content-type': 'application/xml' }
    )
    const address = /<coverage adtcore:uri="([^"]+)"/.exec(run.text)?.[1] ?? ''
    const { text } = await client.post(
      address,
      `<cov:query xmlns:cov="http://www.sap.com/adt/cov">${objects}</cov:query>`,
      { 'content-type': 'application/xml' }
    )
    assert.deepEqual(
      [...text.matchAll(/adtcore:type="(CLAS\/OM[^"]*)" adtcore:name="(\w+)"/g)].map(
        ([, type, name]) => `${name} ${type}`
      ),
      ['SHOWN CLAS/OM/public', 'HIDDEN CLAS/OM/private']
    )
  },
  async unannounced(client, { paths }) {
    const announced = await collections(client)
    for (const path of paths) {
      assert.equal((await client.get(full(path))).status, 200)
      assert.equal(announced.includes(full(path)), false)
    }
  },
  async head(client, { path = '/discovery', status }) {
    const reply = await client.send('HEAD', full(path), { headers: { 'x-csrf-token': 'fetch' } })
    assert.deepEqual(
      [reply.status, reply.text, reply.headers['x-csrf-token']],
      [status, '', undefined]
    )
    assert.equal((await client.get(`${adt}/discovery`, { 'x-csrf-token': 'fetch' })).status, 200)
  },
  async unknownTypes(client, { types }) {
    const { text } = await client.get(`${adt}/discovery`)
    for (const type of types) assert.equal(text.includes(type), false)
    const group = '/functions/groups'
    const body =
      '<group:abapFunctionGroup xmlns:group="http://www.sap.com/adt/functions/groups" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZFG" adtcore:description="x"><adtcore:packageRef adtcore:name="$TMP"/></group:abapFunctionGroup>'
    const newer = 'application/vnd.sap.adt.functions.groups.v3+xml'
    assert.equal((await client.post(full(group), body, { 'content-type': newer })).status, 415)
    assert.equal(
      (await client.post(full(group), body, { 'content-type': newer.replace('v3', 'v2') })).status,
      201
    )
    assert.equal((await client.get(`${full(group)}/zfg`, { accept: newer })).status, 406)
    assert.equal(
      (await client.get(`${full(group)}/zfg`)).headers['content-type'],
      newer.replace('v3', 'v2')
    )
  },
  async noAccepts(client) {
    const { text } = await client.get(`${adt}/discovery`)
    assert.match(text, /<app:collection /)
    assert.doesNotMatch(text, /<app:accept>/)
  },
  async noStatefulSessions(client) {
    const uri = await createClass(client, 'ZCL_OLD')
    const handle = await lock(client, uri)
    assert.equal(client.cookies.has('sap-contextid'), false)
    const reply = await client.put(`${uri}/source/main?lockHandle=${handle}`, '* lost', {
      'content-type': 'text/plain',
      ...stateful
    })
    assert.equal(reply.status, 423)
    assert.match(reply.text, /ExceptionResourceInvalidLockHandle/)
  },
  async status(client, { type, status }) {
    const reply = await client.get(`${adt}/ddic/ddl/sources`)
    assert.equal(reply.status, status)
    assert.match(reply.text, new RegExp(`<type id="${type}"/>`))
  },
  async noProperties(client) {
    assert.match(
      (await client.get(`${adt}/oo/classes`)).text,
      /ExceptionParameterNotFound"\/>.*<properties\/><\/exc:exception>$/
    )
  },
  async notFoundText(client, { paths, text }) {
    for (const path of paths) {
      const reply = await client.get(`${full(path)}/znone`)
      assert.equal(reply.status, 404)
      assert.ok(
        reply.text.includes(`<message lang="EN">${text.replace('{name}', 'ZNONE')}</message>`),
        reply.text
      )
    }
  },
  async refused(client, { method, path, status, message }) {
    const reply = await client.send(method, full(path), { body: '<a/>' })
    assert.equal(reply.status, status)
    assert.ok(reply.text.includes(`<message lang="EN">${message}</message>`), reply.text)
  },
  async worklistOnly(_client, { path }, release, t) {
    const sandbox = await startSandbox(t, { release })
    const [alice, bob] = [await logOnAs(sandbox, 0), await logOnAs(sandbox, 1)]
    const [mine, others, gone] = [
      await classicRequest(alice, release),
      await classicRequest(bob, release),
      await classicRequest(alice, release)
    ]
    for (const task of sandbox.store.transports.tasks(gone)) {
      await alice.post(`${full(path)}/${task.number}/newreleasejobs`, '')
    }
    await alice.post(`${full(path)}/${gone}/newreleasejobs`, '')
    assert.equal(sandbox.store.transports.request(gone)?.status, 'R')
    const shown = ({ text }: { readonly text: string }) =>
      [mine, others, gone].map(number => text.includes(`tm:number="${number}"`))
    for (const number of [mine, gone, 'SBXK999999']) {
      const answer = await alice.get(`${full(path)}/${number}`)
      assert.deepEqual([answer.status, shown(answer)], [200, [true, true, false]])
    }
    const list = await alice.get(`${full(path)}?user=ALICE&requestStatus=R`)
    assert.deepEqual(shown(list), [true, false, false])
  },
  async changesOwnerOnly(client, { path }, release) {
    const number = await classicRequest(client, release)
    const one = (release === '740' ? `/sap/bc${path}` : full(path)).replace('{number}', number)
    const body = `<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:useraction="removeobject" tm:number="${number}"><tm:request/></tm:root>`
    const refused = await client.put(one, body)
    assert.deepEqual(
      [refused.status, /User {2}does not exist/.test(refused.text)],
      [400, true],
      refused.text
    )
    assert.equal((await client.put(`${one}?targetuser=BOB`, body)).status, 200)
    assert.match((await client.get(one)).text, new RegExp(`tm:number="${number}" tm:owner="BOB"`))
  },
  async hiddenConflicts(_client, { status }, release, t) {
    const sandbox = await startSandbox(t, { release, tls: true })
    const ca = { ca: sandbox.ca }
    const [alice, bob] = [await logOnAs(sandbox, 0, ca), await logOnAs(sandbox, 1, ca)]
    const uri = await createClass(alice, 'ZCL_HIDDEN')
    await lock(alice, uri)
    const byCookie = createClient(sandbox.url, undefined, ca)
    for (const [name, value] of bob.cookies) byCookie.cookies.set(name, value)
    byCookie.token = bob.token
    const ask = `${uri}?_action=LOCK&accessMode=MODIFY`
    const page = await byCookie.post(ask, '', stateful)
    assert.deepEqual([page.status, /Logon Error Message/.test(page.text)], [status, true])
    const told = await bob.post(ask, '', stateful)
    assert.deepEqual([told.status, /User ALICE is currently editing/.test(told.text)], [403, true])
  },
  async alsoServes(_client, { path, from }, release, t) {
    const sandbox = await createTestSandbox({ users, release })
    t.after(() => sandbox.close())
    const client = createClient(sandbox.url, users[0])
    await client.get(`${adt}/discovery`, { 'x-csrf-token': 'Fetch' })
    const source = await client.get(`${full(path)}/zferry_port/source/main`)
    assert.deepEqual(
      [source.status, (await client.get(`${full(from)}/zferry_port/source/main`)).status],
      [200, 404]
    )
    assert.match(source.text, /define table zferry_port/)
    assert.equal((await client.get(`${full(path)}/znone/source/main`)).status, 404)
  },
  async withoutAttributes(client, { names }, release) {
    const base = release === '740' ? '/sap/bc/cts' : `${adt}/cts`
    const body =
      '<asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><OPERATION>I</OPERATION><DEVCLASS>ZBOX</DEVCLASS><REQUEST_TEXT>tm:target="x"</REQUEST_TEXT></DATA></asx:values></asx:abap>'
    assert.equal((await client.post(`${base}/transports`, body)).status, 200)
    const { text } = await client.get(`${base}/transportrequests?targets=true`)
    assert.ok(text.includes(`href="${base}/transportrequests/SBXK`))
    assert.match(text, /<tm:request [^>]*tm:desc="tm:target=&quot;x&quot;"/)
    for (const name of names) assert.equal(text.includes(` ${name}="`), false, name)
  },
  async withoutElements(client, { path, names }) {
    await createClass(client, 'ZCL_NODE')
    const { text } = await client.post(
      `${full(path)}?parent_type=DEVC%2FK&parent_name=%24TMP&withShortDescriptions=true`
    )
    assert.match(text, /<OBJECT_NAME>ZCL_NODE<\/OBJECT_NAME>.*<EXPANDABLE>/)
    for (const name of names) assert.equal(text.includes(`<${name}`), false, name)
  },
  async flatInactiveObjects(client, { always }) {
    await createClass(client, 'ZCL_DRAFT')
    const flat = await client.get(`${adt}/activation/inactiveobjects`, {
      accept: 'application/xml'
    })
    assert.match(
      flat.text,
      /^<\?xml[^>]*><adtcore:objectReferences xmlns:adtcore="http:\/\/www.sap.com\/adt\/core">.*<adtcore:objectReference adtcore:uri="\/sap\/bc\/adt\/oo\/classes\/zcl_draft"[^>]* adtcore:name="ZCL_DRAFT"[^>]*\/>/
    )
    const own = await client.get(`${adt}/activation/inactiveobjects`)
    assert.equal(own.text.includes('<ioc:'), !always)
  },
  async silentActivations(client) {
    const uri = await createClass(client, 'ZCL_QUIET')
    const reply = await client.post(
      `${adt}/activation?method=activate`,
      `<a:objectReferences xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}"/></a:objectReferences>`
    )
    assert.deepEqual([reply.status, reply.text], [200, ''])
  },
  async tls(_client, { maxVersion }, release, t) {
    const { port, ca } = await startSandbox(t, { release, tls: true })
    const spoken = await new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, ca }, () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.on('error', reject)
    })
    assert.equal(spoken, maxVersion)
    await assert.rejects(
      new Promise((_resolve, reject) => {
        connect({ host: '127.0.0.1', port, ca, minVersion: 'TLSv1.3' }).on('error', reject)
      })
    )
  },
  async splitMethods(_client, { path }, release, t) {
    const sandbox = await startSandbox(t, { release })
    const source =
      'CLASS zcl_split DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    METHODS twice.\n    DATA d TYPE i.\nENDCLASS.\nCLASS zcl_split IMPLEMENTATION.\n  METHOD twice.\n  ENDMETHOD.\nENDCLASS.\n'
    const facts = {
      package: '$TMP',
      description: '',
      responsible: 'ALICE',
      language: 'EN',
      createdBy: 'ALICE',
      changedBy: 'ALICE',
      attributes: {}
    }
    sandbox.store.create(
      { key: { type: 'CLAS', name: 'ZCL_SPLIT' }, ...facts },
      [{ part: 'main', text: source }],
      'ALICE'
    )
    const client = createClient(sandbox.url, users[0])
    const { text } = await client.get(full(path).replace('{name}', 'zcl_split'))
    const found = [
      ...text.matchAll(/adtcore:name="TWICE" adtcore:type="(CLAS\/O[OM])"[^>]*>(.*?)<\/abapsource/g)
    ].map(([, type, links = '']) => [
      type,
      [...links.matchAll(/relations\/source\/(\w+)/g)].map(each => each[1])
    ])
    assert.deepEqual(
      found,
      [
        ['CLAS/OO', ['definitionIdentifier', 'definitionBlock']],
        ['CLAS/OM', ['implementationIdentifier', 'implementationBlock']]
      ],
      text
    )
    assert.match(text, /adtcore:name="D" adtcore:type="CLAS\/OA"/)
  },
  async labelledNames(client, { path, labels }) {
    await createClass(client, 'ZCL_LABEL')
    const program =
      '<p:abapProgram xmlns:p="http://www.sap.com/adt/programs/programs" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZLABEL"><adtcore:packageRef adtcore:name="$TMP"/></p:abapProgram>'
    assert.equal((await client.post(`${adt}/programs/programs`, program)).status, 201)
    const { text } = await client.get(
      `${full(path)}?operation=quickSearch&query=*LABEL&maxResults=9`
    )
    assert.match(text, /adtcore:type="CLAS\/OC" adtcore:name="ZCL_LABEL"/)
    assert.ok(
      text.includes(`adtcore:type="PROG/P" adtcore:name="ZLABEL (${labels['PROG/P']})"`),
      text
    )
  },
  async laterRoutes(client, { paths }) {
    const group =
      '<group:abapFunctionGroup xmlns:group="http://www.sap.com/adt/functions/groups" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZLATER"><adtcore:packageRef adtcore:name="$TMP"/></group:abapFunctionGroup>'
    assert.equal((await client.post(`${adt}/functions/groups`, group)).status, 201)
    for (const path of paths) {
      assert.equal((await client.get(full(path).replace('{name}', 'zlater'))).status, 404, path)
    }
    assert.equal((await client.get(`${adt}/functions/groups/zlater`)).status, 200)
  },
  async queriesCutAtBlanks(client) {
    const start = "SELECT mandt FROM t000 WHERE mandt = '999'"
    const { status, text } = await client.post(
      `${adt}/datapreview/freestyle`,
      `${start.padEnd(260)}OR mandt <> '999'`,
      { 'content-type': 'text/plain' }
    )
    assert.equal(status, 200, text)
    assert.match(text, /<dataPreview:totalRows>0</)
  },
  async caseSensitiveSearch(client) {
    await createClass(client, 'ZCL_FOUND')
    const search = (query: string) =>
      client.get(
        `${adt}/repository/informationsystem/search?operation=quickSearch&query=${query}&maxResults=9`
      )
    assert.match((await search('ZCL_FOUN*')).text, /ZCL_FOUND/)
    assert.doesNotMatch((await search('zcl_foun*')).text, /ZCL_FOUND/)
  },
  async components(client, { list }) {
    const { text } = await client.get(`${adt}/system/components`)
    for (const [name, version] of Object.entries(list)) {
      assert.match(text, new RegExp(`<atom:id>${name}</atom:id><atom:title>${version};`))
    }
  }
}

/** What is announced is served, and what is not announced any more is gone. */
async function announcesWhatItServes(client: Client, release: Release): Promise<void> {
  const announced = await collections(client)
  assert.ok(announced.length > 10)
  for (const href of announced) {
    assert.doesNotMatch(
      (await client.get(href)).text,
      /No suitable resource found|Resource {2}\S+ does not exist|ExceptionNotImplementedBySandbox/,
      href
    )
  }
  const gone = routes.filter(
    route =>
      route.method === 'GET' &&
      route.collection !== undefined &&
      !announced.includes(fullPath(route))
  )
  for (const route of gone) {
    const hidden = rowsOf('unannounced', release).some(each => each.paths.includes(route.path))
    assert.equal((await client.get(fullPath(route))).status, hidden ? 200 : 404, route.path)
  }
}

for (const release of releases.filter(each => rows(each).length > 0)) {
  test(`release ${release} has the differences of the table`, async t => {
    const client = await logOn(t, release)
    await t.test('discovery', () => announcesWhatItServes(client, release))
    for (const row of rows(release)) {
      await t.test(`${row.kind}${'path' in row ? ` ${row.path}` : ''}`, () =>
        (
          proofs[row.kind] as (
            client: Client,
            row: Difference,
            release: Release,
            t: TestContext
          ) => Promise<void>
        )(client, row, release, t)
      )
    }
  })
}

test('758 is the behaviour of the handlers, but for services that came later', async t => {
  const client = await logOn(t, '758')
  assert.deepEqual([...new Set(rows('758').map(({ kind }) => kind))], ['absent'])
  const later = new Set(rowsOf('absent', '758').flatMap(({ paths }) => paths))
  await announcesWhatItServes(client, '758')
  for (const release of releases) {
    for (const { paths } of rowsOf('absent', release)) {
      for (const path of paths.filter(one => !later.has(one))) {
        assert.doesNotMatch(
          (await client.get(full(path))).text,
          /Resource {2}\S+ does not exist/,
          path
        )
      }
    }
  }
  assert.equal((await client.send('HEAD', `${adt}/core/discovery`)).status, 200)
  assert.equal((await client.get(`${adt}/ddic/ddl/sources`)).status, 400)
  assert.match(
    (await client.get(`${adt}/system/components`)).text,
    /SAP_BASIS<\/atom:id><atom:title>758;/
  )
  const uri = await createClass(client, 'ZCL_HELD')
  const handle = await lock(client, uri)
  const source =
    'CLASS zcl_held DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_held IMPLEMENTATION.\nENDCLASS.\n'
  assert.equal(
    (
      await client.put(`${uri}/source/main?lockHandle=${handle}`, source, {
        'content-type': 'text/plain'
      })
    ).status,
    200
  )
})
