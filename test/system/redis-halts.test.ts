/** The off-switch on three replicas with a real Redis: under load, and while Redis starts again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { run, runResume } from '../../commands/halt.ts'
import { defineTool } from '../../tools/define.ts'
import { connect, demo, demoSource } from '../erp-client/fake-erp.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import { startRedis } from './redis-server.ts'

const stateKey = 'a secret of all replicas'

/** A change that takes its time before its one changing request, as one that waits for a lock does. */
const write = defineTool({
  name: 'Write',
  title: 'Write',
  description: 'Writes one source.',
  scope: 'write',
  operation: 'update',
  input: Type.Object({}),
  run: async (_args, context) =>
    await context.change({ ref: demo, transport: undefined }, async erp => {
      await sleep(Math.random() * 400)
      await erp.request({
        operation: 'source.write',
        effect: 'change',
        method: 'PUT',
        path: demoSource,
        body: 'x'
      })
      return { kind: 'text', text: 'written' }
    })
})

async function replicas(t: TestContext) {
  const redis = await startRedis(t)
  const { fake } = await connect(t)
  const written: number[] = []
  fake.intercept = ({ method, path }) => {
    if (method !== 'PUT' || path !== demoSource) return undefined
    written.push(performance.now())
    return { body: '' }
  }
  const settings = {
    ...{ url: fake.url, user: 'DEVELOPER', password: 'secret', client: '001' },
    ...{ stateKey, redisUrl: redis.url, tools: [write] }
  }
  const apps = await Promise.all([1, 2, 3].map(async () => await listen(t, settings)))
  const command = async (of: typeof run, argv: readonly string[]) =>
    await of(argv, {
      env: {
        ...{ ERP_URL: fake.url, ERP_USER: 'DEVELOPER', ERP_PASSWORD: 'secret', ERP_CLIENT: '001' },
        ...{ ERP_REDIS_URL: redis.url, ERP_STATE_KEY: stateKey }
      },
      say() {},
      warn() {},
      tellParent: undefined,
      untilStopped: async () => {}
    })
  const textOf = async (url: URL) => JSON.stringify((await post(url, call('Write'))).body)
  return { redis, apps, written, command, textOf }
}

test('no change starts later than five seconds after the halt, at any replica', async t => {
  const { apps, written, command, textOf } = await replicas(t)
  const over = new AbortController()
  const refused = new Set<number>()
  const load = apps.flatMap(({ url }, replica) =>
    Array.from({ length: 8 }, async () => {
      while (!over.signal.aborted) {
        if ((await textOf(url)).includes('BLOCKED_HALT')) refused.add(replica)
        await sleep(5)
      }
    })
  )
  await sleep(1500)
  assert.ok(written.length > 30, `${written.length} changes before the halt`)
  const haltedAt = performance.now()
  assert.equal(await command(run, ['--writes']), 0)
  await sleep(8000)
  const last = Math.max(...written) - haltedAt
  assert.ok(last < 5000, `the last change came ${last} ms after the halt`)
  assert.deepEqual([...refused].toSorted(), [0, 1, 2])
  assert.equal(await command(runResume, ['--writes']), 0)
  await sleep(5000)
  over.abort()
  await Promise.all(load)
  assert.ok(Math.max(...written) - haltedAt > 8000, 'changes go on after the end of the halt')
})

test('a Redis that lost its data gets the halt back, and without Redis no change starts', async t => {
  const { redis, apps, command, textOf } = await replicas(t)
  const [{ url }] = apps as [(typeof apps)[0]]
  const until = async (text: string) => {
    let found = ''
    for (let tries = 0; tries < 200; tries++) {
      found = await textOf(url)
      if (found.includes(text)) return
      await sleep(100)
    }
    assert.fail(`${text} never came: ${found}`)
  }
  await until('written')
  await command(run, [])
  await until('BLOCKED_HALT:')
  await redis.stop()
  await redis.start()
  await sleep(8000)
  await until('BLOCKED_HALT:')
  await command(runResume, ['--all'])
  await until('written')
  await redis.stop()
  await until('BLOCKED_HALT_UNCHECKED')
})
