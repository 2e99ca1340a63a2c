/** Callers who work as one technical user: none takes all connections or sessions of the others. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { BridgeOptions } from '../../app.ts'
import { tools } from '../../tools/index.ts'
import { call, listen, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'
import { until } from '../helpers/until.ts'

const caller: NonNullable<BridgeOptions['auth']>['caller'] = request => ({
  principal: { name: String(request.headers['x-user']), kind: 'user' },
  scopes: new Set(['read', 'write', 'admin']),
  method: 'host'
})
const textOf = ({ body }: RpcAnswer) =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? JSON.stringify(body)

/** An ERP that keeps the requests with such an address waiting until the test lets them go. */
async function slowErp(t: TestContext, slow: RegExp, more: BridgeOptions = {}) {
  const waiting: ServerResponse[] = []
  let mostWaiting = 0
  const finish = (response: ServerResponse) => {
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'x-csrf-token': 'token'
    })
    response.end('REPORT z.\n')
  }
  const server = createServer((request, response) => {
    request.resume()
    if (!slow.test(request.url ?? '')) return finish(response)
    waiting.push(response)
    mostWaiting = Math.max(mostWaiting, waiting.filter(one => !one.writableEnded).length)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const release = async (all: Promise<unknown>) => {
    const timer = setInterval(() => {
      for (const response of waiting) if (!response.writableEnded) finish(response)
    }, 10)
    await all
    clearInterval(timer)
  }
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const bridge = await listen(t, {
    url: `http://127.0.0.1:${port}`,
    tools,
    auth: { caller },
    ...more
  })
  const ask = async (user: string, name: string, args: object) =>
    textOf(await post(bridge.url, call(name, args), { 'x-user': user }))
  const waits = () => waiting.filter(one => !one.writableEnded).length
  return { ask, waits, release, mostWaiting: () => mostWaiting }
}

const read = (name: string) => ['ERPRead', { type: 'PROG', name }] as const

test('200 slow calls of one caller leave others served', { timeout: 60_000 }, async t => {
  const { ask, waits, release, mostWaiting } = await slowErp(t, /slow/i, { connections: 16 })
  const slow = Array.from(
    { length: 200 },
    async (_none, index) => await ask('hog', ...read(`ZSLOW_${index}`))
  )
  await until(() => waits() >= 14)
  for (let turn = 0; turn < 20; turn++) {
    assert.match(await ask('ada', ...read(`ZQUICK_${turn}`)), /REPORT z/)
  }
  assert.match(await ask('bob', ...read('ZQUICK')), /REPORT z/)
  assert.equal(mostWaiting(), 14, 'an eighth of the connections is kept from each')
  await release(Promise.all(slow))
})
