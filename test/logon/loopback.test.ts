/** The listener of a browser log-on takes one answer, of its own browser, and nothing else. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { listenOnLoopback } from '../../logon/loopback.ts'
import type { LoopbackListener, LoopbackOptions } from '../../logon/loopback.ts'
import { mayBePeer, ownerOf } from '../../logon/loopback-peer.ts'

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

const ticket = 'AjExMDAgAA5wb3J0YWw6TUFSWQ=='
const answerWith = (more: string) => `&reentrance-ticket=${encodeURIComponent(ticket)}${more}`

async function listen(t: TestContext, options: Partial<LoopbackOptions> = {}) {
  const listener = await listenOnLoopback({
    wanted: ['reentrance-ticket'],
    nonceParameter: 'nonce',
    ...options
  })
  t.after(() => listener.close())
  return listener
}

function ask(url: string, { method = 'GET', headers = {} }: Sent = {}) {
  return new Promise<{ status: number; location: string | undefined; text: string }>(
    (resolve, reject) => {
      request(url, { method, headers }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, text })
        })
      })
        .on('error', reject)
        .end()
    }
  )
}

const ticketOf = async ({ answer }: LoopbackListener) => (await answer).get('reentrance-ticket')

test('the browser is led on once, and its answer is taken once', async t => {
  const listener = await listen(t)
  const page = listener.pageFor('https://erp.example/sap/bc/sec/reentrance?x=1')
  assert.doesNotMatch(page, new RegExp(listener.nonce))
  const led = await ask(page)
  assert.deepEqual(
    [led.status, led.location],
    [303, 'https://erp.example/sap/bc/sec/reentrance?x=1']
  )
  const first = await ask(`${listener.redirectUrl}${answerWith('')}`)
  assert.deepEqual([first.status, first.location], [303, '/adt/done'])
  assert.equal(await ticketOf(listener), ticket)
  const again = await ask(`${listener.redirectUrl}${answerWith('')}`)
  assert.equal(again.status, 410)
  const done = await ask(new URL('/adt/done', listener.plainUrl).href)
  assert.match(done.text, /can be closed/)
  assert.doesNotMatch(done.text, /AjEx/)
})

test('a second question mark, as some systems send it', async t => {
  const listener = await listen(t)
  await ask(`${listener.redirectUrl}?reentrance-ticket=${encodeURIComponent(ticket)}`)
  assert.equal(await ticketOf(listener), ticket)
})

test('a page that is opened a second time ends the log-on', async t => {
  const listener = await listen(t)
  const page = listener.pageFor('https://erp.example/')
  await ask(page)
  assert.equal((await ask(page)).status, 410)
  await assert.rejects(listener.answer, { code: 'ERP_LOGON_FAILED', message: /opened twice/ })
})

interface Kind {
  readonly title: string
  readonly options: Partial<LoopbackOptions>
  /** The parameter that brings the nonce back. */
  readonly nonce: string
  readonly other: string
  readonly answer: string
}

const kinds: readonly Kind[] = [
  { title: 'tickets', options: {}, nonce: 'nonce', other: 'state', answer: answerWith('') },
  {
    title: 'codes',
    options: { wanted: ['code', 'error'], nonceParameter: 'state', host: 'localhost' },
    ...{ nonce: 'state', other: 'nonce', answer: '&code=AjEx.1_2-3' }
  }
]

