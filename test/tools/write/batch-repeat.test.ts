/** A batch that breaks off says of each entry what became of it, and can be sent again. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createErp, readSource } from '../../../erp-client/index.ts'
import type { Erp } from '../../../erp-client/index.ts'
import { createSandbox } from '../../../sandbox/server.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import type { ToolResult } from '../../../tools/index.ts'
import { errorOf } from '../helpers/erp.ts'
import { startFaultProxy } from '../helpers/fault-proxy.ts'
import type { FaultProxy } from '../helpers/fault-proxy.ts'
import { isChange } from '../helpers/recorded-sandbox.ts'
import { toolBench } from '../helpers/sandbox-bench.ts'

let sandbox: Sandbox
let erp: Erp
let bench: ReturnType<typeof toolBench>
let proxy: FaultProxy
const changes = () =>
  proxy.seen
    .map(one => one.split(' ') as [string, string])
    .filter(([method, url]) => isChange(method, url))
    .map(([method, url]) => `${method} ${url.split('?')[0]}`)

before(async () => {
  sandbox = await createSandbox({
    users: [
      { name: 'DEVELOPER', password: 'secret-1', fullName: 'One' },
      { name: 'OTHER', password: 'secret-2', fullName: 'Two' }
    ]
  })
  proxy = await startFaultProxy(sandbox.url)
  erp = createErp({
    baseUrl: proxy.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'DEVELOPER', password: 'secret-1' }
  })
  bench = toolBench(erp)
})
after(async () => {
  await erp?.close()
  await proxy?.close()
  await sandbox?.close()
})
beforeEach(() => {
  proxy.clear()
})

const classOf = (name: string, value = 1) =>
  `CLASS ${name} DEFINITION PUBLIC FINAL CREATE PUBLIC.\n  PUBLIC SECTION.\n` +
  `    METHODS run RETURNING VALUE(result) TYPE i.\nENDCLASS.\nCLASS ${name} IMPLEMENTATION.\n  METHOD run.\n    result = ${value}.\n  ENDMETHOD.\nENDCLASS.\n`
const creation = (name: string) => ({
  action: 'create',
  type: 'CLAS',
  name,
  source: classOf(name.toLowerCase())
})
const batchOf = (items: readonly object[]) => ({ action: 'batch', package: '$TMP', items })

interface State {
  readonly action: string
  readonly name: string
  readonly state: string
}
function statesOf(result: ToolResult): string[] {
  assert.ok('data' in result, result.text)
  const { items } = (result.data ?? {}) as { items?: State[] }
  assert.ok(items, result.text)
  return items.map(({ action, name, state = 'done' }) => `${action} ${name} ${state}`)
}
const textOf = async (name: string, type = 'CLAS') =>
  (await readSource(erp.reader, { ref: { type, name } })).text
/** Sends the batch again, and asserts that every class is there with its source. */
async function again(
  items: readonly { readonly name: string; readonly source?: string }[]
): Promise<ToolResult> {
  proxy.fateOf = () => undefined
  const result = await bench.call('ERPWrite', { ...batchOf(items), activate: true })
  assert.equal(result.kind, 'data', result.text)
  for (const { name, source } of items) {
    if (source !== undefined) assert.equal(await textOf(name), source)
  }
  return result
}

