/**
 * Two replicas with one key: what a client carries from the one to the other, and what it cannot.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Type } from '@sinclair/typebox'
import type { BridgeOptions } from '../../app.ts'
import { createTestSandbox } from '../helpers/sandbox.ts'
import type { Sandbox } from '../../sandbox/server.ts'
import { action, defineActions, tools as catalogue } from '../../tools/index.ts'
import type { Tool, ToolResult } from '../../tools/index.ts'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'
import type { BridgeApp, RpcAnswer } from '../helpers/bridge-app.ts'

const stateKey = 'a secret of all replicas'
const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? JSON.stringify(body)
const dataOf = ({ body }: RpcAnswer) =>
  body.result?.['structuredContent'] as Record<string, unknown>
const errorOf = ({ body }: RpcAnswer) =>
  (body.result?.['_meta'] as Record<string, Record<string, unknown>> | undefined)?.[
    'erp-bridge/error'
  ] ?? {}

/** In both eras. */
const senders: [string, (url: URL, name: string, args: object) => Promise<RpcAnswer>][] = [
  [
    '2025-11-25',
    (url, name, args) =>
      post(url, call(name, args), {
        'mcp-protocol-version': '2025-11-25',
        accept: 'application/json, text/event-stream'
      })
  ],
  [
    '2026-07-28',
    (url, name, args) => {
      const { message, headers } = modern(call(name, args))
      return post(url, message, headers)
    }
  ]
]

/** One client's credentials at all replicas; `as` becomes another. */
function clients() {
  let name = 'ada'
  const auth: BridgeOptions['auth'] = {
    caller: () => ({
      principal: { name, kind: 'user' },
      scopes: new Set(['read', 'write']),
      method: 'host'
    })
  }
  return {
    auth,
    as: (other: string) => {
      name = other
    }
  }
}

