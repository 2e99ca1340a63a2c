/** An interrupted batch goes on by its id: for its caller, at its system, with what is left. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createErp, readSource } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { createKeptCalls, createTokenSigner } from '../../../tools/index.ts'
import type { SharedResults, ToolResult } from '../../../tools/index.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { callerWith, errorOf } from '../helpers/erp.ts'
import { startFaultProxy } from '../helpers/fault-proxy.ts'
import type { FaultProxy } from '../helpers/fault-proxy.ts'
import { isChange } from '../helpers/recorded-sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

const signer = createTokenSigner('a secret of all replicas')
let sandbox: Sandbox
let erp: Erp
let proxy: FaultProxy

before(async () => {
  sandbox = await createTestSandbox({
    users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
  })
  proxy = await startFaultProxy(sandbox.url)
  erp = createErp({
    baseUrl: proxy.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
})
after(async () => {
  await erp?.close()
  await proxy?.close()
  await sandbox?.close()
})
beforeEach(() => {
  proxy.clear()
})

const caller = callerWith('read', 'write', 'admin')
const other = { ...caller, principal: { name: 'another', kind: 'key' as const } }
type Options = NonNullable<Parameters<typeof toolBench>[1]>
const benchWith = (options: Options = {}) =>
  toolBench(erp, { kept: createKeptCalls({ signer, waitMs: 3000 }), ...options })

const programOf = (name: string, value = 1) =>
  `REPORT ${name.toLowerCase()}.\nDATA result TYPE i.\nresult = ${value}.\n`
const creation = (name: string) => ({
  action: 'create',
  type: 'PROG',
  name,
  source: programOf(name)
})
const batchOf = (items: readonly object[]) => ({ action: 'batch', package: '$TMP', items })
const three = (prefix: string) => [1, 2, 3].map(at => creation(`${prefix}_${at}`))
const textOf = async (name: string) =>
  (await readSource(erp.reader, { ref: { type: 'PROG', name } })).text

/** Breaks the connection at the n-th request of a method and path. */
function breakAt(method: string, path: string, nth: number, fate: 'lost' | 'unanswered'): void {
  let count = 0
  proxy.fateOf = (verb, url) =>
    verb === method && url.startsWith(path) && !url.includes('_action') && ++count === nth
      ? fate
      : undefined
}

function idOf(result: ToolResult): string {
  const { resume }: { resume?: string } = ('data' in result ? result.data : undefined) ?? {}
  assert.ok(resume, result.text)
  assert.ok(result.text.includes(`{"action":"batch","resume":"${resume}"}`), result.text)
  return resume
}
function statesOf(result: ToolResult): string[] {
  const { items = [] }: { items?: { state: string }[] } =
    ('data' in result ? result.data : undefined) ?? {}
  return items.map(({ state }) => state)
}
const changes = () =>
  proxy.seen.filter(one => {
    const [method = '', url = ''] = one.split(' ')
    return isChange(method, url)
  })

for (const fate of ['lost', 'unanswered'] as const) {
  test(`a batch whose second source is ${fate} goes on without its items`, async () => {
    const bench = benchWith()
    const items = three(`ZRS_${fate}`.slice(0, 7).toUpperCase())
    breakAt('PUT', '/sap/bc/adt/programs/', 2, fate)
    const broken = errorOf(await bench.call('ERPWrite', batchOf(items)))
    proxy.clear()
    const id = idOf({ kind: 'error', ...broken })
    assert.deepEqual(statesOf({ kind: 'error', ...broken }), ['done', 'begun', 'not begun'])
    const resumed = await bench.call('ERPWrite', { action: 'batch', resume: id })
    assert.equal(resumed.kind, 'data', resumed.text)
    assert.equal(statesOf(resumed)[0], 'was so')
    for (const { name, source } of items) assert.equal(await textOf(name), source)
    proxy.clear()
    assert.deepEqual(await bench.call('ERPWrite', { action: 'batch', resume: id }), resumed)
    assert.deepEqual(proxy.seen, [])
  })
}

