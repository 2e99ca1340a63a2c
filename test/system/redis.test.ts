/** Two replicas and a real Redis: what they share, and what is left when it is away. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { Redis } from 'ioredis'
import { defineTool } from '../../tools/define.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import { startRedis } from './redis-server.ts'

const stateKey = 'a secret of all replicas'
const stream = { accept: 'application/json, text/event-stream' }

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isSo()) return
    await sleep(50)
  }
  assert.fail(what)
}

describe('two replicas with Redis', () => {
  test('count the requests of an identity together, and alone where Redis is away', async t => {
    const redis = await startRedis(t)
    const options = { stateKey, redisUrl: redis.url, rateLimit: 5 }
    const [one, other] = [await listen(t, options), await listen(t, options)]
    const statuses: number[] = []
    for (let turn = 0; turn < 8; turn++) {
      statuses.push(
        (await post((turn % 2 === 0 ? one : other).url, call('Echo', { source: 'x' }))).status
      )
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429, 429])
    await redis.stop()
    const alone = []
    for (let turn = 0; turn < 7; turn++) {
      alone.push((await post(one.url, call('Echo', { source: 'x' }))).status)
    }
    assert.deepEqual(alone, [200, 200, 200, 200, 200, 429, 429], 'the replica counts by itself')
  })

  test('another deployment in the same store counts apart', async t => {
    const redis = await startRedis(t)
    const options = { stateKey, redisUrl: redis.url, rateLimit: 2 }
    const one = await listen(t, options)
    const strangers = [
      await listen(t, { ...options, stateKey: 'the secret of another bridge' }),
      await listen(t, { ...options, client: '100' })
    ]
    const ask = async ({ url }: { url: URL }) =>
      (await post(url, call('Echo', { source: 'x' }))).status
    assert.deepEqual([await ask(one), await ask(one), await ask(one)], [200, 200, 429])
    for (const other of strangers) {
      assert.deepEqual([await ask(other), await ask(other), await ask(other)], [200, 200, 429])
    }
  })

  test('a session ended at one is unknown at the other, and at one that starts later', async t => {
    const redis = await startRedis(t)
    const options = { stateKey, redisUrl: redis.url, sessions: true }
    const [one, other] = [await listen(t, options), await listen(t, options)]
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' }
      }
    }
    const id = (await post(one.url, hello, stream)).headers.get('mcp-session-id') ?? ''
    const ask = async (url: URL) =>
      (await post(url, call('Echo', { source: 'x' }), { ...stream, 'mcp-session-id': id })).status
    assert.deepEqual([await ask(one.url), await ask(other.url)], [200, 200])
    assert.equal(
      (await fetch(other.url, { method: 'DELETE', headers: { 'mcp-session-id': id } })).status,
      200
    )
    await until(async () => (await ask(one.url)) === 404, 'the owner still takes the session')
    const late = await listen(t, options)
    await until(async () => (await ask(late.url)) === 404, 'a new replica takes the session')
  })

  test('the result of a long call is collected at the other, and stands encrypted in the store', async t => {
    const redis = await startRedis(t)
    let finish = () => {}
    const gate = new Promise<void>(resolve => {
      finish = resolve
    })
    const slow = defineTool({
      name: 'Slow',
      title: 'Slow',
      description: 'Takes its time.',
      scope: 'read',
      operation: 'read',
      long: true,
      input: Type.Object({ cursor: Type.Optional(Type.String()) }),
      run: async () => {
        await gate
        return { kind: 'text', text: 'the secret source' }
      }
    })
    const options = { stateKey, redisUrl: redis.url, tools: [slow], handOverMs: 50 }
    const [one, other] = [await listen(t, options), await listen(t, options)]
    const textOf = ({ body }: RpcAnswer) =>
      (body.result as { content: readonly { text: string }[] }).content[0]?.text ?? ''
    const [, cursor = ''] =
      /"cursor":"([^"]+)"/.exec(textOf(await post(one.url, call('Slow')))) ?? []
    assert.notEqual(cursor, '')
    assert.match(textOf(await post(other.url, call('Slow', { cursor }))), /still at work/)
    finish()
    await until(
      async () => textOf(await post(other.url, call('Slow', { cursor }))) === 'the secret source',
      'the result never reaches the other replica'
    )
    const store = new Redis(redis.url)
    t.after(() => store.disconnect())
    const keys = await store.keys('erp-bridge:*:result:*')
    assert.equal(keys.length, 1)
    assert.ok(!(await store.getBuffer(keys[0] ?? ''))?.includes('secret source'))
    await redis.stop()
    assert.equal(
      textOf(await post(one.url, call('Slow', { cursor }))),
      'the secret source',
      'the replica that ran it knows it without Redis'
    )
  })

  test('a confirmation permits one change at both together, and none where Redis is away', async t => {
    const redis = await startRedis(t)
    const options = { stateKey, redisUrl: redis.url }
    const [one, other] = [await listen(t, options), await listen(t, options)]
    const drop = (more: object = {}) => call('Drop', { action: 'rows', name: 'ZT', ...more })
    const asked = async () => {
      const { body } = await post(one.url, drop())
      const meta = body.result?.['_meta'] as Record<string, { confirm: string }>
      return meta['erp-bridge/confirm']?.confirm ?? ''
    }
    const [used, late] = [await asked(), await asked()]
    const uses = [one, other, one, other].map(
      async ({ url }) => await post(url, drop({ confirm: used }))
    )
    await Promise.all(uses)
    assert.deepEqual([...one.seen, ...other.seen], ['dropped ZT'])
    await redis.stop()
    const refused = await post(one.url, drop({ confirm: late }))
    assert.match(JSON.stringify(refused.body), /CONFIRMATION_UNCHECKED/)
    assert.deepEqual([...one.seen, ...other.seen], ['dropped ZT'])
  })

  test('start without Redis, work alone, and say so without the password', async t => {
    let log = ''
    const { url } = await listen(
      t,
      { stateKey, redisUrl: 'redis://:hidden-word@127.0.0.1:9', rateLimit: 2 },
      async app => {
        app.log = Object.assign(app.log, {
          error: (facts: object, text: string) => {
            log += JSON.stringify(facts) + text
          }
        })
      }
    )
    const statuses = []
    for (let turn = 0; turn < 3; turn++) {
      statuses.push((await post(url, call('Echo', { source: 'x' }))).status)
    }
    assert.deepEqual(statuses, [200, 200, 429])
    assert.match(log, /Redis is away/)
    assert.ok(!log.includes('hidden-word'))
  })
})
