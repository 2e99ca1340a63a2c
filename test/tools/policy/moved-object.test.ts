/**
 * An object that another user moves out of the permitted package: an earlier answer about its
 * package does not count.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

let sandbox: Sandbox
let mine: Erp
let others: Erp
const connect = (user: string, password: string): Erp =>
  createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user, password }
  })
const source = (name: string, value: number) => `REPORT ${name.toLowerCase()}.\n* ${value}\n`

before(async () => {
  sandbox = await createSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  mine = connect('DEVELOPER', 'secret-1')
  others = connect('OTHER', 'secret-2')
  assert.equal(
    (
      await benchOf({ erp: others }).call('ERPManage', {
        action: 'create_package',
        name: '$FOREIGN'
      })
    ).kind,
    'data'
  )
})

after(async () => {
  await mine?.close()
  await others?.close()
  await sandbox?.close()
})

const bound = () =>
  benchOf({
    erp: mine,
    policy: { allowedPackages: ['$TMP'], allowTransportableEdits: true, enableTransports: true }
  })
const move = async (name: string) => {
  const moved = await benchOf({ erp: others }).call('ERPWrite', {
    action: 'move',
    type: 'PROG',
    name,
    package: '$FOREIGN'
  })
  assert.equal(moved.kind, 'data', moved.text)
}

async function made(name: string): Promise<ReturnType<typeof bound>> {
  const bench = bound()
  const created = await bench.call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    source: source(name, 1)
  })
  assert.equal(created.kind, 'data', created.text)
  const changed = await bench.call('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name,
    source: source(name, 2),
    overwrite: true
  })
  assert.equal(changed.kind, 'data', changed.text)
  return bench
}

test('moved after a change of ours: every further one is refused at once', async () => {
  const { call } = await made('ZMV_AFTER')
  await move('ZMV_AFTER')
  const object = { type: 'PROG', name: 'ZMV_AFTER' }
  for (const [tool, args] of [
    ['ERPWrite', { action: 'update', source: source('ZMV_AFTER', 3), overwrite: true }],
    ['ERPWrite', { action: 'edit', edits: [{ old: '* 2', new: '* 3' }] }],
    ['ERPActivate', {}],
    ['ERPWrite', { action: 'edit_texts', kind: 'symbols', texts: [{ key: '001', text: 'x' }] }],
    ['ERPWrite', { action: 'move', package: '$TMP' }],
    ['ERPWrite', { action: 'delete' }],
    ['ERPManage', { action: 'release_lock' }]
  ] as const) {
    assert.equal(
      errorOf(await call(tool, { ...args, ...object })).code,
      'BLOCKED_PACKAGE',
      JSON.stringify(args)
    )
  }
  const batch = await call('ERPWrite', {
    action: 'batch',
    items: [{ action: 'update', ...object, source: source('ZMV_AFTER', 3), overwrite: true }]
  })
  assert.equal(errorOf(batch).code, 'BLOCKED_PACKAGE')
  assert.match((await call('ERPRead', object)).text, /\* 2/)
})

// Another caller may read it in between, and what that shows is old at once.
const read = async (name: string) => {
  assert.equal(
    (await bound().call('ERPManage', { action: 'locks', type: 'PROG', name })).kind,
    'data'
  )
}

for (const [name, between] of [
  ['ZMV_BETWEEN', async () => {}],
  ['ZMV_READ', read]
] as const) {
  test(`moved between the check and the lock (${name}): the lock shows it, nothing is written, and it is given back`, async () => {
    const { call } = await made(name)
    const hits = sandbox.faults.hits
    sandbox.faults.add({
      method: 'POST',
      url: new RegExp(`${name}\\?_action=LOCK`, 'i'),
      effect: { kind: 'delay', milliseconds: 1500 }
    })
    const change = call('ERPWrite', {
      action: 'update',
      type: 'PROG',
      name,
      source: source(name, 3),
      overwrite: true
    })
    while (sandbox.faults.hits === hits) {
      await new Promise(resolve => {
        setTimeout(resolve, 5)
      })
    }
    await between(name)
    await move(name)
    assert.equal(errorOf(await change).code, 'BLOCKED_PACKAGE')
    sandbox.faults.clear()
    assert.equal(sandbox.counters.openLocks, 0)
    assert.match((await call('ERPRead', { type: 'PROG', name })).text, /\* 2/)
  })
}

test('a key with packages of its own is bound in the same way', async () => {
  await made('ZMV_KEY')
  const { session, call } = benchOf({ erp: mine })
  const key = benchOf({ erp: mine, caller: { ...session.caller, packages: ['$TMP'] } })
  assert.equal(
    (
      await key.call('ERPWrite', {
        action: 'update',
        type: 'PROG',
        name: 'ZMV_KEY',
        source: source('ZMV_KEY', 3),
        overwrite: true
      })
    ).kind,
    'data'
  )
  await move('ZMV_KEY')
  assert.equal(
    errorOf(
      await key.call('ERPWrite', {
        action: 'update',
        type: 'PROG',
        name: 'ZMV_KEY',
        source: source('ZMV_KEY', 4),
        overwrite: true
      })
    ).code,
    'BLOCKED_PACKAGE'
  )
  assert.match((await call('ERPRead', { type: 'PROG', name: 'ZMV_KEY' })).text, /\* 3/)
})

/**
 * What may be activated is decided when the lock is gone: the first question for the object after
 * the write is held up until it was moved.
 */
async function movedBehindTheSave(name: string, args: object) {
  const { call } = await made(name)
  const pause = () =>
    new Promise(resolve => {
      setTimeout(resolve, 5)
    })
  const hitAfter = async (work: () => void) => {
    const hits = sandbox.faults.hits
    work()
    while (sandbox.faults.hits === hits) await pause()
  }
  let change: ReturnType<typeof call> | undefined
  await hitAfter(() => {
    sandbox.faults.add({
      method: 'PUT',
      url: new RegExp(`${name}/source/main`, 'i'),
      effect: { kind: 'delay', milliseconds: 300 }
    })
    change = call('ERPWrite', args)
  })
  await hitAfter(() =>
    sandbox.faults.add({
      method: 'GET',
      url: new RegExp(`programs/programs/${name}(?:\\?|$)`, 'i'),
      effect: { kind: 'delay', milliseconds: 1500 }
    })
  )
  await move(name)
  const result = await change
  sandbox.faults.clear()
  assert.ok(result !== undefined)
  const read = async (version: string) =>
    (await call('ERPRead', { type: 'PROG', name, version })).text
  return { result, active: await read('active'), newest: await read('auto') }
}

for (const [title, name, args] of [
  [
    'an update',
    'ZMV_SAVE',
    {
      action: 'update',
      type: 'PROG',
      name: 'ZMV_SAVE',
      source: source('ZMV_SAVE', 3),
      overwrite: true,
      activate: true
    }
  ],
  [
    'a batch',
    'ZMV_BATCH',
    {
      action: 'batch',
      activate: true,
      items: [
        {
          action: 'update',
          type: 'PROG',
          name: 'ZMV_BATCH',
          source: source('ZMV_BATCH', 3),
          overwrite: true
        }
      ]
    }
  ]
] as const) {
  test(`moved between the save and the activation of ${title}: saved, told so, and not activated`, async () => {
    const { result, active, newest } = await movedBehindTheSave(name, args)
    assert.ok(result.kind === 'error', result.text)
    assert.match(result.text, /BLOCKED_PACKAGE/)
    assert.match(newest, /\* 3/)
    assert.doesNotMatch(active, /\* 3/)
    assert.equal(sandbox.counters.openLocks, 0)
  })
}
