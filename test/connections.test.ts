/** Client connections end, are bounded in number, and no address takes those of the others. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { loadConfig } from '../config/config.ts'
import {
  exemptAddresses,
  limitConnections,
  mostConnections,
  refusalLog,
  sharedBy,
  shareOf
} from '../connections.ts'
import type { Connections, RefusalReason } from '../connections.ts'
import { buildServer } from '../server.ts'

test('one attacker is an IPv4 address, or a network of 64 bits', () => {
  assert.equal(sharedBy('192.0.2.7'), '192.0.2.7')
  assert.equal(sharedBy('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(sharedBy('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2')
  assert.equal(sharedBy('2001:db8:1:2::9%eth0'), sharedBy('2001:db8:1:2:ffff::'))
  assert.notEqual(sharedBy('2001:db8:1:3::9'), sharedBy('2001:db8:1:2::9'))
  assert.equal(sharedBy('fe80::1'), 'fe80:0:0:0')
})

test('proxies and this machine have no share', () => {
  for (const [trust, address, expected] of [
    [undefined, '127.0.0.1', true],
    [undefined, '::1', true],
    [undefined, '::ffff:127.3.2.1', true],
    [undefined, '10.0.0.1', false],
    [['10.0.0.0/8'], '10.9.9.9', true],
    [['10.0.0.0/8'], '::ffff:10.9.9.9', true],
    [['10.0.0.1'], '10.0.0.2', false],
    [['2001:db8::/32'], '2001:db8:5::1', true],
    [['uniquelocal'], '192.168.3.4', true],
    [['true'], '203.0.113.5', true],
    [['1'], '203.0.113.5', true],
    [['unknown'], '203.0.113.5', false]
  ] as const) {
    assert.equal(exemptAddresses(trust)(address), expected, `${String(trust)} ${address}`)
  }
})

test('fewer connections where the system permits fewer open files', () => {
  assert.equal(mostConnections(4096, 1_048_576), 4096)
  assert.equal(mostConnections(4096, 1024), 768)
  assert.equal(mostConnections(4096, 10), 16)
  assert.ok(mostConnections(4096) > 0)
  assert.equal(shareOf(4096), 512)
  assert.equal(shareOf(16), 16)
})

test('refusals are logged once a minute, with their number', () => {
  const lines: number[] = []
  let now = 0
  const refuse = refusalLog(
    ({ refused }) => lines.push(refused),
    () => now
  )
  for (let each = 0; each < 500; each++) refuse('share', '192.0.2.1')
  now = 61_000
  refuse('total', '192.0.2.1')
  assert.deepEqual(lines, [1, 500])
})

interface Bounded {
  readonly server: Server
  readonly port: number
  readonly connections: Connections
  readonly refused: RefusalReason[]
}

async function bounded(t: TestContext, most: number): Promise<Bounded> {
  const server = createServer((_request, response) => response.end('served'))
  const refused: RefusalReason[] = []
  const connections = limitConnections(server, {
    most,
    isExempt: () => false,
    onRefused: reason => refused.push(reason)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port, connections, refused }
}

/** A client that never answers the end of its connection; `ended` when the server ends it. */
async function stubborn(
  t: TestContext,
  port: number
): Promise<{ socket: Socket; ended: Promise<unknown> }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  t.after(() => socket.destroy())
  const ended = new Promise(resolve => {
    socket.once('end', resolve).once('close', resolve)
  })
  await new Promise(resolve => {
    socket.once('connect', resolve)
  })
  return { socket, ended }
}

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await holds())) {
    assert.ok(performance.now() < end, what)
    await new Promise(resolve => {
      setTimeout(resolve, 20)
    })
  }
}

test('an address has a share; a connection that has logged on is not in it', async t => {
  const { server, port, connections, refused } = await bounded(t, 100)
  const accepted: Socket[] = []
  server.on('connection', socket => accepted.push(socket))
  for (let each = 0; each < 16; each++) await stubborn(t, port)
  await until(() => connections.open() === 16, 'sixteen are open')
  const { ended } = await stubborn(t, port)
  await ended
  assert.deepEqual(refused, ['share'])
  const [first] = accepted
  assert.ok(first !== undefined)
  connections.loggedOn(first)
  connections.loggedOn(first)
  await stubborn(t, port)
  await until(() => connections.open() === 17, 'the seventeenth is served')
  const again = await stubborn(t, port)
  await again.ended
  assert.deepEqual(refused, ['share', 'share'])
})

