/** One budget of an ERP over replicas with a real Redis: under load, and after the kill of one. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { namespaceOf } from '../../plugins/shared.ts'
import { placeOf } from '../../systems/options.ts'
import { defineTool } from '../../tools/define.ts'
import { Type } from '@sinclair/typebox'
import { connect, demoSource } from '../erp-client/fake-erp.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import { startRedis } from './redis-server.ts'

const stateKey = 'a secret of all replicas'
const connections = 6

const read = defineTool({
  name: 'Read',
  title: 'Read',
  description: 'Reads one source.',
  scope: 'read',
  operation: 'read',
  input: Type.Object({}),
  run: async (_args, context) => {
    // Equal reads at the same time would be one request.
    await context.erp.request(
      {
        ...{ operation: 'source.read', effect: 'none', method: 'GET', path: demoSource },
        query: { n: Math.random() }
      },
      context.signal
    )
    return { kind: 'text', text: 'read' }
  }
})

test('a killed replica leaves its part to the others, and the budget is never exceeded', async t => {
  const redis = await startRedis(t)
  const { fake } = await connect(t)
  let atOnce = 0
  let most = 0
  fake.intercept = ({ path }) => {
    if (path !== demoSource) return undefined
    most = Math.max(most, ++atOnce)
    const over = sleep(20).then(() => {
      atOnce--
    })
    return { body: 'REPORT x.', after: over }
  }
  const erp = { url: fake.url, user: 'DEVELOPER', password: 'secret', client: '001' }
  const settings = {
    ...erp,
    stateKey,
    redisUrl: redis.url,
    connections,
    freshness: 0,
    cacheSize: 0
  }
  const store = new Redis(redis.url, { keyPrefix: namespaceOf(stateKey, placeOf(erp)) })
  t.after(() => store.disconnect())
  const key = `lease:${hash('sha256', new URL(fake.url).origin).slice(0, 16)}`
  const sums: number[] = []
  const places = async () => {
    const values = Object.values(await store.hgetall(key)).map(text => Number(text.split(' ')[0]))
    sums.push(values.reduce((sum, one) => sum + one, 0))
    return values.toSorted((one, other) => one - other)
  }
  const becomes = async (wanted: readonly number[]) => {
    let found: number[] = []
    for (let tries = 0; tries < 300; tries++) {
      found = await places()
      if (JSON.stringify(found) === JSON.stringify(wanted)) return
      await sleep(50)
    }
    assert.deepEqual(found, wanted)
  }
  const address = `127.0.0.1:${await freePort()}`
  const other = run(t, 'cli.ts', {
    args: ['--transport', 'http-streamable', '--http-addr', address],
    env: {
      ...{ ERP_URL: erp.url, ERP_USER: erp.user, ERP_PASSWORD: erp.password, ERP_CLIENT: '001' },
      ...{ ERP_REDIS_URL: redis.url, ERP_STATE_KEY: stateKey, ERP_CONNECTIONS: String(connections) }
    }
  })
  await becomes([6])
  const replicas = [
    await listen(t, { ...settings, tools: [read] }),
    await listen(t, { ...settings, tools: [read] })
  ]
  await becomes([2, 2, 2])
  const over = new AbortController()
  const load = replicas.flatMap(({ url }) =>
    Array.from({ length: 10 }, async () => {
      while (!over.signal.aborted) await post(url, call('Read'))
    })
  )
  // The idle replica keeps one place for its next request.
  await becomes([1, 2, 3])
  other.child.kill('SIGKILL')
  await other.ended
  await becomes([3, 3])
  over.abort()
  await Promise.all(load)
  assert.ok(most <= connections, `${most} requests at once`)
  assert.ok(Math.max(...sums) <= connections, `${Math.max(...sums)} places were given`)
})
