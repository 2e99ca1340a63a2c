/** The entries for registry and bundle follow from the tables. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadConfig, viewOf } from '../../config/config.ts'

const root = new URL('../..', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

test('server.json and the manifest of the bundle are those of the tables', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tooling/manifests.ts', '--check'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8'
  })
  assert.equal(status, 0, stderr)
})

test('the registry manifest marks secret variables and names accepted values', () => {
  const {
    description,
    version,
    packages: [entry]
  } = read('server.json')
  assert.ok(description.length <= 100)
  assert.equal(version, read('package.json').version)
  const variables = entry.environmentVariables as { name: string; isSecret: boolean }[]
  assert.ok(variables.find(({ name }) => name === 'ERP_PASSWORD')?.isSecret)
  assert.ok(!variables.find(({ name }) => name === 'ERP_USER')?.isSecret)
})

test('a bundle with its defaults only reads, and its required settings start the bridge', () => {
  const { user_config: fields, server } = read('deploy/mcpb/manifest.json')
  assert.equal(fields.readOnly.default, true)
  assert.ok(fields.password.sensitive)
  const given: Record<string, string> = { url: 'https://erp.example.com', user: 'U', password: 'P' }
  // What a person leaves empty arrives empty.
  const env = Object.fromEntries(
    Object.entries(server.mcp_config.env as Record<string, string>).map(([name, text]) => {
      const field = /^\$\{user_config\.(\w+)\}$/.exec(text)?.[1] ?? ''
      return [name, given[field] ?? String(fields[field].default ?? '')]
    })
  )
  assert.equal(viewOf(loadConfig([], env).config).readOnly, true)
})
