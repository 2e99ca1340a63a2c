/**
 * What several systems behind one server cost: `node bench/landscape.mts` compares a bridge with 50
 * systems in its file with one that has a single system (processor time of a call, time and ERP
 * requests of the start, memory of an idle system), and prints the 99th percentile of four systems
 * while a fifth one is killed, hangs or has a wrong password. Then it compares 1,000 objects of two
 * sandboxes, each 10 ms away; the peer has no comparison of systems. About three minutes; `--quick`
 * a tenth of the calls. Runs dist where it is built, else the sources. Nothing is asserted.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { compareCosts } from './landscape-compare.mts'
import type { CompareCost } from './landscape-compare.mts'
import { cpuMs, freePort, rssMb, start, stop } from './performance/processes.mts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 4 : 40
const callsPerRound = 250
const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true }))
const agent = new Agent({ connections: 32 })
/** Calls that hang keep their connections, which the measured ones do not wait for. */
const besideAgent = new Agent()
const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const built = fileURLToPath(new URL('../dist/cli.js', import.meta.url))
const file = existsSync(built) ? built : fileURLToPath(new URL('../cli.ts', import.meta.url))

type Behaviour = 'answering' | 'hanging' | 'refusing'
interface Erp {
  readonly url: string
  requests: number
  behaviour: Behaviour
  close(): void
}

