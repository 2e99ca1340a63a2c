/** What a preset of the policy sets, and what wins over it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConfig, loadConfig, viewOf } from '../../config/config.ts'
import type { SystemView } from '../../config/config.ts'
import { presetFacts, presets } from '../../config/presets.ts'

const erp = ['--url', 'https://erp.example.com', '--user', 'U', '--password', 'secret-1']
const load = (...flags: readonly string[]): SystemView =>
  viewOf(loadConfig([...erp, ...flags], {}).config)

interface Case {
  readonly words: string
  readonly flags: readonly string[]
  readonly is: Partial<SystemView>
}
const secretTables = presets.reading.blockedTables
const cases: readonly Case[] = [
  {
    words: 'reading',
    flags: [],
    is: { readOnly: true, blockFreeSql: true, enableTransports: false }
  },
  {
    words: 'development',
    flags: [],
    is: {
      readOnly: false,
      blockFreeSql: true,
      enableTransports: true,
      allowTransportableEdits: true
    }
  },
  {
    words: 'administration',
    flags: [],
    is: { readOnly: false, blockFreeSql: false, enableTransports: true }
  },
  {
    words: 'reading',
    flags: ['--read-only', 'false'],
    is: { readOnly: false, blockFreeSql: true }
  },
  {
    words: 'development',
    flags: ['--enable-transports', 'false', '--blocked-tables', 'PA0*'],
    is: { enableTransports: false, blockedTables: ['PA0*'] }
  },
  { words: 'development', flags: ['--feature-transport', 'off'], is: { enableTransports: false } }
]

for (const { words, flags, is } of cases) {
  test(`--policy ${[words, ...flags].join(' ')}`, () => {
    const config = load('--policy', words, ...flags)
    assert.deepEqual({ ...config, ...is }, config)
  })
}

test('each preset blocks the tables with passwords', () => {
  for (const name of Object.keys(presets)) {
    assert.deepEqual(load('--policy', name).blockedTables, [...secretTables])
  }
})

test('an unknown preset stops the start', () => {
  assert.throws(() => load('--policy', 'everything'), /reading, development or administration/)
})

test('a host program gets the same settings', () => {
  const config = createConfig({
    url: 'https://erp.example.com',
    user: 'U',
    password: 'secret-1',
    policy: 'reading'
  })
  assert.equal(viewOf(config).readOnly, true)
})

test('the facts name the settings that nothing else has given', () => {
  const facts = presetFacts(load('--policy', 'development', '--blocked-tables', 'PA0*'))
  assert.deepEqual(facts, {
    name: 'development',
    settings: ['allowTransportableEdits', 'enableTransports', 'blockFreeSql']
  })
  assert.equal(presetFacts(load()), undefined)
})

test('beside a systems file it holds for systems that give nothing else, and below their role', t => {
  const folder = mkdtempSync(join(tmpdir(), 'presets-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'systems.json')
  const logon = { url: 'https://erp.example.com', user: 'U', password: { env: 'P' } }
  const systems = {
    dev: logon,
    own: { ...logon, policy: 'reading' },
    qas: { ...logon, role: 'test' },
    open: { ...logon, blockFreeSql: false }
  }
  writeFileSync(path, JSON.stringify({ default: 'dev', systems }))
  const { config } = loadConfig(['--systems-file', path, '--policy', 'development'], {
    P: 'secret-1'
  })
  const of = (name: string) => config.landscape.systems.get(name)?.settings
  assert.deepEqual([of('dev')?.enableTransports, of('dev')?.blockFreeSql], [true, true])
  assert.equal(of('own')?.readOnly, true)
  assert.equal(of('qas')?.readOnly, true)
  assert.equal(of('open')?.blockFreeSql, false)
})
