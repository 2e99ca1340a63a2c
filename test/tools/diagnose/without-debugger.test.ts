/** Debugging on a system that has no debugger: the answer names it, and nothing is begun. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench

before(async () => {
  bench = await startSandboxBench({
    policy: { expert: new Set(['execute', 'debug', 'amdp'] as const) }
  })
  const made = await bench.call('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_DEBUGGED',
    package: '$TMP',
    activate: true
  })
  assert.equal(made.kind, 'data', made.text)
})

after(async () => {
  await bench?.close()
})

test('the sandbox has no debugger, and says so before anything runs', async () => {
  const args = {
    breakpoints: [{ type: 'CLAS', name: 'ZCL_DEBUGGED', line: 1 }],
    trigger: 'unit_test',
    type: 'CLAS',
    name: 'ZCL_DEBUGGED'
  }
  for (const action of ['debug_run', 'amdp_run']) {
    const result = await bench.call('ERPDiagnose', { action, ...args })
    assert.match(result.text, /^NOT_SUPPORTED_BY_RELEASE: [^]*Instead: /, action)
  }
})
