/** The audit as events for security monitoring, and the sample rules on them. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as prometheus from 'prom-client'
import { parse } from 'yaml'
import { createAudit } from '../../audit.ts'
import { cefOf } from '../../audit/siem/cef.ts'
import { ecsOf } from '../../audit/siem/ecs.ts'
import { auditFields, auditLine } from '../../audit/siem/fields.ts'
import type { AuditLine } from '../../audit/siem/fields.ts'
import { run } from '../../commands/audit.ts'
import { seriesIn } from '../../plugins/metric-series.ts'
import type { ToolEvent } from '../../tools/index.ts'

type Facts = Readonly<Record<string, unknown>>

let folder: string
let file: string

const call: ToolEvent = {
  system: 'dev',
  tool: 'ERPWrite',
  action: 'edit',
  operation: 'update',
  letters: 'U',
  changes: true,
  outcome: 'ok',
  ms: 12.5,
  user: 'ada',
  identity: 'oidc:ada',
  erpUser: 'ADA',
  object: 'CLAS ZCL_PAY',
  requestId: 'r1',
  erpCallId: 'ab'.repeat(12),
  erpRequests: { 'PUT /sap/bc/adt/oo/classes/{name}/source/main': 1 },
  traceId: 'cd'.repeat(16)
}
const log = { debug() {}, info() {}, warn() {}, error() {} }

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-siem-'))
  file = join(folder, 'audit.jsonl')
  const audit = createAudit({ log, level: 'all', file, stateKey: 'a key' })
  audit.observe(call)
  audit.observe({ ...call, outcome: 'unknown', code: 'OUTCOME_UNKNOWN' })
  audit.observe({
    ...call,
    outcome: 'blocked',
    code: 'BLOCKED_PACKAGE',
    rule: '--allowed-packages'
  })
  audit.observe({ ...call, tool: 'ERPTransport', action: 'release', operation: 'updateRequest' })
  audit.observe({ ...call, tool: 'ERPWrite', action: 'run', operation: 'execute' })
  audit.observe({
    ...call,
    tool: 'ERPQuery',
    operation: 'query',
    changes: false,
    tables: ['USR02'],
    rows: 3
  })
  audit.logOnRefused({ method: 'key', reason: 'unknown key', address: '192.0.2.7', token: 'f00' })
  audit.halted('halt', {
    halt: 'h1',
    since: '2026-11-25T10:00:00.000Z',
    by: 'root@host',
    writes: true
  })
  audit.close()
})

after(() => rmSync(folder, { recursive: true, force: true }))

const linesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(text => auditLine(JSON.parse(text) as Facts) as AuditLine)

async function convert(...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(['convert', ...argv], {
    env: {},
    say: line => out.push(line),
    warn: line => err.push(line),
    tellParent: undefined,
    untilStopped: async () => {}
  })
  return { code, out, err: err.join('\n') }
}

/** Fields by dotted path, as a search engine has them. */
function flat(tree: object, path = ''): Map<string, unknown> {
  const all = new Map<string, unknown>()
  for (const [name, value] of Object.entries(tree)) {
    const at = path === '' ? name : `${path}.${name}`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) all.set(at, value)
    else for (const [inner, found] of flat(value as object, at)) all.set(inner, found)
  }
  return all
}

/** Header and extension of an event, as a reader of the format takes them apart. */
function readCef(event: string): { head: string[]; fields: Map<string, string> } {
  const parts = event.split(/(?<!\\)(?:\\\\)*\|/)
  const rest = /^(?:[^|\\]|\\.)*(?:\|(?:[^|\\]|\\.)*){6}\|(.*)$/s.exec(event)?.[1] ?? ''
  const fields = new Map<string, string>()
  for (const [, key = '', value = ''] of rest.matchAll(
    /(?:^| )(\w+)=((?:[^\\=]|\\.)*?)(?= \w+=|$)/gs
  )) {
    const plain = value.replace(
      /\\(.)/gs,
      (_all, one: string) => ({ n: '\n', r: '\r' })[one] ?? one
    )
    assert.ok(!fields.has(key), `${key} twice`)
    fields.set(key, plain)
  }
  return { head: parts.slice(0, 7), fields }
}

