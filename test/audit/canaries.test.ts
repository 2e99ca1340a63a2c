/**
 * Secrets that are planted wherever one can stand, and looked for in all that the program writes:
 * log at its most talkative, audit, answers, metrics, status page, doctor, refused starts and a
 * crash.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setting, settingNames, variableOf } from '../../config/settings.ts'
import { createAuthority, encryptKey } from '../../sandbox/test/helpers/authority.ts'
import { call } from '../helpers/bridge-app.ts'
import { createPkcs12 } from '../helpers/pkcs12.ts'
import { createPlatform } from '../helpers/platform.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import { createTicketErp } from '../helpers/ticket-erp.ts'
import { browserOf } from '../logon/oauth-ground.ts'
import { serveAuthorizePage } from '../stand-in/cloud/authorize-page.ts'
import { createTokenErp } from '../stand-in/cloud/token-erp.ts'
import { createTokenService } from '../stand-in/cloud/token-service.ts'
import type { TokenRequest } from '../stand-in/cloud/token-service.ts'
import type { Spawned } from '../helpers/spawned.ts'

const planted = new Set<string>()
/** A value that occurs nowhere else, good for a header, a cookie, a URL and a file. */
const canary = (what: string): string => {
  const value = `canary-${what}-${createHash('sha256').update(what).digest('hex').slice(0, 16)}`
  planted.add(value)
  return value
}
const forms = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64'),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex')
]
const basic = (user: string, password: string) =>
  Buffer.from(`${user}:${password}`).toString('base64')

function assertNone(where: string, text: string): void {
  for (const secret of planted) {
    for (const form of forms(secret)) {
      assert.ok(
        !text.includes(form),
        `${where} shows ${secret}: …${text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + 100)}…`
      )
    }
  }
}

let folder = ''
let erp = ''
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return join(folder, name)
}

/** An ERP that hands out secrets of its own and then fails in every way there is. */
const server = createServer((request, response) => {
  request.resume()
  const { url = '/' } = request
  const headers = {
    'set-cookie': [
      `SAP_SESSIONID_X_001=${canary('erp-session')}; path=/`,
      `MYSAPSSO2=${canary('erp-ticket')}; path=/`
    ],
    'x-csrf-token': canary('erp-csrf')
  }
  if (/discovery/.test(url)) {
    response
      .writeHead(200, { ...headers, 'content-type': 'application/atomsvc+xml' })
      .end('<app:service xmlns:app="http://www.w3.org/2007/app"/>')
  } else if (/zreset/i.test(url)) request.socket.destroy()
  else if (/zredirect/i.test(url)) {
    response
      .writeHead(302, { ...headers, location: `http://other.example/?token=${canary('redirect')}` })
      .end()
  } else if (/zlogon/i.test(url)) {
    response
      .writeHead(401, { ...headers, 'content-type': 'text/html' })
      .end('<html><title>Logon failed</title></html>')
  } else {
    response
      .writeHead(500, { ...headers, 'content-type': 'text/html' })
      .end('<html><title>Application Server Error</title></html>')
  }
})

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canaries-'))
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => {
    server.once('listening', resolve)
  })
  erp = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const said = ({ out, err }: Spawned) => `${out()}\n${err()}`

interface Http {
  readonly url: string
  readonly admin: string
  readonly audit: string
  readonly program: Spawned
}

async function serve(t: TestContext, env: Readonly<Record<string, string>>): Promise<Http> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const audit = join(folder, `audit-${port}`)
  const program = run(t, 'cli.ts', {
    env: {
      ERP_URL: erp,
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: `127.0.0.1:${port}`,
      ERP_ADMIN_ADDR: `127.0.0.1:${adminPort}`,
      ERP_LOG_LEVEL: 'trace',
      ERP_VERBOSE: 'true',
      ERP_AUDIT: 'all',
      ERP_AUDIT_FILE: audit,
      ...env
    }
  })
  await program.until('MCP at')
  return { url: `http://127.0.0.1:${port}`, admin: `http://127.0.0.1:${adminPort}`, audit, program }
}

/**
 * Calls that succeed, are refused and fail, with secrets in every header and in what the audit must
 * not keep.
 */
