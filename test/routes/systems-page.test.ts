/** The operators' pages with a systems file: an overview, and a page for each system. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { loadConfig } from '../../config/config.ts'
import { createLog } from '../../log.ts'
import { buildAdmin, buildServer } from '../../server.ts'

const url = 'http://127.0.0.1:8080/mcp'

test('the overview names each system and its faults, and each system has a page', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-pages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'systems.json')
  const entry = { user: 'U', password: { env: 'PASSWORD' } }
  writeFileSync(
    file,
    JSON.stringify({
      default: 'dev',
      systems: {
        dev: { ...entry, url: 'http://127.0.0.1:1', title: 'Sales <dev>' },
        prd: { ...entry, url: 'http://127.0.0.1:2', role: 'production' },
        old: { ...entry, url: 'http://127.0.0.1:3', password: { env: 'MISSING' } }
      }
    })
  )
  const argv = ['--transport', 'http-streamable', '--log-level', 'silent', '--systems-file', file]
  const { config } = loadConfig([...argv, '--admin-addr', '127.0.0.1:8081'], {
    PASSWORD: 'pass-SECRET-1'
  })
  const launch = { config, version: '1.2.3', sandbox: false }
  const [log, register] = [createLog(config), new Registry()]
  const server = await buildServer(launch, { log, register })
  t.after(() => server.close())
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const called = await server.inject({
    method: 'POST',
    url: '/mcp/prd',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    payload: {
      ...message,
      params: { name: 'ERPWrite', arguments: { action: 'delete', type: 'CLAS', name: 'ZCL_A' } }
    }
  })
  assert.match(called.body, /BLOCKED_READ_ONLY[^]*readOnly of system prd \(role production\)/)
  const app = await buildAdmin(launch, { register, log, url, systems: server.servedSystems })
  t.after(() => app.close())

  const { body } = await app.inject('/')
  assert.match(body, /serves 2 of 3 systems/)
  assert.match(body, /<a href="\/systems\/prd">prd<\/a>/)
  assert.match(body, /Sales &lt;dev&gt;/)
  assert.match(body, /system old: password: the variable MISSING is not set/)
  assert.match(body, /127\.0\.0\.1:2, client 001<\/td><td>1<\/td><td>1<\/td>/)
  assert.match(body, /127\.0\.0\.1:1, client 001<\/td><td>0<\/td><td>0<\/td>/)
  assert.doesNotMatch(body, /SECRET/)

  const prd = await app.inject('/systems/prd')
  assert.match(prd.body, /http:\/\/127\.0\.0\.1:8080\/mcp\/prd/)
  assert.match(prd.body, /read-only/)
  assert.match(prd.body, /<td>ERPWrite<\/td><td>1<\/td>/)
  const dev = await app.inject('/systems/dev')
  assert.doesNotMatch(dev.body, /<td>ERPWrite<\/td>|read-only/)
  for (const name of ['old', 'none', '..%2f']) {
    assert.equal((await app.inject(`/systems/${name}`)).statusCode, 404, name)
  }

  const content = JSON.parse(readFileSync(file, 'utf8')) as { systems: Record<string, object> }
  const prdEntry = { ...content.systems['prd'], blockFreeSQL: true }
  writeFileSync(
    file,
    JSON.stringify({ ...content, systems: { ...content.systems, prd: prdEntry } })
  )
  await server.servedSystems.reload()
  const kept = (await app.inject('/')).body
  assert.match(kept, /serves 2 of 3 systems/)
  assert.match(kept, /<a href="\/systems\/prd">prd<\/a>[^]*served with its earlier settings/)
  assert.match(kept, /system prd: blockFreeSQL is unknown/)
  assert.equal((await app.inject('/systems/prd')).statusCode, 200)
})
