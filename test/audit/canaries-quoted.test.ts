/**
 * Servers that know all secrets of the bridge and quote all of them in each of their answers, and
 * libraries that print them: none of it is seen anywhere.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import fastify from 'fastify'
import bridge from '../../app.ts'
import { createLog, redactPaths } from '../../log.ts'
import { createSecrets } from '../../config/secrets.ts'
import { terminalDestination } from '../../terminal-log.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { call, modern } from '../helpers/bridge-app.ts'
import { createPlatform } from '../helpers/platform.ts'
import { freePort } from '../helpers/process.ts'
import { startFakeRedis } from '../helpers/fake-redis.ts'
import { run } from '../helpers/spawned.ts'

/**
 * All that were made, those that the program of the test knows, and the pairs of a secret and a
 * place.
 */
const made = new Set<string>()
let planted = new Set<string>()
const places = new Set<string>()
let pairs = 0
/** Some with characters that each encoding writes in another way. */
const canary = (what: string, odd = ''): string => {
  const value = `${odd}${createHash('sha256').update(what).digest('base64url').slice(0, 20)}${odd}`
  made.add(value)
  return value
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const forms = (secret: string) => [
  secret,
  base64(secret),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  JSON.stringify(secret).slice(1, -1)
]

/**
 * @param quoted whether the place is one where something was replaced, which proves that it was
 * reached
 */
function assertNone(place: string, text: string, quoted = true): void {
  for (const secret of planted) {
    for (const form of forms(secret)) {
      const at = text.indexOf(form)
      assert.equal(
        at,
        -1,
        `${place} shows ${secret}: …${text.slice(Math.max(0, at - 200), at + 100)}…`
      )
    }
  }
  if (quoted) assert.match(text, /\[secret\]/, `${place} was not reached`)
  places.add(place)
  pairs += planted.size
}

const own = {
  password: canary('password', '$'),
  apiKey: canary('api key', '+'),
  stateKey: canary('state key', '"'),
  redis: canary('redis', '/'),
  httpProxy: canary('http proxy', ';'),
  httpsProxy: canary('https proxy'),
  otlpHeader: canary('otlp header'),
  otlpUrl: canary('otlp url'),
  binding: canary('binding', '='),
  database: canary('database'),
  git: canary('git', '\\'),
  otherGit: canary('other git'),
  mounted: canary('mounted', '&'),
  passphrase: canary('passphrase', ' ö'),
  keyInFile: canary('key in file'),
  cookie: canary('cookie'),
  ticket: canary('ticket'),
  cookieOfFile: canary('cookie of a file')
}
const passing = {
  named: `eb_${createHash('sha256').update('named').digest('base64url').slice(0, 43)}`,
  jwt: `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.${canary('signature')}`,
  bearer: canary('bearer of a caller'),
  code: canary('code'),
  verifier: `${canary('verifier')}${'v'.repeat(30)}`,
  refresh: canary('refresh token')
}
for (const value of [passing.named, passing.verifier]) made.add(value)
/** Of services that are bound to the application and are none of the bridge's business. */
const bound = Array.from({ length: 10 }, (_, index) => canary(`bound service ${index}`))
const always = [passing.named, passing.bearer, ...bound]

/** From here on servers quote what stands in these texts, and what shows by its form. */
function plant(...texts: readonly string[]): void {
  const all = [...made].filter(secret =>
    forms(secret).some(form => texts.some(text => text.includes(form)))
  )
  planted = new Set([...all, ...always])
}
/** A token of a caller is known by its form alone, with the word before it. */
const listed = () => [...planted].filter(secret => secret !== passing.bearer)
/** As a server writes them down that quotes a request, a command or a configuration. */
const quote = (values: readonly string[] = listed()) =>
  [
    ...values,
    `Basic ${base64(`U:${own.password}`)}`,
    `Bearer ${passing.bearer}`,
    passing.named,
    passing.jwt,
    `MYSAPSSO2=${own.ticket}`
  ].join(' | ')
const xml = (text: string) => text.replace(/[&<>"]/g, one => `&#${one.charCodeAt(0)};`)

let folder = ''
let erp = ''
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content, { mode: 0o600 })
  return join(folder, name)
}

const server = createServer((request, response) => {
  request.resume()
  if (/discovery/.test(request.url ?? '')) {
    response
      .writeHead(200, { 'content-type': 'application/atomsvc+xml', 'x-csrf-token': 'token' })
      .end('<app:service xmlns:app="http://www.w3.org/2007/app"/>')
    return
  }
  const body = `<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="x"/><type id="ExceptionInternalError"/><message lang="EN">${xml(quote())}</message></exc:exception>`
  response.writeHead(500, { 'content-type': 'application/xml' }).end(body)
})

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoted-'))
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

/** What a library may do that is loaded beside the bridge; it does so at the signal SIGUSR2. */
const prints = (ends: string) =>
  `data:text/javascript,${encodeURIComponent(`
  const quoted = process.env.QUOTED
  process.once('SIGUSR2', () => {
    console.error('library:', quoted)
    process.emitWarning('warning: ' + quoted)
    ${ends}
  })`)}`

async function settings(
  t: TestContext,
  more: Record<string, string> = {}
): Promise<Record<string, string>> {
  const redis = await startFakeRedis(
    t,
    () =>
      `-ERR unknown command 'AUTH', with args beginning with: ${quote().replace(/[\r\n]/g, ' ')}\r\n`
  )
  const vcap = {
    xsuaa: [{ label: 'user-provided', credentials: { clientsecret: own.binding } }],
    db: [{ credentials: { uri: `postgres://u:${own.database}@db.example.com/x` } }]
  }
  const git = JSON.stringify({
    credentials: [
      { url: 'https://git.example/one', user: 'u', password: own.git },
      { url: 'https://git.example/two', password: own.otherGit }
    ]
  })
  const env = {
    ERP_URL: erp,
    ERP_USER: 'U',
    ERP_PASSWORD: own.password,
    ERP_STATE_KEY: own.stateKey,
    ERP_REDIS_URL: redis.url.replace('//', `//:${encodeURIComponent(own.redis)}@`),
    ERP_PP_CA_PASSPHRASE: own.passphrase,
    HTTP_PROXY: `http://u:${own.httpProxy}@127.0.0.1:9`,
    HTTPS_PROXY: `http://u:${own.httpsProxy}@127.0.0.1:9`,
    NO_PROXY: '127.0.0.1',
    VCAP_SERVICES: JSON.stringify({
      ...vcap,
      ...services(),
      other: [{ credentials: { password: own.mounted } }]
    }),
    ERP_GIT_CREDENTIALS_FILE: file('git.json', git),
    ...more
  }
  plant(...Object.values(env), git)
  return { ...env, QUOTED: quote() }
}

const services = () =>
  Object.fromEntries(
    bound.map((password, index) => [`service-${index}`, [{ credentials: { password } }]])
  )

test(
  'a server over HTTP: answers, log, audit, pages, collector, library, crash',
  { timeout: 120_000 },
  async t => {
    let collected = ''
    const collector = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        collected += String(chunk)
      })
      request.on('end', () => {
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: quote() }))
      })
    })
    collector.listen(0, '127.0.0.1')
    await new Promise(resolve => {
      collector.once('listening', resolve)
    })
    t.after(() => {
      collector.closeAllConnections()
      collector.close()
    })
    const [port, adminPort] = [await freePort(), await freePort()]
    const program = run(t, 'cli.ts', {
      env: {
        ...(await settings(t, {
          SVC_API_KEY: own.apiKey,
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://u:${own.otlpUrl}@127.0.0.1:${(collector.address() as AddressInfo).port}`,
          OTEL_EXPORTER_OTLP_HEADERS: `x-key=${own.otlpHeader}`
        })),
        ERP_TRANSPORT: 'http-streamable',
        ERP_HTTP_ADDR: `127.0.0.1:${port}`,
        ERP_ADMIN_ADDR: `127.0.0.1:${adminPort}`,
        ERP_LOG_LEVEL: 'trace',
        ERP_AUDIT: 'all',
        ERP_AUDIT_FILE: join(folder, 'audit'),
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_LOG_LEVEL: 'debug',
        NODE_OPTIONS: `--import=${prints('setTimeout(() => { throw new Error("crashed: " + quoted) }, 4000)')}`
      }
    })
    await program.until('MCP at')
    const ask = async (message: object, more: Record<string, string> = {}) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${own.apiKey}`,
        ...more
      }
      const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers,
        body: JSON.stringify(message)
      })
      return `${JSON.stringify([...answer.headers])} ${await answer.text()}`
    }
    const read = { type: 'PROG', name: 'ZX' }
    assertNone('an answer of a tool', await ask(call('ERPRead', read)))
    const newer = modern(call('ERPRead', read))
    assertNone('an answer of the newer revision', await ask(newer.message, newer.headers))
    assertNone(
      'an answer with several objects',
      await ask(call('ERPRead', { objects: [read, { type: 'PROG', name: 'ZY' }] }))
    )
    assertNone('an answer to a search', await ask(call('ERPSearch', { query: 'Z*' })))
    assertNone('an answer to a query', await ask(call('ERPQuery', { table: 'T000' })))
    // Without Redis it is not known whether changes are halted; over stdio they reach the ERP.
    assertNone(
      'an answer to a change',
      await ask(
        call('ERPWrite', { action: 'update', ...read, source: 'REPORT zx.', overwrite: true })
      ),
      false
    )
    assertNone(
      'an answer to an activation',
      await ask(call('ERPActivate', { objects: [read] })),
      false
    )
    assertNone(
      'a resource',
      await ask({
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: 'erp://prog/ZX' }
      }),
      false
    )
    assertNone('a batch', await ask([call('ERPRead', read, 1), call('ERPRead', read, 2)]))
    assertNone(
      'a refused log-on',
      await ask(call('ERPRead', read), { authorization: `Bearer ${passing.bearer}` }),
      false
    )
    assertNone(
      'the status page',
      await (await fetch(`http://127.0.0.1:${adminPort}/`)).text(),
      false
    )
    assertNone(
      'the figures',
      await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text(),
      false
    )
    program.child.kill('SIGUSR2')
    assert.notEqual(await program.ended, 0)
    assertNone('the audit file', readFileSync(join(folder, 'audit'), 'utf8'), false)
    const lines = program.err().split('\n')
    const like = (pattern: RegExp) => {
      const found = lines.filter(line => pattern.test(line)).join('\n')
      assert.notEqual(found, '', String(pattern))
      return found
    }
    assertNone('the log about Redis', like(/Redis is away/))
    assertNone('the log about OpenTelemetry', like(/OpenTelemetry/), false)
    assertNone('what a library prints', like(/library:/))
    assertNone('a warning of the platform', like(/warning: /))
    assertNone('a crash', like(/crashed: /))
    assertNone('the whole log', program.err())
    assertNone('stdout', program.out(), false)
    assertNone('what the collector got', collected, false)
  }
)

