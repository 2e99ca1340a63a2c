/**
 * A push against locks, requests, a full disk and a killed bridge: nothing of the folder is lost,
 * nothing of others is overwritten, and the push goes on when it is repeated.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run as runPush } from '../../../commands/files/push.ts'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { prepare, run } from '../../../tools/index.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { sampled } from '../../helpers/sample.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'

const password = 'secret-1'
const bin = fileURLToPath(new URL('../../../cli.ts', import.meta.url))
const local = '$FERRY_PRICING'
/** In the order of dependencies. */
const changed = ['src/zif_ferry_discount.intf.abap', 'src/zcl_ferry_season.clas.abap']
const objects = ['ZIF_FERRY_DISCOUNT', 'ZCL_FERRY_SEASON'] as const

let sandbox: Sandbox
let root: string
const open: Erp[] = []

const connect = (user: string): Erp => {
  const erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user, password }
  })
  open.push(erp)
  return erp
}
let mine: Erp
let other: Erp

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'push-attacks-'))
  sandbox = await createTestSandbox({
    users: ['DEVELOPER', 'OTHER'].map(name => ({ name, password, fullName: name })),
    // A lost session keeps its lock so long.
    sessionMinutes: 0.25
  })
  mine = connect('DEVELOPER')
  other = connect('OTHER')
})
after(async () => {
  for (const erp of open) await erp.close()
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

interface Asked {
  readonly folder: string
  readonly policy?: object
  /** When the first change is about to be made. */
  readonly begun?: () => void
}

async function call(
  { folder, policy, begun }: Asked,
  tool: string,
  args: object
): Promise<ToolResult> {
  const workspace = join(root, folder)
  await mkdir(workspace, { recursive: true })
  const bench = benchOf({
    erp: mine,
    limits: { bytes: 1 << 22, rows: 1000 },
    ...(policy === undefined ? {} : { policy })
  })
  const session = { ...bench.session, workspace }
  return await run(prepare(session, tool, args), session, {
    signal: AbortSignal.timeout(120_000),
    progress: ({ message = '' }) => {
      if (/\bupdate\b/.test(message)) begun?.()
    }
  })
}
const pull = async (folder: string, more: object = {}) =>
  await call({ folder }, 'ERPManage', { action: 'export', ...more })
const push = async (asked: Asked, more: object = {}) =>
  await call(asked, 'ERPWrite', { action: 'batch', files: '.', activate: true, ...more })

async function verdict(folder: string): Promise<unknown> {
  const result = await pull(folder, { dryRun: true, full: true })
  assert.equal(result.kind, 'data', result.text)
  return result.kind === 'data' ? (result.data as { verdict?: unknown }).verdict : undefined
}

/** A folder that follows the package, with a mark of its own in two files. */
async function folderWith(mark: string, name = mark, files = changed): Promise<void> {
  const pulled = await pull(name, { package: local, discard: [] })
  assert.equal(pulled.kind, 'data', pulled.text)
  await Promise.all(files.map(async path => await put(name, path, mark)))
}
async function put(folder: string, path: string, mark: string): Promise<void> {
  const file = join(root, folder, path)
  await writeFile(file, `${await readFile(file, 'utf8')}* ${mark}\n`)
}

async function inSystem(mark: string): Promise<boolean[]> {
  const { call: read } = benchOf({ erp: mine })
  return await Promise.all(
    objects.map(async name =>
      (await read('ERPRead', { name, version: 'active' })).text.includes(`* ${mark}`)
    )
  )
}

async function inFolder(folder: string, mark: string): Promise<void> {
  for (const path of changed) {
    assert.match(await readFile(join(root, folder, path), 'utf8'), new RegExp(`\\* ${mark}\\b`))
  }
}

test('an object that another user has locked: told with the user, and pushed when it is free', async () => {
  await folderWith('locked')
  let free = () => {}
  const held = new Promise<void>(resolve => {
    free = resolve
  })
  const locked = new Promise<void>((resolve, reject) => {
    other.writer
      .session(async session => {
        const uri = '/sap/bc/adt/oo/classes/zcl_ferry_season'
        const answer = await session.request({
          operation: 'lock',
          method: 'POST',
          path: uri,
          query: { _action: 'LOCK', accessMode: 'MODIFY' },
          accept: 'application/vnd.sap.as+xml'
        } as never)
        session.holding = true
        resolve()
        await held
        const handle = /<LOCK_HANDLE>([^<]+)/.exec(answer.text)?.[1] ?? ''
        await session.request({
          operation: 'unlock',
          method: 'POST',
          path: uri,
          query: { _action: 'UNLOCK', lockHandle: handle }
        } as never)
        session.holding = false
      })
      .catch(reject)
  })
  await locked
  const refused = await push({ folder: 'locked' })
  assert.notEqual(refused.kind, 'data', refused.text)
  assert.match(refused.text, /OTHER/)
  await inFolder('locked', 'locked')
  assert.equal((await inSystem('locked'))[1], false, 'nothing went over the lock')
  free()
  const done = await again('locked')
  assert.equal(done.kind, 'data', done.text)
  assert.deepEqual(await inSystem('locked'), [true, true])
  assert.equal(await verdict('locked'), 'same')
})

/** Pushes until no lost session holds a lock any more. */
async function again(folder: string): Promise<ToolResult> {
  for (let left = 60; ; left--) {
    const result = await push({ folder })
    const isLocked = result.kind === 'error' && /ERP_LOCKED|locked/i.test(result.text)
    if (!isLocked || left === 0) return result
    await pause(250)
  }
}

test('requests: none, an unknown one, a released one, one of another user; each is told, and nothing is changed', async () => {
  const core = 'ZFERRY_CORE'
  const path = 'src/zcl_ferry_clock.clas.abap'
  assert.equal((await pull('requests', { package: core })).kind, 'data')
  await put('requests', path, 'requests')
  const requests = { folder: 'requests', policy: { allowTransportableEdits: true } }
  const { call: transport } = benchOf({ erp: mine, policy: { enableTransports: true } })
  const made = await transport('ERPTransport', {
    action: 'create',
    description: 'Push',
    package: core
  })
  const number = /SBXK\d{6}/.exec(made.text)?.[0] ?? assert.fail(made.text)
  const released = await transport('ERPTransport', { action: 'release', transport: number })
  const foreign = await benchOf({ erp: other, policy: { enableTransports: true } }).call(
    'ERPTransport',
    { action: 'create', description: 'Of another user', package: core }
  )
  const others = /SBXK\d{6}/.exec(foreign.text)?.[0] ?? assert.fail(foreign.text)
  for (const request of [undefined, 'SBXK999999', number, others]) {
    const result = await push(
      { folder: 'requests' },
      request === undefined ? {} : { transport: request }
    )
    assert.equal(result.kind, 'error', `${request ?? 'none'}: ${result.text} (${released.text})`)
    const now = await benchOf({ erp: mine }).call('ERPRead', { name: 'ZCL_FERRY_CLOCK' })
    assert.doesNotMatch(now.text, /\* requests/, `${request ?? 'none'} changed it`)
  }
  const fresh = await transport('ERPTransport', {
    action: 'create',
    description: 'Push',
    package: core
  })
  const right = /SBXK\d{6}/.exec(fresh.text)?.[0] ?? assert.fail(fresh.text)
  const pushed = await push(requests, { transport: right })
  assert.equal(pushed.kind, 'data', pushed.text)
  assert.equal(await verdict('requests'), 'same')
})

test('the disk is full when the state is written: the push is told as it went', async () => {
  await folderWith('full')
  const state = join(root, 'full/.erp-bridge')
  let moved: Promise<void> | undefined
  // From now on no file can be written there.
  const spoil = async () => {
    await rename(state, `${state}.kept`)
    await writeFile(state, '')
  }
  const result = await push({
    folder: 'full',
    begun: () => {
      moved ??= spoil()
    }
  })
  await moved
  assert.ok(moved !== undefined, 'the push said no progress')
  assert.equal(result.kind, 'data', result.text)
  assert.match(result.text, /The state of the folder was not kept: /)
  assert.deepEqual(await inSystem('full'), [true, true])
  await inFolder('full', 'full')
  await rm(state)
  await rename(`${state}.kept`, state)
  const repeated = await push({ folder: 'full' })
  assert.equal(repeated.kind, 'data', repeated.text)
  assert.equal(await verdict('full'), 'same')
})

test('a dry run ends with the exit code of the push', async () => {
  await folderWith('codes')
  const at = async (...more: string[]) => {
    const said: string[] = []
    const code = await runPush([join(root, 'codes'), '--dry-run', '--url', sandbox.url, ...more], {
      env: {
        ERP_CLIENT: sandbox.client,
        ERP_USER: 'DEVELOPER',
        ERP_PASSWORD: password,
        ERP_JOURNAL: 'off',
        ERP_LOG_LEVEL: 'silent'
      },
      say: line => said.push(line),
      warn: line => said.push(line),
      tellParent: undefined,
      untilStopped: () => new Promise(() => {})
    })
    return { code, text: said.join('\n') }
  }
  const permitted = await at()
  assert.equal(permitted.code, 0, permitted.text)
  const readOnly = await at('--read-only')
  assert.deepEqual([readOnly.code, /A real run would be refused/.test(readOnly.text)], [2, true])
  const elsewhere = await at('--allowed-packages', 'ZOTHER')
  assert.equal(elsewhere.code, 2, elsewhere.text)
  await writeFile(join(root, 'codes', changed[1] ?? ''), 'no class')
  const broken = await at()
  assert.deepEqual(broken.code, 0, 'what the syntax check finds is told, and refuses no save')
})

/** The requests of a push of two objects that change something, in their order. */
const steps = [
  ['POST', /zif_ferry_discount\?_action=LOCK/i],
  ['PUT', /zif_ferry_discount\/source\/main/i],
  ['POST', /zif_ferry_discount\?_action=UNLOCK/i],
  ['POST', /zcl_ferry_season\?_action=LOCK/i],
  ['PUT', /zcl_ferry_season\/source\/main/i],
  ['POST', /zcl_ferry_season\?_action=UNLOCK/i],
  ['POST', /\/activation\?/i]
] as const

for (const [at, [method, url]] of sampled([...steps.entries()], steps.length)) {
  test(`the bridge is killed in request ${at + 1} of a push`, { timeout: 120_000 }, async () => {
    const mark = `killed${at}`
    await folderWith(mark)
    sandbox.faults.add({ method, url, effect: { kind: 'delay', milliseconds: 400 }, nth: 1 })
    const child = spawn(
      process.execPath,
      [bin, 'push', join(root, mark), '--url', sandbox.url, '--client', sandbox.client],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          ERP_USER: 'DEVELOPER',
          ERP_PASSWORD: password,
          ERP_JOURNAL: 'off'
        },
        stdio: 'ignore'
      }
    )
    const exited = once(child, 'exit')
    const seen = sandbox.faults.hits
    while (sandbox.faults.hits === seen) {
      assert.equal(child.exitCode, null, 'the bridge ended by itself')
      await pause(10)
    }
    child.kill('SIGKILL')
    await exited
    await pause(600)
    sandbox.faults.clear()
    await inFolder(mark, mark)
    const repeated = await again(mark)
    assert.equal(repeated.kind, 'data', repeated.text)
    assert.deepEqual(await inSystem(mark), [true, true])
    assert.equal(await verdict(mark), 'same')
  })
}

