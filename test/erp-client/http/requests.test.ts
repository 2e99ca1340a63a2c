/** Requests: retries, outcomes, timeouts, paths, bodies, proxies, closing and log lines. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createErp, isErpError } from '../../../erp-client/index.ts'
import type { ErpRequest } from '../../../erp-client/index.ts'
import { connect, exception } from '../fake-erp.ts'
import type { Reply } from '../fake-erp.ts'

const get = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const
const post = { ...get, method: 'POST' } as const
const ok: Reply = { body: 'fine' }

/** Logged on and with a token; the record of requests is empty. */
async function warm(t: Parameters<typeof connect>[0], options: Parameters<typeof connect>[1] = {}) {
  const both = await connect(t, options)
  both.fake.handle = () => ok
  await both.erp.reader.request(get)
  both.fake.seen.length = 0
  return both
}

/** Answers with each of the list in turn, then fine. */
function inTurn(answers: (Reply | 'reset' | 'hang')[]) {
  return () => answers.shift() ?? ok
}

for (const status of [502, 503, 429]) {
  test(`a read answered ${status} once is repeated once`, async t => {
    const { fake, erp } = await warm(t)
    fake.handle = inTurn([{ status, headers: { 'retry-after': '0' } }])
    assert.equal((await erp.reader.request(post)).text, 'fine')
    assert.equal(fake.seen.length, 2)
  })
}

test('a read is repeated after a lost connection, and only once', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = inTurn(['reset'])
  assert.equal((await erp.reader.request(get)).text, 'fine')
  fake.handle = () => 'reset'
  fake.seen.length = 0
  await assert.rejects(erp.reader.request(get), { code: 'ERP_UNREACHABLE' })
  assert.equal(fake.seen.length, 2)
})

test('a long Retry-After is reported instead of waited for', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = () => ({ status: 503, headers: { 'retry-after': '3600' } })
  await assert.rejects(erp.reader.request(get), { code: 'ERP_BUSY', status: 503, retryAfter: 3600 })
  assert.equal(fake.seen.length, 1)
})

for (const [header, seconds] of [
  ['soon', 5],
  ['9'.repeat(400), 86_400],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 1]
] as const) {
  test(`Retry-After ${header.slice(0, 30)} is reported as ${seconds} s`, async t => {
    const { fake, erp } = await warm(t)
    fake.handle = () => ({ status: 503, headers: { 'retry-after': header } })
    await assert.rejects(
      erp.writer.request({ ...post, operation: 'source.write', effect: 'change' }),
      {
        code: 'ERP_BUSY',
        retryAfter: seconds,
        outcome: 'failed'
      }
    )
  })
}

for (const answer of [{ status: 503 }, { status: 502 }, 'reset'] as const) {
  test(`a change answered ${JSON.stringify(answer)} is not repeated`, async t => {
    const { fake, erp } = await warm(t)
    fake.handle = () => answer
    await assert.rejects(
      erp.writer.request({ ...post, operation: 'source.write', effect: 'change' }),
      (error: unknown) =>
        isErpError(error) &&
        error.outcome ===
          (typeof answer === 'object' && answer.status === 503 ? 'failed' : 'unknown')
    )
    assert.equal(fake.seen.length, 1)
  })
}

test('a refused Accept is replaced by the type the ERP names', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = seen =>
    seen.headers.accept === 'application/vnd.sap.adt.packages.v1+xml'
      ? ok
      : exception(406, 'ExceptionResourceNotAcceptable', 'not acceptable', {
          'T100KEY-ID': 'SADT_RESOURCE',
          'T100KEY-NO': '044',
          'T100KEY-V1': 'application/vnd.sap.adt.packages.v1+xml'
        })
  assert.equal(
    (await erp.reader.request({ ...get, accept: 'application/vnd.sap.adt.packages.v2+xml' })).text,
    'fine'
  )
})

test('a reader refuses every change, whatever its method, before a byte is sent', async t => {
  const { fake, erp } = await warm(t)
  const change = { ...get, effect: 'change' } as unknown as ErpRequest & { effect: 'none' }
  await assert.rejects(erp.reader.request(change), {
    code: 'ERP_READER_CANNOT_CHANGE',
    outcome: 'failed'
  })
  assert.equal(fake.seen.length, 0)
})

test('a hanging ERP ends with the timeout of the caller and releases the socket', async t => {
  const { fake, erp } = await warm(t, { connections: 1 })
  fake.handle = seen => (seen.path.endsWith('/hang') ? 'hang' : ok)
  await assert.rejects(erp.reader.request({ ...get, path: '/sap/bc/adt/hang', timeoutMs: 60 }), {
    code: 'ERP_TIMEOUT'
  })
  assert.equal((await erp.reader.request(get)).text, 'fine')
})

