/**
 * What the process holds: `node bench/memory.mts` runs a bridge from dist against the stub of an
 * ERP and writes its resident memory to bench/results/memory.json: with 256 clients that read 50
 * KB, after 600 sources of 1 MB, over 200,000 requests, over 20,000 clients that come with an
 * identity, a connection and a session of their own and go without a word; and how long readers
 * wait beside one who writes 50 KB. About six minutes; `--quick` a tenth of it, which is not
 * written. A word as an argument chooses steps. Nothing is asserted.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import { freePort, measure, rssMb, start, startStub, stop } from './performance/processes.mts'
import { startProvider } from './performance/provider.mts'
import { nameOf, sourceOf } from './performance/sources.mts'

interface Bridge {
  readonly origin: string
  readonly child: ReturnType<typeof start>
  readonly headers: Readonly<Record<string, string>>
}
interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
type Figures = Readonly<Record<string, number | readonly number[]>>

const quick = process.argv.includes('--quick')
const share = (count: number) => (quick ? count / 10 : count)
const key = 'bench-key-0123456789abcdef'
const old = { 'mcp-protocol-version': '2025-06-18' }
const wait = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })

async function withBridge(
  env: Readonly<Record<string, string>>,
  run: (bridge: Bridge) => Promise<Figures>
): Promise<Figures> {
  const [stub, port] = [await startStub(), await freePort()]
  const child = start({
    file: fileURLToPath(new URL('../dist/cli.js', import.meta.url)),
    place: 'server',
    cwd: tmpdir(),
    env: {
      ERP_URL: stub.url,
      ERP_USER: 'BENCH',
      ERP_PASSWORD: 'secret',
      ERP_CLIENT: '100',
      ERP_RATE_LIMIT: '0',
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: `127.0.0.1:${port}`,
      SVC_API_KEY: key,
      ...env
    }
  })
  child.stdout?.resume()
  const origin = `http://127.0.0.1:${port}`
  try {
    for (const end = performance.now() + 30_000; performance.now() < end; await wait(20)) {
      if (
        await fetch(`${origin}/health`).then(
          ({ ok }) => ok,
          () => false
        )
      ) {
        break
      }
    }
    return await run({
      origin,
      child,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`
      }
    })
  } finally {
    await stop(child)
    await stub.close()
  }
}

function rpc(name: string, args: object): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args }
  })
}

const read = (name: string) => rpc('ERPRead', { type: 'CLAS', name })

async function load(
  { origin, child, headers }: Bridge,
  bodies: readonly string[],
  { clients, ms }: { clients: number; ms: number }
) {
  const messages: Message[] = bodies.map(body => ({ headers: { ...headers, ...old }, body }))
  const result = await measure(child, {
    url: `${origin}/mcp`,
    messages,
    clients,
    warmMs: 500,
    measureMs: ms
  })
  if (result.errors > 0) throw new Error(`${result.errors} errors: ${result.error}`)
  return result
}

/** The most that was held while something ran. */
async function peak<T>({ child }: Bridge, run: () => Promise<T>): Promise<number> {
  let most = rssMb(child)
  const timer = setInterval(() => {
    most = Math.max(most, rssMb(child))
  }, 100)
  await run()
  clearInterval(timer)
  return Math.max(most, rssMb(child))
}

/** How much the second half of a curve lies above the first; what is warmed up is not in it. */
function growth(curve: readonly number[]): number {
  const mean = (part: readonly number[]) =>
    part.reduce((sum, value) => sum + value, 0) / part.length
  const middle = Math.ceil(curve.length / 2)
  return Math.round((mean(curve.slice(middle)) / mean(curve.slice(0, middle)) - 1) * 1000) / 10
}

const clientsOf50k = async (bridge: Bridge): Promise<Figures> => {
  const idleMb = rssMb(bridge.child)
  const bodies = Array.from({ length: 200 }, (_, index) => read(nameOf('50k', index)))
  return {
    idleMb,
    peakMb: await peak(
      bridge,
      async () => await load(bridge, bodies, { clients: 256, ms: share(20_000) })
    )
  }
}

const largeSources = async (bridge: Bridge): Promise<Figures> => {
  const client = new Client(bridge.origin)
  const peakMb = await peak(bridge, async () => {
    for (let index = 0; index < share(600); index++) {
      const { body } = await client.request({
        method: 'POST',
        path: '/mcp',
        headers: { ...bridge.headers, ...old },
        body: read(nameOf('1m', index))
      })
      if (!(await body.text()).includes('IF lv_total')) throw new Error('a source did not come')
    }
  })
  await client.close()
  return { peakMb, afterMb: rssMb(bridge.child) }
}

