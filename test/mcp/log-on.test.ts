/** A session that has ended in a call: clients with URL-mode elicitation show the address of a log-on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { Type } from '@sinclair/typebox'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema
} from '@modelcontextprotocol/sdk/types.js'
import { ErpError } from '../../erp-client/index.ts'
import { loadConfig } from '../../config/config.ts'
import { buildServer } from '../../server.ts'
import { createRegistry, defineTool } from '../../tools/index.ts'
import type { Tool } from '../../tools/index.ts'
import { call, modern, post } from '../helpers/bridge-app.ts'

const info = { name: 'log-on', version: '1.0.0' }
const address = 'http://127.0.0.1:4711/once'
const needed = () =>
  new ErpError('ERP_LOGON_NEEDED', 'The session has ended', {
    outcome: 'failed',
    remedy: 'Ask the user to run erp-bridge login in a terminal.'
  })

/** Two tools whose ERP session has ended until a log-on. */
async function ground(t: TestContext, { sessions = false, refuses = false } = {}) {
  const facts = { isLoggedOn: false, begun: 0, left: 0, changed: 0, fails: false }
  const made = (name: string, operation: 'read' | 'update'): Tool =>
    defineTool({
      ...{ name, title: name, description: `${name} something at the ERP.`, operation },
      scope: operation === 'read' ? 'read' : 'write',
      input: Type.Object({}),
      run: async () => {
        if (!facts.isLoggedOn) throw needed()
        if (operation === 'update') facts.changed++
        return { kind: 'text', text: `${name} done` }
      }
    })
  const byAddress = {
    begin: async () => {
      if (refuses) throw new ErpError('ERP_LOCKED', 'A change runs')
      facts.begun++
      return { id: `id-${facts.begun}`, url: address }
    },
    wait: async () => {
      if (facts.fails) throw new ErpError('ERP_LOGON_FAILED', 'The log-on was not completed')
      facts.isLoggedOn = true
      return 'ADA'
    },
    leave: () => {
      facts.left++
    }
  }
  const flags = ['--url', 'http://127.0.0.1:9', '--browser-logon', '--http-addr', '127.0.0.1:0']
  const { config } = loadConfig(
    [...flags, '--transport', 'http-streamable', ...(sessions ? ['--sessions'] : [])],
    {}
  )
  const tools = [made('Look', 'read'), made('Edit', 'update')]
  const app = await buildServer(
    { config, version: '0', sandbox: false },
    {
      log: pino({ level: 'silent' }),
      createRegistry: options => createRegistry(tools, options),
      keptSessions: () => ({
        ...{ mark: () => undefined, read: async () => undefined, begin: () => () => {} },
        command: 'erp-bridge login',
        byAddress
      })
    }
  )
  t.after(() => app.close())
  const url = new URL(`${await app.listen({ host: '127.0.0.1', port: 0 })}/mcp`)
  return { url, facts }
}

type Answer = 'accept' | 'decline'
interface Shown {
  readonly mode?: string
  readonly url?: string
  readonly message: string
  readonly elicitationId?: string
}
interface Asking {
  readonly shown: Shown[]
  readonly completed: string[]
  call(name: string): Promise<string>
}
type Connect = (t: TestContext, url: URL, answer: Answer) => Promise<Asking>
const capabilities = { elicitation: { url: {} } }
const textOf = (result: unknown) =>
  (result as { content: { text: string }[] }).content[0]?.text ?? ''

function newClient(options: ClientOptions): Connect {
  return async (t, url, action) => {
    const shown: Shown[] = []
    const client = new Client(info, { ...options, capabilities })
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      shown.push(params as Shown)
      return { action }
    })
    t.after(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(url))
    const ask = async (name: string) => textOf(await client.callTool({ name, arguments: {} }))
    return { shown, completed: [], call: ask }
  }
}