async function use({ url }: Http, key: string | undefined): Promise<string> {
  const answers: string[] = []
  const ask = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        cookie: `session=${canary('client-cookie')}`,
        'proxy-authorization': `Basic ${basic('p', canary('client-proxy'))}`,
        'x-api-key': canary('client-x-api-key'),
        'x-csrf-token': canary('client-csrf'),
        'x-forwarded-client-cert': canary('client-certificate'),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers
      },
      body: typeof body === 'string' ? body : JSON.stringify(body)
    }).catch((error: unknown) => new Response(String(error)))
    answers.push(`${JSON.stringify([...answer.headers])} ${await answer.text()}`)
  }
  await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  for (const name of ['ZX', 'ZRESET', 'ZREDIRECT', 'ZLOGON']) {
    await ask('/mcp', call('ERPRead', { type: 'PROG', name }))
  }
  await ask(
    '/mcp',
    call('ERPWrite', {
      action: 'update',
      type: 'PROG',
      name: 'ZX',
      source: `* ${canary('source')}`,
      overwrite: true
    })
  )
  await ask(
    '/mcp',
    call('ERPQuery', { sql: `SELECT * FROM t000 WHERE mandt = '${canary('sql-value')}'` })
  )
  await ask(
    '/mcp',
    call('ERPManage', {
      action: 'git_clone',
      repository: `https://u:${canary('repository')}@git.example/x.git`,
      package: '$TMP'
    })
  )
  await ask(`/mcp?access_token=${canary('query-token')}`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list'
  })
  await ask(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { authorization: `Bearer ${canary('wrong-key')}` }
  )
  await ask(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    {
      authorization: `Bearer ${canary('jwt-head')}.${canary('jwt-body')}.${canary('jwt-signature')}`
    }
  )
  await ask(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { authorization: `Basic ${basic('u', canary('basic-password'))}` }
  )
  await ask(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    { 'mcp-session-id': canary('session-id') }
  )
  await ask('/mcp', `{"jsonrpc":"2.0","id":1,"method":"${canary('broken-json')}`)
  await ask(
    '/token',
    `grant_type=authorization_code&code=${canary('code')}&code_verifier=${canary('code-verifier')}&client_secret=${canary('client-secret')}&redirect_uri=http://localhost:1/x`,
    { 'content-type': 'application/x-www-form-urlencoded' }
  )
  await ask(
    '/token',
    `grant_type=refresh_token&refresh_token=${canary('refresh-token')}&password=${canary('grant-password')}`,
    { 'content-type': 'application/x-www-form-urlencoded' }
  )
  return answers.join('\n')
}

/** What a caller wrote may stand in the answer to that caller. */
const own = ['source', 'sql-value', 'session-id']

async function assertQuiet(http: Http, answers: string): Promise<void> {
  const { program, admin, audit } = http
  for (const path of ['/metrics', '/']) {
    assertNone(`admin ${path}`, await (await fetch(`${admin}${path}`)).text())
  }
  assertNone(
    'an answer',
    own.reduce((text, what) => text.replaceAll(canary(what), ''), answers)
  )
  program.child.kill('SIGTERM')
  await program.ended
  assertNone('the log', said(program))
  const lines = readFileSync(audit, 'utf8')
  assertNone('the audit', lines)
  assert.ok(
    lines.split('\n').length > 3 && said(program).split('\n').length > 5,
    'something was written at all'
  )
}

test('basic log-on, a key, named keys and the key of the state', { timeout: 120_000 }, async t => {
  const named = canary('named-key')
  const keys = file(
    'keys.json',
    JSON.stringify({
      keys: [
        {
          name: 'ci',
          hash: `sha256:${createHash('sha256').update(named).digest('hex')}`,
          scopes: ['read']
        }
      ]
    })
  )
  const http = await serve(t, {
    ERP_USER: 'U',
    ERP_PASSWORD: canary('password'),
    SVC_API_KEY: canary('api-key'),
    ERP_STATE_KEY: canary('state-key'),
    ERP_API_KEYS_FILE: keys,
    HTTP_PROXY: `http://carl:${canary('http-proxy')}@127.0.0.1:9`,
    NO_PROXY: '127.0.0.1'
  })
  const answers = `${await use(http, canary('api-key'))}\n${await use(http, named)}`
  await assertQuiet(http, answers)
})

/** A stand-in for Redis that refuses every log-on and records what it receives. */
async function closedStore(t: TestContext): Promise<{ address: string; heard: () => string }> {
  let heard = ''
  const store = createTcpServer(socket => {
    socket.on('data', chunk => {
      heard += String(chunk)
      socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n')
    })
    socket.on('error', () => {})
  })
  store.listen(0, '127.0.0.1')
  await new Promise(resolve => {
    store.once('listening', resolve)
  })
  t.after(() => {
    store.close()
  })
  return { address: `127.0.0.1:${(store.address() as AddressInfo).port}`, heard: () => heard }
}