for (const [revision, send] of senders) {
  describe(`cursors, ${revision}`, () => {
    let sandbox: Sandbox
    before(async () => {
      sandbox = await createTestSandbox({
        users: [{ name: 'DEVELOPER', password: 'secret-1', fullName: 'One' }]
      })
    })
    after(async () => {
      await sandbox.close()
    })

    const replica = async (t: TestContext, auth: BridgeOptions['auth'], key = stateKey) =>
      await listen(t, {
        url: sandbox.url,
        client: sandbox.client,
        user: 'DEVELOPER',
        password: 'secret-1',
        tools: catalogue,
        stateKey: key,
        ...(auth === undefined ? {} : { auth })
      })

    test('go on at every replica, for their caller and their question alone', async t => {
      const { auth, as } = clients()
      const [first, second, otherKey] = [
        await replica(t, auth),
        await replica(t, auth),
        await replica(t, auth, 'the secret of another bridge')
      ]
      const query = { query: 'Z*', maxResults: 2 }
      const page = dataOf(await send(first.url, 'ERPSearch', query))
      const cursor = String(page['cursor'])
      assert.match(cursor, /^[\w.-]{30,200}$/)
      const names = (answer: RpcAnswer) =>
        (dataOf(answer)['results'] as [string, string][]).map(([, name]) => name)
      const whole = names(await send(first.url, 'ERPSearch', { query: 'Z*', maxResults: 4 }))
      assert.deepEqual(
        names(await send(second.url, 'ERPSearch', { ...query, cursor })),
        whole.slice(2)
      )
      const refused = async (url: URL, args: object) => {
        const answer = await send(url, 'ERPSearch', args)
        assert.equal(errorOf(answer)['code'], 'TOOL_BAD_ARGUMENTS', textOf(answer))
        assert.match(textOf(answer), /`cursor` does not belong to this call.*\n.*begin again/)
      }
      await refused(second.url, { query: 'ZC*', maxResults: 2, cursor })
      await refused(second.url, {
        ...query,
        cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`
      })
      await refused(otherKey.url, { ...query, cursor })
      as('eve')
      await refused(second.url, { ...query, cursor })
    })
  })

  describe(`confirmations, ${revision}`, () => {
    test('are good at every replica, and say why they are not', async t => {
      const { auth, as } = clients()
      const [first, second, otherKey] = [
        await listen(t, { stateKey, auth }),
        await listen(t, { stateKey, auth }),
        await listen(t, { stateKey: 'the secret of another bridge', auth })
      ] as [BridgeApp, BridgeApp, BridgeApp]
      const asked = await send(first.url, 'Drop', { action: 'rows', name: 'ZT' })
      const confirm =
        (asked.body.result?.['_meta'] as Record<string, { confirm: string }>)['erp-bridge/confirm']
          ?.confirm ?? ''
      const refused = async (url: URL, args: object) =>
        assert.match(
          textOf(await send(url, 'Drop', { action: 'rows', ...args })),
          /^NOT DONE[^]*`confirm` that was given opens nothing/
        )
      await refused(second.url, { name: 'ZOTHER', confirm })
      await refused(second.url, { name: 'ZT', confirm: `${confirm}x` })
      await refused(otherKey.url, { name: 'ZT', confirm })
      as('eve')
      await refused(second.url, { name: 'ZT', confirm })
      as('ada')
      assert.doesNotMatch(textOf(asked), /opens nothing/)
      assert.equal(
        textOf(await send(second.url, 'Drop', { action: 'rows', name: 'ZT', confirm })),
        'dropped ZT'
      )
      assert.deepEqual([first.seen, second.seen, otherKey.seen], [[], ['dropped ZT'], []])
    })
  })

  describe(`calls that take long, ${revision}`, () => {
    /** A tool whose end the test decides: one action that reads and one that changes. */
    const longTool = () => {
      const end = Promise.withResolvers<ToolResult>()
      const starts: string[] = []
      const input = Type.Object({ name: Type.Optional(Type.String({ description: 'Of what.' })) })
      const run = async () => {
        starts.push('start')
        return await end.promise
      }
      const tool: Tool = defineActions({
        name: 'Long',
        title: 'Long',
        description: 'Takes as long as the test wants it to.',
        scope: 'read',
        actions: {
          look: action({ operation: 'read', long: true, input, run }),
          change: action({ operation: 'update', long: true, input, run })
        }
      })
      return { tool, starts, end: () => end.resolve({ kind: 'text', text: 'done at last' }) }
    }

    test('are collected where they run; elsewhere reading is done again, and of a change it is said that it is not known', async t => {
      const { auth, as } = clients()
      const { tool, starts, end } = longTool()
      const options = { stateKey, auth, tools: [tool], handOverMs: 20 }
      const [first, second] = [await listen(t, options), await listen(t, options)]
      const begun = async (name: 'look' | 'change') => {
        const answer = await send(first.url, 'Long', { action: name, name: 'X' })
        assert.equal(errorOf(answer)['code'], 'RUNNING')
        return String(errorOf(answer)['cursor'])
      }
      const [look, change] = [await begun('look'), await begun('change')]
      assert.equal(errorOf(await send(first.url, 'Long', { cursor: change }))['code'], 'RUNNING')
      const unknown = await send(second.url, 'Long', { cursor: change })
      assert.equal(errorOf(unknown)['code'], 'TOOL_HANDLE_UNKNOWN')
      assert.match(
        textOf(unknown),
        /not known to this process.*another replica[^]*same handle once more/
      )
      for (const odd of [`${change.slice(0, -2)}AA`, 'run.', 'run.x.y.z']) {
        assert.match(
          textOf(await send(first.url, 'Long', { cursor: odd })),
          /TOOL_HANDLE_UNKNOWN: The handle opens nothing/
        )
      }
      as('eve')
      assert.match(
        textOf(await send(first.url, 'Long', { cursor: change })),
        /The handle opens nothing/
      )
      as('ada')
      assert.equal(starts.length, 2)
      end()
      assert.equal(textOf(await send(first.url, 'Long', { cursor: change })), 'done at last')
      assert.equal(textOf(await send(second.url, 'Long', { cursor: look })), 'done at last')
      assert.equal(starts.length, 3, 'the reading was done again, the change was not')
    })
  })
}