test('what ends gives its place back, in the total and in the share', async t => {
  const { port, connections, refused } = await bounded(t, 16)
  for (let round = 0; round < 5; round++) {
    const sockets: Socket[] = []
    for (let each = 0; each < 16; each++) sockets.push((await stubborn(t, port)).socket)
    await until(() => connections.open() === 16, 'sixteen are open')
    for (const socket of sockets) socket.resetAndDestroy()
    await until(() => connections.open() === 0, 'all are gone')
  }
  assert.deepEqual(refused, [])
})

test('above the total a connection is closed at once', async t => {
  const server = createServer((_request, response) => response.end('served'))
  const refused: RefusalReason[] = []
  limitConnections(server, {
    most: 3,
    isExempt: () => true,
    onRefused: reason => refused.push(reason)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  for (let each = 0; each < 3; each++) await stubborn(t, port)
  const { ended } = await stubborn(t, port)
  await ended
  assert.deepEqual(refused, ['total'])
})

const broken = [
  'GARBAGE\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  `GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  'POST /mcp HTTP/1.1\r\nContent-Length: x\r\n\r\n'
]
const unfinished = [
  '',
  'POST /mcp',
  'POST /mcp HTTP/1.1\r\nHost: h\r\n',
  'POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n{'
]

async function listening(
  t: TestContext,
  more: readonly string[] = [],
  register?: Registry
): Promise<Server> {
  const argv = [
    ...more,
    '--url',
    'http://127.0.0.1:9',
    '--user',
    'U',
    '--password',
    'P',
    '--client',
    '001',
    '--transport',
    'http-streamable',
    '--api-key',
    'key'
  ]
  const { config } = loadConfig(argv, {})
  const app = await buildServer(
    { config, version: '1', sandbox: false },
    { log: pino({ level: 'silent' }), register }
  )
  t.after(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server
}

function openOf(server: Server): Promise<number> {
  return new Promise(resolve => {
    server.getConnections((_error, count) => resolve(count))
  })
}

test('a client that sends what is no HTTP and ignores the end of the connection loses it', async t => {
  const server = await listening(t)
  const answers: string[] = []
  for (const bytes of broken) {
    const { socket } = await stubborn(t, (server.address() as AddressInfo).port)
    socket.on('data', data => answers.push(data.toString().slice(0, 12)))
    socket.write(bytes)
  }
  await until(() => answers.length === broken.length, `answered ${answers.length}`)
  await until(async () => (await openOf(server)) === 0, 'no connection is left')
  for (const answer of answers) assert.match(answer, /^HTTP\/1.1 4\d\d$/)
})

test('a client that does not finish its request in time and ignores the end of the connection loses it', async t => {
  const server = await listening(t)
  const accepted: Socket[] = []
  server.on('connection', socket => accepted.push(socket))
  const answers: string[] = []
  for (const bytes of unfinished) {
    const { socket } = await stubborn(t, (server.address() as AddressInfo).port)
    socket.on('data', data => answers.push(data.toString().slice(0, 12)))
    socket.write(bytes)
  }
  await until(() => accepted.length === unfinished.length, 'all are open')
  // What the check of Node.js does each half minute.
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  for (const socket of accepted) server.emit('clientError', late, socket)
  await until(async () => (await openOf(server)) === 0, 'no connection is left')
  assert.deepEqual(
    answers,
    unfinished.map(() => 'HTTP/1.1 408')
  )
})

test('the figures tell how many connections are open and how many were refused', async t => {
  const register = new Registry()
  const server = await listening(t, ['--max-connections', '16'], register)
  const { port } = server.address() as AddressInfo
  for (let each = 0; each < 16; each++) await stubborn(t, port)
  await until(async () => (await openOf(server)) === 16, 'sixteen are open')
  const { ended } = await stubborn(t, port)
  await ended
  const text = await register.metrics()
  assert.match(text, /^erp_bridge_http_connections_open 16$/m)
  assert.match(text, /^erp_bridge_http_connections_most 16$/m)
  assert.match(text, /^erp_bridge_http_connections_refused_total\{reason="total"\} 1$/m)
})
