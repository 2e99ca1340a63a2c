/** A recorder under hostile conditions: it never harms a call, and what it wrote is readable. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createErp } from '../../erp-client/index.ts'
import type { Erp, ErpExchange, ExchangeObserver } from '../../erp-client/index.ts'
import { textOfBody } from '../../recording/format.ts'
import { loadRecording } from '../../recording/replay/load.ts'
import { until } from '../helpers/until.ts'
import { exchangeOf, recorderFor, wholeText } from './exchanges.ts'
import { temporaryFolder } from '../helpers/process.ts'

describe('the folder', () => {
  test('is for its owner alone, and says what it is', async t => {
    const recorder = recorderFor(t)
    recorder.exchange(exchangeOf({ body: '<a/>' }))
    await recorder.close()
    assert.equal(statSync(recorder.path).mode & 0o777, 0o700)
    for (const name of readdirSync(recorder.path)) {
      assert.equal(statSync(join(recorder.path, name)).mode & 0o777, 0o600, name)
    }
    const { description, exchanges } = loadRecording(recorder.directory)
    assert.equal(description.format, 1)
    assert.equal(description.exchanges, 1)
    assert.equal(description.stopped, undefined)
    assert.deepEqual(
      exchanges.map(({ number, answer }) => [number, textOfBody(answer?.body)]),
      [[1, '<a/>']]
    )
  })
  test('has one warning where it cannot be made, and no call fails', async t => {
    const file = join(temporaryFolder('recorder'), 'file')
    writeFileSync(file, '')
    const recorder = recorderFor(t, { directory: join(file, 'inside') })
    for (let count = 0; count < 5; count++) recorder.exchange(exchangeOf({}))
    await recorder.close()
    assert.deepEqual(recorder.reasons, ['ENOTDIR'])
  })
  test('stops where the disk is almost full, and says it', async t => {
    const recorder = recorderFor(t, { limits: { leastFree: Number.MAX_SAFE_INTEGER } })
    for (let count = 0; count < 5; count++) recorder.exchange(exchangeOf({}))
    await recorder.close()
    assert.deepEqual(recorder.reasons, ['the disk is almost full'])
    assert.match(wholeText(recorder.path), /"stopped": "the disk is almost full"/)
  })
  for (const [title, limits, reason] of [
    ['its exchanges', { mostFiles: 3 }, /3 exchanges/],
    ['its bytes', { mostBytes: 4000 }, /4000 bytes/]
  ] as const) {
    test(`is bounded in ${title}`, async t => {
      const recorder = recorderFor(t, { limits })
      for (let count = 0; count < 20; count++) {
        recorder.exchange(exchangeOf({ body: 'x'.repeat(900) }))
      }
      await recorder.close()
      assert.equal(recorder.reasons.length, 1)
      assert.match(recorder.reasons[0] ?? '', reason)
      assert.ok(loadRecording(recorder.path).exchanges.length >= 2)
    })
  }
  test('is given up where it is slower than the calls', async t => {
    const recorder = recorderFor(t, { limits: { mostWaiting: 10 } })
    for (let count = 0; count < 1000; count++) recorder.exchange(exchangeOf({}))
    assert.deepEqual(recorder.reasons, ['the disk is slower than the calls'])
    assert.equal(recorder.stopped, 'the disk is slower than the calls')
    await recorder.close()
    assert.equal(recorder.reasons.length, 1)
  })
  test('is given up where too many bytes wait', async t => {
    const recorder = recorderFor(t, { limits: { mostWaitingBytes: 3_000_000 } })
    for (let count = 0; count < 5; count++) recorder.exchange(exchangeOf({ body: 'x'.repeat(1e6) }))
    assert.deepEqual(recorder.reasons, ['the disk is slower than the calls'])
  })
})

describe('bodies', () => {
  test('above the limit and of bytes are left out by name', async t => {
    const recorder = recorderFor(t, { limits: { mostBodyBytes: 100_000 } })
    recorder.exchange(exchangeOf({ body: 'x'.repeat(100_001) }))
    recorder.exchange(exchangeOf({ body: Buffer.from([0x50, 0x4b, 3, 4, 0, 255, 0]) }))
    recorder.exchange(
      exchangeOf({ method: 'POST', sent: new Uint8Array([0, 1, 2, 255]), body: 'x' })
    )
    await recorder.close()
    const { exchanges } = loadRecording(recorder.path)
    assert.deepEqual(
      exchanges.map(({ request, answer }) => [request.body, answer?.body]),
      [
        [undefined, { omitted: 'size', bytes: 100_001 }],
        [undefined, { omitted: 'binary', bytes: 7 }],
        [{ omitted: 'binary', bytes: 4 }, { lines: ['x'] }]
      ]
    )
  })
  test('that are inflated above the limit are left out', async t => {
    const { gzipSync } = await import('node:zlib')
    const recorder = recorderFor(t, { limits: { mostBodyBytes: 100_000 } })
    const body = gzipSync('ZCL_BOMB '.repeat(1_000_000))
    recorder.exchange(exchangeOf({ headers: { 'content-encoding': 'gzip' }, body }))
    await recorder.close()
    assert.deepEqual(loadRecording(recorder.path).exchanges[0]?.answer?.body, {
      omitted: 'size',
      bytes: body.length
    })
  })
  for (const [title, body] of [
    ['slashes', 'a/'.repeat(200_000)],
    ['opening marks', '<'.repeat(100_000)],
    ['open quotes', '<a b="'.repeat(60_000)],
    ['open braces', '{"a":['.repeat(60_000)],
    ['percent signs', '%41'.repeat(130_000)],
    ['references', '&amp;'.repeat(80_000)],
    ['backslashes', '\\'.repeat(400_000)],
    ['one long word', 'Z'.repeat(400_000)],
    ['one long number', `{"a":${'1'.repeat(400_000)}}`],
    ['begins of keys', '-----BEGIN X-----'.repeat(20_000)],
    ['at signs', 'a@'.repeat(200_000)],
    ['dots', '1.'.repeat(200_000)],
    ['dollars', '$A'.repeat(200_000)],
    ['underscores', '_Z'.repeat(200_000)]
  ] as const) {
    test(`of ${title} end within seconds`, async t => {
      const recorder = recorderFor(t)
      const began = performance.now()
      recorder.exchange(exchangeOf({ body }))
      await recorder.close()
      assert.deepEqual(recorder.reasons, [])
      assert.equal(loadRecording(recorder.path).exchanges.length, 1)
      assert.ok(performance.now() - began < 30_000, `${performance.now() - began} ms`)
    })
  }
})

describe('the client', () => {
  test('loses nothing over chunks of one byte, and calls of several identities keep apart', async t => {
    const { url } = await startErp(t)
    const recorder = recorderFor(t, { origin: url })
    const users = ['ANTEATER', 'BANDICOOT', 'CAPYBARA']
    const clients = users.map(user => erpOf(t, { url, user, exchanges: recorder }))
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        clients.map(erp =>
          erp.reader.request({
            operation: 'test',
            effect: 'none',
            method: 'GET',
            path: '/sap/bc/adt/oo/classes/zcl_narwhal'
          })
        )
      )
    }
    await Promise.all(clients.map(erp => erp.close()))
    await recorder.close()
    const text = wholeText(recorder.path).toUpperCase()
    for (const hidden of [...users, 'NARWHAL', 'PASSWORD-OF']) {
      assert.ok(!text.includes(hidden), hidden)
    }
    const { exchanges } = loadRecording(recorder.path)
    assert.ok(exchanges.length >= 12)
    assert.equal(new Set(exchanges.map(({ user }) => user)).size, 3)
    const bodies = new Set(exchanges.flatMap(({ answer }) => textOfBody(answer?.body) || []))
    // One body: the same name has the same replacement for each identity.
    assert.equal([...bodies].filter(body => body.includes('<names>')).length, 1)
  })
  test('goes on where the observer throws', async t => {
    const { url } = await startErp(t)
    const erp = erpOf(t, {
      url,
      user: 'X',
      exchanges: {
        identity: () => {},
        exchange: () => {
          throw new Error('full')
        }
      }
    })
    const { status } = await erp.reader.request({
      operation: 'test',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/x'
    })
    assert.equal(status, 200)
  })
  test('shows what no answer came for', async t => {
    const seen: ErpExchange[] = []
    const erp = erpOf(t, {
      url: 'http://127.0.0.1:1',
      user: 'X',
      exchanges: { identity: () => {}, exchange: one => seen.push(one) }
    })
    const request = {
      operation: 'test',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/x'
    } as const
    await assert.rejects(erp.reader.request(request))
    assert.equal(seen[0]?.answer, undefined)
    assert.equal(seen[0]?.error, 'ECONNREFUSED')
  })
})

test('a process that is killed leaves whole files', { timeout: 60_000 }, async t => {
  const directory = mkdtempSync(join(tmpdir(), 'recorder-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  mkdirSync(directory, { recursive: true })
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./recording-child.ts', import.meta.url)), directory],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  t.after(() => child.kill('SIGKILL'))
  await until(() => filesBelow(directory) > 20)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { exchanges, faults, description } = loadRecording(directory)
  assert.deepEqual(faults, [])
  assert.ok(exchanges.length > 0)
  assert.equal(description.ended, undefined)
})

function filesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true }).filter(name => /\.json$/.test(String(name)))
    .length
}

/** An ERP that names all its users in each answer, byte by byte. */
async function startErp(t: TestContext): Promise<{ url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/xml',
      'set-cookie': `SAP_SESSIONID_ABC_001=${Math.random()}`
    })
    const body = Buffer.from(
      '<a><names>zcl_narwhal ANTEATER bandicoot Capybara password-of-BANDICOOT</names></a>'
    )
    let at = 0
    const next = () => {
      if (at === body.length) response.end()
      else response.write(body.subarray(at, ++at), () => setImmediate(next))
    }
    next()
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface Client {
  readonly url: string
  readonly user: string
  readonly exchanges: ExchangeObserver
}

function erpOf(t: TestContext, { url, user, exchanges }: Client): Erp {
  const erp = createErp({
    baseUrl: url,
    client: '001',
    language: 'EN',
    exchanges,
    credential: { kind: 'basic', user, password: `password-of-${user}` }
  })
  t.after(() => erp.close())
  return erp
}
