/** The signal that opens the debugger of Node.js opens none, with the flag and without it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { call } from './helpers/bridge-app.ts'
import { freePort } from './helpers/process.ts'
import { run } from './helpers/spawned.ts'

const base = {
  ERP_URL: 'http://127.0.0.1:9',
  ERP_USER: 'U',
  ERP_PASSWORD: 'P',
  ERP_TRANSPORT: 'http-streamable'
}
const posix = process.platform !== 'win32'

test(
  'without the flag the bin ignores it and serves on',
  { skip: !posix, timeout: 60_000 },
  async t => {
    const port = await freePort()
    const program = run(t, 'cli.ts', { env: { ...base, ERP_HTTP_ADDR: `127.0.0.1:${port}` } })
    await program.until('MCP at')
    program.child.kill('SIGUSR1')
    await program.until('SIGUSR1 is ignored')
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
    assert.doesNotMatch(program.err(), /Debugger listening/)
  }
)

test('over stdio, too', { skip: !posix, timeout: 60_000 }, async t => {
  const program = run(t, 'cli.ts', {
    env: { ...base, ERP_TRANSPORT: 'stdio', ERP_LOG_LEVEL: 'debug' }
  })
  await program.until('serving stdio')
  program.child.kill('SIGUSR1')
  await program.until('SIGUSR1 is ignored')
  program.child.stdin.write(`${JSON.stringify(call('ERPNothing'))}\n`)
  await program.until('"id":1')
  assert.doesNotMatch(program.err(), /Debugger listening/)
})

test(
  'with the flag it is ignored from the first moment on',
  { skip: !posix, timeout: 60_000 },
  async t => {
    // The flag alone: no code of the bridge has run yet.
    const child = spawn(process.execPath, [
      '--disable-sigusr1',
      '-e',
      'console.log("up"); process.stdin.once("data", () => { console.log("still up"); process.exit() })'
    ])
    t.after(() => {
      child.kill('SIGKILL')
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        said += String(chunk)
      })
    }
    await once(child.stdout, 'data')
    child.kill('SIGUSR1')
    child.stdin.write('\n')
    await once(child, 'close')
    assert.equal(said, 'up\nstill up\n')
  }
)
