/** `login`, `login --status` and `logout` against the sandbox, as a user runs them. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { run as doctor } from '../../commands/doctor.ts'
import { run as login } from '../../commands/login.ts'
import { run as logout } from '../../commands/logout.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createErp, isErpError, readSystem } from '../../erp-client/index.ts'
import { createKeptSessions, openLogonStore, sessionName } from '../../logon/kept-sessions.ts'
import { createSandbox } from '../../sandbox/server.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { createLazyEngine } from '../../sandbox/test/http/lazy-engine.ts'
import { placeOf } from '../../systems/options.ts'

const clock = { now: Date.now() }
const state = mkdtempSync(join(tmpdir(), 'login-'))
const secrets = createSecrets()
let sandbox: Sandbox
let alive: number[] = []

before(async () => {
  sandbox = await createSandbox({
    users: [
      { name: 'ADA', password: 'canary-password-1' },
      { name: 'BOB', password: 'canary-password-2' }
    ],
    logonPage: 'form',
    now: () => clock.now,
    parts: { engine: createLazyEngine() }
  })
})
after(async () => {
  await sandbox.close()
  rmSync(state, { recursive: true })
})

interface Logon {
  readonly user?: string
  readonly number?: number
  /** Called with the address of the log-on, in place of a person. */
  readonly act?: (address: string) => Promise<unknown>
  /** What is pasted. */
  readonly text?: string | undefined
}

/** Opens the page as a browser does, and sends the form. */
async function logOnByForm(address: string, { user = 'ADA', number = 1 }: Logon): Promise<void> {
  const target = (await ask(address)).location
  assert.ok(target.startsWith(`${sandbox.url}/sap/bc/sec/reentrance?scenario=FTO1&`), target)
  const form = { 'sap-user': user, 'sap-password': `canary-password-${number}` }
  const back = (await ask(target, new URLSearchParams(form).toString())).location
  const done = new URL((await ask(back)).location, back)
  assert.match((await ask(done.href)).text, /can be closed/)
}

/** The fetch of Node.js says that it is no navigation. */
function ask(url: string, body?: string) {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise<{ location: string; text: string }>((resolve, reject) => {
    request(url, { method, agent: false }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ location: response.headers.location ?? '', text }))
    })
      .on('error', reject)
      .end(body)
  })
}

async function command(
  run: typeof login,
  flags: readonly string[] = [],
  logon: Logon = {}
): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  let acted: Promise<unknown> | undefined
  const say = (line: string) => {
    lines.push(line)
    const address = /browser: (http\S+)/.exec(line)?.[1]
    if (address !== undefined) acted = (logon.act ?? (one => logOnByForm(one, logon)))(address)
  }
  const stopped = new Promise<void>(() => {})
  const env = { ERP_URL: sandbox.url, XDG_STATE_HOME: state, ERP_LOGON_STORE: 'file' }
  const code = await run([...flags], {
    ...{ env, say, warn: say, secrets, tellParent: undefined, untilStopped: () => stopped },
    processes: { own: 1, isAlive: id => alive.includes(id) },
    readSecret: async () => logon.text
  })
  await acted
  const text = lines.join('\n')
  assert.doesNotMatch(text, /canary|SAP_SESSIONID\w*=|reentrance-ticket/)
  return { code, text }
}

const store = () => openLogonStore({ logonStore: 'file' }, join(state, 'erp-bridge'))
const place = () => placeOf({ url: sandbox.url, client: '001' })

/** What a bridge answers to which user it is. */
async function userOfBridge(): Promise<string> {
  const session = createKeptSessions(store(), 4711)({ place: place() })
  const target = { baseUrl: sandbox.url, client: '001', language: 'EN' }
  const erp = createErp({ ...target, credential: { kind: 'kept-session', session } })
  try {
    return (await readSystem(erp.reader)).user
  } catch (error) {
    return isErpError(error) ? `${error.code} ${error.remedy}` : String(error)
  } finally {
    await erp.close()
  }
}

test('logged on, used by a bridge, named by status and doctor, ended by logout', async () => {
  assert.deepEqual(await command(login, ['--status']), {
    code: 1,
    text: `Not logged on at ${sandbox.url}, client 001.`
  })
  assert.match(await userOfBridge(), /^ERP_LOGON_NEEDED .*run erp-bridge login in a terminal/)
  const first = await command(login, ['--no-browser'])
  assert.equal(first.code, 0)
  assert.match(first.text, /Logged on as ADA at .*\n.*sealed with a key of the file/)
  assert.equal(await userOfBridge(), 'ADA')
  assert.match((await command(login, ['--status'])).text, /^Logged on as ADA at .* since /)
  const examined = await command(doctor, ['--browser-logon'])
  assert.match(examined.text, /ok {4}kept log-on +of ADA, since /)
  const files = join(state, 'erp-bridge', 'log-ons')
  const kept = readdirSync(files).map(name => readFileSync(join(files, name), 'utf8'))
  assert.doesNotMatch(kept.join(), /SAP_SESSIONID|ADA/)
  const open = sandbox.counters.openSessions
  assert.match((await command(logout)).text, /^Logged off from /)
  assert.equal(sandbox.counters.openSessions, open - 1)
  assert.match((await command(logout)).text, /^Not logged on at /)
  const without = await command(doctor, ['--browser-logon'])
  assert.match(without.text, /FAIL {2}kept log-on +there is no log-on .*\n.*erp-bridge login/)
})

