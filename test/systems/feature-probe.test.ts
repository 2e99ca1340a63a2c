/** Features at `auto`: the ERP is asked at the start, in the background, and lists follow its answer. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import bridgePlugin from '../../app.ts'
import { createErp } from '../../erp-client/index.ts'
import { createAuthority } from '../../sandbox/test/helpers/authority.ts'
import { createFeatureProbe, tools } from '../../tools/index.ts'
import { listen, post } from '../helpers/bridge-app.ts'
import { createCertificateErp } from '../helpers/certificate-erp.ts'
import {
  createLandscapeFile,
  entryOf,
  fiveSystems,
  keyHolder,
  keysFileOf,
  listenTo
} from '../helpers/landscape.ts'
import { run } from '../helpers/spawned.ts'
import type { Spawned } from '../helpers/spawned.ts'
import { createStubErp } from '../helpers/stub-erp.ts'
import { until } from '../helpers/until.ts'
import { watchedErp } from '../helpers/watched-erp.ts'
import type { WatchedErp } from '../helpers/watched-erp.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' }
  }
}

async function namesAt(url: URL, headers: Record<string, string> = {}): Promise<string[]> {
  const { body } = await post(url, list, headers)
  return ((body.result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name)
}

/** An ERP without data preview, whose discovery waits until it may be sent. */
async function withoutQueries(t: TestContext): Promise<WatchedErp & { release(): void }> {
  const erp = await watchedErp()
  t.after(() => erp.close())
  const gate = Promise.withResolvers<void>()
  erp.discovery = async text => {
    await gate.promise
    return text.replaceAll('/sap/bc/adt/datapreview', '/sap/bc/adt/nothing')
  }
  return Object.assign(erp, { release: gate.resolve })
}

const logOn = { user: 'DEVELOPER', password: 'secret-1' }
const isAsked = ({ seen }: WatchedErp) => seen.some(({ url }) => /discovery/.test(url))

describe('over HTTP', () => {
  test('the ERP is asked once the server listens; nothing waits for its answer', async t => {
    const erp = await withoutQueries(t)
    const { url } = await listen(t, { url: erp.url, client: erp.sandbox.client, ...logOn, tools })
    await until(() => isAsked(erp))
    assert.ok((await namesAt(url)).includes('ERPQuery'), 'what is unknown is listed')
    erp.release()
    while ((await namesAt(url)).includes('ERPQuery')) await sleep(10)
  })

  test('a host that does not listen asks nothing', async t => {
    const erp = await withoutQueries(t)
    const app = fastify()
    t.after(() => app.close())
    const config = { url: erp.url, client: erp.sandbox.client, ...logOn }
    await app.register(bridgePlugin, { ...config, loopback: true, tools })
    const { statusCode } = await app.inject({ method: 'POST', url: '/mcp', payload: list })
    assert.equal(statusCode, 200)
    await sleep(100)
    assert.deepEqual(erp.seen, [])
  })

  test('settings that decide every feature need no question', async t => {
    const erp = await withoutQueries(t)
    const on = {
      featureGitsync: 'off',
      featureRap: 'on',
      featureAmdp: 'off',
      featureUi5: 'on',
      featureDb: 'on'
    } as const
    const config = { url: erp.url, client: erp.sandbox.client, ...logOn, ...on }
    const { url } = await listen(t, { ...config, tools })
    await sleep(200)
    assert.deepEqual(erp.seen, [])
    const { body } = await post(url, list)
    assert.match(JSON.stringify(body), /ui5_upload/)
    assert.doesNotMatch(JSON.stringify(body), /git_clone/)
  })

  test('closing does not wait for an ERP that does not answer', async t => {
    const erp = await withoutQueries(t)
    const { app } = await listen(t, { url: erp.url, client: erp.sandbox.client, ...logOn, tools })
    await until(() => isAsked(erp))
    const begin = performance.now()
    await app.close()
    assert.ok(performance.now() - begin < 3000)
  })
})