test('over stdio: answers, log, a rejection that is not handled', { timeout: 60_000 }, async t => {
  const env = await settings(t)
  const program = run(t, 'cli.ts', {
    env: {
      ...env,
      ERP_LOG_LEVEL: 'trace',
      ERP_AUDIT: 'all',
      NODE_OPTIONS: `--import=${prints('Promise.reject(new Error("rejected: " + quoted))')}`
    }
  })
  program.child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } })}\n`
  )
  program.child.stdin.write(`${JSON.stringify(call('ERPRead', { type: 'PROG', name: 'ZX' }))}\n`)
  await program.until(/"id":1\b.*\n/)
  program.child.kill('SIGUSR2')
  assert.notEqual(await program.ended, 0)
  assertNone('an answer over stdio', program.out())
  assert.match(program.err(), /rejected: /)
  assertNone('the log over stdio, with the audit in it', program.err())
})

test('the doctor, in words and as JSON', { timeout: 60_000 }, async t => {
  const env = await settings(t, {
    SVC_API_KEY_FILE: file('key', `${own.keyInFile}\n`),
    ERP_TRANSPORT: 'http-streamable'
  })
  planted.add(own.keyInFile)
  for (const [place, args] of [
    ['the doctor', ['doctor']],
    ['the doctor as JSON', ['doctor', '--json']]
  ] as const) {
    const program = run(t, 'cli.ts', { args, env })
    assert.equal(await program.ended, 1)
    assertNone(place, `${program.out()}\n${program.err()}`)
    if (args.length > 1) JSON.parse(program.out())
  }
})

test('commands of the shell, and starts that are refused', { timeout: 60_000 }, async t => {
  const env = await settings(t)
  const called = run(t, 'cli.ts', { args: ['call', 'ERPRead', 'type=PROG', 'name=ZX'], env })
  await called.ended
  assertNone('a call from a shell', `${called.out()}\n${called.err()}`)
  const refused = run(t, 'cli.ts', {
    env: { ...env, ERP_LANGUAGE: `no language but ${own.password}`, ERP_TIMEOUT: own.stateKey }
  })
  assert.equal(await refused.ended, 1)
  assertNone('a refused start', refused.err())
})

test('cookies, of a variable and of a file that changes', { timeout: 60_000 }, async t => {
  const cookies = (value: string) =>
    file('cookies.txt', `127.0.0.1\tFALSE\t/\tFALSE\t0\tMYSAPSSO2\t${value}\n`)
  const ask = async (env: Record<string, string>, change?: () => void) => {
    const program = run(t, 'cli.ts', { env: { ERP_URL: erp, ERP_LOG_LEVEL: 'trace', ...env } })
    const send = (id: number) => {
      program.child.stdin.write(
        `${JSON.stringify(call('ERPRead', { type: 'PROG', name: 'ZX' }, id))}\n`
      )
    }
    program.child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } })}\n`
    )
    send(1)
    await program.until('"id":1')
    if (change !== undefined) {
      change()
      await new Promise(resolve => {
        setTimeout(resolve, 4500)
      })
      send(2)
      await program.until('"id":2')
    }
    program.child.stdin.end()
    await program.ended
    return `${program.out()}\n${program.err()}`
  }
  plant(own.cookie, own.ticket)
  const bindings = { VCAP_SERVICES: JSON.stringify(services()) }
  const string = `MYSAPSSO2=${own.cookie}; SAP_SESSIONID_X_001=${own.ticket}`
  assertNone('answers under a cookie', await ask({ ...bindings, ERP_COOKIE_STRING: string }))
  plant(own.cookieOfFile)
  const older = { ...bindings, ERP_COOKIE_FILE: cookies('an-older-cookie-value') }
  // Who quotes it before it is read knows more than the bridge.
  planted.delete(own.cookieOfFile)
  const changed = await ask(older, () => {
    cookies(own.cookieOfFile)
    planted.add(own.cookieOfFile)
  })
  assertNone('answers under a cookie that was read again', changed)
})

