/** Answers without their structured half, with and without the fast path. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Sandbox } from '../../sandbox/server.ts'
import { tools } from '../../tools/index.ts'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'

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
const calls = [
  call('ERPQuery', { table: 'ZFERRY_PORT', columns: ['port_id'], orderBy: 'port_id', maxRows: 3 }),
  call('ERPSearch', { query: 'ZCL_FERRY*', maxResults: 2 }),
  call('ERPSearch', { help: true }),
  call('ERPRead', { name: 'ZNOT_THERE' })
]
/** A cursor says until when it is valid. */
const plain = (value: unknown) =>
  JSON.stringify(value).replace(/[0-9a-z]{6,7}\.[\w-]+\.[\w-]{22}/g, 'cursor')

test('with --results text no answer has structured content and no tool an output schema; the texts are the same', async t => {
  const options = {
    url: sandbox.url,
    client: sandbox.client,
    user: 'DEVELOPER',
    password: 'secret-1',
    tools
  }
  const resultOf = async (url: URL, message: object, headers: Record<string, string> = {}) =>
    (await post(url, message, headers)).body.result ?? {}
  const both = await listen(t, options)
  assert.match(plain(await resultOf(both.url, list)), /"outputSchema"/)
  for (const fastPath of [true, false]) {
    const { url } = await listen(t, { ...options, fastPath, results: 'text' })
    assert.doesNotMatch(plain(await resultOf(url, list)), /"outputSchema"/)
    for (const message of calls) {
      const expected = await resultOf(both.url, message)
      const legacy = await resultOf(url, message)
      const newest = modern(message)
      const answer = await resultOf(url, newest.message, newest.headers)
      for (const { content, structuredContent } of [legacy, answer]) {
        assert.equal(structuredContent, undefined)
        assert.equal(plain(content), plain(expected['content']))
      }
    }
  }
  assert.ok('structuredContent' in (await resultOf(both.url, calls[0] ?? list)))
})
