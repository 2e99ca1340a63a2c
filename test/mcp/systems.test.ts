/** Two bridges with one state key at two ERP systems: what one signs opens nothing at the other. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from '@sinclair/typebox'
import { action, defineActions } from '../../tools/index.ts'
import type { Tool, ToolResult } from '../../tools/index.ts'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'
import type { BridgeApp, RpcAnswer } from '../helpers/bridge-app.ts'

const stateKey = 'a secret of all replicas'
const stream = { accept: 'application/json, text/event-stream' }
const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? JSON.stringify(body)
const metaOf = ({ body }: RpcAnswer, name: string) =>
  (body.result?.['_meta'] as Record<string, Record<string, unknown>> | undefined)?.[name] ?? {}

type Place = { readonly url: string; readonly client: string }
const dev: Place = { url: 'http://127.0.0.1:9', client: '001' }
const others: readonly [string, Place][] = [
  ['another host', { ...dev, url: 'http://127.0.0.2:9' }],
  ['another port', { ...dev, url: 'http://127.0.0.1:19' }],
  ['another scheme', { ...dev, url: 'https://127.0.0.1:9' }],
  ['another client', { ...dev, client: '002' }]
]

/** One action that reads, one that changes, both as long as the test wants; and a list in pages. */
function fixtures() {
  const end = Promise.withResolvers<ToolResult>()
  const starts: string[] = []
  const cursorText = Type.String({ description: 'Where to go on.' })
  const input = Type.Object({ cursor: Type.Optional(cursorText) })
  const long = async () => {
    starts.push('start')
    return await end.promise
  }
  const tool: Tool = defineActions({
    name: 'Probe',
    title: 'Probe',
    description: 'Everything that hands out something signed.',
    scope: 'read',
    actions: {
      look: action({ operation: 'read', long: true, input, run: long }),
      change: action({ operation: 'update', long: true, input, run: long }),
      page: action({
        operation: 'read',
        input,
        run: async ({ cursor }, { cursors }) => ({
          kind: 'text',
          text: `${cursors.offset(['q'], cursor)} ${cursors.at(['q'], 7)}`
        })
      }),
      drop: action({
        operation: 'delete',
        input: Type.Object({}),
        run: async () => {
          starts.push('drop')
          return { kind: 'text', text: 'gone' }
        }
      })
    }
  })
  return {
    tool,
    starts,
    end: () => {
      end.resolve({ kind: 'text', text: 'done at last' })
    }
  }
}

for (const [title, other] of others) {
  describe(`signed at one system, shown at ${title}`, () => {
    const pair = async (t: Parameters<typeof listen>[0], more: object = {}) => {
      const made = fixtures()
      const tools = [made.tool]
      const options = { stateKey, tools, handOverMs: 20, confirm: 'always', ...more } as const
      const here: BridgeApp = await listen(t, { ...options, ...dev })
      const twin: BridgeApp = await listen(t, { ...options, ...dev, url: `${dev.url}/` })
      const there: BridgeApp = await listen(t, { ...options, ...other })
      return { ...made, here, twin, there }
    }

    test('a confirmation deletes nothing there', async t => {
      const { here, twin, there, starts } = await pair(t)
      const asked = await post(here.url, call('Probe', { action: 'drop' }))
      const { confirm } = metaOf(asked, 'erp-bridge/confirm')
      const foreign = textOf(await post(there.url, call('Probe', { action: 'drop', confirm })))
      assert.match(foreign, /^NOT DONE[^]*opens nothing[^]*another ERP system/)
      assert.deepEqual(starts, [])
      assert.equal(textOf(await post(twin.url, call('Probe', { action: 'drop', confirm }))), 'gone')
    })

    test('the state of a dialogue is refused there', async t => {
      const { here, there, starts } = await pair(t)
      const ask = async (url: URL, more: object = {}) => {
        const { message, headers } = modern(call('Probe', { action: 'drop' }))
        const { params } = message as { params: { _meta: object } }
        const able = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
        const _meta = { ...params._meta, ...able }
        return await post(url, { ...message, params: { ...params, ...more, _meta } }, headers)
      }
      const requestState = String((await ask(here.url)).body.result?.['requestState'])
      const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
      const foreign = await ask(there.url, { requestState, inputResponses })
      assert.equal(foreign.body.error?.code, -32602)
      assert.deepEqual(starts, [])
      assert.equal(textOf(await ask(here.url, { requestState, inputResponses })), 'gone')
    })

    test('a cursor and the handles of long calls open nothing there', async t => {
      const { here, twin, there, starts, end } = await pair(t, { confirm: 'never' })
      const page = textOf(await post(here.url, call('Probe', { action: 'page' })))
      const [, cursor = ''] = page.split(' ')
      assert.match(textOf(await post(twin.url, call('Probe', { action: 'page', cursor }))), /^7 /)
      const refused = await post(there.url, call('Probe', { action: 'page', cursor }))
      assert.equal(metaOf(refused, 'erp-bridge/error')['code'], 'TOOL_BAD_ARGUMENTS')
      assert.match(textOf(refused), /another ERP system/)
      for (const name of ['look', 'change']) {
        const late = await post(here.url, call('Probe', { action: name }))
        const handle = metaOf(late, 'erp-bridge/error')['cursor']
        const foreign = textOf(await post(there.url, call('Probe', { cursor: handle })))
        assert.match(
          foreign,
          /^TOOL_HANDLE_UNKNOWN: The handle opens nothing[^]*another ERP system/
        )
      }
      assert.equal(starts.length, 2, 'no reading is repeated at the other system')
      end()
    })

    test('a session is unknown there', async t => {
      const { here, twin, there } = await pair(t, { sessions: true })
      const clientInfo = { name: 'x', version: '1' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
      const hello = await post(here.url, initialize, stream)
      const headers = { ...stream, 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' }
      const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
      const statusAt = async ({ url }: BridgeApp) => (await post(url, list, headers)).status
      const statuses = [here, twin, there].map(statusAt)
      assert.deepEqual(await Promise.all(statuses), [200, 200, 404])
    })
  })
}
