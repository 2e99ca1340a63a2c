/** The ids and endpoints by which requests are found again in logs of the ERP. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { endpointOf } from '../../erp-client/correlation/endpoints.ts'
import { changeSource, codesWith, objectUri, RequestIds } from '../../erp-client/index.ts'
import type { ErpRequest, ErpWriter } from '../../erp-client/index.ts'
import { failureResult } from '../../tools/failure/result.ts'
import { interceptWriter } from '../../tools/call/write/writer-interceptor.ts'
import { connect } from './fake-erp.ts'

const get = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const
const idOf = (seen: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(seen.headers['sap-adt-request-id'])

const requestIdIn = (error: unknown) =>
  (failureResult(error).data as { readonly erpRequestId?: string } | undefined)?.erpRequestId

/** The writer of one call: each request that it sends gets the next id. */
const writerOf = (writer: ErpWriter, ids: RequestIds) =>
  interceptWriter(writer, async (wanted, send) => {
    const marked: ErpRequest = { ...wanted, id: ids.next() }
    return await send(marked)
  })

test('every HTTP request of a change has an id of its own that begins with that of the call', async t => {
  const { fake, erp } = await connect(t, { userAgent: 'erp-bridge/1.2.3' })
  fake.sources.set('/sap/bc/adt/oo/classes/zcl_demo/source/main', 'one')
  const ids = new RequestIds()
  await changeSource(
    writerOf(erp.writer, ids),
    { ref: { type: 'CLAS', name: 'ZCL_DEMO' }, edit: () => 'two', readBefore: false },
    { recheck: () => {} }
  )
  const sent = fake.seen.map(idOf)
  assert.ok(sent.length >= 4, `${sent.length} requests`)
  assert.equal(new Set(sent).size, sent.length, 'each its own')
  for (const id of sent) {
    assert.match(id, /^[0-9a-f]{32}$/)
    assert.ok(id.startsWith(ids.call))
  }
  assert.deepEqual(
    [...new Set(fake.seen.map(seen => seen.headers['user-agent']))],
    ['erp-bridge/1.2.3']
  )
  const counts = Object.values(ids.sent ?? {})
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    sent.length,
    'what was sent was counted'
  )
  assert.equal(ids.sent?.['PUT /sap/bc/adt/oo/classes/{name}/source/main'], 1)
  assert.doesNotMatch(JSON.stringify(ids.sent), /demo/i)
})

test('repeats and the log-on share the id of the request, and its error names it', async t => {
  const { fake, erp } = await connect(t)
  const ids = new RequestIds()
  const id = ids.next()
  fake.handle = () => ({ status: 503, headers: { 'retry-after': '0' } })
  const failed = await erp.reader.request({ ...get, id }).catch((error: unknown) => error)
  assert.deepEqual(fake.seen.map(idOf), [`${id.text}00`, `${id.text}01`])
  assert.equal((failed as { requestId?: string }).requestId, id.text)
  assert.deepEqual(ids.sent, { 'GET /sap/bc/adt/{name}': 2 })
  assert.equal(requestIdIn(failed), id.text, 'the answer of the call names it')
})

test('a change whose answer was lost names its id, also as one that may have arrived', async t => {
  const { fake, erp } = await connect(t)
  await erp.reader.request({ ...get, path: '/sap/bc/adt/core/discovery' })
  fake.handle = () => 'reset'
  const id = new RequestIds().next()
  const change: ErpRequest = {
    operation: 'lock',
    effect: 'change',
    method: 'POST',
    path: '/sap/bc/adt/oo/classes/zcl_x',
    id
  }
  const failed = await erp.writer.request(change).catch((error: unknown) => error)
  assert.equal(failureResult(failed).code, 'OUTCOME_UNKNOWN')
  assert.equal(requestIdIn(failed), id.text)
})

test('a request outside of a call has an id too; one that was not sent has none in its error', async t => {
  const { fake, erp } = await connect(t)
  fake.handle = () => ({ body: 'fine' })
  await Promise.all([erp.reader.request(get), erp.reader.request(get)])
  const calls = new Set(fake.seen.map(seen => idOf(seen).slice(0, 24)))
  assert.equal(calls.size, 2)
  assert.equal(fake.seen[0]?.headers['user-agent'], 'erp-bridge')
  const refused = await erp.reader
    .request(get, AbortSignal.abort())
    .catch((error: unknown) => error)
  assert.equal((refused as { requestId?: string }).requestId, undefined)
})

test('an endpoint shows no name, whatever the path is', () => {
  for (const [path, endpoint] of [
    [
      '/sap/bc/adt/oo/classes/%2facme%2fcl_pay/source/main?version=active',
      '/sap/bc/adt/oo/classes/{name}/source/main'
    ],
    [
      '/sap/bc/adt/functions/groups/zg/fmodules/zf',
      '/sap/bc/adt/functions/groups/{name}/fmodules/{name}'
    ],
    ['/sap/bc/adt/oo/classes/a/b/c/secret', '/sap/bc/adt/oo/classes/{name}'],
    ['/sap/bc/adt/acme;sap-contextid=1', '/sap/bc/adt/{name}'],
    ['//', '/'],
    ['', '/'],
    [
      `/sap/bc/adt/${'packages/x/'.repeat(1000)}`,
      `/sap/bc/adt${'/packages/{name}'.repeat(6)}/packages`
    ]
  ] as const) {
    assert.equal(endpointOf(path), endpoint)
  }
  for (const code of codesWith('metadata')) {
    const uri = objectUri({ type: code, name: 'ZQX', group: 'ZQG' })
    assert.doesNotMatch(endpointOf(uri), /zq/i, uri)
    assert.match(endpointOf(uri), /\{name\}$/, uri)
  }
})

test('the endpoints of all operations keep the words of their services', () => {
  const files = globSync('sandbox/contracts/operations/*.json')
  assert.ok(files.length > 5)
  for (const file of files) {
    const { operations } = JSON.parse(readFileSync(file, 'utf8')) as {
      operations: readonly { request: string }[]
    }
    for (const { request } of operations) {
      const [, path = ''] = /^[A-Z]+ (\/sap\/[^ ?,…{]*)/.exec(request) ?? []
      assert.equal(endpointOf(path), path.replace(/\/$/, '') || '/', request)
    }
  }
})

test('a call with requests to endless endpoints keeps a bounded count', () => {
  const ids = new RequestIds()
  const words = ['oo', 'classes', 'source', 'main', 'ddic', 'tables']
  for (let number = 0; number < 6 ** 4; number++) {
    const at = (digit: number) => words[Math.floor(number / 6 ** digit) % 6]
    ids.next().onWire('GET', `/${at(0)}/${at(1)}/${at(2)}/${at(3)}`)
  }
  const sent = ids.sent ?? {}
  assert.equal(Object.keys(sent).length, 101)
  assert.equal(
    Object.values(sent).reduce((sum, count) => sum + count, 0),
    6 ** 4
  )
})
