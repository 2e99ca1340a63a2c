/** The bundle for desktop clients: packed, validated, unpacked and run as a client would do it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  getMcpConfigForManifest,
  hasRequiredConfigMissing,
  unpackExtension
} from '@anthropic-ai/mcpb'
import { Client } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createSandbox } from '../../sandbox/server.ts'
import type { Sandbox } from '../../sandbox/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the bundle', () => {
  let folder: string
  let sandbox: Sandbox
  const unpacked = () => join(folder, 'unpacked')
  const manifest = () => JSON.parse(readFileSync(join(unpacked(), 'manifest.json'), 'utf8'))

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'erp-bridge-mcpb-test-'))
    const file = join(folder, 'erp-bridge.mcpb')
    execFileSync(process.execPath, ['tooling/mcpb.ts', file], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit']
    })
    assert.ok(await unpackExtension({ mcpbPath: file, outputDir: unpacked(), silent: true }))
    sandbox = await createSandbox({
      users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
    })
  })

  after(async () => {
    await sandbox?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What a person fills in, and how a client starts the bundle with it. */
  async function connect(
    t: TestContext,
    beside: Record<string, string | boolean> = {},
    options?: ClientOptions
  ): Promise<Client> {
    const userConfig = { url: sandbox.url, user: 'DEVELOPER', password: 'secret-1', ...beside }
    const config = await getMcpConfigForManifest({
      manifest: manifest(),
      extensionPath: unpacked(),
      systemDirs: {},
      userConfig,
      pathSeparator: '/'
    })
    assert.ok(config?.command)
    const client = new Client({ name: 'desktop', version: '1' }, options)
    t.after(() => client.close())
    const env = { PATH: process.env['PATH'] ?? '', ERP_JOURNAL: 'off', ...config.env }
    const command = config.command === 'node' ? process.execPath : config.command
    await client.connect(
      new StdioClientTransport({
        command,
        args: config.args ?? [],
        env,
        cwd: tmpdir(),
        stderr: 'pipe'
      })
    )
    return client
  }

  const create = {
    name: 'ERPWrite',
    arguments: {
      action: 'create',
      type: 'PROG',
      name: 'ZBUNDLE',
      package: '$TMP',
      description: 'By a bundle',
      source: 'REPORT zbundle.\n'
    }
  }

  test('is valid for the tool that packs bundles, and requires what it needs', () => {
    const words = execFileSync(
      process.execPath,
      [
        'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js',
        'validate',
        join(unpacked(), 'manifest.json')
      ],
      { cwd: root, encoding: 'utf8' }
    )
    assert.match(words, /passes/)
    assert.equal(hasRequiredConfigMissing({ manifest: manifest(), userConfig: {} }), true)
    assert.ok(
      existsSync(join(unpacked(), 'LICENSE')) &&
        existsSync(join(unpacked(), manifest().server.entry_point))
    )
    assert.ok(
      !existsSync(join(unpacked(), 'node_modules/typescript')) &&
        !existsSync(join(unpacked(), 'node_modules/@erp-bridge')) &&
        !existsSync(join(unpacked(), 'node_modules/@abaplint/transpiler')),
      'nothing of development or of the sandbox'
    )
  })

  for (const [revision, options] of [
    ['2025-11-25', {}],
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }]
  ] as [string, ClientOptions][]) {
    test(`runs from its folder and only reads, ${revision}`, async t => {
      const client = await connect(t, {}, options)
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        manifest()
          .tools.map(({ name }: { name: string }) => name)
          .filter((name: string) => name !== 'ERPTransport')
      )
      assert.match(
        JSON.stringify(await client.callTool({ name: 'ERPRead', arguments: { type: 'SYSTEM' } })),
        /client 001/
      )
      assert.match(JSON.stringify(await client.callTool(create)), /BLOCKED_READ_ONLY/)
      const lint = await client.callTool({
        name: 'ERPLint',
        arguments: { action: 'rules', query: 'obsolete' }
      })
      assert.notEqual(lint.isError, true, 'its worker starts')
    })
  }

  test('writes once its user permits it', async t => {
    const client = await connect(t, { readOnly: false })
    const made = await client.callTool(create)
    assert.notEqual(made.isError, true, JSON.stringify(made))
  })
})