test(
  'credentials of git servers, and the password of a shared store',
  { timeout: 120_000 },
  async t => {
    const store = await closedStore(t)
    const git = file(
      'git.json',
      JSON.stringify({
        credentials: [
          {
            url: 'https://git.example/team',
            user: canary('git-user'),
            password: canary('git-password')
          }
        ]
      })
    )
    const http = await serve(t, {
      ERP_USER: 'U',
      ERP_PASSWORD: canary('password'),
      ERP_STATE_KEY: canary('state-key'),
      ERP_REDIS_URL: `redis://:${canary('redis-password')}@${store.address}`,
      ERP_GIT_CREDENTIALS_FILE: git
    })
    const answers = [await use(http, undefined)]
    for (const args of [
      { action: 'git_clone', repository: 'https://git.example/team/x.git', package: '$TMP' },
      { action: 'git_repos' },
      { action: 'git_pull', repository: 'https://git.example/team/x.git' }
    ]) {
      answers.push(
        await (
          await fetch(`${http.url}/mcp`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept: '*/*' },
            body: JSON.stringify(call('ERPManage', args))
          })
        ).text()
      )
    }
    // Damaged while the bridge runs: the log says so without quoting it.
    writeFileSync(
      git,
      `{"credentials":[{"url":"https://git.example/team","password":"${canary('git-damaged')}"`
    )
    await new Promise(resolve => {
      setTimeout(resolve, 6000)
    })
    assert.ok(store.heard().includes(canary('redis-password')), 'the store was asked with it')
    await assertQuiet(http, answers.join('\n'))
    for (const broken of [
      `{"credentials":[{"url":"https://u:${canary('git-in-url')}@git.example","password":"${canary('git-broken')}"}]}`,
      `${canary('git-no-json')}`
    ]) {
      const program = run(t, 'cli.ts', {
        env: {
          ERP_URL: erp,
          ERP_USER: 'U',
          ERP_PASSWORD: 'p',
          ERP_GIT_CREDENTIALS_FILE: file('broken.json', broken)
        }
      })
      await program.ended
      assertNone('a start with a broken file', said(program))
    }
  }
)

