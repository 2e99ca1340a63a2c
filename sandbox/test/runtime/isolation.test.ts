/**
 * Namespaces around a child: what a process in them reaches, at every level that this machine
 * permits.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { describeIsolation, isolated, isolation, type Isolation } from '../../runtime/isolation.ts'
import { createRuntime } from '../../runtime/index.ts'
import { startConfined } from '../../runtime/launch.ts'
import { loadKernel } from '../../kernel/index.ts'
import { consoleClass, LIMITS, temporaryFolder, unique } from './support.ts'

const folder = realpathSync(temporaryFolder())
const socket = join(folder, 's')
const seen = { tcp: 0, unix: 0 }
const tcp = createServer(connection => {
  seen.tcp++
  connection.on('error', () => {}).destroy()
})
const unix = createServer(connection => {
  seen.unix++
  connection.on('error', () => {}).destroy()
})
const ORDER: readonly Isolation[] = ['none', 'network', 'full']
let most: Isolation = 'none'

before(async () => {
  tcp.listen(0, '127.0.0.1')
  unix.listen(socket)
  await Promise.all([once(tcp, 'listening'), once(unix, 'listening')])
  most = await isolation()
})
after(() => {
  tcp.close()
  unix.close()
})

/**
 * A script in the child's place that tries both kinds of socket and looks for what it must not see.
 */
async function reached(
  level: Isolation
): Promise<{ readonly sockets: string; readonly sees: string }> {
  const own = mkdtempSync(join(folder, 'run-'))
  const job = join(own, 'job.json')
  writeFileSync(job, '{}')
  const main = join(own, 'probe.mjs')
  const { port } = tcp.address() as AddressInfo
  writeFileSync(
    main,
    `import fs from 'node:fs'; import net from 'node:net'; import os from 'node:os'
const tried = options => new Promise(resolve => { const s = net.connect(options); s.on('connect', () => resolve('open')); s.on('error', error => resolve(error.code)); })
const sockets = [await tried({ port: ${port}, host: '127.0.0.1' }), await tried({ path: ${JSON.stringify(socket)} })].map(each => each === 'open' ? 'open' : 'closed')
fs.writeSync(3, sockets.join() + ' ' + Object.keys(os.networkInterfaces()).length)
process.exit()`
  )
  const started = startConfined({
    main,
    job,
    read: [own],
    write: own,
    limits: LIMITS,
    isolation: level,
    periods: 1,
    onEvent() {}
  })
  let said = ''
  started.stdio[3]?.on('data', (part: Buffer) => {
    said += String(part)
  })
  await once(started, 'close')
  const [sockets = '', sees = ''] = said.split(' ')
  return { sockets, sees }
}

/** Node.js closes the network by itself from this version on. */
const PERMISSION_COVERS_NETWORK = 25
const EXPECTED: Readonly<Record<Isolation, string>> = {
  none: 'open,open',
  network: 'closed,open',
  full: 'closed,closed'
}

describe('a process that has sockets', () => {
  for (const level of ORDER) {
    test(`${level}: ${EXPECTED[level]}`, async t => {
      if (ORDER.indexOf(level) > ORDER.indexOf(most)) return t.skip(`this machine permits ${most}`)
      if (Number(process.versions.node.split('.')[0]) >= PERMISSION_COVERS_NETWORK) {
        return t.skip('Node.js closes the network')
      }
      const before = { ...seen }
      const { sockets } = await reached(level)
      assert.equal(sockets, EXPECTED[level])
      assert.deepEqual(
        [seen.tcp > before.tcp, seen.unix > before.unix],
        EXPECTED[level].split(',').map(each => each === 'open')
      )
    })
  }
})

describe('programs at every level', () => {
  for (const level of ORDER) {
    test(level, async t => {
      if (ORDER.indexOf(level) > ORDER.indexOf(most)) return t.skip(`this machine permits ${most}`)
      const said: string[] = []
      const runtime = createRuntime({
        library: loadKernel(),
        isolation: level,
        log: {
          info: text => {
            said.push(text)
          },
          warn: text => {
            said.push(text)
          }
        }
      })
      t.after(() => runtime.close())
      const name = unique('zcl_')
      const { output, alert } = await runtime.console({
        files: [consoleClass(name, 'out->write( |{ 6 * 7 }| ).')],
        class: name,
        tables: [],
        database: ''
      })
      assert.deepEqual([output, alert], ['42\n', undefined])
      assert.deepEqual(said, [describeIsolation(level)])
    })
  }

  test('the command is unchanged without a level, and contains existing paths only', () => {
    const around = { root: join(folder, 'root'), visible: [folder, '/not/there'], folder }
    assert.deepEqual(isolated('none', around, ['a', 'b']), ['a', 'b'])
    assert.deepEqual(isolated('network', around, ['a']).slice(-1), ['a'])
    assert.equal(existsSync(around.root), false)
    assert.equal(isolated('full', around, ['a']).includes('/not/there'), false)
    assert.equal(existsSync(around.root), true)
  })
})
