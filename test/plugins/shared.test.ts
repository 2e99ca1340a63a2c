/** Used confirmations of several replicas, which they share through Redis. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import { startFakeRedis } from '../helpers/fake-redis.ts'

const stateKey = 'a secret of all replicas'
const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? ''
const handleOf = ({ body }: RpcAnswer) =>
  (body.result?.['_meta'] as Record<string, { confirm: string }>)['erp-bridge/confirm']?.confirm ??
  ''
const rows = (more: object = {}) => call('Drop', { action: 'rows', name: 'ZT', ...more })

describe('a confirmation of replicas with Redis', () => {
  test('permits one change at all of them together', async t => {
    const redis = await startFakeRedis(t)
    const options = { stateKey, redisUrl: redis.url }
    const replicas = [
      await listen(t, options),
      await listen(t, options),
      await listen(t, options)
    ] as const
    const confirm = handleOf(await post(replicas[0].url, rows()))
    const uses = [...replicas, ...replicas].map(async ({ url }) =>
      textOf(await post(url, rows({ confirm })))
    )
    const texts = await Promise.all(uses)
    assert.equal(texts.filter(text => text === 'dropped ZT').length, 1)
    assert.equal(texts.filter(text => text.startsWith('CONFIRMATION_USED')).length, 5)
    assert.deepEqual(
      replicas.flatMap(({ seen }) => seen),
      ['dropped ZT']
    )
    const late = await listen(t, options)
    assert.match(textOf(await post(late.url, rows({ confirm }))), /^CONFIRMATION_USED/)
    assert.equal(redis.keys().filter(key => /^erp-bridge:used:[\w-]{12}$/.test(key)).length, 1)
  })

  test('permits nothing while Redis is away; what asks nothing goes on', async t => {
    const redis = await startFakeRedis(t)
    const { url, seen } = await listen(t, { stateKey, redisUrl: redis.url })
    const confirm = handleOf(await post(url, rows()))
    await redis.stop()
    const refused = textOf(await post(url, rows({ confirm })))
    assert.match(refused, /^CONFIRMATION_UNCHECKED: [^]*--redis-url[^]*Nothing was changed/)
    assert.deepEqual(seen, [])
    assert.equal(
      textOf(await post(url, call('Echo', { source: 'reading goes on' }))),
      'reading goes on'
    )
  })

  test('permits nothing where Redis takes the command and does not answer', async t => {
    const redis = await startFakeRedis(t)
    const { url, seen } = await listen(t, { stateKey, redisUrl: redis.url })
    const confirm = handleOf(await post(url, rows()))
    redis.hang('SET')
    assert.match(textOf(await post(url, rows({ confirm }))), /^CONFIRMATION_UNCHECKED/)
    assert.deepEqual(seen, [])
  })
})
