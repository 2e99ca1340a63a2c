import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, test } from 'node:test'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import { createTranspiler } from '../../runtime/transpiler.ts'
import { consoleClass, LIMITS, unique } from './support.ts'

const folders = (): string[] =>
  readdirSync(tmpdir()).filter(name => name.startsWith('sandbox-runtime-'))

describe('the runtime', () => {
  test('translates the whole kernel library', async t => {
    const transpiler = createTranspiler(loadKernel())
    t.after(() => transpiler.close())
    const { problems, modules } = await transpiler.library()
    assert.deepEqual(problems, [])
    assert.ok(modules.length > 50)
  })

  test('ends its children and leaves no files when it is closed', async () => {
    const before = new Set(folders())
    const runtime = createRuntime({ library: loadKernel() })
    const own = folders().filter(name => !before.has(name))
    const name = unique('zcl_')
    const run = runtime.console({
      files: [consoleClass(name, 'DO.\nENDDO.')],
      class: name,
      tables: [],
      database: '',
      limits: { ...LIMITS, milliseconds: 60_000 }
    })
    const settled = run.then(
      result => result.alert?.kind,
      () => 'rejected'
    )
    await new Promise(resolve => {
      setTimeout(resolve, 1500)
    })
    await runtime.close()
    assert.ok(['limit', 'rejected'].includes(String(await settled)))
    assert.deepEqual(
      folders().filter(folder => own.includes(folder)),
      []
    )
    await assert.rejects(
      runtime.console({ files: [], class: name, tables: [], database: '' }),
      /closed/
    )
  })

  test('a source that no parser survives is an answer, and the next one is served', async t => {
    const runtime = createRuntime({ library: loadKernel() })
    t.after(() => runtime.close())
    const name = unique('zcl_')
    const deep = `DATA(x) = ${'( '.repeat(40_000)}1${' )'.repeat(40_000)}.`
    const { alert } = await runtime.console({
      files: [consoleClass(name, deep)],
      class: name,
      tables: [],
      database: '',
      limits: LIMITS
    })
    assert.ok(alert !== undefined)
    const next = await runtime.console({
      files: [consoleClass(name, 'out->write( 1 ).')],
      class: name,
      tables: [],
      database: '',
      limits: LIMITS
    })
    assert.deepEqual(next, { output: '1\n' })
  })
})