describe('erp-bridge audit convert', () => {
  test('gives one event of ECS a line, with the place in the chain and, on demand, the sealed line', async () => {
    const { code, out, err } = await convert('--format', 'ecs', '--original', file)
    assert.deepEqual([code, err, out.length], [0, '', linesIn(file).length])
    const events = out.map(text => flat(JSON.parse(text) as object))
    const change = events.find(event => event.get('erp_bridge.kind') === 'call')
    for (const [path, value] of Object.entries({
      'event.action': 'ERPWrite edit',
      'event.category': ['api', 'configuration'],
      'event.type': ['change'],
      'event.outcome': 'success',
      'event.duration': 12_500_000,
      'event.sequence': 1,
      'user.name': 'ada',
      'user.effective.name': 'ADA',
      'http.request.id': 'r1',
      'trace.id': 'cd'.repeat(16),
      'erp_bridge.erp_call_id': 'ab'.repeat(12)
    })) {
      assert.deepEqual(change?.get(path), value, path)
    }
    assert.equal(change?.get('event.original'), readFileSync(file, 'utf8').split('\n')[1])
    assert.deepEqual(
      events.map(event => event.get('erp_bridge.mac')),
      linesIn(file).map(({ mac }) => mac)
    )
    const logOn = events.find(event => event.get('erp_bridge.kind') === 'log-on')
    assert.deepEqual(
      [logOn?.get('source.ip'), logOn?.get('event.outcome')],
      ['192.0.2.7', 'failure']
    )
  })

  test('gives one event of CEF a line', async () => {
    const { code, out } = await convert('--format', 'cef', file)
    assert.equal(code, 0)
    const { head, fields } = readCef(out[1] ?? '')
    assert.deepEqual(head, [
      'CEF:0',
      'erp-bridge',
      'erp-bridge',
      'dev',
      'call.ok',
      'ERPWrite edit',
      '3'
    ])
    for (const [key, value] of Object.entries({
      suser: 'ada',
      duser: 'ADA',
      cs2: 'CLAS ZCL_PAY',
      cs2Label: 'Object',
      cs3: 'ab'.repeat(12),
      cn2: '12.5',
      ErpBridgeSequence: '1'
    })) {
      assert.equal(fields.get(key), value, key)
    }
    assert.match(fields.get('rt') ?? '', /^\d{13}$/)
  })

  test('reads the log of a bridge, with and without MACs, and names what is no line of the audit', async () => {
    const path = join(folder, 'log.jsonl')
    const [first, second] = readFileSync(file, 'utf8').split('\n')
    writeFileSync(
      path,
      [
        '{"level":30,"time":1764000000000,"msg":"request"}',
        'no JSON',
        `{"level":30,"time":1,"audit":${first},"msg":"audit"}`,
        '{"level":30,"time":1764000000000,"audit":{"kind":"call","tool":"ERPRead"},"msg":"audit"}'
      ].join('\n')
    )
    const read = await convert('--format', 'ecs', '--log', path)
    assert.deepEqual([read.code, read.out.length], [0, 2], read.err)
    assert.match(read.out[1] ?? '', /"@timestamp":"2025-11-24T16:00:00\.000Z"/)
    writeFileSync(path, `${second}\n[]\n{"time":"x","kind":"call"}\n{"torn`)
    const torn = await convert('--format', 'cef', path)
    assert.deepEqual([torn.code, torn.out.length], [1, 1])
    assert.match(torn.err, /log\.jsonl:2: .*\n.*:3: .*\n.*:4: this is no line of the audit/)
  })

  test('reads the standard input', () => {
    const argv = ['cli.ts', 'audit', 'convert', '--format', 'cef', '-']
    const out = execFileSync(process.execPath, argv, {
      input: readFileSync(file),
      encoding: 'utf8'
    })
    assert.equal(out.trim().split('\n').length, linesIn(file).length)
  })

  test('refuses other formats, no file, and a file that is not there', async () => {
    for (const [argv, words] of [
      [[file], /--format is ecs or cef/],
      [['--format', 'leef', file], /--format is ecs or cef/],
      [['--format', 'cef', '--original', file], /--original/],
      [['--format', 'cef'], /give the files/],
      [['--format', 'cef', join(folder, 'none')], /none cannot be read \(ENOENT\)/]
    ] as const) {
      const { code, err } = await convert(...argv)
      assert.equal(code, 2)
      assert.match(err, words)
    }
  })
})

const hostile = [
  'a|b\\c=d',
  'end\\',
  'x suser=root cs1=evil',
  'line\nCEF:0|evil|evil|1|1|1|10|',
  'cr\rlf\r\nnul\0esc\u001b[31mdel\u007f\u0085\u2028\u2029',
  '\ud800lone\udc00',
  '{"a":"b"}',
  '=\\=|\\|',
  '  spaces  ',
  '😀'.repeat(5000),
  'x'.repeat(1_000_000)
]

