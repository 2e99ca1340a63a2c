/** A halted bridge: its answers, probes, metrics and audit; and changes that wait or are under way. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Registry } from 'prom-client'
import { fileHaltStore, haltFileIn } from '../../halt/file-store.ts'
import { run, runResume } from '../../commands/halt.ts'
import { loadConfig } from '../../config/config.ts'
import { createConnectionLimiter } from '../../erp-client/http/connection-limiter.ts'
import type { ErpWriter } from '../../erp-client/index.ts'
import { createLog } from '../../log.ts'
import { buildAdmin, buildServer } from '../../server.ts'
import { haltable } from '../../tools/call/write/halt-gate.ts'
import { ToolError } from '../../tools/index.ts'
import { wasNotDone } from '../../tools/call/write/write-tracker.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import { connect, demoSource } from '../erp-client/fake-erp.ts'

const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? ''

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-halt-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The command as a shell runs it, with its output. */
async function command(words: string, folder: string, argv: readonly string[]) {
  const lines: string[] = []
  const io = {
    env: { ERP_HALT_FILE: haltFileIn(folder) },
    say: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  }
  const code = await (words === 'halt' ? run : runResume)(argv, io)
  return { code, text: lines.join('\n') }
}

describe('a bridge', () => {
  test('refuses what the command halts, and takes it again after resume', async t => {
    const folder = folderOf(t)
    const { url, seen, events } = await listen(t, {
      haltFolder: folder,
      contact: 'basis@example.com'
    })
    const echo = async () => textOf(await post(url, call('Echo', { source: 'read' })))
    const change = async () => textOf(await post(url, call('Change')))
    assert.equal((await command('halt', folder, ['--writes', '--reason', 'year end'])).code, 0)
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal(await echo(), 'read')
    assert.match(
      await change(),
      /^BLOCKED_HALT: Changes are halted since .* UTC \(year end\)\.\nAsk basis@example\.com\.[^]*Decided by: erp-bridge halt$/
    )
    await command('halt', folder, ['--contact', 'ext. 4711'])
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.match(await echo(), /^BLOCKED_HALT: Everything is halted [^]*Ask ext\. 4711\./)
    assert.deepEqual(
      events.map(({ outcome, code }) => [outcome, code]),
      [
        ['ok', undefined],
        ['blocked', 'BLOCKED_HALT'],
        ['blocked', 'BLOCKED_HALT']
      ]
    )
    assert.match((await command('resume', folder, ['--system', 'x'])).text, /not halted/)
    assert.equal((await command('resume', folder, [])).code, 0)
    assert.match(
      (await command('halt', folder, ['--list'])).text,
      /^Changes are halted since .* by .*@.*: year end$/
    )
    assert.equal((await command('resume', folder, ['--all'])).code, 0)
    await new Promise(resolve => setTimeout(resolve, 300))
    assert.equal(await change(), 'changed')
    assert.deepEqual(seen, ['changed'])
  })

  for (const argv of [
    ['--system'],
    ['--identity', ''],
    ['--writes', 'extra'],
    ['--no-such-setting']
  ]) {
    test(`the command refuses ${argv.join(' ')}`, async t => {
      const folder = folderOf(t)
      await assert.rejects(command('halt', folder, argv))
      assert.equal(await fileHaltStore(haltFileIn(folder)).read(), undefined)
    })
  }

  test('that is halted is ready, counts halts without names, and shows them to operators', async t => {
    const folder = folderOf(t)
    await command('halt', folder, ['--identity', 'ada', '--reason', '<b>audit</b>'])
    const { config } = loadConfig(
      [
        '--url',
        'http://127.0.0.1:9',
        '--user',
        'U',
        '--password',
        'P',
        '--log-level',
        'silent'
      ].concat(['--transport', 'http-streamable', '--admin-addr', '127.0.0.1:0']),
      {}
    )
    const register = new Registry()
    const launch = { config, version: '1', sandbox: false }
    const log = createLog(config)
    const app = await buildServer(launch, { log, register, haltFolder: folder })
    t.after(() => app.close())
    await app.ready()
    const { statusCode, body } = await app.inject('/ready')
    assert.equal(statusCode, 200)
    assert.deepEqual((JSON.parse(body) as { halts: unknown }).halts, { identity: 1 })
    assert.ok(!body.includes('ada'))
    assert.match(await register.metrics(), /^erp_bridge_halts\{[^}]*scope="identity"[^}]*\} 1$/m)
    const admin = await buildAdmin(launch, {
      register,
      log,
      url: 'http://127.0.0.1/mcp',
      systems: app.servedSystems,
      halts: app.servedHalts
    })
    t.after(() => admin.close())
    const page = (await admin.inject({ url: '/', headers: { host: '127.0.0.1' } })).body
    assert.match(page, /Calls of ada are halted since [^<]*: &lt;b&gt;audit&lt;\/b&gt;/)
  })
})

const refusal = new ToolError('BLOCKED_HALT', 'halted', { outcome: 'failed' })

/** A writer that counts, behind a gate that can be shut. */
function fixture() {
  const sent: string[] = []
  const state = { isHalted: false }
  const writer = {
    request: async (wanted: { operation: string; beforeSent?: () => void }) => {
      wanted.beforeSent?.()
      sent.push(wanted.operation)
      return { status: 200, headers: {}, text: '' }
    }
  } as unknown as ErpWriter
  const halt = {
    assertMayStart() {
      if (state.isHalted) throw refusal
    },
    haltOf: () => undefined
  }
  const parts = { halt, system: 'prd', caller: {} } as unknown as Parameters<typeof haltable>[0]
  const change = (erp: ErpWriter, operation: string) =>
    erp.request({ operation, effect: 'change', method: 'PUT', path: '/x' } as never)
  return { parts, writer, sent, state, change }
}

describe('a change', () => {
  test('that has started completes; the next one does not start', async () => {
    const { parts, writer, sent, state, change } = fixture()
    const one = haltable(parts, writer)
    await change(one, 'source.write')
    state.isHalted = true
    await change(one, 'activate')
    assert.deepEqual(sent, ['source.write', 'activate'])
    assert.throws(() => haltable(parts, writer), refusal)
  })

  test('that waits when the halt comes does not start', async () => {
    const { parts, writer, sent, state, change } = fixture()
    const waiting = haltable(parts, writer)
    state.isHalted = true
    await assert.rejects(change(waiting, 'source.write'), refusal)
    assert.deepEqual(sent, [])
    assert.ok(wasNotDone(refusal))
  })

  test('is asked once its request has a connection, and its refusal comes out as it is', async t => {
    const connectionLimiter = createConnectionLimiter({ connections: 1 })
    const { erp, fake } = await connect(t, { connectionLimiter })
    const queue = connectionLimiter.identityQueue({ most: 1, closeIdle() {} })
    const deadline = Date.now() + 5000
    const release = await queue.enter({ urgent: true, deadline, signal: undefined })
    let isHalted = false
    const sending = erp.writer.request({
      operation: 'source.write',
      effect: 'change',
      method: 'POST',
      path: demoSource,
      beforeSent: () => {
        if (isHalted) throw refusal
      }
    } as never)
    isHalted = true
    release()
    await assert.rejects(sending, error => error === refusal)
    assert.equal(fake.count('POST'), 0)
  })
})
