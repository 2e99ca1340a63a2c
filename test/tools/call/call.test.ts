import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { changeSource } from '../../../erp-client/index.ts'
import type { ErpRequest } from '../../../erp-client/index.ts'
import { defineTool, prepare, run, ToolError } from '../../../tools/index.ts'
import type { OperationName, Tool, ToolContext, ToolResult } from '../../../tools/index.ts'
import { benchOf, callerWith, errorOf, recordingErp } from '../helpers/erp.ts'

const text = (words: string): ToolResult => ({ kind: 'text', text: words })

function toolThat(
  run: (context: ToolContext) => Promise<ToolResult>,
  operation: OperationName = 'read',
  timeoutMs = 5000
): Tool {
  return defineTool({
    name: 'Probe',
    title: 'Probe',
    description: 'A tool for tests that runs whatever the test wants to run.',
    scope: 'read',
    operation,
    timeoutMs,
    input: Type.Object({
      name: Type.Optional(Type.String({ description: 'Name.' })),
      text: Type.Optional(Type.String({ description: 'Text.' }))
    }),
    run: async (_args, context) => await run(context)
  })
}

const ref = { type: 'CLAS', name: 'ZCL_DEMO' }
const lockAnswer = (facts: string) =>
  `<?xml version="1.0"?><asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0"><asx:values><DATA><LOCK_HANDLE>ABC</LOCK_HANDLE>${facts}<MODIFICATION_SUPPORT>NoModification</MODIFICATION_SUPPORT></DATA></asx:values></asx:abap>`
const metadata = (home: string) =>
  `<?xml version="1.0"?><class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" xmlns:adtcore="http://www.sap.com/adt/core" adtcore:name="ZCL_DEMO" adtcore:type="CLAS/OC" adtcore:version="active" adtcore:description="x" adtcore:changedBy="TESTER"><adtcore:packageRef adtcore:name="${home}" adtcore:type="DEVC/K"/></class:abapClass>`
const xml = { 'content-type': 'application/xml; charset=utf-8' }

const busy =
  '<?xml version="1.0"?><exc:exception xmlns:exc="http://www.sap.com/abapxml/types/communicationframework"><namespace id="com.sap.adt"/><type id="ExceptionResourceNoAccess"/><message lang="EN">User TESTER is currently editing ZCL_DEMO</message><properties><entry key="T100KEY-ID">EU</entry><entry key="T100KEY-NO">510</entry></properties></exc:exception>'

/** An ERP with one class, which one session at a time can lock. */
const oneClass = (home: string, lock = '<CORRNR/><IS_LOCAL>X</IS_LOCAL>') => {
  let locked = false
  return ({ method, path, query }: { method: string; path: string; query: URLSearchParams }) => {
    const action = query.get('_action')
    if (action === 'LOCK' && locked) return { status: 403, body: busy, headers: xml }
    if (action !== null) locked = action === 'LOCK'
    return classAnswer({ home, lock }, { method, path, query })
  }
}

function classAnswer(
  { home, lock }: { home: string; lock: string },
  { method, path, query }: { method: string; path: string; query: URLSearchParams }
) {
  if (path.endsWith('/discovery')) {
    return {
      status: 200,
      body: '<app:service xmlns:app="http://www.w3.org/2007/app"/>',
      headers: xml
    }
  }
  if (query.get('_action') === 'LOCK') return { status: 200, body: lockAnswer(lock), headers: xml }
  if (query.get('_action') === 'UNLOCK') return { status: 200 }
  if (path.endsWith('/zcl_demo/source/main')) {
    return method === 'GET'
      ? {
          status: 200,
          body: 'CLASS zcl_demo DEFINITION.\r\nENDCLASS.\r\n',
          headers: { etag: '20260101000000001' }
        }
      : { status: 200 }
  }
  if (path.endsWith('/oo/classes/zcl_demo')) {
    return { status: 200, body: metadata(home), headers: xml }
  }
  return undefined
}

