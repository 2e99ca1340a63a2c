/** The name of the system in what the HTTP server records, and its place in shared results. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fastify from 'fastify'
import { Registry } from 'prom-client'
import shared from '../../plugins/shared.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import { startFakeRedis } from '../helpers/fake-redis.ts'

describe('the name of the system', () => {
  test('stands in the audit of calls and of refused log-ons', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-audit-'))
    t.after(() => {
      rmSync(folder, { recursive: true })
    })
    const auditFile = join(folder, 'audit.jsonl')
    // Without observers of its own the bridge records the calls.
    const { url } = await listen(t, {
      apiKey: 'a-key-of-the-server',
      audit: 'all',
      auditFile,
      observers: undefined
    } as object)
    await post(url, call('Echo'), { authorization: 'Bearer wrong' })
    await post(url, call('Echo'), { authorization: 'Bearer a-key-of-the-server' })
    const lines = readFileSync(auditFile, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual(
      lines.map(({ kind, system }) => [kind, system]),
      [
        ['log-on', 'default'],
        ['call', 'default']
      ]
    )
  })

  test('is a label of requests, calls and gauges', async t => {
    const register = new Registry()
    const { url } = await listen(t, { metrics: { register } }, async app => {
      app.get('/health', async () => 'ok')
    })
    await post(url, call('Echo'))
    const text = await register.metrics()
    assert.match(text, /erp_bridge_http_requests_total\{bridge="erp-bridge",system="default",/)
    assert.match(text, /erp_bridge_tool_calls_total\{bridge="erp-bridge",system="default",/)
    assert.match(text, /erp_bridge_erp_requests_running\{bridge="erp-bridge",system="default"\} 0/)
  })
})

test('a shared result can be read for its own system alone', async t => {
  const redis = await startFakeRedis(t)
  const app = fastify()
  t.after(() => app.close())
  const stateKey = 'a secret of all replicas'
  await app.register(shared, { url: redis.url, stateKey, place: 'both' })
  const [dev, prd] = [app.shared?.resultsOf('dev'), app.shared?.resultsOf('prd')]
  await dev?.put('id', { kind: 'text', text: 'of dev' }, 60)
  assert.deepEqual(await dev?.get('id'), { kind: 'text', text: 'of dev' })
  assert.equal(await prd?.get('id'), undefined)
})
