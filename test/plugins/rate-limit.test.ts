/** What a batch costs: as much as its messages in requests of their own. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { BridgeOptions } from '../../app.ts'

const legacy = {
  'mcp-protocol-version': '2025-03-26',
  accept: 'application/json, text/event-stream'
}
const change = (id: number) => call('Change', {}, id)
const batch = (size: number) => Array.from({ length: size }, (_none, index) => change(index + 1))

describe('a batch under a rate limit', () => {
  test('of 100 calls is refused as a whole under a limit of 5, before anything runs', async t => {
    const { url, seen } = await listen(t, { rateLimit: 5 })
    const answer = await post(url, batch(100), legacy)
    assert.equal(answer.status, 429)
    assert.match(answer.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
    assert.match(answer.body.error?.message ?? '', /batch of 100 messages[^]*5 a minute/)
    assert.deepEqual(seen, [])
    assert.equal(
      (await post(url, change(1), legacy)).status,
      200,
      'it has used up its own request alone'
    )
  })

  test('runs where so many are left, and uses them up', async t => {
    const { url, seen } = await listen(t, { rateLimit: 5 })
    assert.equal((await post(url, batch(3), legacy)).status, 200)
    assert.equal(seen.length, 3)
    assert.equal((await post(url, batch(3), legacy)).status, 429)
    assert.equal(seen.length, 3)
    assert.equal((await post(url, change(1), legacy)).status, 200, 'one is left')
    assert.equal((await post(url, change(1), legacy)).status, 429)
    assert.equal(seen.length, 4)
  })

  test('many at the same time run no more calls than are permitted', async t => {
    const { url, seen } = await listen(t, { rateLimit: 10 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await post(url, batch(4), legacy))
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
    assert.ok(seen.length <= 10, String(seen.length))
  })

  test('counts for its own identity', async t => {
    const auth: BridgeOptions['auth'] = {
      caller: request => ({
        principal: { name: String(request.headers['x-user']), kind: 'user' },
        scopes: new Set(['read', 'write']),
        method: 'host'
      })
    }
    const { url } = await listen(t, { rateLimit: 5, auth })
    assert.equal((await post(url, batch(5), { ...legacy, 'x-user': 'ada' })).status, 200)
    assert.equal((await post(url, change(1), { ...legacy, 'x-user': 'ada' })).status, 429)
    assert.equal((await post(url, batch(5), { ...legacy, 'x-user': 'bob' })).status, 200)
  })

  test('costs nothing more where there is no limit, or the protocol refuses it', async t => {
    const free = await listen(t)
    assert.equal((await post(free.url, batch(100), legacy)).status, 200)
    assert.equal(free.seen.length, 100)
    const { url, seen } = await listen(t, { rateLimit: 5 })
    const tooLong = await post(url, batch(101), legacy)
    assert.deepEqual([tooLong.status === 200, seen.length], [false, 0])
    const empty = await post(url, [], legacy)
    assert.notEqual(empty.status, 429)
  })
})
