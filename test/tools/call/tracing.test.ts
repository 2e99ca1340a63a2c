import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ErpError, RequestIds } from '../../../erp-client/index.ts'
import type { ErpReader, ErpRequest } from '../../../erp-client/index.ts'
import { callTrace, traceOf, tracedReader } from '../../../tools/index.ts'
import type { SpanFacts, Tracer } from '../../../tools/index.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a malformed trace context is ignored', () => {
  assert.deepEqual(traceOf(traceparent, 'a=b'), { traceparent, tracestate: 'a=b' })
  assert.deepEqual(traceOf(traceparent, 'a=b\r\nx-evil: 1'), { traceparent })
  for (const odd of [
    undefined,
    5,
    '',
    'x',
    traceparent.toUpperCase(),
    `${traceparent}\r\n`,
    traceparent.replace(/^00/, 'ff'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`
  ]) {
    assert.equal(traceOf(odd), undefined, String(odd))
  }
})

test('a message has its own trace, unless its carrier belongs to the same trace', () => {
  const nearer = traceparent.replace('b7ad6b7169203331', '00f067aa0ba902b7')
  const other = traceparent.replace('0af7', '1af7')
  assert.deepEqual(callTrace({ traceparent }, {}), { traceparent })
  assert.deepEqual(callTrace(undefined, { traceparent: nearer, tracestate: 'a=b' }), {
    traceparent: nearer,
    tracestate: 'a=b'
  })
  assert.deepEqual(callTrace({ traceparent, tracestate: 'c=d' }, { traceparent: nearer }), {
    traceparent: nearer
  })
  assert.deepEqual(callTrace({ traceparent }, { traceparent: other }), { traceparent })
  assert.equal(callTrace({}, {}), undefined)
})

test('with a tracer every request is a span under that of the call, and its headers carry the span', async () => {
  const ended: (SpanFacts | undefined)[] = []
  const own = traceparent.replace('b7ad6b7169203331', '00f067aa0ba902b7')
  const tracer: Tracer = {
    begin: (name, { parent }) => {
      assert.deepEqual([name, parent?.traceparent], ['erp x', traceparent])
      return {
        trace: { traceparent: own },
        end: facts => {
          ended.push(facts)
        }
      }
    }
  }
  const system = {
    url: 'http://x',
    client: '001',
    language: 'EN',
    id: undefined,
    sandbox: undefined
  }
  const answers = [
    async () => ({ status: 200, headers: {}, text: '' }),
    async () => {
      throw new ErpError('ERP_NOT_FOUND', 'none')
    }
  ]
  const sent: (ErpRequest & { effect: 'none' })[] = []
  const traced = tracedReader(
    {
      system,
      request: async request => {
        sent.push(request)
        return await answers[sent.length - 1]!()
      }
    },
    { trace: traceOf(traceparent), tracer, ids: new RequestIds() }
  )
  const request = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const
  await traced.request(request)
  await assert.rejects(traced.request(request), /none/)
  assert.equal(sent[0]?.headers?.['traceparent'], own)
  assert.deepEqual(ended, [
    { attributes: { 'http.response.status_code': 200 } },
    { error: 'ERP_NOT_FOUND' }
  ])
})

test('a traced reader sends the trace with every request, and is otherwise the same reader', async () => {
  const sent: (ErpRequest & { effect: 'none' })[] = []
  const system = {
    url: 'http://x',
    client: '001',
    language: 'EN',
    id: undefined,
    sandbox: undefined
  }
  const reader: ErpReader = {
    system,
    request: async request => {
      sent.push(request)
      return { status: 200, headers: {}, text: '' }
    }
  }
  const ids = new RequestIds()
  const traced = tracedReader(reader, { trace: traceOf(traceparent), ids })
  const get = { operation: 'x', effect: 'none', method: 'GET', path: '/sap/bc/adt/x' } as const
  await traced.request({ ...get, headers: { a: 'b' } })
  assert.deepEqual(sent[0]?.headers, { a: 'b', traceparent })
  assert.equal(traced.system, system)
  await tracedReader(reader, { trace: undefined, ids }).request({ ...get, headers: { a: 'b' } })
  assert.deepEqual(sent[1]?.headers, { a: 'b' })
  assert.deepEqual(
    sent.map(({ id }) => id?.text),
    [`${ids.call}000000`, `${ids.call}000001`]
  )
})
