/** ERPContext changes: last changes of a package by date, user and request. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { sinceOf } from '../../../tools/insight/changes/since.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const users = ['DEVELOPER', 'COLLEAGUE'].map(name => ({
  name,
  password: `secret-${name}`,
  fullName: name
}))
const policy = { allowTransportableEdits: true, enableTransports: true }

let sandbox: Awaited<ReturnType<typeof createTestSandbox>>
let erps: Erp[]
let since: string
const benchOfUser = (index: 0 | 1) => {
  const erp = erps[index]
  assert.ok(erp !== undefined)
  return toolBench(erp, { policy, features: new Map([['transport', 'present']]) })
}
const changes = async (args: object) =>
  await benchOfUser(0).text('ERPContext', { action: 'changes', ...args })

/** Adds a line to a method and activates the class. */
async function edit(index: 0 | 1, name: string, old: string, more: object = {}): Promise<void> {
  await benchOfUser(index).text('ERPWrite', {
    action: 'edit',
    type: 'CLAS',
    name,
    edits: [{ old, new: `${old}\n    " One line more` }],
    activate: true,
    ...more
  })
}

async function openRequest(index: 0 | 1): Promise<string> {
  const { transport } = await benchOfUser(index).data('ERPTransport', {
    action: 'create',
    description: `Changes of ${users[index]?.name ?? ''}`,
    package: 'ZFERRY_SAILING'
  })
  return String(transport)
}

/** The ERP keeps a version when a request is released. */
async function release(index: 0 | 1, transport: string): Promise<void> {
  await benchOfUser(index).data('ERPTransport', { action: 'release_recursive', transport })
}

let ofColleague: string
let ofDeveloper: string

before(async () => {
  sandbox = await createTestSandbox({ users })
  erps = users.map(({ name, password }) =>
    createErp({
      baseUrl: sandbox.url,
      client: sandbox.client,
      language: 'EN',
      credential: { kind: 'basic', user: name, password }
    })
  )
  // The dates of the ERP are whole seconds.
  await sleep(1100)
  since = new Date().toISOString().slice(0, 19)
  await sleep(1100)
  ofColleague = await openRequest(1)
  await edit(1, 'ZCL_FERRY_TIMETABLE', '  METHOD has_left.', { transport: ofColleague })
  await sleep(1100)
  ofDeveloper = await openRequest(0)
  await edit(0, 'ZCL_FERRY_CAPACITY_LANE', '  METHOD free.', { transport: ofDeveloper })
})
after(async () => {
  await Promise.all(erps.map(async erp => await erp.close()))
  await sandbox.close()
})

test('since a date: newest first, with user and size of the difference', async () => {
  const text = await changes({ name: 'ZFERRY_SAILING', since })
  assert.match(
    text,
    /^SBX\/001 · changes of DEVC ZFERRY_SAILING since \S+Z · 2 of 5 objects · \d+ ERP requests\nlast changed by: DEVELOPER 1, COLLEAGUE 1\n/
  )
  assert.match(
    text,
    /\n\S+ \S+ DEVELOPER {2}CLAS ZCL_FERRY_CAPACITY_LANE {2}\+1 -0 since .*\n\S+ \S+ COLLEAGUE {2}CLAS ZCL_FERRY_TIMETABLE {2}\+1 -0 since /
  )
  assert.match(await changes({ name: 'ZFERRY_SAILING', since: '0h' }), / · 0 of 5 objects/)
})

test('by a user: also where another one changed the object later', async () => {
  const byColleague = await changes({ name: 'ZFERRY_SAILING', since, by: 'colleague' })
  assert.match(byColleague, /by COLLEAGUE · 1 of 5 objects/)
  assert.match(byColleague, /CLAS ZCL_FERRY_TIMETABLE/)
  await release(1, ofColleague)
  const transport = ofDeveloper
  await edit(0, 'ZCL_FERRY_TIMETABLE', '    " One line more', { transport })
  const later = await changes({ name: 'ZFERRY_SAILING', since, by: 'COLLEAGUE' })
  assert.match(later, / · 1 of 5 objects/)
  assert.match(later, /DEVELOPER {2}CLAS ZCL_FERRY_TIMETABLE {2}\+2 -0 since/)
  assert.match(await changes({ name: 'ZFERRY_SAILING', since, by: 'NONE' }), / · 0 of 5 objects/)
})

test('the changed part of a class is the one that is compared', async () => {
  await benchOfUser(0).text('ERPWrite', {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_FERRY_CAPACITY_SEATS',
    include: 'testclasses',
    edits: [{ old: 'RISK LEVEL HARMLESS', new: 'RISK LEVEL HARMLESS "one\n' }],
    activate: true,
    transport: ofDeveloper
  })
  const text = await changes({ name: 'ZFERRY_SAILING', since })
  assert.match(text, /CLAS ZCL_FERRY_CAPACITY_SEATS {2}testclasses \+\d -\d since/)
  await release(0, ofDeveloper)
  await sleep(1100)
  const later = { include: 'testclasses', transport: await openRequest(1) }
  await edit(1, 'ZCL_FERRY_CAPACITY_SEATS', 'RISK LEVEL HARMLESS "one', later)
  assert.match(
    await changes({ name: 'ZFERRY_SAILING', since, by: 'DEVELOPER' }),
    /COLLEAGUE {2}CLAS ZCL_FERRY_CAPACITY_SEATS {2}testclasses \+\d -\d since/
  )
  assert.match(
    await changes({ name: 'ZFERRY_SAILING' }),
    /ZCL_FERRY_CAPACITY_SEATS {2}[^\n]* since [^\n]*\n/
  )
})

