import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { run } from './helpers/spawned.ts'

const erp = { ERP_URL: 'http://127.0.0.1:9', ERP_USER: 'U', ERP_PASSWORD: 'hush-hush' }

function bin(t: TestContext, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return run(t, 'cli.ts', { args, env })
}

describe('the bin', () => {
  test('--version and --help answer and end', async t => {
    const version = bin(t, ['--version'])
    assert.equal(await version.ended, 0)
    assert.equal(version.out(), 'dev\n')
    const help = bin(t, ['--help'])
    assert.equal(await help.ended, 0)
    assert.match(help.out(), /--url URL[^]*ERP_COOKIE_FILE[^]*--allowed-ops LETTERS/)
    assert.equal(help.err(), '')
  })

  test('a Node.js that is too old is refused in words, before anything is loaded', async t => {
    const old = `data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })"
    )}`
    const refused = run(t, '--import', { args: [old, 'cli.ts', '--version'] })
    assert.equal(await refused.ended, 1)
    assert.equal(refused.out(), '')
    assert.match(refused.err(), /^erp-bridge needs Node.js 22.19 or newer; this is v/)
    assert.match(refused.err(), /Remedy: install Node.js 24/)
  })

  test('a command after flags gets an error with the right place', async t => {
    const failed = bin(t, ['--url', 'https://erp.example.com', 'doctor'])
    assert.equal(await failed.ended, 1)
    assert.match(failed.err(), /the command comes first: erp-bridge doctor and then the flags/)
  })

  test('start errors: all of them, on stderr, without a stack, exit code 1', async t => {
    const failed = bin(t, ['--clinet', '001'])
    assert.equal(await failed.ended, 1)
    assert.equal(failed.out(), '')
    assert.match(
      failed.err(),
      /^erp-bridge cannot start:\n {2}- unknown flag --clinet; did you mean --client/
    )
    assert.match(failed.err(), /ERP URL is required/)
    assert.doesNotMatch(failed.err(), /at .*\.ts|Error:/)
  })

  test('a command that refuses its arguments does not speak of starting', async t => {
    for (const args of [
      ['policy', 'explain'],
      ['policy', 'check', '/none/there'],
      ['policy', 'explain', '--tool', 'ERPWrote'],
      ['sandbox', '--addr', 'nowhere']
    ]) {
      const failed = bin(t, args)
      assert.equal(await failed.ended, 1, args.join(' '))
      assert.match(failed.err(), new RegExp(`^erp-bridge ${args[0]}:`), args.join(' '))
      assert.doesNotMatch(failed.err(), /cannot start/, args.join(' '))
    }
  })

  test('an unknown command is named with the near one', async t => {
    const failed = bin(t, ['sandbx'])
    assert.equal(await failed.ended, 1)
    assert.match(failed.err(), /unknown command sandbx; did you mean sandbox/)
    const coloured = bin(t, ['\u001b[31msandbx'])
    assert.equal(await coloured.ended, 1)
    assert.match(coloured.err(), /unknown command \\x1b\[31msandbx/)
  })
})

describe('stdio', () => {
  test('with closed stdin it ends at once', async t => {
    const bridge = bin(t, [], erp)
    bridge.child.stdin.end()
    assert.equal(await bridge.ended, 0)
    assert.equal(bridge.out(), '')
  })

  test('every line of stdout is protocol, the log is on stderr', async t => {
    const bridge = bin(t, ['--verbose', '--log-level', 'trace'], erp)
    const requests = [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'x', version: '1' }
        }
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    ]
    bridge.child.stdin.end(requests.map(request => `${JSON.stringify(request)}\n`).join(''))
    assert.equal(await bridge.ended, 0)
    assert.deepEqual(
      bridge
        .out()
        .trim()
        .split('\n')
        .map(line => (JSON.parse(line) as { id: number }).id),
      [1, 2]
    )
    assert.match(bridge.err(), /startup decisions/)
    assert.ok(!bridge.err().includes('hush-hush'))
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends it`, async t => {
      const bridge = bin(t, ['--verbose'], erp)
      await bridge.until('startup decisions')
      bridge.child.kill(signal)
      assert.equal(await bridge.ended, 0)
    })
  }
})

describe('HTTP', () => {
  const http = ['--transport', 'http-streamable', '--http-addr', '127.0.0.1:0']

  test('listens, answers, and ends on SIGTERM', async t => {
    const bridge = bin(t, http, erp)
    await bridge.until('"msg":"started"')
    const url = /"url":"(http:[^"]+)"/.exec(bridge.err())?.[1]
    assert.ok(url)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    })
    assert.deepEqual(await answer.json(), { jsonrpc: '2.0', id: 1, result: {} })
    assert.deepEqual(await (await fetch(new URL('/health', url))).json(), { status: 'ok' })
    assert.deepEqual(await (await fetch(new URL('/ready', url))).json(), { status: 'ready' })
    const missing = await fetch(new URL('/nothing', url))
    assert.deepEqual(
      [missing.status, ((await missing.json()) as { error: { code: number } }).error.code],
      [404, -32601]
    )
    bridge.child.kill('SIGTERM')
    assert.equal(await bridge.ended, 0)
    assert.equal(bridge.out(), '')
  })

  test('a taken port is a clear error', async t => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await new Promise(resolve => other.once('listening', resolve))
    const address = `127.0.0.1:${(other.address() as AddressInfo).port}`
    const bridge = bin(t, ['--transport', 'http-streamable', '--http-addr', address], erp)
    assert.equal(await bridge.ended, 1)
    assert.match(
      bridge.err(),
      new RegExp(`cannot start: ${address} is taken by another program; .*--http-addr`)
    )
    assert.doesNotMatch(bridge.err(), /at .*\.ts:/)
  })

  test('a second start names both addresses that the first one holds', async t => {
    const hold = async () => {
      const other = createServer().listen(0, '127.0.0.1')
      t.after(() => other.close())
      await new Promise(resolve => other.once('listening', resolve))
      return (other.address() as AddressInfo).port
    }
    const [mcp, admin] = [await hold(), await hold()]
    const addresses = [`127.0.0.1:${mcp}`, `127.0.0.1:${admin}`] as const
    const flags = ['--http-addr', addresses[0], '--admin-addr', addresses[1]]
    const bridge = bin(t, ['--transport', 'http-streamable', ...flags], erp)
    assert.equal(await bridge.ended, 1)
    assert.match(bridge.err(), new RegExp(`cannot start: ${addresses.join(' and ')} are taken`))
    const [, first, second] =
      /--http-addr 127\.0\.0\.1:(\d+) --admin-addr 127\.0\.0\.1:(\d+)/.exec(bridge.err()) ?? []
    assert.equal(new Set([String(mcp), String(admin), first, second]).size, 4, bridge.err())
  })

  test('what is no HTTP is refused in JSON-RPC too', async t => {
    const bridge = bin(t, http, erp)
    await bridge.until('"msg":"started"')
    const port = Number(/127\.0\.0\.1:(\d+)\/mcp/.exec(bridge.err())?.[1])
    const answerTo = async (text: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        answer += chunk
      })
      socket.on('error', () => {})
      socket.write(text)
      await new Promise(resolve => socket.once('close', resolve))
      return answer
    }
    assert.match(await answerTo('NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 [^]*"code":-32600/)
    assert.match(
      await answerTo(`GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 [^]*"code":-32600/
    )
    assert.match(
      await answerTo('GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
      /^HTTP\/1\.1 400 [^]*"code":-32600/
    )
  })

  test('it ends with the shell that npm puts in between', { timeout: 60_000 }, async t => {
    const command = `"${process.execPath}" cli.ts ${http.join(' ')}; true`
    const shell = spawn('sh', ['-c', command], {
      env: {
        PATH: process.env['PATH'] ?? '',
        ERP_JOURNAL: 'off',
        npm_lifecycle_event: 'start',
        ...erp
      },
      stdio: ['ignore', 'ignore', 'pipe']
    })
    t.after(() => {
      shell.kill('SIGKILL')
    })
    let log = ''
    shell.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
    })
    while (!log.includes('"msg":"started"')) await new Promise(resolve => setTimeout(resolve, 20))
    const closed = new Promise(resolve => shell.stderr.once('close', resolve))
    shell.kill('SIGTERM')
    await closed
    assert.match(log, /closing/)
  })

  test('health needs no key, MCP does', async t => {
    const bridge = bin(t, http, { ...erp, SVC_API_KEY: 'the-key' })
    await bridge.until('"msg":"started"')
    const url = new URL(/"url":"(http:[^"]+)"/.exec(bridge.err())?.[1] ?? '')
    assert.equal((await fetch(new URL('/health', url))).status, 200)
    assert.equal((await fetch(url)).status, 401)
    assert.equal((await fetch(url, { headers: { authorization: 'Bearer the-key' } })).status, 405)
    assert.ok(!bridge.err().includes('the-key'))
  })
})