test('unknown tools and missing scopes belong to the protocol', () => {
  const { session } = benchOf({ caller: callerWith('read') })
  assert.throws(
    () => prepare(session, 'erpread', {}),
    (error: unknown) =>
      error instanceof ToolError &&
      error.code === 'TOOL_UNKNOWN' &&
      error.details.remedy === 'Did you mean ERPRead?'
  )
  // Only what this caller has is named, and transports are off.
  assert.throws(
    () => prepare(session, 'Delete', {}),
    (error: unknown) =>
      error instanceof ToolError &&
      error.code === 'TOOL_UNKNOWN' &&
      /ERPRead, /.test(error.details.remedy ?? '') &&
      !/ERPWrite|ERPTransport/.test(error.details.remedy ?? '')
  )
  assert.throws(
    () => prepare(session, 'ERPWrite', { nonsense: 1 }),
    (error: unknown) =>
      error instanceof ToolError &&
      error.code === 'INSUFFICIENT_SCOPE' &&
      error.details.missingScope === 'write'
  )
  assert.throws(
    () => prepare(session, 'ERPDiagnose', { action: 'unit_test', name: 'ZCL', risk: 'critical' }),
    (error: unknown) => error instanceof ToolError && error.details.missingScope === 'write'
  )
  assert.ok(prepare(session, 'ERPDiagnose', { action: 'unit_test', name: 'ZCL' }).readsOnly)
})

test('bad arguments give a result that says what is needed', async () => {
  const { call, events } = benchOf()
  const { code, text: words } = errorOf(
    await call('ERPWrite', { action: 'create', type: 'CLASS', maxRows: 3 })
  )
  assert.equal(code, 'TOOL_BAD_ARGUMENTS')
  assert.match(words, /maxRows/)
  assert.match(
    errorOf(await call('ERPWrite', { action: 'create', type: 'CLASS' })).text,
    /`name` is missing.*create needs type, name/s
  )
  assert.match(
    errorOf(await call('ERPRead', { name: 'X', version: 'activ' })).text,
    /Did you mean active/
  )
  assert.match(
    errorOf(await call('ERPWrite', { action: 'edit', name: 'X', edits: [{ old: 'a', mew: 'b' }] }))
      .text,
    /edits\/0/
  )
  assert.deepEqual(events.map(({ outcome, operation }) => [outcome, operation])[0], [
    'error',
    'none'
  ])
})

test('a tool mislabelled as a read cannot change the ERP, whatever it tries', async t => {
  const { erp, asked, changes } = await recordingErp(t, oneClass('$TMP'))
  const attempts: ((context: ToolContext) => Promise<unknown>)[] = [
    async context =>
      await context.change(
        { ref },
        async (writer, recheck) => await changeSource(writer, { ref, edit: () => 'x' }, { recheck })
      ),
    async context =>
      await context.erp.request({
        operation: 'x',
        effect: 'change',
        method: 'PUT',
        path: '/sap/bc/adt/oo/classes/zcl_demo/source/main',
        body: 'x'
      } as unknown as ErpRequest & { effect: 'none' }),
    async context =>
      await changeSource(context.erp as never, { ref, edit: () => 'x' }, { recheck: () => {} })
  ]
  for (const attempt of attempts) {
    const { call } = benchOf({
      erp,
      tools: [toolThat(async context => text(String(await attempt(context))))]
    })
    errorOf(await call('Probe'))
  }
  assert.deepEqual(changes(), [])
  const { call } = benchOf({
    erp,
    tools: [
      toolThat(async context => {
        await attempts[0]?.(context)
        return text('done')
      }, 'update')
    ]
  })
  assert.equal((await call('Probe')).kind, 'text')
  assert.ok(
    changes().some(({ method }) => method === 'PUT'),
    `the same code under its right label does change: ${asked.length} requests`
  )
})

