/** Confirmations: as dialogues where the client can show them, as handles where it cannot. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ClientOptions } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { BridgeOptions } from '../../app.ts'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'

const info = { name: 'confirm', version: '1.0.0' }
const stateKey = 'a secret of all replicas'
const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? ''
const handleOf = ({ body }: RpcAnswer) =>
  (body.result?.['_meta'] as Record<string, { confirm: string }>)['erp-bridge/confirm']?.confirm ??
  ''
const rows = (more: object = {}) => call('Drop', { action: 'rows', name: 'ZT', ...more })

type Answer = 'accept' | 'decline'
interface Asking {
  readonly asked: string[]
  call(name: string, args: Record<string, unknown>): Promise<string>
}

async function newClient(
  t: TestContext,
  url: URL,
  { answer, ...options }: ClientOptions & { answer: Answer }
): Promise<Asking> {
  const asked: string[] = []
  const client = new Client(info, { ...options, capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return answer === 'accept'
      ? { action: 'accept', content: { confirm: true } }
      : { action: 'decline' }
  })
  t.after(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(url))
  return {
    asked,
    call: async (name, args) =>
      ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]?.text ??
      ''
  }
}

async function oldClient(t: TestContext, url: URL, answer: Answer): Promise<Asking> {
  const asked: string[] = []
  const client = new OldClient(info, { capabilities: { elicitation: {} } })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    asked.push(params.message)
    return answer === 'accept'
      ? { action: 'accept', content: { confirm: true } }
      : { action: 'decline' }
  })
  t.after(() => client.close())
  await client.connect(new OldHttpTransport(url) as OldTransport)
  return {
    asked,
    call: async (name, args) =>
      ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]?.text ??
      ''
  }
}

describe('a dialogue', () => {
  const clients: [
    string,
    BridgeOptions,
    (t: TestContext, url: URL, answer: Answer) => Promise<Asking>
  ][] = [
    [
      'v2 client, 2026-07-28',
      {},
      (t, url, answer) =>
        newClient(t, url, { answer, versionNegotiation: { mode: { pin: '2026-07-28' } } })
    ],
    [
      'v2 client in a session',
      { sessions: true },
      (t, url, answer) => newClient(t, url, { answer })
    ],
    ['v1 client in a session', { sessions: true }, oldClient]
  ]
  for (const [title, options, connect] of clients) {
    test(`${title}: the user agrees`, async t => {
      const { url, seen } = await listen(t, options)
      const client = await connect(t, url, 'accept')
      assert.equal(await client.call('Drop', { action: 'rows', name: 'ZT' }), 'dropped ZT')
      assert.deepEqual(client.asked, ['Drop the rows of ZT?'])
      assert.deepEqual(seen, ['dropped ZT'])
    })

    test(`${title}: the user declines, and nothing happens`, async t => {
      const { url, seen } = await listen(t, options)
      const client = await connect(t, url, 'decline')
      assert.match(
        await client.call('Drop', { action: 'rows', name: 'ZT' }),
        /^CONFIRMATION_DECLINED/
      )
      assert.deepEqual(seen, [])
    })

    test(`${title}: a deletion is asked about, ordinary changes are not`, async t => {
      const { url, seen } = await listen(t, options)
      const client = await connect(t, url, 'accept')
      assert.equal(await client.call('Drop', { action: 'object', name: 'ZT' }), 'deleted ZT')
      assert.equal(client.asked.length, 1)
      await client.call('Change', {})
      assert.equal(client.asked.length, 1)
      assert.deepEqual(seen, ['deleted ZT', 'changed'])
    })
  }

  test('without a dialogue of its own an ordinary deletion goes on', async t => {
    const { url } = await listen(t)
    assert.equal(
      textOf(await post(url, call('Drop', { action: 'object', name: 'ZT' }))),
      'deleted ZT'
    )
  })

  test('the states of a dialogue cannot be made up, changed, or used elsewhere', async t => {
    const { url, seen } = await listen(t)
    const able = (message: { method: string; params?: object }, more: object = {}) => {
      const made = modern(message)
      const params = (made.message as { params: { _meta: object } }).params
      return {
        headers: made.headers,
        message: {
          ...made.message,
          params: {
            ...params,
            ...more,
            _meta: {
              ...params._meta,
              'io.modelcontextprotocol/clientCapabilities': { elicitation: {} }
            }
          }
        }
      }
    }
    const send = async (message: { method: string; params?: object }, more?: object) => {
      const made = able(message, more)
      return await post(url, made.message, made.headers)
    }
    const first = await send(rows())
    assert.equal(first.body.result?.['resultType'], 'input_required')
    const requestState = String(first.body.result?.['requestState'])
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
    for (const state of [`${requestState}x`, requestState.slice(1), 'abc', 'x'.repeat(10_000)]) {
      assert.equal(
        (await send(rows(), { requestState: state, inputResponses })).body.error?.code,
        -32602
      )
    }
    assert.equal(
      (await send(call('Change', {}), { requestState, inputResponses })).body.error?.code,
      -32602
    )
    assert.equal(
      (await send(rows({ name: 'ZOTHER' }), { requestState, inputResponses })).body.result?.[
        'resultType'
      ],
      'input_required'
    )
    assert.equal(
      (await send(rows(), { inputResponses })).body.result?.['resultType'],
      'input_required'
    )
    for (const odd of [
      { confirm: 5 },
      {},
      { confirm: { action: 'accept', content: {} } },
      { confirm: { action: 'accept', content: { confirm: 'yes' } } }
    ]) {
      assert.doesNotMatch(
        textOf(await send(rows(), { requestState, inputResponses: odd })),
        /dropped/
      )
    }
    assert.deepEqual(seen, [])
    assert.equal(textOf(await send(rows(), { requestState, inputResponses })), 'dropped ZT')
  })
})

describe('a handle', () => {
  test('makes the same call do it, on every replica with the same key', async t => {
    const first = await listen(t, { stateKey })
    const second = await listen(t, { stateKey })
    const asked = await post(first.url, rows())
    assert.match(textOf(asked), /NOT DONE/)
    assert.ok(textOf(asked).includes(handleOf(asked)))
    assert.equal(first.events[0]?.code, 'CONFIRMATION_ASKED')
    assert.equal(textOf(await post(second.url, rows({ confirm: handleOf(asked) }))), 'dropped ZT')
    assert.deepEqual([first.seen, second.seen], [[], ['dropped ZT']])
  })

  test('is good for nothing else', async t => {
    let name = 'ada'
    const auth = {
      caller: () =>
        ({
          principal: { name, kind: 'user' },
          scopes: new Set(['read', 'write'] as const),
          method: 'host'
        }) as const
    }
    const { url, seen } = await listen(t, { stateKey, auth })
    const other = await listen(t, { stateKey: 'another secret of another server', auth })
    const confirm = handleOf(await post(url, rows()))
    assert.match(textOf(await post(other.url, rows({ confirm }))), /NOT DONE/)
    assert.match(textOf(await post(url, rows({ name: 'ZOTHER', confirm }))), /NOT DONE/)
    assert.match(textOf(await post(url, rows({ confirm: confirm.slice(0, -1) }))), /NOT DONE/)
    name = 'eve'
    assert.match(textOf(await post(url, rows({ confirm }))), /NOT DONE/)
    assert.deepEqual(seen, [])
    name = 'ada'
    assert.equal(textOf(await post(url, rows({ confirm }))), 'dropped ZT')
  })

  test('permits one change, whether its uses come after each other or at the same time', async t => {
    const { url, seen } = await listen(t, { stateKey })
    const confirm = handleOf(await post(url, rows()))
    const uses = Array.from({ length: 8 }, async () => textOf(await post(url, rows({ confirm }))))
    const texts = [...(await Promise.all(uses)), textOf(await post(url, rows({ confirm })))]
    assert.deepEqual(
      texts.filter(text => text === 'dropped ZT'),
      ['dropped ZT']
    )
    const refusal =
      /^CONFIRMATION_USED: [^]*\nNothing was changed\. Repeat the call without `confirm`/
    assert.equal(texts.filter(text => refusal.test(text)).length, 8)
    assert.deepEqual(seen, ['dropped ZT'])
  })

  test('comes from a dry run, too, and opens the real call', async t => {
    const { url, seen } = await listen(t, { stateKey })
    const dry = textOf(await post(url, rows({ dryRun: true })))
    const [, confirm = ''] = /confirm: "([^"]+)"/.exec(dry) ?? []
    assert.match(dry, /^DRY RUN/)
    assert.deepEqual(seen, [])
    assert.match(textOf(await post(url, rows({ name: 'ZOTHER', confirm }))), /NOT DONE/)
    assert.equal(textOf(await post(url, rows({ confirm }))), 'dropped ZT')
  })

  test('is the only way: what the tool calls its digest opens nothing', async t => {
    const { url, seen } = await listen(t)
    const { createHash } = await import('node:crypto')
    await post(url, rows({ confirm: createHash('sha256').update('ZT').digest('hex').slice(0, 24) }))
    assert.deepEqual(seen, [])
  })
})

describe('the operator decides', () => {
  test('always: every replacing change, those of tools included that know no confirmation', async t => {
    const { url, seen } = await listen(t, { confirm: 'always' })
    const asked = await post(url, call('Change', {}))
    assert.match(textOf(asked), /^NOT DONE: Change/)
    assert.deepEqual(seen, [])
    assert.equal(textOf(await post(url, call('Change', { confirm: handleOf(asked) }))), 'changed')
    assert.equal(
      textOf(await post(url, call('Echo', { source: 'reading is free' }))),
      'reading is free'
    )
    const gate = await post(url, rows())
    const inner = await post(url, rows({ confirm: handleOf(gate) }))
    assert.match(textOf(inner), /NOT DONE/)
    assert.equal(textOf(await post(url, rows({ confirm: handleOf(inner) }))), 'dropped ZT')
  })

  test('never: no question is returned', async t => {
    const { url } = await listen(t, { confirm: 'never' })
    assert.equal(textOf(await post(url, rows())), 'dropped ZT')
  })
})
