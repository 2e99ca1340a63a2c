/** What replicas share through Redis: used confirmations, and the names under which they share. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { BridgeOptions } from '../../app.ts'
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
    assert.equal(
      redis.keys().filter(key => /^erp-bridge:[0-9a-f]{16}:used:[\w-]{12}$/.test(key)).length,
      1
    )
  })

  test('permits nothing while Redis is away; calls without a confirmation go on', async t => {
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

/** The keys and channels that a bridge names after one call and one failed log-on. */
async function namesOf(t: TestContext, options: BridgeOptions): Promise<string[]> {
  const store = await startFakeRedis(t)
  const bridge = await listen(t, {
    stateKey,
    redisUrl: store.url,
    rateLimit: 5,
    apiKey: 'key',
    ...options
  })
  assert.equal((await post(bridge.url, call('Echo'), { authorization: 'Bearer key' })).status, 200)
  assert.equal((await post(bridge.url, call('Echo'), { authorization: 'Bearer no' })).status, 401)
  return [
    ...new Set(store.heard.flatMap(command => /erp-bridge:\S*( \S+)*/.exec(command)?.[0] ?? []))
  ]
}
const spaceOf = (names: readonly string[]) => [
  ...new Set(names.map(name => /^erp-bridge:([^:]*):/.exec(name)?.[1]))
]

describe('names in the shared store', () => {
  test('every key and channel stands in the namespace, and names its limit', async t => {
    const names = await namesOf(t, {})
    assert.equal(spaceOf(names).length, 1, names.join('\n'))
    assert.match(spaceOf(names)[0] ?? '', /^[0-9a-f]{16}$/)
    const rest = names.map(name => name.replace(/^erp-bridge:[0-9a-f]{16}:/, ''))
    for (const start of [
      'limit:identity ',
      'limit:token ',
      'limit:address 127.0.0.1',
      'session-ended',
      'ended'
    ]) {
      assert.ok(
        rest.some(name => name.startsWith(start)),
        `${start} in ${rest.join('\n')}`
      )
    }
    assert.doesNotMatch(names.join('\n'), /undefined|a secret of/)
  })

  test('replicas of one deployment share it, however they spell the address', async t => {
    const one = await namesOf(t, { url: 'https://erp.example.com:443' })
    const other = await namesOf(t, { url: 'https://ERP.example.com/' })
    assert.deepEqual(spaceOf(one), spaceOf(other))
  })

  test('another state key, system or client has another', async t => {
    const url = 'https://erp.example.com'
    const others: BridgeOptions[] = [
      { url },
      { url, stateKey: 'a secret of other ones' },
      { url: `${url}:44300` },
      { url, client: '100' }
    ]
    const spaces = new Set<string | undefined>()
    for (const options of others) {
      for (const space of spaceOf(await namesOf(t, options))) spaces.add(space)
    }
    assert.equal(spaces.size, others.length)
  })

  test('each replica of a sandbox has an ERP at an address of its own, and shares all the same', async t => {
    const one = await namesOf(t, { sandboxErp: true, url: 'http://127.0.0.1:1001' })
    const other = await namesOf(t, { sandboxErp: true, url: 'http://127.0.0.1:1002' })
    assert.deepEqual(spaceOf(one), spaceOf(other))
  })
})

describe('a limit that is reached', () => {
  test('is logged once, with the limit', async t => {
    const { url } = await listen(t, { rateLimit: 1 })
    await post(url, call('Echo'))
    const { status, body } = await post(url, call('Echo'))
    assert.equal(status, 429)
    assert.match(
      body.error?.message ?? '',
      /^Too many requests: this identity has used its 1 requests? of/
    )
    assert.equal(body.error?.message.match(/too many requests/gi)?.length, 1)
  })
})
