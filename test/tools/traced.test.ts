import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErpReader, ErpRequest } from '../../erp-client/index.ts'
import { traceOf, tracedReader } from '../../tools/index.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('only a well-formed trace context is one', () => {
  assert.deepEqual(traceOf(traceparent, 'a=b'), { traceparent, tracestate: 'a=b' })
  assert.deepEqual(traceOf(traceparent, 'a=b\r\nx-evil: 1'), { traceparent })
  for (const odd of [undefined, 5, '', 'x', traceparent.toUpperCase(), `${traceparent}\r\n`, traceparent.replace(/^00/, 'ff'), `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) assert.equal(traceOf(odd), undefined, String(odd))
})

test('a traced reader sends it with every request, and is otherwise the same reader', async () => {
  const sent: (ErpRequest & { effect: 'none' })[] = []
  const system = { url: 'http://x', client: '001', language: 'EN', id: undefined, sandbox: undefined }
  const reader: ErpReader = { system, request: async request => { sent.push(request); return { status: 200, headers: {}, text: '' } } }
  const traced = tracedReader(reader, traceOf(traceparent))
  await traced.request({ operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x', headers: { a: 'b' } })
  assert.deepEqual(sent[0]?.headers, { a: 'b', traceparent })
  assert.equal(traced.system, system)
  assert.equal(tracedReader(reader, undefined), reader)
})
