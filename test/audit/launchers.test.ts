/** The chain of the audit from the start of a launcher to its end. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fastify from 'fastify'
import bridge from '../../index.ts'
import type { BridgeOptions } from '../../index.ts'
import { call, erp } from '../helpers/bridge-app.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'
import { run } from '../helpers/spawned.ts'
import { watchedErp } from '../helpers/watched-erp.ts'
import { found, linesIn, stateKey, verified } from './chain-fixture.ts'

let folder: string

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-launchers-'))
})

after(() => {
  rmSync(folder, { recursive: true, force: true })
})

const kindsIn = (file: string) =>
  linesIn(file).map(line => (JSON.parse(line) as { kind: string }).kind)

test('a bridge in a server ends its chain when the server closes', async () => {
  const auditFile = join(folder, 'server')
  const auditAnchors = join(folder, 'anchors')
  const auditPseudonyms = join(folder, 'persons.sqlite')
  for (let start = 0; start < 2; start++) {
    const app = fastify()
    await app.register(bridge, {
      ...erp,
      ...{ tools: createFixtures().tools, apiKey: 'key-a', audit: 'all' },
      ...{ auditFile, auditAnchors, auditPseudonyms, stateKey }
    } satisfies BridgeOptions)
    const ask = async (key: string) =>
      await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${key}` },
        payload: call('Echo', { source: 'x' })
      })
    assert.equal((await ask('key-a')).statusCode, 200)
    assert.equal((await ask('key-b')).statusCode, 401)
    await app.close()
  }
  const once = ['started', 'call', 'log-on', 'ended']
  assert.deepEqual(kindsIn(auditFile), [...once, ...once])
  // Both starts use one key, and no line has the name.
  const users = linesIn(auditFile).flatMap(line => /"user":"([^"]*)"/.exec(line)?.[1] ?? [])
  assert.equal(users.length, 2)
  assert.match(users.join(' '), /^(p-[0-9a-f]{16}-[0-9a-f]{8}) \1$/)
  assert.deepEqual(found(await verified(auditFile, { anchors: auditAnchors })), [])
})

test('over stdio the chain ends with the input', { timeout: 60_000 }, async t => {
  const auditFile = join(folder, 'stdio')
  const program = run(t, 'cli.ts', {
    env: {
      ...{ ERP_URL: 'http://127.0.0.1:9', ERP_USER: 'U', ERP_PASSWORD: 'P' },
      ...{ ERP_TRANSPORT: 'stdio', ERP_LOG_LEVEL: 'info' },
      ...{ ERP_AUDIT: 'all', ERP_AUDIT_FILE: auditFile, ERP_STATE_KEY: stateKey },
      ERP_AUDIT_PSEUDONYMS: join(folder, 'stdio.sqlite')
    }
  })
  program.child.stdin.write(`${JSON.stringify(call('ERPRead', { type: 'PROG', name: 'Z' }))}\n`)
  await program.until('"id":1')
  program.child.stdin.end()
  assert.equal(await program.ended, 0)
  assert.deepEqual(kindsIn(auditFile), ['started', 'call', 'ended'])
  assert.match(linesIn(auditFile)[1] ?? '', /"user":"p-[0-9a-f]{16}-/)
  assert.deepEqual(found(await verified(auditFile)), [])
  assert.equal(program.err().match(/"anchor":\{/g)?.length, 2)
})

test(
  'a bridge that is killed in a change leaves its intent alone',
  { timeout: 120_000 },
  async t => {
    const auditFile = join(folder, 'killed')
    const watched = await watchedErp()
    t.after(() => watched.close())
    const { arrived } = watched.hold(/\/programs\/programs\?/)
    const program = run(t, 'cli.ts', {
      env: {
        ...{ ERP_URL: watched.url, ERP_USER: 'DEVELOPER', ERP_PASSWORD: 'secret-1' },
        ...{ ERP_TRANSPORT: 'stdio', ERP_AUDIT_FILE: auditFile, ERP_STATE_KEY: stateKey }
      }
    })
    const create = { action: 'create', type: 'PROG', name: 'ZKILLED', package: '$TMP' }
    program.child.stdin.write(`${JSON.stringify(call('ERPWrite', create))}\n`)
    await arrived
    assert.deepEqual(kindsIn(auditFile), ['started', 'intent'])
    program.child.kill('SIGKILL')
    await program.ended
    const report = await verified(auditFile)
    assert.deepEqual(found(report), [[2, 'unended']])
    assert.deepEqual(
      report.unknownOutcomes.map(({ line, words }) => [line, words]),
      [[2, 'ERPWrite create PROG ZKILLED (local at default)']]
    )
    assert.deepEqual(found(await verified(auditFile, { allowUnended: true })), [])
  }
)
