/** Transport requests for real: the ERP is the sandbox with its transport organizer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { PolicyOptions, ToolResult } from '../../../tools/index.ts'
import { benchOf, callerWith, errorOf } from '../helpers/erp.ts'

let sandbox: Sandbox
let erp: Erp

before(async () => {
  sandbox = await createSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const free: Partial<PolicyOptions> = { enableTransports: true, allowTransportableEdits: true }
const call = async (
  name: string,
  args: object,
  policy: Partial<PolicyOptions> = {}
): Promise<ToolResult> => await benchOf({ erp, policy: { ...free, ...policy } }).call(name, args)

async function dataOf(
  args: object,
  policy?: Partial<PolicyOptions>,
  name = 'ERPTransport'
): Promise<Record<string, unknown>> {
  const result = await call(name, args, policy)
  assert.equal(result.kind, 'data', result.text)
  return { ...(result as Extract<ToolResult, { kind: 'data' }>).data }
}

const refusalOf = async (args: object, policy?: Partial<PolicyOptions>, name = 'ERPTransport') =>
  errorOf(await call(name, args, policy))
const create = async (description: string, policy?: Partial<PolicyOptions>) =>
  String((await dataOf({ action: 'create', description }, policy))['transport'])

const source = (name: string, value = 1) => `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.
  PUBLIC SECTION.
    METHODS run RETURNING VALUE(result) TYPE i.
ENDCLASS.
CLASS ${name} IMPLEMENTATION.
  METHOD run.
    result = ${value}.
  ENDMETHOD.
ENDCLASS.
`

const createClass = (name: string, transport: string, more: object = {}) => ({
  action: 'create',
  type: 'CLAS',
  name,
  package: 'ZFERRY_CORE',
  source: source(name),
  transport,
  ...more
})

test('a request from its creation to its release, with what it records', async () => {
  const number = await create('Order fixes')
  assert.match(number, /^[A-Z0-9]{3}K\d{6}$/)
  assert.match(JSON.stringify((await dataOf({ action: 'list' }))['requests']), new RegExp(number))
  const made = await dataOf(createClass('zcl_tt_one', number, { activate: true }), {}, 'ERPWrite')
  assert.equal(made['transport'], number)
  const shown = await dataOf({ action: 'get', transport: number })
  assert.match(JSON.stringify(shown), /"name":"ZCL_TT_ONE"/)
  assert.equal(
    (await dataOf({ action: 'check', type: 'CLAS', name: 'zcl_tt_one' }))['needed'],
    true
  )
  assert.match(
    JSON.stringify(await dataOf({ action: 'check', type: 'CLAS', name: 'zcl_tt_one' })),
    new RegExp(`"recordedIn":{"number":"${number}"`)
  )
  assert.match(
    (await call('ERPTransport', { action: 'review', transport: number })).text,
    /^.* · READY\nopen tasks: \w+\n/
  )
  assert.match(
    (await call('ERPTransport', { action: 'diff', transport: number })).text,
    /=== CLAS ZCL_TT_ONE · no earlier version is kept/
  )
  assert.match(
    (await refusalOf({ action: 'release', transport: number })).text,
    /TRANSPORT_HAS_OPEN_TASKS.*release_recursive/s
  )
  assert.match(
    (await call('ERPTransport', { action: 'release_recursive', transport: number, dryRun: true }))
      .text,
    /DRY RUN/
  )
  const released = await dataOf({ action: 'release_recursive', transport: number })
  assert.equal((released['released'] as string[]).at(-1), number)
  assert.equal((await dataOf({ action: 'get', transport: number }))['status'], 'R')
  assert.match((await refusalOf({ action: 'release', transport: number })).text, /released already/)
  assert.match(
    JSON.stringify(await dataOf({ action: 'history', type: 'CLAS', name: 'zcl_tt_one' })),
    new RegExp(number)
  )
})

test('a first draft is compared with the active version that it changes', async () => {
  const brought = await create('Brings it')
  await dataOf(createClass('zcl_tt_changed', brought, { activate: true }), {}, 'ERPWrite')
  await dataOf({ action: 'release_recursive', transport: brought })
  const number = await create('Changes it')
  const changed = await call('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: 'ZCL_TT_CHANGED',
    source: source('zcl_tt_changed', 2),
    overwrite: true,
    transport: number
  })
  assert.equal(changed.kind, 'data', changed.text)
  const { text } = await call('ERPTransport', { action: 'diff', transport: number })
  assert.match(
    text,
    / · since .*\n=== CLAS ZCL_TT_CHANGED · \+1 -1\n(.*\n)*- {4}result = 1\.\n\+ {4}result = 2\./
  )
})

test('a released request shows what it holds, whatever changed since', async () => {
  const [first, second] = [await create('Brings one'), await create('Brings two')]
  await dataOf(createClass('zcl_tt_kept', first, { activate: true }), {}, 'ERPWrite')
  await dataOf({ action: 'release_recursive', transport: first })
  const write = async (value: number, transport: string) =>
    await dataOf(
      {
        action: 'update',
        type: 'CLAS',
        name: 'ZCL_TT_KEPT',
        source: source('zcl_tt_kept', value),
        overwrite: true,
        activate: true,
        transport
      },
      {},
      'ERPWrite'
    )
  await write(2, second)
  await dataOf({ action: 'release_recursive', transport: second })
  const third = await create('Brings three')
  await write(3, third)
  const { text } = await call('ERPTransport', { action: 'diff', transport: second })
  assert.match(text, /-\s*result = 1\.\n\+\s*result = 2\./)
  assert.doesNotMatch(text, /result = 3/)
  const objects = await dataOf({ action: 'objects', transport: second })
  assert.match(JSON.stringify(objects['entries']), /"name":"ZCL_TT_KEPT".*"revision":"\d{5}"/)
  const open = await dataOf({ action: 'objects', transport: third })
  assert.doesNotMatch(JSON.stringify(open['entries']), /revision/)
  const read = async (revision: string) =>
    (await call('ERPRead', { type: 'CLAS', name: 'ZCL_TT_KEPT', revision })).text
  assert.match(await read(second), /result = 2\./)
  assert.match(await read(`${first}..${second}`), /\+\s*result = 2\./)
})

test('what blocks a release is said, and a review says it before', async () => {
  const number = await create('With a draft')
  await dataOf(createClass('zcl_tt_draft', number), {}, 'ERPWrite')
  const review = await call('ERPTransport', { action: 'review', transport: number })
  assert.match(review.text, /^.* · NOT READY\n/)
  assert.match(review.text, /Inactive objects, which block the release:\n {2}CLAS ZCL_TT_DRAFT/)
  const { code, text } = await refusalOf({ action: 'release_recursive', transport: number })
  assert.equal(code, 'TRANSPORT_NOT_RELEASED', text)
  assert.match(text, /inactive/i)
})

test('tasks, owners and entries', async () => {
  const number = await create('Tasks')
  const task = (await dataOf({ action: 'add_user', transport: number, user: 'other' }))['task']
  assert.match(
    JSON.stringify(await dataOf({ action: 'get', transport: number })),
    new RegExp(`"number":"${String(task)}","owner":"OTHER"`)
  )
  assert.equal(
    (await refusalOf({ action: 'add_user', transport: number })).code,
    'TOOL_BAD_ARGUMENTS'
  )
  await dataOf(createClass('zcl_tt_entry', number, { activate: true }), {}, 'ERPWrite')
  assert.match(
    (await refusalOf({ action: 'delete', transport: number })).text,
    /locked objects.*ZCL_TT_ENTRY/
  )
  await dataOf({ action: 'remove_object', transport: number, type: 'CLAS', name: 'zcl_tt_entry' })
  assert.equal(
    (await refusalOf({ action: 'remove_object', transport: number, name: 'zcl_tt_entry' })).code,
    'ERP_NOT_FOUND'
  )
  assert.ok((await dataOf({ action: 'reassign', transport: number, user: 'OTHER' }))['reassigned'])
  assert.equal((await dataOf({ action: 'get', transport: number }))['owner'], 'OTHER')
  assert.equal((await refusalOf({ action: 'get', transport: 'SBXK999999' })).code, 'ERP_NOT_FOUND')
  assert.equal((await refusalOf({ action: 'get', transport: '../evil' })).code, 'ERP_BAD_NAME')
})

test('a request is deleted with its empty tasks', async () => {
  const number = await create('Empty')
  await dataOf({ action: 'create_task', transport: number, user: 'OTHER' })
  assert.ok(
    ((await dataOf({ action: 'delete', transport: number }))['deleted'] as string[]).includes(
      number
    )
  )
  assert.equal((await refusalOf({ action: 'get', transport: number })).code, 'ERP_NOT_FOUND')
})

test('targets and layers are listed', async () => {
  for (const action of ['targets', 'layers']) {
    assert.ok(Array.isArray((await dataOf({ action }))['values']), action)
  }
})

test('the allowlist covers every action that names or makes a request, and reads are not covered', async () => {
  const number = await create('Foreign')
  const only = { allowedTransports: ['ABCK9*'] }
  await dataOf({ action: 'get', transport: number }, only)
  for (const args of [
    { action: 'release' },
    { action: 'release_recursive' },
    { action: 'delete' },
    { action: 'add_user', user: 'OTHER' },
    { action: 'create_task' },
    { action: 'reassign', user: 'OTHER' },
    { action: 'remove_object', name: 'X' }
  ]) {
    assert.equal(
      (await refusalOf({ ...args, transport: number }, only)).code,
      'BLOCKED_TRANSPORT',
      args.action
    )
  }
  const before = (await dataOf({ action: 'list' }))['total']
  const refused = await refusalOf({ action: 'create', description: 'Not mine' }, only)
  assert.equal(refused.code, 'BLOCKED_TRANSPORT')
  assert.match(refused.text, /deleted again/)
  assert.equal((await dataOf({ action: 'list' }))['total'], before)
  assert.equal(
    (
      await dataOf(
        { action: 'delete', transport: number },
        { allowedTransports: [`${number.slice(0, 5)}*`] }
      )
    )['outcome'],
    'done'
  )
})

test('viewing only, switched off, and the scopes it takes', async () => {
  const number = await create('Only viewed')
  await dataOf({ action: 'get', transport: number }, { transportReadOnly: true })
  const { code, text } = await refusalOf(
    { action: 'delete', transport: number },
    { transportReadOnly: true }
  )
  assert.deepEqual([code, /--transport-read-only/.test(text)], ['BLOCKED_TRANSPORT', true])
  assert.equal(
    (await refusalOf({ action: 'list' }, { enableTransports: false })).code,
    'BLOCKED_FEATURE'
  )
  const admin = benchOf({ erp, policy: free, caller: callerWith('admin') })
  assert.equal(
    (await admin.call('ERPTransport', { action: 'get', transport: number })).kind,
    'data'
  )
  await assert.rejects(
    async () => await admin.call('ERPTransport', { action: 'delete', transport: number }),
    { code: 'INSUFFICIENT_SCOPE' }
  )
})

test('the request that records an object decides, whatever the caller names; the lock is given back', async () => {
  const [first, second] = [await create('Holds it'), await create('Wanted')]
  await dataOf(createClass('zcl_tt_held', first, { activate: true }), {}, 'ERPWrite')
  const edit = {
    action: 'edit',
    name: 'zcl_tt_held',
    type: 'CLAS',
    edits: [{ old: 'result = 1.', new: 'result = 2.' }]
  }
  const missing = await refusalOf(edit, {}, 'ERPWrite')
  assert.equal(missing.code, 'BLOCKED_TRANSPORT')
  assert.match(missing.text, new RegExp(`recorded in ${first}`))
  assert.match(
    (await refusalOf({ ...edit, transport: second }, {}, 'ERPWrite')).text,
    new RegExp(`TRANSPORT_DIFFERS.*${first}`, 's')
  )
  const foreign = await refusalOf(
    { ...edit, transport: first },
    { allowedTransports: [second] },
    'ERPWrite'
  )
  assert.match(foreign.text, /BLOCKED_TRANSPORT.*--allowed-transports/s)
  assert.equal(
    (await refusalOf({ ...edit, transport: second }, { allowedTransports: [second] }, 'ERPWrite'))
      .code,
    'BLOCKED_TRANSPORT'
  )
  assert.equal(sandbox.counters.openLocks, 0)
  const done = await dataOf(
    { ...edit, transport: first },
    { allowedTransports: [first] },
    'ERPWrite'
  )
  assert.equal(done['transport'], first)
  assert.match(
    (
      await refusalOf(
        createClass('zcl_tt_none', '').transport === ''
          ? { ...createClass('zcl_tt_none', first), transport: undefined }
          : {},
        {},
        'ERPWrite'
      )
    ).text,
    /Give `transport`, one of: /
  )
})