test('blocked calls send nothing that changes', async t => {
  const { erp, asked, changes } = await recordingErp(
    t,
    oneClass('ZFOO', '<CORRNR>DEVK900001</CORRNR><IS_LOCAL/>')
  )
  const write = {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    edits: [{ old: 'ENDCLASS.', new: 'ENDCLASS. ' }]
  }
  const cases: [Parameters<typeof benchOf>[0], Record<string, unknown>, string][] = [
    [{ policy: { readOnly: true } }, write, 'BLOCKED_READ_ONLY'],
    [{ policy: { allowedOps: 'RSQ' } }, write, 'BLOCKED_OPERATION'],
    [{ policy: { disallowedOps: 'U' } }, write, 'BLOCKED_OPERATION'],
    [{}, write, 'BLOCKED_NOT_TRANSPORTABLE'],
    [{ policy: { allowTransportableEdits: true } }, write, 'BLOCKED_TRANSPORT'],
    [
      { policy: { allowTransportableEdits: true, allowedPackages: ['$TMP'] } },
      { ...write, transport: 'DEVK900001' },
      'BLOCKED_PACKAGE'
    ],
    [
      { policy: { allowTransportableEdits: true, allowedTransports: ['XYZ*'] } },
      { ...write, transport: 'DEVK900001' },
      'BLOCKED_TRANSPORT'
    ],
    [{ policy: { disallowedOps: 'A' } }, { ...write, activate: true }, 'BLOCKED_OPERATION'],
    [
      { policy: { allowedPackages: ['$TMP'] } },
      { action: 'create', type: 'CLAS', name: 'ZCL_NEW', package: 'ZBAR' },
      'BLOCKED_PACKAGE'
    ],
    [
      {},
      { action: 'create', type: 'CLAS', name: 'ZCL_NEW', package: 'ZBAR' },
      'BLOCKED_NOT_TRANSPORTABLE'
    ],
    [{}, { action: 'delete', type: 'CLAS', name: 'ZCL_DEMO' }, 'BLOCKED_NOT_TRANSPORTABLE'],
    [{}, { action: 'delete', type: 'CLAS', name: 'ZCL_GONE' }, 'ERP_NOT_FOUND'],
    [{}, { ...write, transport: 'DEVK900001' }, 'BLOCKED_TRANSPORT']
  ]
  for (const [options, args, expected] of cases) {
    const { call, events } = benchOf({ ...options, erp })
    const { code, text: words } = errorOf(await call('ERPWrite', args))
    assert.equal(code, expected, `${JSON.stringify(options)} ${JSON.stringify(args)}: ${words}`)
    assert.equal(events[0]?.outcome, expected.startsWith('BLOCKED') ? 'blocked' : 'error')
    if (expected.startsWith('BLOCKED')) assert.match(words, /Decided by: --/)
  }
  assert.equal(
    errorOf(await benchOf({ erp }).call('ERPActivate', { type: 'CLAS', name: 'ZCL_DEMO' })).code,
    'BLOCKED_NOT_TRANSPORTABLE'
  )
  assert.equal(
    errorOf(
      await benchOf({ erp, policy: { blockFreeSql: true } }).call('ERPQuery', { table: 'T000' })
    ).code,
    'BLOCKED_FREE_SQL'
  )
  assert.equal(
    errorOf(
      await benchOf({ erp, policy: { blockedTables: ['USR*'] } }).call('ERPQuery', {
        sql: 'SELECT a FROM t000 WHERE b IN ( SELECT c FROM usr02 )'
      })
    ).code,
    'BLOCKED_TABLE'
  )
  assert.equal(
    errorOf(
      await benchOf({ erp, features: new Map([['db', 'absent']]) }).call('ERPQuery', {
        table: 'T000'
      })
    ).code,
    'BLOCKED_FEATURE'
  )
  const missing = errorOf(
    await benchOf({
      erp,
      features: new Map([['db', 'absent']]),
      isMissing: feature => feature === 'db'
    }).call('ERPQuery', { table: 'T000' })
  )
  assert.equal(missing.code, 'NOT_SUPPORTED_BY_RELEASE')
  assert.match(
    missing.text,
    /^NOT_SUPPORTED_BY_RELEASE: The data preview: .*\(feature db\)\.\nSystems have it since 7\.50\. Instead: Transaction SE16.* --feature-db on\.$/s
  )
  assert.deepEqual(changes(), [])
  assert.ok(!asked.some(({ path }) => path.includes('/datapreview/')))
})

