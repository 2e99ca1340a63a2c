/** Changes that wait, at two replicas over PostgreSQL: asked for, decided about and run once. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { hashOf } from '../../plugins/auth/named-keys.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { tools } from '../../tools/index.ts'
import { call, decidedFeatures, listen, post } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import { until } from '../helpers/until.ts'
import { startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

const stateKey = 'one state key of all replicas'
const secretOf = (name: string) => `secret-of-${name}-0123456789`
const bearer = (name: string) => ({ authorization: `Bearer ${secretOf(name)}` })
const keys = {
  rita: { owner: 'rita', scopes: ['read', 'write'] },
  alias: { owner: 'RITA', scopes: ['admin'] },
  gate: { owner: 'otto', scopes: [], approve: true }
}

let server: PostgresServer
let sandbox: Sandbox
let folder = ''
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'approvals-'))
  const entries = Object.entries(keys).map(([name, more]) => ({
    name,
    hash: hashOf(secretOf(name)),
    ...more
  }))
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: entries }))
  server = await startPostgres()
  sandbox = await createTestSandbox({ users: [{ name: 'DEVELOPER', password: 'secret-1' }] })
})
after(async () => {
  await sandbox?.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Replicas {
  readonly one: BridgeApp
  readonly other: BridgeApp
  /** A further one, as after a restart. */
  start(): Promise<BridgeApp>
  /** Types of the messages of the web hook, in the order of their arrival. */
  readonly told: string[]
  /** Lines of the audit of all replicas. */
  audited(): Record<string, unknown>[]
}

async function replicas(t: TestContext): Promise<Replicas> {
  const journalUrl = server.freshDatabase()
  const told: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      told.push((JSON.parse(body) as { type: string }).type)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.after(() => receiver.close())
  const { port } = receiver.address() as AddressInfo
  const auditFile = join(mkdtempSync(join(folder, 'audit-')), 'audit.jsonl')
  const start = async () =>
    await listen(t, {
      ...decidedFeatures,
      ...{ tools, stateKey, journalUrl, auditFile, observers: undefined as never },
      url: sandbox.url,
      user: 'DEVELOPER',
      password: 'secret-1',
      ...(sandbox.caFile === undefined ? {} : { caFile: sandbox.caFile }),
      apiKeysFile: join(folder, 'keys.json'),
      approval: ['ops=D'],
      approvalHook: `http://127.0.0.1:${port}/`,
      approvalHookSecret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    })
  return {
    one: await start(),
    other: await start(),
    start,
    told,
    audited: () =>
      readFileSync(auditFile, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as Record<string, unknown>)
  }
}

async function asked(bridge: BridgeApp, args: object): Promise<Record<string, unknown>> {
  const { body } = await post(bridge.url, call('ERPWrite', args), bearer('rita'))
  const { isError, content, _meta } = body.result ?? {}
  const error = (_meta as Record<string, object> | undefined)?.['erp-bridge/error']
  return { isError, text: JSON.stringify(content ?? body), ...error }
}

let count = 0
async function program(bridge: BridgeApp): Promise<string> {
  const name = `ZREPLICA_${++count}`
  const source = `REPORT ${name.toLowerCase()}.\n`
  const made = await asked(bridge, {
    ...{ action: 'create', type: 'PROG', name, package: '$TMP', source, activate: true }
  })
  assert.notEqual(made['isError'], true, String(made['text']))
  return name
}

const deletion = (name: string) => ({ action: 'delete', type: 'PROG', name })

async function waiting(bridge: BridgeApp, name: string) {
  const answer = await asked(bridge, deletion(name))
  assert.match(String(answer['text']), /APPROVAL_NEEDED/)
  const { approval, digest } = answer
  assert.match(String(approval), /^[0-9a-f]{18}$/)
  return { approval: String(approval), digest: String(digest) }
}

async function decided(
  bridge: BridgeApp,
  key: string,
  body: { readonly approval: string; readonly digest: string }
): Promise<number> {
  const answer = await fetch(new URL('/approvals/items', bridge.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(key) },
    body: JSON.stringify({ decision: 'approve', ...body })
  })
  await answer.arrayBuffer()
  return answer.status
}

test('what waits at one replica is approved at the other, and runs once at both together', async t => {
  const { one, other, told, audited } = await replicas(t)
  const name = await program(one)
  // Both see the same item, which one of them has stored.
  const [item, same] = await Promise.all([waiting(one, name), waiting(other, name)])
  assert.deepEqual(item, same)
  assert.equal(await decided(other, 'alias', item), 403)
  assert.equal(await decided(one, 'gate', { ...item, digest: 'A'.repeat(43) }), 409)
  const statuses = await Promise.all([decided(one, 'gate', item), decided(other, 'gate', item)])
  assert.deepEqual(statuses.toSorted(), [200, 409])
  const runs = await Promise.all(
    [one, other, one, other].map(async bridge => await asked(bridge, deletion(name)))
  )
  const done = runs.filter(({ isError }) => isError !== true)
  assert.equal(done.length, 1, runs.map(({ text }) => String(text)).join('\n'))
  await until(() => told.length >= 2)
  assert.deepEqual(told.toSorted(), ['approval.approved', 'approval.waiting'])
  const lines = audited().filter(({ approval }) => approval === item.approval)
  const words = lines.map(({ kind, action, identity, outcome, code = '' }) =>
    [kind, action, identity, outcome, code].join(' ')
  )
  for (const line of [
    'call delete key rita blocked APPROVAL_NEEDED',
    'call approve key alias blocked APPROVAL_OWN',
    'call approve key gate blocked APPROVAL_OUTDATED',
    'call approve key gate ok ',
    'call delete key rita ok '
  ]) {
    assert.ok(words.includes(line), `${line} in\n${words.join('\n')}`)
  }
  assert.equal(words.filter(line => line === 'call delete key rita ok ').length, 1)
})

test('an approval outlives a restart of both replicas, and covers what was shown alone', async t => {
  const { one, other, start } = await replicas(t)
  const [first, second] = [await program(one), await program(one)]
  const items = [await waiting(one, first), await waiting(one, second)] as const
  await one.app.close()
  assert.equal(await decided(other, 'gate', items[0]), 200)
  assert.equal(await decided(other, 'gate', items[1]), 200)
  await other.app.close()
  const after = await start()
  const changed = await asked(after, {
    ...{ action: 'update', type: 'PROG', name: second, overwrite: true },
    source: `REPORT ${second.toLowerCase()}.\nWRITE 2.\n`
  })
  assert.notEqual(changed['isError'], true, String(changed['text']))
  assert.notEqual((await asked(after, deletion(first)))['isError'], true)
  const again = await waiting(after, second)
  assert.notEqual(again.approval, items[1].approval, 'the object changed after the approval')
})