test('a change whose answer does not come in time has an unknown outcome', async t => {
  const { fake, erp } = await warm(t)
  fake.handle = () => 'hang'
  await assert.rejects(
    erp.writer.request({ ...post, operation: 'source.write', effect: 'change', timeoutMs: 60 }),
    {
      code: 'ERP_TIMEOUT',
      outcome: 'unknown'
    }
  )
})

test('an abandoned read ends at once, in the queue too, and the next one is served', async t => {
  const { fake, erp } = await warm(t, { connections: 1 })
  fake.handle = seen => (seen.path.endsWith('/hang') ? 'hang' : ok)
  const controller = new AbortController()
  const calls = Array.from({ length: 5 }, () =>
    erp.reader.request({ ...get, path: '/sap/bc/adt/hang' }, controller.signal).then(
      () => 'ok',
      (error: unknown) => (isErpError(error) ? error.code : 'other')
    )
  )
  setTimeout(() => {
    controller.abort()
  }, 30)
  assert.deepEqual(await Promise.all(calls), Array(5).fill('ERP_ABORTED'))
  assert.equal((await erp.reader.request(get)).text, 'fine')
  await assert.rejects(erp.reader.request(get, controller.signal), { code: 'ERP_ABORTED' })
  assert.ok(fake.count('GET', /hang/) <= 2, 'what waited in the queue was never sent')
})

test('a change in flight runs to completion after its caller has left', async t => {
  const { fake, erp } = await warm(t)
  const controller = new AbortController()
  fake.handle = () => {
    controller.abort()
    return ok
  }
  assert.equal(
    (
      await erp.writer.request(
        { ...post, operation: 'source.write', effect: 'change' },
        controller.signal
      )
    ).text,
    'fine'
  )
  await assert.rejects(
    erp.writer.request({ ...post, operation: 'source.write', effect: 'change' }, controller.signal),
    {
      code: 'ERP_ABORTED',
      outcome: 'failed'
    }
  )
})

const attacks = [
  '/sap/bc/adt/../../../etc',
  '/sap/bc/adt/%2e%2e/x',
  '/sap/bc/adt/x/%2E%2E/y',
  '/sap/bc/adt/./x',
  '//evil.example/sap/bc/adt/x',
  '/sap/bc/adt//evil',
  '/sap/bc/adt/x\\y',
  '/sap/bc/adt/x%5cy',
  '/sap/bc/adt/x%00',
  '/sap/bc/adt/x%0d%0aInjected: 1',
  '/sap/bc/adt/x\r\nInjected: 1',
  '/sap/bc/adt/x y',
  '/sap/bc/adt/x?y=1',
  '/sap/bc/adt/x#y',
  '/sap/bc/adt/ü',
  '/sap/bc/adt/%252e%252e/x',
  '/sap/bc/adt/..%2f..%2fx',
  '/sap/bc/adt/x%2f..%2fy',
  '/sap/bc/adt/%',
  '/sap/bc/adt/%zz',
  '/sap/bc/soap/rfc',
  '/sap/bc/adt',
  'sap/bc/adt/x',
  'http://evil.example/sap/bc/adt/x',
  '/SAP/bc/adt/x',
  '/sap/bc/adtx/y',
  '/sap/public/bc/icf/logoff/x',
  '',
  '/'
]
test('no path leaves the interface or has an ambiguous form', async t => {
  const { fake, erp } = await warm(t)
  for (const path of attacks) {
    await assert.rejects(erp.reader.request({ ...get, path }), { code: 'ERP_BAD_NAME' }, path)
  }
  assert.equal(fake.seen.length, 0)
})

test('names with namespaces and every character of a query arrive as they were', async t => {
  const { fake, erp } = await warm(t)
  const value =
    Array.from({ length: 0x250 }, (_each, code) => String.fromCharCode(code)).join('') + '漢字𝒳'
  await erp.reader.request({
    ...get,
    path: '/sap/bc/adt/oo/classes/%2fabc%2fcl_x',
    query: { value, none: undefined, yes: true, number: 3 }
  })
  const [seen] = fake.seen
  assert.equal(seen?.path, '/sap/bc/adt/oo/classes/%2fabc%2fcl_x')
  assert.equal(seen?.query.get('value'), value)
  assert.deepEqual(
    [seen?.query.has('none'), seen?.query.get('yes'), seen?.query.get('number')],
    [false, 'true', '3']
  )
})

