/** The process of a check in the twin: its limits and its end. Its work: `sandbox/test/twin/`. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ErpError } from '../erp-client/index.ts'
import type { Twin, TwinInput, TwinRead, TwinVerdict } from '../tools/index.ts'
import { createTwin } from '../twin-process.ts'
import type { TwinOptions } from '../twin-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'twin-process-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

/** A twin whose child runs this code in place of the sandbox's. */
function twinOf(code: string, options: TwinOptions = {}): Twin {
  const file = join(folder, `child${++count}.mjs`)
  writeFileSync(file, `${code}\nprocess.on('disconnect', () => process.exit())\n`)
  return createTwin({ endMilliseconds: 200, ...options, entry: () => pathToFileURL(file) })
}

const onCheck = (code: string) =>
  `process.on('message', async message => { if (message.kind === 'check') { ${code} } })
   process.send({ kind: 'ready' })`
const absent = async (): Promise<TwinRead> => ({ absence: 'absent', requests: 1 })
const input: TwinInput = { objects: [], read: absent, readRest: absent }
const signal = () => new AbortController().signal
const failure = (code: string, message: RegExp) => (error: unknown) => {
  assert.equal((error as { code?: string }).code, code)
  assert.match((error as Error).message, message)
  return true
}

test('a verdict comes from a child that has no variable of the bridge, and leaves no folder', async () => {
  process.env['ERP_PASSWORD'] = 'secret'
  const twin = twinOf(
    onCheck(
      "process.send({ kind: 'verdict', verdict: { folder: message.request.folder, names: Object.keys(process.env) } })"
    )
  )
  const verdict: unknown = await twin.check(input, signal())
  delete process.env['ERP_PASSWORD']
  const { folder: used, names } = verdict as { folder: string; names: string[] }
  assert.ok(!names.includes('ERP_PASSWORD') && !names.includes('PATH'), names.join())
  assert.equal(existsSync(used), false)
})

test('an error of the ERP ends the check with that error', async () => {
  const error = new ErpError('ERP_FORBIDDEN', 'no', { outcome: 'failed' })
  const twin = twinOf(
    onCheck("process.send({ kind: 'read', id: 1, wanted: { name: 'ZX', use: 'class' } })")
  )
  const read = async () => await Promise.reject(error)
  await assert.rejects(twin.check({ ...input, read }, signal()), thrown => thrown === error)
})

const ends = [
  ['a child that ends', 'process.exit(3)', /exit code 3/],
  ['a child that answers nothing', '', /longer than/],
  ['a child in an endless loop', 'for (;;) {}', /longer than/],
  ['an error of the engine', "process.send({ kind: 'failed', message: 'it broke' })", /it broke/]
] as const
for (const [what, code, message] of ends) {
  test(`${what} is a clear error`, async () => {
    const twin = twinOf(onCheck(code), { milliseconds: 1000 })
    await assert.rejects(twin.check(input, signal()), failure('TWIN_FAILED', message))
  })
}

test('a check that is cancelled ends, and its place is free', async () => {
  const twin = twinOf(
    onCheck("if (message.request.tests) return; process.send({ kind: 'verdict', verdict: {} })"),
    {
      atATime: 1,
      waiting: 1
    }
  )
  const cancel = new AbortController()
  const first = twin.check(input, cancel.signal)
  const waiting = new AbortController()
  const second = twin.check(input, waiting.signal)
  await assert.rejects(twin.check(input, signal()), failure('TWIN_BUSY', /1 check/))
  waiting.abort(new Error('second'))
  await assert.rejects(second, /second/)
  cancel.abort(new Error('first'))
  await assert.rejects(first, /first/)
  assert.deepEqual(await twin.check({ ...input, tests: false }, signal()), {})
})

test('without the package of the sandbox the error says so', async () => {
  const twin = createTwin({
    entry: () => {
      throw new Error('the sandbox is not installed')
    }
  })
  await assert.rejects(twin.check(input, signal()), failure('TWIN_NOT_INSTALLED', /not installed/))
})

test('the child of the sandbox checks staged objects', async () => {
  const source = (name: string, value: string) =>
    `INTERFACE ${name} PUBLIC.\n  CONSTANTS one TYPE i VALUE ${value}.\nENDINTERFACE.\n`
  const objects = [
    { type: 'INTF', name: 'ZIF_A', parts: [{ part: 'main', text: source('zif_a', 'zif_b=>one') }] },
    { type: 'INTF', name: 'ZIF_B', parts: [{ part: 'main', text: source('zif_b', '1') }] }
  ]
  const twin = createTwin()
  const verdict: TwinVerdict = await twin.check({ ...input, objects }, signal())
  assert.deepEqual([verdict.result, verdict.checked, verdict.findings], ['clean', 2, []])
  assert.match(verdict.reach, /not that of the ERP/)
})
