/**
 * The cells of the fault table in which a process dies: the ERP before or after it did what a step
 * asked of it, and the bridge in the middle of a step. Both are real processes that are killed.
 */
import assert from 'node:assert/strict'
import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createErp } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { sampled } from '../../helpers/sample.ts'
import { benchOf } from '../helpers/erp.ts'

const password = 'secret-1'
const bin = fileURLToPath(new URL('../../../cli.ts', import.meta.url))
const sourceOf = (name: string, value: number) =>
  `REPORT ${name.toLowerCase()}.\nDATA result TYPE i.\nresult = ${value}.\n`
const editOf = (name: string) => ({
  action: 'edit',
  type: 'PROG',
  name,
  edits: [{ old: 'result = 1.', new: 'result = 2.' }],
  activate: true
})

interface Step {
  readonly name: string
  readonly method: string
  readonly url: (name: string) => RegExp
  readonly nth?: number
}

const steps: readonly Step[] = [
  { name: 'lock', method: 'POST', url: name => new RegExp(`programs/${name}\\?_action=LOCK`, 'i') },
  {
    name: 'read',
    method: 'GET',
    url: name => new RegExp(`programs/${name}/source/main`, 'i'),
    nth: 2
  },
  { name: 'write', method: 'PUT', url: name => new RegExp(`programs/${name}/source/main`, 'i') },
  {
    name: 'unlock',
    method: 'POST',
    url: name => new RegExp(`programs/${name}\\?_action=UNLOCK`, 'i')
  },
  { name: 'activate', method: 'POST', url: () => /\/activation\?/ },
  { name: 'create', method: 'POST', url: () => /\/programs\/programs\?/ },
  {
    name: 'delete',
    method: 'DELETE',
    url: name => new RegExp(`programs/${name}\\?lockHandle`, 'i')
  }
]

/**
 * Only where the request may have arrived and its answer cannot; written down before it was
 * measured.
 */
const mayBeUnknown = new Set(['write', 'activate', 'create', 'delete'])

const callOf = (step: string, name: string) =>
  step === 'create'
    ? { action: 'create', type: 'PROG', name, package: '$TMP' }
    : step === 'delete'
      ? { action: 'delete', type: 'PROG', name }
      : editOf(name)

interface Truth {
  readonly newest: string | undefined
  readonly active: string | undefined
}

async function truthOf(erp: Erp, name: string): Promise<Truth> {
  const { call } = benchOf({ erp })
  const read = async (version: string) => {
    const result = await call('ERPRead', { type: 'PROG', name, version })
    return result.kind === 'text' ? result.text.slice(result.text.indexOf('\n') + 1) : undefined
  }
  return { newest: await read('auto'), active: await read('active') }
}

function claimOf(result: ToolResult): 'done' | 'failed' | 'unknown' | 'saved' {
  if (result.kind === 'data') return 'done'
  assert.ok(result.kind === 'error', result.text)
  const { saved, outcome }: { saved?: boolean; outcome?: string } = result.data ?? {}
  if (saved === true) return 'saved'
  return outcome === 'unknown' || result.code === 'OUTCOME_UNKNOWN' ? 'unknown' : 'failed'
}

function assertTrue(
  of: { step: string; where: string; name: string; result: ToolResult },
  { newest, active }: Truth
): void {
  const { step, name } = of
  const claim = claimOf(of.result)
  const words = `${of.where}: claimed ${claim}; ${of.result.text.slice(0, 300)}`
  if (claim === 'unknown') assert.ok(mayBeUnknown.has(step), words)
  if (step === 'create' || step === 'delete') {
    const changed = (newest !== undefined) === (step === 'create')
    if (claim !== 'unknown') assert.equal(changed, claim === 'done', words)
    return
  }
  for (const text of [newest, active]) {
    assert.ok(
      text === sourceOf(name, 1) || text === sourceOf(name, 2),
      `${of.where}: half a source: ${text}`
    )
  }
  if (claim === 'done') {
    assert.deepEqual([newest, active], [sourceOf(name, 2), sourceOf(name, 2)], words)
  }
  if (claim === 'failed') assert.equal(newest, sourceOf(name, 1), words)
  if (claim === 'saved') assert.equal(newest, sourceOf(name, 2), words)
}

async function prepareObject(erp: Erp, step: string, name: string): Promise<void> {
  if (step === 'create') return
  const made = await benchOf({ erp }).call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name,
    package: '$TMP',
    source: sourceOf(name, 1),
    activate: true
  })
  assert.equal(made.kind, 'data', made.text)
}

const connect = (url: string): Erp =>
  createErp({
    baseUrl: url,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password },
    timeoutMs: 20_000
  })