test('the policy decides again with the facts of the lock, and the lock is released', async t => {
  const write = {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    edits: [{ old: 'ENDCLASS.', new: 'ENDCLASS. ' }]
  }
  const cases: [
    Parameters<typeof benchOf>[0],
    Record<string, unknown>,
    { home: string; lock: string },
    string
  ][] = [
    [{}, write, { home: '$TMP', lock: '<CORRNR/><IS_LOCAL/>' }, 'BLOCKED_NOT_TRANSPORTABLE'],
    [
      { policy: { allowTransportableEdits: true, allowedTransports: ['DEVK9*'] } },
      { ...write, transport: 'DEVK900001' },
      { home: 'ZFOO', lock: '<CORRNR>QASK100001</CORRNR><IS_LOCAL/>' },
      'BLOCKED_TRANSPORT'
    ],
    [
      { policy: { allowTransportableEdits: true } },
      { ...write, transport: 'DEVK900001' },
      { home: 'ZFOO', lock: '<CORRNR>DEVK900002</CORRNR><CORRUSER>BOB</CORRUSER><IS_LOCAL/>' },
      'TRANSPORT_DIFFERS'
    ],
    [
      { policy: { allowTransportableEdits: true } },
      { ...write, transport: 'DEVK900001' },
      { home: '$TMP', lock: '<CORRNR/><IS_LOCAL>X</IS_LOCAL>' },
      'TRANSPORT_NOT_NEEDED'
    ]
  ]
  for (const [options, args, { home, lock }, expected] of cases) {
    const { erp, changes } = await recordingErp(t, oneClass(home, lock))
    assert.equal(errorOf(await benchOf({ ...options, erp }).call('ERPWrite', args)).code, expected)
    const sent = changes().map(({ method, query }) => `${method} ${query.get('_action') ?? ''}`)
    assert.deepEqual([...new Set(sent)], ['POST LOCK', 'POST UNLOCK'], expected)
    assert.equal(sent.at(-1), 'POST UNLOCK')
  }
})

