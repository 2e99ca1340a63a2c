import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Registry } from 'prom-client'
import { loadConfig } from '../../config/config.ts'
import { createLog } from '../../log.ts'
import { statusPage } from '../../routes/status-page.ts'
import { buildAdmin, buildServer } from '../../server.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'

const secrets = {
  password: 'pass-SECRET-1',
  apiKey: 'key-SECRET-2',
  stateKey: 'state-SECRET-3-long-enough'
}
const { config } = loadConfig(
  [
    '--url',
    'https://erp.example.com:44300',
    '--user',
    '<b>U</b>',
    '--password',
    secrets.password,
    '--api-key',
    secrets.apiKey,
    '--state-key',
    secrets.stateKey,
    '--transport',
    'http-streamable',
    '--admin-addr',
    '127.0.0.1:8081',
    '--read-only',
    '--block-free-sql',
    '--log-level',
    'silent'
  ],
  {}
)
const launch = { config, version: '1.2.3', sandbox: false }

async function adminOf(t: TestContext, register = new Registry()) {
  const app = await buildAdmin(launch, {
    register,
    log: createLog(config),
    url: 'http://127.0.0.1:8080/mcp'
  })
  t.after(() => app.close())
  return app
}

const status = {
  version: '1',
  startedAt: new Date('2026-11-24T03:00:00Z'),
  now: new Date('2026-11-24T03:00:00Z'),
  node: '24.0.0',
  url: 'http://127.0.0.1:8080/mcp',
  authentication: [],
  audit: 'in the log',
  openToOthers: false,
  erp: { url: 'http://e.example', client: '001', logon: 'x', sandbox: true },
  rules: [],
  features: [],
  tools: [],
  figures: [],
  breakdowns: []
} as const

describe('the status page', () => {
  test('shows what runs, how to connect and what is forbidden, and no secret', async t => {
    const app = await adminOf(t)
    const { statusCode, body, headers } = await app.inject('/')
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    for (const text of [
      '1.2.3',
      'https://erp.example.com:44300',
      'client 001',
      'http://127.0.0.1:8080/mcp',
      'read-only',
      'no free SQL',
      'API key',
      'claude mcp add',
      'ERPRead',
      'in the log, sealed under the state key',
      'Tool calls'
    ]) {
      assert.ok(body.includes(text), text)
    }
    assert.ok(body.includes('technical user &lt;b&gt;U&lt;/b&gt;'), 'a name is text, not markup')
    for (const secret of Object.values(secrets)) assert.ok(!body.includes(secret))
    const scripts = [...body.matchAll(/<script[^>]*>([^]*?)<\/script>/gi)].map(
      ([, text = '']) => text
    )
    assert.deepEqual(
      scripts
        .map(text => `script-src 'sha256-${hash('sha256', text, 'base64')}'`)
        .filter(rule => !String(headers['content-security-policy']).includes(rule)),
      [],
      'no script but the one of the page may run'
    )
    assert.ok(body.includes('not known yet: the ERP is asked'), 'features with their evidence')
    assert.deepEqual(
      [...body.matchAll(/<h2>([^<]+)/g)].map(([, title]) => title),
      [
        'Connections',
        'Connect a client',
        'Figures since the start',
        'Safety rules in force',
        'Features of the ERP'
      ]
    )
  })

  test('warns of open access where no client has to log on', async t => {
    const open = loadConfig(
      [
        '--url',
        'http://e.example:1',
        '--user',
        'U',
        '--password',
        'P',
        '--transport',
        'http-streamable',
        '--admin-addr',
        '127.0.0.1:0',
        '--log-level',
        'silent'
      ],
      {}
    ).config
    const app = await buildAdmin(
      { config: open, version: 'x', sandbox: true },
      { register: new Registry(), log: createLog(open), url: 'u' }
    )
    t.after(() => app.close())
    const { body } = await app.inject('/')
    assert.match(body, /No client authentication is configured/)
    assert.match(body, /built-in sandbox/)
  })

  for (const [name, { sandbox, open, warns }] of Object.entries({
    'a sandbox of this machine': { sandbox: true, open: false, warns: false },
    'a sandbox that others reach': { sandbox: true, open: true, warns: true },
    'a real system': { sandbox: false, open: false, warns: true }
  })) {
    test(`open access to ${name} is ${warns ? 'a warning' : 'information'}`, () => {
      const erp = { url: 'http://e.example', client: '001', logon: 'x', sandbox }
      const page = statusPage({ ...status, erp, openToOthers: open })
      assert.match(page, warns ? /<p class="note warning">No client/ : /<p class="note">No client/)
    })
  }

  const times: readonly [string, string][] = [
    ['2026-11-24T03:00:59Z', 'just now'],
    ['2026-11-24T03:12:30Z', '12 minutes ago'],
    ['2026-11-24T05:00:00Z', '2 hours ago'],
    ['2026-12-01T03:00:00Z', '7 days ago']
  ]
  for (const [now, words] of times) {
    test(`a start is ${words}`, () => {
      const page = statusPage({ ...status, now: new Date(now) })
      assert.match(page, new RegExp(`started ${words} \\(<time [^>]+>2026-11-24 03:00 UTC<`))
    })
  }

  test('what a setting decides is switched on or off, not present or absent', () => {
    const feature = (title: string, state: string, decided: boolean) => ({
      ...{ name: title, title, state, decided },
      evidence: ''
    })
    const features = [
      feature('A', 'absent', true),
      feature('B', 'present', true),
      feature('C', 'absent', false),
      feature('D', 'unknown', false)
    ]
    assert.deepEqual(
      [...statusPage({ ...status, features }).matchAll(/<span class="pill [^>]+>([^<]+)/g)].map(
        ([, word]) => word
      ),
      ['switched off', 'switched on', 'absent', 'unknown']
    )
  })

  test('is not for web pages that come by a name of their own', async t => {
    const app = await adminOf(t)
    for (const url of ['/', '/metrics']) {
      assert.equal(
        (await app.inject({ url, headers: { host: 'evil.example.com' } })).statusCode,
        403,
        url
      )
    }
  })
})

describe('the metrics', () => {
  test('count requests and tool calls without saying whose', async t => {
    const register = new Registry()
    const { url } = await listen(t, { metrics: { register, bridge: 'one' } })
    await post(url, call('Echo', { source: 'x' }))
    await post(url, call('NoSuchTool-4711', {}))
    const text = await register.metrics()
    assert.match(
      text,
      /erp_bridge_tool_calls_total\{bridge="one",system="default",tool="Echo",operation="[^"]+",outcome="ok",code=""\} 1/
    )
    assert.match(
      text,
      /erp_bridge_http_requests_total\{bridge="one",system="default",route="\/mcp",method="POST",status="200"\} \d/
    )
    assert.match(text, /erp_bridge_erp_connections_most\{bridge="one",system="default"\} 32/)
    assert.ok(!text.includes('NoSuchTool-4711'), 'names that callers invent are no labels')
    assert.ok(!/anonymous|user=/.test(text))
  })

  test('tell of what is under way now, also where the client went away', async t => {
    const register = new Registry()
    const { url } = await listen(t, { metrics: { register } })
    const open = async () =>
      /erp_bridge_http_requests_open\{[^}]*\} (\d+)/.exec(await register.metrics())?.[1]
    const gone = new AbortController()
    const lost = fetch(url, {
      method: 'POST',
      signal: gone.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call('Slow', { ms: 30_000 }))
    }).catch((error: unknown) => error)
    while ((await open()) !== '1') await new Promise(resolve => setTimeout(resolve, 10))
    gone.abort()
    await lost
    while ((await open()) !== '0') await new Promise(resolve => setTimeout(resolve, 10))
  })

  test('of two bridges go into one register, and those of a closed one end', async t => {
    const register = new Registry()
    const a = await listen(t, { metrics: { register, bridge: 'a' } })
    await listen(t, { metrics: { register, bridge: 'b' } })
    assert.match(
      await register.metrics(),
      /running\{bridge="a",system="default"\} \d[^]*running\{bridge="b",system="default"\} \d/
    )
    await a.app.close()
    assert.doesNotMatch(await register.metrics(), /running\{bridge="a",system="default"\}/)
  })

  test('count what goes to the ERP by operation', async t => {
    const register = new Registry()
    const app = await buildServer(launch, { register, log: createLog(config) })
    t.after(() => app.close())
    assert.match(await register.metrics(), /# TYPE erp_bridge_erp_requests_total counter/)
  })
})