const oldClient: Connect = async (t, url, action) => {
  const [shown, completed]: [Shown[], string[]] = [[], []]
  const client = new OldClient(info, { capabilities })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    shown.push(params as Shown)
    return { action }
  })
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
    completed.push(params.elicitationId)
  })
  t.after(() => client.close())
  await client.connect(new OldHttpTransport(url) as OldTransport)
  return {
    shown,
    completed,
    call: async name => textOf(await client.callTool({ name, arguments: {} }))
  }
}

const clients: readonly [string, boolean, Connect][] = [
  [
    'v2 client, 2026-07-28',
    false,
    newClient({ versionNegotiation: { mode: { pin: '2026-07-28' } } })
  ],
  ['v2 client in a session', true, newClient({})],
  ['v1 client in a session', true, oldClient]
]
for (const [title, sessions, connect] of clients) {
  test(`${title}: a reading call goes on, a change is left to the client`, async t => {
    const { url, facts } = await ground(t, { sessions })
    const client = await connect(t, url, 'accept')
    assert.equal(await client.call('Look'), 'Look done')
    const [one] = client.shown
    assert.deepEqual([client.shown.length, one?.mode, one?.url], [1, 'url', address])
    assert.match(one?.message ?? '', /Log on at the ERP system in the browser/)
    assert.equal(await client.call('Look'), 'Look done')
    facts.isLoggedOn = false
    const change = await client.call('Edit')
    assert.match(change, /^ERP_LOGON_NEEDED: .* logged on now, as ADA.*repeat the call/s)
    assert.deepEqual([facts.changed, facts.begun], [0, 2])
    assert.equal(await client.call('Edit'), 'Edit done')
    if (connect === oldClient) assert.deepEqual(client.completed, ['id-1', 'id-2'])
  })

  test(`${title}: declined, and not completed`, async t => {
    const { url, facts } = await ground(t, { sessions })
    const declining = await connect(t, url, 'decline')
    assert.match(await declining.call('Look'), /^ERP_LOGON_NEEDED: The user did not log on/)
    assert.deepEqual([facts.left, facts.isLoggedOn], [1, false])
    facts.fails = true
    const client = await connect(t, url, 'accept')
    assert.match(await client.call('Look'), /^ERP_LOGON_NEEDED: The log-on was not completed/)
    assert.equal(client.shown.length, 1)
  })

  test(`${title}: none is possible now, so that the result names the command`, async t => {
    const { url } = await ground(t, { sessions, refuses: true })
    const client = await connect(t, url, 'accept')
    assert.match(await client.call('Look'), /^ERP_LOGON_NEEDED: .*erp-bridge login/s)
    assert.equal(client.shown.length, 0)
  })
}

test('clients without the mode, and a state that is made up', async t => {
  const { url, facts } = await ground(t)
  const able = (declared: object, more: object = {}) => {
    const { headers, message } = modern(call('Look'))
    const { params } = message as { params: { _meta: object } }
    const key = 'io.modelcontextprotocol/clientCapabilities'
    const _meta = { ...params._meta, [key]: declared }
    return post(url, { ...message, params: { ...params, ...more, _meta } }, headers)
  }
  for (const declared of [
    {},
    { elicitation: {} },
    { elicitation: { form: {} } },
    { sampling: {} }
  ]) {
    const { body } = await able(declared)
    assert.match(textOf(body.result), /erp-bridge login/)
  }
  assert.match(textOf((await post(url, call('Look'))).body.result), /erp-bridge login/)
  assert.equal(facts.begun, 0)
  const asked = await able(capabilities)
  assert.equal(asked.body.result?.['resultType'], 'input_required')
  const inputResponses = { logon: { action: 'accept' } }
  for (const requestState of ['x', 'e30.e30', `${String(asked.body.result['requestState'])}x`]) {
    assert.ok((await able(capabilities, { requestState, inputResponses })).body.error)
  }
  // An answer without the state that asked for it begins anew.
  const begun = await able(capabilities, { inputResponses })
  assert.equal(begun.body.result?.['resultType'], 'input_required')
  assert.equal(facts.isLoggedOn, false)
})
