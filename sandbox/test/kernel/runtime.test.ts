import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createEngine } from '../../engine/index.ts'
import { loadKernel } from '../../kernel/index.ts'
import { createRuntime } from '../../runtime/index.ts'
import { createDatabase } from '../../sql/index.ts'
import type { Database, Engine, RunAlert, Runtime } from '../../types.ts'

const probes = ['abap/', 'json/'].flatMap(name => {
  const folder = new URL(name, import.meta.url)
  return readdirSync(folder).map(file => ({
    name: file,
    text: readFileSync(new URL(file, folder), 'utf8')
  }))
})

/**
 * The same programs as in kernel.test.ts, in the confined child process that users' programs run
 * in.
 */
describe('kernel library in the runtime', () => {
  const library = loadKernel()
  const dataDir = mkdtempSync(join(tmpdir(), 'kernel-'))
  let engine: Engine
  let runtime: Runtime
  let database: Database

  before(async () => {
    engine = createEngine({ library })
    runtime = createRuntime({ library })
    database = createDatabase({ file: join(dataDir, 'rows.sqlite') })
    await engine.load(probes)
  })

  after(async () => {
    await runtime.close()
    await engine.close()
    database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function run(name: string): Promise<Map<string, readonly RunAlert[]>> {
    const found = await engine.testClasses({
      files: [`${name}.clas.testclasses.abap`],
      overlay: []
    })
    const classes = found.map(test => ({
      file: test.file,
      name: test.name,
      methods: test.methods.map(method => method.name)
    }))
    const result = await runtime.unit({
      files: probes,
      classes,
      tables: [],
      database: database.file
    })
    return new Map(
      result.classes.flatMap(test => [
        [test.name, test.alerts] as const,
        ...test.methods.map(method => [method.name, method.alerts] as const)
      ])
    )
  }

  it('passes the tests of its programs', async () => {
    const results = await run('zcl_kernel_probe')
    assert.ok(results.size > 30)
    assert.deepEqual(
      [...results].filter(([, alerts]) => alerts.length > 0),
      []
    )
  })

  it('writes JSON and reads it', async () => {
    const results = await run('zcl_json_probe')
    assert.ok(results.size > 20)
    assert.deepEqual(
      [...results].filter(([, alerts]) => alerts.length > 0),
      []
    )
  })

  it('reports failures with expected and actual value', async () => {
    const results = await run('zcl_kernel_failures')
    assert.deepEqual(results.get('VALUE')?.[0]?.details.slice(0, 1), ['Expected [4] Actual [5]'])
    assert.equal(
      results.get('MESSAGE_AND_LEVEL')?.[0]?.title,
      "Fatal Assertion Error: 'ASSERT_EQUALS: sum is wrong'"
    )
    assert.equal(results.get('PAST_ANY_CATCH')?.[0]?.kind, 'failedAssertion')
    assert.equal(results.get('GOES_ON')?.length, 2)
    assert.equal(results.get('SKIPPED')?.[0]?.kind, 'warning')
    assert.equal(results.get('UNCAUGHT')?.[0]?.kind, 'exception')
    const source = probes.find(({ name }) => /failures\.clas\.testclasses/.test(name))?.text ?? ''
    const raised = source.split('\n').findIndex(line => /RAISE EXCEPTION/.test(line)) + 1
    assert.ok(results.get('UNCAUGHT')?.[0]?.stack.some(({ row }) => row === raised))
  })
})