/** What another program, page or user might send: 250 of it, none accepted. */
function forgeries(
  { redirectUrl, plainUrl, nonce }: LoopbackListener,
  { nonce: parameter, other, answer }: Kind
): [string, Sent][] {
  const good = `${redirectUrl}${answer}`
  const nonces = [
    '',
    'x',
    nonce.slice(1),
    `${nonce}x`,
    nonce.toUpperCase(),
    `${nonce}%00`,
    ` ${nonce}`,
    [...nonce].toReversed().join('')
  ]
  const flipped = [...nonce].map(
    (letter, at) => nonce.slice(0, at) + (letter === 'A' ? 'B' : 'A') + nonce.slice(at + 1)
  )
  const wrongNonces = [...nonces, ...flipped, ...flipped.map(one => `${one}=`)].filter(
    one => one !== nonce
  )
  const { host, port } = new URL(plainUrl)
  const headers: Record<string, string>[] = [
    ...['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:1`],
    host.startsWith('localhost') ? `127.0.0.1:${port}` : `localhost:${port}`,
    ...[`[::1]:${port}`, `${host}.`, `${host}@evil.example`, `127.1:${port}`, `0.0.0.0:${port}`]
  ].map(name => ({ host: name }))
  const origins = [
    ...['null', 'https://evil.example', `http://[::1]:${port}`, `https://${host}`],
    ...[`http://${host}.evil.example`, `http://${host}/`, 'http://127.0.0.1', 'file://']
  ].map(origin => ({ origin }))
  const fetches = [
    ...['cors', 'no-cors', 'same-origin', 'websocket'].map(mode => ({ 'sec-fetch-mode': mode })),
    ...['image', 'script', 'iframe', 'empty', 'frame', 'object', 'embed', 'style'].map(dest => ({
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': dest
    }))
  ]
  const methods = ['POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH']
  const paths = [
    ...['/', '/redirect', '/adt', '/adt/', '/adt/redirect/', '/ADT/redirect', '//adt/redirect'],
    ...['/adt%2fredirect', '/adt/done', '/adt/redirect;x']
  ].map(path => `http://${host}${path}?${parameter}=${nonce}${answer}`)
  const queries = [
    `${parameter}=${nonce}&${parameter}=${nonce}`,
    `${parameter}=x&${parameter}=${nonce}`,
    `${parameter.toUpperCase()}=${nonce}`,
    `${other}=${nonce}`,
    `${parameter}[]=${nonce}`,
    `${parameter}=${nonce}&${answer.slice(1).split('=', 1)[0] ?? ''}=other`,
    nonce,
    ''
  ].map(query => `${plainUrl}?${query}${answer}`)
  return [
    ...wrongNonces.map((one): [string, Sent] => [`${plainUrl}?${parameter}=${one}${answer}`, {}]),
    ...wrongNonces.map((one): [string, Sent] => [`${plainUrl}?${one}?x=1${answer}`, {}]),
    ...[...headers, ...origins, ...fetches].map((one): [string, Sent] => [good, { headers: one }]),
    ...methods.map((method): [string, Sent] => [good, { method }]),
    ...[...paths, ...queries].map((url): [string, Sent] => [url, {}])
  ]
}

for (const kind of kinds) {
  test(`forged answers with ${kind.title}: none is accepted, and the log-on goes on`, async t => {
    const listener = await listen(t, { ...kind.options, isOwn: () => true })
    const all = forgeries(listener, kind)
    assert.ok(all.length >= 200, `${all.length} forgeries`)
    for (const [url, sent] of all) {
      const { status } = await ask(url, sent)
      assert.ok([400, 403, 404].includes(status), `${status} for ${url} ${JSON.stringify(sent)}`)
    }
    const good = `${listener.redirectUrl}${kind.answer}`
    assert.equal((await ask(good)).status, 303)
    assert.equal((await listener.answer).get(kind.nonce), listener.nonce)
    for (const replayed of [good, ...all.slice(0, 5).map(([url]) => url)]) {
      assert.ok([403, 404, 410].includes((await ask(replayed)).status), replayed)
    }
  })
}

test('a connection of another user is refused', async t => {
  const listener = await listen(t, { isOwn: () => false })
  assert.equal((await ask(`${listener.redirectUrl}${answerWith('')}`)).status, 403)
  const line = '   0: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000'
  const ports = { peerPort: 50_000, ownPort: 8080 }
  assert.equal(ownerOf(ports, `sl local_address\n${line} 4711 0 12345`), 4711)
  assert.equal(ownerOf({ ...ports, peerPort: 50_001 }, `${line} 4711 0 1`), undefined)
  assert.deepEqual(
    ['4711', '0'].map(owner => mayBePeer(ports, `${line} ${owner} 0 1`)),
    [false, true]
  )
  assert.equal(mayBePeer(ports, ''), true)
})

test('a second listener on the port, on either side', async t => {
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as AddressInfo
  await assert.rejects(listen(t, { port }), { message: /another program uses it/ })
  const listener = await listen(t)
  const second = createServer()
  const own = Number(new URL(listener.plainUrl).port)
  const error = await new Promise<NodeJS.ErrnoException>(resolve => {
    second.once('error', resolve).listen(own, '127.0.0.1')
  })
  assert.equal(error.code, 'EADDRINUSE')
})

test('with localhost both addresses are taken, so that no other program gets the answer', async t => {
  const host = 'localhost'
  const taken = createServer()
  const hasV6 = await new Promise<boolean>(resolve => {
    taken.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true))
  })
  t.after(() => taken.close())
  if (!hasV6) return t.skip('this machine has no ::1')
  const { port } = taken.address() as AddressInfo
  await assert.rejects(listen(t, { port, host }), { message: /port \d+ of ::1: another program/ })
  const listener = await listen(t, { host })
  for (const address of ['127.0.0.1', '::1']) {
    const second = createServer()
    const error = await new Promise<NodeJS.ErrnoException>(resolve => {
      second.once('error', resolve).listen(Number(new URL(listener.plainUrl).port), address)
    })
    assert.equal(error.code, 'EADDRINUSE')
  }
})

const ends: readonly [string, (listener: LoopbackListener) => unknown, RegExp][] = [
  ['without a ticket', ({ redirectUrl }) => ask(`${redirectUrl}&error=x`), /without a ticket/],
  ['with an empty one', ({ redirectUrl }) => ask(`${redirectUrl}&reentrance-ticket=`), /without/],
  ['closed', listener => listener.close(), /cancelled/]
]
for (const [what, act, message] of ends) {
  test(`the end of a log-on: ${what}`, async t => {
    const listener = await listen(t)
    await act(listener)
    await assert.rejects(listener.answer, { code: 'ERP_LOGON_FAILED', message })
  })
}

test('the time limit ends the wait', async t => {
  const listener = await listen(t, { timeLimitMs: 1 })
  await assert.rejects(listener.answer, { message: /not completed within/ })
})