/** A collector that keeps what it gets, as text whatever its form. */
async function collector(
  t: TestContext
): Promise<{ url: string; got: () => string; headers: () => string }> {
  let got = ''
  let headers = ''
  const otlp = createServer((request, response) => {
    headers += JSON.stringify(request.headers)
    request.on('data', (chunk: Buffer) => {
      got += String(chunk)
    })
    request.on('end', () => {
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  otlp.listen(0, '127.0.0.1')
  await new Promise(resolve => {
    otlp.once('listening', resolve)
  })
  t.after(() => {
    otlp.closeAllConnections()
    otlp.close()
  })
  return {
    url: `http://127.0.0.1:${(otlp.address() as AddressInfo).port}`,
    got: () => got,
    headers: () => headers
  }
}

test(
  'headers for a collector of OpenTelemetry, and all that it gets',
  { timeout: 120_000 },
  async t => {
    const otlp = await collector(t)
    const http = await serve(t, {
      ERP_USER: 'U',
      ERP_PASSWORD: canary('password'),
      SVC_API_KEY: canary('api-key'),
      ERP_STATE_KEY: canary('state-key'),
      HTTP_PROXY: `http://carl:${canary('http-proxy')}@127.0.0.1:9`,
      NO_PROXY: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${canary('otlp-header')}`,
      OTEL_LOG_LEVEL: 'debug'
    })
    await assertQuiet(http, await use(http, canary('api-key')))
    assert.ok(otlp.headers().includes(canary('otlp-header')), 'the collector is spoken to with it')
    for (const name of ['resourceSpans', 'resourceMetrics', 'tools/call ERPRead']) {
      assert.ok(otlp.got().includes(name), name)
    }
    assertNone('what the collector got', otlp.got())
  }
)

test('a collector that is not there, or refuses', { timeout: 120_000 }, async t => {
  const refusing = createServer((request, response) => {
    request.resume()
    response.writeHead(401).end(`no ${canary('otlp-answer')}`)
  })
  refusing.listen(0, '127.0.0.1')
  await new Promise(resolve => {
    refusing.once('listening', resolve)
  })
  t.after(() => {
    refusing.closeAllConnections()
    refusing.close()
  })
  for (const endpoint of [
    'http://127.0.0.1:9',
    `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
  ]) {
    const http = await serve(t, {
      ERP_USER: 'U',
      ERP_PASSWORD: canary('password'),
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.replace('//', `//carl:${canary('otlp-url')}@`),
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${canary('otlp-key')}`
    })
    await assertQuiet(http, await use(http, undefined))
  }
})

test(
  'cookies, in a variable and in a file, and secrets in files of their own',
  { timeout: 120_000 },
  async t => {
    const one = await serve(t, {
      ERP_COOKIE_STRING: `MYSAPSSO2=${canary('cookie-string')}`,
      SVC_API_KEY_FILE: file('api-key', `${canary('api-key-in-file')}\n`)
    })
    await assertQuiet(one, await use(one, canary('api-key-in-file')))
    const two = await serve(t, {
      ERP_COOKIE_FILE: file(
        'cookies.txt',
        `127.0.0.1\tFALSE\t/\tFALSE\t0\tMYSAPSSO2\t${canary('cookie-file')}\n`
      )
    })
    await assertQuiet(two, await use(two, undefined))
  }
)

test('a proxy with a password, and an ERP that is not there', { timeout: 120_000 }, async t => {
  const http = await serve(t, {
    ERP_URL: 'https://erp.invalid:44300',
    ERP_USER: 'U',
    ERP_PASSWORD: canary('password'),
    HTTPS_PROXY: `http://carl:${canary('https-proxy')}@127.0.0.1:9`
  })
  await assertQuiet(http, await use(http, undefined))
})

test(
  'the platform’s binding, and the key of the authority for certificates',
  { timeout: 120_000 },
  async t => {
    const platform = await createPlatform(t)
    const authority = await createAuthority()
    const [, keyLine = ''] = authority.key.split('\n')
    planted.add(keyLine)
    const vcap = platform.vcap({
      ...platform.credentials(),
      clientsecret: canary('binding-secret')
    }).vcapServices
    const env = {
      ERP_URL: 'https://erp.invalid:44300',
      ERP_PLATFORM_AUTH: 'true',
      VCAP_SERVICES: vcap,
      ERP_CA_FILE: platform.caFile,
      ERP_PP_CA_KEY: file('ca.key', authority.key),
      ERP_PP_CA_CERT: file('ca.pem', authority.certificate),
      ERP_PUBLIC_URL: 'http://127.0.0.1:1'
    }
    const http = await serve(t, env)
    const token = platform.token()
    planted.add(token)
    await assertQuiet(http, await use(http, token))
    const doctor = run(t, 'cli.ts', {
      args: ['doctor', '--json'],
      env: { ERP_TRANSPORT: 'http-streamable', ...env }
    })
    await doctor.ended
    assertNone('the doctor', said(doctor))
    const { ERP_PP_CA_KEY: _key, ERP_PP_CA_CERT: _certificate, ...shared } = env
    const uaa = { clientid: 'sb-abap', clientsecret: canary('service-key'), url: platform.url }
    const keyed = {
      ...shared,
      ERP_SERVICE_KEY: file('key.json', JSON.stringify({ url: env.ERP_URL, uaa }))
    }
    const exchanging = await serve(t, keyed)
    await assertQuiet(exchanging, await use(exchanging, token))
    assert.ok(
      platform.requests.some(({ body }) => body.includes(canary('service-key'))),
      'the token service was asked with it'
    )
    const services = JSON.parse(vcap) as Record<string, unknown>
    const destination = { ...uaa, clientsecret: canary('destination-secret'), uri: platform.url }
    const { ERP_URL: _url, ...withoutUrl } = shared
    const bound = {
      ...withoutUrl,
      ERP_DESTINATION: 'DEV',
      VCAP_SERVICES: JSON.stringify({
        ...services,
        destination: [{ label: 'destination', credentials: destination }]
      })
    }
    const starts = [
      { ...env, VCAP_SERVICES: vcap.slice(0, -5) },
      bound,
      { ...keyed, ERP_SERVICE_KEY: file('broken-key.json', `{"uaa":"${canary('broken-key')}`) }
    ]
    for (const one of starts) {
      const broken = run(t, 'cli.ts', { args: ['--transport', 'http-streamable'], env: one })
      assert.notEqual(await broken.ended, 0)
      assertNone('a broken binding, destination or key', said(broken))
    }
  }
)

test(
  'a client certificate: its key, its passphrase, and files that break while the bridge runs',
  { timeout: 120_000 },
  async t => {
    const pair = await createAuthority({ ca: false })
    const passphrase = canary('client-key-passphrase')
    const encrypted = encryptKey(pair.key, passphrase)
    const linesOf = (key: string) => key.split('\n').filter(line => /^[\w+/=]{40,}$/.test(line))
    for (const line of [...linesOf(pair.key), ...linesOf(encrypted)]) planted.add(line)
    const p12 = createPkcs12({ ...pair, passphrase })
    const env = {
      ERP_URL: 'https://erp.invalid:44300',
      ERP_CLIENT_CERT: file('client.pem', pair.certificate),
      ERP_CLIENT_KEY: file('client.key', encrypted),
      ERP_CLIENT_KEY_PASSPHRASE_FILE: file('client-passphrase', `${passphrase}\n`)
    }
    const { ERP_CLIENT_KEY: _key, ...withoutKey } = env
    const other = { ...withoutKey, ERP_CLIENT_CERT: join(folder, 'client.p12') }
    writeFileSync(other.ERP_CLIENT_CERT, p12, { mode: 0o600 })
    for (const each of [env, other]) {
      const http = await serve(t, each)
      const answers = await use(http, undefined)
      if (each === env) file('client.key', `${encrypted.slice(0, 150)}\n`)
      await assertQuiet(http, answers)
    }
    const both = file('both.pem', `${pair.certificate}${encrypted}`)
    const wrong = {
      ...withoutKey,
      ERP_CLIENT_CERT: both,
      ERP_CLIENT_KEY_PASSPHRASE_FILE: file('wrong', canary('wrong-phrase'))
    }
    const attempts = [
      { args: [], env },
      { args: ['doctor'], env: other },
      { args: ['doctor'], env: wrong }
    ]
    for (const attempt of attempts) {
      const program = run(t, 'cli.ts', attempt)
      program.child.stdin.end()
      await program.ended
      assertNone(`${attempt.args.join()} with a client certificate`, said(program))
    }
  }
)

test(
  'a ticket, the output of its program, and an ERP that quotes it',
  { timeout: 120_000 },
  async t => {
    const other = await createTicketErp(t)
    const ticket = canary('ticket')
    other.exchange = response => response.writeHead(403).end(`cannot read ticket ${ticket}`)
    const command = file(
      'ticket.sh',
      `#!/bin/sh\necho ${canary('ticket-stderr')} >&2\nprintf '{"ticket":"%s"}' ${ticket}\n`
    )
    chmodSync(command, 0o700)
    const http = await serve(t, {
      ERP_URL: other.url,
      ERP_CA_FILE: file('ticket-ca.pem', other.ca),
      ERP_TICKET_COMMAND: command
    })
    await assertQuiet(http, await use(http, undefined))
    assert.ok(other.tickets.includes(ticket), 'the ERP got it')
  }
)

test(
  'a kept log-on: session, tokens, code and verifier, with services that quote them',
  { timeout: 120_000 },
  async t => {
    const service = await createTokenService(t)
    const page = serveAuthorizePage(service)
    const system = await createTokenErp(t, service, 'sb-abap')
    service.clients.set('sb-abap', { secret: canary('kept-key-secret') })
    const caFile = file('kept-ca.pem', `${system.ca}${service.ca}`)
    const uaa = {
      ...{ clientid: 'sb-abap', clientsecret: canary('kept-key-secret') },
      url: service.url
    }
    const env = {
      ...{ ERP_URL: system.url, ERP_CA_FILE: caFile },
      ERP_SERVICE_KEY: file('kept-key.json', JSON.stringify({ url: system.url, uaa })),
      ...{ ERP_LOGON_DIR: join(folder, 'log-ons'), ERP_LOGON_STORE: 'file' },
      ERP_LOGON_KEY: canary('key-of-kept-log-ons')
    }
    const plant = (form: URLSearchParams) => {
      for (const name of ['code', 'code_verifier', 'refresh_token', 'token']) {
        const value = form.get(name)
        if (value !== null) planted.add(value)
      }
    }
    const quote = ({ form }: TokenRequest) => {
      plant(form)
      return [400, { error: 'invalid_grant', error_description: form.toString() }] as const
    }
    const logOn = async () => {
      const program = run(t, 'cli.ts', { args: ['login', '--no-browser'], env })
      await program.until('Log on in the browser')
      const address = /browser: (\S+)/.exec(said(program))?.[1] ?? ''
      await browserOf(caFile, service.url)(address)
      await program.ended
      for (const answer of page.answers) {
        for (const value of new URL(answer).searchParams.values()) planted.add(value)
      }
      assertNone('login', said(program))
      return said(program)
    }
    service.behave = quote
    assert.match(await logOn(), /400, invalid_grant/)
    service.behave = ({ form }) => {
      plant(form)
      const access = service.issue('ada@example.com', 'sb-abap')
      planted.add(access)
      const refresh = canary('kept-refresh-token')
      return [200, { access_token: access, refresh_token: refresh, expires_in: 1 }]
    }
    assert.match(await logOn(), /Logged on as ada@example.com/)
    system.forget()
    service.behave = quote
    const http = await serve(t, env)
    await assertQuiet(http, await use(http, undefined))
    assert.ok(
      service.requests.some(
        ({ form }) => form.get('refresh_token') === canary('kept-refresh-token')
      ),
      'the refresh token was used'
    )
    const local = run(t, 'cli.ts', { args: [], env })
    for (const message of [
      {
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'c', version: '1' }
        }
      },
      { method: 'tools/call', params: { name: 'ERPRead', arguments: { type: 'PROG', name: 'ZX' } } }
    ].entries()) {
      const [id, content] = message
      local.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...content })}\n`)
    }
    await local.until('ERP_LOGON_NEEDED')
    local.child.stdin.end()
    await local.ended
    assertNone('stdio', said(local))
    for (const args of [['login', '--status'], ['doctor'], ['logout']]) {
      const program = run(t, 'cli.ts', { args, env })
      await program.ended
      assertNone(args.join(' '), said(program))
    }
  }
)

test(
  'every secret that is wrong, in a start that is refused and in the doctor',
  { timeout: 240_000 },
  async t => {
    const secrets = settingNames.filter(name => setting(name).writeOnly === true).map(variableOf)
    assert.ok(secrets.length >= 5)
    const wrong = [
      (value: string) => `${value} with, blanks; and\u0001`,
      (value: string) => value.slice(0, 12),
      (value: string) => `=${value}`
    ]
    for (const spoil of wrong) {
      const env = Object.fromEntries(
        secrets.map(name => {
          const value = spoil(canary(`wrong-${name}`))
          planted.add(value.slice(0, 12) === value ? value : canary(`wrong-${name}`))
          return [name, value.replace('\u0001', '')]
        })
      )
      // Short ones share their beginning with others, so they get one of their own.
      for (const args of [[], ['doctor']]) {
        const program = run(t, 'cli.ts', {
          args,
          env: {
            ...env,
            ERP_URL: `http://u:${canary('password-in-url')}@erp.example:1`,
            ERP_USER: 'U',
            ERP_PASSWROD: canary('misspelt'),
            HTTPS_PROXY: `ftp://x:${canary('odd-proxy')}@host`
          }
        })
        program.child.stdin.end()
        await program.ended
        assertNone(
          `a start with ${JSON.stringify(Object.keys(env))}`,
          said(program).replaceAll(/canary-wrong(?![-\w])/g, '')
        )
      }
    }
    const program = run(t, 'cli.ts', {
      args: [
        '--password',
        canary('flag-password'),
        '--api-key',
        canary('flag-key'),
        '--no-such-flag',
        canary('unknown-flag'),
        '--pasword',
        canary('misspelt-flag'),
        canary('positional')
      ],
      env: {}
    })
    await program.ended
    assertNone('flags', said(program))
  }
)

test('a crash', { timeout: 120_000 }, async t => {
  const crash = `data:text/javascript,${encodeURIComponent('setTimeout(() => { throw new Error("crashed by a test") }, 6000)')}`
  const http = await serve(t, {
    ERP_USER: 'U',
    ERP_PASSWORD: canary('password'),
    SVC_API_KEY: canary('api-key'),
    ERP_STATE_KEY: canary('state-key'),
    NODE_OPTIONS: `--import=${crash}`
  })
  await use(http, canary('api-key'))
  assert.notEqual(await http.program.ended, 0)
  assert.match(said(http.program), /crashed by a test/)
  assertNone('the crash', said(http.program))
})

test('there are enough of them', () => {
  assert.ok(planted.size >= 40, String(planted.size))
})
