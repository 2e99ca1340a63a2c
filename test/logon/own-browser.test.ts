/** A driven browser, played by a stand-in: whose cookies are taken, and what is left at its end. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { candidates, findBrowser } from '../../logon/own-browser/find-browser.ts'
import { logOnInOwnBrowser } from '../../logon/own-browser/logon.ts'
import type { OwnBrowserOptions } from '../../logon/own-browser/logon.ts'
import { createSmallErp, host, writeStandIn } from './small-erp.ts'

interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly secure: boolean
}
const cookie = (name: string, more: Partial<Cookie> = {}): Cookie => ({
  ...{ name, value: `canary-${name}`, domain: host, path: '/', secure: false },
  ...more
})

async function ground(t: TestContext, mode: string, cookies: readonly Cookie[] = []) {
  const erp = await createSmallErp(t)
  const parent = mkdtempSync(join(tmpdir(), 'own-browser-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const [program, folder, facts] = ['browser', 'log-ons', 'facts'].map(name => join(parent, name))
  assert.ok(program !== undefined && folder !== undefined && facts !== undefined)
  writeStandIn(program, mode, cookies, facts)
  const said: string[] = []
  const learned: string[] = []
  const stop = new AbortController()
  const options: OwnBrowserOptions = {
    ...{ target: { baseUrl: erp.url, client: '001', language: 'EN' }, folder, browser: program },
    env: { PATH: process.env['PATH'], ERP_PASSWORD: 'canary-password', HOME: parent },
    processes: { own: process.pid, isAlive: pid => pid === process.pid },
    learn: values => learned.push(...values),
    signal: stop.signal,
    say: line => said.push(line)
  }
  const left = () => readdirSync(folder)
  return { erp, options, folder, facts, stop, said, learned, left }
}

test('the cookies of exactly this host, and nothing else', async t => {
  const session = 'SAP_SESSIONID_TST_001'
  const { erp, options, folder, facts, learned, left } = await ground(t, 'works', [
    cookie(session, { value: 'canary-SAP_SESSIONID' }),
    cookie('sap-usercontext'),
    cookie('balancer', { path: '/sap/bc' }),
    cookie('sap-contextid'),
    cookie('MYSAPSSO2'),
    cookie('of-domain', { domain: `.${host}` }),
    cookie('of-other', { domain: 'idp.example' }),
    cookie('of-longer', { domain: `${host}.evil.example` }),
    cookie('of-other-path', { path: '/sap/bc/ad' }),
    cookie('of-tls', { secure: true }),
    cookie('with\nbreak'),
    cookie('with-break', { value: 'a\r\nb: c' })
  ])
  mkdirSync(join(folder, 'browser-1-left'), { recursive: true })
  mkdirSync(join(folder, `browser-${process.pid}-other`))
  const record = await logOnInOwnBrowser(options)
  assert.deepEqual(
    [record.user, record.cookies.map(([name]) => name)],
    ['ADA', [session, 'sap-usercontext', 'balancer']]
  )
  assert.ok(learned.includes('canary-SAP_SESSIONID'))
  assert.ok(erp.seen.every(line => !/of-|contextid|MYSAPSSO2|break/.test(line)))
  // That of a living process stays, that of a dead one goes.
  assert.deepEqual(left(), [`browser-${process.pid}-other`])
  const { args, env } = JSON.parse(readFileSync(facts, 'utf8')) as Record<'args' | 'env', string[]>
  assert.ok(args.includes('--remote-debugging-pipe'))
  assert.ok(!args.some(one => one.includes('remote-debugging-port')))
  assert.ok(!env.includes('ERP_PASSWORD'))
})

test('a ticket is exchanged once, and not kept', async t => {
  const { erp, options } = await ground(t, 'works', [
    cookie('MYSAPSSO2', { value: 'canary%2fticket' })
  ])
  const record = await logOnInOwnBrowser(options)
  assert.deepEqual(record.cookies, [['SAP_SESSIONID_TST_001', 'canary-exchanged']])
  assert.equal(erp.seen.filter(line => line.includes('/core/http/sessions')).length, 1)
})

const stale = [cookie('SAP_SESSIONID_TST_001', { value: 'canary-not-logged-on' })]
const ends: readonly [string, readonly Cookie[], RegExp][] = [
  ['ends', [], /has ended before the log-on was complete: it ended with code 21/],
  ['closed', [], /window of the log-on was closed/],
  ['refuses', [], /cannot be driven/],
  ['hangs', [], /not completed within 1 s/],
  ['flood', [], /has ended before the log-on was complete|cannot be driven/],
  ['garbage', stale, /not completed within 1 s/]
]
for (const [mode, cookies, message] of ends) {
  test(`a browser that ${mode}: a reason, no process, no profile`, async t => {
    const { erp, options, left } = await ground(t, mode, cookies)
    const { message: said } = await logOnInOwnBrowser({ ...options, timeLimitMs: 1000 }).then(
      () => assert.fail('logged on'),
      (error: Error) => error
    )
    assert.match(said, message)
    assert.doesNotMatch(said, /canary/)
    assert.deepEqual(left(), [])
    // What was refused is not asked again and again.
    assert.ok(erp.seen.length <= 2, erp.seen.join('\n'))
  })
}

test('a window that closes before it is seen is closed, and not waited for', async t => {
  const { options, left } = await ground(t, 'windowless')
  await assert.rejects(logOnInOwnBrowser({ ...options, windowLimitMs: 600 }), {
    message: /window of the log-on was closed/
  })
  assert.deepEqual(left(), [])
})

test('cancelled before and while it runs', async t => {
  const { options, stop, left, said } = await ground(t, 'works')
  const running = logOnInOwnBrowser(options)
  setTimeout(() => stop.abort(), 50)
  await assert.rejects(running, { code: 'ERP_LOGON_FAILED', message: /cancelled/ })
  assert.deepEqual([left(), said.length], [[], 1])
  await assert.rejects(logOnInOwnBrowser(options), { message: /cancelled/ })
  assert.deepEqual([left(), said.length], [[], 1])
})

test('the order of the search; a relative folder of the PATH and a file that is none are not used', t => {
  const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const env = { PATH: `.:bin:${folder}` }
  assert.throws(() => findBrowser(undefined, env, 'linux'), { message: /No browser was found/ })
  writeFileSync(join(folder, 'chromium'), '', { mode: 0o700 })
  mkdirSync(join(folder, 'google-chrome'))
  writeFileSync(join(folder, 'microsoft-edge'), '', { mode: 0o600 })
  assert.equal(findBrowser(undefined, env, 'linux'), join(folder, 'chromium'))
  for (const given of ['chromium', join(folder, 'missing'), folder]) {
    assert.throws(() => findBrowser(given, env), { message: /is no program/ })
  }
  assert.ok(candidates(env, 'linux').every(path => path.startsWith(`${folder}/`)))
  const windows = { ProgramFiles: 'C:\\P', LocalAppData: 'C:\\L' }
  assert.match(
    candidates(windows, 'win32').join(),
    /^C:\\P\\Microsoft\\Edge.*,C:\\L\\Microsoft.*Google/
  )
  assert.match(
    candidates({ HOME: '/Users/a' }, 'darwin')[1] ?? '',
    /^\/Users\/a\/Applications\/Micr/
  )
})