test('activate and dryRun may be given with the id, another argument may not', async () => {
  const bench = benchWith()
  const items = three('ZRS_ACT')
  breakAt('PUT', '/sap/bc/adt/programs/', 2, 'lost')
  const id = idOf(await bench.call('ERPWrite', batchOf(items)))
  proxy.clear()
  const planned = await bench.call('ERPWrite', { resume: id, dryRun: true })
  assert.match(planned.text, /DRY RUN of 3 changes/)
  assert.deepEqual(changes(), [])
  for (const wrong of [{ package: '$TMP' }, { name: 'ZRS_ACT_1' }]) {
    const { code, text } = errorOf(await bench.call('ERPWrite', { resume: id, ...wrong }))
    assert.equal(code, 'TOOL_BAD_ARGUMENTS')
    assert.match(text, new RegExp(`${Object.keys(wrong)[0]} cannot be given`))
  }
  const changed = batchOf([...items.slice(1), creation('ZRS_ACT_OTHER')])
  assert.equal(
    errorOf(await bench.call('ERPWrite', { ...changed, resume: id })).code,
    'TOOL_RESUME_DIFFERS'
  )
  const done = await bench.call('ERPWrite', { action: 'batch', resume: id, activate: true })
  assert.match(done.text, /Activated \(verified\)/)
})

test('an id opens nothing for another caller, another system, a changed id or another key', async () => {
  const kept = createKeptCalls({ signer })
  const items = three('ZRS_ID')
  breakAt('PUT', '/sap/bc/adt/programs/', 2, 'lost')
  const id = idOf(await benchWith({ kept }).call('ERPWrite', batchOf(items)))
  proxy.clear()
  const elsewhere = createKeptCalls({ signer: createTokenSigner('x', { place: 'another' }) })
  const refused: readonly (readonly [Options, string])[] = [
    [{ kept, caller: other }, id],
    [{ kept }, id.replace(/.(?=.{4}$)/, letter => (letter === 'A' ? 'B' : 'A'))],
    [{ kept: elsewhere }, id],
    [{ kept }, 'nonsense'],
    [{ kept: createKeptCalls({ signer }) }, id]
  ]
  for (const [options, given] of refused) {
    const { code, text } = errorOf(
      await benchWith(options).call('ERPWrite', { action: 'batch', resume: given })
    )
    assert.equal(code, 'TOOL_RESUME_UNKNOWN')
    assert.match(text, /send all items again: what is done is seen and not done twice/)
    assert.equal(text.includes(id), options.kept === kept && options.caller === undefined, text)
  }
  assert.deepEqual(proxy.seen, [])
  const again = await benchWith().call('ERPWrite', batchOf(items))
  assert.deepEqual(statesOf(again)[0], 'was so', again.text)
})

test('another replica goes on with what is shared, and the policy decides anew', async () => {
  const stored = new Map<string, string>()
  const shared: SharedResults = {
    begin: async () => () => {},
    put: async (id, result) => void stored.set(id, JSON.stringify(result)),
    get: async id => JSON.parse(stored.get(id) ?? 'null') ?? undefined,
    drop: async id => void stored.delete(id)
  }
  const items = three('ZRS_SH')
  breakAt('PUT', '/sap/bc/adt/programs/', 2, 'lost')
  const first = benchWith({ kept: createKeptCalls({ signer, shared }) })
  const id = idOf(await first.call('ERPWrite', batchOf(items)))
  proxy.clear()
  const replica = () => createKeptCalls({ signer, shared })
  const readOnly = benchWith({ kept: replica(), policy: { readOnly: true } })
  assert.equal(errorOf(await readOnly.call('ERPWrite', { resume: id })).code, 'BLOCKED_READ_ONLY')
  assert.deepEqual(changes(), [])
  const resumed = await benchWith({ kept: replica() }).call('ERPWrite', { resume: id })
  assert.equal(resumed.kind, 'data', resumed.text)
  for (const { name, source } of items) assert.equal(await textOf(name), source)
  assert.deepEqual(await benchWith({ kept: replica() }).call('ERPWrite', { resume: id }), resumed)
})