const manyRequests = async (bridge: Bridge): Promise<Figures> => {
  const bodies = [
    ...Array.from({ length: 50 }, (_, index) => read(nameOf('2k', index))),
    read(nameOf('50k')),
    rpc('ERPSearch', { query: 'ZCL_BENCH*', maxResults: 20 }),
    rpc('ERPQuery', { sql: 'SELECT mandt, mtext FROM t000', maxRows: 20 }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    rpc('ERPWrite', {
      action: 'update',
      type: 'CLAS',
      name: nameOf('2k', 77),
      source: sourceOf(nameOf('2k')),
      overwrite: true
    })
  ]
  let requests = 0
  const curve: number[] = []
  while (requests < share(200_000) && curve.length < 60) {
    const { answers } = await load(bridge, bodies, { clients: 64, ms: quick ? 2000 : 5000 })
    requests += answers
    curve.push(rssMb(bridge.child))
  }
  const warm = curve.slice(Math.ceil(curve.length / 5))
  return { requests, curveMb: curve, growthPercent: growth(warm) }
}

const comeAndGo =
  (tokenOf: (user: string) => string) =>
  async (bridge: Bridge): Promise<Figures> => {
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'bench', version: '1' }
      }
    })
    const visit = async (number: number) => {
      const client = new Client(bridge.origin)
      const headers = { ...bridge.headers, authorization: `Bearer ${tokenOf(`USER${number}`)}` }
      const ask = async (body: string, more: object) => {
        const answer = await client.request({
          method: 'POST',
          path: '/mcp',
          headers: { ...headers, ...more },
          body
        })
        const text = await answer.body.text()
        if (answer.statusCode !== 200 || text.includes('"isError":true')) {
          throw new Error(`${answer.statusCode} ${text.slice(0, 300)}`)
        }
        return answer
      }
      const session = (await ask(initialize, {})).headers['mcp-session-id']
      await ask(
        read(nameOf('2k', number % 50)),
        session === undefined ? old : { ...old, 'mcp-session-id': String(session) }
      )
      await client.destroy()
    }
    const curve: number[] = []
    const total = share(10_000)
    // The first half fills what has a bound: 1,000 sessions, the tokens that are known, what the
    // heap may grow to between collections.
    for (let part = 0; part < 20; part++) {
      let next = (part * total) / 10
      const end = next + total / 10
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          while (next < end) await visit(next++)
        })
      )
      curve.push(rssMb(bridge.child))
    }
    return { clients: total * 2, curveMb: curve, growthPercent: growth(curve.slice(9)) }
  }

const besideWriter = async (bridge: Bridge): Promise<Figures> => {
  const reads = Array.from({ length: 20 }, (_, index) => read(nameOf('2k', index)))
  const write = rpc('ERPWrite', {
    action: 'update',
    type: 'CLAS',
    name: nameOf('50k', 7),
    source: `${sourceOf(nameOf('50k'))}* changed\n`,
    overwrite: true
  })
  const ms = quick ? 1500 : 4000
  const p99s: { alone: number; beside: number; writesPerSecond: number }[] = []
  for (let round = 0; round < (quick ? 1 : 5); round++) {
    const alone = await load(bridge, reads, { clients: 4, ms })
    const [beside, writer] = await Promise.all([
      load(bridge, reads, { clients: 4, ms }),
      load(bridge, [write], { clients: 1, ms })
    ])
    p99s.push({ alone: alone.p99, beside: beside.p99, writesPerSecond: writer.perSecond })
  }
  const middle = (pick: (one: (typeof p99s)[number]) => number) =>
    Math.round(
      (p99s.map(pick).toSorted((one, other) => one - other)[Math.floor(p99s.length / 2)] ?? NaN) *
        100
    ) / 100
  return {
    p99AloneMs: middle(one => one.alone),
    p99BesideMs: middle(one => one.beside),
    ratio: middle(one => one.beside / one.alone),
    writesPerSecond: middle(one => one.writesPerSecond)
  }
}

const provider = await startProvider()
const steps: readonly (readonly [
  name: string,
  env: Readonly<Record<string, string>>,
  run: (bridge: Bridge) => Promise<Figures>
])[] = [
  ['256 clients reading 50 KB', {}, clientsOf50k],
  ['600 sources of 1 MB', {}, largeSources],
  ['200,000 requests', { ERP_ALLOW_TRANSPORTABLE_EDITS: 'true' }, manyRequests],
  [
    '20,000 clients that come and go',
    { ...provider.env, ERP_SESSIONS: 'true' },
    comeAndGo(provider.tokenOf)
  ],
  ['readers beside a writer of 50 KB', { ERP_ALLOW_TRANSPORTABLE_EDITS: 'true' }, besideWriter]
]
const word = process.argv.slice(2).find(each => !each.startsWith('--'))
const file = fileURLToPath(new URL('results/memory.json', import.meta.url))
const results: Record<string, Figures | string> = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Figures>)
  : {}
for (const [name, env, run] of steps) {
  if (word !== undefined && !name.includes(word)) continue
  results[name] = await withBridge(env, run)
  console.log(name, JSON.stringify(results[name]))
}
provider.close()
if (!quick) {
  writeFileSync(file, `${JSON.stringify({ ...results, node: process.version }, null, 2)}\n`)
}
process.exit()
