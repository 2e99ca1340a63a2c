import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { AddressInfo } from 'node:net'
import { createGateway } from '../../examples/gateway/gateway.ts'
import { reportOf } from '../../examples/erp-client/report.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import { call, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'

async function system(t: TestContext) {
  const sandbox = await createTestSandbox()
  t.after(() => sandbox.close())
  return sandbox
}

const logon = ({ url, user, password }: { url: string; user: string; password: string }) => ({
  url,
  user,
  password
})
const text = ({ body }: RpcAnswer) => JSON.stringify(body)

test('a gateway with its own log-on holds two systems apart', { timeout: 60_000 }, async t => {
  const [development, production] = [await system(t), await system(t)]
  const calls: string[] = []
  const gateway = await createGateway({
    employees: new Map([
      ['token-ada', { name: 'ada', mayWrite: true }],
      ['token-bob', { name: 'bob', mayWrite: false }]
    ]),
    development: logon(development),
    production: logon(production),
    onToolCall: (name, { tool, outcome, user }) => {
      calls.push(`${name} ${tool} ${outcome} ${user}`)
    }
  })
  t.after(() => gateway.close())
  await gateway.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`
  const ask = (name: string, session: string, message: object) =>
    post(new URL(`${base}/${name}/mcp`), message, { 'x-session': session })

  const create = call('ERPWrite', {
    action: 'create',
    type: 'PROG',
    name: 'ZGATEWAY',
    package: '$TMP',
    description: 'By the gateway',
    source: 'REPORT zgateway.\n'
  })
  assert.equal((await ask('development', 'token-stranger', create)).status, 401)
  assert.equal((await ask('development', 'token-bob', create)).status, 403)
  assert.doesNotMatch(text(await ask('development', 'token-ada', create)), /"isError":true/)
  assert.match(text(await ask('production', 'token-ada', create)), /BLOCKED_READ_ONLY/)

  const read = call('ERPRead', { type: 'PROG', name: 'ZGATEWAY' })
  assert.match(text(await ask('development', 'token-bob', read)), /REPORT zgateway/)
  assert.match(text(await ask('production', 'token-bob', read)), /ERP_NOT_FOUND/)
  assert.deepEqual(calls, [
    'development ERPWrite blocked bob',
    'development ERPWrite ok ada',
    'production ERPWrite blocked ada',
    'development ERPRead ok bob',
    'production ERPRead error bob'
  ])

  const metrics = await (await fetch(`${base}/metrics`)).text()
  assert.match(metrics, /gateway_requests_total\{status="401"\} 1/)
  assert.match(
    metrics,
    /erp_bridge_tool_calls_total\{bridge="development",system="default",tool="ERPWrite",operation="create",outcome="ok"/
  )
  assert.match(
    metrics,
    /erp_bridge_tool_calls_total\{bridge="production",system="default",tool="ERPWrite",[^}]*code="BLOCKED_READ_ONLY"\} 1/
  )
  assert.match(
    metrics,
    /erp_bridge_erp_requests_total\{bridge="development",system="default",operation="[^"]+",effect="change"/
  )
  assert.doesNotMatch(
    metrics,
    /erp_requests_total\{bridge="production",system="default",operation="[^"]+",effect="change"/
  )
  assert.doesNotMatch(metrics, /\bada\b|\bbob\b/)
  assert.deepEqual(
    await (await fetch(`${base}/whoami`, { headers: { 'x-session': 'token-ada' } })).json(),
    { employee: 'ada', caller: null }
  )
})

test('the ERP client works on its own', { timeout: 60_000 }, async t => {
  const { url, user, password, client } = await system(t)
  const options = {
    baseUrl: url,
    client,
    language: 'EN',
    credential: { kind: 'basic', user, password }
  } as const
  const lines = await reportOf(options, '$FERRY_DEMO')
  assert.ok(
    lines.some(
      ({ object, lines: count }) => object === 'CLAS ZCL_FERRY_CONSOLE' && (count ?? 0) > 5
    ),
    JSON.stringify(lines)
  )
  await assert.rejects(
    reportOf({ ...options, credential: { ...options.credential, password: 'wrong' } }, '$TMP'),
    { code: 'ERP_LOGON_FAILED' }
  )
})
