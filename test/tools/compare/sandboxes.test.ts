/** Comparisons of two sandboxes: objects, packages, requests, rows, and the review of a request. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { errorOf } from '../helpers/erp.ts'
import { linked } from '../helpers/systems.ts'
import type { Linked } from '../helpers/systems.ts'

const policy = { enableTransports: true, allowTransportableEdits: true }
const open: { sandbox: Sandbox; erp: Erp }[] = []
let dev: Linked
let qas: Linked
let erps: readonly [Erp, Erp]
let request = ''

async function start(): Promise<Erp> {
  const sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  open.push({ sandbox, erp })
  return erp
}

async function data(at: Linked, tool: string, args: object): Promise<Record<string, unknown>> {
  const result = await at.call(tool, args)
  if (result.kind !== 'data') assert.fail(`${result.kind}: ${result.text}`)
  return { ...result.data }
}

const compare = async (args: object) =>
  await dev.call('ERPContext', { action: 'compare', with: 'qas', ...args })

before(async () => {
  erps = [await start(), await start()]
  dev = linked({ erp: erps[0], policy }, { erp: erps[1], policy })
  qas = linked({ erp: erps[1], policy }, { erp: erps[0], policy })
  const description = 'Comparison'
  request = String(
    (await data(dev, 'ERPTransport', { action: 'create', description }))['transport']
  )
  const change = { transport: request, activate: true }
  await data(dev, 'ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZONLY_HERE',
    package: 'ZFERRY_CORE',
    description,
    source: 'REPORT zonly_here.\nWRITE 1.\n',
    ...change
  })
  await data(dev, 'ERPWrite', {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_FERRY_CLOCK',
    edits: [{ old: 'PUBLIC SECTION.', new: 'PUBLIC SECTION. "changed' }],
    ...change
  })
  await data(dev, 'ERPWrite', {
    action: 'update',
    type: 'DOMA',
    name: 'ZFERRY_AMOUNT',
    fields: { length: 17 },
    ...change
  })
})

after(async () => {
  for (const { sandbox, erp } of open) {
    await erp.close()
    await sandbox.close()
  }
})

test('a package with those below it', async () => {
  const result = await compare({ type: 'DEVC', name: 'ZFERRY' })
  assert.match(result.text, /2 different, 1 only here, 0 only there, 0 not comparable/)
  assert.match(result.text, /different CLAS ZCL_FERRY_CLOCK: main; further parts not read/)
  assert.match(result.text, /different DOMA ZFERRY_AMOUNT: document/)
  assert.match(result.text, /only here PROG ZONLY_HERE/)
})

test('the same from the other system, without a write there', async () => {
  const result = await qas.call('ERPContext', {
    action: 'compare',
    with: 'qas',
    type: 'DEVC',
    name: 'ZFERRY_CORE'
  })
  assert.match(result.text, /only there PROG ZONLY_HERE/)
})

test('the objects of a request with their differences', async () => {
  const result = await compare({ request, detail: 'diff' })
  assert.match(result.text, new RegExp(`request ${request} · 3 objects`))
  assert.match(result.text, /-\s+PUBLIC SECTION\. "changed\n\+\s+PUBLIC SECTION\./)
  assert.match(result.text, /-\/content\/typeInformation\/length = 000017/)
})

test('every part of an object counts', async () => {
  await data(qas, 'ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_FERRY_SEASON',
    include: 'macros',
    source: 'DEFINE zz.\nEND-OF-DEFINITION.\n',
    overwrite: true,
    activate: true
  })
  const result = await compare({ type: 'CLAS', name: 'ZCL_FERRY_SEASON', detail: 'diff' })
  assert.match(result.text, /different CLAS ZCL_FERRY_SEASON: macros/)
})

test('a function group with its modules and includes', async () => {
  const result = await compare({ type: 'FUGR', name: 'ZFERRY_API' })
  assert.match(result.text, /FUGR ZFERRY_API · same/)
  assert.match(result.text, /Requests: (?:[5-9]|1\d) to/)
})

test('another object of the same system, and a version', async () => {
  const other = await dev.call('ERPContext', {
    action: 'compare',
    type: 'CLAS',
    name: 'ZCL_FERRY_CAPACITY_LANE',
    withName: 'ZCL_FERRY_CAPACITY_SEATS'
  })
  assert.match(other.text, /against the same system .* different/)
  const version = await dev.call('ERPContext', {
    action: 'compare',
    type: 'CLAS',
    name: 'ZCL_FERRY_CLOCK',
    withVersion: 'active'
  })
  assert.match(version.text, /against version active .* same/)
})

test('the review says what the request changes at the target', async () => {
  const result = await dev.call('ERPTransport', {
    action: 'review',
    transport: request,
    target: 'qas'
  })
  assert.match(result.text, /Changes at qas .*\n(?: {2}.*\n)*? {2}PROG ZONLY_HERE new there/)
  assert.match(result.text, /CLAS ZCL_FERRY_CLOCK changes it: main \+1 -1/)
  assert.match(result.text, /None: newer there/)
  const forbidden = { action: 'review', transport: request, target: 'prd' }
  assert.equal(errorOf(await dev.call('ERPTransport', forbidden)).code, 'SYSTEM_NOT_PERMITTED')
})

test('a change at the target that is unknown here is newer there', async () => {
  // Both sandboxes count from the same number; real systems put their own name before it.
  await data(qas, 'ERPTransport', { action: 'create', description: 'Another' })
  const made = await data(qas, 'ERPTransport', { action: 'create', description: 'Hot fix' })
  await data(qas, 'ERPWrite', {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_FERRY_CLOCK',
    transport: made['transport'],
    edits: [{ old: 'PUBLIC SECTION.', new: 'PUBLIC SECTION. "hot fix' }],
    activate: true
  })
  const { text } = await dev.call('ERPTransport', {
    action: 'review',
    transport: request,
    target: 'qas'
  })
  assert.match(text, /^.* · LOOK FIRST\n/)
  assert.match(text, /Newer at qas \(.*\), .*:\n {2}CLAS ZCL_FERRY_CLOCK: changed/)
})

test('rows of a table by their key', async () => {
  const same = await dev.call('ERPQuery', { table: 'ZFERRY_SHIP', compareWith: 'qas' })
  assert.match(same.text, /ZFERRY_SHIP by SHIP_ID · 0 different, .* 8 same · complete/)
  const cut = await data(dev, 'ERPQuery', {
    table: 'ZFERRY_SAILING',
    compareWith: 'qas',
    maxRows: 5
  })
  assert.equal(cut['complete'], false)
  assert.deepEqual(cut['rows'], [])
  const client = await dev.call('ERPQuery', { table: 'T000', compareWith: 'qas' })
  assert.match(client.text, /T000 by MANDT/)
})

test('a column that either system masks is not compared, and none is matched by one', async () => {
  const ask = async (columns: readonly string[], side: 0 | 1) => {
    const rules = { ...policy, maskedColumns: columns }
    const bench = linked(
      { erp: erps[0], policy: side === 0 ? rules : policy },
      { erp: erps[1], policy: side === 1 ? rules : policy }
    )
    return await bench.call('ERPQuery', { table: 'ZFERRY_SHIP', compareWith: 'qas' })
  }
  for (const side of [0, 1] as const) {
    const masked = await ask(['ZFERRY_SHIP.NAME'], side)
    assert.equal(masked.kind, 'data', masked.text)
    assert.match(masked.text, /Columns masked, not compared: NAME/)
    assert.doesNotMatch(masked.text, /\tNAME\t/)
    const { code, text } = errorOf(await ask(['ZFERRY_SHIP.SHIP_ID'], side))
    assert.equal(code, 'BLOCKED_COLUMN', text)
  }
})

test('rows that the other system forbids are not read', async () => {
  const strict = linked(
    { erp: erps[0], policy },
    { erp: erps[1], policy: { ...policy, blockedTables: ['ZFERRY_SH*'] } }
  )
  const { code, text } = errorOf(
    await strict.call('ERPQuery', { table: 'ZFERRY_SHIP', compareWith: 'qas' })
  )
  assert.equal(code, 'BLOCKED_TABLE')
  assert.match(text, /System qas/)
  assert.deepEqual(
    strict.events.map(({ system, outcome, tables }) => [system, outcome, tables]),
    [
      ['qas', 'blocked', ['ZFERRY_SHIP']],
      ['dev', 'blocked', ['ZFERRY_SHIP']]
    ]
  )
  for (const args of [
    { sql: 'SELECT * FROM zferry_ship', compareWith: 'qas' },
    { table: 'ZFERRY_SHIP', compareWith: 'qas', columns: ['NOWHERE'] },
    { table: 'ZFERRY_SHIP', compareWith: 'qas', orderBy: 'name' }
  ]) {
    assert.equal(errorOf(await dev.call('ERPQuery', args)).code, 'TOOL_BAD_ARGUMENTS')
  }
})
