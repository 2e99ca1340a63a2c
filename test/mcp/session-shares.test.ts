/** Sessions of several identities: one cannot take the places of the others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/server'
import type { BridgeOptions } from '../../app.ts'
import type { McpHttpRequest } from '../../mcp/http-request.ts'
import { createSessions } from '../../mcp/sessions.ts'
import { createTokenSigner } from '../../tools/index.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'

const stream = { accept: 'application/json, text/event-stream' }
const params = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'x', version: '1' }
}
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
/** The header says who asks, and a reader may do nothing but read. */
const caller: NonNullable<BridgeOptions['auth']>['caller'] = request => {
  const name = String(request.headers['x-user'])
  return { principal: { name, kind: 'user' }, scopes: new Set(['read']), method: 'host' }
}
const as = (user: string, id?: string) => ({
  ...stream,
  'x-user': user,
  ...(id === undefined ? {} : { 'mcp-session-id': id })
})

async function setUp(t: TestContext) {
  const bridge = await listen(t, { sessions: true, auth: { caller } })
  const open = async (user: string) =>
    (await post(bridge.url, initialize, as(user))).headers.get('mcp-session-id') ?? ''
  const streamOf = async (user: string, id: string) => {
    const answer = await fetch(bridge.url, { headers: as(user, id) })
    const reader = answer.body?.getReader()
    let hasEnded = false
    const ended = reader?.read().then(
      ({ done }) => {
        hasEnded = done
      },
      () => {
        hasEnded = true
      }
    )
    t.after(async () => {
      await reader?.cancel().catch(() => {})
      await ended
    })
    return { status: answer.status, hasEnded: () => hasEnded }
  }
  return { ...bridge, open, streamOf }
}

test('1,020 sessions of a reader leave the stream of another user', async t => {
  const { open, streamOf } = await setUp(t)
  const id = await open('ada')
  const { status, hasEnded } = await streamOf('ada', id)
  assert.equal(status, 200)
  const ids = new Set<string>()
  for (let turn = 0; turn < 1020; turn++) ids.add(await open('reader'))
  assert.equal(ids.size, 1020)
  assert.equal(hasEnded(), false)
  assert.equal(
    (await streamOf('ada', id)).status,
    409,
    'the stream is there still, so a second one is refused'
  )
})

const exchangeOf = (name: string, id?: string) =>
  ({
    headers: id === undefined ? {} : { 'mcp-session-id': id },
    session: {
      caller: { principal: { name, kind: 'user' }, scopes: new Set(['read']), method: 'host' }
    }
  }) as unknown as McpHttpRequest

/** Sessions whose calls end when the test says so. */
function bounded(t: TestContext, limits: { most: number; each?: number }) {
  const sessions = createSessions(createTokenSigner(undefined), {
    limits: { lifeSeconds: 60, idleMs: 60_000, ...limits }
  })
  t.after(() => sessions.close())
  const calls: { end: () => void }[] = []
  const makeServer = () => {
    const server = new Server({ name: 'x', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/call', async () => {
      await new Promise<void>(resolve => {
        calls.push({ end: resolve })
      })
      return { content: [] }
    })
    return server
  }
  const send = (body: unknown, id?: string) =>
    [
      new Request('http://x/mcp', {
        method: 'POST',
        headers: {
          ...stream,
          'content-type': 'application/json',
          ...(id === undefined ? {} : { 'mcp-session-id': id })
        }
      }),
      { parsedBody: body }
    ] as const
  const open = async (name: string) => {
    const transport = await sessions.open(exchangeOf(name), makeServer)
    if (transport === undefined) return undefined
    await (await transport.handleRequest(...send(initialize))).text()
    const id = transport.sessionId ?? ''
    const begin = async () => {
      const before = calls.length
      const answer = await transport.handleRequest(...send(call('Wait', {}, 5), id))
      while (calls.length === before) await setImmediate()
      return async () => {
        calls[before]?.end()
        await answer.text()
      }
    }
    return { id, begin, isHeld: () => sessions.stateOf(exchangeOf(name, id)).kind === 'local' }
  }
  return { open }
}

test('a session with a call in flight is not evicted, and is once the call has ended', async t => {
  const { open } = bounded(t, { most: 2 })
  const busy = await open('ada')
  const end = await busy?.begin()
  await open('ada')
  assert.ok(await open('ada'))
  assert.ok(await open('bob'))
  assert.ok(busy?.isHeld())
  await end?.()
  await open('bob')
  assert.ok(await open('eve'))
  assert.equal(busy?.isHeld(), false)
})

test('where every session that would have to go has a call under way, none is opened', async t => {
  const { open } = bounded(t, { most: 3, each: 1 })
  const busy = await open('ada')
  const end = await busy?.begin()
  assert.equal(await open('ada'), undefined)
  assert.ok(await open('bob'))
  await end?.()
  assert.ok(await open('ada'))
  assert.equal(busy?.isHeld(), false)
})
