/**
 * The serialised list of tools together with its neighbours: every answer is whole, whatever id it
 * has, whatever happened to the answers before it, and whatever the hooks of a host do to them.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { FastifyInstance } from 'fastify'
import sentAnswers from '../../plugins/sent-answers.ts'
import { tools } from '../../tools/index.ts'
import { listen, modern, post } from '../helpers/bridge-app.ts'
import { createFixtures } from '../helpers/fixture-tools.ts'

const list = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/list' })

/** The built-in tools with everything switched on, as the launcher serves them. */
async function largest(t: TestContext, beside?: (app: FastifyInstance) => Promise<void>) {
  return await listen(
    t,
    { tools, enableTransports: true, expert: ['execute', 'debug', 'amdp'] },
    async app => {
      await app.register(sentAnswers, { routes: ['/mcp'] })
      await beside?.(app)
    }
  )
}

/** 1,000 ids: numbers, and strings with characters that JSON or UTF-8 writes in another way. */
const ids = Array.from({ length: 1000 }, (_, index) => {
  const odd = ['"', '\\', '\n', '\u0000', '\u2028', 'ä', '😀', '\ud800', '</script>', 'x']
  return index % 2 === 0 ? index - 300 : `${odd[(index >> 1) % odd.length]}${index}`
})

function exchange(
  url: URL,
  agent: Agent,
  { body, headers = {}, method = 'POST' }: { body: string; headers?: object; method?: string }
): Promise<{ status: number | undefined; length: string | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent,
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers }
    })
    sent.on('error', reject)
    sent.on('response', answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode, length: answer.headers['content-length'], text })
      })
    })
    sent.end(body)
  })
}

for (const era of ['the older revisions', '2026-07-28'] as const) {
  test(`${era}: 1,000 requests with different ids on one connection get the same largest list`, async t => {
    const { url } = await largest(t)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    let first: unknown
    for (const id of ids) {
      const { message, headers } =
        era === '2026-07-28' ? modern(list(id)) : { message: list(id), headers: {} }
      const answer = await exchange(url, agent, { body: JSON.stringify(message), headers })
      assert.equal(answer.status, 200)
      assert.equal(answer.length, String(Buffer.byteLength(answer.text)))
      const { id: given, jsonrpc, result, ...rest } = JSON.parse(answer.text)
      assert.equal(given, JSON.parse(JSON.stringify(id)))
      assert.equal(jsonrpc, '2.0')
      assert.deepEqual(rest, {})
      first ??= result
      assert.deepEqual(result, first)
    }
    assert.ok((first as { tools: unknown[] }).tools.length > 10)
  })
}

test('a list after HEAD requests and clients that went away is whole', async t => {
  const { url } = await largest(t)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const body = JSON.stringify(list(7))
  const whole = await exchange(url, agent, { body })
  const head =
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
    `Accept: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  for (let turn = 0; turn < 50; turn++) {
    const socket = connect(Number(url.port), '127.0.0.1')
    // Gone before the request, in the middle of the answer, or before it is read.
    socket.write(turn % 3 === 0 ? head.slice(0, -5) : head.repeat(5), () => {
      if (turn % 3 < 2) socket.destroy()
    })
    if (turn % 3 === 2) socket.once('data', () => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'close')
    const none = await exchange(url, agent, { body: '', method: 'HEAD' })
    assert.deepEqual({ ...none, length: undefined }, { status: 405, text: '', length: undefined })
    assert.deepEqual(await exchange(url, agent, { body }), whole)
  }
})

test('pipelined requests on one connection get their lists in order', async t => {
  const { url } = await largest(t)
  const socket = connect(Number(url.port), '127.0.0.1')
  t.after(() => socket.destroy())
  const message = (id: unknown) => {
    const body = JSON.stringify(list(id))
    return `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
  const wanted = ids.slice(0, 100)
  const close =
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  socket.write(wanted.map(message).join('') + close)
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  await once(socket, 'close')
  const answers = Buffer.concat(chunks).toString().split('HTTP/1.1 200 OK\r\n').slice(1)
  assert.equal(answers.length, wanted.length)
  for (const [index, answer] of answers.entries()) {
    const id = JSON.stringify(wanted[index])
    assert.ok(answer.includes(`\r\n\r\n{"jsonrpc":"2.0","id":${id},"result":{"tools":[`), id)
  }
})

test('a hook of a host gets the whole answer and may replace it', async t => {
  const seen: unknown[] = []
  const { url } = await largest(t, async app => {
    app.addHook('onSend', async (_request, _reply, payload) => {
      seen.push(payload)
      return Buffer.from(String(payload)).reverse()
    })
  })
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  for (const id of [1, 'two', 1]) {
    const { text } = await exchange(url, agent, { body: JSON.stringify(list(id)) })
    assert.equal(Buffer.from(text).reverse().toString(), seen.at(-1))
    assert.equal(JSON.parse(String(seen.at(-1))).id, id)
  }
})

for (const bytes of [2000, 20_000, 200_000]) {
  test(`a list of ${bytes} bytes with other characters is whole each time`, async t => {
    const [first, ...others] = createFixtures().tools
    assert.ok(first !== undefined)
    const description = '“ä€😀\u2028\ud800"\\ x'.repeat(bytes / 10)
    const { url } = await listen(
      t,
      { tools: [{ ...first, description }, ...others] },
      async app => {
        await app.register(sentAnswers, { routes: ['/mcp'] })
      }
    )
    for (const id of [1, 1, 1, 'other', 1, 'other']) {
      const { message, headers } = modern(list(id))
      for (const { status, body } of [
        await post(url, list(id)),
        await post(url, message, headers)
      ]) {
        assert.equal(status, 200)
        assert.equal(body.id, id)
        const [shown, ...rest] = body.result?.['tools'] as readonly { description: string }[]
        assert.equal(shown?.description, description)
        assert.equal(rest.length, others.length)
      }
    }
  })
}
