/** The fast path answers what the SDK answers. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { call, listen, modern } from '../helpers/bridge-app.ts'

type Sent = {
  readonly title: string
  readonly message: object
  readonly headers?: Readonly<Record<string, string>>
  readonly fast: boolean
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const both = 'application/json, text/event-stream'
const withMeta = (message: object, meta: object) => ({
  ...message,
  params: { ...('params' in message ? (message.params as object) : {}), _meta: meta }
})
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

/** Both eras of one message. */
function inBoth(
  title: string,
  message: { method: string; params?: object },
  fast: boolean
): Sent[] {
  const newest = modern(message)
  return [
    { title: `${title}, bare`, message, fast },
    {
      title: `${title}, 2025-11-25`,
      message,
      headers: { accept: both, 'mcp-protocol-version': '2025-11-25' },
      fast
    },
    { title: `${title}, 2026-07-28`, message: newest.message, headers: newest.headers, fast },
    {
      title: `${title}, 2026-07-28 with an event stream`,
      message: newest.message,
      headers: { ...newest.headers, accept: both },
      fast
    }
  ]
}

const echo = call('Echo', { source: 'ä €\r\n\u2028 "quoted" 😀 \\ </script>' })
const newEcho = modern(echo)
const newDrop = modern(call('Drop', { action: 'object', name: 'x' }))
const newList = modern(list)
const meta = (newEcho.message as { params: { _meta: Record<string, unknown> } }).params._meta

const corpus: readonly Sent[] = [
  ...inBoth('a list', list, true),
  ...inBoth('a list with parameters', { ...list, params: {} }, true),
  ...inBoth('a text', echo, true),
  ...inBoth('an empty text', call('Echo', { source: '' }), true),
  ...inBoth('data', call('Count', { source: 'hello' }, 'id-1'), true),
  ...inBoth('a known failure', call('Fail'), true),
  ...inBoth('an inner failure', call('Fail', { action: 'inner' }), true),
  ...inBoth('missing arguments', call('Echo', {}), true),
  ...inBoth('arguments of a wrong kind', call('Echo', { source: { a: 1 } }), true),
  ...inBoth('a confirmation', call('Fail', { action: 'confirm' }), false),
  ...inBoth('an unknown tool', call('Ecko', {}), false),
  ...inBoth('a change', call('Change', {}), true),
  ...inBoth(
    'a deletion, for a client that cannot be asked',
    call('Drop', { action: 'object', name: 'x' }),
    true
  ),
  ...inBoth(
    'a loss of data without a confirmation',
    call('Drop', { action: 'rows', name: 'x' }),
    false
  ),
  ...inBoth('a dry run of it', call('Drop', { action: 'rows', name: 'x', dryRun: true }), true),
  ...inBoth(
    'a handle that opens nothing',
    call('Drop', { action: 'rows', name: 'x', confirm: 'y' }),
    false
  ),
  {
    title: 'a deletion, for a client that can be asked',
    message: withMeta(newDrop.message, {
      ...meta,
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } }
    }),
    headers: newDrop.headers,
    fast: false
  },
  ...inBoth('a page of a list', { ...list, params: { cursor: 'x' } }, false),
  ...inBoth('a task', { ...echo, params: { ...echo.params, task: {} } }, false),
  ...inBoth(
    'another method',
    { jsonrpc: '2.0', id: 1, method: 'prompts/list' } as { method: string },
    false
  ),
  {
    title: 'an event stream and nothing else',
    message: echo,
    headers: { accept: 'text/event-stream' },
    fast: false
  },
  {
    title: 'a change as an event stream and nothing else',
    message: call('Change', {}),
    headers: { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    fast: false
  },
  {
    title: 'progress wanted',
    message: withMeta(call('Echo', { source: 'x' }), { progressToken: 1 }),
    headers: { accept: both },
    fast: false
  },
  {
    title: 'logs wanted',
    message: withMeta(newEcho.message, { ...meta, 'io.modelcontextprotocol/logLevel': 'debug' }),
    headers: newEcho.headers,
    fast: false
  },
  {
    title: 'answers to questions',
    message: {
      ...newEcho.message,
      params: { ...(newEcho.message as { params: object }).params, inputResponses: {} }
    },
    headers: newEcho.headers,
    fast: false
  },
  {
    title: 'a state',
    message: {
      ...newEcho.message,
      params: { ...(newEcho.message as { params: object }).params, requestState: 'x' }
    },
    headers: newEcho.headers,
    fast: false
  },
  {
    title: 'another name in the header',
    message: newEcho.message,
    headers: { ...newEcho.headers, 'mcp-name': 'Count' },
    fast: false
  },
  {
    title: 'no name in the header',
    message: newEcho.message,
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' },
    fast: false
  },
  {
    title: 'the name in base64',
    message: newEcho.message,
    headers: { ...newEcho.headers, 'mcp-name': base64('Echo') },
    fast: true
  },
  {
    title: 'another name in base64',
    message: newEcho.message,
    headers: { ...newEcho.headers, 'mcp-name': base64('Count') },
    fast: false
  },
  {
    title: 'another method in the header',
    message: newList.message,
    headers: { ...newList.headers, 'mcp-method': 'tools/call' },
    fast: false
  },
  {
    title: 'no method in the header',
    message: newList.message,
    headers: { 'mcp-protocol-version': '2026-07-28' },
    fast: false
  },
  {
    title: 'no version in the header',
    message: newList.message,
    headers: { 'mcp-method': 'tools/list' },
    fast: false
  },
  {
    title: 'another version in the header',
    message: newList.message,
    headers: { ...newList.headers, 'mcp-protocol-version': '2025-11-25' },
    fast: false
  },
  {
    title: 'an unknown version',
    message: list,
    headers: { 'mcp-protocol-version': '1999-01-01' },
    fast: false
  },
  {
    title: 'the newest version in the header alone',
    message: list,
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    fast: false
  },
  {
    title: 'capabilities that are none',
    message: withMeta(list, { ...meta, 'io.modelcontextprotocol/clientCapabilities': 5 }),
    headers: newList.headers,
    fast: false
  },
  {
    title: 'capabilities that are wrong inside',
    message: withMeta(list, {
      ...meta,
      'io.modelcontextprotocol/clientCapabilities': { sampling: 5 }
    }),
    headers: newList.headers,
    fast: false
  },
  {
    title: 'a client without a name',
    message: withMeta(list, { ...meta, 'io.modelcontextprotocol/clientInfo': { version: '1' } }),
    headers: newList.headers,
    fast: false
  },
  {
    title: 'a client that says nothing about itself',
    message: withMeta(list, {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {}
    }),
    headers: newList.headers,
    fast: true
  },
  {
    title: 'a part of the envelope',
    message: withMeta(list, { 'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' } }),
    fast: false
  },
  {
    title: 'trace context and a word of its own',
    message: withMeta(call('Echo', { source: 'x' }), {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'example.com/x': 1
    }),
    fast: true
  },
  { title: 'an id that is no whole number', message: { ...list, id: 1.5 }, fast: false },
  { title: 'no id', message: { jsonrpc: '2.0', method: 'tools/list' }, fast: false },
  { title: 'an id of null', message: { ...list, id: null }, fast: false },
  { title: 'something more in the message', message: { ...list, extra: 1 }, fast: false },
  { title: 'parameters in a list', message: { ...list, params: [] }, fast: false },
  {
    title: 'arguments in a list',
    message: { ...echo, params: { name: 'Echo', arguments: [] } },
    fast: false
  },
  { title: 'no name', message: { ...echo, params: {} }, fast: false },
  { title: 'another JSON-RPC', message: { ...list, jsonrpc: '1.0' }, fast: false }
]

