/** The operators' pages name what is recorded of the exchanges with an ERP. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { Registry } from 'prom-client'
import { loadConfig } from '../../config/config.ts'
import { createLog } from '../../log.ts'
import { buildAdmin, buildServer } from '../../server.ts'

const url = 'http://127.0.0.1:8080/mcp'
const flags = ['--transport', 'http-streamable', '--log-level', 'silent']

async function adminOf(t: TestContext, argv: readonly string[]) {
  const { config } = loadConfig([...flags, '--admin-addr', '127.0.0.1:8081', ...argv], {
    PASSWORD: 'password-1'
  })
  const launch = { config, version: '1.2.3', sandbox: false }
  const [log, register] = [createLog(config), new Registry()]
  const server = await buildServer(launch, { log, register })
  t.after(() => server.close())
  const admin = await buildAdmin(launch, { register, log, url, systems: server.servedSystems })
  t.after(() => admin.close())
  return admin
}

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'recording-page-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the page of the one system names folder, sources and count, as text', async t => {
  const folder = join(folderFor(t), '<b>')
  const logon = ['--url', 'http://127.0.0.1:1', '--user', 'U', '--password', 'password-1']
  const record = ['--record', folder, '--record-sources', '--record-production']
  const recorded = await adminOf(t, [...logon, ...record])
  const { body } = await recorded.inject('/')
  assert.match(
    body,
    /<p class="note warning">The exchanges with the ERP are recorded in [^<]+\/&lt;b&gt;\/default-[-0-9a-f]+, with source texts: 0 exchanges since 2[^<]+--record \(ERP_RECORD\)/
  )
  const plain = await adminOf(t, logon)
  assert.doesNotMatch((await plain.inject('/')).body, /are recorded/)
})

test('with a systems file the overview and the page of the recorded system name it', async t => {
  const folder = folderFor(t)
  const file = join(folder, 'systems.json')
  const entry = { user: 'U', password: { env: 'PASSWORD' } }
  const record = join(folder, 'recordings')
  const systems = {
    dev: { ...entry, url: 'http://127.0.0.1:1', role: 'development', record },
    qas: { ...entry, url: 'http://127.0.0.1:2', role: 'test' },
    prd: { ...entry, url: 'http://127.0.0.1:3', role: 'production', record }
  }
  writeFileSync(file, JSON.stringify({ default: 'dev', systems }))
  const app = await adminOf(t, ['--systems-file', file])
  const overview = (await app.inject('/')).body
  assert.deepEqual(
    [...overview.matchAll(/warning">(\w+): The exchanges with the ERP are recorded/g)].map(
      ([, name]) => name
    ),
    ['dev']
  )
  for (const [name, records] of Object.entries({ dev: true, qas: false, prd: false })) {
    const { body } = await app.inject(`/systems/${name}`)
    assert.equal(/are recorded in [^<]+\/dev-/.test(body), records, name)
  }
})
