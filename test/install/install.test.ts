/**
 * The package as users get it: from the tarball, in an empty folder, with the oldest, the usual and
 * the newest Node.js. The tarball carries the package of the sandbox.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { freePort } from '../helpers/process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const megabyte = 1_000_000
const most = 70 * megabyte

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-install-'))
})
after(() => {
  rmSync(folder, { recursive: true, force: true })
})

const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8'
  })
const app = () => join(folder, 'app')

test('installing brings no more than it has to', t => {
  mkdirSync(app())
  writeFileSync(join(app(), 'package.json'), '{ "private": true }')
  npm(root, 'pack', '--pack-destination', folder)
  const [tarball = ''] = readdirSync(folder).filter(name => name.endsWith('.tgz'))
  const began = performance.now()
  npm(app(), 'install', join(folder, tarball))
  const seconds = (performance.now() - began) / 1000
  const files = globSync('node_modules/**/*', { cwd: app() })
    .map(path => lstatSync(join(app(), path)))
    .filter(facts => facts.isFile())
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const disk = files.reduce((sum, { blocks }) => sum + blocks * 512, 0)
  t.diagnostic(
    `tarball ${(lstatSync(join(folder, tarball)).size / megabyte).toFixed(1)} MB; installed ${files.length} files, ${(bytes / megabyte).toFixed(1)} MB, ${(disk / megabyte).toFixed(1)} MB on this disk, in ${seconds.toFixed(1)} s`
  )
  assert.ok(bytes < most, `${bytes} bytes`)
  for (const peer of ['@opentelemetry/sdk-node', 'ioredis']) {
    assert.deepEqual(
      globSync(`node_modules/${peer}/package.json`, { cwd: app() }),
      [],
      `${peer} is for those who ask for it`
    )
  }
})

test('the installed program prints the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const bin = join(app(), 'node_modules/erp-bridge/dist/cli.js')
  const { stdout } = spawnSync(process.execPath, [bin, '--version'], { encoding: 'utf8' })
  assert.equal(stdout.trim().split(' ')[0], version)
})

