/** Cookie files: their format, the cookies that are sent, and their expiry. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { cookiesFor, isForOrigin, readCookieFile } from '../../../erp-client/http/cookie-file.ts'
import { createErp, readSource } from '../../../erp-client/index.ts'
import { createFakeErp, demo, demoPath, demoSource } from '../fake-erp.ts'

const line = (
  fields: Partial<
    Record<'domain' | 'subdomains' | 'path' | 'secure' | 'expiry' | 'name' | 'value', string>
  > = {}
) => {
  const {
    domain = 'erp.example.com',
    subdomains = 'FALSE',
    path = '/',
    secure = 'FALSE',
    expiry = '0',
    name = 'A',
    value = '1'
  } = fields
  return [domain, subdomains, path, secure, expiry, name, value].join('\t')
}

describe('the file', () => {
  test('comments, blank lines, line ends, a byte order mark and the HttpOnly prefix', () => {
    const text = `\uFEFF# Netscape HTTP Cookie File\r\n\r\n#HttpOnly_${line()}\r\n   \n#${line({ name: 'OFF' })}\n${line({ name: 'B', value: '' })}\n${line({ name: 'C', value: 'a=b==' })}`
    assert.deepEqual(
      readCookieFile(text).map(({ name, value }) => [name, value]),
      [
        ['A', '1'],
        ['B', ''],
        ['C', 'a=b==']
      ]
    )
    assert.deepEqual(readCookieFile(''), [])
  })

  const wrong: Record<string, [string, RegExp]> = {
    'blanks for tabs': [line().replaceAll('\t', ' '), /line 1 has 1 fields/],
    'six fields': [line().split('\t').slice(0, 6).join('\t'), /6 fields/],
    'eight fields': [`${line()}\tx`, /8 fields/],
    'no host': [line({ domain: '' }), /host name/],
    'a URL for a host': [line({ domain: 'https://erp' }), /host name/],
    'yes for TRUE': [line({ subdomains: 'yes' }), /second field/],
    'no path': [line({ path: 'sap' }), /path/],
    'lower case': [line({ secure: 'true' }), /fourth field/],
    'a date': [line({ expiry: '2026-01-01' }), /expiry/],
    'a negative end': [line({ expiry: '-1' }), /expiry/],
    'no name': [line({ name: '' }), /name/],
    'a name with a separator': [line({ name: 'A;B' }), /name/],
    'a value that would begin another cookie': [line({ value: 'SECRET;B=2' }), /value/],
    'a value with a control character': [line({ value: 'SECRET\u0000' }), /value/]
  }
  for (const [name, [text, message]] of Object.entries(wrong)) {
    test(name, () => {
      assert.throws(
        () => readCookieFile(text),
        (error: Error) => {
          assert.match(error.message, message)
          assert.doesNotMatch(error.message, /SECRET/)
          return true
        }
      )
    })
  }
})

describe('which cookies go to the ERP', () => {
  const goes = (fields: Parameters<typeof line>[0], origin = 'https://erp.example.com:44300') =>
    readCookieFile(line(fields)).every(cookie => isForOrigin(cookie, origin))
  test('host', () => {
    assert.equal(goes({}), true)
    assert.equal(goes({ domain: 'ERP.Example.COM' }), true)
    assert.equal(goes({ domain: '.example.com', subdomains: 'TRUE' }), true)
    for (const domain of [
      'example.com',
      'other.example.com',
      'erp.example.com.evil',
      'p.example.com'
    ]) {
      assert.equal(goes({ domain }), false, domain)
    }
    assert.equal(goes({ domain: 'p.example.com', subdomains: 'TRUE' }), false)
    assert.equal(goes({ domain: '0.0.1', subdomains: 'TRUE' }, 'https://127.0.0.1:1'), false)
    assert.equal(goes({ domain: '::1' }, 'https://[::1]:1'), true)
  })
  test('path', () => {
    for (const path of ['/', '/sap', '/sap/', '/sap/bc', '/sap/bc/adt', '/sap/bc/adt/']) {
      assert.equal(goes({ path }), true, path)
    }
    for (const path of ['/sa', '/sap/bc/ui2', '/sap/bc/adtx', '/sap/public']) {
      assert.equal(goes({ path }), false, path)
    }
  })
  test('secure cookies go over TLS and to this machine', () => {
    assert.equal(goes({ secure: 'TRUE' }), true)
    assert.equal(goes({ secure: 'TRUE' }, 'http://erp.example.com'), false)
    assert.equal(goes({ domain: 'localhost', secure: 'TRUE' }, 'http://localhost:1'), true)
  })
  test('no cookie for the host and no valid cookie are distinguished; of two with one name the longer path counts', () => {
    const origin = 'https://erp.example.com'
    assert.throws(
      () => cookiesFor(readCookieFile(line({ domain: 'a.b' })), origin, 1000),
      /no cookie for https:\/\/erp.example.com/
    )
    assert.throws(
      () => cookiesFor(readCookieFile(line({ expiry: '1' })), origin, 1000),
      /have expired/
    )
    const two = readCookieFile(
      `${line({ path: '/sap/bc', value: 'near' })}\n${line({ value: 'far' })}`
    )
    assert.deepEqual(
      cookiesFor(two, origin, 1000).map(({ value }) => value),
      ['near']
    )
  })
})

test('a cookie is no longer sent once it has expired, unless the ERP has given it another value', async t => {
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
  const soon = String(Math.floor(Date.now() / 1000) + 60)
  const own = { domain: '127.0.0.1' }
  await writeFile(
    path,
    [
      line({ ...own, name: 'SAP_SESSIONID_TST_001', value: 'ONE' }),
      line({ ...own, name: 'SHORT', expiry: soon }),
      line({ ...own, name: 'ROTATED', expiry: soon })
    ].join('\n')
  )
  fake.sessions.set('ONE', { token: 'T', contexts: new Set() })
  fake.sources.set(demoSource, 'x')
  fake.handle = seen =>
    seen.path === demoSource ? { headers: { 'set-cookie': 'ROTATED=2' }, body: 'x' } : undefined
  await readSource(erp.reader, { ref: demo })
  assert.equal(fake.seen.at(-1)?.cookies.get('SHORT'), '1')
  t.mock.timers.tick(61_000)
  await readSource(erp.reader, { ref: demo })
  assert.equal(fake.seen.at(-1)?.cookies.get('SHORT'), undefined)
  assert.equal(fake.seen.at(-1)?.cookies.get('ROTATED'), '2')
})

test('the owner of the cookies stays logged on, but no lock remains', async t => {
  const fake = await createFakeErp()
  const erp = createErp({
    baseUrl: fake.url,
    client: '001',
    language: 'EN',
    credential: { kind: 'cookie', header: 'Cookie: SAP_SESSIONID_TST_001=ONE' }
  })
  t.after(async () => {
    await erp.close()
    await fake.close()
  })
  fake.sessions.set('ONE', { token: 'T', contexts: new Set() })
  await erp.writer.session(session =>
    session.request({
      operation: 'lock',
      effect: 'change',
      method: 'POST',
      path: demoPath,
      query: { _action: 'LOCK' }
    })
  )
  assert.equal(fake.locks.size, 1)
  await erp.close()
  assert.equal(fake.locks.size, 0)
  assert.equal(fake.sessions.size, 1)
  assert.equal(fake.count('GET', /logoff/), 0)
})
