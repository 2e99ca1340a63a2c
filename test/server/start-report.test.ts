/** What the log says at the start of recordings. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { createConfig } from '../../config/config.ts'
import type { ConfigOptions } from '../../config/config.ts'
import { logStart } from '../../server/start-report.ts'

function warningsOf(options: ConfigOptions): object[] {
  const warnings: object[] = []
  const log = {
    info: () => {},
    warn: (facts: object, words?: string) => {
      if (words?.includes('recorded') === true) warnings.push(facts)
    }
  } as unknown as FastifyBaseLogger
  const config = createConfig(options)
  logStart({ config, version: '1.0.0', sandbox: false }, log, 'http://127.0.0.1:8080/mcp')
  return warnings
}

const system = { url: 'https://erp.example.com', user: 'U', password: 'password-1' }

test('a recording is announced, with what it holds', () => {
  assert.deepEqual(warningsOf(system), [])
  assert.deepEqual(warningsOf({ ...system, record: 'dir', recordSources: true }), [
    { record: 'dir', sources: true, production: false }
  ])
})

test('of the systems of a file those are announced that are recorded', t => {
  const folder = mkdtempSync(join(tmpdir(), 'start-report-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const systemsFile = join(folder, 'systems.json')
  writeFileSync(join(folder, 'password'), 'password-1')
  const entry = { url: 'https://erp.example.com', user: 'U', passwordFile: 'password' }
  const systems = {
    dev: { ...entry, role: 'development' },
    prd: { ...entry, role: 'production' },
    old: { ...entry, role: 'production', recordProduction: true, record: 'own' }
  }
  writeFileSync(systemsFile, JSON.stringify({ default: 'dev', systems }))
  assert.deepEqual(warningsOf({ systemsFile, record: '/recordings' }), [
    { system: 'dev', record: '/recordings', sources: false, production: false },
    { system: 'old', record: join(folder, 'own'), sources: false, production: true }
  ])
})
