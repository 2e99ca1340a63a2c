/** Long answers are freed when the client has them, and nothing else is. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import sentAnswers from '../../plugins/sent-answers.ts'

async function serve(payload: Buffer | string) {
  const app = fastify()
  await app.register(sentAnswers, { routes: ['/mcp'] })
  const closed = Promise.withResolvers<void>()
  for (const route of ['/mcp', '/other']) {
    app.get(route, async (_request, reply) => {
      reply.raw.once('close', () => setImmediate(closed.resolve))
      return payload
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const read = async (route: string) => {
    const text = await (await fetch(`${url}${route}`)).text()
    await closed.promise
    return text
  }
  return { app, read }
}

const text = 'x'.repeat(40_000)

for (const [title, make, route, left] of [
  ['a long answer', () => Buffer.from(text), '/mcp', 0],
  ['one of another route', () => Buffer.from(text), '/other', 40_000],
  [
    'a part of something larger',
    () => Buffer.from(`${text}more`).subarray(0, 40_000),
    '/mcp',
    40_000
  ],
  ['a short one', () => Buffer.from('short'), '/mcp', 5]
] as const) {
  test(
    `${title} arrives whole, and ${left === 0 ? 'is given back' : 'stays'}`,
    { timeout: 30_000 },
    async t => {
      const payload = make()
      const { app, read } = await serve(payload)
      t.after(() => app.close())
      const expected = payload.toString()
      assert.equal(await read(route), expected)
      assert.equal(payload.length, left)
    }
  )
}
