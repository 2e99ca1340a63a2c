/** Sources too large for an answer: the answer points to them, and the address has all of it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { BridgeOptions } from '../../app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { tools as catalogue } from '../../tools/index.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'

const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `* line ${index + 1} of a source that no model reads at once`
  ).join('\n')
const program = `REPORT zlink_large.\n${lines(3500)}\nWRITE 'the end'.\n`
const classText =
  'CLASS zcl_link DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_link IMPLEMENTATION.\nENDCLASS.\n'

let sandbox: Sandbox
before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
})
after(async () => {
  await sandbox.close()
})

async function bridge(t: TestContext, options: BridgeOptions = {}): Promise<BridgeApp> {
  return await listen(t, {
    url: sandbox.url,
    client: sandbox.client,
    user: 'DEVELOPER',
    password: 'secret-1',
    tools: catalogue,
    ...options
  })
}

async function write(url: URL, args: object): Promise<void> {
  const { body } = await post(url, call('ERPWrite', args))
  assert.doesNotMatch(JSON.stringify(body), /isError/)
}

interface Link {
  readonly type: string
  readonly uri: string
  readonly name: string
}
interface Reader {
  read(args: Record<string, unknown>): Promise<{ text: string; links: Link[] }>
  resource(uri: string): Promise<string>
}

function readerOf(client: {
  callTool(of: { name: string; arguments: Record<string, unknown> }): Promise<object>
  readResource(of: { uri: string }): Promise<{ contents: object[] }>
}): Reader {
  return {
    async read(args) {
      const [first, ...links] = (
        (await client.callTool({ name: 'ERPRead', arguments: args })) as { content: Link[] }
      ).content
      return { text: (first as unknown as { text: string }).text, links }
    },
    resource: async uri =>
      ((await client.readResource({ uri })).contents[0] as { text: string }).text
  }
}

const newest = async (url: URL, t: TestContext): Promise<Reader> => {
  const client = new Client(
    { name: 'x', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } }
  )
  t.after(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(url))
  return readerOf(client)
}

const older = async (url: URL, t: TestContext): Promise<Reader> => {
  const client = new OldClient({ name: 'x', version: '1' })
  t.after(() => client.close())
  await client.connect(new OldHttpTransport(url) as OldTransport)
  return readerOf(client)
}

const clients: [string, BridgeOptions, typeof newest][] = [
  ['v2 client, 2026-07-28', {}, newest],
  ['v2 client, 2026-07-28, without the fast path', { fastPath: false }, newest],
  ['v1 client', {}, older],
  ['v1 client in a session, without the fast path', { sessions: true, fastPath: false }, older]
]

for (const [title, options, connect] of clients) {
  describe(title, () => {
    test('a large source is cut, and the link to it has the whole', async t => {
      const { url } = await bridge(t, options)
      await write(url, {
        action: 'create',
        type: 'PROG',
        name: 'zlink_large',
        package: '$TMP',
        description: 'Large',
        source: program
      }).catch(() => {})
      const client = await connect(url, t)
      const { text, links } = await client.read({ type: 'PROG', name: 'zlink_large' })
      assert.ok(text.length < 41_000, `${text.length} characters`)
      assert.match(
        text.slice(0, 300),
        /CUT after line \d+, go on with lines "\d+-", or read erp:\/\/objects\/PROG\/ZLINK_LARGE\n/
      )
      assert.deepEqual(
        links.map(({ type, uri }) => [type, uri]),
        [['resource_link', 'erp://objects/PROG/ZLINK_LARGE']]
      )
      const whole = await client.resource(links[0]?.uri ?? '')
      assert.ok(whole.slice(whole.indexOf('\n') + 1) === program, 'the whole')
      let together = ''
      for (let part = text, lines: string | undefined = ''; lines !== undefined;) {
        together += `${part.slice(part.indexOf('\n') + 1)}\n`
        lines = /go on with lines "(\d+-)"/.exec(part)?.[1]
        if (lines !== undefined) {
          part = (await client.read({ type: 'PROG', name: 'zlink_large', lines })).text
        }
      }
      assert.ok(together === program, 'nothing is lost between the parts')
    })

    test('drafts, includes and several objects have their own addresses; what fits has none', async t => {
      const { url } = await bridge(t, options)
      await write(url, {
        action: 'create',
        type: 'CLAS',
        name: 'zcl_link',
        package: '$TMP',
        description: 'Link',
        source: classText
      }).catch(() => {})
      await write(url, {
        action: 'update',
        type: 'CLAS',
        name: 'zcl_link',
        include: 'testclasses',
        source: `${lines(3500)}\n* the end\n`,
        overwrite: true
      })
      const client = await connect(url, t)
      assert.deepEqual((await client.read({ type: 'CLAS', name: 'zcl_link' })).links, [])
      const { links } = await client.read({
        objects: [
          { type: 'PROG', name: 'zlink_large' },
          { type: 'CLAS', name: 'zcl_link', include: 'testclasses' },
          { type: 'CLAS', name: 'zcl_link' }
        ]
      })
      assert.deepEqual(
        links.map(({ uri }) => uri),
        ['erp://objects/PROG/ZLINK_LARGE', 'erp://objects/CLAS/ZCL_LINK/includes/testclasses']
      )
      assert.match(await client.resource(links[1]?.uri ?? ''), /\* the end\n$/)
      const draft = await client.read({ type: 'PROG', name: 'zlink_large', version: 'inactive' })
      assert.deepEqual(
        draft.links.map(({ uri }) => uri),
        ['erp://objects/PROG/ZLINK_LARGE/inactive']
      )
      assert.match(
        await client.resource(draft.links[0]?.uri ?? ''),
        /^\S+ · PROG ZLINK_LARGE · inactive[^]*the end'\.\n$/
      )
    })
  })
}

test('a long source comes in the same bytes with and without the fast path, first, again and after a change', async t => {
  const plain = await bridge(t)
  const other = await bridge(t, { fastPath: false })
  const strange = '* "quoted" \\ ä € \u2028 \u00a0 😀 </script> \\n \t|\n'
  const raw = async ({ url }: BridgeApp, name: string, version: string) =>
    await (
      await fetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'mcp-protocol-version': version
        },
        body: JSON.stringify(call('ERPRead', { type: 'PROG', name }, 'id "1" ä'))
      })
    ).text()
  for (const [name, times] of [
    ['zlink_words', 200],
    ['zlink_cut', 4000]
  ] as const) {
    await write(plain.url, {
      action: 'create',
      type: 'PROG',
      name,
      package: '$TMP',
      description: 'Words',
      source: `REPORT ${name}.\n${strange.repeat(times)}`
    })
    for (const version of ['2025-03-26', '2025-11-25']) {
      const [expected, first, again] = [
        await raw(other, name, version),
        await raw(plain, name, version),
        await raw(plain, name, version)
      ]
      const { result, id } = JSON.parse(first) as {
        result: { content: { text: string }[] }
        id: string
      }
      assert.ok(result.content[0]?.text.includes(strange.repeat(100)) === true && id === 'id "1" ä')
      assert.equal(first, again)
      assert.deepEqual(
        [JSON.parse(first), Buffer.byteLength(first)],
        [JSON.parse(expected), Buffer.byteLength(expected)]
      )
    }
  }
  await write(plain.url, {
    action: 'update',
    type: 'PROG',
    name: 'zlink_words',
    overwrite: true,
    source: `REPORT zlink_words.\n${strange.repeat(199)}* new\n`
  })
  assert.match(await raw(plain, 'zlink_words', '2025-11-25'), /\* new\\n"/)
})

test('an answer from the cache passes authentication, scopes, policy and audit like any other', async t => {
  let scopes: ReadonlySet<'read' | 'write'> = new Set(['read', 'write'])
  let name = 'first'
  const { url, events } = await bridge(t, {
    freshness: 3_600_000,
    auth: {
      caller: () =>
        name === '' ? null : { principal: { name, kind: 'user' }, scopes, method: 'host' }
    }
  })
  await write(url, {
    action: 'create',
    type: 'PROG',
    name: 'zcached',
    package: '$TMP',
    description: 'Cached',
    source: `REPORT zcached.\n${lines(100)}\n`
  })
  const read = async () => await post(url, call('ERPRead', { type: 'PROG', name: 'zcached' }))
  const told = JSON.stringify((await read()).body)
  events.length = 0
  const elsewhere = await bridge(t)
  await write(elsewhere.url, {
    action: 'update',
    type: 'PROG',
    name: 'zcached',
    overwrite: true,
    source: `REPORT zcached.\n${lines(101)}\n`
  })
  name = 'second'
  assert.equal(JSON.stringify((await read()).body), told, 'it comes from the cache')
  scopes = new Set(['write'])
  assert.equal((await read()).status, 403)
  name = ''
  assert.equal((await read()).status, 401)
  // What the audit is told, too.
  assert.deepEqual(
    events.map(({ user, outcome, object }) => [user, outcome, object]),
    [
      ['second', 'ok', 'PROG ZCACHED'],
      ['second', 'blocked', undefined]
    ]
  )
})

test('clients from before there were links get the address in words alone', async t => {
  const { url } = await bridge(t, { sessions: true })
  const read = call('ERPRead', { type: 'PROG', name: 'zlink_large' })
  const kinds = async (headers: Record<string, string>) =>
    (
      (await post(url, read, { accept: 'application/json, text/event-stream', ...headers })).body
        .result?.['content'] as { type: string }[]
    ).map(({ type }) => type)
  assert.deepEqual(await kinds({}), ['text'])
  assert.deepEqual(await kinds({ 'mcp-protocol-version': '2025-03-26' }), ['text'])
  assert.deepEqual(await kinds({ 'mcp-protocol-version': '2025-06-18' }), ['text', 'resource_link'])
  for (const [protocolVersion, expected] of [
    ['2024-11-05', ['text']],
    ['2025-11-25', ['text', 'resource_link']]
  ] as const) {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    }
    const id =
      (await post(url, initialize, { accept: 'application/json, text/event-stream' })).headers.get(
        'mcp-session-id'
      ) ?? ''
    const version: Record<string, string> =
      protocolVersion === '2024-11-05' ? {} : { 'mcp-protocol-version': protocolVersion }
    assert.deepEqual(await kinds({ 'mcp-session-id': id, ...version }), expected, protocolVersion)
  }
})