for (const [what, fate, states] of [
  [
    'POST /sap/bc/adt/oo/classes',
    'lost',
    ['create ZCL_R0_1 done', 'create ZCL_R0_2 unknown', 'create ZCL_R0_3 not begun']
  ],
  [
    'POST /sap/bc/adt/oo/classes',
    'unanswered',
    ['create ZCL_R1_1 done', 'create ZCL_R1_2 unknown', 'create ZCL_R1_3 not begun']
  ],
  [
    'PUT /sap/bc/adt/oo/classes/',
    'lost',
    ['create ZCL_R2_1 done', 'create ZCL_R2_2 begun', 'create ZCL_R2_3 not begun']
  ],
  [
    'PUT /sap/bc/adt/oo/classes/',
    'unanswered',
    ['create ZCL_R3_1 done', 'create ZCL_R3_2 begun', 'create ZCL_R3_3 not begun']
  ]
] as const) {
  test(`${what} is ${fate}`, async () => {
    const prefix = states[0].slice(7, 13)
    const items = [1, 2, 3].map(at => creation(`${prefix}_${at}`))
    const [method = '', path = ''] = what.split(' ')
    let seen = 0
    proxy.fateOf = (verb, url) => {
      const isIt =
        verb === method && url.startsWith(path) && !url.includes('_action') && ++seen === 2
      // The lock of a write ends with its session, which would outlive the test.
      return isIt ? fate : seen >= 2 && method === 'POST' ? 'lost' : undefined
    }
    const broken = await bench.call('ERPWrite', batchOf(items))
    assert.equal(errorOf(broken).text.includes('Nothing was activated'), true, broken.text)
    assert.deepEqual(statesOf(broken), states, broken.text)
    assert.match(
      broken.text,
      /\nDone: create CLAS .*\nNot begun: create CLAS |\nDone: create CLAS .*\n(?:Outcome unknown|Created without its content).*: create CLAS .*\nNot begun: create CLAS /
    )
    const repeated = await again(items)
    assert.match(repeated.text, /\nActivated \(verified\)|Activated/)
    assert.equal(statesOf(repeated)[0], `create ${items[0]?.name} was so`)
    proxy.seen.length = 0
    const third = await again(items)
    assert.match(third.text, /3 changes, 3 of them done before/)
    assert.deepEqual(
      changes().filter(one => !one.includes('/activation')),
      []
    )
  })
}

test('a caller who leaves in the middle gets whole entries or none', async () => {
  const items = Array.from({ length: 6 }, (_none, at) => creation(`ZCL_RL_${at}`))
  const leaving = new AbortController()
  let created = 0
  proxy.fateOf = (method, url) => {
    if (method === 'POST' && url.startsWith('/sap/bc/adt/oo/classes?') && ++created === 3) {
      setTimeout(() => {
        leaving.abort()
      }, 1)
    }
    return undefined
  }
  const broken = await bench.call('ERPWrite', batchOf(items), leaving.signal)
  const states = statesOf(broken).map(one => one.split(' ').slice(2).join(' '))
  assert.ok(!states.includes('begun') && states.includes('not begun'), broken.text)
  for (const [at, state] of states.entries()) {
    const { name, source } = items[at] ?? { name: '', source: '' }
    if (state === 'done') assert.equal(await textOf(name), source)
    if (state === 'not begun') {
      assert.equal(await bench.code('ERPRead', { type: 'CLAS', name }), 'ERP_NOT_FOUND')
    }
  }
  await again(items)
})

test('edits, methods, whole sources and deletions are not made twice', async () => {
  await again([
    creation('ZCL_RE_1'),
    creation('ZCL_RE_2'),
    creation('ZCL_RE_3'),
    creation('ZCL_RE_4')
  ])
  const { hash } = await readSource(erp.reader, { ref: { type: 'CLAS', name: 'ZCL_RE_3' } })
  const on = (name: string) => ({ type: 'CLAS', name })
  const items = [
    // What is added keeps the old text in it, so that a second time would add it again.
    {
      action: 'edit',
      ...on('ZCL_RE_1'),
      edits: [{ old: '    result = 1.\n', new: '    result = 1.\n    result = result + 1.\n' }]
    },
    { action: 'edit_method', ...on('ZCL_RE_2'), method: 'RUN', source: '    result = 7.' },
    { action: 'update', ...on('ZCL_RE_3'), source: classOf('zcl_re_3', 9), expectedHash: hash },
    { action: 'delete', ...on('ZCL_RE_4') }
  ]
  proxy.fateOf = (method, url) =>
    method === 'DELETE' && url.includes('zcl_re_4') ? 'unanswered' : undefined
  const broken = errorOf(await bench.call('ERPWrite', batchOf(items)))
  assert.equal(broken.code, 'OUTCOME_UNKNOWN', broken.text)
  proxy.fateOf = () => undefined
  proxy.seen.length = 0
  const repeated = await bench.call('ERPWrite', batchOf(items))
  assert.equal(repeated.kind, 'data', repeated.text)
  assert.match(repeated.text, /4 changes, 4 of them done before/)
  assert.deepEqual(changes(), [])
  assert.equal((await textOf('ZCL_RE_1')).match(/result = result \+ 1/g)?.length, 1)
})