describe('the sandbox', () => {
  const gone = async (url: string) => {
    for (let tries = 0; tries < 200; tries++) {
      const answers = await fetch(url).then(
        () => true,
        () => false
      )
      if (!answers) return
      await new Promise(resolve => setTimeout(resolve, 25))
    }
    assert.fail(`${url} still answers`)
  }

  test('--sandbox prints what runs where, serves the sandbox, and ends it', async t => {
    const bridge = bin(t, [
      '--sandbox',
      '--transport',
      'http-streamable',
      '--http-addr',
      '127.0.0.1:0'
    ])
    await bridge.until('Ctrl-C ends the bridge and the sandbox')
    const [, url = '', sandbox = ''] =
      /MCP bridge +(http:\S+\/mcp)[^]*SANDBOX at (http:[^,]+),/.exec(bridge.out()) ?? []
    assert.match(bridge.out(), /"mcpServers"[^]*claude mcp add --transport http erp http:/)
    assert.deepEqual(JSON.parse(/\{"mcpServers".*\}/.exec(bridge.out())?.[0] ?? '') as unknown, {
      mcpServers: { erp: { type: 'http', url } }
    })
    assert.equal((await fetch(new URL('/sap/bc/adt/discovery', sandbox))).status, 401)
    const system = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ERPRead","arguments":{"type":"SYSTEM"}}}'
    })
    const { result } = (await system.json()) as {
      result: { isError?: boolean; content: { text: string }[] }
    }
    assert.notEqual(result.isError, true, JSON.stringify(result))
    bridge.child.kill('SIGINT')
    assert.equal(await bridge.ended, 0)
    await gone(sandbox)
  })

  test('it ends with a bridge that is killed', async t => {
    const bridge = bin(t, [
      '--sandbox',
      '--transport',
      'http-streamable',
      '--http-addr',
      '127.0.0.1:0'
    ])
    await bridge.until('Ctrl-C ends the bridge and the sandbox')
    const sandbox = /SANDBOX at (http:[^,]+),/.exec(bridge.out())?.[1] ?? ''
    bridge.child.kill('SIGKILL')
    await bridge.ended
    await gone(sandbox)
  })

  test('over stdio nothing but protocol is on stdout', async t => {
    const bridge = bin(t, ['--sandbox'])
    bridge.child.stdin.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ERPRead","arguments":{"type":"SYSTEM"}}}\n'
    )
    await bridge.until('"id":1')
    bridge.child.stdin.end()
    assert.equal(await bridge.ended, 0)
    assert.deepEqual(
      bridge
        .out()
        .trim()
        .split('\n')
        .map(line => (JSON.parse(line) as { id: number }).id),
      [1]
    )
  })

  test('a taken port ends the bridge and its sandbox', async t => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await new Promise(resolve => other.once('listening', resolve))
    const bridge = bin(t, [
      '--sandbox',
      '--transport',
      'http-streamable',
      '--http-addr',
      `127.0.0.1:${(other.address() as AddressInfo).port}`
    ])
    assert.equal(await bridge.ended, 1)
    assert.match(bridge.err(), /taken by another program/)
    assert.equal(bridge.out(), '')
  })

  test('the command runs it alone, for its user and password', async t => {
    const sandbox = bin(t, [
      'sandbox',
      '--addr',
      '127.0.0.1:0',
      '--user',
      'ada',
      '--password',
      'lovelace-1815'
    ])
    await sandbox.until('Ctrl-C ends it')
    const url = /(http:\S+)/.exec(sandbox.out())?.[1] ?? ''
    const authorization = `Basic ${Buffer.from('ada:lovelace-1815').toString('base64')}`
    assert.equal(
      (await fetch(new URL('/sap/bc/adt/discovery', url), { headers: { authorization } })).status,
      200
    )
    sandbox.child.kill('SIGINT')
    assert.equal(await sandbox.ended, 0)
  })

  const mistakes: [string, readonly string[], RegExp][] = [
    ['an unknown flag', ['--bogus'], /bogus.*sandbox --help/],
    ['an address without a port', ['--addr', 'localhost'], /HOST:PORT/]
  ]
  for (const [title, args, words] of mistakes) {
    test(`the command refuses ${title}`, async t => {
      const sandbox = bin(t, ['sandbox', ...args])
      assert.equal(await sandbox.ended, 1)
      assert.match(sandbox.err(), words)
      assert.doesNotMatch(sandbox.err(), /at .*\.ts:/)
    })
  }
})

test('a command whose reader has enough ends in order, without an error', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'audit.log')
  const line = { time: '2026-11-26T00:00:00.000Z', kind: 'call', tool: 'ERPRead', outcome: 'ok' }
  writeFileSync(file, `${JSON.stringify(line)}\n`.repeat(20_000))
  const { child, err, ended } = run(t, 'cli.ts', {
    args: ['audit', 'convert', file, '--format', 'ecs']
  })
  child.stdout.once('data', () => child.stdout.destroy())
  assert.equal(await ended, 0, err())
  assert.equal(err(), '')
})
