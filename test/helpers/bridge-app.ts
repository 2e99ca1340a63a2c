/** The real plugin with fixture tools, listening on a free port. */
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import bridge from '../../app.ts'
import type { BridgeOptions } from '../../app.ts'
import type { ToolEvent } from '../../tools/index.ts'
import { createFixtures } from './fixture-tools.ts'

export interface BridgeApp {
  readonly app: FastifyInstance
  readonly url: URL
  readonly seen: string[]
  readonly events: ToolEvent[]
}

/** An ERP that nothing listens on: fixture tools never ask it. */
export const erp = { url: 'http://127.0.0.1:9', user: 'U', password: 'P' } as const

/** No feature is left to find out: the ERP gets the requests of calls alone. */
export const decidedFeatures = {
  featureGitsync: 'on',
  featureRap: 'on',
  featureAmdp: 'on',
  featureUi5: 'on',
  featureDb: 'on'
} as const

/** @param beside what else the server has, registered first */
export async function listen(
  t: TestContext,
  options: BridgeOptions = {},
  beside?: (app: FastifyInstance) => Promise<void>
): Promise<BridgeApp> {
  const { tools, seen } = createFixtures()
  const events: ToolEvent[] = []
  const app = fastify()
  await beside?.(app)
  await app.register(bridge, {
    ...erp,
    loopback: true,
    tools,
    observers: [event => events.push(event)],
    drainMs: 200,
    ...options
  })
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, url: new URL(`http://127.0.0.1:${port}/mcp`), seen, events }
}

export interface RpcAnswer {
  readonly status: number
  readonly headers: Headers
  readonly type: string
  readonly body: {
    readonly id?: unknown
    readonly result?: Record<string, unknown>
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  }
}

/** A request as curl sends it: two headers, and `Accept: *` + `/*`. */
export async function post(
  url: URL,
  message: unknown,
  headers: Record<string, string> = {}
): Promise<RpcAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { accept: '*/*', 'content-type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message)
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  const json = type.startsWith('text/event-stream')
    ? (text
        .split('\n')
        .find(line => line.startsWith('data: '))
        ?.slice(6) ?? '{}')
    : text || '{}'
  return {
    status: answer.status,
    headers: answer.headers,
    type,
    body: JSON.parse(json) as RpcAnswer['body']
  }
}

export const call = (name: string, args: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args }
})

/** What the revision 2026-07-28 wants beside the message. */
export function modern(message: { method: string; params?: { name?: string } & object }): {
  message: object
  headers: Record<string, string>
} {
  const version = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' }
  }
  const name = message.params?.name
  return {
    message: { ...message, params: { ...message.params, _meta } },
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': message.method,
      ...(name === undefined ? {} : { 'mcp-name': name })
    }
  }
}