test('the platform’s answer to a token request', { timeout: 60_000 }, async t => {
  const platform = await createPlatform(t)
  const authority = await createAuthority()
  const [, keyLine = ''] = authority.key.split('\n')
  platform.behave = ({ path, body }, response) => {
    if (!path.startsWith('/oauth/token')) return false
    response.writeHead(400, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        error: 'invalid_grant',
        error_description: `${body} ${decodeURIComponent(body)} ${keyLine}`.slice(-1000)
      })
    )
    return true
  }
  plant(own.binding, passing.code, passing.verifier, passing.refresh, keyLine)
  planted.add(keyLine)
  const vcap = platform.vcap({ ...platform.credentials(), clientsecret: own.binding }).vcapServices
  const port = await freePort()
  const program = run(t, 'cli.ts', {
    env: {
      ERP_URL: 'https://erp.invalid',
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: `127.0.0.1:${port}`,
      ERP_PLATFORM_AUTH: 'true',
      VCAP_SERVICES: vcap,
      ERP_CA_FILE: platform.caFile,
      ERP_PP_CA_KEY: file('ca.key', authority.key),
      ERP_PP_CA_CERT: file('ca.pem', authority.certificate)
    }
  })
  await program.until('MCP at')
  const { clientid } = platform.credentials() as { clientid: string }
  const grants = [
    {
      grant_type: 'authorization_code',
      code: passing.code,
      code_verifier: passing.verifier,
      redirect_uri: 'http://localhost:1/x',
      client_id: clientid
    },
    { grant_type: 'refresh_token', refresh_token: passing.refresh, client_id: clientid }
  ]
  for (const grant of grants) {
    const answer = await fetch(`http://127.0.0.1:${port}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString()
    })
    assertNone('the answer to a token request', await answer.text(), false)
  }
  program.child.kill('SIGTERM')
  await program.ended
  assert.equal(program.err().match(/the platform refused a token request/g)?.length, 2)
  assertNone('the log about a token request', program.err())
})

test('the log for people', async () => {
  plant(...Object.values(own))
  const secrets = createSecrets()
  for (const value of listed()) secrets.add(value)
  let shown = ''
  const destination = await terminalDestination(
    { isTTY: true },
    {
      write: text => {
        shown += text
      }
    }
  )
  const log = createLog({ logLevel: 'info' }, destination, secrets)
  log.info({ facts: { deep: [quote()] } }, quote())
  log.child({ bound: quote() }).error({ err: new Error(quote()) }, 'failed')
  assertNone('the log for people', shown)
})

test('the log of a host that shares the secrets', async t => {
  const redis = await startFakeRedis(t, () => `-ERR ${quote()}\r\n`)
  plant(own.password, own.apiKey, own.stateKey)
  for (const secret of always) planted.delete(secret)
  const secrets = createSecrets()
  let shown = ''
  const stream = {
    write: (line: string) => {
      shown += line
    }
  }
  const app = fastify({
    logger: { stream, redact: [...redactPaths], hooks: { streamWrite: secrets.redactLine } }
  })
  t.after(() => app.close())
  await app.register(bridge, {
    url: erp,
    user: 'U',
    password: own.password,
    apiKey: own.apiKey,
    stateKey: own.stateKey,
    redisUrl: redis.url,
    secrets
  })
  const headers = { authorization: `Bearer ${own.apiKey}` }
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers,
    payload: call('ERPRead', { type: 'PROG', name: 'ZX' })
  })
  assertNone('an answer of a host', answer.body)
  assertNone('the log of a host', shown)
})

test('there are enough of them', () => {
  assert.ok(made.size >= 24, `${made.size} secrets`)
  assert.ok(places.size >= 23, `${places.size} places`)
  assert.ok(pairs >= 24 * 23, `${pairs} pairs`)
})
