/** Services that answer for names that do not exist. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'

test('an empty source of a behavior definition that does not exist is no source', async t => {
  const bench = await startSandboxBench()
  t.after(() => bench.close())
  assert.equal(await bench.code('ERPRead', { type: 'BDEF', name: 'ZI_NOPE' }), 'ERP_NOT_FOUND')
  assert.equal(
    await bench.code('ERPWrite', {
      action: 'update',
      type: 'BDEF',
      name: 'ZI_NOPE',
      source: 'managed;',
      overwrite: true
    }),
    'ERP_NOT_FOUND'
  )
})
