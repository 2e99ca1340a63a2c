import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadKernel } from '../../../sandbox/kernel/index.ts'
import { createRuntime } from '../../../sandbox/runtime/index.ts'
import { consoleClass, unique } from './support.ts'

/** Kernel code is trusted and may be native: with it the walls are tried from the inside. */
const PROBE = {
  name: 'cl_probe.clas.abap',
  text: `CLASS cl_probe DEFINITION PUBLIC.
  PUBLIC SECTION.
    CLASS-DATA answer TYPE string.
    CLASS-METHODS class_constructor.
    CLASS-METHODS early IMPORTING code TYPE string RETURNING VALUE(result) TYPE string.
    CLASS-METHODS late IMPORTING code TYPE string RETURNING VALUE(result) TYPE string.
ENDCLASS.
CLASS cl_probe IMPLEMENTATION.
  METHOD class_constructor.
    WRITE '@KERNEL globalThis.probe = { process: globalThis.process, fs: await import("node:fs"), child: await import("node:child_process"), worker: await import("node:worker_threads") };'.
  ENDMETHOD.
  METHOD early.
    WRITE '@KERNEL const wanted = code.get();'.
    WRITE '@KERNEL const { fs, child, worker, process } = globalThis.probe;'.
    WRITE '@KERNEL const tries = { read: () => fs.readFileSync("/etc/passwd", "utf8"), list: () => fs.readdirSync("/etc").join(), write: () => fs.writeFileSync("/tmp/escape", "x"), exists: () => String(fs.existsSync("/etc/passwd")), home: () => fs.readFileSync(process.cwd() + "/../../../../outside", "utf8"), spawn: () => child.execSync("id").toString(), fork: () => child.spawn("id").pid, thread: () => String(new worker.Worker("1", { eval: true })), env: () => JSON.stringify(process.env), binding: () => String(process.binding("fs")), args: () => process.argv.length + "" };'.
    WRITE '@KERNEL try { result.set(String(tries[wanted]())); } catch (error) { result.set("refused: " + (error.code ?? error.message)); }'.
  ENDMETHOD.
  METHOD late.
    WRITE '@KERNEL const wanted = code.get();'.
    WRITE '@KERNEL const tries = { process: () => typeof globalThis.process, fetch: () => typeof fetch, socket: () => typeof WebSocket, import: () => import("node:fs"), net: () => import("node:net"), data: () => import("data:text/javascript,1"), eval: () => (0, eval)("1+1"), maker: () => (function () {}).constructor("return process")(), async: () => (async () => {}).constructor("return process")() };'.
    WRITE '@KERNEL try { result.set(String(await tries[wanted]())); } catch (error) { result.set("refused: " + error.message); }'.
  ENDMETHOD.
ENDCLASS.
`
}

const runtime = createRuntime({ library: [...loadKernel(), PROBE] })
after(() => runtime.close())

async function probe (method: 'early' | 'late', code: string): Promise<string> {
  const name = unique('zcl_')
  const { output, alert } = await runtime.console({ files: [consoleClass(name, `out->write( cl_probe=>${method}( \`${code}\` ) ).`)], class: name, tables: [], database: '' })
  assert.equal(alert, undefined)
  return output.trim()
}

describe('the child process', () => {
  for (const code of ['read', 'list', 'write', 'home', 'spawn', 'fork', 'thread']) {
    test(`is refused by Node itself: ${code}`, async () => { assert.equal(await probe('early', code), 'refused: ERR_ACCESS_DENIED') })
  }

  test('has an empty environment', async () => {
    const secret = unique('SECRET_')
    process.env[secret] = 'x'
    try {
      assert.doesNotMatch(await probe('early', 'env'), new RegExp(`${secret}|PATH|HOME`))
    } finally {
      Reflect.deleteProperty(process.env, secret)
    }
  })

  test('cannot read beside its folders', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-runtime-beside-'))
    try {
      writeFileSync(join(folder, 'outside'), 'x')
      assert.match(await probe('early', 'home'), /^refused/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('code that runs in the child', () => {
  test('finds no process and no network', async () => {
    assert.deepEqual([await probe('late', 'process'), await probe('late', 'fetch'), await probe('late', 'socket')], ['undefined', 'undefined', 'undefined'])
  })

  for (const code of ['import', 'net', 'data', 'maker', 'async', 'eval']) {
    test(`cannot load or make code: ${code}`, async () => { assert.match(await probe('late', code), /^refused/) })
  }

  test('does not reach a server on this machine', async () => {
    let asked = 0
    const server = createServer((_request, response) => { asked++; response.end('x') }).listen(0, '127.0.0.1')
    try {
      await new Promise(resolve => server.once('listening', resolve))
      const name = unique('zcl_')
      const body = `DATA lo TYPE REF TO object.\nTRY.\n    CALL METHOD ('CL_HTTP_CLIENT')=>('CREATE_BY_URL') EXPORTING url = 'http://127.0.0.1:${(server.address() as AddressInfo).port}'.\n  CATCH cx_root.\nENDTRY.`
      await runtime.console({ files: [consoleClass(name, body)], class: name, tables: [], database: '' })
      assert.equal(asked, 0)
    } finally {
      server.close()
    }
  })
})