async function send(
  url: URL,
  { message, headers = {} }: Sent
): Promise<{ status: number; body: unknown; plain: boolean }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { accept: '*/*', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message)
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  const json = type.startsWith('text/event-stream')
    ? text
        .split('\n')
        .find(line => line.startsWith('data: '))
        ?.slice(6)
    : text
  // Only Fastify names the character set.
  return {
    status: answer.status,
    body: json === undefined || json === '' ? undefined : JSON.parse(json),
    plain: type === 'application/json; charset=utf-8'
  }
}

describe('the fast path', () => {
  const open = async (t: TestContext) => ({
    on: await listen(t),
    off: await listen(t, { fastPath: false })
  })

  for (const sent of corpus) {
    test(`${sent.title}: ${sent.fast ? 'takes the fast path' : 'goes to the SDK'}, and the answer is the same`, async t => {
      const { on, off } = await open(t)
      const fast = await send(on.url, sent)
      const slow = await send(off.url, sent)
      // Handles are made anew each time.
      const neutral = (value: unknown) =>
        JSON.parse(
          (JSON.stringify(value) ?? 'null').replaceAll(
            /[0-9a-z]{6,7}\.[\w-]+\.[\w-]{22}/g,
            'HANDLE'
          )
        )
      assert.deepEqual(neutral(fast.body), neutral(slow.body))
      assert.equal(fast.status, slow.status)
      assert.equal(slow.plain, false)
      assert.equal(fast.plain, sent.fast)
      const eventsOf = ({ events }: typeof on) =>
        events.map(({ ms: _ms, requestId: _id, ...rest }) => rest)
      assert.deepEqual(eventsOf(on), eventsOf(off))
      assert.deepEqual(on.seen, off.seen)
    })
  }

  test('stands behind authentication, scopes and the policy', async t => {
    const { url } = await listen(t, { apiKey: 'secret' })
    assert.equal((await send(url, { title: '', message: list, fast: true })).status, 401)
    const caller = {
      principal: { name: 'unscoped', kind: 'user' },
      scopes: new Set<never>(),
      method: 'host'
    } as const
    const refused = await listen(t, { auth: { caller: () => caller } })
    assert.equal((await send(refused.url, { title: '', message: echo, fast: true })).status, 403)
    assert.deepEqual((await send(refused.url, { title: '', message: list, fast: true })).body, {
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [] }
    })
    const blocked = await listen(t, { allowedOps: 'S' })
    assert.match(
      JSON.stringify((await send(blocked.url, { title: '', message: echo, fast: true })).body),
      /BLOCKED_OPERATION/
    )
    assert.equal(blocked.events[0]?.outcome, 'blocked')
  })

  test('each list has the id of its question', async t => {
    const { url } = await listen(t)
    for (const id of [1, 1, '1', 2, 1, 'x', 'x', 'y'.repeat(10_000), 'x', 0, -1]) {
      const answer = await send(url, { title: '', message: { ...list, id }, fast: true })
      assert.ok(answer.plain)
      assert.equal((answer.body as { id: unknown }).id, id)
    }
  })

  test('callers see their own lists', async t => {
    let scopes = new Set<'read' | 'write'>(['read'])
    const { url } = await listen(t, {
      auth: { caller: () => ({ principal: { name: 'x', kind: 'user' }, scopes, method: 'host' }) }
    })
    const names = async () =>
      (
        (await send(url, { title: '', message: list, fast: true })).body as {
          result: { tools: { name: string }[] }
        }
      ).result.tools.map(({ name }) => name)
    assert.ok(!(await names()).includes('Change'))
    scopes = new Set(['read', 'write'])
    assert.ok((await names()).includes('Change'))
    scopes = new Set(['write'])
    assert.deepEqual(await names(), ['Change', 'Drop'])
  })
})
