/**
 * Hostile programs reach no file, environment, process, TCP port or UNIX socket, also without what
 * the platform puts around them.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import type { UnitRun } from '../../types.ts'
import { sampled } from '../../../test/helpers/sample.ts'
import { corpus, type Hostile } from './escape-corpus.ts'
import { column, database, temporaryFolder, unique } from './support.ts'

const folder = realpathSync(temporaryFolder())
const targets = { port: 0, socket: join(folder, 's'), file: join(folder, 'written') }
const connections: string[] = []
const tcp = createServer(socket => {
  connections.push('tcp')
  socket.on('error', () => {}).destroy()
})
const unix = createServer(socket => {
  connections.push('unix')
  socket.on('error', () => {}).destroy()
})
const SECRET = unique('SECRET_')
const TABLE = {
  name: 'ZINJ',
  description: 'Rows',
  columns: [column('id', 'CHAR', 30, { key: true })]
}
const rows = database(folder, [{ shape: TABLE, rows: [{ ID: '1' }] }])
const LIMITS = { milliseconds: 4000, memoryMegabytes: 96, outputBytes: 64 * 1024 }

tcp.listen(0, '127.0.0.1')
unix.listen(targets.socket)
await Promise.all([once(tcp, 'listening'), once(unix, 'listening')])
targets.port = (tcp.address() as AddressInfo).port
process.env[SECRET] = 'planted'
const programs = corpus(targets)
const runtimeFolder = join(folder, 'runtime')
// namespaces would hide what the inner walls let through
const runtime = createRuntime({ library: loadKernel(), folder: runtimeFolder, isolation: 'none' })
after(() => {
  tcp.close()
  unix.close()
})

before(async () => {
  await Promise.all(
    [connect(targets.port), connect(targets.socket)].map(async socket => {
      await once(
        socket.on('error', () => {}),
        'close'
      )
    })
  )
  assert.deepEqual(connections.splice(0).toSorted(), ['tcp', 'unix'])
})

async function run({ files, methods }: Hostile): Promise<UnitRun> {
  const classes = [{ file: 'zcl_inj.clas.testclasses.abap', name: 'LTCL_TEST', methods }]
  return await runtime.unit({
    files,
    classes,
    tables: [TABLE],
    database: rows.file,
    limits: LIMITS
  })
}

/** Processes that name the folder of the runs. */
function left(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(id => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(runtimeFolder)
      } catch {
        return false
      }
    })
}

describe('hostile programs', () => {
  test('are as many as they should be', () => {
    assert.ok(programs.length >= 250, String(programs.length))
    assert.ok(programs.flatMap(({ methods }) => methods).length >= 2000)
  })

  // The whole list runs with `npm run test:attack`.
  for (const program of sampled(programs, 8)) {
    test(program.title.replaceAll('\n', ' '), async () => {
      const said = JSON.stringify(await run(program))
      assert.doesNotMatch(said, new RegExp(`root:|${SECRET}|REACHED`))
      assert.deepEqual(connections, [])
      assert.equal(existsSync(targets.file), false)
    })
  }

  test('a harmless one among them runs', async () => {
    const [first] = programs
    assert.ok(first !== undefined)
    const files = first.files.map(file => ({
      ...file,
      text: file.text.replace(/METHOD t0\.[^]*?ENDMETHOD/, 'METHOD t0.\n  ENDMETHOD')
    }))
    const {
      classes: [result]
    } = await run({ ...first, files, methods: ['t0'] })
    assert.deepEqual([result?.alerts, result?.methods[0]?.alerts], [[], []])
  })

  test('leave no process running', async () => {
    await runtime.close()
    assert.deepEqual(left(), [])
    assert.deepEqual(connections, [])
  })
})
