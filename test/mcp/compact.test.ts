/** The compact list with and without the fast path, over every revision, and calls with it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { tools as catalogue } from '../../tools/index.ts'
import type { Scope } from '../../tools/index.ts'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'

let sandbox: Sandbox
before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
})
after(async () => {
  await sandbox.close()
})

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const bridge = async (t: TestContext, more: object = {}) =>
  await listen(t, {
    url: sandbox.url,
    client: sandbox.client,
    user: 'DEVELOPER',
    password: 'secret-1',
    tools: catalogue,
    enableTransports: true,
    allowTransportableEdits: true,
    ...more
  })
const resultOf = async (url: URL, message: object, headers: Record<string, string> = {}) =>
  (await post(url, message, headers)).body.result ?? {}

test('the list is below 2.4 KB with and without the fast path, and the same in both', async t => {
  const { url } = await bridge(t, { compact: true })
  const slow = await bridge(t, { compact: true, fastPath: false })
  const newest = modern(list)
  const answers = await Promise.all([
    resultOf(url, list),
    resultOf(url, newest.message, newest.headers),
    resultOf(slow.url, list),
    resultOf(slow.url, newest.message, newest.headers)
  ])
  for (const answer of answers) {
    assert.deepEqual(answer['tools'], answers[0]?.['tools'])
    assert.ok(
      Buffer.byteLength(JSON.stringify(answer)) <= 2400,
      `${Buffer.byteLength(JSON.stringify(answer))} bytes with everything around it`
    )
  }
})

test('the same calls have the same answers, with arguments where the list has them', async t => {
  const [large, small] = [await bridge(t), await bridge(t, { compact: true })]
  const corpus: [string, Record<string, unknown>][] = [
    ['ERPRead', { type: 'SYSTEM' }],
    ['ERPRead', { name: 'ZNOT_THERE' }],
    ['ERPRead', {}],
    ['ERPSearch', { query: 'ZCL_FERRY*', maxResults: 2 }],
    ['ERPQuery', { table: 'ZFERRY_PORT', maxRows: 2 }],
    ['ERPNavigate', { action: 'outline', type: 'CLAS', name: 'ZCL_FERRY_CAPACITY' }],
    ['ERPContext', { action: 'overview', type: 'CLAS', name: 'ZCL_FERRY_CAPACITY' }],
    ['ERPDiagnose', { action: 'syntax', type: 'CLAS', name: 'ZCL_FERRY_CAPACITY' }],
    ['ERPWrite', { action: 'update', type: 'CLAS', name: 'ZCL_FERRY_CAPACITY', source: 'x' }],
    ['ERPManage', { action: 'features' }],
    ['ERPTransport', { action: 'list' }],
    ['ERPNavigate', { action: 'help' }],
    ['ERPLint', { action: 'rules', help: true }]
  ]
  for (const [name, args] of corpus) {
    const { action, ...rest } = args
    const inArgs = { ...(action === undefined ? {} : { action }), args: rest }
    // A cursor says until when it is good.
    const plain = (answer: Record<string, unknown>) =>
      JSON.stringify(answer).replace(/[0-9a-z]{6,7}\.[\w-]+\.[\w-]{22}/g, 'cursor')
    const expected = plain(await resultOf(large.url, call(name, args)))
    for (const { url } of [small, large]) {
      assert.equal(
        plain(await resultOf(url, call(name, inArgs))),
        expected,
        `${name} ${JSON.stringify(inArgs)}`
      )
    }
  }
})

test('scopes and the policy decide as ever', async t => {
  let scopes = new Set<Scope>(['read'])
  const { url, events } = await bridge(t, {
    compact: true,
    readOnly: true,
    auth: { caller: () => ({ principal: { name: 'ada', kind: 'user' }, scopes, method: 'host' }) }
  })
  const names = async () =>
    ((await resultOf(url, list))['tools'] as { name: string }[]).map(({ name }) => name)
  const remove = call('ERPWrite', {
    action: 'delete',
    args: { type: 'CLAS', name: 'ZCL_FERRY_CAPACITY' }
  })
  assert.ok(!(await names()).includes('ERPWrite'))
  assert.equal((await post(url, remove)).status, 403)
  scopes = new Set(['read', 'write'])
  assert.ok((await names()).includes('ERPWrite'))
  assert.match(JSON.stringify(await resultOf(url, remove)), /BLOCKED_READ_ONLY/)
  assert.deepEqual(
    [events.at(-1)?.action, events.at(-1)?.object, events.at(-1)?.outcome],
    ['delete', 'CLAS ZCL_FERRY_CAPACITY', 'blocked']
  )
})
