import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Dump } from '../../dump-types.ts'
import { descendants, readXml } from '../../http/xml-reader.ts'
import type { System } from '../../system.ts'
import { stackOf } from '../../workbench/dumps/frames.ts'
import { createStore } from '../../store/index.ts'
import type { Client } from '../http/client.ts'
import { createClass, lock, logOn, randomName, startSandbox, write } from '../http/fixture.ts'

const adt = '/sap/bc/adt'
const feedType = 'application/atom+xml;type=feed'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }

async function activate(client: Client, uri: string): Promise<void> {
  const body = `<a:l xmlns:a="a" xmlns:adtcore="http://www.sap.com/adt/core"><a:objectReference adtcore:uri="${uri}"/></a:l>`
  const { text } = await client.post(`${adt}/activation?method=activate`, body)
  assert.doesNotMatch(text, /type="E"/)
}

/** A console class with the method `share`, which divides. */
async function consoleClass(client: Client, main: string): Promise<string> {
  const name = randomName('ZCL')
  const uri = await createClass(client, name)
  const lower = name.toLowerCase()
  await write(
    client,
    uri,
    `CLASS ${lower} DEFINITION PUBLIC.\n  PUBLIC SECTION.\n    INTERFACES if_oo_adt_classrun.\n    METHODS share IMPORTING total TYPE i parts TYPE i RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS ${lower} IMPLEMENTATION.\n  METHOD share.\n    DATA(texts) = VALUE string_table( ( \`one\` ) ( \`two\` ) ).\n    result = total / parts.\n  ENDMETHOD.\n  METHOD if_oo_adt_classrun~main.\n    ${main}\n  ENDMETHOD.\nENDCLASS.\n`
  )
  await activate(client, uri)
  return name
}

async function writeInclude(
  client: Client,
  uri: string,
  part: string,
  text: string
): Promise<void> {
  const handle = await lock(client, uri)
  if (part === 'testclasses') {
    await client.post(`${uri}/includes/${part}?lockHandle=${handle}`, '', stateful)
  }
  const headers = { ...stateful, 'content-type': 'text/plain' }
  const { status } = await client.put(`${uri}/includes/${part}?lockHandle=${handle}`, text, headers)
  assert.equal(status, 200)
  await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful)
}

interface Entry {
  readonly error: string
  readonly program: string
  readonly path: string
}

async function entries(client: Client, query = ''): Promise<Entry[]> {
  const { status, text } = await client.get(`${adt}/runtime/dumps${query}`, { accept: feedType })
  assert.equal(status, 200, text)
  return descendants(readXml(text), 'entry').map(entry => {
    const [error, program] = descendants(entry, 'category').map(each => each.attributes.term ?? '')
    const id = descendants(entry, 'id')[0]?.text ?? ''
    const path = id.replace('/vit/runtime/dumps/', '/runtime/dump/')
    return { error: error ?? '', program: program ?? '', path }
  })
}

async function newest(client: Client): Promise<Entry & { text: string; head: string }> {
  const [entry] = await entries(client, '?$top=1')
  assert.ok(entry)
  const head = await client.get(entry.path, {
    accept: 'application/vnd.sap.adt.runtime.dump.v1+xml'
  })
  const formatted = await client.get(`${entry.path}/formatted`, { accept: 'text/plain' })
  assert.deepEqual([head.status, formatted.status], [200, 200])
  return { ...entry, head: head.text, text: formatted.text }
}

/** The rows of a chapter, which begins at the row that the head names. */
function chapter({ head, text }: { head: string; text: string }, title: string): string {
  const found = descendants(readXml(head), 'chapter')
  const lines = found
    .map(({ attributes }) => ({ title: attributes.title, line: Number(attributes.line) }))
    .sort((a, b) => a.line - b.line)
  const at = lines.findIndex(each => each.title === title)
  assert.ok(at >= 0, title)
  const rows = text.split('\n')
  assert.match(
    rows[(lines[at]?.line ?? 0) - 1] ?? '',
    new RegExp(`^\\|${title.replace('?', '\\?')} `)
  )
  return rows.slice(lines[at]?.line, (lines[at + 1]?.line ?? rows.length + 3) - 3).join('\n')
}

