import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from '../../commands/doctor.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import { listen } from '../helpers/bridge-app.ts'
import { discoveryFor } from '../helpers/discovery.ts'
import { createIssuer, rsaKey } from '../helpers/identity-provider.ts'
import { createPlatform } from '../helpers/platform.ts'

interface Finding {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly remedy?: string
}

const secrets = { ERP_PASSWORD: 'canary-password', SVC_API_KEY: 'canary-api-key-value' }
const base = { ERP_URL: 'http://127.0.0.1:9', ERP_USER: 'U', ...secrets }
const http = { ERP_TRANSPORT: 'http-streamable' }

async function doctor(
  env: Record<string, string>,
  ...argv: string[]
): Promise<{ code: number; checks: Finding[]; text: string }> {
  const out: string[] = []
  const io = {
    env,
    say: (line: string) => out.push(line),
    warn: (line: string) => out.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  }
  const code = await run(['--json', ...argv], io)
  const { checks } = JSON.parse(out.join('\n')) as { checks: Finding[] }
  await run(argv, io)
  const text = out.join('\n')
  assert.doesNotMatch(text, /canary|se\+cr/)
  return { code, checks, text }
}

async function listenOn(t: TestContext, server: Server): Promise<{ url: string; port: number }> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

const state = (checks: readonly Finding[], name: string) =>
  checks.find(check => check.name === name)?.state
const found = (checks: readonly Finding[], name: string) =>
  checks
    .filter(check => check.name === name)
    .map(check => check.found)
    .join('\n')

