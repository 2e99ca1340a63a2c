/** Log-on, sessions, CSRF tokens, redirects and cookies. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createErp, isErpError, readSource, runSql } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { connect, createFakeErp, demo, demoSource } from '../fake-erp.ts'

const cookieLine = (value: string) =>
  `#HttpOnly_127.0.0.1\tFALSE\t/\tFALSE\t0\tSAP_SESSIONID_TST_001\t${value}\n`
const sql = { sql: 'SELECT * FROM t000', maxRows: 1 }
const table = {
  headers: { 'content-type': 'application/xml' },
  body: '<dataPreview:tableData xmlns:dataPreview="http://www.sap.com/adt/dataPreview"><dataPreview:totalRows>0</dataPreview:totalRows></dataPreview:tableData>'
}
const onPreview = (seen: { path: string }) =>
  seen.path.includes('/datapreview/') ? table : undefined

const codeOf = (error: unknown): string => (isErpError(error) ? error.code : String(error))
const many = async (erp: Erp, count: number): Promise<string[]> => {
  const calls = Array.from({ length: count }, (_each, index) =>
    runSql(erp.reader, { sql: `SELECT ${index} FROM t000`, maxRows: 1 }).then(() => 'ok', codeOf)
  )
  return Promise.all(calls)
}

test('one log-on and one token serve any number of calls, parallel ones included', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = onPreview
  fake.sources.set(demoSource, 'REPORT x.\n')
  assert.deepEqual(new Set(await many(erp, 40)), new Set(['ok']))
  for (let round = 0; round < 5; round++) await readSource(erp.reader, { ref: demo })
  assert.equal(fake.logons(), 2, 'the token fetch and the call of the leader carry the password')
  assert.equal(fake.sessions.size, 1)
  assert.equal(fake.count('GET', /core\/discovery/), 1)
  assert.equal(fake.count('HEAD'), 0)
})

test('client and language go with every request, the credentials and cookies of the caller never do', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = onPreview
  await erp.reader.request({
    operation: 'x',
    effect: 'none',
    method: 'GET',
    path: '/sap/bc/adt/core/discovery',
    query: { 'sap-client': '999', 'sap-password': 'x', a: 'b c' }
  })
  await runSql(erp.reader, sql)
  assert.ok(
    fake.seen.every(
      seen => seen.query.get('sap-client') === '001' && seen.query.get('sap-language') === 'EN'
    )
  )
  assert.equal(fake.seen[0]?.query.get('a'), 'b c')
  assert.equal(fake.seen[0]?.query.has('sap-password'), false)
})

test('a wrong password is tried once for a thousand calls, then no further log-on is sent', async t => {
  const { fake, erp } = await connect(t, {
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'wrong' }
  })
  const first = await many(erp, 500)
  const then = await many(erp, 500)
  assert.ok(fake.logons() <= 3, `${fake.logons()} log-ons`)
  assert.deepEqual(new Set(first), new Set(['ERP_LOGON_FAILED']))
  assert.deepEqual(new Set(then), new Set(['ERP_LOGON_BLOCKED']))
})

test('a password that was changed meanwhile is tried once, however many sessions break at the same time', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = onPreview
  await many(erp, 3)
  const before = fake.logons()
  fake.password = 'changed'
  fake.sessions.clear()
  const results = await many(erp, 1000)
  assert.ok(fake.logons() - before <= 3, `${fake.logons() - before} log-ons`)
  assert.ok(
    results.every(code => code === 'ERP_LOGON_FAILED' || code === 'ERP_LOGON_BLOCKED'),
    [...new Set(results)].join()
  )
})

test('after the minute one log-on is tried', async t => {
  const { fake, erp } = await connect(t, {
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'later' }
  })
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  fake.handle = onPreview
  assert.deepEqual(await many(erp, 5), Array(5).fill('ERP_LOGON_FAILED'))
  fake.password = 'later'
  assert.deepEqual(await many(erp, 5), Array(5).fill('ERP_LOGON_BLOCKED'))
  assert.equal(fake.logons(), 1)
  t.mock.timers.tick(60_001)
  assert.deepEqual(await many(erp, 5), Array(5).fill('ok'))
})

test('a session that ended is opened again once and the call repeated', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = onPreview
  await runSql(erp.reader, sql)
  fake.sessions.clear()
  assert.deepEqual(new Set(await many(erp, 10)), new Set(['ok']))
  assert.equal(fake.sessions.size, 1)
})

test('a stale token is fetched again once for all requests', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = onPreview
  await runSql(erp.reader, sql)
  for (const [id, session] of fake.sessions) {
    fake.sessions.set(id, { ...session, token: 'NEWTOKEN==' })
  }
  const before = fake.count('GET', /core\/discovery/)
  assert.deepEqual(new Set(await many(erp, 10)), new Set(['ok']))
  assert.equal(fake.count('GET', /core\/discovery/) - before, 1)
})

test('an ERP that refuses every token ends in an error, not in a loop', async t => {
  const { fake, erp } = await connect(t)
  fake.intercept = seen =>
    seen.method === 'POST'
      ? {
          status: 403,
          headers: { 'x-csrf-token': 'Required', 'content-type': 'text/plain' },
          body: 'CSRF token validation failed'
        }
      : undefined
  await assert.rejects(runSql(erp.reader, sql), { code: 'ERP_CSRF' })
  assert.equal(fake.count('POST'), 2)
})

test('an authorization error is no token error: the request is not repeated', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen =>
    seen.path.includes('/datapreview/')
      ? { status: 403, headers: { 'content-type': 'text/plain' }, body: 'No authorization' }
      : undefined
  await assert.rejects(runSql(erp.reader, sql), {
    code: 'ERP_FORBIDDEN',
    message: 'No authorization'
  })
  assert.equal(fake.count('POST'), 1)
})

test('old releases send the token at a later endpoint, which is used again', async t => {
  const { fake, erp } = await connect(t)
  fake.intercept = seen =>
    /core\/discovery$|adt\/discovery$/.test(seen.path)
      ? {
          status: 404,
          headers: { 'content-type': 'text/plain' },
          body: 'No suitable resource found'
        }
      : undefined
  fake.handle = seen =>
    onPreview(seen) ??
    (seen.path.endsWith('/compatibility/graph')
      ? { body: '<compatibility:graph xmlns:compatibility="x"/>' }
      : undefined)
  await runSql(erp.reader, sql)
  fake.sessions.clear()
  await runSql(erp.reader, sql)
  assert.equal(fake.count('GET', /\/adt\/core\/discovery/), 1)
  assert.equal(fake.count('GET', /compatibility\/graph/), 2)
})

test('the token comes with a read that happens anyway', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = onPreview
  fake.sources.set(demoSource, 'x')
  await readSource(erp.reader, { ref: demo })
  await runSql(erp.reader, sql)
  assert.equal(fake.count('GET', /discovery/), 0)
})

test('an ERP without session cookies gets the password with every request', async t => {
  const { fake, erp } = await connect(t)
  fake.sessionless = true
  fake.handle = onPreview
  fake.sources.set(demoSource, 'x')
  await readSource(erp.reader, { ref: demo })
  assert.deepEqual(new Set(await many(erp, 5)), new Set(['ok']))
  assert.ok(fake.seen.slice(1).every(seen => seen.authorized))
})

test('cookies of refusals count, the newest value by name is sent, deleted ones are not', async t => {
  const { fake, erp } = await connect(t)
  let round = 0
  fake.handle = () => {
    const cookies = [
      ['A=1', 'A=2', 'B=1; path=/x; Secure'],
      ['A=3; path=/sap/', 'B=0; expires=Tue, 01-Jan-1980 00:00:01 GMT'],
      ['C=1; Max-Age=0']
    ][round++]
    return { status: round === 1 ? 403 : 200, headers: { 'set-cookie': cookies ?? [] }, body: '' }
  }
  const get = () =>
    erp.reader.request({ operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' })
  await assert.rejects(get(), { code: 'ERP_FORBIDDEN' })
  await get()
  await get()
  await get()
  const sent = fake.seen.slice(1).map(seen => seen.cookies)
  assert.deepEqual(
    sent.map(cookies => cookies.get('A')),
    ['2', '3', '3']
  )
  assert.deepEqual(
    sent.map(cookies => cookies.get('B')),
    ['1', undefined, undefined]
  )
  assert.equal(sent[2]?.has('C'), false)
  assert.equal(fake.seen[1]?.headers.cookie?.match(/\bA=/g)?.length, 1)
})

test('a log-on page is recognised, a page that was asked for and a fragment are not', async t => {
  const { fake, erp } = await connect(t)
  const page = (body: string) => {
    fake.handle = () => ({ headers: { 'content-type': 'text/html; charset=utf-8' }, body })
  }
  const get = (accept?: string) =>
    erp.reader.request({
      operation: 'x',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/x',
      accept
    })
  page('<h4>Fragment</h4><table/>')
  assert.equal((await get()).text, '<h4>Fragment</h4><table/>')
  page('<!DOCTYPE html><html><body>documentation</body></html>')
  assert.ok((await get('text/html')).text.includes('documentation'))
  await assert.rejects(get(), { code: 'ERP_LOGON_PAGE' })
})

test('a log-on page for the first request blocks further attempts like a refusal', async t => {
  const { fake, erp } = await connect(t)
  fake.intercept = () => ({
    headers: { 'content-type': 'text/html' },
    body: '<html><body><form name="loginForm" class="sap-system-login"></form></body></html>'
  })
  const codes = await many(erp, 20)
  assert.ok(
    codes.every(code => code === 'ERP_LOGON_PAGE'),
    codes.join()
  )
  assert.ok(fake.logons() <= 1)
})

test('redirects to another host are a log-on page and are not followed', async t => {
  const { fake, erp } = await connect(t)
  const other = await createFakeErp()
  t.after(() => other.close())
  fake.intercept = () => ({ status: 302, headers: { location: `${other.url}/saml` } })
  await assert.rejects(readSource(erp.reader, { ref: demo }), { code: 'ERP_LOGON_PAGE' })
  assert.equal(other.seen.length, 0)
})

test('a redirect inside the interface is followed, one out of it is not', async t => {
  const { fake, erp } = await connect(t)
  const get = (path: string) =>
    erp.reader.request({
      operation: 'x',
      effect: 'none',
      method: 'GET',
      path: `/sap/bc/adt/${path}`
    })
  const targets: Record<string, string> = {
    old: '/sap/bc/adt/new?x=1',
    out: '/sap/public/x',
    up: '/sap/bc/adt/%2e%2e/%2e%2e/x',
    round: '/sap/bc/adt/round'
  }
  fake.handle = seen => {
    const target = targets[seen.path.split('/').pop() ?? '']
    return target === undefined ? { body: 'here' } : { status: 301, headers: { location: target } }
  }
  assert.equal((await get('new')).text, 'here')
  assert.equal((await get('old')).text, 'here')
  for (const path of ['out', 'up', 'round']) {
    await assert.rejects(get(path), { code: 'ERP_LOGON_PAGE' }, path)
  }
  assert.ok(fake.seen.every(seen => seen.path.startsWith('/sap/bc/adt/')))
})

test('a redirect names no other client, user or password', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = seen =>
    seen.path.endsWith('/old')
      ? {
          status: 302,
          headers: {
            location:
              '/sap/bc/adt/new?x=a%20b&SAP-CLIENT=999&sap-user=EVIL&sap-password=x&sap-language=ZZ'
          }
        }
      : { body: 'here' }
  assert.equal(
    (
      await erp.reader.request({
        operation: 'x',
        effect: 'none',
        method: 'GET',
        path: '/sap/bc/adt/old'
      })
    ).text,
    'here'
  )
  assert.deepEqual(
    fake.seen.filter(seen => seen.path.endsWith('/new')).map(seen => [...seen.query].join('|')),
    ['x,a b|sap-client,001|sap-language,EN']
  )
})

test('an answer in an encoding that was not requested is refused', async t => {
  const { fake, erp } = await connect(t)
  const get = (encoding: string) => {
    fake.handle = () => ({ body: 'here', headers: { 'content-encoding': encoding } })
    return erp.reader.request({
      operation: 'x',
      effect: 'none',
      method: 'GET',
      path: '/sap/bc/adt/x'
    })
  }
  assert.equal((await get('identity')).text, 'here')
  for (const encoding of ['br', 'gzip, gzip', 'zstd']) {
    await assert.rejects(get(encoding), { code: 'ERP_BAD_ANSWER' })
  }
})

test('messages of the ERP cannot control a terminal', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = () => ({
    status: 400,
    body: 'bad \u001b[31mred\u0007\u009b2J \u202eback\tgood\r\nline ü'
  })
  await assert.rejects(
    erp.reader.request({ operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' }),
    { message: 'bad \\u{1B}[31mred\\u{7}\\u{9B}2J \\u{202E}back\tgood\nline ü' }
  )
})

test('cookies from outside are sent, and their refusal blocks no log-on', async t => {
  const fake = await createFakeErp()
  const erp = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: {
      kind: 'cookie',
      header: 'SAP_SESSIONID_TST_001=GOOD; sap-usercontext=sap-client=001'
    }
  })
  t.after(async () => {
    await erp.close()
    await fake.close()
  })
  fake.sources.set(demoSource, 'x')
  await assert.rejects(
    readSource(erp.reader, { ref: demo }),
    (error: unknown) =>
      isErpError(error, 'ERP_LOGON_FAILED') &&
      /does not accept the cookies \(401\)/.test(error.message) &&
      /export its cookies again/.test(error.remedy)
  )
  fake.sessions.set('GOOD', { token: 'T', contexts: new Set() })
  assert.equal((await readSource(erp.reader, { ref: demo })).text, 'x')
  assert.equal(fake.logons(), 0)
})

test('a request that waits for the log-on of another keeps its own deadline, and the gate does not stay closed', async t => {
  const { fake, erp } = await connect(t)
  fake.intercept = () => 'hang'
  const get = (timeoutMs: number, signal?: AbortSignal) =>
    erp.reader
      .request(
        {
          operation: 'x',
          effect: 'none',
          method: 'GET',
          path: '/sap/bc/adt/core/discovery',
          timeoutMs
        },
        signal
      )
      .then(() => 'ok', codeOf)
  const leaving = new AbortController()
  const slow = get(300)
  const left = get(10_000, leaving.signal)
  setTimeout(() => {
    leaving.abort()
  }, 20)
  assert.deepEqual([await get(40), await left], ['ERP_TIMEOUT', 'ERP_ABORTED'])
  fake.intercept = undefined
  assert.deepEqual([await slow, await get(5000)], ['ERP_TIMEOUT', 'ok'])
})

test('two clients in one process share nothing', async t => {
  const fake = await createFakeErp()
  const one = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret' }
  })
  const two = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'wrong' }
  })
  t.after(async () => {
    await one.close()
    await two.close()
    await fake.close()
  })
  fake.sources.set(demoSource, 'x')
  await readSource(one.reader, { ref: demo })
  await assert.rejects(readSource(two.reader, { ref: demo }), { code: 'ERP_LOGON_FAILED' })
  await readSource(one.reader, { ref: demo })
})

test('a read that is given an ABAP session does not keep it, and a new log-on starts without old cookies', async t => {
  const { fake, erp } = await connect(t)
  fake.sources.set(demoSource, 'x')
  fake.handle = seen =>
    seen.path === demoSource
      ? { headers: { 'set-cookie': ['sap-contextid=STRAY', 'OLD=1'] }, body: 'x' }
      : undefined
  await readSource(erp.reader, { ref: demo })
  await readSource(erp.reader, { ref: demo })
  assert.ok(fake.seen.every(seen => !seen.cookies.has('sap-contextid')))
  assert.equal(fake.seen.at(-1)?.cookies.get('OLD'), '1')
  fake.sessions.clear()
  await readSource(erp.reader, { ref: demo })
  assert.deepEqual(
    [...(fake.seen.find((seen, index) => index > 3 && seen.authorized)?.cookies ?? [])],
    []
  )
})

test('a cookie file is read when it is needed and again when it changed', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'erp-cookies-'))
  const path = join(folder, 'cookies.txt')
  const fake = await createFakeErp()
  const erp = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'cookie-file', path }
  })
  t.after(async () => {
    await erp.close()
    await fake.close()
    await rm(folder, { recursive: true })
  })
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  fake.sources.set(demoSource, 'x')
  const read = () => readSource(erp.reader, { ref: demo }).then(() => 'ok', codeOf)
  assert.equal(await read(), 'ERP_LOGON_FAILED')
  assert.equal(fake.seen.length, 0, 'there was no file')
  fake.sessions.set('ONE', { token: 'T', contexts: new Set() })
  await writeFile(path, cookieLine('ONE'))
  assert.equal(await read(), 'ok')
  fake.sessions.clear()
  fake.sessions.set('TWO', { token: 'T', contexts: new Set() })
  assert.equal(await read(), 'ERP_LOGON_FAILED')
  await writeFile(path, `# exported\n${cookieLine('TWO')}`)
  await utimes(path, new Date(), new Date(Date.now() + 5000))
  assert.equal(await read(), 'ok', 'a refusal is reason enough to look again')
  await writeFile(path, 'half a li')
  t.mock.timers.tick(5000)
  assert.equal(await read(), 'ok', 'a file that is being written changes nothing')
  fake.sessions.clear()
  assert.equal(await read(), 'ERP_LOGON_FAILED')
  fake.sessions.set('THREE', { token: 'T', contexts: new Set() })
  await writeFile(path, cookieLine('THREE'))
  await utimes(path, new Date(), new Date(Date.now() + 10_000))
  t.mock.timers.tick(5000)
  assert.equal(await read(), 'ok')
})