test(
  'the whole program: health, readiness, metrics with ERP round trips, status page, and a second signal',
  { timeout: 60_000 },
  async t => {
    const [http, admin] = [await freePort(), await freePort()]
    const { child, until, ended } = run(t, 'cli.ts', {
      args: [
        '--sandbox',
        '--transport',
        'http-streamable',
        '--http-addr',
        `127.0.0.1:${http}`,
        '--admin-addr',
        `127.0.0.1:${admin}`
      ]
    })
    await until('Ctrl-C ends the bridge and the sandbox')
    const at = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    assert.deepEqual(await (await at(http, '/health')).json(), { status: 'ok' })
    await post(new URL(`http://127.0.0.1:${http}/mcp`), call('ERPRead', { type: 'SYSTEM' }))
    const metrics = await (await at(admin, '/metrics')).text()
    assert.match(
      metrics,
      /erp_bridge_erp_requests_total\{bridge="erp-bridge",system="default",operation="[a-z.]+",effect="none",status="200"\} \d/
    )
    assert.match(metrics, /process_resident_memory_bytes/)
    assert.equal((await at(http, '/metrics')).status, 404, 'the public address serves no metrics')
    assert.match(await (await at(admin, '/')).text(), /Requests to the ERP/)

    // A probe watches the readiness: it is answered "not ready" before anything is closed.
    assert.equal((await at(http, '/ready')).status, 200)
    child.kill('SIGTERM')
    await until('closing; a second signal')
    assert.equal(
      (
        await post(new URL(`http://127.0.0.1:${http}/mcp`), {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/list'
        })
      ).status,
      200,
      'requests are still served'
    )
    const notReady = await at(http, '/ready')
    assert.deepEqual([notReady.status, await notReady.json()], [503, { status: 'closing' }])
    assert.equal(await ended, 0)
  }
)
