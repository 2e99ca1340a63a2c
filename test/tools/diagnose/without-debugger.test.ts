/** Debugging on a system that has no debugger: the answer names it, and nothing is begun. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { benchOf, recordingErp } from '../helpers/erp.ts'
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

const args = {
  breakpoints: [{ type: 'CLAS', name: 'ZCL_DEBUGGED', line: 1 }],
  trigger: 'unit_test',
  type: 'CLAS',
  name: 'ZCL_DEBUGGED'
}

const discovery = (collection: string) =>
  `<app:service xmlns:app="http://www.w3.org/2007/app"><app:workspace><app:collection href="${collection}"/></app:workspace></app:service>`
const missing =
  '<exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><type id="ExceptionResourceNotFound"/><message lang="EN">Resource /sap/bc/adt/debugger does not exist.</message></exc:exception>'

test('the sandbox has no debugger of database procedures, and says so before anything runs', async () => {
  const { text } = await bench.call('ERPDiagnose', { action: 'amdp_run', ...args })
  assert.match(text, /^NOT_SUPPORTED_BY_RELEASE: /)
  // dumps are no way of a system that has none
  assert.doesNotMatch(text, /dumps/)
})

test('a refusal names only ways that the system has', async () => {
  const lacking = ['system_messages', 'gateway_errors', 'sql_trace']
  for (const action of lacking) {
    const { text } = await bench.call('ERPDiagnose', { action })
    assert.match(text, /^NOT_SUPPORTED_BY_RELEASE: [^]*Systems have it since/, action)
    assert.doesNotMatch(text, /[Tt]ransaction|SNAP_ADT|Instead/, action)
  }
  const { text } = await bench.call('ERPManage', { action: 'git_repos' })
  assert.doesNotMatch(text, /ZABAPGIT/)
})

test('ways that need another service depend on what the system announces', async t => {
  for (const [collections, says] of [
    ['/sap/bc/adt/feeds', /unit_test shows [^]*dumps shows where/],
    ['/sap/bc/adt/atc/worklists', /unit_test shows[^]*tests\.$/]
  ] as const) {
    const { erp } = await recordingErp(t, ({ path }) =>
      path.endsWith('/discovery')
        ? {
            status: 200,
            headers: { 'content-type': 'application/xml' },
            body: discovery(collections)
          }
        : {
            status: 404,
            headers: { 'content-type': 'application/xml' },
            body: missing
          }
    )
    const policy = { expert: new Set(['execute', 'debug'] as const) }
    const result = await benchOf({ erp, policy }).call('ERPDiagnose', {
      action: 'debug_run',
      ...args
    })
    assert.match(result.text, says)
  }
})