test('dryRun works where nothing may change', async t => {
  const { erp, changes } = await recordingErp(t, oneClass('$TMP'))
  const result = await benchOf({ erp, policy: { readOnly: true } }).call('ERPWrite', {
    action: 'edit',
    type: 'CLAS',
    name: 'ZCL_DEMO',
    edits: [{ old: 'ENDCLASS.', new: '" x\nENDCLASS.' }],
    dryRun: true
  })
  assert.equal(result.kind, 'text', result.text)
  assert.match(result.text, /DRY RUN: \+1 -0.*BLOCKED_READ_ONLY.*not possible.*\+" x/s)
  assert.deepEqual(changes(), [])
})

test('a package that cannot be resolved is a refusal', async t => {
  const answers = oneClass('$TMP')
  for (const status of [500, 403]) {
    const { erp, changes } = await recordingErp(t, asked =>
      asked.method === 'GET' && asked.path.endsWith('/oo/classes/zcl_demo')
        ? { status, body: 'broken' }
        : answers(asked)
    )
    assert.equal(
      errorOf(
        await benchOf({ erp }).call('ERPWrite', {
          action: 'delete',
          type: 'CLAS',
          name: 'ZCL_DEMO'
        })
      ).code,
      'BLOCKED_PACKAGE'
    )
    assert.deepEqual(changes(), [])
  }
})

test('a call that exceeds its time or is cancelled says so', async t => {
  const waits = toolThat(
    async ({ signal }) => {
      await sleep(60_000, undefined, { signal })
      return text('')
    },
    'read',
    20
  )
  assert.equal(errorOf(await benchOf({ tools: [waits] }).call('Probe')).code, 'TOOL_TIMEOUT')
  const patient = toolThat(async ({ signal }) => {
    await sleep(60_000, undefined, { signal })
    return text('')
  })
  const abort = new AbortController()
  const running = benchOf({ tools: [patient] }).call('Probe', {}, abort.signal)
  abort.abort()
  assert.equal(errorOf(await running).code, 'TOOL_CANCELLED')
  assert.equal(
    errorOf(await benchOf({ tools: [patient] }).call('Probe', {}, AbortSignal.abort())).code,
    'TOOL_CANCELLED'
  )
  const { erp } = await recordingErp(t, ({ method }) =>
    method === 'PUT' ? { status: 200 } : undefined
  )
  const early = toolThat(
    async ({ signal }) => {
      await sleep(60_000, undefined, { signal })
      return text('')
    },
    'activate',
    20
  )
  assert.equal(
    errorOf(await benchOf({ tools: [early], erp }).call('Probe')).code,
    'TOOL_TIMEOUT',
    'nothing was lent, so nothing is in doubt'
  )
  const changing = (options?: ErpRequest) =>
    toolThat(
      async ({ signal, change }) =>
        await change({ ref }, async erp => {
          if (options !== undefined) await erp.request(options)
          await sleep(60_000, undefined, { signal })
          return text('')
        }),
      'activate',
      40
    )
  const policy = { allowTransportableEdits: true }
  const unsent = errorOf(await benchOf({ tools: [changing()], erp, policy }).call('Probe'))
  assert.equal(unsent.code, 'TOOL_TIMEOUT')
  assert.match(unsent.text, /\nNothing was changed\./)
  // An activation may have been one, whatever its answer says.
  for (const operation of ['source.write', 'activate'] as const) {
    const { call, events } = benchOf({
      tools: [changing({ operation, effect: 'change', method: 'PUT', path: '/sap/bc/adt/probe' })],
      erp,
      policy
    })
    assert.equal(errorOf(await call('Probe')).code, 'OUTCOME_UNKNOWN', operation)
    assert.equal(events[0]?.outcome, 'unknown', operation)
  }
})

test('a fault inside a tool is logged, not shown; one event per call, whatever observers do', async () => {
  const broken = toolThat(async () => {
    throw new TypeError('secret path /etc/x')
  })
  const { call, events, session } = benchOf({ tools: [broken] })
  const result = errorOf(await call('Probe', { name: 'X' }))
  assert.equal(result.code, 'TOOL_FAILED')
  assert.ok(!result.text.includes('secret'))
  assert.equal(events.length, 1)
  const { tool, operation, outcome, code, user, object } = events[0] ?? {}
  assert.deepEqual(
    { tool, operation, outcome, code, user, object },
    {
      tool: 'Probe',
      operation: 'read',
      outcome: 'error',
      code: 'TOOL_FAILED',
      user: 'tester',
      object: 'X'
    }
  )
  const loud = {
    ...session,
    observers: [
      () => {
        throw new Error('sink')
      },
      ...session.observers
    ]
  }
  const { run } = await import('../../../tools/index.ts')
  await run(prepare(loud, 'Probe', {}), loud, { signal: new AbortController().signal })
  assert.equal(events.length, 2)
})

test('a prepared call without its action is a defect of the caller, and its tool does not run', async () => {
  let ran = 0
  const tool = toolThat(async () => {
    ran++
    return { kind: 'text', text: 'done' }
  })
  const { session } = benchOf({ tools: [tool] })
  const prepared = { ...prepare(session, 'Probe', {}), action: undefined }
  await assert.rejects(
    run(prepared as never, session, { signal: new AbortController().signal }),
    TypeError
  )
  assert.equal(ran, 0)
})

test('the text and the data of an error contain no secret; lines of a source keep every character', async () => {
  const redact = (words: string) => words.replaceAll('hunter-22', '[secret]')
  const answer = async (result: ToolResult) => {
    const { session } = benchOf({ tools: [toolThat(async () => result)] })
    const io = { signal: new AbortController().signal }
    return await run(prepare(session, 'Probe', {}), { ...session, redact }, io)
  }
  const failed = { kind: 'error', code: 'X', text: 'X: said hunter-22' } as const
  assert.equal((await answer(failed)).text, 'X: said [secret]')
  const withData = await answer({ ...failed, data: { said: 'hunter-22', line: 3 } })
  assert.deepEqual(withData.kind === 'error' && withData.data, { said: '[secret]', line: 3 })
  assert.equal((await answer({ ...failed, verbatim: [] })).text, failed.text)
  assert.equal((await answer(text('hunter-22'))).text, 'hunter-22')
  assert.equal((await answer({ ...failed, text: 'X: nothing' })).text, 'X: nothing')
})
