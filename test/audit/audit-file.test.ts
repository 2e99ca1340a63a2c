/**
 * What the audit records of real calls, what it never holds, and that nothing happens which it
 * cannot record.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createAudit } from '../../audit.ts'
import type { AuditLevel } from '../../audit.ts'
import { createErp } from '../../erp-client/index.ts'
import type { Erp } from '../../erp-client/index.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { prepare, run } from '../../tools/index.ts'
import type { PolicyOptions, ToolResult } from '../../tools/index.ts'
import { benchOf, callerWith } from '../tools/helpers/erp.ts'

let sandbox: Sandbox
let erp: Erp
let folder: string
const logged: string[] = []
const keep = (...parts: unknown[]) => {
  logged.push(JSON.stringify(parts))
}
const log = { debug: keep, info: keep, warn: keep, error: keep }

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'erp-bridge-audit-'))
  sandbox = await createTestSandbox({ password: 'canary-password' })
  erp = createErp({
    baseUrl: sandbox.url,
    client: sandbox.client,
    language: 'EN',
    credential: { kind: 'basic', user: sandbox.user, password: 'canary-password' },
    log
  })
})

after(async () => {
  await erp?.close()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

function benchWith(file: string, level: AuditLevel, policy: Partial<PolicyOptions> = {}) {
  const audit = createAudit({ log, level, file })
  const bench = benchOf({
    erp,
    policy,
    caller: {
      ...callerWith('read', 'write', 'admin'),
      principal: { name: 'ada', kind: 'user', id: 'issuer|ada', erpUser: 'DEVELOPER' },
      client: 'workbench',
      tokenId: 'abcd1234'
    }
  })
  const session = { ...bench.session, log, audit, observers: [audit.observe] }
  const call = async (name: string, args: unknown): Promise<ToolResult> =>
    await run(prepare(session, name, args), session, {
      signal: new AbortController().signal,
      requestId: 'r-1'
    })
  return {
    call,
    audit,
    lines: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as Record<string, unknown>)
  }
}

const source = 'REPORT zaudit.\n* canary-source\nWRITE 1.\n'

test('one line for each attempt, refused and failed ones too, with who, what, where and how it ended', async () => {
  const bench = benchWith(join(folder, 'changes'), 'changes')
  const { call } = bench
  const lines = () => bench.lines().filter(({ kind }) => kind === 'call')
  await call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZAUDIT',
    package: '$TMP',
    source
  })
  await call('ERPWrite', {
    action: 'edit',
    type: 'PROG',
    name: 'ZAUDIT',
    edits: [{ old: 'canary-nowhere', new: '' }]
  })
  await call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZAUDIT2',
    package: 'ZFERRY_CORE'
  })
  await call('ERPRead', { type: 'PROG', name: 'ZAUDIT' })
  await call('ERPWrite', { action: 'delete', type: 'PROG', name: 'ZAUDIT', dryRun: true })
  assert.deepEqual(
    lines().map(({ action, outcome, code, object, package: home }) => [
      action,
      outcome,
      code,
      object,
      home
    ]),
    [
      ['create', 'ok', undefined, 'PROG ZAUDIT', '$TMP'],
      ['edit', 'error', 'TOOL_EDIT_NOT_FOUND', 'PROG ZAUDIT', undefined],
      ['create', 'blocked', 'BLOCKED_NOT_TRANSPORTABLE', 'PROG ZAUDIT2', 'ZFERRY_CORE']
    ]
  )
  const [first, , last] = lines()
  assert.deepEqual(
    [
      first?.['user'],
      first?.['identity'],
      first?.['erpUser'],
      first?.['client'],
      first?.['tokenId'],
      first?.['requestId'],
      first?.['letters']
    ],
    ['ada', 'issuer|ada', 'DEVELOPER', 'workbench', 'abcd1234', 'r-1', 'C']
  )
  assert.equal(last?.['rule'], '--allow-transportable-edits')
  const intents = bench.lines().filter(({ kind }) => kind === 'intent')
  assert.deepEqual(
    intents.map(({ action, object, package: home, outcome, user, requestId, intent }) => [
      ...[action, object, home, outcome, user, requestId],
      intent === first?.['intent'] && typeof intent === 'string'
    ]),
    [['create', 'PROG ZAUDIT', '$TMP', undefined, 'ada', 'r-1', true]]
  )
})

test('by default queries and refusals too: tables, rows and a hash, never the statement or its values', async () => {
  const { call, lines, audit } = benchWith(join(folder, 'data'), 'data', {
    blockedTables: ['ZFERRY_FARE']
  })
  await call('ERPQuery', {
    sql: "SELECT port_id FROM zferry_port WHERE country = 'NO' AND name <> 'canary-value'"
  })
  await call('ERPQuery', { table: 'ZFERRY_FARE' })
  await call('ERPRead', { type: 'CLAS', name: 'ZCL_NONE' })
  audit.logOnRefused({ method: 'api-key', reason: 'unknown key', token: '0011aabb' })
  const [query, blocked, logOn, more] = lines()
  assert.deepEqual(
    [query?.['tables'], typeof query?.['rows'], String(query?.['sqlHash']).length],
    [['ZFERRY_PORT'], 'number', 16]
  )
  assert.deepEqual([blocked?.['code'], blocked?.['tables']], ['BLOCKED_TABLE', ['ZFERRY_FARE']])
  assert.deepEqual(
    [logOn?.['kind'], logOn?.['outcome'], logOn?.['token'], more],
    ['log-on', 'refused', '0011aabb', undefined]
  )
})

test('what cannot be recorded does not happen, and what need not be goes on', async () => {
  const file = join(mkdtempSync(join(folder, 'gone-')), 'audit')
  const { call } = benchWith(file, 'data')
  rmSync(join(file, '..'), { recursive: true })
  const before = sandbox.counters.locks
  const refused = await call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZAUDIT3',
    package: '$TMP',
    source
  })
  assert.deepEqual(
    [refused.kind === 'error' && refused.code, sandbox.counters.locks],
    ['AUDIT_UNAVAILABLE', before]
  )
  const query = await call('ERPQuery', { table: 'ZFERRY_PORT' })
  assert.equal(query.kind === 'error' && query.code, 'AUDIT_UNAVAILABLE')
  assert.equal((await call('ERPSearch', { query: 'ZAUDIT3' })).kind, 'data')
  assert.throws(() => createAudit({ log, level: 'data', file }), /--audit-file/)
})

test('a change whose intent cannot be recorded is not sent, and leaves no open intent', async () => {
  const file = join(mkdtempSync(join(folder, 'intent-')), 'audit')
  const { call, audit, lines } = benchWith(file, 'data')
  const before = sandbox.counters.locks
  const { intend } = audit
  audit.intend = intent => {
    // The file is gone between the check at the beginning of the call and the change.
    renameSync(file, `${file}.aside`)
    mkdirSync(file)
    try {
      intend(intent)
    } finally {
      rmSync(file, { recursive: true })
      renameSync(`${file}.aside`, file)
    }
  }
  const refused = await call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZAUDIT_INTENT',
    package: '$TMP',
    source
  })
  assert.deepEqual(
    [refused.kind === 'error' && refused.code, sandbox.counters.locks],
    ['AUDIT_UNAVAILABLE', before]
  )
  const read = await call('ERPRead', { type: 'PROG', name: 'ZAUDIT_INTENT' })
  assert.equal(read.kind, 'error')
  assert.deepEqual(
    lines().map(({ kind, outcome, intent }) => [kind, outcome, typeof intent]),
    [
      ['intent', undefined, 'string'],
      ['call', 'blocked', 'string']
    ]
  )
})

test('no canary stands in a line of the audit or the log', async () => {
  const file = join(folder, 'all')
  const { call } = benchWith(file, 'all')
  await call('ERPWrite', {
    action: 'update',
    type: 'PROG',
    name: 'ZAUDIT',
    source: 'REPORT zaudit. "canary-update',
    overwrite: true
  })
  await call('ERPWrite', {
    action: 'edit_texts',
    type: 'PROG',
    name: 'ZAUDIT',
    kind: 'symbols',
    texts: [{ key: '001', text: 'canary-text' }]
  })
  await call('ERPQuery', { table: 'ZFERRY_PORT', where: "name = 'canary-where'" })
  await call('ERPDiagnose', {
    action: 'syntax',
    type: 'PROG',
    name: 'ZAUDIT',
    source: 'canary-syntax'
  })
  await call('ERPWrite', {
    action: 'batch',
    items: [
      {
        action: 'edit',
        type: 'PROG',
        name: 'ZAUDIT',
        edits: [{ old: 'canary-old', new: 'canary-new' }]
      }
    ]
  })
  await call('ERPRead', { type: 'PROG', name: 'ZAUDIT' })
  const all =
    ['changes', 'data', 'all'].map(name => readFileSync(join(folder, name), 'utf8')).join('') +
    logged.join('\n')
  assert.doesNotMatch(all, /canary/)
  assert.ok(all.length > 2000)
})

test('every object of a call that changes many stands in its line, with its package and request', async () => {
  const bench = benchWith(join(folder, 'many'), 'changes', {
    allowTransportableEdits: true,
    enableTransports: true
  })
  const { call } = bench
  const lines = () => bench.lines().filter(({ kind }) => kind === 'call')
  const names = Array.from({ length: 14 }, (_, index) => `ZAUDIT_M${index}`)
  await call('ERPWrite', {
    action: 'batch',
    items: names.map((name, index) => ({
      action: 'create',
      type: 'PROG',
      name,
      package: index === 0 ? '$AUDIT' : '$TMP',
      source: `REPORT ${name.toLowerCase()}.\nWRITE 1.\n`
    }))
  })
  await call('ERPManage', { action: 'create_package', name: '$AUDIT' })
  await call('ERPWrite', {
    action: 'batch',
    package: '$TMP',
    items: names.map(name => ({
      action: 'create',
      type: 'PROG',
      name,
      source: `REPORT ${name.toLowerCase()}.\nWRITE 1.\n`
    }))
  })
  await call('ERPActivate', { package: '$TMP' })
  await call('ERPWrite', { action: 'move', name: names[0], package: '$AUDIT' })
  const request = await call('ERPTransport', { action: 'create', description: 'x' })
  const number = 'data' in request ? (request.data as { transport: string }).transport : ''
  await call('ERPWrite', {
    action: 'batch',
    items: [
      {
        action: 'edit',
        type: 'CLAS',
        name: 'ZCL_FERRY_NOT',
        edits: [{ old: 'x', new: 'y' }],
        transport: number
      }
    ]
  })
  const [refused, , batch, activated, moved, , foreign] = lines()
  const all = names.map(name => `PROG ${name}`)
  assert.deepEqual(String(refused?.['object']).split(', ').toSorted(), all.toSorted())
  assert.deepEqual(
    [String(batch?.['object']).split(', ').toSorted(), batch?.['package']],
    [all.toSorted(), '$TMP']
  )
  for (const object of all) {
    assert.ok(String(activated?.['object']).split(', ').includes(object), object)
  }
  assert.deepEqual([moved?.['object'], moved?.['package']], [all[0], '$TMP, $AUDIT'])
  assert.deepEqual([foreign?.['object'], foreign?.['transport']], ['CLAS ZCL_FERRY_NOT', number])
  const intentOf = (line: Record<string, unknown> | undefined) =>
    bench
      .lines()
      .filter(({ kind, intent }) => kind === 'intent' && intent === line?.['intent'])
      .flatMap(({ object }) => String(object).split(', '))
  assert.deepEqual(intentOf(batch).toSorted(), all.toSorted())
  assert.deepEqual(intentOf(moved), all.slice(0, 1))
  for (const object of all) assert.ok(intentOf(activated).includes(object), object)
})

test('what was not even understood is an attempt; an address shows no credentials; names are cut', async () => {
  const { call, lines } = benchWith(join(folder, 'odd'), 'changes')
  await call('ERPWrite', { action: 'delete' })
  await call('ERPWrite', { action: 'destroy', name: 'X\n{"kind":"call"}' })
  await call('ERPDiagnose', { action: 'set_breakpoint' })
  await call('ERPManage', { action: 'git_pull', repository: 'https://u:canary-pass@git.example/r' })
  await call('ERPWrite', { action: 'delete', type: 'PROG', name: 'Z'.repeat(5000) })
  await call('ERPDiagnose', { action: 'syntax' })
  await call('ERPRead', { nonsense: 1 })
  const all = lines()
  assert.deepEqual(
    all.map(({ tool, action }) => [tool, action]),
    [
      ['ERPWrite', 'delete'],
      ['ERPWrite', undefined],
      ['ERPDiagnose', 'set_breakpoint'],
      ['ERPManage', 'git_pull'],
      ['ERPWrite', 'delete']
    ]
  )
  assert.ok(all.every(({ outcome }) => outcome !== 'ok'))
  assert.ok(all.every(line => JSON.stringify(line).length < 1000))
  assert.doesNotMatch(JSON.stringify(all), /canary/)
})

test('a line that the file could not take is written as soon as it can', async () => {
  const gone = mkdtempSync(join(folder, 'lost-'))
  const file = join(gone, 'audit')
  const { audit, lines } = benchWith(file, 'data')
  const done = {
    system: 'default',
    tool: 'ERPWrite',
    operation: 'update',
    outcome: 'ok',
    changes: true,
    ms: 1,
    user: 'ada'
  } as const
  audit.observe({ ...done, object: 'PROG ZONE' })
  rmSync(gone, { recursive: true })
  audit.observe({ ...done, object: 'PROG ZTWO' })
  audit.observe({ ...done, object: 'PROG ZTHREE', outcome: 'blocked', code: 'AUDIT_UNAVAILABLE' })
  assert.throws(
    () => {
      audit.assertReady({ tool: 'ERPWrite', changes: true })
    },
    { code: 'AUDIT_UNAVAILABLE' }
  )
  mkdirSync(gone)
  audit.assertReady({ tool: 'ERPWrite', changes: true })
  assert.deepEqual(
    lines().map(({ kind, object }) => object ?? kind),
    ['PROG ZTWO', 'resumed']
  )
})

test(
  'a device that takes nothing stops the start',
  { skip: existsSync('/dev/full') ? false : 'no /dev/full here' },
  () => {
    assert.throws(
      () => createAudit({ log, level: 'data', file: '/dev/full' }),
      /--audit-file \(ERP_AUDIT_FILE\): \/dev\/full cannot be written \(ENOSPC\)/
    )
  }
)

test('rows that a tool reads by itself are recorded like a query, and stopped like one', async () => {
  const gone = mkdtempSync(join(folder, 'rows-'))
  const { call, lines } = benchWith(join(gone, 'audit'), 'data')
  await call('ERPRead', { type: 'VARI', name: 'ZAUDIT' })
  assert.deepEqual(
    lines().map(({ tool, tables }) => [tool, tables]),
    [['ERPRead', ['VARID', 'VARIT']]]
  )
  rmSync(gone, { recursive: true })
  const stopped = await call('ERPRead', { type: 'VARI', name: 'ZAUDIT' })
  assert.equal(stopped.kind === 'error' && stopped.code, 'AUDIT_UNAVAILABLE')
})
