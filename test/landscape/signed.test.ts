/** Everything signed belongs to one place: another system, a replaced one, a removed one. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { action, defineActions } from '../../tools/index.ts'
import type { Tool, ToolResult } from '../../tools/index.ts'
import { call, modern, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import { startFakeRedis } from '../helpers/fake-redis.ts'
import { createLandscapeFile, listenTo, textOf } from '../helpers/landscape.ts'

const stream = { accept: 'application/json, text/event-stream' }
const target = { url: 'http://127.0.0.1:9', client: '001', user: 'U' }
const metaOf = ({ body }: RpcAnswer, name: string) =>
  (body.result?.['_meta'] as Record<string, Record<string, unknown>> | undefined)?.[name] ?? {}

function probe() {
  const work = Promise.withResolvers<ToolResult>()
  const done: string[] = []
  const cursorText = Type.String({ description: 'Where to go on.' })
  const input = Type.Object({ cursor: Type.Optional(cursorText) })
  const tool: Tool = defineActions({
    name: 'Probe',
    title: 'Probe',
    description: 'Everything that hands out something signed.',
    scope: 'read',
    actions: {
      change: action({ operation: 'create', long: true, input, run: () => work.promise }),
      page: action({
        operation: 'read',
        input,
        run: async ({ cursor }, { cursors }) => ({
          kind: 'text',
          text: `${cursors.offset(['q'], cursor)} ${cursors.at(['q'], 7)}`
        })
      }),
      drop: action({
        operation: 'delete',
        input: Type.Object({}),
        run: async () => {
          done.push('drop')
          return { kind: 'text', text: 'gone' }
        }
      })
    }
  })
  return { tool, done, finish: () => work.resolve({ kind: 'text', text: 'done at last' }) }
}

/** `dev` and `twin` are the same client under two names. */
async function ground(t: TestContext, more: object = {}) {
  const made = probe()
  const file = createLandscapeFile(t)
  const passwordFile = file.beside('password', 'a-password')
  const entry = { ...target, passwordFile }
  const all = {
    dev: entry,
    twin: { ...entry },
    other: { ...entry, client: '002' },
    away: { ...entry, url: 'http://127.0.0.2:9' }
  }
  file.write(all)
  const bridge = await listenTo(t, file, {
    tools: [made.tool],
    handOverMs: 20,
    confirm: 'always',
    sessions: true,
    ...more
  })
  const rewrite = async (systems: Record<string, object>) => {
    file.write(systems, { default: 'away' })
    await bridge.systems.reload()
  }
  return { ...made, ...bridge, all, rewrite, entry }
}

type Ground = Awaited<ReturnType<typeof ground>>

interface Signed {
  /** @returns what was signed at `dev` */
  make(ground: Ground): Promise<string>
  /** Whether it is accepted at the URL; 403 counts as refused. */
  show(ground: Ground, token: string, url: URL): Promise<boolean>
}

const accept = { confirm: { action: 'accept', content: { confirm: true } } }
const ask = async (url: URL, more: object = {}) => {
  const { message, headers } = modern(call('Probe', { action: 'drop' }))
  const { params } = message as { params: { _meta: object } }
  const able = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
  const _meta = { ...params._meta, ...able }
  return await post(url, { ...message, params: { ...params, ...more, _meta } }, headers)
}