async function shares(client: Client): Promise<string> {
  const name = await consoleClass(
    client,
    'DATA(parts) = -7. parts = parts + 7.\n    out->write( share( total = 42 parts = parts ) ).'
  )
  assert.equal((await client.post(`${adt}/oo/classrun/${name}`)).status, 500)
  return name
}

async function showsStackAndValues(client: Client): Promise<void> {
  const name = await shares(client)
  const dump = await newest(client)
  const program = name.padEnd(30, '=') + 'CP'
  const include = (number: string) => name.padEnd(30, '=') + `CM${number}`
  assert.equal(dump.error, 'COMPUTE_INT_ZERODIVIDE')
  assert.equal(dump.program, program)
  assert.match(dump.head, /exception="CX_SY_ZERODIVIDE" terminatedProgram="[^"]+CP"/)
  assert.match(
    dump.head,
    new RegExp(`adt://SBX${adt}/oo/classes/${name.toLowerCase()}/source/main#start=9"`)
  )
  assert.match(chapter(dump, 'Source Code Extract'), /\|>>>>>\| {4}result = total \/ parts\./)
  const calls = chapter(dump, 'Active Calls/Events')
  assert.match(calls, new RegExp(`2 METHOD +${program} +${include('001')} +3 `))
  assert.match(calls, new RegExp(`1 METHOD +${program} +${include('002')} +3 `))
  const [share = '', main = ''] = chapter(dump, 'Selected Variables').split(/\|No\. +1 Ty\./)
  assert.match(share, /\|TOTAL +\|\n\| {4}42 +\|\n\|PARTS +\|\n\| {4}0 +\|/)
  assert.match(share, /\|TEXTS +\|\n\| {4}Table\[2 rows\] +\|/)
  assert.match(main, /\|PARTS +\|\n\| {4}0 +\|/)
  assert.match(chapter(dump, 'Contents of system fields'), /\|SY-SUBRC\|0 /)
  const summary = await client.get(`${dump.path}/summary`)
  assert.match(summary.text, /<h4 id="STACK">.*IF_OO_ADT_CLASSRUN~MAIN/)
}

async function filters(client: Client): Promise<void> {
  const all = await entries(client)
  const own = await entries(client, '?$query=and(equals(user,alice))')
  const query =
    '?$query=' + encodeURIComponent('and ( equals ( runtimeError , ASSERTION_FAILED ) )')
  const asserted = await entries(client, query)
  assert.deepEqual(own, all)
  assert.ok(asserted.length > 0 && asserted.length < all.length)
  assert.deepEqual(
    [
      await entries(client, '?$query=and(notEquals(user,ALICE))'),
      await entries(client, '?from=29990101'),
      await entries(client, '?to=20200101')
    ],
    [[], [], []]
  )
  const check = async (text: string) =>
    (await client.get(`${adt}/runtime/dumps?$queryCheck=true&$query=${text}`)).status
  assert.deepEqual(
    [await check('and(equals(user,X))'), await check('and(equals(size,X))')],
    [200, 400]
  )
}

async function pages(client: Client): Promise<void> {
  const { text } = await client.get(`${adt}/runtime/dumps?%24top=1`)
  const next = descendants(readXml(text), 'link').find(
    ({ attributes }) => attributes.rel === 'next'
  )
  const { href = '' } = next?.attributes ?? {}
  const [, following] = await entries(client)
  assert.equal((await client.get(href)).status, 200)
  assert.ok(following !== undefined && (await client.get(href)).text.includes(following.program))
}

async function refuses(client: Client): Promise<void> {
  const { path } = await newest(client)
  const missing = await client.get(`${path.slice(0, -1)}x`)
  assert.equal(missing.status, 404)
  assert.match(missing.text, /<type id="notFound"\/>/)
  assert.equal((await client.get(path, { accept: 'text/plain' })).status, 406)
}