test('what came after an interrupted batch is not undone by going on with it', async () => {
  const bench = benchWith()
  const items = [
    ...three('ZRS_LT'),
    { action: 'edit', type: 'PROG', name: 'ZRS_LT_1', edits: [{ old: '= 1.', new: '= 2.' }] }
  ]
  breakAt('PUT', '/sap/bc/adt/programs/', 4, 'lost')
  const id = idOf(await bench.call('ERPWrite', batchOf(items)))
  proxy.clear()
  const update = async (name: string, value: number) =>
    await bench.data('ERPWrite', {
      action: 'update',
      type: 'PROG',
      name,
      source: programOf(name, value),
      overwrite: true
    })
  await update('ZRS_LT_2', 99)
  await bench.data('ERPWrite', { action: 'delete', type: 'PROG', name: 'ZRS_LT_3' })
  const resumed = await bench.call('ERPWrite', { resume: id })
  assert.equal(resumed.kind, 'data', resumed.text)
  assert.match(resumed.text, /Changed since .*left as it is: create PROG ZRS_LT_2/)
  assert.equal(await textOf('ZRS_LT_1'), programOf('ZRS_LT_1', 2))
  assert.equal(await textOf('ZRS_LT_2'), programOf('ZRS_LT_2', 99))
  assert.equal(await textOf('ZRS_LT_3'), programOf('ZRS_LT_3'))
})

test('the id stands in the progress, and going on waits for the call that is still at work', async () => {
  const kept = createKeptCalls({ signer })
  const bench = benchWith({ kept })
  const items = three('ZRS_PR')
  const leaving = new AbortController()
  proxy.fateOf = (method, url) => {
    if (method === 'PUT' && url.includes('zrs_pr_2')) leaving.abort()
    return undefined
  }
  const [, resumed] = await Promise.all([
    bench.call('ERPWrite', batchOf(items), leaving.signal),
    (async () => {
      while (!leaving.signal.aborted) await new Promise(resolve => setTimeout(resolve, 2))
      // A caller whose answer was lost asks with any id and learns those of its own calls.
      const { text } = errorOf(await bench.call('ERPWrite', { resume: 'lost' }))
      const [, id] = /calls of this caller: (\S+) \((\d) of 3 done/.exec(text) ?? []
      assert.ok(id, text)
      return await bench.call('ERPWrite', { resume: id })
    })()
  ])
  assert.equal(resumed.kind, 'data', resumed.text)
  for (const { name, source } of items) assert.equal(await textOf(name), source)
})

test('calls of one identity are bounded, and a large one has no id', async () => {
  const kept = createKeptCalls({ signer, limits: { most: 4, each: 2, characters: 300 } })
  const args = (text: string) => ({ caller, tool: 'T', args: { text }, steps: 1 })
  assert.equal(await kept.begin(args('x'.repeat(300))), undefined)
  const ids: string[] = []
  for (const text of ['a', 'b', 'c']) {
    const call = await kept.begin(args(text))
    assert.ok(call)
    ids.push(call.id)
    await call.end()
  }
  const [first = '', ...rest] = ids
  await assert.rejects(kept.open(first, { caller, tool: 'T' }), { code: 'TOOL_RESUME_UNKNOWN' })
  for (const [at, id] of rest.entries()) {
    assert.deepEqual(await kept.open(id, { caller, tool: 'T' }), { args: { text: 'bc'[at] } })
  }
  // Running calls are never evicted.
  for (const text of ['d', 'e']) assert.ok(await kept.begin(args(text)))
  assert.equal(await kept.begin(args('f')), undefined)
})

test('two that go on with one batch at once do it once', async () => {
  const bench = benchWith({ kept: createKeptCalls({ signer }) })
  const items = three('ZRS_TW')
  breakAt('PUT', '/sap/bc/adt/programs/', 2, 'lost')
  const id = idOf(await bench.call('ERPWrite', batchOf(items)))
  proxy.clear()
  const results = await Promise.all(
    [1, 2].map(async () => await bench.call('ERPWrite', { resume: id }))
  )
  const codes = results.map(result => (result.kind === 'error' ? result.code : result.kind))
  assert.deepEqual(codes.toSorted(), ['TOOL_RESUME_RUNNING', 'data'], codes.join())
  assert.equal(
    changes().filter(one => one.startsWith('POST /sap/bc/adt/programs/programs?')).length,
    1
  )
})