const kinds: Readonly<Record<string, Signed>> = {
  'a cursor': {
    make: async ({ urlOf }) =>
      textOf(await post(urlOf('dev'), call('Probe', { action: 'page' }))).split(' ')[1] ?? '',
    show: async (_ground, cursor, url) =>
      textOf(await post(url, call('Probe', { action: 'page', cursor }))).startsWith('7 ')
  },
  'a confirmation': {
    make: async ({ urlOf }) =>
      String(
        metaOf(await post(urlOf('dev'), call('Probe', { action: 'drop' })), 'erp-bridge/confirm')[
          'confirm'
        ]
      ),
    show: async (_ground, confirm, url) =>
      textOf(await post(url, call('Probe', { action: 'drop', confirm }))) === 'gone'
  },
  'the state of a dialogue': {
    make: async ({ urlOf }) => String((await ask(urlOf('dev'))).body.result?.['requestState']),
    show: async (_ground, requestState, url) =>
      textOf(await ask(url, { requestState, inputResponses: accept })) === 'gone'
  },
  'the handle of a running call': {
    make: async ({ urlOf }) =>
      String(
        metaOf(await post(urlOf('dev'), call('Probe', { action: 'change' })), 'erp-bridge/error')[
          'cursor'
        ]
      ),
    show: async (_ground, cursor, url) =>
      /^RUNNING|^done/.test(textOf(await post(url, call('Probe', { cursor }))))
  },
  'a session': {
    make: async ({ urlOf }) => {
      const clientInfo = { name: 'x', version: '1' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
      return (await post(urlOf('dev'), message, stream)).headers.get('mcp-session-id') ?? ''
    },
    show: async (_ground, session, url) => {
      const headers = { ...stream, 'mcp-session-id': session }
      const message = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
      return (await post(url, message, headers)).status === 200
    }
  }
}

for (const [kind, { make, show }] of Object.entries(kinds)) {
  describe(`${kind} of one system`, () => {
    test('is refused at each other one, at the same client under another name too', async t => {
      const place = await ground(t)
      const token = await make(place)
      assert.ok(token.length > 20, token)
      for (const name of ['twin', 'other', 'away']) {
        assert.equal(await show(place, token, place.urlOf(name)), false, name)
      }
      assert.deepEqual(place.done, [])
      assert.equal(await show(place, token, place.urlOf('dev')), true)
      place.finish()
    })

    test('is valid after the system was replaced at its place', async t => {
      const place = await ground(t)
      const token = await make(place)
      const before = place.systems.get('dev')
      await place.rewrite({ ...place.all, dev: { ...place.entry, title: 'Other rules' } })
      assert.notEqual(place.systems.get('dev'), before)
      assert.equal(await show(place, token, place.urlOf('dev')), true)
      place.finish()
    })

    test('is refused after the system moved, was removed, or left its name to another', async t => {
      const place = await ground(t)
      const token = await make(place)
      await place.rewrite({ ...place.all, dev: { ...place.entry, client: '003' } })
      assert.equal(await show(place, token, place.urlOf('dev')), false)
      const { dev: _dev, ...rest } = place.all
      await place.rewrite(rest)
      assert.equal(await show(place, token, place.urlOf('dev')), false)
      await place.rewrite({ ...rest, dev: place.all.away })
      assert.equal(await show(place, token, place.urlOf('dev')), false)
      assert.deepEqual(place.done, [])
      place.finish()
    })
  })
}

test('a used confirmation and an ended session stay so after the system was replaced', async t => {
  const place = await ground(t)
  const dev = place.urlOf('dev')
  const { 'a confirmation': confirmation, 'a session': session } = kinds
  assert.ok(confirmation && session)
  const [confirm, id] = [await confirmation.make(place), await session.make(place)]
  assert.equal(await confirmation.show(place, confirm, dev), true)
  await fetch(dev, { method: 'DELETE', headers: { 'mcp-session-id': id } })
  await place.rewrite({ ...place.all, dev: { ...place.entry, title: 'Other' } })
  assert.equal(await confirmation.show(place, confirm, dev), false)
  assert.equal(await session.show(place, id, dev), false)
  assert.deepEqual(place.done, ['drop'])
})

test('the stream of a session stays open over a replaced system and hears of its tools', async t => {
  const place = await ground(t)
  const id = (await kinds['a session']?.make(place)) ?? ''
  const headers = { ...stream, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
  await post(place.urlOf('dev'), initialized, headers)
  // The headers arrive with the first event.
  const asked = fetch(place.urlOf('dev'), { headers })
  await sleep(300)
  await place.rewrite({ ...place.all, dev: { ...place.entry, title: 'Other' } })
  const reader = (await asked).body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('tools/list_changed')) {
    const step = await reader?.read()
    assert.equal(step?.done, false, text)
    text += String(step?.value)
  }
  await place.rewrite({ away: place.all.away })
  for (let step = await reader?.read(); step?.done === false;) step = await reader?.read()
  assert.equal(place.systems.get('dev'), undefined)
})

test('results that replicas share open nothing at another name of the client', async t => {
  const redis = await startFakeRedis(t)
  const shared = { redisUrl: redis.url, stateKey: 'a secret of all replicas' }
  const [one, two] = [await ground(t, shared), await ground(t, shared)]
  const handle = kinds['the handle of a running call']
  const token = (await handle?.make(one)) ?? ''
  one.finish()
  const collected = async (url: URL) => textOf(await post(url, call('Probe', { cursor: token })))
  assert.equal(await collected(two.urlOf('dev')), 'done at last')
  assert.match(await collected(two.urlOf('twin')), /^TOOL_HANDLE_UNKNOWN/)
})
