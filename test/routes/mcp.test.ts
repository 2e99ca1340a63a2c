import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { call, listen, modern, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import { until } from '../helpers/until.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text

describe('a bare request: two headers, no Accept, no initialize', () => {
  test('tools/list and tools/call are answered with one JSON body', async t => {
    const { url } = await listen(t)
    const listed = await post(url, list)
    assert.equal(listed.status, 200)
    assert.match(listed.type, /^application\/json/)
    assert.deepEqual(
      (listed.body.result?.['tools'] as { name: string }[]).map(({ name }) => name),
      ['Echo', 'Count', 'Slow', 'Fail', 'Change', 'Drop']
    )
    const called = await post(url, call('Echo', { source: 'ä €\r\n😀' }))
    assert.equal(called.status, 200)
    assert.match(called.type, /^application\/json/)
    assert.equal(textOf(called), 'ä €\r\n😀')
  })

  test('no Accept header at all is the same', async t => {
    const { app } = await listen(t)
    const answer = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: JSON.stringify(list)
    })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json<RpcAnswer['body']>().id, 1)
  })

  test('ids come back as they were, of either kind', async t => {
    const { url } = await listen(t)
    for (const id of [0, 7, 'x', '7']) assert.equal((await post(url, { ...list, id })).body.id, id)
  })

  test('notifications are accepted without an answer', async t => {
    const { url } = await listen(t)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    })
    assert.equal(answer.status, 202)
    assert.equal(await answer.text(), '')
  })

  test('initialize works too', async t => {
    const { url } = await listen(t)
    const answer = await post(url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' }
      }
    })
    assert.equal(answer.body.result?.['protocolVersion'], '2025-06-18')
    assert.match(String(answer.body.result?.['instructions']), /SAP ABAP/)
  })

  test('a batch of the older revisions is answered as one', async t => {
    const { url } = await listen(t)
    const answer = await post(url, [{ ...list, id: 1 }, call('Echo', { source: 'two' }, 2)])
    assert.deepEqual(
      (answer.body as unknown as { id: number }[]).map(({ id }) => id).sort(),
      [1, 2]
    )
  })
})

describe('paths agree', () => {
  const corpus: [string, object][] = [
    ['a list', list],
    ['a text', call('Echo', { source: 'hello' })],
    ['data', call('Count', { source: 'hello' })],
    ['a known failure', call('Fail')],
    ['an inner failure', call('Fail', { action: 'inner' })],
    ['a confirmation', call('Fail', { action: 'confirm' })],
    ['bad arguments', call('Echo', {})],
    ['an unknown tool', call('Ecko', {})],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/burn' }],
    ['a ping', { jsonrpc: '2.0', id: 1, method: 'ping' }]
  ]
  for (const [title, message] of corpus) {
    test(`${title}: JSON and event stream carry the same`, async t => {
      const { url } = await listen(t, { fastPath: false })
      const json = await post(url, message)
      const stream = await post(url, message, { accept: 'application/json, text/event-stream' })
      assert.match(json.type, /^application\/json/)
      assert.match(stream.type, /^text\/event-stream/)
      // Handles are made anew each time.
      const neutral = (value: unknown) =>
        JSON.stringify(value).replaceAll(/[0-9a-z]{6,7}\.[\w-]+\.[\w-]{22}/g, 'HANDLE')
      assert.equal(neutral(stream.body), neutral(json.body))
    })
  }
})

describe('the revision 2026-07-28', () => {
  test('a call is answered with JSON, its result complete', async t => {
    const { url } = await listen(t)
    const { message, headers } = modern(call('Echo', { source: 'new' }))
    const answer = await post(url, message, headers)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.result?.['resultType'], 'complete')
    assert.equal(textOf(answer), 'new')
  })

  test('discovery and list say how long they may be kept', async t => {
    const { url } = await listen(t)
    const discovered = modern({ jsonrpc: '2.0', id: 1, method: 'server/discover' } as {
      method: string
    })
    const { body } = await post(url, discovered.message, discovered.headers)
    assert.ok((body.result?.['supportedVersions'] as string[]).includes('2026-07-28'))
    const listed = modern(list)
    const answer = await post(url, listed.message, listed.headers)
    assert.equal(answer.body.result?.['cacheScope'], 'private')
    assert.ok(Number(answer.body.result?.['ttlMs']) > 0)
  })

  test('a header that contradicts the body is refused before the tool runs', async t => {
    const { url, events } = await listen(t)
    const { message, headers } = modern(call('Echo', { source: 'x' }))
    const answer = await post(url, message, { ...headers, 'mcp-name': 'Count' })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error?.code, -32020)
    assert.deepEqual(events, [])
  })

  test('an unknown method is 404', async t => {
    const { url } = await listen(t)
    const { message, headers } = modern({ jsonrpc: '2.0', id: 1, method: 'tools/burn' } as {
      method: string
    })
    const answer = await post(url, message, headers)
    assert.deepEqual([answer.status, answer.body.error?.code], [404, -32601])
  })
})