test('every entry is looked at before the first change', async () => {
  await again([creation('ZCL_RP_1'), creation('ZCL_RP_2')])
  proxy.seen.length = 0
  const items = [
    creation('ZCL_RP_NEW'),
    {
      action: 'edit',
      type: 'CLAS',
      name: 'ZCL_RP_1',
      edits: [{ old: 'nowhere to be found', new: 'x' }]
    },
    {
      action: 'update',
      type: 'CLAS',
      name: 'ZCL_RP_2',
      source: classOf('zcl_rp_2', 3),
      expectedHash: '0000000000000000'
    },
    { ...creation('ZCL_FERRY_MONEY') }
  ]
  const { text } = errorOf(await bench.call('ERPWrite', batchOf(items)))
  assert.match(text, /3 entries of the batch cannot be made/)
  for (const part of [
    /edit CLAS ZCL_RP_1: TOOL_EDIT_NOT_FOUND/,
    /update CLAS ZCL_RP_2: TOOL_STALE_HASH/,
    /create CLAS ZCL_FERRY_MONEY: ERP_ALREADY_EXISTS/,
    /nothing was changed/
  ]) {
    assert.match(text, part)
  }
  assert.deepEqual(changes(), [])
})

test('an empty class of a colleague is not filled', async () => {
  const other = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: 'OTHER', password: 'secret-2' }
  })
  await toolBench(other).data('ERPWrite', {
    action: 'create',
    type: 'CLAS',
    name: 'ZCL_RC',
    package: '$TMP'
  })
  assert.equal(
    errorOf(await bench.call('ERPWrite', batchOf([creation('ZCL_RC')]))).code,
    'ERP_ALREADY_EXISTS'
  )
  await other.close()
})

test('the request of a batch is used where it is needed, and one of an entry must fit', async () => {
  const wide = toolBench(erp, { policy: { allowTransportableEdits: true, enableTransports: true } })
  await again([creation('ZCL_RT_LOCAL')])
  const made = await wide.data('ERPTransport', {
    action: 'create',
    description: 'For a batch',
    package: 'ZFERRY_CORE'
  })
  const transport = String(made['transport'] ?? made['number'])
  const local = {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_RT_LOCAL',
    edits: [{ old: 'result = 1.', new: 'result = 2.' }]
  }
  const recorded = { ...creation('ZCL_RT_REC'), package: 'ZFERRY_CORE' }
  proxy.seen.length = 0
  const items = [recorded, { ...local, transport }]
  const { code, text } = errorOf(await wide.call('ERPWrite', { action: 'batch', items, transport }))
  assert.equal(code, 'TRANSPORT_NOT_NEEDED', text)
  assert.deepEqual(changes(), [])
  const done = await wide.call('ERPWrite', { action: 'batch', items: [recorded, local], transport })
  assert.equal(done.kind, 'data', done.text)
  assert.match(await textOf('ZCL_RT_LOCAL'), /result = 2/)
  assert.match(done.text, new RegExp(`ZCL_RT_REC.*${transport}`))
})

