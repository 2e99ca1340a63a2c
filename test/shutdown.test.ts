/**
 * How the program ends: calls under way end first, locks are given back, then connections; a second
 * signal does not wait.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestSandbox } from './helpers/sandbox.ts'
import type { Sandbox } from '../sandbox/server.ts'
import { call, post } from './helpers/bridge-app.ts'
import { freePort } from './helpers/process.ts'
import { run } from './helpers/spawned.ts'

async function start(
  t: TestContext
): Promise<{ erp: Sandbox; url: URL; program: ReturnType<typeof run> }> {
  const erp = await createTestSandbox()
  t.after(() => erp.close())
  const port = await freePort()
  const program = serveHttp(t, erp, port)
  await program.until('MCP at')
  return { erp, url: new URL(`http://127.0.0.1:${port}/mcp`), program }
}

const serveHttp = (t: TestContext, erp: Sandbox, port: number) =>
  run(t, 'cli.ts', {
    args: [
      '--url',
      erp.url,
      '--user',
      erp.user,
      '--transport',
      'http-streamable',
      '--http-addr',
      `127.0.0.1:${port}`,
      '--verbose'
    ],
    env: { ERP_PASSWORD: erp.password }
  })

const hold = (erp: Sandbox, milliseconds: number, url: string) =>
  erp.faults.add({ method: 'PUT', url, effect: { kind: 'delay', milliseconds } })

test(
  'a change under way ends, its lock is given back, and only then the program',
  { timeout: 60_000 },
  async t => {
    const { erp, url, program } = await start(t)
    const made = await post(
      url,
      call('ERPWrite', {
        action: 'create',
        type: 'PROG',
        name: 'ZSHUTDOWN',
        package: '$TMP',
        description: 'Shut down',
        source: 'REPORT zshutdown.\n'
      })
    )
    assert.notEqual(made.body.result?.['isError'], true, JSON.stringify(made.body))
    hold(erp, 1500, 'zshutdown')
    const seen = erp.faults.hits
    const change = post(
      url,
      call('ERPWrite', {
        action: 'update',
        type: 'PROG',
        name: 'ZSHUTDOWN',
        overwrite: true,
        source: 'REPORT zshutdown.\nWRITE 1.\n'
      })
    )
    while (erp.faults.hits === seen) await new Promise(resolve => setTimeout(resolve, 20))
    program.child.kill('SIGTERM')
    const { status, body } = await change
    assert.equal(status, 200)
    assert.notEqual(body.result?.['isError'], true, JSON.stringify(body))
    assert.equal(await program.ended, 0)

    // Another session can lock it now.
    const other = run(t, 'cli.ts', {
      args: ['--url', erp.url, '--user', erp.user],
      env: { ERP_PASSWORD: erp.password }
    })
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
      call('ERPWrite', {
        action: 'edit',
        type: 'PROG',
        name: 'ZSHUTDOWN',
        edits: [{ old: 'WRITE 1.', new: 'WRITE 2.' }]
      })
    ]) {
      other.child.stdin.write(`${JSON.stringify(message)}\n`)
    }
    await other.until(/"id":1/)
    assert.doesNotMatch(other.out(), /"isError":true/)
    other.child.stdin.end()
  }
)

test('a second signal ends at once, whatever is under way', { timeout: 60_000 }, async t => {
  const { erp, url, program } = await start(t)
  erp.faults.add({ url: /sap\/bc\/adt/, effect: { kind: 'hang' }, times: 1000 })
  const lost = post(url, call('ERPSearch', { query: 'Z*' })).catch((error: unknown) => error)
  while (erp.faults.hits === 0) await new Promise(resolve => setTimeout(resolve, 20))
  program.child.kill('SIGTERM')
  await program.until('a second signal ends at once')
  program.child.kill('SIGTERM')
  assert.equal(await program.ended, 130)
  assert.ok((await lost) instanceof Error)
})

test(
  'idle connections do not keep the program, and without readiness probes the end is not delayed',
  { timeout: 60_000 },
  async t => {
    const { url, program } = await start(t)
    const socket = connect(Number(url.port), '127.0.0.1')
    await once(socket, 'connect')
    // The end may reach it as a reset; `once` would take that for a failure.
    socket.on('error', () => {})
    const closed = new Promise(resolve => socket.once('close', resolve))
    program.child.kill('SIGINT')
    assert.equal(await program.ended, 0)
    socket.resume()
    await closed
  }
)

test(
  'a SIGTERM ends the program cleanly from the moment its address is printed',
  { timeout: 60_000 },
  async t => {
    const erp = await createTestSandbox()
    t.after(() => erp.close())
    const { child, out, err, ended } = serveHttp(t, erp, await freePort())
    const end = () => {
      if (/MCP at/.test(`${out()}${err()}`) && !child.killed) child.kill('SIGTERM')
    }
    child.stdout.on('data', end)
    child.stderr.on('data', end)
    assert.equal(await ended, 0)
    assert.match(`${out()}${err()}`, /"signal":"SIGTERM"/)
  }
)