/** The framework handles exceptions; an assertion of the code under test ends in a short dump. */
async function unitRuns(client: Client): Promise<void> {
  const name = await consoleClass(client, 'out->write( 1 ).')
  const uri = `${adt}/oo/classes/${name.toLowerCase()}`
  const tests = `CLASS ltc DEFINITION FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.\n  PRIVATE SECTION.\n    METHODS divides FOR TESTING.\n    METHODS asserts FOR TESTING.\nENDCLASS.\nCLASS ltc IMPLEMENTATION.\n  METHOD divides.\n    NEW ${name.toLowerCase()}( )->share( total = 1 parts = 0 ).\n  ENDMETHOD.\n  METHOD asserts.\n    DATA(count) = 3.\n    ASSERT count = 4.\n  ENDMETHOD.\nENDCLASS.\n`
  await writeInclude(client, uri, 'testclasses', tests)
  await activate(client, uri)
  const before = (await entries(client)).length
  const body = `<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit" xmlns:adtcore="http://www.sap.com/adt/core"><adtcore:objectSets><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences></objectSet></adtcore:objectSets></aunit:runConfiguration>`
  const { text } = await client.post(`${adt}/abapunit/testruns`, body, {
    'content-type': 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml'
  })
  assert.match(text, /CX_SY_ZERODIVIDE/)
  assert.match(text, /ASSERTION_FAILED/)
  assert.equal((await entries(client)).length, before + 1)
  const dump = await newest(client)
  assert.match(chapter(dump, 'Active Calls/Events'), /CCAU +12 +\|\n\| {6}LTC=>ASSERTS /)
  assert.match(chapter(dump, 'Selected Variables'), /\|COUNT +\|\n\| {4}3 /)
}

test('short dumps', async t => {
  const sandbox = await startSandbox(t)
  const client = await logOn(sandbox)
  await t.test('a dump has its stack, its source and the values of its procedures', () =>
    showsStackAndValues(client)
  )
  await t.test('a unit test leaves a dump of what the framework cannot handle', () =>
    unitRuns(client)
  )
  await t.test('the feed is filtered by its query and by time', () => filters(client))
  await t.test('a page of the feed names the next one', () => pages(client))
  await t.test('an absent dump and another form are refused', () => refuses(client))
})

const dump: Omit<Dump, 'id'> = {
  ...{ at: Date.now(), user: 'ALICE', client: '001', server: 'sandbox_SBX_00', language: 'EN' },
  ...{ error: 'ASSERTION_FAILED', exception: '', shortText: '' },
  ...{ object: { type: 'PROG', name: 'ZX' }, frames: [], rows: [], chain: [], system: [] }
}

test('a function module stands in the include of its number', () => {
  const object = { type: 'FUGR' as const, name: '/X/ZG' }
  const lines = ['FUNCTION z_second.', '  ASSERT 1 = 2.', 'ENDFUNCTION.']
  const keys = ['main', 'function:Z_FIRST', 'function:Z_SECOND'].map(part => ({ object, part }))
  const part = keys[2]
  const store = {
    toPart: () => ({ part, range: { startRow: 2, startColumn: 0, endRow: 2, endColumn: 0 } }),
    read: () => ({ text: lines.join('\n') }),
    parts: () => keys.map(key => ({ key, version: 'active' }))
  }
  const stack = stackOf({ store } as unknown as System, [
    { file: 'x', row: 2, procedure: 'Z_SECOND' }
  ])
  const [frame] = stack?.frames ?? []
  assert.deepEqual(
    [frame?.kind, frame?.name, frame?.include, frame?.line],
    ['FUNCTION', 'Z_SECOND', '/X/LZGU02', 2]
  )
})

async function dataDirectory(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dumps-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('dumps survive a restart, each with an id of its own, and end after two weeks', async t => {
  const dataDir = await dataDirectory(t)
  const first = createStore({ dataDir })
  const old = first.dumps.add({ ...dump, at: dump.at - 15 * 24 * 3600 * 1000 })
  const kept = [first.dumps.add(dump), first.dumps.add(dump)]
  first.close()
  const second = createStore({ dataDir })
  t.after(() => second.close())
  assert.deepEqual(
    second.dumps
      .list()
      .map(({ id }) => id)
      .toSorted(),
    kept.map(({ id }) => id).toSorted()
  )
  assert.equal(new Set(kept.map(({ id }) => id)).size, 2)
  assert.deepEqual(
    kept.map(({ id }) => id.length),
    [70, 70]
  )
  assert.equal(second.dumps.get(old.id), undefined)
})

test('more dumps in one second than are kept: the newest stay, each with an id of its own', async t => {
  const store = createStore({ dataDir: await dataDirectory(t) })
  t.after(() => store.close())
  const added = Array.from({ length: 510 }, () => store.dumps.add(dump).id)
  assert.equal(new Set(added).size, 510)
  assert.deepEqual(
    store.dumps.list().map(({ id }) => id),
    added.slice(10).toReversed()
  )
})
