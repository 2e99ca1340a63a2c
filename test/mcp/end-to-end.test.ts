/** From the client to the ERP and back: progress, cancellation, traces, and lists that change. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { tools as catalogue } from '../../tools/index.ts'
import { listen } from '../helpers/bridge-app.ts'
import type { BridgeApp } from '../helpers/bridge-app.ts'
import { watchedErp } from '../helpers/watched-erp.ts'
import type { WatchedErp } from '../helpers/watched-erp.ts'

interface Call {
  readonly name: string
  readonly arguments: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}
interface CallOptions {
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void
  signal?: AbortSignal
}
interface AnyClient {
  call(call: Call, options?: CallOptions): Promise<unknown>
  names(): Promise<string[]>
  /** Settles when the client hears that the tools are not what they were. */
  changed(): Promise<void>
}
interface Bridge extends Partial<BridgeApp> {
  readonly stdio: { command: string; args: string[]; env: Record<string, string>; stderr: 'pipe' }
}
type Connect = (t: TestContext, bridge: Bridge) => Promise<AnyClient & { stderr(): string }>

let erp: WatchedErp
before(async () => {
  erp = await watchedErp()
})
after(async () => {
  await erp.close()
})

const user = { user: 'DEVELOPER', password: 'secret-1' }

async function httpBridge(t: TestContext): Promise<Bridge> {
  return {
    ...(await listen(t, {
      url: erp.url,
      client: erp.sandbox.client,
      ...user,
      tools: catalogue,
      sessions: true,
      audit: 'all'
    })),
    ...stdioBridge()
  }
}

function stdioBridge(): Bridge {
  const args = [
    fileURLToPath(new URL('../../cli.ts', import.meta.url)),
    '--url',
    erp.url,
    '--client',
    erp.sandbox.client,
    '--audit',
    'all'
  ]
  return {
    stdio: {
      command: process.execPath,
      args,
      env: {
        PATH: process.env['PATH'] ?? '',
        ERP_JOURNAL: 'off',
        ERP_USER: user.user,
        ERP_PASSWORD: user.password
      },
      stderr: 'pipe'
    }
  }
}

function collected(
  stream: { on(event: 'data', heard: (chunk: Buffer) => void): unknown } | null
): () => string {
  let text = ''
  stream?.on('data', chunk => {
    text += chunk.toString()
  })
  return () => text
}

const oldClient: Connect = async (t, { url, stdio }) => {
  const client = new OldClient({ name: 'old', version: '1' })
  t.after(() => client.close())
  const transport = url === undefined ? new OldStdioTransport(stdio) : new OldHttpTransport(url)
  const told = Promise.withResolvers<void>()
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => told.resolve())
  await client.connect(transport as OldTransport)
  return {
    call: (call, options) => client.callTool({ ...call }, undefined, options),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    changed: () => told.promise,
    stderr: collected(transport instanceof OldStdioTransport ? (transport.stderr as never) : null)
  }
}

const newClient =
  (options: ClientOptions): Connect =>
  async (t, { url, stdio }) => {
    const told = Promise.withResolvers<void>()
    const client = new Client(
      { name: 'new', version: '1' },
      {
        ...options,
        listChanged: { tools: { autoRefresh: false, onChanged: () => told.resolve() } }
      }
    )
    t.after(() => client.close())
    const transport =
      url === undefined ? new StdioClientTransport(stdio) : new StreamableHTTPClientTransport(url)
    await client.connect(transport)
    return {
      call: (call, options) => client.callTool({ ...call }, options),
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      changed: () => told.promise,
      stderr: collected(
        transport instanceof StdioClientTransport ? (transport.stderr as never) : null
      )
    }
  }

const clients: [string, Connect][] = [
  ['v1 client', oldClient],
  ['v2 client, 2025-11-25', newClient({})],
  ['v2 client, 2026-07-28', newClient({ versionNegotiation: { mode: { pin: '2026-07-28' } } })]
]
const transports: [string, (t: TestContext) => Promise<Bridge>][] = [
  ['HTTP', httpBridge],
  ['stdio', async () => stdioBridge()]
]

for (const [transport, open] of transports) {
  for (const [name, connect] of clients) {
    describe(`${name} over ${transport}`, { timeout: 120_000 }, () => {
      test('a long search reports its progress', async t => {
        const client = await connect(t, await open(t))
        const steps: number[] = []
        const objects = ['ZCL_FERRY_BOOKING', 'ZCL_FERRY_PORT', 'ZCL_FERRY_SAILING'].map(one => ({
          type: 'CLAS',
          name: one
        }))
        await client.call(
          { name: 'ERPSearch', arguments: { kind: 'source', query: 'METHOD', objects } },
          { onprogress: ({ progress }) => steps.push(progress) }
        )
        // A client drops what it has not handled yet when the answer is there.
        assert.ok(steps.length > 0)
        assert.deepEqual(steps, [1, 2, 3].slice(0, steps.length))
      })

      test('a call that the client cancels is cancelled at the ERP', async t => {
        const client = await connect(t, await open(t))
        await client.names()
        const { arrived, aborted } = erp.hold(/informationsystem\/search.*ZHELD/i)
        const stop = new AbortController()
        const call = assert.rejects(
          client.call(
            { name: 'ERPSearch', arguments: { query: 'ZHELD*' } },
            { signal: stop.signal, onprogress: () => {} }
          )
        )
        await arrived
        stop.abort()
        await call
        await aborted
      })

      test('the trace of a message goes to the ERP and into the log', async t => {
        const bridge = await open(t)
        const client = await connect(t, bridge)
        const traceId = `0af7651916cd43dd8448eb21${Math.floor(Math.random() * 0xffffffff)
          .toString(16)
          .padStart(8, '0')}`
        await client.call({
          name: 'ERPRead',
          arguments: { type: 'SYSTEM' },
          _meta: { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
        })
        assert.ok(
          erp.seen.some(({ headers }) =>
            String(headers['traceparent']).startsWith(`00-${traceId}-`)
          ),
          'at the ERP'
        )
        if (bridge.events !== undefined) {
          assert.ok(
            bridge.events.some(event => event.traceId === traceId),
            'reported to the observers'
          )
        } else assert.match(client.stderr(), new RegExp(`"traceId":"${traceId}"`))
      })

      test('a client is notified of a feature that the ERP turns out not to have, without a call', async t => {
        const gate = Promise.withResolvers<void>()
        erp.discovery = async text => {
          await gate.promise
          return text.replaceAll('/sap/bc/adt/datapreview', '/sap/bc/adt/nothing')
        }
        t.after(() => {
          erp.discovery = text => text
        })
        const client = await connect(t, await open(t))
        assert.ok((await client.names()).includes('ERPQuery'), 'what is unknown is listed')
        // The standing stream of a client is open by then.
        await sleep(500)
        gate.resolve()
        await client.changed()
        assert.ok(!(await client.names()).includes('ERPQuery'))
      })
    })
  }
}
