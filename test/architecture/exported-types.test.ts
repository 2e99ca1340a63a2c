/** The list of exported types is complete: there is a type test for each of them. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('every exported type has its type test', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tooling/exported-types.ts', '--check'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8'
  })
  assert.equal(status, 0, stderr)
})
