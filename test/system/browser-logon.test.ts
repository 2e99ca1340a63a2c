/** `erp-bridge login` with a real browser: by a ticket, and by a form of an identity provider. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { run as login } from '../../commands/login.ts'
import { createSecrets } from '../../config/secrets.ts'
import { createSandbox } from '../../sandbox/server.ts'
import { createLazyEngine } from '../../sandbox/test/http/lazy-engine.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import { until } from '../helpers/until.ts'

const password = 'canary-password-1'
const flags = '--headless --no-sandbox --disable-gpu --disable-quic --disable-background-networking'

async function ground(t: TestContext, logonPage: 'form' | 'saml') {
  const sandbox = await createSandbox({
    ...{ users: [{ name: 'ADA', password }], logonPage },
    parts: { engine: createLazyEngine() }
  })
  const state = mkdtempSync(join(tmpdir(), 'browser-logon-'))
  const port = await freePort()
  const program = join(state, 'browser')
  // The test is the person: it attaches by a port that the command itself does not open.
  const script = `#!/bin/sh\nexec chromium ${flags} --remote-debugging-port=${port} "$@"\n`
  writeFileSync(program, script, { mode: 0o700 })
  const folder = join(state, 'erp-bridge', 'log-ons')
  t.after(async () => {
    await sandbox.close()
    rmSync(state, { recursive: true })
  })
  const env = { ERP_URL: sandbox.url, XDG_STATE_HOME: state, ERP_LOGON_STORE: 'file' }
  const profiles = () => readdirSync(folder).filter(name => name.startsWith('browser-'))
  return { sandbox, state, port, program, folder, env, profiles }
}

type Ground = Awaited<ReturnType<typeof ground>>

/** The command; `act` does what a person does, and gets what was said. */
async function command(
  { env, folder, state }: Ground,
  args: readonly string[],
  act: (line: string) => Promise<unknown>
) {
  const lines: string[] = []
  const acts: Promise<unknown>[] = []
  const stop = Promise.withResolvers<void>()
  const say = (line: string) => {
    lines.push(line)
    if (!/^Log on in the browser/.test(line)) return
    // A step that fails ends the log-on.
    acts.push(act(line).finally(() => setTimeout(stop.resolve, 30_000).unref()))
  }
  const code = await login([...args], {
    ...{ env: { ...env, PATH: process.env['PATH'] }, say, warn: say, tellParent: undefined },
    ...{ secrets: createSecrets(), untilStopped: () => stop.promise },
    processes: { own: process.pid, isAlive: () => true }
  })
  await Promise.all(acts)
  const text = lines.join('\n')
  assert.doesNotMatch(text, /canary|SAP_SESSIONID|reentrance-ticket|SAMLResponse/)
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('browser-')),
    [],
    'no profile is left'
  )
  assert.deepEqual(processesWith(state), [], 'no process is left')
  return { code, text }
}

/** The browsers with a profile below the folder, their main process first. Not every image has `ps`. */
function processesWith(folder: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && argumentsOf(name).includes(`user-data-dir=${folder}`))
    .map(Number)
    .toSorted((one, other) => one - other)
}

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function attach(port: number): Promise<{ browser: Browser; page: Page }> {
  let browser: Browser | undefined
  for (let tries = 0; browser === undefined && tries < 200; tries++) {
    browser = await chromium
      .connectOverCDP(`http://127.0.0.1:${port}`, { timeout: 5000 })
      .catch(() => undefined)
    if (browser === undefined) await sleep(50)
  }
  assert.ok(browser)
  // The page of the log-on; a new one would leave that open when it is closed.
  const pageOf = () => browser.contexts()[0]?.pages()[0]
  await until(() => pageOf() !== undefined)
  const page = pageOf()
  assert.ok(page)
  return { browser, page }
}

async function logOnAtProvider(port: number): Promise<void> {
  const { browser, page } = await attach(port)
  await page.fill('[name="sap-user"]', 'ADA')
  // A wrong password first: the cookies of a page without a log-on are none.
  await page.fill('[name="sap-password"]', 'wrong')
  await page.click('#LOGON_BUTTON')
  await page.getByText('incorrect').waitFor()
  await page.fill('[name="sap-user"]', 'ADA')
  await page.fill('[name="sap-password"]', password)
  await page.click('#LOGON_BUTTON').catch(() => {})
  await browser.close().catch(() => {})
}

test('a form of an identity provider: the cookies of the driven browser', async t => {
  const there = await ground(t, 'saml')
  let mode = 0
  const { code, text } = await command(there, ['--browser', there.program], async () => {
    await logOnAtProvider(there.port)
    const [profile = ''] = there.profiles()
    mode = profile === '' ? 0o700 : statSync(join(there.folder, profile)).mode & 0o777
  })
  assert.match(text, /Logged on as ADA at /)
  assert.deepEqual([code, mode], [0, 0o700])
  const status = await command(there, ['--status'], async () => {})
  assert.match(status.text, /^Logged on as ADA at /)
  const page = await command(there, ['--no-browser'], async () => {})
  assert.match(page.text, /gives no log-on tickets/)
})

test('given up: the window is closed, the time is over, the browser crashes', async t => {
  const there = await ground(t, 'saml')
  const args = ['--browser', there.program]
  const closed = await command(there, args, async () => {
    const { page } = await attach(there.port)
    // Chromium can ignore a request to close a page that is being redirected.
    await page.waitForSelector('#LOGON_BUTTON')
    await page.close()
  })
  assert.match(closed.text, /window of the log-on was closed|has ended before/)
  const late = await command(there, [...args, '--wait=1'], async () => {})
  assert.match(late.text, /not completed within 1 s/)
  const crashed = await command(there, args, async () => {
    await until(() => processesWith(there.state).length > 0)
    const [main = 0] = processesWith(there.state)
    process.kill(main, 'SIGKILL')
  })
  assert.match(crashed.text, /has ended before the log-on was complete: it ended with SIGKILL/)
  assert.deepEqual([closed.code, late.code, crashed.code], [1, 1, 1])
})

test('a bridge that is killed leaves no browser, and the next one removes its profile', async t => {
  const there = await ground(t, 'saml')
  const program = run(t, 'cli.ts', { args: ['login', '--browser', there.program], env: there.env })
  await until(() => processesWith(there.state).length > 0)
  assert.equal(there.profiles().length, 1)
  program.child.kill('SIGKILL')
  await until(() => processesWith(there.state).length === 0)
  const next = run(t, 'cli.ts', {
    args: ['login', '--browser', there.program, '--wait=1'],
    env: there.env
  })
  await next.until('not completed within 1 s')
  await until(() => there.profiles().length === 0)
})

test('a ticket: the page of the log-on leads back to the command', async t => {
  const there = await ground(t, 'form')
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: flags.split(' ')
  })
  t.after(() => browser.close())
  const { code, text } = await command(there, ['--no-browser'], async line => {
    const page = await browser.newPage()
    await page.goto(line.split(': ')[1] ?? '')
    await page.fill('[name="sap-user"]', 'ADA')
    await page.fill('[name="sap-password"]', password)
    await page.click('#LOGON_BUTTON')
    await page.getByText('This window can be closed').waitFor()
    assert.doesNotMatch(page.url(), /nonce|ticket/)
  })
  assert.match(text, /Logged on as ADA at /)
  assert.equal(code, 0)
})
