/** Sessions of the older revisions, on one replica and on two. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createSessions } from '../../mcp/sessions.ts'
import type { McpHttpRequest } from '../../mcp/http-request.ts'
import { createTokenSigner } from '../../tools/index.ts'
import type { Caller } from '../../tools/index.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'
import { until } from '../helpers/until.ts'

const stateKey = 'a secret of all replicas'
const stream = { accept: 'application/json, text/event-stream' }
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'x', version: '1' }
  }
}

async function greet(url: URL): Promise<string> {
  const { headers } = await post(url, initialize, stream)
  return headers.get('mcp-session-id') ?? ''
}

const inSession = (id: string) => ({ ...stream, 'mcp-session-id': id })
const echo = call('Echo', { source: 'x' })

describe('a session', () => {
  test('exists only where the operator wants sessions, and only for streams', async t => {
    const without = await listen(t)
    assert.equal(await greet(without.url), '')
    const { url } = await listen(t, { sessions: true })
    assert.match(await greet(url), /^[\x21-\x7e]+$/)
    assert.equal((await post(url, initialize)).headers.get('mcp-session-id'), null)
  })

  test('ends with DELETE, and its id is then unknown', async t => {
    const { url } = await listen(t, { sessions: true })
    const id = await greet(url)
    assert.equal((await post(url, echo, inSession(id))).status, 200)
    assert.equal((await fetch(url, { method: 'DELETE', headers: inSession(id) })).status, 200)
    const gone = await post(url, echo, inSession(id))
    assert.deepEqual([gone.status, gone.body.error?.code], [404, -32001])
  })

  test('belongs to one identity', async t => {
    let name = 'ada'
    const { url } = await listen(t, {
      sessions: true,
      auth: {
        caller: () => ({
          principal: { name, kind: 'user' },
          scopes: new Set(['read'] as const),
          method: 'host'
        })
      }
    })
    const id = await greet(url)
    name = 'eve'
    for (const method of ['POST', 'GET', 'DELETE']) {
      const answer = await fetch(url, {
        method,
        headers: { ...inSession(id), 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify(echo) } : {})
      })
      assert.equal(answer.status, 404, method)
    }
    name = 'ada'
    assert.equal((await post(url, echo, inSession(id))).status, 200, 'no other identity can end it')
  })

  test('the scopes are those of the request, not those of the hello', async t => {
    let scopes = new Set<'read' | 'write'>(['read', 'write'])
    const { url, seen } = await listen(t, {
      sessions: true,
      fastPath: false,
      auth: { caller: () => ({ principal: { name: 'x', kind: 'user' }, scopes, method: 'host' }) }
    })
    const id = await greet(url)
    scopes = new Set(['read'])
    assert.equal((await post(url, call('Change', {}), inSession(id))).status, 403)
    const listed = await post(url, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, inSession(id))
    assert.doesNotMatch(JSON.stringify(listed.body), /Change/)
    assert.deepEqual(seen, [])
  })

  test('ids that are made up, changed or of another bridge are unknown', async t => {
    const { url } = await listen(t, { sessions: true })
    const id = await greet(url)
    for (const odd of [`${id}x`, id.slice(1), 'abc', 'x'.repeat(5000)]) {
      assert.equal((await post(url, echo, inSession(odd))).status, 404)
    }
    const other = await listen(t, { sessions: true })
    assert.equal((await post(other.url, echo, inSession(id))).status, 404)
  })
})

describe('two replicas with one key', () => {
  const replicas = async (t: TestContext): Promise<[BridgeApp, BridgeApp]> => [
    await listen(t, { sessions: true, stateKey }),
    await listen(t, { sessions: true, stateKey })
  ]

  test('ordinary requests of a session are answered by both', async t => {
    const [first, second] = await replicas(t)
    const id = await greet(first.url)
    for (const { url } of [first, second, first, second]) {
      assert.equal((await post(url, echo, inSession(id))).status, 200)
      assert.equal(
        (await post(url, { jsonrpc: '2.0', id: 2, method: 'prompts/list' }, inSession(id))).status,
        200
      )
    }
  })

  test('where the session is not, a confirmation is a handle, good on both', async t => {
    const [first, second] = await replicas(t)
    const id = await greet(first.url)
    const drop = (more = {}) => call('Drop', { action: 'rows', name: 'ZT', ...more })
    const asked = await post(second.url, drop(), inSession(id))
    const confirm = (asked.body.result?.['_meta'] as Record<string, { confirm: string }>)[
      'erp-bridge/confirm'
    ]?.confirm
    assert.ok(confirm)
    const done = await post(first.url, drop({ confirm }), inSession(id))
    assert.deepEqual(done.body.result?.['content'], [{ type: 'text', text: 'dropped ZT' }])
  })

  test('what needs the stream of the session is refused by the other', async t => {
    const [first, second] = await replicas(t)
    const id = await greet(first.url)
    assert.equal((await fetch(second.url, { headers: inSession(id) })).status, 405)
    assert.equal(
      (await fetch(second.url, { method: 'DELETE', headers: inSession(id) })).status,
      200
    )
    assert.equal((await post(second.url, echo, inSession(id))).status, 404)
  })
})

describe('bounds', () => {
  const caller: Caller = {
    principal: { name: 'x', kind: 'user' },
    scopes: new Set(['read']),
    method: 'host'
  }
  const exchange = (id?: string, expiresAt?: number) =>
    ({
      headers: id === undefined ? {} : { 'mcp-session-id': id },
      session: { caller },
      ...(expiresAt === undefined ? {} : { expiresAt })
    }) as unknown as McpHttpRequest

  async function open(
    sessions: ReturnType<typeof createSessions>,
    expiresAt?: number
  ): Promise<{ id: string; closed: () => boolean }> {
    let closed = false
    const { Server } = await import('@modelcontextprotocol/server')
    const server = new Server({ name: 'x', version: '1' }, { capabilities: {} })
    server.onclose = () => {
      closed = true
    }
    const transport = await sessions.open(exchange(undefined, expiresAt), () => server)
    assert.ok(transport)
    await transport.handleRequest(
      new Request('http://x/mcp', {
        method: 'POST',
        headers: { ...stream, 'content-type': 'application/json' }
      }),
      { parsedBody: initialize }
    )
    return { id: transport.sessionId ?? '', closed: () => closed }
  }

  test('the oldest session is evicted, and its id stays valid', async t => {
    const sessions = createSessions(createTokenSigner(undefined), {
      limits: { most: 2, lifeSeconds: 60, idleMs: 60_000 }
    })
    t.after(() => sessions.close())
    const [first, second] = [await open(sessions), await open(sessions)]
    assert.equal(sessions.stateOf(exchange(first.id)).kind, 'local')
    await open(sessions)
    assert.ok(second.closed())
    assert.deepEqual(
      [first.id, second.id].map(id => sessions.stateOf(exchange(id)).kind),
      ['local', 'valid']
    )
  })

  test('a session ends with the credential it was opened with', async t => {
    let now = Date.now()
    const sessions = createSessions(createTokenSigner(undefined, { now: () => now }), {
      limits: { most: 2, lifeSeconds: 3600, idleMs: 60_000 }
    })
    t.after(() => sessions.close())
    const { id, closed } = await open(sessions, now / 1000 + 30)
    assert.equal(sessions.stateOf(exchange(id)).kind, 'local')
    now += 40_000
    assert.equal(sessions.stateOf(exchange(id)).kind, 'refused')
    await sleep(0)
    assert.ok(closed())
  })

  test('of ended sessions the last ones are remembered', async t => {
    const sessions = createSessions(createTokenSigner(undefined), {
      limits: { most: 1, lifeSeconds: 60, idleMs: 60_000 }
    })
    t.after(() => sessions.close())
    const ids: string[] = []
    for (let turn = 0; turn < 22; turn++) {
      const { id } = await open(sessions)
      sessions.end(exchange(id))
      ids.push(id)
    }
    const refused = ids.map(id => sessions.stateOf(exchange(id)).kind === 'refused')
    assert.deepEqual(
      refused,
      ids.map((_, place) => place >= 2)
    )
  })

  test('closing the bridge closes them all', async t => {
    const sessions = createSessions(createTokenSigner(undefined))
    const { closed } = await open(sessions)
    await sessions.close()
    assert.ok(closed())
    t.diagnostic('closed')
  })
})

for (const watched of [true, false]) {
  test(
    `within a session a call is cancelled by a notification of its own, ${watched ? 'with' : 'without'} progress`,
    { timeout: 30_000 },
    async t => {
      const { url, seen } = await listen(t, { sessions: true })
      const client = new Client({ name: 'x', version: '1' }, { capabilities: { elicitation: {} } })
      t.after(() => client.close())
      await client.connect(new StreamableHTTPClientTransport(url))
      const controller = new AbortController()
      const pending = assert.rejects(
        client.callTool(
          { name: 'Slow', arguments: { ms: 60_000 } },
          { signal: controller.signal, ...(watched ? { onprogress: () => {} } : {}) }
        )
      )
      await until(() => seen.includes('started'))
      controller.abort()
      await pending
      await until(() => seen.includes('aborted'))
      assert.deepEqual(
        (await client.callTool({ name: 'Echo', arguments: { source: 'still here' } })).content,
        [{ type: 'text', text: 'still here' }]
      )
    }
  )
}

test('the end of a session is the end of its calls', { timeout: 30_000 }, async t => {
  const { url, seen } = await listen(t, { sessions: true })
  const client = new Client({ name: 'x', version: '1' }, { capabilities: { elicitation: {} } })
  t.after(() => client.close())
  const transport = new StreamableHTTPClientTransport(url)
  await client.connect(transport)
  const pending = client.callTool({ name: 'Slow', arguments: { ms: 60_000 } }).catch(() => {})
  await until(() => seen.includes('started'))
  const ended = await fetch(url, {
    method: 'DELETE',
    headers: {
      'mcp-session-id': transport.sessionId ?? '',
      accept: 'application/json, text/event-stream'
    }
  })
  assert.equal(ended.status, 200)
  await until(() => seen.includes('aborted'))
  await pending
})
