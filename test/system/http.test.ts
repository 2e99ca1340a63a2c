import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { freePort, startBridge } from '../helpers/process.ts'

const run = promisify(execFile)
const KEY = 'system-test-key'

interface Rpc {
  readonly result?: {
    readonly tools?: readonly { readonly name: string }[]
    readonly content?: readonly { readonly text: string }[]
  }
}

async function curl(
  url: string,
  body: object,
  ...more: readonly string[]
): Promise<{ status: string; rpc: Rpc; type: string }> {
  const { stdout } = await run('curl', [
    '-sS',
    '-w',
    '\n%{http_code} %{content_type}',
    '-X',
    'POST',
    url,
    '-H',
    'Content-Type: application/json',
    ...more,
    '-d',
    JSON.stringify(body)
  ])
  const at = stdout.lastIndexOf('\n')
  const [status = '', type = ''] = stdout.slice(at + 1).split(' ')
  return { status, type, rpc: status === '200' ? (JSON.parse(stdout.slice(0, at)) as Rpc) : {} }
}

test('curl with the two headers of the documentation lists and calls tools', async t => {
  const bridge = await startBridge(['--api-key', KEY])
  t.after(() => bridge.stop())
  const url = `${bridge.url}/mcp`
  const refused = await curl(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  assert.equal(refused.status, '401')
  const list = await curl(
    url,
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    '-H',
    `Authorization: Bearer ${KEY}`
  )
  assert.equal(list.status, '200')
  assert.match(list.type, /^application\/json/)
  assert.ok(list.rpc.result?.tools?.some(tool => tool.name === 'ERPRead'))
  const call = await curl(
    url,
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'ERPRead', arguments: { type: 'SYSTEM' } }
    },
    '-H',
    `Authorization: bearer ${KEY}`
  )
  assert.equal(call.status, '200')
  assert.match(JSON.stringify(call.rpc), /SBX/)
})

test('a reverse proxy in front: an SDK client works through nginx', async t => {
  const bridge = await startBridge(['--api-key', KEY, '--allowed-hosts', 'bridge.example'])
  t.after(() => bridge.stop())
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-nginx-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  writeFileSync(
    join(folder, 'nginx.conf'),
    `
daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 1; events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  client_max_body_size 20m;
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${bridge.url}; proxy_http_version 1.1; proxy_buffering off; proxy_set_header Host bridge.example; } }
}
`
  )
  const nginx = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
  t.after(async () => {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  })
  for (
    let tries = 0;
    tries < 50 &&
    !(await fetch(`http://127.0.0.1:${port}/health`).then(
      answer => answer.ok,
      () => false
    ));
    tries++
  ) {
    await sleep(100)
  }

  const client = new Client({ name: 'system-test', version: '1.0.0' })
  t.after(() => client.close())
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${KEY}` } }
    })
  )
  const { tools } = await client.listTools()
  assert.ok(tools.some(tool => tool.name === 'ERPSearch'))
  const found = await client.callTool({
    name: 'ERPSearch',
    arguments: { query: 'Z*', maxResults: 5 }
  })
  assert.notEqual(found.isError, true)
})
