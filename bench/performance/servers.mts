/**
 * What is compared: this project in both eras of the protocol, the floors, and a peer where its
 * package is there.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Identity } from './identity.mts'
import type { Message } from './load.mts'
import { firstLine, freePort, start, stop } from './processes.mts'
import { changedLine, nameOf, sourceOf } from './sources.mts'
import type { Size } from './sources.mts'

export type Call =
  | { readonly kind: 'list' }
  | { readonly kind: 'read'; readonly size: Size; readonly index?: number }
  | {
      readonly kind: 'write'
      readonly size: Size
      readonly index?: number
      readonly activate?: true
    }
  | { readonly kind: 'search' | 'query'; readonly index?: number }

export interface Served {
  readonly url: string
  readonly child: ChildProcess
  close(): Promise<void>
}
export interface Server {
  readonly name: string
  readonly start: (erpUrl: string) => Promise<Served>
  /** Undefined for what it cannot do. */
  readonly message: (call: Call) => Message | undefined
  /** For the cold start over stdio. */
  readonly stdio?: {
    readonly file: string
    readonly env: (erpUrl: string) => Readonly<Record<string, string>>
  }
}

const key = 'bench-key-0123456789abcdef'
const root = fileURLToPath(new URL('../../', import.meta.url))
const plain = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${key}`
}
const cases: Record<
  Exclude<Call['kind'], 'list'>,
  (call: Call) => readonly [name: string, args: object]
> = {
  read: call => ['Read', { type: 'CLAS', name: objectOf(call) }],
  write: call => [
    'Write',
    {
      action: 'update',
      type: 'CLAS',
      name: objectOf(call),
      source: `${sourceOf(objectOf(call))}${changedLine}\n`,
      ...('activate' in call ? { activate: true } : {})
    }
  ],
  search: call => ['Search', { query: `ZCL_BENCH*${indexOf(call)}`, maxResults: 20 }],
  query: call => [
    'Query',
    {
      sql: `SELECT mandt, mtext FROM t000${indexOf(call) === '' ? '' : ` WHERE mandt <> '${indexOf(call)}'`}`,
      maxRows: 20
    }
  ]
}

function indexOf(call: Call): string {
  return 'index' in call ? String(call.index) : ''
}

function objectOf(call: Call): string {
  return 'size' in call ? nameOf(call.size, call.index) : ''
}

function rpc(
  call: Call,
  prefix: string,
  more: object = {}
): {
  method: string
  name?: string
  body: { jsonrpc: '2.0'; id: number; method: string; params: Record<string, unknown> }
} {
  if (call.kind === 'list') {
    return {
      method: 'tools/list',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    }
  }
  const [word, args] = cases[call.kind](call)
  const name = `${prefix}${word}`
  return {
    method: 'tools/call',
    name,
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { ...args, ...(call.kind === 'write' ? more : {}) } }
    }
  }
}

function legacy(call: Call, prefix: string, more?: object): Message {
  return {
    headers: { ...plain, 'mcp-protocol-version': '2025-06-18' },
    body: JSON.stringify(rpc(call, prefix, more).body)
  }
}

function modern(call: Call, prefix: string, more?: object): Message {
  const { method, name, body } = rpc(call, prefix, more)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {}
  }
  const headers = {
    ...plain,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name })
  }
  return { headers, body: JSON.stringify({ ...body, params: { ...body.params, _meta } }) }
}

async function untilListed(served: Served, message: Message): Promise<Served> {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    try {
      const answer = await fetch(served.url, {
        method: 'POST',
        headers: message.headers,
        body: message.body
      })
      if ((await answer.text()).includes('"tools"')) return served
    } catch {
      // not there yet
    }
    await new Promise(resolve => {
      setTimeout(resolve, 3)
    })
  }
  await served.close()
  throw new Error(`${served.url} lists no tools`)
}

function serve(child: ChildProcess, port: number): Served {
  child.stdout?.resume()
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    child,
    close: async () => {
      await stop(child)
    }
  }
}

const basicUser = { ERP_USER: 'BENCH', ERP_PASSWORD: 'secret' }
const ownEnv = (erpUrl: string) => ({
  ERP_URL: erpUrl,
  ERP_CLIENT: '100',
  ERP_ALLOW_TRANSPORTABLE_EDITS: 'true',
  ERP_RATE_LIMIT: '0'
})

function ours(
  name: string,
  speak: typeof legacy,
  { env: identity, token }: Pick<Identity, 'env' | 'token'> = { env: basicUser }
): Server {
  const file = join(root, 'dist', 'cli.js')
  const message = (call: Call) => {
    const { headers, body } = speak(call, 'ERP', { overwrite: true })
    return {
      headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
      body
    }
  }
  return {
    name,
    message,
    stdio: { file, env: erpUrl => ({ ...ownEnv(erpUrl), ...identity, ERP_TRANSPORT: 'stdio' }) },
    async start(erpUrl) {
      const port = await freePort()
      const env = {
        ...ownEnv(erpUrl),
        ...identity,
        ERP_TRANSPORT: 'http-streamable',
        ERP_HTTP_ADDR: `127.0.0.1:${port}`,
        ...(token === undefined ? { SVC_API_KEY: key } : {})
      }
      return await untilListed(
        serve(start({ file, env, place: 'server', cwd: tmpdir() }), port),
        message({ kind: 'list' })
      )
    }
  }
}

function floor(name: string, listBytes: number): Server {
  const speak = name === 'floor-sdk' ? modern : legacy
  const message = (call: Call) =>
    call.kind === 'list' || call.kind === 'read' ? speak(call, 'ERP') : undefined
  return {
    name,
    message,
    async start(erpUrl) {
      const file = fileURLToPath(new URL('floors.mts', import.meta.url))
      const port = await freePort()
      const child = start({
        file,
        env: { KIND: name, ERP_URL: erpUrl, LIST_BYTES: String(listBytes), PORT: String(port) },
        place: 'server',
        ipc: true
      })
      await firstLine(child)
      return await untilListed(serve(child, port), message({ kind: 'list' }) as Message)
    }
  }
}

/** The npm package arc-1, from the folder that PEER_DIR names; undefined where it is not there. */
function peer(folder: string | undefined): Server | undefined {
  const file = join(folder ?? '', 'node_modules', 'arc-1', 'bin', 'arc1.js')
  if (folder === undefined || !existsSync(file)) return undefined
  const env = (erpUrl: string) => ({
    SAP_URL: erpUrl,
    SAP_USER: 'BENCH',
    SAP_PASSWORD: 'secret',
    SAP_CLIENT: '100',
    SAP_ALLOW_WRITES: 'true',
    SAP_ALLOWED_PACKAGES: '*',
    SAP_ALLOW_FREE_SQL: 'true',
    SAP_ALLOW_DATA_PREVIEW: 'true'
  })
  const message = (call: Call) => legacy(call, 'SAP')
  return {
    name: 'arc-1',
    message: call => ('activate' in call ? undefined : message(call)),
    stdio: { file, env: erpUrl => ({ ...env(erpUrl), SAP_TRANSPORT: 'stdio' }) },
    async start(erpUrl) {
      const port = await freePort()
      // Without its own limit of requests a minute, which would be what is measured.
      const http = {
        SAP_TRANSPORT: 'http-streamable',
        ARC1_HTTP_ADDR: `127.0.0.1:${port}`,
        ARC1_API_KEYS: `${key}:admin`,
        ARC1_MCP_HTTP_RATE_LIMIT: '0'
      }
      return await untilListed(
        serve(
          start({ file, env: { ...env(erpUrl), ...http }, place: 'server', cwd: tmpdir() }),
          port
        ),
        message({ kind: 'list' })
      )
    }
  }
}

/** This project as it serves callers who show who they are in another way. */
export function identified(identity: Identity): Server {
  return ours(identity.name, modern, identity)
}

/** @param listBytes size of our list of tools, which the floors then have, too */
export function servers(listBytes: number): Server[] {
  const other = peer(process.env['PEER_DIR'])
  return [
    ours('erp-bridge', modern),
    ours('erp-bridge (older protocol)', legacy),
    floor('floor-proxy', listBytes),
    floor('floor-sdk', listBytes),
    ...(other === undefined ? [] : [other])
  ]
}