test('a change of the system that arrives between comparison and lock is not overwritten', async () => {
  await folderWith('late')
  let changing: Promise<ToolResult> | undefined
  const edit = async () =>
    await benchOf({ erp: other }).call('ERPWrite', {
      action: 'edit',
      name: 'ZCL_FERRY_SEASON',
      edits: [
        {
          old: 'CLASS zcl_ferry_season DEFINITION',
          new: '* of another user\nCLASS zcl_ferry_season DEFINITION'
        }
      ],
      activate: true
    })
  sandbox.faults.add({
    method: 'POST',
    url: /zif_ferry_discount\?_action=LOCK/i,
    effect: { kind: 'delay', milliseconds: 1500 },
    nth: 1
  })
  const pushed = push({
    folder: 'late',
    begun: () => {
      changing ??= edit()
    }
  })
  const result = await pushed
  const edited = await changing
  sandbox.faults.clear()
  assert.equal(edited?.kind, 'data', edited?.text)
  assert.notEqual(result.kind, 'data', result.text)
  const now = await benchOf({ erp: mine }).call('ERPRead', { name: 'ZCL_FERRY_SEASON' })
  assert.match(now.text, /\* of another user/)
  assert.equal(errorOf(await push({ folder: 'late' })).code, 'FILES_CONFLICT')
  await inFolder('late', 'late')
})