test('without the package of the sandbox, the error names the command that installs it', t => {
  const place = join(app(), 'node_modules/erp-bridge/node_modules/@erp-bridge/sandbox')
  const elsewhere = join(folder, 'sandbox')
  renameSync(place, elsewhere)
  t.after(() => renameSync(elsewhere, place))
  const bin = join(app(), 'node_modules/erp-bridge/dist/cli.js')
  for (const argument of ['--sandbox', 'sandbox']) {
    const { status, stderr } = spawnSync(process.execPath, [bin, argument], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /sandbox is not installed.*`npm install @erp-bridge\/sandbox@\d/)
  }
})

const source = `CLASS zcl_installed DEFINITION PUBLIC FOR TESTING RISK LEVEL HARMLESS DURATION SHORT.
  PRIVATE SECTION.
    METHODS adds FOR TESTING.
ENDCLASS.
CLASS zcl_installed IMPLEMENTATION.
  METHOD adds.
    cl_abap_unit_assert=>assert_equals( act = 20 + 22 exp = 42 ).
  ENDMETHOD.
ENDCLASS.
`

/** What a first session does: look, write, test. */
async function work(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'ERPWrite'))
  const written = await client.callTool({
    name: 'ERPWrite',
    arguments: {
      action: 'create',
      type: 'CLAS',
      name: 'ZCL_INSTALLED',
      package: '$TMP',
      description: 'Made by a test',
      source,
      activate: true
    }
  })
  assert.notEqual(written.isError, true, JSON.stringify(written))
  const tested = await client.callTool({
    name: 'ERPDiagnose',
    arguments: { action: 'unit_test', type: 'CLAS', name: 'ZCL_INSTALLED' }
  })
  assert.match(JSON.stringify(tested), /passed/)
}

/** A host of its own, with the bridge under a prefix. */
const host = `
import fastify from 'fastify'
import bridge, { discovery } from 'erp-bridge'
const app = fastify()
const options = { url: 'http://127.0.0.1:9', user: 'U', password: 'P', loopback: true }
await app.register(discovery, options)
await app.register(bridge, { ...options, prefix: '/erp' })
const answer = await app.inject({ method: 'POST', url: '/erp/mcp', headers: { 'content-type': 'application/json', host: 'localhost' }, payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
console.log(answer.statusCode, answer.json().result.tools.length)
await app.close()
const { callerOf, ConfigError, redactPaths } = await import('erp-bridge')
const { createErp } = await import('erp-bridge/erp-client')
const { defineTool } = await import('erp-bridge/tools')
console.log([bridge, discovery, callerOf, ConfigError, createErp, defineTool].map(one => typeof one).join(), Array.isArray(redactPaths))
`

/** The program of a Node.js release from the registry. */
function installNode(version: string): string {
  const place = join(folder, `node-${version}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "private": true }')
  const name = `node-${process.platform}-${process.arch}`
  npm(place, 'install', `${name}@${version === 'latest' ? newestOf(place, name) : version}`)
  return join(place, 'node_modules', name, 'bin/node')
}

const bin = () => join(app(), 'node_modules/.bin/erp-bridge')

// A bundle whose first file imported another one would fail before it could say why.
test('an old Node.js is named, with the remedy', { skip: process.platform === 'win32' }, () => {
  const node = installNode('20')
  for (const args of [[], ['--help'], ['--version'], ['doctor', '--help'], ['--sandbox']]) {
    const { status, stdout, stderr } = spawnSync(node, [bin(), ...args], { encoding: 'utf8' })
    assert.deepEqual([status, stdout], [1, ''], args.join(' '))
    assert.match(stderr, /^erp-bridge needs Node\.js 22\.19 or newer; this is v20\./)
    assert.match(stderr, /Remedy: install Node\.js 24/)
    assert.equal(stderr.trim().split('\n').length, 3, stderr)
  }
})

for (const version of ['22.19', '24', 'latest']) {
  describe(`Node.js ${version}`, { skip: process.platform === 'win32' }, () => {
    let node = ''
    before(() => {
      node = installNode(version)
    })

    test('prints its version', t => {
      t.diagnostic(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim())
      assert.match(
        execFileSync(node, [bin(), '--version'], { encoding: 'utf8' }),
        /dev|\d+\.\d+\.\d+/
      )
    })

    test('serves stdio, with the sandbox', { timeout: 60_000 }, async t => {
      const client = new Client({ name: 'install-test', version: '1.0.0' })
      t.after(() => client.close())
      await client.connect(
        new StdioClientTransport({
          command: node,
          args: [bin(), '--sandbox'],
          cwd: app(),
          stderr: 'ignore'
        })
      )
      await work(client)
    })

    test('serves HTTP, with the sandbox', { timeout: 60_000 }, async t => {
      const port = await freePort()
      const child = spawn(
        node,
        [bin(), '--sandbox', '--transport', 'http-streamable', '--http-addr', `127.0.0.1:${port}`],
        { cwd: app(), stdio: 'ignore' }
      )
      const ended = once(child, 'exit')
      t.after(() => {
        child.kill('SIGKILL')
      })
      for (
        let tries = 0;
        tries < 300 &&
        !(await fetch(`http://127.0.0.1:${port}/health`).then(
          ({ ok }) => ok,
          () => false
        ));
        tries++
      ) {
        await sleep(100)
      }
      const client = new Client({ name: 'install-test', version: '1.0.0' })
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`))
      )
      await work(client)
      await client.close()
      child.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null])
    })

    test(
      'starts on a terminal, with lines for people',
      {
        timeout: 60_000,
        skip:
          spawnSync('script', ['--version']).status !== 0 && 'the program script makes a terminal'
      },
      async t => {
        const command = `exec ${node} ${bin()} --url http://127.0.0.1:9 --user U --password P --transport http-streamable --http-addr 127.0.0.1:0`
        const child = spawn('script', ['-qec', command, '/dev/null'], {
          cwd: app(),
          stdio: ['ignore', 'pipe', 'ignore']
        })
        t.after(() => {
          child.kill('SIGKILL')
        })
        let told = ''
        for await (const words of child.stdout.setEncoding('utf8')) {
          if (/MCP at|cannot start/.test((told += words))) break
        }
        assert.match(told, /INFO[^\n]*MCP at/)
      }
    )

    test('is a plugin of a host', () => {
      const file = join(app(), 'host.mjs')
      writeFileSync(file, host)
      assert.match(
        execFileSync(node, [file], { cwd: app(), encoding: 'utf8' }),
        /^200 \d+\n(function,){5}function true/
      )
    })
  })
}

/** The tag `latest` of the package of a platform may lag behind. */
function newestOf(place: string, name: string): string {
  const versions = JSON.parse(npm(place, 'view', name, 'versions', '--json')) as string[]
  return (
    versions
      .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      .findLast(version => /^\d+\.\d+\.\d+$/.test(version)) ?? 'latest'
  )
}
