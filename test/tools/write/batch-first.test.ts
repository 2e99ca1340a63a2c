/** Each reason to refuse an entry refuses the batch before its first change, wherever the entry is. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { errorOf } from '../helpers/erp.ts'
import { recordedSandbox } from '../helpers/recorded-sandbox.ts'
import type { RecordedSandbox } from '../helpers/recorded-sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let recorded: RecordedSandbox
before(async () => {
  recorded = await recordedSandbox()
  const fields = { dataType: 'CHAR', length: 4, short: 'Label', shortLength: 5 }
  const element = { action: 'create', type: 'DTEL', name: 'ZBF_ELEMENT', package: '$TMP', fields }
  await toolBench(recorded.erp).data('ERPWrite', element)
})
after(() => recorded?.close())
beforeEach(() => {
  recorded.clear()
})

const program = (name: string) => ({
  action: 'create',
  type: 'PROG',
  name,
  package: '$TMP',
  source: `REPORT ${name.toLowerCase()}.\n`
})
const transportable = { allowTransportableEdits: true, enableTransports: true }
type Options = NonNullable<Parameters<typeof toolBench>[1]>

const reasons: readonly (readonly [string, object, string, Options?])[] = [
  [
    'a package that the policy forbids',
    { ...program('ZBF_A'), package: 'ZFERRY_CORE' },
    'BLOCKED_NOT_TRANSPORTABLE'
  ],
  [
    'a package outside the list',
    { ...program('ZBF_A'), package: '$FERRY_DEMO' },
    'BLOCKED_PACKAGE',
    { policy: { allowedPackages: ['$TMP'] } }
  ],
  [
    'an operation that the policy forbids',
    { action: 'delete', type: 'CLAS', name: 'ZCL_FERRY_MONEY' },
    'BLOCKED_OPERATION',
    { policy: { ...transportable, disallowedOps: 'D' } }
  ],
  [
    'a transportable object without a request',
    { ...program('ZBF_A'), package: 'ZFERRY_CORE' },
    'BLOCKED_TRANSPORT',
    { policy: transportable }
  ],
  [
    'a request that the list forbids',
    { ...program('ZBF_A'), package: 'ZFERRY_CORE', transport: 'SBXK900001' },
    'BLOCKED_TRANSPORT',
    { policy: { ...transportable, allowedTransports: ['OTHR*'] } }
  ],
  [
    'a type whose feature is off, created',
    { action: 'create', type: 'SRVD', name: 'ZBF_SRVD', package: '$TMP' },
    'BLOCKED_FEATURE',
    { features: new Map([['rap', 'absent']]) }
  ],
  ['a name that is not valid', { ...program('ZBF A') }, 'ERP_BAD_NAME'],
  ['a name that is too long', { ...program(`ZBF_${'A'.repeat(40)}`) }, 'ERP_BAD_NAME'],
  ['a type that is not created', { ...program('ZBF_A'), type: 'ENHO' }, 'TOOL_BAD_ARGUMENTS'],
  [
    'a field that the type does not have',
    { action: 'create', type: 'DOMA', name: 'ZBF_D', package: '$TMP', fields: { nope: 1 } },
    'TOOL_BAD_ARGUMENTS'
  ],
  [
    'an object that does not exist',
    { action: 'edit', type: 'CLAS', name: 'ZCL_BF_NONE', edits: [{ old: 'a', new: 'b' }] },
    'ERP_NOT_FOUND'
  ],
  [
    'facts of an object that does not exist',
    { action: 'update', type: 'DOMA', name: 'ZBF_NONE', fields: { length: 3 } },
    'ERP_NOT_FOUND'
  ],
  [
    'facts that contradict what is stored',
    { action: 'update', type: 'DTEL', name: 'ZBF_ELEMENT', fields: { short: 'x'.repeat(9) } },
    'ERP_BAD_REQUEST'
  ],
  ['a package that does not exist', { ...program('ZBF_A'), package: '$ZBF_NONE' }, 'ERP_NOT_FOUND']
]

for (const [what, entry, code, options] of reasons) {
  test(`${what}: ${code}`, async () => {
    const items = [program('ZBF_FIRST'), entry]
    const bench = toolBench(recorded.erp, options)
    const error = errorOf(await bench.call('ERPWrite', { action: 'batch', items }))
    assert.deepEqual([...recorded.changes, ...recorded.locks], [], error.text)
    assert.equal(error.code, code, error.text)
    recorded.clear()
  })
}
