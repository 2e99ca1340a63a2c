/**
 * Long work: which calls hand out a handle, what they report on the way, and that a cancelled one
 * takes its request back.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createErp } from '../../../erp-client/index.ts'
import { createLongCalls, createTokenSigner, prepare, run } from '../../../tools/index.ts'
import type { ProgressStep, ToolResult, ToolSession } from '../../../tools/index.ts'
import { benchOf, errorOf } from '../helpers/erp.ts'
import { startSandboxBench } from '../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../helpers/sandbox-bench.ts'

let bench: SandboxBench
before(async () => {
  bench = await startSandboxBench()
})
after(async () => {
  await bench?.close()
})

const policy = {
  enableTransports: true,
  allowTransportableEdits: true,
  expert: new Set(['execute', 'debug', 'amdp'] as const)
}

/** Everything that a client might have to wait for. */
const long: readonly (readonly [string, object])[] = [
  ['ERPDiagnose', { action: 'unit_test', type: 'DEVC', name: 'ZX' }],
  ['ERPDiagnose', { action: 'atc', name: 'ZX' }],
  ['ERPSearch', { kind: 'source', query: 'SELECT', package: 'ZX' }],
  ['ERPSearch', { kind: 'package', package: 'ZX' }],
  ['ERPNavigate', { action: 'references', name: 'ZX' }],
  ['ERPContext', { action: 'impact', name: 'ZX' }],
  ['ERPContext', { action: 'usages', name: 'ZX' }],
  ['ERPActivate', { package: 'ZX' }],
  ['ERPActivate', { action: 'publish', name: 'ZX' }],
  ['ERPWrite', { action: 'batch', items: [{ action: 'delete', type: 'PROG', name: 'ZX' }] }],
  ['ERPWrite', { action: 'rename', name: 'ZX', newName: 'ZY' }],
  ['ERPWrite', { action: 'change_signature', name: 'ZX', declaration: 'METHODS zy.' }],
  ['ERPWrite', { action: 'extract_method', name: 'ZX', newName: 'ZY', line: 1, endLine: 2 }],
  ['ERPWrite', { action: 'scaffold', name: 'ZX', generator: 'uiservice' }],
  ['ERPManage', { action: 'git_pull', repository: 'ZX' }],
  ['ERPManage', { action: 'git_clone', repository: 'https://git.example/x' }],
  ['ERPManage', { action: 'run_class', name: 'ZX' }],
  ['ERPTransport', { action: 'review', transport: 'SBXK900001' }],
  ['ERPTransport', { action: 'diff', transport: 'SBXK900001' }],
  ['ERPTransport', { action: 'release', transport: 'SBXK900001' }]
]

test('what may take long is long, and a name search is not', () => {
  const { session } = benchOf({ policy })
  for (const [tool, args] of long) {
    assert.equal(prepare(session, tool, args).long, true, `${tool} ${JSON.stringify(args)}`)
  }
  for (const [tool, args] of [
    ['ERPSearch', { query: 'ZX*' }],
    ['ERPRead', { name: 'ZX' }],
    ['ERPDiagnose', { action: 'syntax', name: 'ZX' }]
  ] as const) {
    assert.equal(prepare(session, tool, args).long, false, tool)
  }
})

async function stepsOf(
  tool: string,
  args: object
): Promise<{ steps: ProgressStep[]; result: ToolResult }> {
  const session: ToolSession = {
    ...benchOf({ erp: bench.erp, policy }).session,
    // They end before a client would get a handle.
    running: createLongCalls({ signer: createTokenSigner('a secret'), afterMs: 600_000 })
  }
  const steps: ProgressStep[] = []
  const result = await run(prepare(session, tool, args), session, {
    signal: new AbortController().signal,
    progress: step => steps.push(step)
  })
  return { steps, result }
}

const reporting: readonly (readonly [string, object])[] = [
  ['ERPDiagnose', { action: 'unit_test', type: 'DEVC', name: '$FERRY_PRICING' }],
  ['ERPDiagnose', { action: 'atc', name: 'ZCL_FERRY_MONEY' }],
  ['ERPSearch', { kind: 'source', query: 'zcl_ferry_money', package: '$FERRY_PRICING' }],
  ['ERPNavigate', { action: 'references', name: 'ZCL_FERRY_MONEY' }],
  [
    'ERPWrite',
    {
      action: 'batch',
      package: '$TMP',
      items: [
        { action: 'create', type: 'PROG', name: 'ZLW_ONE', source: 'REPORT zlw_one.\nWRITE 1.\n' },
        { action: 'create', type: 'PROG', name: 'ZLW_TWO', source: 'REPORT zlw_two.\nWRITE 2.\n' }
      ]
    }
  ],
  ['ERPActivate', { package: '$TMP' }]
]

test('long tools report on the way', async () => {
  for (const [tool, args] of reporting) {
    const { steps, result } = await stepsOf(tool, args)
    assert.equal(result.kind, 'data', result.text)
    assert.ok(steps.length > 0, `${tool} ${JSON.stringify(args)}`)
    for (const { done, total = done } of steps) {
      assert.ok(done >= 0 && done <= total, JSON.stringify(steps))
    }
  }
})

/**
 * An ERP that answers the test run only when it is told to, and notices that its client has left.
 */
async function slowErp() {
  const left = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) left.resolve()
    })
    const slow = request.url?.includes('/testruns') === true
    if (slow) asked.resolve()
    void (slow ? answer.promise : Promise.resolve()).then(() => {
      response
        .writeHead(200, { 'content-type': 'application/xml', 'x-csrf-token': 'token' })
        .end(slow ? '<aunit:runResult xmlns:aunit="http://www.sap.com/adt/aunit"/>' : '')
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const erp = createErp({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client: '001',
    language: 'EN',
    credential: { kind: 'basic', user: 'U', password: 'p' }
  })
  const close = async () => {
    server.closeAllConnections()
    await erp.close()
    await new Promise(resolve => {
      server.close(resolve)
    })
  }
  return { erp, left: left.promise, asked: asked.promise, answer: answer.resolve, close }
}

const tests = { action: 'unit_test', type: 'CLAS', name: 'ZCL_SLOW', risk: 'harmless' } as const

test('a test run that takes long is collected by its handle', async t => {
  const slow = await slowErp()
  t.after(slow.close)
  const { session } = benchOf({ erp: slow.erp })
  const own: ToolSession = {
    ...session,
    running: createLongCalls({ signer: createTokenSigner('a secret of all replicas'), afterMs: 5 })
  }
  const call = async (args: object) =>
    await run(prepare(own, 'ERPDiagnose', args), own, { signal: new AbortController().signal })
  const late = await call(tests)
  if (late.kind !== 'error') assert.fail(late.text)
  assert.equal(late.code, 'RUNNING')
  slow.answer()
  let result: ToolResult = await call({ cursor: (late.data as { cursor: string }).cursor })
  for (let tries = 0; tries < 200 && result.kind === 'error'; tries++) {
    result = await call({ cursor: (late.data as { cursor: string }).cursor })
  }
  assert.match(result.text, /NOTHING RUN/)
})

test('a cancelled call takes its request back from the ERP', async t => {
  const slow = await slowErp()
  t.after(slow.close)
  const abort = new AbortController()
  const running = benchOf({ erp: slow.erp }).call('ERPDiagnose', tests, abort.signal)
  await slow.asked
  abort.abort()
  assert.equal(errorOf(await running).code, 'TOOL_CANCELLED')
  await slow.left
})
