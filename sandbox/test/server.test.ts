import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSandbox } from '../server.ts'
import { createClient } from './http/client.ts'
import { createClass, logOn, startSandbox, users, write } from './http/fixture.ts'

const discovery = '/sap/bc/adt/core/discovery'

test('it listens on loopback, generates a password, and removes its folder on close', async () => {
  const sandbox = await createSandbox()
  assert.match(sandbox.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.deepEqual([sandbox.user, sandbox.client], ['DEVELOPER', '001'])
  assert.match(sandbox.password, /^[\w-]{16,}$/)
  assert.ok((await stat(sandbox.dataDir)).isDirectory())
  assert.equal(
    (
      await createClient(sandbox.url, { name: sandbox.user, password: sandbox.password }).get(
        discovery
      )
    ).status,
    200
  )
  await sandbox.close()
  await sandbox.close()
  await assert.rejects(stat(sandbox.dataDir), /ENOENT/)
  await assert.rejects(createClient(sandbox.url).get(discovery), /ECONNREFUSED/)
})

test('the seeded system has objects and rows', async t => {
  const sandbox = await createSandbox()
  t.after(() => sandbox.close())
  assert.ok(sandbox.store.list().length >= 40)
  const client = await logOn(sandbox, { name: sandbox.user, password: sandbox.password })
  const tables = sandbox.store.list({ type: 'TABL' }).map(info => info.key.name)
  const counts = await Promise.all(
    tables.map(async name => {
      const { text } = await client.post(
        '/sap/bc/adt/datapreview/freestyle',
        `SELECT COUNT(*) FROM ${name}`
      )
      return Number(/<dataPreview:data>(\d+)</.exec(text)?.[1] ?? '0')
    })
  )
  assert.ok(counts.reduce((sum, count) => sum + count, 0) >= 1000, String(counts))
})

test('an address that others reach is warned of', async t => {
  const warnings: string[] = []
  const sandbox = await startSandbox(t, {
    host: '0.0.0.0',
    log: {
      info() {},
      warn: message => {
        warnings.push(message)
      },
      error() {}
    }
  })
  assert.match(warnings.join(), /listens on 0\.0\.0\.0/)
  assert.ok(sandbox.port > 0)
})

test('a taken port and a folder in use are errors, and leave nothing running', async t => {
  const sandbox = await startSandbox(t)
  await assert.rejects(createSandbox({ port: sandbox.port }), /EADDRINUSE/)
  await assert.rejects(createSandbox({ dataDir: sandbox.dataDir }))
  assert.equal((await createClient(sandbox.url, users[0]).get(discovery)).status, 200)
})

test('what was acknowledged is there after a restart: drafts, active sources and rows, but no lock and no session', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startSandbox(t, { dataDir })
  const client = await logOn(first)
  const uri = await createClass(client, 'ZCL_KEPT')
  await write(
    client,
    uri,
    'CLASS zcl_kept DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_kept IMPLEMENTATION.\n* kept\nENDCLASS.\n'
  )
  const references = `<a:l xmlns:a="http://www.sap.com/adt/core"><a:objectReference a:uri="${uri}"/></a:l>`
  const activation = await client.post('/sap/bc/adt/activation', references)
  assert.match(activation.text, /activationExecuted="true"/)
  await write(
    client,
    uri,
    'CLASS zcl_kept DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_kept IMPLEMENTATION.\n* draft\nENDCLASS.\n'
  )
  const { cookies } = client
  await first.close()
  assert.ok(
    (await readdir(join(dataDir, 'src'), { recursive: true })).some(name =>
      name.endsWith('zcl_kept.clas.abap')
    )
  )

  const second = await startSandbox(t, { dataDir })
  const stale = createClient(second.url, users[0])
  for (const [name, value] of cookies) stale.cookies.set(name, value)
  assert.equal((await stale.get(uri, { 'x-sap-adt-sessiontype': 'stateless' })).status, 200)
  const again = await logOn(second)
  assert.match((await again.get(`${uri}/source/main`)).text, /\* draft/)
  assert.match((await again.get(`${uri}/source/main?version=active`)).text, /\* kept/)
  assert.equal(second.counters.openLocks, 0)
})
