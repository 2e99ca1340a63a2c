/**
 * Clients that disconnect, and an ERP that hangs, drips or sends Retry-After: the next request is
 * served, or refused with the seconds after which to try again.
 */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeOptions } from '../../app.ts'
import { tools } from '../../tools/index.ts'
import { createFakeErp, demoSource } from '../erp-client/fake-erp.ts'
import type { FakeErp } from '../erp-client/fake-erp.ts'
import { call, decidedFeatures, listen, post } from '../helpers/bridge-app.ts'
import type { RpcAnswer } from '../helpers/bridge-app.ts'

const read = (name: string) => call('ERPRead', { type: 'CLAS', name })
const textOf = ({ body }: RpcAnswer): string =>
  (body.result?.['content'] as { text: string }[] | undefined)?.[0]?.text ?? ''
const errorOf = ({ body }: RpcAnswer) =>
  (
    (body.result?.['_meta'] ?? {}) as Record<
      string,
      { code: string; retryAfter?: number } | undefined
    >
  )['erp-bridge/error']
const sourceOf = (name: string) => `/sap/bc/adt/oo/classes/${name.toLowerCase()}/source/main`

async function start(
  t: TestContext,
  options: BridgeOptions = {}
): Promise<{ url: URL; fake: FakeErp }> {
  const fake = await createFakeErp()
  t.after(() => fake.close())
  const { url } = await listen(t, {
    url: fake.url,
    user: 'DEVELOPER',
    password: 'secret',
    client: '001',
    tools,
    ...decidedFeatures,
    ...options
  })
  fake.sources.set(demoSource, 'REPORT zdemo.')
  assert.match(textOf(await post(url, read('ZCL_DEMO'))), /REPORT zdemo/)
  return { url, fake }
}

/** Waits for a condition; after 10 s the test fails with its text instead of running on. */
async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!isTrue()) {
    assert.ok(performance.now() < deadline, `not true within 10 s: ${String(isTrue)}`)
    await sleep(5)
  }
}

/** A client that sends its request and does not wait for the answer. */
async function ask(url: URL, message: object): Promise<Socket> {
  const body = JSON.stringify(message)
  const socket = connect(Number(url.port), url.hostname).on('error', () => {})
  await new Promise(resolve => {
    socket.once('connect', resolve)
  })
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: ${url.host}\r\nAccept: */*\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
  return socket
}

const bound = { timeout: 120_000 }

describe('clients that leave', bound, () => {
  for (const [title, slow, rounds] of [
    ['hangs', 'hang', 2],
    ['answers byte by byte', 'drip', 1]
  ] as const) {
    test(`${rounds * 50} that hang up while the ERP ${title}: their requests end, and the next client is served`, async t => {
      // One connection is kept from a caller that is alone.
      const { url, fake } = await start(t, { connections: 9 })
      fake.intercept = ({ path }) => (/zcl_slow/.test(path) ? slow : undefined)
      for (let round = 0; round < rounds; round++) {
        const before = fake.seen.length
        const sockets = await Promise.all(
          Array.from({ length: 50 }, (_, index) => ask(url, read(`ZCL_SLOW_${index}`)))
        )
        await until(() => fake.seen.length >= before + 8)
        for (const socket of sockets) socket.destroy()
      }
      assert.match(textOf(await post(url, read('ZCL_DEMO'))), /REPORT zdemo/)
      await until(() => fake.open === 0)
    })
  }

  test('a read that has failed leaves nothing at the ERP', async t => {
    const { url, fake } = await start(t)
    fake.intercept = ({ path }) =>
      path === sourceOf('ZCL_HALF')
        ? { status: 404, body: 'gone' }
        : /zcl_half/.test(path)
          ? 'hang'
          : undefined
    assert.match(errorOf(await post(url, read('ZCL_HALF')))?.code ?? '', /^ERP_/)
    await until(() => fake.open === 0)
  })
})

describe('an ERP in trouble', bound, () => {
  test('that never answers fills the queue; further calls fail at once, with the seconds until a retry', async t => {
    const { url, fake } = await start(t, { connections: 1 })
    fake.intercept = ({ path }) => (/zcl_slow/.test(path) ? 'hang' : undefined)
    const answers: string[] = []
    const sockets = await Promise.all(
      Array.from({ length: 140 }, async (_, index) =>
        (await ask(url, read(`ZCL_SLOW_${index}`))).on('data', data => {
          answers.push(String(data))
        })
      )
    )
    await until(() => answers.length > 0)
    const [head = '', body = ''] = answers[0]?.split('\r\n\r\n') ?? []
    assert.match(head, /^HTTP\/1.1 200 OK/)
    const refused = { body: JSON.parse(body) } as RpcAnswer
    const { code, retryAfter = 0 } = errorOf(refused) ?? {}
    assert.equal(code, 'ERP_BUSY')
    assert.ok(
      Number.isSafeInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60,
      String(retryAfter)
    )
    assert.match(
      textOf(refused),
      new RegExp(`^ERP_BUSY: .*\\n.*\\nTry again in ${retryAfter} s\\.$`)
    )
    assert.equal(fake.open, 1)
    for (const socket of sockets) socket.destroy()
    await until(() => fake.open === 0)
    assert.match(textOf(await post(url, read('ZCL_DEMO'))), /REPORT zdemo/)
  })

  test('that sends Retry-After of a minute gets no request meanwhile: every caller receives the seconds, waiting ones too', async t => {
    const { url, fake } = await start(t, { connections: 3 })
    let answer = () => {}
    const after = new Promise<void>(resolve => {
      answer = resolve
    })
    fake.intercept = ({ path }) =>
      /zcl_slow/.test(path)
        ? { after, status: 503, headers: { 'retry-after': '60' }, body: 'busy' }
        : undefined
    const before = fake.seen.length
    const waiting = Array.from({ length: 40 }, (_, index) => post(url, read(`ZCL_SLOW_${index}`)))
    await until(() => fake.open === 2)
    answer()
    const answers = [
      ...(await Promise.all(waiting)),
      ...(await Promise.all(Array.from({ length: 40 }, () => post(url, read('ZCL_DEMO')))))
    ]
    for (const each of answers) {
      const { code, retryAfter = 0 } = errorOf(each) ?? {}
      assert.equal(code, 'ERP_BUSY')
      assert.ok(retryAfter > 30 && retryAfter <= 60, String(retryAfter))
    }
    assert.equal(fake.seen.length - before, 2, 'what was there already, and nothing after it')
  })

  test('that sends Retry-After of a second gets no request meanwhile, and every caller is served afterwards', async t => {
    const { url, fake } = await start(t, { connections: 2 })
    let refusals = 2
    fake.intercept = ({ path }) =>
      path === demoSource && refusals-- > 0
        ? { status: 503, headers: { 'retry-after': '1' }, body: 'busy' }
        : undefined
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, read('ZCL_DEMO'))))
    for (const each of answers) assert.match(textOf(each), /REPORT zdemo|ERP_BUSY/)
    assert.match(textOf(await post(url, read('ZCL_DEMO'))), /REPORT zdemo/)
  })

  test('that answers byte by byte is left when the time is up', async t => {
    const { url, fake } = await start(t, { timeout: 300 })
    fake.intercept = ({ path }) => (/zcl_slow/.test(path) ? 'drip' : undefined)
    assert.equal(errorOf(await post(url, read('ZCL_SLOW')))?.code, 'ERP_TIMEOUT')
    await until(() => fake.open === 0)
    assert.match(textOf(await post(url, read('ZCL_DEMO'))), /REPORT zdemo/)
  })
})