test('facts, function groups and their modules are gone on with as well', async () => {
  const items = [
    {
      action: 'create',
      type: 'DOMA',
      name: 'ZRF_DOMA',
      fields: { dataType: 'CHAR', length: 2, values: [{ low: 'A', text: 'All' }] }
    },
    {
      action: 'create',
      type: 'DTEL',
      name: 'ZRF_DTEL',
      fields: { typeName: 'ZRF_DOMA', short: 'Short' }
    },
    { action: 'create', type: 'FUGR', name: 'ZRF_GROUP' },
    {
      action: 'create',
      type: 'FUNC',
      name: 'Z_RF_ONE',
      group: 'ZRF_GROUP',
      source: 'FUNCTION z_rf_one.\n  RETURN.\nENDFUNCTION.\n'
    }
  ]
  let lost = 0
  proxy.fateOf = (method, url) =>
    method === 'PUT' && url.includes('/zrf_dtel') && lost++ === 0 ? 'lost' : undefined
  const broken = errorOf(await bench.call('ERPWrite', batchOf(items)))
  assert.deepEqual(
    statesOf({ kind: 'error', ...broken }).slice(0, 2),
    ['create ZRF_DOMA done', 'create ZRF_DTEL begun'],
    broken.text
  )
  const repeated = await bench.call('ERPWrite', batchOf(items))
  assert.equal(repeated.kind, 'data', repeated.text)
  assert.deepEqual(statesOf(repeated).slice(0, 2), [
    'create ZRF_DOMA was so',
    'create ZRF_DTEL done'
  ])
  assert.match(
    (await bench.call('ERPRead', { type: 'DTEL', name: 'ZRF_DTEL' })).text,
    /typeName: ZRF_DOMA/
  )
  proxy.seen.length = 0
  const third = await bench.call('ERPWrite', batchOf(items))
  assert.match(third.text, /4 changes, 4 of them done before/)
  assert.deepEqual(changes(), [])
  // Another value for a fact is no repetition.
  const other = [{ ...items[0], fields: { dataType: 'CHAR', length: 3 } }]
  assert.equal(errorOf(await bench.call('ERPWrite', batchOf(other))).code, 'ERP_ALREADY_EXISTS')
})

test('an object that one entry creates and the next one fills', async () => {
  const on = { type: 'CLAS', name: 'ZCL_RB' }
  const items = [
    { action: 'create', ...on },
    { action: 'update', ...on, source: classOf('zcl_rb'), overwrite: true }
  ]
  let lost = 0
  proxy.fateOf = (method, url) =>
    method === 'PUT' && url.includes('zcl_rb') && lost++ === 0 ? 'lost' : undefined
  assert.deepEqual(statesOf(await bench.call('ERPWrite', batchOf(items))), [
    'create ZCL_RB done',
    'update ZCL_RB unknown'
  ])
  assert.deepEqual(statesOf(await bench.call('ERPWrite', batchOf(items))), [
    'create ZCL_RB was so',
    'update ZCL_RB done'
  ])
  proxy.seen.length = 0
  assert.deepEqual(statesOf(await bench.call('ERPWrite', batchOf(items))), [
    'create ZCL_RB was so',
    'update ZCL_RB was so'
  ])
  assert.deepEqual(changes(), [])
  const other = [
    { action: 'create', ...on },
    { action: 'update', ...on, source: classOf('zcl_rb', 2), overwrite: true }
  ]
  assert.equal(errorOf(await bench.call('ERPWrite', batchOf(other))).code, 'ERP_ALREADY_EXISTS')
})

test('the same batch sent twice at once ends with every source there', async () => {
  const items = Array.from({ length: 5 }, (_none, at) => creation(`ZCL_RW_${at}`))
  const results = await Promise.all(
    [1, 2].map(async () => await bench.call('ERPWrite', batchOf(items)))
  )
  for (const result of results) {
    if (result.kind !== 'data') {
      assert.ok(!statesOf(result).some(state => state.endsWith(' unknown')), result.text)
    }
  }
  await again(items)
})
