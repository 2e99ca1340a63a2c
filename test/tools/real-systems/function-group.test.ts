/** A function group keeps the include of its function modules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'

test('a source without the include of the function modules is refused, another change is not', async t => {
  const { close, text, data, code } = await startSandboxBench()
  t.after(() => close())
  const group = { type: 'FUGR', name: 'ZG_ONE' }
  await text('ERPWrite', { action: 'create', ...group, package: '$TMP', description: 'One' })
  const update = (source: string) => ({ action: 'update', ...group, source, overwrite: true })
  const complete = '  INCLUDE LZG_ONETOP.\n  INCLUDE LZG_ONEUXX.\n'
  assert.equal(
    await code('ERPWrite', update('  INCLUDE LZG_ONETOP.\n* INCLUDE LZG_ONEUXX.\n')),
    'ERP_BAD_REQUEST'
  )
  assert.equal((await data('ERPWrite', update(complete)))['outcome'], 'done')
  const cut = { action: 'edit', ...group, edits: [{ old: '  INCLUDE LZG_ONEUXX.\n', new: '' }] }
  assert.equal(await code('ERPWrite', cut), 'ERP_BAD_REQUEST')
  assert.match(await text('ERPRead', group), /LZG_ONEUXX/)
})
