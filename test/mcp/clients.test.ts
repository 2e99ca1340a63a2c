/** The clients that exist, old and new, over both transports. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { listen } from '../helpers/bridge-app.ts'

interface Call {
  readonly name: string
  readonly arguments: Record<string, unknown>
}
interface Result {
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly isError?: unknown
}
interface Progress {
  readonly progress: number
  readonly message?: string | undefined
}

/** What both generations of clients can do, in one shape. */
interface AnyClient {
  list(): Promise<{ name: string; outputSchema?: unknown }[]>
  call(
    call: Call,
    options?: { onprogress?: (progress: Progress) => void; signal?: AbortSignal }
  ): Promise<Result>
  readonly revision: string | undefined
  readonly instructions: string | undefined
}

type Where = { readonly url: URL } | { readonly command: string; readonly args: string[] }

const info = { name: 'matrix', version: '1.0.0' }

async function connectOld(t: TestContext, where: Where): Promise<AnyClient> {
  const client = new OldClient(info)
  const transport =
    'url' in where
      ? new OldHttpTransport(where.url)
      : new OldStdioTransport({ ...where, stderr: 'ignore' })
  t.after(() => client.close())
  // The old SDK was not written for exact optional properties.
  await client.connect(transport as OldTransport)
  return {
    list: async () => (await client.listTools()).tools,
    call: async (params, options) => {
      const { content, structuredContent, isError } = await client.callTool(
        params,
        undefined,
        options
      )
      return { content, structuredContent, isError }
    },
    revision: 'url' in where ? (transport as OldHttpTransport).protocolVersion : undefined,
    instructions: client.getInstructions()
  }
}

function connectNew(options: ClientOptions) {
  return async (t: TestContext, where: Where): Promise<AnyClient> => {
    const client = new Client(info, options)
    t.after(() => client.close())
    await client.connect(
      'url' in where
        ? new StreamableHTTPClientTransport(where.url)
        : new StdioClientTransport({ ...where, stderr: 'ignore' })
    )
    return {
      list: async () => (await client.listTools()).tools,
      call: async (params, callOptions) => await client.callTool(params, callOptions),
      revision: client.getNegotiatedProtocolVersion(),
      instructions: client.getInstructions()
    }
  }
}

const clients: [
  string,
  (t: TestContext, where: Where) => Promise<AnyClient>,
  string | undefined
][] = [
  ['v1 client', connectOld, '2025-11-25'],
  ['v2 client, default', connectNew({}), '2025-11-25'],
  ['v2 client, auto', connectNew({ versionNegotiation: { mode: 'auto' } }), '2026-07-28'],
  [
    'v2 client, pinned',
    connectNew({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    '2026-07-28'
  ]
]

const transports: [string, (t: TestContext) => Promise<Where>][] = [
  ['HTTP', async t => ({ url: (await listen(t)).url })],
  ['HTTP without the fast path', async t => ({ url: (await listen(t, { fastPath: false })).url })],
  ['HTTP with sessions', async t => ({ url: (await listen(t, { sessions: true })).url })],
  [
    'stdio',
    async () => ({
      command: process.execPath,
      args: [fileURLToPath(new URL('../helpers/stdio-fixture.ts', import.meta.url))]
    })
  ]
]

for (const [client, connect, revision] of clients) {
  for (const [transport, open] of transports) {
    describe(`${client} over ${transport}`, () => {
      test('connects, lists, and has the instructions', async t => {
        const connected = await connect(t, await open(t))
        if (connected.revision !== undefined) assert.equal(connected.revision, revision)
        assert.match(connected.instructions ?? '', /ERPSearch/)
        const listed = await connected.list()
        assert.deepEqual(
          listed.map(({ name }) => name),
          ['Echo', 'Count', 'Slow', 'Fail', 'Change', 'Drop']
        )
        assert.ok(listed.find(({ name }) => name === 'Count')?.outputSchema)
      })

      test('calls: text, data, failure, unknown tool', async t => {
        const connected = await connect(t, await open(t))
        await connected.list()
        const text = 'zeile 1\r\nzeile 2 😀'
        assert.deepEqual(
          (await connected.call({ name: 'Echo', arguments: { source: text } })).content,
          [{ type: 'text', text }]
        )
        assert.deepEqual(
          (await connected.call({ name: 'Count', arguments: { source: 'abc' } })).structuredContent,
          { characters: 3 }
        )
        assert.equal((await connected.call({ name: 'Fail', arguments: {} })).isError, true)
        await assert.rejects(
          connected.call({ name: 'Nope', arguments: {} }),
          (error: { code?: number }) => error.code === -32602
        )
      })

      test('progress arrives in order, and only where it is asked for', async t => {
        const connected = await connect(t, await open(t))
        const steps: number[] = []
        await connected.call(
          { name: 'Slow', arguments: { ms: 500 } },
          { onprogress: ({ progress }) => steps.push(progress) }
        )
        // The client drops a notification that comes in one chunk with the answer, hence the wait.
        assert.deepEqual(steps, [1, 2, 3])
        await connected.call({ name: 'Slow', arguments: { ms: 1 } })
      })

      test('a cancelled call ends, and the connection goes on', async t => {
        const connected = await connect(t, await open(t))
        const controller = new AbortController()
        const started = Promise.withResolvers<void>()
        const pending = connected.call(
          { name: 'Slow', arguments: { ms: 60_000 } },
          { signal: controller.signal, onprogress: () => started.resolve() }
        )
        const ended = assert.rejects(pending)
        await started.promise
        controller.abort()
        await ended
        assert.ok(
          (await connected.call({ name: 'Echo', arguments: { source: 'still here' } })).content
        )
      })

      test('5 MB go through unchanged', async t => {
        const connected = await connect(t, await open(t))
        const text = 'DATA(x) = `ä "quoted" \\`.\r\n'.repeat(200_000)
        const { content } = await connected.call({ name: 'Echo', arguments: { source: text } })
        assert.equal((content as { text: string }[])[0]?.text, text)
      })
    })
  }
}
