/** Edits, searches and questions of transport requests, on the sandbox. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { Release } from '../../../sandbox/releases.ts'
import type { PolicyOptions, ToolResult } from '../../../tools/index.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

interface World {
  readonly sandbox: Sandbox
  readonly erp: Erp
}

async function open(release?: Release): Promise<World> {
  const sandbox = await createSandbox({
    atcAtRelease: true,
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ],
    ...(release === undefined ? {} : { release })
  })
  return { sandbox, erp: clientOf(sandbox, 'DEVELOPER', 'secret-1') }
}

const clientOf = (sandbox: Sandbox, user: string, password: string) =>
  createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user, password }
  })

let world: World
let other: Erp

before(async () => {
  world = await open()
  other = clientOf(world.sandbox, 'OTHER', 'secret-2')
})

after(async () => {
  await other?.close()
  await world?.erp.close()
  await world?.sandbox.close()
})

const free: Partial<PolicyOptions> = { enableTransports: true, allowTransportableEdits: true }
const call = async (
  args: object,
  { policy = {}, erp = world.erp, tool = 'ERPTransport' }: Options = {}
): Promise<ToolResult> => await benchOf({ erp, policy: { ...free, ...policy } }).call(tool, args)

interface Options {
  readonly policy?: Partial<PolicyOptions>
  readonly erp?: Erp
  readonly tool?: string
}

async function dataOf(args: object, options?: Options): Promise<Record<string, unknown>> {
  const result = await call(args, options)
  assert.equal(result.kind, 'data', result.text)
  return { ...(result as Extract<ToolResult, { kind: 'data' }>).data }
}

const refusalOf = async (args: object, options?: Options) => errorOf(await call(args, options))
const create = async (description: string, options?: Options) =>
  String((await dataOf({ action: 'create', description }, options))['transport'])

async function createClass(name: string, body = '    RETURN.', home = '$TMP'): Promise<void> {
  const source = `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD run.
${body}
  ENDMETHOD.
ENDCLASS.
`
  const args = { action: 'create', type: 'CLAS', name, package: home, source, activate: true }
  await dataOf(args, { tool: 'ERPWrite' })
}

const entriesOf = async (transport: string) =>
  ((await dataOf({ action: 'objects', transport }))['entries'] as { name: string }[]).map(
    ({ name }) => name
  )

test('an object is added to the task of the caller, which gets its type by it', async () => {
  await createClass('zcl_ed_one')
  const transport = await create('Add objects')
  const args = { action: 'add_object', transport, type: 'CLAS', name: 'zcl_ed_one' }
  const plan = await call({ ...args, dryRun: true })
  assert.match(plan.text, /DRY RUN.*\n(.*\n)?It would add 1 object to SBXK9\d+/)
  assert.deepEqual(await entriesOf(transport), [])
  const added = await dataOf(args)
  assert.deepEqual(added['added'], ['R3TR CLAS ZCL_ED_ONE'])
  assert.notEqual(added['to'], transport)
  assert.deepEqual(await entriesOf(transport), ['ZCL_ED_ONE'])
  assert.equal((await refusalOf(args)).code, 'TRANSPORT_NOT_NEEDED')
  const second = await create('Second')
  const held = await refusalOf({ ...args, transport: second })
  assert.equal(held.code, 'TRANSPORT_DIFFERS')
  assert.match(held.text, new RegExp(`R3TR CLAS ZCL_ED_ONE is in ${transport}`))
  const gone = await refusalOf({ ...args, name: 'zcl_ed_missing', transport: second })
  assert.match(gone.text, /requires an entry in the object directory/)
  assert.equal((await refusalOf({ action: 'add_object', transport })).code, 'TOOL_BAD_ARGUMENTS')
})

test('the objects of a package are added, without those that another request holds', async () => {
  const [first, second] = [await create('Holds one'), await create('Takes the rest')]
  await dataOf({ action: 'add_object', transport: first, type: 'CLAS', name: 'ZCL_FERRY_DURATION' })
  const added = await dataOf({ action: 'add_object', transport: second, package: 'ZFERRY_CORE' })
  const names = added['added'] as string[]
  assert.ok(names.includes('R3TR DEVC ZFERRY_CORE'), names.join())
  assert.ok(names.length > 2)
  assert.ok(!names.includes('R3TR CLAS ZCL_FERRY_DURATION'))
  assert.match(JSON.stringify(added['heldElsewhere']), /ZCL_FERRY_DURATION.*DEVELOPER/)
})

test('lists of permitted packages and requests decide about what is added', async () => {
  await createClass('zcl_ed_pol')
  const transport = await create('Policy')
  const args = { action: 'add_object', transport, type: 'CLAS', name: 'zcl_ed_pol' }
  const blocked = await refusalOf(args, { policy: { allowedPackages: ['ZSALES*'] } })
  assert.equal(blocked.code, 'BLOCKED_PACKAGE')
  const plan = await call({ ...args, dryRun: true }, { policy: { allowedPackages: ['ZSALES*'] } })
  assert.match(plan.text, /would be refused: BLOCKED_PACKAGE/)
  for (const more of [args, { action: 'change', transport, description: 'x' }]) {
    const foreign = await refusalOf(more, { policy: { allowedTransports: ['ABCK9*'] } })
    assert.equal(foreign.code, 'BLOCKED_TRANSPORT')
    const viewed = await refusalOf(more, { policy: { transportReadOnly: true } })
    assert.match(viewed.code, /^BLOCKED_/)
  }
  assert.deepEqual(await entriesOf(transport), [])
})

test('text, target and attributes are changed, and nothing that was not named', async () => {
  const transport = await create('Before')
  const at = async () => await dataOf({ action: 'get', transport })
  const { target } = await at()
  await dataOf({ action: 'change', transport, description: 'After & "more" <x>' })
  const text = await at()
  assert.deepEqual([text['description'], text['target']], ['After & "more" <x>', target])
  await dataOf({
    action: 'change',
    transport,
    target: 'vrt',
    attributes: [{ name: 'zticket', value: 'A-1' }]
  })
  const facts = await at()
  assert.equal(facts['target'], 'VRT')
  assert.deepEqual(facts['attributes'], [{ name: 'ZTICKET', value: 'A-1' }])
  await dataOf({ action: 'change', transport, attributes: [{ name: 'ZTICKET', value: 'A-2' }] })
  assert.deepEqual((await at())['attributes'], [{ name: 'ZTICKET', value: 'A-2' }])
  await dataOf({ action: 'change', transport, attributes: [{ name: 'ZTICKET' }] })
  assert.equal((await at())['attributes'], undefined)
  assert.equal((await at())['description'], 'After & "more" <x>')
  const partly = await refusalOf({
    action: 'change',
    transport,
    description: 'New',
    target: 'NONE'
  })
  assert.equal(partly.code, 'PARTLY_DONE')
  assert.match(partly.text, /text "New" is done, then target NONE failed/)
  const nothing = await refusalOf({ action: 'change', transport })
  assert.equal(nothing.code, 'TOOL_BAD_ARGUMENTS')
  const plan = await call({ action: 'change', transport, description: 'Plan', dryRun: true })
  assert.match(plan.text, /It would change: text "Plan"/)
  const task = (await at())['tasks'] as { number: string }[]
  const wrong = await refusalOf({ action: 'change', transport: task[0]?.number, description: 'x' })
  assert.match(wrong.text, new RegExp(`is a task.*${transport}`, 's'))
})

test('a request is sorted and checked', async () => {
  await createClass('zcl_ed_b')
  await createClass('zcl_ed_a')
  const transport = await create('Sort')
  for (const name of ['zcl_ed_b', 'zcl_ed_a']) {
    await dataOf({ action: 'add_object', transport, type: 'CLAS', name })
  }
  const { tasks } = (await dataOf({ action: 'get', transport })) as { tasks: { number: string }[] }
  await dataOf({ action: 'change', transport: tasks[0]?.number, compress: true })
  assert.deepEqual(await entriesOf(transport), ['ZCL_ED_A', 'ZCL_ED_B'])
  assert.equal((await dataOf({ action: 'check', transport }))['verdict'], 'consistent')
  const object = { type: 'CLAS', name: 'ZCL_ED_A' } as const
  const elsewhere = await create('Elsewhere')
  const key = { pgmid: 'R3TR', type: 'CLAS', name: 'ZCL_ED_A', object, adtType: 'CLAS/OC' }
  world.sandbox.store.transports.addEntry({ ...key, number: elsewhere, recordedAt: Date.now() + 1 })
  const checked = await dataOf({ action: 'check', transport: elsewhere })
  assert.equal(checked['verdict'], 'errors')
  assert.match(JSON.stringify(checked['messages']), /ZCL_ED_A is locked in request/)
  assert.equal((await refusalOf({ action: 'check' })).code, 'TOOL_BAD_ARGUMENTS')
})

test('a release that the ERP interrupts goes on only with the option and a confirmation', async () => {
  await createClass('zcl_ed_call', "    CALL TRANSACTION 'SE38'.")
  const transport = await create('With findings')
  await dataOf({ action: 'add_object', transport, type: 'CLAS', name: 'zcl_ed_call' })
  const args = { action: 'release_recursive', transport }
  const stopped = await refusalOf(args)
  assert.equal(stopped.code, 'TRANSPORT_NOT_RELEASED')
  assert.match(stopped.text, /findings.*ignore: \["atc"\]/s)
  const plan = await call({ ...args, ignore: ['atc'], dryRun: true })
  assert.match(plan.text, /ignores findings of the ATC; a real run asks for a confirmation/)
  const bench = benchOf({ erp: world.erp, policy: free })
  const asked = await bench.call('ERPTransport', { ...args, ignore: ['atc'] })
  assert.equal(asked.kind, 'confirm', asked.text)
  assert.match(asked.text, /ignore findings of the ATC\? A release cannot be undone/)
  assert.equal((await dataOf({ action: 'get', transport }))['status'], 'D')
  const confirm = (asked as Extract<ToolResult, { kind: 'confirm' }>).digest
  const others = await bench.call('ERPTransport', { ...args, ignore: ['atc', 'locks'], confirm })
  assert.equal(others.kind, 'confirm', 'the confirmation is for these options only')
  const done = await bench.call('ERPTransport', { ...args, ignore: ['atc'], confirm })
  assert.equal(done.kind, 'data', done.text)
  assert.equal((await dataOf({ action: 'get', transport }))['status'], 'R')
})

test('requests are found by owner, number, day, kind and status', async () => {
  const mine = await create('Mine')
  const his = await create('His', { erp: other })
  const numbers = async (args: object, options?: Options) =>
    ((await dataOf({ action: 'list', ...args }, options))['requests'] as { number: string }[]).map(
      ({ number }) => number
    )
  assert.ok(!(await numbers({})).includes(his))
  assert.deepEqual(
    (await numbers({ user: '*' })).filter(n => [mine, his].includes(n)),
    [mine, his]
  )
  assert.deepEqual(await numbers({ transport: `${his.slice(0, 3)}*${his.slice(-3)}` }), [his])
  assert.deepEqual(await numbers({ user: 'other', since: '1d' }), [his])
  assert.deepEqual(await numbers({ user: '*', until: '2020-01-31' }), [])
  assert.ok((await numbers({ user: '*', status: 'released' })).every(number => number !== mine))
  assert.deepEqual(await numbers({ user: '*', requestType: 'W' }), [])
  assert.match((await refusalOf({ action: 'list', until: 'soon' })).text, /`until` is no date/)
  const { text } = await call({ action: 'list', user: '*' })
  assert.match(text, /of all users \(open\)/)
  assert.doesNotMatch(text, /0 entries/)
})

for (const release of ['740', '750', '754'] as const) {
  test(`requests are found on ${release}, with what it cannot say`, async t => {
    const old = await open(release)
    t.after(async () => {
      await old.erp.close()
      await old.sandbox.close()
    })
    const options = { erp: old.erp }
    const args = { action: 'create', description: 'Old', package: 'ZFERRY_CORE' }
    const number = String((await dataOf(args, options))['transport'])
    const found = await dataOf({ action: 'list', user: '*' }, options)
    assert.match(JSON.stringify(found['requests']), new RegExp(number))
    const pattern = await dataOf({ action: 'list', transport: `${number.slice(0, 6)}*` }, options)
    assert.match(JSON.stringify(pattern['requests']), new RegExp(number))
    const released = await dataOf({ action: 'list', status: 'released' }, options)
    assert.equal(released['complete'], release === '754')
    if (release !== '754') assert.match(JSON.stringify(released['notes']), /E070/)
  })
}
