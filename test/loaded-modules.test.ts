/**
 * What a launch loads: a client of stdio pays for no web server, and asking for the version pays
 * for nothing.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { run } from './helpers/spawned.ts'

/** Starts the bin with a hook that writes down every module, whether it is imported or required. */
async function modulesOf(t: TestContext, args: readonly string[], input = ''): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-modules-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const list = join(folder, 'list')
  const hook = join(folder, 'hook.mjs')
  writeFileSync(list, '')
  writeFileSync(
    hook,
    `
    import { registerHooks } from 'node:module'
    import { appendFileSync } from 'node:fs'
    registerHooks({ load (url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context) } })
  `
  )
  const bridge = run(t, 'cli.ts', {
    args,
    env: { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` }
  })
  bridge.child.stdin.end(input)
  assert.equal(await bridge.ended, 0, bridge.err())
  return readFileSync(list, 'utf8').split('\n').filter(Boolean)
}

const erp = ['--url', 'http://127.0.0.1:9', '--user', 'U', '--password', 'P']
const of = (modules: readonly string[], name: RegExp) => modules.filter(url => name.test(url))

test('stdio never loads Fastify, plugins, routes, the app or the sandbox', async t => {
  const modules = await modulesOf(t, erp, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
  assert.ok(of(modules, /\/mcp\/stdio\.ts$/).length > 0, 'the hook sees what is loaded')
  assert.deepEqual(
    of(
      modules,
      /node_modules\/(@?fastify|find-my-way|light-my-request)|\/(plugins|routes|sandbox)\//
    ),
    []
  )
  assert.deepEqual(
    modules.filter(url =>
      ['../app.ts', '../server.ts'].some(file => url === new URL(file, import.meta.url).href)
    ),
    []
  )
  assert.deepEqual(
    of(modules, /node_modules\/@abaplint|node_modules\/(@peculiar|fast-jwt|get-jwks)/),
    [],
    'what is needed rarely is loaded lazily'
  )
  assert.deepEqual(of(modules, /node_modules\/@opentelemetry/), [], 'no setting asks for traces')
})

test('--version loads neither the protocol nor the ERP client', async t => {
  const modules = await modulesOf(t, ['--version'])
  assert.deepEqual(
    of(modules, /@modelcontextprotocol|node_modules\/undici|\/(erp-client|tools|mcp)\//),
    []
  )
})