describe('results and refusals', () => {
  test('data go out twice', async t => {
    const { url } = await listen(t)
    const { body } = await post(url, call('Count', { source: 'hello' }))
    assert.deepEqual(body.result?.['structuredContent'], { characters: 5 })
    assert.deepEqual(body.result?.['content'], [{ type: 'text', text: '5 characters' }])
  })

  test('a failure is a result with its code, and inner words stay inside', async t => {
    const { url } = await listen(t)
    const known = await post(url, call('Fail'))
    assert.equal(known.body.result?.['isError'], true)
    assert.match(textOf(known) ?? '', /TOOL_NO_LUCK[^]*Try something else/)
    assert.equal(
      (known.body.result?.['_meta'] as Record<string, { code: string }>)['erp-bridge/error']?.code,
      'TOOL_NO_LUCK'
    )
    assert.doesNotMatch(
      JSON.stringify((await post(url, call('Fail', { action: 'inner' }))).body),
      /shadow/
    )
  })

  test('an unknown tool is invalid parameters, with the near name', async t => {
    const { url } = await listen(t)
    const { body } = await post(url, call('Ecko'))
    assert.equal(body.error?.code, -32602)
    assert.match(body.error?.message ?? '', /Echo/)
  })

  test('a missing scope is 403 with the one challenge that names it', async t => {
    const caller = {
      principal: { name: 'viewer', kind: 'user' },
      scopes: new Set(['read'] as const),
      method: 'host'
    } as const
    const { url, seen } = await listen(t, { auth: { caller: () => caller } })
    for (const message of [
      call('Change', {}, 'id-1'),
      [call('Echo', { source: 'a' }), call('Change', {}, 'id-1')]
    ]) {
      const answer = await post(url, message)
      assert.equal(answer.status, 403)
      assert.match(answer.body.error?.message ?? '', /^Insufficient scope/)
      assert.equal(answer.body.id, 'id-1')
      assert.equal(
        answer.headers.get('www-authenticate'),
        'Bearer error="insufficient_scope", scope="write"'
      )
    }
    const listed = await post(url, list)
    assert.ok(
      !(listed.body.result?.['tools'] as { name: string }[]).some(({ name }) => name === 'Change')
    )
    assert.deepEqual(seen, [])
  })

  test('every call is reported to the observers once, without its arguments', async t => {
    const { url, events } = await listen(t)
    await post(url, call('Echo', { source: 'classified' }))
    await post(url, call('Fail'))
    assert.deepEqual(
      events.map(({ tool, outcome, user }) => [tool, outcome, user]),
      [
        ['Echo', 'ok', 'anonymous'],
        ['Fail', 'error', 'anonymous']
      ]
    )
    assert.doesNotMatch(JSON.stringify(events), /classified/)
  })
})

