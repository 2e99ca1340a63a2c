/** What is recorded of each endpoint of a real process: audit, request lines and spans name the system. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { call, post } from '../helpers/bridge-app.ts'
import {
  createLandscapeFile,
  entryOf,
  keyHolder,
  keysFileOf,
  read,
  textOf
} from '../helpers/landscape.ts'
import { collector } from '../helpers/otlp-collector.ts'
import { freePort } from '../helpers/process.ts'
import { run } from '../helpers/spawned.ts'
import { createStubErp, markOf } from '../helpers/stub-erp.ts'

type Line = Readonly<Record<string, unknown>>

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)

async function ground(t: TestContext) {
  const { url: endpoint, spans } = await collector(t)
  const file = createLandscapeFile(t)
  const erps = await Promise.all(['dev', 'qas', 'prd'].map(name => createStubErp(t, name)))
  file.write(Object.fromEntries(erps.map(erp => [erp.name, entryOf(file, erp)])))
  const [all, limited] = [keyHolder('all'), keyHolder('limited', { systems: ['dev'] })]
  const auditFile = join(file.folder, 'audit.jsonl')
  const port = await freePort()
  const args = {
    'systems-file': file.path,
    'api-keys-file': keysFileOf(file, [all, limited]),
    transport: 'http-streamable',
    'http-addr': `127.0.0.1:${port}`,
    audit: 'all',
    'audit-file': auditFile
  }
  const bridge = run(t, 'cli.ts', {
    args: Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  })
  await bridge.until('MCP at')
  const urlOf = (path: string) => new URL(`http://127.0.0.1:${port}/mcp${path}`)
  const end = async () => {
    bridge.child.kill('SIGTERM')
    assert.equal(await bridge.ended, 0, bridge.err())
    return { audit: linesOf(readFileSync(auditFile, 'utf8')), log: linesOf(bridge.err()) }
  }
  return { urlOf, end, spans, all, limited }
}

test('each record of a call names the system of its endpoint', { timeout: 60_000 }, async t => {
  const { urlOf, end, spans, all } = await ground(t)
  const expected = [
    ['', 'dev'],
    ['/dev', 'dev'],
    ['/qas', 'qas'],
    ['/prd/', 'prd']
  ] as const
  const traces = new Map<string, string>()
  for (const [at, [path, system]] of expected.entries()) {
    const traceId = String(at + 1).repeat(32)
    traces.set(traceId, system)
    const headers = { ...all.headers, traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    const text = await read(urlOf(path), 'Z_A', headers)
    assert.ok(text.includes(markOf(system, 'Z_A', `TECH_${system.toUpperCase()}`)), text)
  }
  const { audit, log } = await end()
  const systems = expected.map(([, system]) => system)
  const calls = audit.filter(({ kind }) => kind === 'call')
  assert.deepEqual(
    calls.map(({ system }) => system),
    systems
  )
  const requests = log.filter(({ msg, method }) => msg === 'request' && method === 'POST')
  assert.deepEqual(
    requests.map(({ system }) => system),
    systems
  )
  for (const [traceId, system] of traces) {
    const own = spans().filter(span => span.traceId === traceId)
    assert.deepEqual(new Set(own.map(({ kind }) => kind)), new Set([1, 2, 3]), 'request, tool, ERP')
    for (const { name, attributes } of own) {
      const named = attributes.find(({ key }) => key === 'erp_bridge.system')
      assert.equal(named?.value.stringValue, system, name)
    }
  }
})

test('a refusal records the name in the URL, where it is one', { timeout: 60_000 }, async t => {
  const { urlOf, end, limited } = await ground(t)
  const long = 'a'.repeat(33)
  const expected = [
    ['/qas', 'qas', 'limited has no access to the system'],
    ['/absent', 'absent', 'limited named a system that is not configured'],
    ['/DEV', undefined, 'limited named what is no name of a system'],
    [`/${long}`, undefined, 'limited named what is no name of a system'],
    ['/q%0A%7B%22x', undefined, 'limited named what is no name of a system']
  ] as const
  const answers = new Set<string>()
  for (const [path] of expected) {
    const answer = await post(urlOf(path), call('ERPRead'), limited.headers)
    assert.equal(answer.status, 403, path)
    answers.add(textOf(answer))
  }
  assert.equal(answers.size, 1)
  const wrongKey = { authorization: 'Bearer ebk_not-a-key-of-this-server' }
  assert.equal((await post(urlOf('/absent'), call('ERPRead'), wrongKey)).status, 401)
  const { audit, log } = await end()
  const refusals = (lines: readonly Line[]) =>
    lines.map(({ system, reason }) => ({ system, reason: String(reason) }))
  const recorded = refusals(audit.filter(({ kind }) => kind === 'log-on'))
  const wanted = expected.map(([, system, reason]) => ({ system, reason }))
  assert.deepEqual(recorded.slice(0, -1), wanted)
  assert.equal(recorded.at(-1)?.system, 'absent', 'a refused key as well')
  assert.deepEqual(refusals(log.filter(({ msg }) => msg === 'a client was refused')), recorded)
  assert.ok(!JSON.stringify([audit, log]).includes(long))
})
