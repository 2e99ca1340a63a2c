/** SIGHUP at a real process: the systems file is read again, and nothing else ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, post } from '../helpers/bridge-app.ts'
import { createLandscapeFile, entryOf, read } from '../helpers/landscape.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import { createStubErp, markOf } from '../helpers/stub-erp.ts'
import { until } from '../helpers/until.ts'

const timeout = 60_000
const marked = (text: string, system: string) =>
  text.includes(markOf(system, 'Z_A', `TECH_${system.toUpperCase()}`))

async function ground(t: TestContext) {
  const file = createLandscapeFile(t)
  const [dev, qas] = await Promise.all(['dev', 'qas'].map(name => createStubErp(t, name)))
  assert.ok(dev && qas)
  const entries = { dev: entryOf(file, dev), qas: entryOf(file, qas) }
  file.write(entries)
  const port = await freePort()
  const address = ['--transport', 'http-streamable', '--http-addr', `127.0.0.1:${port}`]
  const bridge = run(t, 'cli.ts', { args: ['--systems-file', file.path, ...address] })
  await bridge.until('MCP at')
  const urlOf = (name: string) => new URL(`http://127.0.0.1:${port}/mcp/${name}`)
  const statusOf = async (name: string) => (await post(urlOf(name), call('ERPRead'))).status
  const hangUp = (times = 1) => {
    for (let count = 0; count < times; count++) bridge.child.kill('SIGHUP')
  }
  const countOf = (text: string) => bridge.err().split(text).length - 1
  const end = async () => {
    bridge.child.kill('SIGTERM')
    assert.equal(await bridge.ended, 0, bridge.err())
  }
  return { ...bridge, file, entries, dev, qas, urlOf, statusOf, hangUp, countOf, end }
}

test('reads the file at once, while calls in flight end on their system', { timeout }, async t => {
  const { file, entries, qas, urlOf, statusOf, hangUp, countOf, end } = await ground(t)
  qas.delayMs = 600
  const inFlight = read(urlOf('qas'), 'Z_A')
  await until(() => qas.paths.length > 0)
  // The comparison by content has just seen a change, so that its next look is 2 s away.
  file.write({ ...entries, extra: entries.dev })
  await until(() => countOf('system added') === 1 && countOf('"extra"') > 0)
  file.write({ dev: entries.dev })
  hangUp()
  await until(() => countOf('system removed') === 2, 1500)
  assert.equal(await statusOf('qas'), 403)
  assert.ok(marked(await inFlight, 'qas'))
  assert.ok(marked(await read(urlOf('dev'), 'Z_A'), 'dev'))
  await end()
})

test(
  'many at once, and with a damaged file, leave the systems as they are',
  { timeout },
  async t => {
    const { child, file, entries, urlOf, hangUp, countOf, until: said, end } = await ground(t)
    file.damage('{')
    hangUp(50)
    await said('the systems file cannot be read again')
    hangUp(50)
    await sleep(300)
    assert.equal(countOf('the systems file cannot be read again'), 1, 'once for one reason')
    assert.equal(child.exitCode, null)
    assert.ok(marked(await read(urlOf('dev'), 'Z_A'), 'dev'))
    file.write({ dev: { ...entries.dev, title: 'Changed' }, qas: entries.qas })
    hangUp(50)
    await said('system replaced')
    assert.ok(marked(await read(urlOf('dev'), 'Z_A'), 'dev'))
    assert.equal(countOf('system replaced'), 1)
    await end()
  }
)

test('without a systems file it ends the process', { timeout }, async t => {
  const erp = await createStubErp(t, 'dev')
  const args = ['--url', erp.url, '--user', erp.user, '--password', erp.password]
  const address = ['--transport', 'http-streamable', '--http-addr', `127.0.0.1:${await freePort()}`]
  const bridge = run(t, 'cli.ts', { args: [...args, ...address] })
  await bridge.until('MCP at')
  bridge.child.kill('SIGHUP')
  assert.equal(await bridge.ended, 0, bridge.err())
})