describe('with several systems', () => {
  test('each is asked, and so is one that a changed file brings', async t => {
    const { erps, file, systems } = await fiveSystems(t)
    const asked = (paths: readonly string[]) => paths.some(path => /discovery/.test(path))
    await until(() => Object.values(erps).every(({ paths }) => asked(paths)))
    const extra = await createStubErp(t, 'new')
    file.write({ dev: entryOf(file, erps.dev), new: entryOf(file, extra) })
    await systems.reload()
    await until(() => asked(extra.paths))
  })

  test('the answer of the ERP of a replaced system changes no list', async t => {
    const erp = await withoutQueries(t)
    const file = createLandscapeFile(t)
    const passwordFile = file.beside('password', logOn.password)
    const entry = { url: erp.url, client: erp.sandbox.client, user: logOn.user, passwordFile }
    file.write({ dev: entry })
    const { systems, urlOf } = await listenTo(t, file, { tools })
    await until(() => isAsked(erp))
    const changes: unknown[] = []
    systems.get('dev')?.registry.onChange(change => changes.push(change))
    file.write({
      dev: {
        ...entry,
        featureDb: 'on',
        featureRap: 'on',
        featureUi5: 'on',
        featureGitsync: 'on',
        featureAmdp: 'on'
      }
    })
    await systems.reload()
    assert.deepEqual(changes, [{ what: 'tools' }], 'the replacement itself')
    erp.release()
    await sleep(300)
    assert.deepEqual(changes, [{ what: 'tools' }])
    assert.ok((await namesAt(urlOf('dev'))).includes('ERPQuery'))
  })
})

test('with principal propagation the first caller asks, as itself', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-probe-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const ca = await createAuthority()
  const [ppCaKey, ppCaCert] = [join(folder, 'ca.key'), join(folder, 'ca.pem')]
  writeFileSync(ppCaKey, ca.key, { mode: 0o600 })
  writeFileSync(ppCaCert, ca.certificate)
  const erp = await createCertificateErp(t, { clientCa: ca.certificate })
  const file = createLandscapeFile(t)
  const ada = keyHolder('ada', { erpUser: 'ADA' })
  const { url } = await listen(t, {
    url: erp.url,
    user: undefined,
    password: undefined,
    insecure: true,
    ppCaKey,
    ppCaCert,
    apiKeysFile: keysFileOf(file, [ada]),
    tools
  })
  await sleep(100)
  assert.equal(erp.requests, 0, 'there is no user at the start')
  assert.ok((await namesAt(url, ada.headers)).length > 5)
  await until(() => erp.users.includes('ADA'))
  assert.deepEqual(new Set(erp.users), new Set(['ADA']))
})

describe('over stdio', () => {
  const start = async (t: TestContext, erp: WatchedErp) => {
    const bridge = run(t, 'cli.ts', {
      args: ['--url', erp.url, '--client', erp.sandbox.client],
      env: { ERP_USER: logOn.user, ERP_PASSWORD: logOn.password, ERP_LOG_LEVEL: 'debug' }
    })
    await bridge.until(/serving stdio/)
    return bridge
  }
  const begin = ({ child }: Spawned) => child.stdin.write(`${JSON.stringify(initialize)}\n`)

  test('the ERP is asked after initialize', async t => {
    const erp = await withoutQueries(t)
    const bridge = await start(t, erp)
    await sleep(200)
    assert.deepEqual(erp.seen, [])
    begin(bridge)
    await bridge.until(/"serverInfo"/)
    await until(() => isAsked(erp))
    erp.release()
    await bridge.until(/tools\/list_changed/)
    assert.match(bridge.err(), /"db":"absent"/)
  })

  test('the end of stdin does not wait for the answer', async t => {
    const erp = await withoutQueries(t)
    const bridge = await start(t, erp)
    begin(bridge)
    await until(() => isAsked(erp))
    const ended = performance.now()
    bridge.child.stdin.end()
    assert.equal(await bridge.ended, 0)
    assert.ok(performance.now() - ended < 1000, `${performance.now() - ended} ms`)
  })
})

describe('an ERP that fails at first', () => {
  async function broken(t: TestContext, answer: number | undefined) {
    let requests = 0
    const server = createServer((request, response) => {
      requests++
      if (answer === undefined) request.socket.destroy()
      else response.writeHead(answer).end()
    })
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    })
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    const erp = createErp({
      baseUrl: `http://127.0.0.1:${port}`,
      client: '001',
      language: 'EN',
      credential: { kind: 'basic', user: 'U', password: 'P' }
    })
    t.after(() => erp.close())
    const ignore = () => {}
    const probe = createFeatureProbe(new Map([['db', 'unknown']]), {
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      onChange: ignore,
      pauseMs: 100
    })
    t.after(() => probe.end())
    return { erp, probe, requests: () => requests }
  }

  test('is asked again, until the probe ends', async t => {
    const { erp, probe, requests } = await broken(t, undefined)
    probe.start(() => erp)
    await until(() => requests() > 2)
    probe.end()
    await sleep(150)
    const asked = requests()
    await sleep(300)
    assert.equal(requests(), asked)
    assert.equal(probe.features().get('db'), 'unknown')
  })

  test('is not asked again by itself where it refuses the log-on', async t => {
    const { erp, probe, requests } = await broken(t, 401)
    probe.start(() => erp)
    await until(() => requests() > 0)
    await sleep(150)
    const asked = requests()
    await sleep(400)
    assert.equal(requests(), asked)
  })
})