async function startErp(): Promise<Erp> {
  const server = createServer((incoming, outgoing) => {
    erp.requests++
    incoming.resume()
    if (erp.behaviour === 'hanging') return
    if (erp.behaviour === 'refusing') outgoing.writeHead(401).end()
    else if (incoming.url?.includes('/source/main') === true) {
      outgoing.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' }).end('REPORT z.')
    } else outgoing.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const erp: Erp = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: 0,
    behaviour: 'answering',
    close() {
      server.close()
      server.closeAllConnections()
    }
  }
  return erp
}

interface Bridge {
  readonly child: ReturnType<typeof start>
  readonly origin: string
  readonly startMs: number
}

async function startBridge(name: string, erps: readonly Erp[]): Promise<Bridge> {
  const path = join(folder, `${name}.json`)
  const systems = erps.map(({ url }, at) => [
    `s${at}`,
    { url, user: 'BENCH', password: { env: 'BENCH_PASSWORD' } }
  ])
  writeFileSync(path, JSON.stringify({ default: 's0', systems: Object.fromEntries(systems) }))
  const origin = `http://127.0.0.1:${await freePort()}`
  const from = performance.now()
  const child = start({
    file,
    place: 'server',
    cwd: tmpdir(),
    env: {
      ERP_SYSTEMS_FILE: path,
      BENCH_PASSWORD: 'secret',
      ERP_TRANSPORT: 'http-streamable',
      ERP_HTTP_ADDR: new URL(origin).host,
      ERP_RATE_LIMIT: '0',
      ERP_LOG_LEVEL: 'error'
    }
  })
  child.stdout?.resume()
  while (!(await isReady(origin))) await wait(5)
  return { child, origin, startMs: performance.now() - from }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${origin}/ready`, { dispatcher: agent })
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}

/** @returns milliseconds */
async function callAt({ origin }: Bridge, system: number, name: string): Promise<number> {
  const dispatcher = system === 0 ? besideAgent : agent
  const from = performance.now()
  const params = { name: 'ERPRead', arguments: { type: 'PROG', name } }
  const { body } = await request(`${origin}/mcp/s${system}`, {
    method: 'POST',
    dispatcher,
    headers: { accept: '*/*', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  })
  await body.dump()
  return performance.now() - from
}

async function cost(bridge: Bridge): Promise<number> {
  const before = cpuMs(bridge.child)
  let left = callsPerRound
  const work = async () => {
    while (left-- > 0) await callAt(bridge, 0, 'Z_A')
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return ((cpuMs(bridge.child) - before) * 1000) / callsPerRound
}

const median = (list: readonly number[]) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN
const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
const print = (row: string, text: string) => process.stdout.write(`${row.padEnd(52)}${text}\n`)

async function oneAndFifty(): Promise<void> {
  const erps = await Promise.all(Array.from({ length: 50 }, startErp))
  const starts: Record<'one' | 'fifty', number[]> = { one: [], fifty: [] }
  for (let at = 0; at < (quick ? 3 : 7); at++) {
    for (const [name, count] of [
      ['one', 1],
      ['fifty', 50]
    ] as const) {
      const bridge = await startBridge(name, erps.slice(0, count))
      starts[name].push(bridge.startMs)
      await stop(bridge.child)
    }
  }
  const [one, fifty] = [median(starts.one), median(starts.fifty)]
  print(
    'start, 1 and 50 systems (ms, ratio)',
    `${one.toFixed(0)} ${fifty.toFixed(0)} ${(fifty / one).toFixed(2)}`
  )
  print(
    'requests to the ERP systems at the start',
    String(erps.reduce((sum, { requests }) => sum + requests, 0))
  )
  const [small, large] = [
    await startBridge('one', erps.slice(0, 1)),
    await startBridge('fifty', erps)
  ]
  await wait(2000)
  const idle = (rssMb(large.child) - rssMb(small.child)) / 49
  print('memory of an idle system (MB)', idle.toFixed(2))
  const costs: Record<'small' | 'large', number[]> = { small: [], large: [] }
  for (const bridge of [small, large]) await cost(bridge)
  for (let round = 0; round < rounds; round++) {
    costs.small.push(await cost(small))
    costs.large.push(await cost(large))
  }
  const [less, more] = [mean(costs.small), mean(costs.large)]
  print(
    'a call, 1 and 50 systems (µs of processor, ratio)',
    `${less.toFixed(0)} ${more.toFixed(0)} ${(more / less).toFixed(3)}`
  )
  await Promise.all([small, large].map(({ child }) => stop(child)))
  for (const erp of erps) erp.close()
}

/** The 99th percentile of systems 1 to 4, with as many calls at system 0 all the time. */
async function p99(bridge: Bridge): Promise<number> {
  const times: number[] = []
  const count = quick ? 1000 : 8000
  let next = 0
  let isOver = false
  const failing = Array.from({ length: 4 }, async (_each, worker) => {
    for (let at = 0; !isOver; at++) {
      await Promise.race([callAt(bridge, 0, `Z_${worker}_${at}`).catch(() => {}), wait(1000)])
      // The same rate whether calls fail at once or not.
      await wait(20)
    }
  })
  const work = async () => {
    for (let at = next++; at < count; at = next++) {
      times.push(await callAt(bridge, 1 + (at % 4), `Z_${at % 500}`))
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  isOver = true
  await Promise.all(failing)
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN
}

async function oneFails(): Promise<void> {
  const fail: Readonly<Record<string, (erp: Erp) => void>> = {
    undisturbed: () => {},
    killed: erp => erp.close(),
    hanging: erp => {
      erp.behaviour = 'hanging'
    },
    'a wrong password': erp => {
      erp.behaviour = 'refusing'
    }
  }
  let undisturbed = NaN
  for (const [title, cause] of Object.entries(fail)) {
    const erps = await Promise.all(Array.from({ length: 5 }, startErp))
    const bridge = await startBridge('five', erps)
    const [first] = erps
    if (first !== undefined && title !== 'undisturbed') cause(first)
    await p99(bridge)
    const value = await p99(bridge)
    if (title === 'undisturbed') undisturbed = value
    print(
      `p99 of the others, the fifth: ${title} (ms, ratio)`,
      `${value.toFixed(1)} ${(value / undisturbed).toFixed(2)}`
    )
    await stop(bridge.child)
    for (const erp of erps) erp.close()
  }
}

async function compared(): Promise<void> {
  const count = quick ? 100 : 1000
  const costs = await compareCosts(file, count)
  const words = ({ seconds, calls, kilobytes }: CompareCost) =>
    `${seconds.toFixed(1)} ${calls} ${kilobytes}`
  print(`${count} objects, compared (s, calls, KB of answers)`, words(costs.compare))
  print(`${count} objects, read one after the other`, words(costs.loop))
}

await oneAndFifty()
await oneFails()
await compared()
process.exit(0)