test('a local object has no versions: there is nothing to compare with', async () => {
  await edit(0, 'ZCL_FERRY_SEASON', '  METHOD of_date.')
  assert.match(
    await changes({ name: '$FERRY_PRICING', since }),
    /CLAS ZCL_FERRY_SEASON {2}no earlier version kept/
  )
})

test('pages: every object once, with a cursor of this call only', async () => {
  const seen: string[] = []
  const args = { name: '$FERRY_PRICING', maxResults: 3 }
  let cursor: string | undefined
  let pages = 0
  do {
    const text = await changes({ ...args, ...(cursor === undefined ? {} : { cursor }) })
    seen.push(...[...text.matchAll(/(?:CLAS|INTF) (\w+)/g)].map(match => match[1] ?? ''))
    cursor = /cursor "([^"]+)"/.exec(text)?.[1]
    pages += 1
  } while (cursor !== undefined)
  assert.equal(pages, 3)
  assert.deepEqual([seen.length, new Set(seen).size], [8, 8])
  const first = await changes(args)
  const foreign = /cursor "([^"]+)"/.exec(first)?.[1]
  assert.equal(
    await benchOfUser(0).code('ERPContext', { action: 'changes', ...args, since, cursor: foreign }),
    'TOOL_BAD_ARGUMENTS'
  )
})

test('in a request: its objects, with what it changes; objects of other packages are left out', async () => {
  const { transport } = await benchOfUser(0).data('ERPTransport', {
    action: 'create',
    description: 'One',
    package: 'ZFERRY_CORE'
  })
  await edit(0, 'ZCL_FERRY_DURATION', '  METHOD as_text.', { transport })
  const text = await changes({ transport })
  assert.match(text, new RegExp(`changes of request ${String(transport)} · 1 of 1 object`))
  assert.match(text, /CLAS ZCL_FERRY_DURATION {2}\+1 -0/)
  assert.match(await changes({ transport, name: 'ZFERRY' }), /CLAS ZCL_FERRY_DURATION {2}\+1 -0/)
  assert.match(await changes({ transport, name: 'ZFERRY_SAILING' }), / · 0 of 0 objects/)
})

test('a draft is compared with the active version', async () => {
  await edit(0, 'ZCL_FERRY_PRICING', '  METHOD create.', { activate: false })
  assert.match(
    await changes({ name: '$FERRY_PRICING', since }),
    /CLAS ZCL_FERRY_PRICING \(draft\) {2}\+1 -0 against active/
  )
})

test('wrong arguments say what to give', async () => {
  for (const [args, code] of [
    [{}, 'TOOL_BAD_ARGUMENTS'],
    [{ name: 'ZNOPE', type: 'DEVC' }, 'ERP_NOT_FOUND'],
    [{ name: 'ZFERRY', since: '2026-02-30' }, 'TOOL_BAD_ARGUMENTS'],
    [{ name: 'ZFERRY', since: 'last week' }, 'TOOL_BAD_ARGUMENTS'],
    [{ transport: 'SBXK999999' }, 'ERP_NOT_FOUND']
  ] as const) {
    assert.equal(
      await benchOfUser(0).code('ERPContext', { action: 'changes', ...args }),
      code,
      JSON.stringify(args)
    )
  }
})

test('since: dates, times with and without zone, spans', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  for (const [text, wanted] of [
    ['2026-11-20', '2026-11-20T00:00:00Z'],
    ['20261120', '2026-11-20T00:00:00Z'],
    ['2026-11-20T08:30', '2026-11-20T08:30:00Z'],
    ['2026-11-20 08:30:15', '2026-11-20T08:30:15Z'],
    ['2026-11-20T08:30+02:00', '2026-11-20T06:30:00Z'],
    [' 7D ', '2026-11-17T12:00:00Z'],
    ['2w', '2026-11-10T12:00:00Z'],
    ['1 day', '2026-11-23T12:00:00Z'],
    ['3 hours', '2026-11-24T09:00:00Z'],
    ['36h', '2026-11-23T00:00:00Z']
  ] as const) {
    assert.equal(sinceOf(text, now), Date.parse(wanted), text)
  }
  for (const text of ['', 'now', '-7d', '7x', '2026-13-01', '2026-02-29', '20.11.2026', '99999d']) {
    assert.throws(() => sinceOf(text, now), { code: 'TOOL_BAD_ARGUMENTS' }, text)
  }
})