describe('doctor', () => {
  test('all settings that are wrong are named', async () => {
    const { code, checks, text } = await doctor({ ERP_CLIENT: 'x' })
    assert.equal(code, 1)
    assert.ok(checks.every(check => check.name === 'settings' && check.state === 'failed'))
    assert.match(text, /ERP_CLIENT[^]*ERP URL is required[^]*broken; begin with the first/)
  })

  test('every open setting is listed', async () => {
    const { checks } = await doctor({
      ERP_URL: 'http://erp.invalid:1',
      ERP_USER: 'U',
      ERP_PASSWORD: 'canary',
      ERP_INSECURE: 'true',
      ERP_HTTP_ADDR: '0.0.0.0:8080',
      ERP_ALLOW_TRANSPORTABLE_EDITS: 'true',
      ERP_PUBLIC_URL: 'http://bridge.example.com',
      ...http
    })
    const open = found(checks, 'open setting')
    // The public address is known, so Host and Origin are checked.
    assert.doesNotMatch(open, /Host and Origin/)
    assert.match(
      found(
        (await doctor({ ...base, ...http, ERP_HTTP_ADDR: '0.0.0.0:8080' })).checks,
        'open setting'
      ),
      /Host and Origin/
    )
    for (const words of [
      /no client authentication on 0\.0\.0\.0:8080.*other machines reach it/,
      /tokens without TLS/,
      /changes are permitted/,
      /transportable objects of every package/,
      /free SQL/,
      /not verified/,
      /its password can be read/
    ]) {
      assert.match(open, words)
    }
    const more = await doctor({
      ...base,
      ...http,
      SVC_API_KEY: 'canary',
      ERP_OIDC_ISSUER: 'http://127.0.0.1:9',
      ERP_OIDC_AUDIENCE: 'a',
      ERP_OIDC_DEFAULT_SCOPES: 'read,write'
    })
    assert.match(found(more.checks, 'open setting'), /fewer than 16[^]*get read, write/)
    const provider = { ERP_OIDC_ISSUER: 'http://127.0.0.1:9', ERP_OIDC_AUDIENCE: 'a' }
    assert.match(
      found((await doctor({ ...base, ...http, ...provider })).checks, 'open setting'),
      /tokens that name no scope get read/
    )
    assert.doesNotMatch(
      found(
        (await doctor({ ...base, ...http, ...provider, ERP_OIDC_DEFAULT_SCOPES: 'none' })).checks,
        'open setting'
      ),
      /no scope/
    )
  })

  test('none is open where all are closed', async () => {
    const { checks } = await doctor({ ...base, ERP_READ_ONLY: 'true', ERP_BLOCK_FREE_SQL: 'true' })
    assert.equal(found(checks, 'open settings'), 'none')
  })

  test('the chain breaks where it breaks: address, issuer, keys', async t => {
    const down = await doctor({
      ...base,
      ...http,
      ERP_OIDC_ISSUER: 'http://127.0.0.1:9',
      ERP_OIDC_AUDIENCE: 'a'
    })
    assert.deepEqual(
      ['OIDC issuer', 'OIDC keys', 'metadata', 'ERP address', 'ERP TLS', 'ERP log-on'].map(name =>
        state(down.checks, name)
      ),
      ['failed', 'skipped', 'skipped', 'failed', 'skipped', 'skipped']
    )
    assert.equal(down.code, 1)
    const issuer = await createIssuer(t, [])
    const env = { ...base, ...http, ERP_OIDC_ISSUER: issuer.url, ERP_OIDC_AUDIENCE: 'a' }
    assert.match(found((await doctor(env)).checks, 'OIDC keys'), /no key for signatures/)
    issuer.keys = [rsaKey('good').jwk, { ...rsaKey('weak').jwk, e: 'Aw' }, { kty: 'oct', kid: 'x' }]
    const { checks: withWeak } = await doctor(env)
    assert.deepEqual(
      [
        state(withWeak, 'OIDC keys'),
        /"weak" has an RSA exponent that is not odd, below 65537/.test(found(withWeak, 'OIDC keys'))
      ],
      ['warning', true]
    )
    issuer.behave = (request, response) =>
      request.url === '/keys' && (response.writeHead(500).end(), true)
    assert.match(found((await doctor(env)).checks, 'OIDC keys'), /answers 500/)
    const withSlash = await doctor({ ...env, ERP_OIDC_ISSUER: `${issuer.url}/` })
    assert.equal(found(withSlash.checks, 'OIDC issuer'), issuer.url)
    issuer.behave = (_request, response) => {
      response.end('{"issuer":"https://other"}')
      return true
    }
    assert.match(found((await doctor(env)).checks, 'OIDC issuer'), /calls itself/)
  })

  test('everything works: issuer, metadata, ERP', async t => {
    const sandbox = await createTestSandbox({
      host: '127.0.0.1',
      port: 0,
      user: 'DOC',
      password: 'canary-sandbox'
    })
    t.after(() => sandbox.close())
    const issuer = await createIssuer(t, [rsaKey('a')])
    const settings = { oidcIssuer: issuer.url, oidcAudience: 'a' }
    const bridge = await listen(t, settings, discoveryFor(settings))
    const env = {
      ...http,
      ...secrets,
      ERP_URL: sandbox.url,
      ERP_USER: 'DOC',
      ERP_PASSWORD: 'canary-sandbox',
      ERP_OIDC_ISSUER: issuer.url,
      ERP_OIDC_AUDIENCE: 'a',
      ERP_PUBLIC_URL: bridge.url.origin
    }
    const { code, checks, text } = await doctor(env)
    assert.equal(code, 0, text)
    for (const name of [
      'settings',
      'OIDC issuer',
      'OIDC keys',
      'metadata',
      'ERP address',
      'ERP log-on',
      'ERP services'
    ]) {
      assert.equal(state(checks, name), 'ok', name)
    }
    assert.match(found(checks, 'ERP log-on'), /user DOC in client 001/)
    assert.match(found(checks, 'ERP authorizations'), /not asked.*S_DEVELOP \(ACTVT 02\)/s)
    const reading = await doctor({ ...env, ERP_READ_ONLY: 'true' })
    assert.doesNotMatch(found(reading.checks, 'ERP authorizations'), /ACTVT 02/)
    const wrong = await doctor({ ...env, ERP_PASSWORD: 'canary-wrong' })
    assert.deepEqual(
      [state(wrong.checks, 'ERP address'), state(wrong.checks, 'ERP log-on')],
      ['ok', 'failed']
    )
    const elsewhere = await doctor({ ...env, ERP_PUBLIC_URL: `${bridge.url.origin}/erp` })
    assert.match(found(elsewhere.checks, 'metadata'), /answers 404/)
    issuer.behave = (request, response) =>
      request.url?.startsWith('/.well-known/oauth') === true && (response.end('{}'), true)
    assert.match(
      found((await doctor({ ...env, ERP_PUBLIC_URL: issuer.url })).checks, 'metadata'),
      /does not name/
    )
  })

  test('files that the bridge would not start with are found', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-files-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return join(folder, name)
    }
    const provider = { ERP_OIDC_ISSUER: 'http://127.0.0.1:9', ERP_OIDC_AUDIENCE: 'a' }
    const key = {
      name: 'old',
      hash: `sha256:${'0'.repeat(64)}`,
      scopes: ['read'],
      expires: '2020-01-01'
    }
    const platform = { ERP_PLATFORM_AUTH: 'true', SERVICE_BINDING_ROOT: '/no/such' }
    const cases: readonly (readonly [Record<string, string>, string, string, RegExp])[] = [
      [
        { ERP_API_KEYS_FILE: write('keys.json', JSON.stringify({ keys: [key], denied: ['eve'] })) },
        'named keys',
        'ok',
        /^1 in .*keys\.json, 1 of them ended; 1 denied$/
      ],
      [
        { ERP_API_KEYS_FILE: write('broken.json', '{') },
        'named keys',
        'failed',
        /broken\.json is not valid JSON/
      ],
      [
        { ERP_API_KEYS_FILE: write('wrong.json', '{"keys":[{}]}') },
        'named keys',
        'failed',
        /wrong\.json has a key \(number 1\)/
      ],
      [
        { ...provider, ERP_OIDC_SCOPE_MAP: '{"dev":["read"]}' },
        'scope map',
        'ok',
        /^1 role or group$/
      ],
      [
        { ...provider, ERP_OIDC_SCOPE_MAP: '{"dev":["root"]}' },
        'scope map',
        'failed',
        /^it gives "dev" something else/
      ],
      [
        { ...provider, ERP_OIDC_SCOPE_MAP: write('map.json', '{"a":["read"],"b":["write"]}') },
        'scope map',
        'ok',
        /^2 roles or groups$/
      ],
      [
        { ...provider, ERP_OIDC_SCOPE_MAP: join(folder, 'none.json') },
        'scope map',
        'failed',
        /none\.json cannot be read \(ENOENT\)/
      ],
      [{ ERP_AUDIT_FILE: join(folder, 'audit.log') }, 'audit file', 'ok', /audit\.log$/],
      [
        { ERP_AUDIT_FILE: join(folder, 'none', 'audit.log') },
        'audit file',
        'failed',
        /cannot be written \(ENOENT\)/
      ],
      [
        { ERP_AUDIT_FILE: join(folder, 'audit.log') },
        'audit chain',
        'warning',
        /not sealed.*does not show/
      ],
      [
        {
          ERP_AUDIT_FILE: join(folder, 'audit.log'),
          ERP_AUDIT_ANCHORS: join(folder, 'ends.log'),
          ERP_STATE_KEY: 'canary-state-key-value'
        },
        'audit chain',
        'ok',
        /sealed under the key [\w-]{11}; the ends go to .*ends\.log and the log$/
      ],
      [
        { ERP_STATE_KEY: 'canary-state-key-value' },
        'audit chain',
        'ok',
        /under the key [\w-]{11}$/
      ],
      [
        {
          ERP_AUDIT_ANCHORS: join(folder, 'none', 'ends.log'),
          ERP_STATE_KEY: 'canary-state-key-value'
        },
        'audit anchors',
        'failed',
        /ends\.log cannot be written \(ENOENT\)/
      ],
      [
        { ERP_GIT_CREDENTIALS_FILE: write('git.json', '{"credentials":[]}') },
        'git credentials',
        'ok',
        /git\.json/
      ],
      [
        { ERP_GIT_CREDENTIALS_FILE: write('git-broken.json', '{"canary"') },
        'git credentials',
        'failed',
        /git-broken\.json is not valid JSON/
      ],
      [platform, 'redirect URIs', 'ok', /http:\/\/localhost:\*/],
      [
        { ...platform, ERP_REDIRECT_URIS: 'javascript:alert(1)' },
        'redirect URIs',
        'failed',
        /javascript.*is not valid/
      ]
    ]
    for (const [env, name, expected, words] of cases) {
      const { checks } = await doctor({ ...base, ...http, ...env })
      assert.equal(state(checks, name), expected, name)
      assert.match(found(checks, name), words)
    }
    assert.ok(!existsSync(join(folder, 'audit.log')), 'the doctor makes no files')
  })

  test('a refusal names user and client, and a remedy for each kind of answer', async t => {
    let answer: { status: number; type?: string; body?: string } = { status: 401 }
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' })
      response.end(answer.body ?? '')
    })
    const { url: address } = await listenOn(t, server)
    const env = { ERP_URL: address, ERP_USER: 'DOC', ERP_PASSWORD: 'canary' }
    const logOn = async () => {
      const { checks } = await doctor(env)
      return checks.find(({ state: now }) => now === 'failed')
    }
    assert.match((await logOn())?.found ?? '', /\(user DOC, client 001\)/)
    answer = { status: 403 }
    assert.match((await logOn())?.remedy ?? '', /S_ADT_RES.*SICF/)
    answer = { status: 503 }
    assert.match((await logOn())?.remedy ?? '', /SM51/)
    answer = { status: 200, type: 'text/html', body: '<html><form>sap-user</form></html>' }
    assert.match((await logOn())?.remedy ?? '', /basic authentication/)
  })

  test('a port that speaks TLS is recognized behind an http address', async t => {
    const server = createSocketServer(socket => {
      socket.once('data', () => socket.destroy())
    })
    const { port } = await listenOn(t, server)
    const { checks } = await doctor({
      ERP_URL: `http://127.0.0.1:${port}`,
      ERP_USER: 'DOC',
      ERP_PASSWORD: 'canary'
    })
    const failed = checks.find(({ state: now }) => now === 'failed')
    assert.match(failed?.remedy ?? '', /the port may speak TLS: give the address as https/)
  })

  test('an address where something else answers is the broken link, and not a missing object', async t => {
    const stranger = createServer((_request, response) => {
      response.writeHead(404).end('nothing here')
    })
    await new Promise<void>(resolve => {
      stranger.listen(0, '127.0.0.1', resolve)
    })
    t.after(() => stranger.close())
    const { checks } = await doctor({
      ...base,
      ERP_URL: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    })
    assert.deepEqual(
      ['ERP address', 'ERP TLS', 'ERP log-on'].map(name => state(checks, name)),
      ['failed', 'skipped', 'skipped']
    )
    assert.match(found(checks, 'ERP address'), /something answers, but not the development tools/)
    assert.match(checks.find(({ name }) => name === 'ERP address')?.remedy ?? '', /--url.*SICF/)
  })

  test('the platform: a binding and its keys, or what is missing', async t => {
    const platform = await createPlatform(t)
    const env = { ...base, ...http, ERP_PLATFORM_AUTH: 'true', ERP_CA_FILE: platform.caFile }
    const { checks } = await doctor({ ...env, VCAP_SERVICES: platform.sources.vcapServices })
    assert.deepEqual(
      [state(checks, 'platform binding'), state(checks, 'platform keys')],
      ['ok', 'ok']
    )
    const without = await doctor({ ...env, SERVICE_BINDING_ROOT: '/no/such' })
    assert.match(found(without.checks, 'platform binding'), /platform credentials not found/)
  })

  test("stdio has no log-on of clients, the sandbox no address, a user's certificate no user to try", async () => {
    const { checks } = await doctor({ ERP_SANDBOX: 'true' })
    assert.deepEqual([state(checks, 'client log-on'), state(checks, 'ERP')], ['skipped', 'skipped'])
  })
})