describe('JSON-RPC errors on every path', () => {
  const cases: [string, RequestInit, number, number][] = [
    [
      'bad JSON',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":' },
      400,
      -32700
    ],
    [
      'an empty body',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' },
      400,
      -32700
    ],
    [
      'a body that is no message',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
      400,
      -32600
    ],
    [
      'a scalar',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '5' },
      400,
      -32600
    ],
    [
      'a poisoned prototype',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"__proto__":{"x":1},"jsonrpc":"2.0","id":1,"method":"tools/list"}'
      },
      400,
      -32700
    ],
    [
      'another media type',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
      415,
      -32000
    ],
    ['no media type', { method: 'POST', body: new Uint8Array([123]) }, 415, -32000],
    ['GET', { method: 'GET' }, 405, -32000],
    ['DELETE', { method: 'DELETE' }, 405, -32000],
    [
      'DELETE with a JSON type and nothing in it',
      { method: 'DELETE', headers: { 'content-type': 'application/json' } },
      405,
      -32000
    ],
    ['PUT', { method: 'PUT' }, 405, -32000],
    [
      'PATCH',
      { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' },
      405,
      -32000
    ]
  ]
  for (const [title, init, status, code] of cases) {
    test(title, async t => {
      const { url } = await listen(t)
      const answer = await fetch(url, init)
      const body = (await answer.json()) as RpcAnswer['body']
      assert.deepEqual([answer.status, body.error?.code], [status, code], JSON.stringify(body))
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    })
  }

  const bombs: [string, string][] = [
    ['deep arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      'deep arguments',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Echo","arguments":${'{"source":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`
    ],
    [
      'a batch of very many',
      `[${Array.from({ length: 50_000 }, () => JSON.stringify(call('Slow', { ms: 1000 }))).join()}]`
    ],
    [
      'very many keys',
      JSON.stringify({
        ...list,
        params: Object.fromEntries(
          Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])
        )
      })
    ]
  ]
  for (const [title, body] of bombs) {
    test(`${title} do no harm`, async t => {
      const { app, url } = await listen(t)
      for (const headers of [{}, { accept: 'application/json, text/event-stream' }]) {
        const answer = await post(url, body, headers)
        assert.ok(
          answer.status < 500,
          `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
        )
        assert.ok(answer.body.error !== undefined || answer.body.result !== undefined)
      }
      assert.equal(
        (await app.inject({ method: 'POST', url: '/mcp', payload: list })).statusCode,
        200
      )
    })
  }

  test('too large', async t => {
    const { url } = await listen(t, { bodyLimit: 2048 })
    const answer = await post(url, call('Echo', { source: 'x'.repeat(3000) }))
    assert.deepEqual([answer.status, answer.body.error?.code], [413, -32000])
  })

  test('5 MB go through unchanged', async t => {
    const { url } = await listen(t)
    const text = 'ABAP ä "\\\n'.repeat(500_000)
    assert.equal(textOf(await post(url, call('Echo', { source: text }))), text)
    assert.equal(
      textOf(
        await post(url, call('Echo', { source: text }), {
          accept: 'application/json, text/event-stream'
        })
      ),
      text
    )
  })
})

describe('a client that goes away', () => {
  for (const accept of ['*/*', 'application/json, text/event-stream']) {
    test(`aborts its call (Accept ${accept})`, { timeout: 30_000 }, async t => {
      const { url, seen } = await listen(t)
      const body = JSON.stringify(call('Slow', { ms: 60_000 }))
      const socket = connect(Number(url.port), url.hostname)
      await once(socket, 'connect')
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: ${url.host}\r\nAccept: ${accept}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      )
      await until(() => seen.includes('started'))
      socket.destroy()
      await until(() => seen.includes('aborted'))
      assert.deepEqual(seen, ['started', 'aborted'])
    })
  }

  const paths: [string, () => { message: object; headers: Record<string, string> }][] = [
    ['JSON', () => ({ message: call('Slow', { ms: 60_000 }), headers: {} })],
    [
      'event stream',
      () => ({
        message: call('Slow', { ms: 60_000 }),
        headers: { accept: 'application/json, text/event-stream' }
      })
    ],
    ['2026-07-28', () => modern(call('Slow', { ms: 60_000 }))]
  ]
  for (const [title, request] of paths) {
    // Without a bound the time budget of the tool would end the call, a minute later.
    test(`closing ends calls that are still under way (${title})`, { timeout: 30_000 }, async t => {
      const { app, url, seen } = await listen(t)
      const { message, headers } = request()
      const pending = post(url, message, headers).catch(() => undefined)
      await until(() => seen.includes('started'))
      await app.close()
      await pending
      assert.deepEqual(seen, ['started', 'aborted'])
    })
  }

  test('closing lets short calls finish', async t => {
    const { app, url, seen } = await listen(t, { drainMs: 10_000 })
    const pending = post(url, call('Slow', { ms: 50 }))
    await until(() => seen.includes('started'))
    await app.close()
    assert.equal(textOf(await pending), 'waited')
  })
})

describe('many at once', () => {
  test('every answer goes to its own request', async t => {
    const { url } = await listen(t)
    const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`)
    const answers = await Promise.all(
      texts.map((text, index) =>
        post(
          url,
          call('Echo', { source: text }, 1),
          index % 2 === 0 ? {} : { accept: 'application/json, text/event-stream' }
        )
      )
    )
    assert.deepEqual(answers.map(textOf), texts)
  })
})
