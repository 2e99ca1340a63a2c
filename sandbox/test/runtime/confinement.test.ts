/**
 * The walls of a child, each tried from the inside: the process with the permission model, and the
 * realm.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import { startConfined } from '../../runtime/launch.ts'
import { consoleClass, LIMITS, temporaryFolder, unique } from './support.ts'

const folder = realpathSync(temporaryFolder())
const PROBES: Readonly<Record<string, string>> = {
  read: 'fs.readFileSync("/etc/passwd", "utf8")',
  list: 'fs.readdirSync("/etc").join()',
  write: 'fs.writeFileSync("/tmp/escape", "x")',
  beside: 'fs.readFileSync(process.cwd() + "/../outside", "utf8")',
  spawn: 'child.execSync("id").toString()',
  fork: 'child.spawn("id").pid',
  thread: 'new worker.Worker("1", { eval: true })',
  environment: 'JSON.stringify(process.env)',
  own: 'fs.readFileSync(process.argv[2], "utf8")'
}

/** A script of this test in the place of the child's own, under the child's flags. */
async function inProcess(code: string): Promise<string> {
  const own = mkdtempSync(join(folder, 'run-'))
  writeFileSync(join(folder, 'outside'), 'outside')
  const job = join(own, 'job.json')
  writeFileSync(job, '{}')
  const main = join(own, 'probe.mjs')
  writeFileSync(
    main,
    `import fs from 'node:fs'; import child from 'node:child_process'; import worker from 'node:worker_threads'
let said = ''
try { said = String(${code}) } catch (error) { said = 'refused: ' + (error.code ?? error.message) }
fs.writeSync(3, said)
process.exit()`
  )
  const started = startConfined({
    main,
    job,
    read: [own],
    write: own,
    limits: LIMITS,
    isolation: 'none',
    periods: 1,
    onEvent() {}
  })
  let said = ''
  started.stdio[3]?.on('data', (part: Buffer) => {
    said += String(part)
  })
  await once(started, 'close')
  return said
}

/** Kernel code is trusted and may be native: with it the realm is tried from the inside. */
const PROBE = {
  name: 'cl_probe.clas.abap',
  text: `CLASS cl_probe DEFINITION PUBLIC.
  PUBLIC SECTION.
    CLASS-METHODS try IMPORTING code TYPE string RETURNING VALUE(result) TYPE string.
ENDCLASS.
CLASS cl_probe IMPLEMENTATION.
  METHOD try.
    WRITE '@KERNEL const wanted = code.get();'.
    WRITE '@KERNEL const tries = { process: () => typeof globalThis.process, fetch: () => typeof fetch, socket: () => typeof WebSocket, import: () => import("node:fs"), net: () => import("node:net"), data: () => import("data:text/javascript,1"), eval: () => (0, eval)("1+1"), maker: () => (function () {}).constructor("return process")(), async: () => (async () => {}).constructor("return process")() };'.
    WRITE '@KERNEL try { result.set(String(await tries[wanted]())); } catch (error) { result.set("refused: " + String(error?.message ?? error)); }'.
  ENDMETHOD.
ENDCLASS.
`
}

const runtime = createRuntime({ library: [...loadKernel(), PROBE] })
after(() => runtime.close())

async function inRealm(code: string): Promise<string> {
  const name = unique('zcl_')
  const files = [consoleClass(name, `out->write( cl_probe=>try( \`${code}\` ) ).`)]
  const { output, alert } = await runtime.console({ files, class: name, tables: [], database: '' })
  assert.equal(alert, undefined)
  return output.trim()
}

describe('the child process', () => {
  for (const code of ['read', 'list', 'write', 'beside', 'spawn', 'fork', 'thread']) {
    test(`is refused by Node itself: ${code}`, async () => {
      assert.equal(await inProcess(PROBES[code] ?? ''), 'refused: ERR_ACCESS_DENIED')
    })
  }

  test('reads its own folder', async () => {
    assert.equal(await inProcess(PROBES.own ?? ''), '{}')
  })

  test('has an empty environment', async () => {
    const secret = unique('SECRET_')
    process.env[secret] = 'x'
    try {
      assert.doesNotMatch(
        await inProcess(PROBES.environment ?? ''),
        new RegExp(`${secret}|PATH|HOME`)
      )
    } finally {
      Reflect.deleteProperty(process.env, secret)
    }
  })

  test('cannot read another run', async () => {
    const other = join(folder, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'rows'), 'x')
    assert.equal(
      await inProcess(`fs.readFileSync(${JSON.stringify(join(other, 'rows'))}, 'utf8')`),
      'refused: ERR_ACCESS_DENIED'
    )
    rmSync(other, { recursive: true })
  })
})

describe('code that runs in the realm', () => {
  test('finds no process and no network', async () => {
    const found = await Promise.all(['process', 'fetch', 'socket'].map(inRealm))
    assert.deepEqual(found, ['undefined', 'undefined', 'undefined'])
  })

  for (const code of ['import', 'net', 'data', 'maker', 'async', 'eval']) {
    test(`cannot load or make code: ${code}`, async () => {
      assert.match(await inRealm(code), /^refused/)
    })
  }

  test('does not reach a server on this machine', async () => {
    let asked = 0
    const server = createServer((_request, response) => {
      asked++
      response.end('x')
    }).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const name = unique('zcl_')
      const body = `TRY.\n    CALL METHOD ('CL_HTTP_CLIENT')=>('CREATE_BY_URL') EXPORTING url = '${url}'.\n  CATCH cx_root.\nENDTRY.`
      await runtime.console({
        files: [consoleClass(name, body)],
        class: name,
        tables: [],
        database: ''
      })
      assert.equal(asked, 0)
    } finally {
      server.close()
    }
  })
})
