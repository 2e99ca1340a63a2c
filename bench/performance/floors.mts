/**
 * What no bridge can be cheaper than: `floor-proxy`, JSON-RPC by hand on Fastify with one request
 * to the ERP, which does nothing else that a bridge has to do; and `floor-sdk`, the protocol's own
 * SDK with a server for each request. One process for each; prints its port. LIST_BYTES is the size
 * of the list of tools, so that it is as long as ours.
 */
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import fastify from 'fastify'
import { Pool } from 'undici'

const {
  KIND: kind = 'floor-proxy',
  ERP_URL: erpUrl = '',
  LIST_BYTES: listBytes = '16000'
} = process.env
const tools = listOf(Number(listBytes))
const pool = new Pool(erpUrl, { connections: 64 })
const authorization = `Basic ${Buffer.from('BENCH:secret').toString('base64')}`
let cookie = ''

function listOf(
  bytes: number
): { name: string; description: string; inputSchema: { type: 'object' } }[] {
  const one = (description: string) => ({
    name: 'ERPRead',
    description,
    inputSchema: { type: 'object' as const }
  })
  return [one('x'.repeat(Math.max(1, bytes - JSON.stringify([one('')]).length)))]
}

async function source(name: string): Promise<string> {
  const { headers, body } = await pool.request({
    method: 'GET',
    path: `/sap/bc/adt/oo/classes/${name.toLowerCase()}/source/main?sap-client=100`,
    headers: cookie === '' ? { authorization } : { cookie }
  })
  const given = headers['set-cookie']
  if (given !== undefined) cookie = String(given).split(';', 1)[0] ?? ''
  return await body.text()
}

const app = fastify()

if (kind === 'floor-proxy') {
  const list = JSON.stringify({ tools })
  app.post('/mcp', async (request, reply) => {
    const { id, method, params } = request.body as {
      id?: number
      method: string
      params?: { arguments?: { name: string } }
    }
    if (id === undefined) return reply.code(202).send()
    const result =
      method === 'tools/list'
        ? list
        : method === 'initialize'
          ? JSON.stringify({
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: kind, version: '1' }
            })
          : JSON.stringify({
              content: [{ type: 'text', text: await source(params?.arguments?.name ?? '') }]
            })
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
  })
} else {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: kind, version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools }))
    server.setRequestHandler('tools/call', async ({ params }) => ({
      content: [{ type: 'text', text: await source(String(params.arguments?.['name'])) }]
    }))
    return server
  })
  app.post('/mcp', async (request, reply) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
    }
    return reply.send(
      await handler.fetch(new Request('http://floor.invalid/mcp', { method: 'POST', headers }), {
        parsedBody: request.body
      })
    )
  })
}
const address = await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 0) })
process.stdout.write(`${JSON.stringify({ port: Number(new URL(address).port) })}\n`)
process.on('disconnect', () => process.exit())
