/**
 * What open connections cost: `node bench/connections.mts` runs a bridge from its sources, opens
 * more and more connections that have served one request and wait, and prints for each number the
 * memory of the bridge and the processor time of 2,000 lists of tools on a connection beside them.
 * The default of `--max-connections` comes from these figures. Nothing is asserted.
 */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cpuMs, freePort, rssMb, start, startStub, stop } from './performance/processes.mts'

const key = 'bench-key-0123456789abcdef'
const stub = await startStub()
const port = await freePort()
const env = {
  ERP_URL: stub.url,
  ERP_USER: 'BENCH',
  ERP_PASSWORD: 'secret',
  ERP_CLIENT: '100',
  ERP_RATE_LIMIT: '0',
  ERP_TRANSPORT: 'http-streamable',
  ERP_HTTP_ADDR: `127.0.0.1:${port}`,
  SVC_API_KEY: key,
  ERP_MAX_CONNECTIONS: '100000',
  ERP_LOG_LEVEL: 'error'
}
const bridge = start({
  file: fileURLToPath(new URL('../cli.ts', import.meta.url)),
  env,
  place: 'server',
  cwd: tmpdir()
})
bridge.stdout?.resume()

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** Ids of one length: a server must not gain from an id that comes again. */
let lastId = 1_000_000_000
const nextBody = () => JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/list' })
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: `Bearer ${key}`,
  'mcp-protocol-version': '2025-06-18',
  'content-length': nextBody().length
}

function list(): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path: '/mcp', method: 'POST', agent, headers },
      response => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      }
    )
    sent.once('error', reject)
    sent.end(nextBody())
  })
}

/** A connection that has been served once and waits. */
function waiting(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () =>
      socket.write(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
    )
    socket.once('data', () => resolve(socket)).once('error', reject)
  })
}

for (let tries = 0; tries < 300 && (await list().catch(() => 0)) !== 200; tries++) {
  await new Promise(resolve => {
    setTimeout(resolve, 100)
  })
}
for (let each = 0; each < 2000; each++) await list()
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
const open: Socket[] = []
let alone = NaN
console.log('connections   memory   processor for 2,000 lists, median of 5   ratio to none')
for (const wanted of [0, 1024, 2048, 4096, 8192, 12_288]) {
  while (open.length < wanted) {
    open.push(
      ...(await Promise.all(Array.from({ length: Math.min(128, wanted - open.length) }, waiting)))
    )
  }
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const before = cpuMs(bridge)
    for (let each = 0; each < 2000; each++) await list()
    times.push(cpuMs(bridge) - before)
  }
  const time = median(times)
  if (wanted === 0) alone = time
  const lost = open.filter(socket => socket.destroyed || socket.readableEnded).length
  console.log(
    `${String(wanted).padStart(11)} ${`${rssMb(bridge)} MB`.padStart(8)} ${`${time} ms`.padStart(20)} ${(time / alone).toFixed(2).padStart(24)}${lost === 0 ? '' : `   ${lost} were closed meanwhile`}`
  )
}
for (const socket of open) socket.destroy()
await stop(bridge)
await stub.close()
process.exit()
