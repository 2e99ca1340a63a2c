/**
 * Many agents through one bridge: no update is lost, no lock is left, each answer belongs to its
 * caller. And a wrong password.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { sampledRounds } from '../../helpers/sample.ts'
import { run } from '../../helpers/spawned.ts'
import { agentsLoad } from './agents-load.ts'
import { benchOf } from '../helpers/erp.ts'

let sandbox: Sandbox
let erp: Erp
const connect = (password: string): Erp =>
  createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password }
  })

before(async () => {
  sandbox = await createSandbox({ password: 'secret-1' })
  erp = connect('secret-1')
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
})

const agents = 50
const shared = 'ZAG_SHARED'

test('fifty agents edit one source and their own ones', async () => {
  const { call } = benchOf({ erp })
  const marks = Array.from({ length: agents }, (_none, index) => `* line of agent ${index}: free`)
  const made = await call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: shared,
    package: '$TMP',
    source: `REPORT zag_shared.\n${marks.join('\n')}\n`
  })
  assert.equal(made.kind, 'data', made.text)
  const done: number[] = []
  await Promise.all(
    marks.map(async (mark, index) => {
      const own = `ZAG_OWN_${index}`
      const created = await call('ERPWrite', {
        action: 'create',
        type: 'PROG',
        name: own,
        package: '$TMP',
        source: `REPORT zag_own_${index}.\n* nonce ${index}-${index * 7919}\n`
      })
      assert.equal(created.kind, 'data', created.text)
      for (let tries = 0; tries < 200; tries++) {
        const result = await call('ERPWrite', {
          action: 'edit',
          type: 'PROG',
          name: shared,
          edits: [{ old: mark, new: mark.replace('free', `taken-${index}`) }]
        })
        if (result.kind === 'data') {
          done.push(index)
          break
        }
        assert.ok(
          result.kind === 'error' && ['ERP_LOCKED', 'TOOL_STALE_HASH'].includes(result.code),
          result.text
        )
      }
      const { text } = await call('ERPRead', { type: 'PROG', name: own })
      assert.match(text, new RegExp(`PROG ${own} .*\\n[^]*nonce ${index}-${index * 7919}\\n`))
    })
  )
  assert.equal(done.length, agents)
  const { text } = await call('ERPRead', { type: 'PROG', name: shared })
  for (let index = 0; index < agents; index++) {
    assert.ok(text.includes(`agent ${index}: taken-${index}`), `the edit of agent ${index} is lost`)
  }
  assert.equal(sandbox.counters.openLocks, 0)
})

const thousand = sampledRounds(1000, 4)

test(`a wrong password costs the ERP at most three log-ons for ${thousand} calls`, async () => {
  const wrong = connect('not-it')
  const { call } = benchOf({ erp: wrong })
  const before = sandbox.counters.failedLogons
  const results = []
  for (let round = 0; round < thousand / 50; round++) {
    results.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_none, index) =>
          call(index % 2 === 0 ? 'ERPRead' : 'ERPWrite', {
            ...(index % 2 === 0 ? {} : { action: 'delete' }),
            type: 'PROG',
            name: shared
          })
        )
      ))
    )
  }
  await wrong.close()
  assert.ok(results.length >= thousand)
  assert.ok(
    results.every(result => result.kind === 'error' && /^ERP_LOGON_/.test(result.code)),
    results.find(result => result.kind !== 'error' || !/^ERP_LOGON_/.test(result.code))?.text
  )
  assert.ok(
    sandbox.counters.failedLogons - before <= 3,
    `${sandbox.counters.failedLogons - before} log-ons`
  )
})

test(
  'fifty agents over HTTP: no update is lost, no lock is left, each answer belongs to its caller',
  { timeout: 240_000 },
  async t => {
    const { edits, refused, faults } = await agentsLoad({
      agents,
      rounds: 1,
      milliseconds: 120_000
    })
    t.diagnostic(`${edits} edits, ${refused} refused and repeated`)
    assert.deepEqual(faults, [])
    assert.ok(edits >= agents, String(edits))
  }
)

test('many identities with wrong passwords: each costs at most three log-ons, and none costs another one its own', async () => {
  const users = Array.from({ length: 20 }, (_none, index) =>
    createErp({
      baseUrl: sandbox.url,
      client: sandbox.client,
      language: 'EN',
      credential: { kind: 'basic', user: `UNKNOWN${index}`, password: 'not-it' }
    })
  )
  const before = sandbox.counters.failedLogons
  const results = (
    await Promise.all(
      users.map(async one => {
        const { call } = benchOf({ erp: one })
        return await Promise.all(
          Array.from({ length: Math.ceil(thousand / 20) }, () =>
            call('ERPRead', { type: 'PROG', name: shared })
          )
        )
      })
    )
  ).flat()
  assert.ok(results.length >= thousand)
  assert.ok(results.every(result => result.kind === 'error' && /^ERP_LOGON_/.test(result.code)))
  assert.ok(
    sandbox.counters.failedLogons - before <= 3 * users.length,
    `${sandbox.counters.failedLogons - before} log-ons`
  )
  assert.equal(
    (await benchOf({ erp }).call('ERPRead', { type: 'PROG', name: shared })).kind,
    'text',
    'who is right goes on'
  )
  await Promise.all(users.map(one => one.close()))
})

test('over stdio, too', { timeout: 120_000 }, async t => {
  const bridge = run(t, 'cli.ts', {
    args: ['--url', sandbox.url, '--user', sandbox.user, '--log-level', 'silent'],
    env: { ERP_PASSWORD: 'not-it' }
  })
  const before = sandbox.counters.failedLogons
  const send = (message: object) =>
    bridge.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  send({
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' }
    }
  })
  send({ method: 'notifications/initialized' })
  for (let id = 1; id <= thousand; id++) {
    send({
      id,
      method: 'tools/call',
      params: { name: 'ERPRead', arguments: { type: 'PROG', name: shared } }
    })
  }
  const answered = () => new Set([...bridge.out().matchAll(/"id":(\d+)/g)].map(([, id]) => id)).size
  while (answered() < thousand + 1) {
    assert.equal(bridge.child.exitCode, null, bridge.err())
    await new Promise(resolve => {
      setTimeout(resolve, 50)
    })
  }
  assert.ok(
    sandbox.counters.failedLogons - before <= 3,
    `${sandbox.counters.failedLogons - before} log-ons`
  )
  bridge.child.stdin.end()
  await bridge.ended
})