describe('hostile values', () => {
  for (const [number, value] of hostile.entries()) {
    test(`number ${number} stays in its field`, () => {
      const line = auditLine({
        time: '2026-11-25T10:00:00.000Z',
        kind: 'call',
        tool: value,
        action: value,
        user: value,
        object: value,
        outcome: value,
        address: value,
        replica: value,
        tables: [value, { [value]: value }],
        erpRequests: { [value]: 1 },
        rows: value,
        [`evil ${value}`]: value,
        __proto__x: { polluted: value }
      }) as AuditLine
      const event = cefOf(line, value)
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(event, /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      assert.ok(event.isWellFormed() && event.length < 60_000, String(event.length))
      const { fields } = readCef(event)
      const expected = value
        .toWellFormed()
        // eslint-disable-next-line no-control-regex
        .replace(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g, '?')
      const shown = fields.get('suser') ?? ''
      assert.ok(
        shown === expected || (shown.endsWith('…') && expected.startsWith(shown.slice(0, 900))),
        shown
      )
      assert.equal(fields.has('cs1'), false, 'no field comes from a value')

      const text = JSON.stringify(ecsOf(line))
      assert.ok(text.isWellFormed() && text.length < 120_000, String(text.length))
      assert.doesNotMatch(text, /\n/)
      const known = new Set([
        ...Object.values(auditFields).map(({ ecs }) => ecs),
        ...['ecs.version', 'service.name', 'service.type', 'host.name', 'erp_bridge.other'],
        ...['kind', 'module', 'dataset', 'action', 'category', 'type', 'outcome', 'severity'].map(
          name => `event.${name}`
        )
      ])
      for (const path of flat(JSON.parse(text) as object).keys()) assert.ok(known.has(path), path)
    })
  }

  test('a line with a prototype pollutes nothing', () => {
    const line = JSON.parse(
      '{"time":"2026-11-25T10:00:00.000Z","kind":"call","__proto__":{"evil":1},"constructor":{"x":1},"toString":"y"}'
    ) as Facts
    const event = ecsOf(auditLine(line) as AuditLine)
    assert.equal((event as { evil?: number }).evil, undefined)
    assert.equal(({} as { evil?: number }).evil, undefined)
    assert.match(JSON.stringify(event), /"other":"\{\\"__proto__/)
  })
})

/** What a detection of Sigma means, as far as the rules use it. */
function isMatch(conditions: Facts, event: ReadonlyMap<string, unknown>): boolean {
  return Object.entries(conditions).every(([key, wanted]) => {
    const [path = '', modifier = ''] = key.split('|')
    const found = [event.get(path)].flat()
    return [wanted].flat().some(value =>
      found.some(one => {
        if (modifier === 'gt') return Number(one) > Number(value)
        if (modifier === 'startswith') return String(one).startsWith(String(value))
        if (modifier === 'contains') return String(one).includes(String(value))
        assert.equal(modifier, '', `the modifier ${modifier} is not known here`)
        return one === value
      })
    )
  })
}

describe('the rules of Sigma', () => {
  const rules = globSync('examples/monitoring/sigma/*.yml')
  const resumed = { time: '2026-11-25T10:00:00.000Z', kind: 'resumed', dropped: 2 }
  const events = () => [...linesIn(file), resumed].map(line => flat(ecsOf(line)))

  test('are there, each with an id of its own', () => {
    assert.ok(rules.length >= 8)
    const ids = rules.map(rule => (parse(readFileSync(rule, 'utf8')) as { id: string }).id)
    assert.equal(new Set(ids).size, rules.length)
  })

  for (const rule of rules) {
    test(`${rule} matches events of the bridge, but not all, by fields that exist`, () => {
      const { detection } = parse(readFileSync(rule, 'utf8')) as {
        detection: { selection: Facts; filter?: Facts; condition: string }
      }
      const { selection, filter } = detection
      const paths = Object.keys({ ...selection, ...filter }).map(key => key.split('|')[0] ?? '')
      const all = new Set(events().flatMap(event => [...event.keys()]))
      for (const path of paths) assert.ok(all.has(path), `${path} is no field`)
      const matching = events().filter(
        event => isMatch(selection, event) && !(filter !== undefined && isMatch(filter, event))
      )
      assert.ok(matching.length > 0 && matching.length < events().length, String(matching.length))
    })
  }
})

test('the alerts for Prometheus use metrics and labels that exist', async () => {
  const register = new prometheus.Registry()
  seriesIn(register, prometheus)
  const metrics = new Map<string, ReadonlySet<string>>()
  for (const metric of await register.getMetricsAsArray()) {
    const { name, labelNames, type } = metric as unknown as {
      name: string
      labelNames: readonly string[]
      type: string
    }
    metrics.set(name, new Set(labelNames))
    if (type !== 'histogram') continue
    for (const end of ['_bucket', '_sum', '_count']) {
      metrics.set(name + end, new Set([...labelNames, 'le']))
    }
  }
  const { groups } = parse(readFileSync('examples/monitoring/prometheus-rules.yml', 'utf8')) as {
    groups: readonly { rules: readonly { alert: string; expr: string }[] }[]
  }
  const rules = groups.flatMap(group => group.rules)
  assert.ok(rules.length >= 8)
  for (const { alert, expr } of rules) {
    const used = [...expr.matchAll(/(erp_bridge_\w+)(?:\{([^}]*)\})?/g)]
    assert.ok(used.length > 0, alert)
    const labels = new Set<string>()
    for (const [, name = '', filters = ''] of used) {
      const known = metrics.get(name)
      assert.ok(known !== undefined, `${alert}: ${name} is no metric`)
      for (const label of known) labels.add(label)
      for (const [, label = ''] of filters.matchAll(/(\w+)\s*[=!]/g)) {
        assert.ok(known.has(label), `${alert}: ${name} has no label ${label}`)
      }
    }
    for (const [, by = ''] of expr.matchAll(/by \(([^)]*)\)/g)) {
      for (const label of by.split(/,\s*/)) assert.ok(labels.has(label), `${alert}: ${label}`)
    }
  }
})