test('bodies of every size and character pass unchanged, compressed answers too', async t => {
  const { fake, erp } = await warm(t)
  const body = '漢字 𝒳 <&> \u00a0"\'\t\r\n'.repeat(200_000)
  fake.handle = seen => ({ body: seen.body })
  assert.equal((await erp.reader.request({ ...post, body })).text, body)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'x-csrf-token': 'T' })
    response.end(gzipSync(body))
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const other = createErp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'a', password: 'b' }
  })
  t.after(async () => {
    await other.close()
    server.close()
  })
  assert.equal((await other.reader.request(get)).text, body)
})

test('an unreachable ERP is reported with a remedy, and a change that was not sent has failed', async t => {
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => {
    server.close(resolve)
  })
  const erp = createErp({
    baseUrl: `http://127.0.0.1:${port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'a', password: 'b' }
  })
  t.after(() => erp.close())
  await assert.rejects(
    erp.reader.request(get),
    (error: unknown) =>
      isErpError(error, 'ERP_UNREACHABLE') &&
      /ECONNREFUSED/.test(error.message) &&
      error.remedy.length > 20
  )
  await assert.rejects(
    erp.writer.request({ ...post, operation: 'source.write', effect: 'change' }),
    {
      code: 'ERP_UNREACHABLE',
      outcome: 'failed'
    }
  )
})

test('all requests to an unreachable ERP fail at the same time', async t => {
  const { fake, erp } = await connect(t)
  fake.intercept = () => 'reset'
  const calls = Array.from({ length: 50 }, () =>
    erp.reader.request(get).then(
      () => 'ok',
      (error: unknown) => (isErpError(error) ? error.code : 'other')
    )
  )
  assert.deepEqual(new Set(await Promise.all(calls)), new Set(['ERP_UNREACHABLE']))
  assert.ok(fake.seen.length <= 100, `${fake.seen.length} requests`)
})

test('an invalid base URL is refused when the client is created', () => {
  const options = {
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'a', password: 'b' }
  } as const
  for (const baseUrl of ['', 'erp', 'ftp://erp', 'http://user:pass@erp', 'http://erp/other']) {
    assert.throws(() => createErp({ ...options, baseUrl }), { code: 'ERP_BAD_REQUEST' }, baseUrl)
  }
  assert.equal(
    createErp({ ...options, baseUrl: 'https://erp:44300/sap/bc/adt/' }).reader.system.url,
    'https://erp:44300'
  )
})

test('a proxy is used when it is set and never taken from the environment', async t => {
  const requests: string[] = []
  const proxy = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(200, { 'x-csrf-token': 'T' })
    response.end('through the proxy')
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const before = process.env['http_proxy']
  process.env['http_proxy'] = 'http://127.0.0.1:9'
  const options = {
    baseUrl: 'http://erp.example:8000',
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'a', password: 'b' }
  } as const
  const through = createErp({ ...options, proxy: { http: url } })
  const { fake, erp: direct } = await connect(t, { proxy: { http: '', https: '' } })
  t.after(async () => {
    process.env['http_proxy'] = before
    if (before === undefined) delete process.env['http_proxy']
    await through.close()
    proxy.close()
  })
  fake.handle = () => ok
  assert.equal((await through.reader.request(get)).text, 'through the proxy')
  assert.match(requests[0] ?? '', /^http:\/\/erp\.example:8000\/sap\/bc\/adt\/x\?/)
  assert.equal((await direct.reader.request(get)).text, 'fine')
})

test('close logs off and refuses what comes later', async t => {
  const { fake, erp } = await warm(t)
  await erp.close()
  await erp.close()
  assert.equal(fake.count('GET', /logoff$/), 1)
  assert.equal(fake.sessions.size, 0)
  await assert.rejects(erp.reader.request(get), { code: 'ERP_CLOSED' })
})

test('an unused client sends nothing to the ERP', async t => {
  const { fake, erp } = await connect(t)
  await erp.close()
  assert.equal(fake.seen.length, 0)
})

test('every request has one log line, without secrets', async t => {
  const lines: string[] = []
  const note = (facts: object, message: string) => {
    lines.push(JSON.stringify({ ...facts, message }))
  }
  const { erp } = await warm(t, { log: { debug: note, info: note, warn: note, error: note } })
  await erp.reader.request({ ...get, query: { lockHandle: 'HANDLE' } })
  assert.equal(lines.length, 2)
  assert.doesNotMatch(lines.join(), /HANDLE|secret|U0VD|Basic/)
})