test('a second log-on ends the first, and says that it is of another user', async () => {
  await command(login, ['--no-browser'])
  const open = sandbox.counters.openSessions
  const second = await command(login, ['--no-browser'], { user: 'BOB', number: 2 })
  assert.match(second.text, /Logged on as BOB.*Before it was ADA\./s)
  assert.equal(await userOfBridge(), 'BOB')
  // The form opens a session of the browser as well.
  assert.equal(sandbox.counters.openSessions, open + 1)
})

test('refused while a change runs, also where it began during the log-on', async () => {
  await command(login, ['--no-browser'])
  const end = store().begin(sessionName(place()), 99)
  alive = [99]
  for (const [run, flags] of [
    [login, ['--no-browser']],
    [logout, []]
  ] as const) {
    const refused = await command(run, flags)
    assert.equal(refused.code, 1)
    assert.match(refused.text, /ERP_LOCKED: A change runs .*\(process 99\)/)
  }
  end()
  let later = () => {}
  const refused = await command(login, ['--no-browser'], {
    act: async address => {
      later = store().begin(sessionName(place()), 99)
      await logOnByForm(address, { user: 'BOB', number: 2 })
    }
  })
  assert.match(refused.text, /ERP_LOCKED/)
  assert.equal(await userOfBridge(), 'ADA')
  later()
  alive = []
})

test('when the ERP has ended it, status, doctor and bridge say so', async () => {
  await command(login, ['--no-browser'])
  clock.now += 9 * 3600_000
  assert.match(await userOfBridge(), /^ERP_LOGON_NEEDED/)
  const status = await command(login, ['--status'])
  assert.deepEqual([status.code, /has ended\.$/.test(status.text)], [1, true])
  assert.match((await command(doctor, ['--browser-logon'])).text, /FAIL {2}ERP log-on .*has ended/)
})

/** The header that a browser sends after the log-on by the form of the page. */
async function browserCookies(): Promise<string> {
  const page = `${sandbox.url}/sap/bc/sec/reentrance?redirect-url=http://127.0.0.1:1/`
  const body = new URLSearchParams({ 'sap-user': 'BOB', 'sap-password': 'canary-password-2' })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

test('pasted: the session of a browser is checked, kept and used; what is none changes nothing', async () => {
  await command(login, ['--no-browser'])
  const header = await browserCookies()
  const value = /SAP_SESSIONID\w*=([^;]+)/.exec(header)?.[1] ?? ''
  const wrong: readonly [string | undefined, RegExp][] = [
    [undefined, /The log-on was cancelled/],
    ['', /Nothing was pasted/],
    [`Cookie: theme=canary-theme`, /no cookie SAP_SESSIONID/],
    [header.replace(value, 'canary-session-of-none'), /LOGON_(?:FAILED|PAGE)/],
    [`AjEx${'canary'.repeat(20)}`, /opened no session for the ticket/]
  ]
  for (const [text, message] of wrong) {
    const refused = await command(login, ['--paste'], { text })
    assert.equal(refused.code, 1)
    assert.match(refused.text, message)
  }
  assert.equal(await userOfBridge(), 'ADA')
  const pasted = await command(login, ['--paste'], { text: `Cookie: ${header}; theme=dark\r` })
  assert.match(pasted.text, /Logged on as BOB/)
  assert.ok(!pasted.text.includes(value))
  assert.equal(secrets.redact(value), '[secret]')
  // The same session once more is not ended as a former one, nor as a refused one.
  assert.equal((await command(login, ['--paste'], { text: header })).code, 0)
  let end = () => {}
  const busy = await command(login, ['--paste'], {
    get text() {
      end = store().begin(sessionName(place()), 99)
      alive = [99]
      return header
    }
  })
  assert.match(busy.text, /ERP_LOCKED/)
  end()
  alive = []
  assert.equal(await userOfBridge(), 'BOB')
})

test('not completed in time, and given wrong arguments', async () => {
  const late = await command(login, ['--no-browser', '--wait=1'], { act: async () => {} })
  assert.deepEqual([late.code, /not completed within 1 s/.test(late.text)], [1, true])
  for (const flags of [
    ['--port', '0'],
    ['--port', '70000'],
    ['--wait', 'x'],
    ['--waits', '1'],
    ['--paste', '--own-browser'],
    ['--paste', '--no-browser'],
    ['--browser', '/x', '--no-browser'],
    ['--browser='],
    ['--paste=AjEx']
  ]) {
    await assert.rejects(command(login, flags), flags.join(' '))
  }
})
