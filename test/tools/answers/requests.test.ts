/** Refusals about packages and transport requests name the reason and a next call that works. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { startTwoUsers } from '../helpers/two-users.ts'
import type { TwoUsers, UserBench } from '../helpers/two-users.ts'

let users: TwoUsers
before(async () => {
  users = await startTwoUsers()
})
after(async () => await users?.close())

const newClass = { action: 'create', type: 'CLAS', name: 'ZCL_PA_NEW', description: 'New' }
const editOf = (name: string, transport?: string) => ({
  action: 'edit',
  type: 'CLAS',
  name,
  edits: [{ old: 'CLASS zcl_pa_held IMPLEMENTATION.', new: 'CLASS zcl_pa_held IMPLEMENTATION. ' }],
  ...(transport === undefined ? {} : { transport })
})
const createRequest = async (bench: UserBench, description: string) =>
  String((await bench.data('ERPTransport', { action: 'create', description }))['transport'])

/** A class that a request of COLLEAGUE records. */
async function holdByColleague(): Promise<string> {
  const transport = await createRequest(users.colleague, 'Holds the class')
  await users.colleague.data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_PA_HELD',
    package: 'ZFERRY_CORE',
    description: 'Held',
    source:
      'CLASS zcl_pa_held DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_pa_held IMPLEMENTATION.\nENDCLASS.\n',
    activate: true,
    transport
  })
  return transport
}

test('a package that does not exist is named, whatever the call does', async () => {
  const calls: [tool: string, args: object][] = [
    ['ERPWrite', { ...newClass, package: 'ZNOPE' }],
    ['ERPWrite', { ...newClass, package: 'ZNOPE', dryRun: true }],
    ['ERPWrite', { ...newClass, package: '$NOPE', dryRun: true }],
    ['ERPWrite', { ...newClass, package: 'ZNOPE', transport: 'SBXK900001', dryRun: true }],
    ['ERPWrite', { action: 'move', type: 'CLAS', name: 'ZCL_FERRY_MONEY', package: 'ZNOPE' }],
    ['ERPTransport', { action: 'create', description: 'x', package: 'ZNOPE' }],
    ['ERPTransport', { action: 'create', description: 'x', package: 'ZNOPE', dryRun: true }],
    ['ERPManage', { action: 'create_package', name: 'ZPA', package: 'ZNOPE', description: 'x' }]
  ]
  for (const [tool, args] of calls) {
    const { code, text } = errorOf(await users.developer.call(tool, args))
    assert.equal(code, 'ERP_NOT_FOUND', `${JSON.stringify(args)}: ${text}`)
    assert.match(text, /There is no package [Z$]NOPE/)
    assert.doesNotMatch(text, /Decided by/)
  }
})

test('a package outside of the permitted ones is refused as such, whether it exists or not', async () => {
  const bound = users.under({ policy: { allowedPackages: ['ZFERRY_CORE'] } })
  for (const name of ['ZNOPE', 'ZFERRY_SAILING']) {
    const code = await bound.code('ERPWrite', { ...newClass, package: name })
    assert.equal(code, 'BLOCKED_PACKAGE', name)
  }
})

test('the way into the request of another user is named, and works as it is named', async () => {
  const held = await holdByColleague()
  const own = await createRequest(users.developer, 'Mine')
  const missing = errorOf(await users.developer.call('ERPWrite', editOf('ZCL_PA_HELD')))
  assert.match(missing.text, new RegExp(`BLOCKED_TRANSPORT.*Give \`transport\` ${held}\\.`, 's'))
  const differs = errorOf(await users.developer.call('ERPWrite', editOf('ZCL_PA_HELD', own)))
  const noTask = errorOf(await users.developer.call('ERPWrite', editOf('ZCL_PA_HELD', held)))
  assert.deepEqual([differs.code, noTask.code], ['TRANSPORT_DIFFERS', 'ERP_FORBIDDEN'])
  for (const { text } of [differs, noTask]) {
    assert.match(text, new RegExp(`ERPTransport create_task transport ${held}, then repeat`))
  }
  const closed = users.under({ policy: { enableTransports: false } })
  const asks = errorOf(await closed.call('ERPWrite', editOf('ZCL_PA_HELD', own)))
  assert.match(asks.text, new RegExp(`no task in ${held}, ask COLLEAGUE`))
  assert.doesNotMatch(asks.text, /ERPTransport/)
  await users.developer.data('ERPTransport', { action: 'create_task', transport: held })
  const saved = await users.developer.data('ERPWrite', editOf('ZCL_PA_HELD', held))
  assert.equal(saved['transport'], held)
})

test('the request of the user itself needs no task', async () => {
  const [first, second] = [
    await createRequest(users.developer, 'First'),
    await createRequest(users.developer, 'Second')
  ]
  await users.developer.data('ERPWrite', {
    ...newClass,
    name: 'ZCL_PA_OWN',
    package: 'ZFERRY_CORE',
    transport: first
  })
  const { text } = errorOf(
    await users.developer.call('ERPWrite', {
      action: 'update',
      type: 'CLAS',
      name: 'ZCL_PA_OWN',
      source: 'x',
      overwrite: true,
      transport: second
    })
  )
  assert.match(text, new RegExp(`Give transport ${first}, or release`))
})
