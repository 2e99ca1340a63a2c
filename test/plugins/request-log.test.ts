import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fastify, { LogController } from 'fastify'
import pino from 'pino'
import context from '../../plugins/context.ts'
import requestLog from '../../plugins/request-log.ts'

type Line = Record<string, unknown>

async function serve() {
  const lines: Line[] = []
  const told: (() => void)[] = []
  const loggerInstance = pino(
    { level: 'debug' },
    {
      write: text => {
        lines.push(JSON.parse(text) as Line)
        told.splice(0).forEach(tell => tell())
      }
    }
  )
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true })
  })
  await app.register(context)
  await app.register(requestLog)
  app.get('/health', async () => 'ok')
  app.get('/ready', async (_request, reply) => reply.code(503).send())
  app.get('/hang', async (_request, reply) => {
    reply.hijack()
  })
  app.post('/mcp', async request => {
    if (request.bridge !== null) {
      request.bridge.system = 'dev'
      request.bridge.caller = {
        principal: { name: 'ANNA', kind: 'user' },
        scopes: new Set(),
        method: 'oidc'
      }
    }
    return {}
  })
  const until = async (found: (line: Line) => boolean): Promise<Line> => {
    for (;;) {
      const line = lines.find(found)
      if (line !== undefined) return line
      await new Promise<void>(resolve => {
        told.push(resolve)
      })
    }
  }
  return { app, lines, until }
}

test(
  'one line for each request: what was asked, by whom, and how it ended; never the address with its query',
  { timeout: 30_000 },
  async t => {
    const { app, lines, until } = await serve()
    t.after(() => app.close())
    await app.inject({
      method: 'POST',
      url: '/mcp?token=hunter2',
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    })
    const { level, system, method, route, rpc, status, ms, user, address, msg } = await until(
      line => line['route'] === '/mcp'
    )
    assert.deepEqual(
      { level, system, method, route, rpc, status, user, address, msg },
      {
        level: 30,
        system: 'dev',
        method: 'POST',
        route: '/mcp',
        rpc: 'tools/list',
        status: 200,
        user: 'ANNA',
        address: '127.0.0.1',
        msg: 'request'
      }
    )
    assert.equal(typeof ms, 'number')
    assert.equal(lines.length, 1)
    assert.doesNotMatch(JSON.stringify(lines), /hunter2/)
  }
)

test('what does not look like a method is not repeated, a batch is one, and a request without log-on has no user', async t => {
  const { app, until } = await serve()
  t.after(() => app.close())
  await app.inject({ method: 'POST', url: '/mcp', payload: { method: 'tools/list\n{"level":60}' } })
  assert.equal('rpc' in (await until(line => line['route'] === '/mcp')), false)
  await app.inject({ method: 'POST', url: '/mcp', payload: [{ method: 'tools/list' }] })
  await until(line => line['rpc'] === 'batch')
  await app.inject('/nowhere')
  const unknown = await until(line => line['status'] === 404)
  assert.deepEqual(['user' in unknown, 'system' in unknown], [false, false])
})

test('probes are logged at level debug, unless they fail', async t => {
  const { app, until } = await serve()
  t.after(() => app.close())
  await app.inject('/health')
  assert.equal((await until(line => line['route'] === '/health'))['level'], 20)
  await app.inject('/ready')
  assert.equal((await until(line => line['route'] === '/ready'))['level'], 30)
})

test('a client that goes away leaves its line, too', { timeout: 30_000 }, async t => {
  const { app, until } = await serve()
  t.after(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const asked = once(app.server, 'request')
  socket.write('GET /hang HTTP/1.1\r\nhost: x\r\n\r\n')
  await asked
  socket.destroy()
  assert.equal((await until(line => line['route'] === '/hang'))['status'], 499)
})