/** An ERP whose process can be killed and started again, reached under one address. */
class MortalErp {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'kills-'))
  #child: ChildProcess | undefined
  #url = ''
  #doom: { step: Step; name: string; moment: 'before' | 'after'; seen: number } | undefined
  readonly #door = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const doom = this.#isDoomed(method, url)
    if (doom === 'before') {
      void this.kill().then(() => outgoing.destroy())
      return
    }
    const onward = httpRequest(
      `${this.#url}${url}`,
      { method, headers: { ...incoming.headers, host: new URL(this.#url).host }, agent: false },
      answer => {
        if (doom === undefined) {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
          return
        }
        answer.resume().once('end', () => {
          void this.kill().then(() => outgoing.destroy())
        })
      }
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })

  #isDoomed(method: string, url: string): 'before' | 'after' | undefined {
    const doom = this.#doom
    if (doom === undefined || doom.step.method !== method || !doom.step.url(doom.name).test(url)) {
      return undefined
    }
    return ++doom.seen === (doom.step.nth ?? 1) ? doom.moment : undefined
  }

  doom(step: Step, name: string, moment: 'before' | 'after'): void {
    this.#doom = { step, name, moment, seen: 0 }
  }

  get wasKilled(): boolean {
    return this.#child === undefined
  }

  async start(): Promise<void> {
    this.#doom = undefined
    const child = fork(
      bin,
      [
        'sandbox',
        '--addr',
        '127.0.0.1:0',
        '--data-dir',
        this.#dataDir,
        '--user',
        `DEVELOPER:${password}`
      ],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }
    )
    this.#child = child
    const [message] = (await once(child, 'message')) as [{ url: string }]
    this.#url = message.url
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async open(): Promise<string> {
    await this.start()
    this.#door.listen(0, '127.0.0.1')
    await once(this.#door, 'listening')
    return `http://127.0.0.1:${(this.#door.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    await this.kill()
    this.#door.closeAllConnections()
    this.#door.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

const mortal = new MortalErp()
let door = ''

let sandbox: Sandbox

before(async () => {
  door = await mortal.open()
  sandbox = await createSandbox({ password, user: 'DEVELOPER' })
})
after(async () => {
  await mortal.close()
  await sandbox?.close()
})

const moments = steps.flatMap(step =>
  (['before', 'after'] as const).map(moment => ({ step, moment }))
)
for (const { step, moment } of sampled(moments, 3)) {
  const where = `${step.name}: kill of the ERP ${moment} it works`
  test(where, { timeout: 120_000 }, async () => {
    const name = `ZKE_${step.name}_${moment}`.toUpperCase()
    const erp = connect(door)
    await prepareObject(erp, step.name, name)
    if (step.name !== 'create') await benchOf({ erp }).call('ERPRead', { type: 'PROG', name })
    mortal.doom(step, name, moment)
    const result = await benchOf({ erp }).call('ERPWrite', callOf(step.name, name))
    assert.ok(mortal.wasKilled, `${where}: no request reached this step`)
    await erp.close()
    await mortal.start()
    const again = connect(door)
    const truth = await truthOf(again, name)
    assertTrue({ step: step.name, where, name, result }, truth)
    if (truth.newest !== undefined) {
      const free = await benchOf({ erp: again }).call('ERPManage', {
        action: 'release_lock',
        type: 'PROG',
        name
      })
      assert.equal(free.kind, 'data', `${where}: a lock is left: ${free.text}`)
    }
    await again.close()
  })
}

for (const step of sampled(steps, 3)) {
  const where = `${step.name}: kill of the bridge`
  test(where, { timeout: 120_000 }, async t => {
    const erp = connect(sandbox.url)
    t.after(() => erp.close())
    const name = `ZKB_${step.name}`.toUpperCase()
    await prepareObject(erp, step.name, name)
    sandbox.faults.add({
      method: step.method,
      url: step.url(name),
      effect: { kind: 'delay', milliseconds: 400 },
      nth: step.nth ?? 1
    })
    const said = await killedAt(callOf(step.name, name))
    assert.doesNotMatch(said, /"id":1/, `${where}: it had answered already`)
    await new Promise(resolve => {
      setTimeout(resolve, 600)
    })
    sandbox.faults.clear()
    const { newest, active } = await truthOf(erp, name)
    if (step.name !== 'create' && step.name !== 'delete') {
      for (const text of [newest, active]) {
        assert.ok(
          text === sourceOf(name, 1) || text === sourceOf(name, 2),
          `${where}: half a source: ${text}`
        )
      }
    }
    if (newest === undefined) return
    await assertFreeOrTold(where, erp, name)
  })
}

/** Runs the program over stdio, sends one call, and kills it while the ERP works on the step. */
async function killedAt(args: object): Promise<string> {
  const child = spawn(
    process.execPath,
    [bin, '--url', sandbox.url, '--user', sandbox.user, '--log-level', 'silent'],
    {
      env: { PATH: process.env['PATH'] ?? '', ERP_JOURNAL: 'off', ERP_PASSWORD: password },
      stdio: ['pipe', 'pipe', 'ignore']
    }
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += String(chunk)
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit')
  for (const message of [
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' }
      }
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ERPWrite', arguments: args } }
  ]) {
    child.stdin.write(`${JSON.stringify(message)}\n`)
  }
  const seen = sandbox.faults.hits
  while (sandbox.faults.hits === seen) {
    assert.equal(child.exitCode, null, 'the bridge ended by itself')
    assert.doesNotMatch(said, /"id":1/, `the call ended before the step: ${said.slice(-400)}`)
    await new Promise(resolve => {
      setTimeout(resolve, 10)
    })
  }
  child.kill('SIGKILL')
  await exited
  return said
}

/**
 * No process is left to release the lock, so it may live as long as the session; then the error
 * tells the next caller how the lock ends.
 */
async function assertFreeOrTold(where: string, erp: Erp, name: string): Promise<void> {
  const { call } = benchOf({ erp })
  const edited = await call('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name,
    source: sourceOf(name, 1),
    overwrite: true
  })
  if (edited.kind === 'data') return
  assert.ok(edited.kind === 'error' && edited.code === 'ERP_LOCKED', `${where}: ${edited.text}`)
  assert.match(edited.text, /DEVELOPER.*time.?out.*SM12/s, where)
  const release = await call('ERPManage', { action: 'release_lock', type: 'PROG', name })
  assert.match(release.text, /ERP_LOCKED.*session times out.*SM12/s, where)
}
