/** Traces and metrics, as a collector of OpenTelemetry gets them over OTLP. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestSandbox } from '../helpers/sandbox.ts'
import { startTelemetry } from '../../telemetry-sdk.ts'
import { call, post } from '../helpers/bridge-app.ts'
import { collector, serve } from '../helpers/otlp-collector.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import { until } from '../helpers/until.ts'

/** The sandbox behind an ear for the trace context of what it is asked. */
async function overheardErp(t: TestContext) {
  const erp = await createTestSandbox()
  t.after(() => erp.close())
  const heard: string[] = []
  const ids: string[] = []
  const { hostname, port } = new URL(erp.url)
  const url = await serve(t, (incoming, response) => {
    heard.push(String(incoming.headers['traceparent'] ?? ''))
    ids.push(String(incoming.headers['sap-adt-request-id']))
    const onward = httpRequest(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      answer => {
        response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
        answer.pipe(response)
      }
    )
    incoming.pipe(onward.on('error', () => response.destroy()))
  })
  return { erp, url, heard, ids }
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'telemetry-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Span = ReturnType<Awaited<ReturnType<typeof collector>>['spans']>[number]

const attributeOf = (span: Span | undefined, wanted: string) =>
  span?.attributes.find(({ key }) => key === wanted)?.value.stringValue

const traceId = '0af7651916cd43dd8448eb211c80319c'
const from = `00-${traceId}-b7ad6b7169203331-01`
const otel = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test'
})

test(
  'over HTTP: request, tool call and ERP requests are one trace, that goes on to the ERP',
  { timeout: 60_000 },
  async t => {
    const { url: endpoint, spans, metrics, resources, got } = await collector(t)
    const { erp, url, heard, ids } = await overheardErp(t)
    const auditFile = join(temporaryFolder(t), 'audit.jsonl')
    const port = await freePort()
    const { child, until, ended, err } = run(t, 'cli.ts', {
      args: [
        '--url',
        url,
        '--user',
        erp.user,
        '--password',
        erp.password,
        '--transport',
        'http-streamable',
        '--http-addr',
        `127.0.0.1:${port}`,
        '--audit',
        'all',
        '--audit-file',
        auditFile,
        '--log-level',
        'debug'
      ],
      env: otel(endpoint)
    })
    await until('MCP at')
    const mcp = new URL(`http://127.0.0.1:${port}/mcp`)
    await post(mcp, call('ERPRead', { type: 'SYSTEM' }), { traceparent: from })
    await post(mcp, call('ERPRead', { type: 'CLAS', name: 'ZCL_NOT_THERE' }))
    child.kill('SIGTERM')
    assert.equal(await ended, 0, err())

    const named = (name: string) => spans().filter(span => span.name === name)
    const request = named('POST /mcp').find(span => span.traceId === traceId)
    assert.equal(
      request?.parentSpanId,
      'b7ad6b7169203331',
      JSON.stringify(spans().map(({ name }) => name))
    )
    const tool = named('tools/call ERPRead').find(span => span.traceId === traceId)
    assert.equal(tool?.parentSpanId, request?.spanId)
    const trips = spans().filter(span => span.name.startsWith('erp ') && span.traceId === traceId)
    assert.ok(trips.length > 0)
    for (const trip of trips) {
      assert.equal(trip.parentSpanId, tool?.spanId)
      assert.ok(
        heard.includes(`00-${traceId}-${trip.spanId}-01`),
        'the ERP is told of the span that waits for it'
      )
    }
    // The ids of one call: in its audit line, its spans, the lines of the log, and at the ERP.
    const audit = readFileSync(auditFile, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
    const line = audit.find(entry => entry['traceId'] === traceId)
    const callId = String(line?.['erpCallId'])
    assert.match(callId, /^[0-9a-f]{24}$/)
    assert.equal(attributeOf(tool, 'erp_bridge.erp.call_id'), callId)
    const atErp = ids.filter(id => id.startsWith(callId))
    const counted = Object.values(line?.['erpRequests'] as Readonly<Record<string, number>>)
    assert.equal(
      atErp.length,
      counted.reduce((sum, count) => sum + count, 0)
    )
    for (const trip of trips) {
      const id = attributeOf(trip, 'erp_bridge.erp.request_id')
      assert.ok(id?.startsWith(callId) === true && atErp.includes(`${id}00`), id)
      assert.ok(err().includes(`"erpRequestId":"${id}"`), 'the log line of the request')
    }
    const failed = named('tools/call ERPRead').find(span => span.traceId !== traceId)
    assert.equal(failed?.status.code, 2)
    assert.ok(
      failed?.attributes.some(({ key, value }) => key === 'error.type' && value.stringValue !== '')
    )

    for (const name of [
      'http.server.request.duration',
      'mcp.server.operation.duration',
      'erp_bridge.erp.request.duration'
    ]) {
      assert.ok(metrics().has(name), name)
    }
    const resource = new Map(resources()[0]?.map(({ key, value }) => [key, value.stringValue]))
    assert.equal(resource.get('service.name'), 'erp-bridge')
    assert.equal(resource.get('deployment.environment'), 'test')
    const everything = got.map(({ body }) => body).join()
    for (const secret of [erp.password, erp.user]) {
      assert.ok(!everything.includes(secret), 'neither arguments of the process nor users')
    }
  }
)

test(
  "over stdio: the trace of the message, and stdout stays the protocol's",
  { timeout: 60_000 },
  async t => {
    const { url: endpoint, spans } = await collector(t)
    const { erp, url } = await overheardErp(t)
    const { child, out, ended } = run(t, 'cli.ts', {
      args: ['--url', url, '--user', erp.user, '--password', erp.password],
      env: { ...otel(endpoint), OTEL_LOG_LEVEL: 'debug' }
    })
    const message = call('ERPRead', { type: 'SYSTEM' })
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } } })}\n`
    )
    child.stdin.write(
      `${JSON.stringify({ ...message, params: { ...message.params, _meta: { traceparent: from } } })}\n`
    )
    await until(() => out().includes('"id":1'))
    child.stdin.end()
    assert.equal(await ended, 0)
    for (const line of out().trim().split('\n')) {
      assert.doesNotThrow(() => {
        JSON.parse(line)
      }, line)
    }
    const tool = spans().find(({ name }) => name === 'tools/call ERPRead')
    assert.deepEqual([tool?.traceId, tool?.parentSpanId], [traceId, 'b7ad6b7169203331'])
    assert.ok(
      spans().some(
        ({ name, parentSpanId }) => name.startsWith('erp ') && parentSpanId === tool?.spanId
      )
    )
  }
)

test('nothing is started unless it is asked for', async () => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: '' },
    { OTEL_SERVICE_NAME: 'x', OTEL_SDK_DISABLED: 'true' }
  ]) {
    assert.equal(await startTelemetry(env, { version: '1', log }), undefined)
  }
})
