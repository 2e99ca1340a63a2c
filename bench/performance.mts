/**
 * How fast: `npm run bench` measures this project, what nothing can be cheaper than, and the npm package arc-1 where PEER_DIR names the
 * folder it is installed in, against one stub of an ERP, in turns, so that the ratios survive a noisy machine. About five minutes;
 * `--quick` one. Figures for people; nothing is asserted. Writes bench/results/performance.json and .svg; measures dist, so build first.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { coldStarts, roundTrips } from './performance/counts.mts'
import type { ColdStart, Trips } from './performance/counts.mts'
import { measure, rssMb, startStub } from './performance/processes.mts'
import type { Measured, Stub } from './performance/processes.mts'
import { servers } from './performance/servers.mts'
import type { Call, Served, Server } from './performance/servers.mts'
import { chart, table } from './performance/report.mts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 3
const [warmMs, measureMs] = quick ? [300, 700] : [400, 1400]

export interface Scenario { readonly name: string, readonly calls: readonly Call[], readonly clients: number, readonly erp?: { readonly delayMs?: number, readonly logonDelayMs?: number }, readonly beside?: Call }

const read2k: readonly Call[] = [{ kind: 'read', size: '2k' }]
const scenarios: readonly Scenario[] = [
  { name: 'list of tools, 64 clients', calls: [{ kind: 'list' }], clients: 64 },
  { name: 'read 2 KB, 1 client', calls: read2k, clients: 1 },
  { name: 'read 2 KB, 64 clients', calls: read2k, clients: 64 },
  ...(quick ? [] : [
    { name: 'read 50 KB, 16 clients', calls: [{ kind: 'read', size: '50k' }], clients: 16 },
    { name: 'search, 16 clients', calls: [{ kind: 'search' }], clients: 16 },
    { name: 'query, 16 clients', calls: [{ kind: 'query' }], clients: 16 },
    { name: 'read 2 KB, ERP 30 ms, 64 clients', calls: Array.from({ length: 40 }, (_, index) => ({ kind: 'read', size: '2k', index })), clients: 64, erp: { delayMs: 30 } },
    { name: 'read 2 KB, log-on 50 ms, 64 clients', calls: Array.from({ length: 40 }, (_, index) => ({ kind: 'read', size: '2k', index })), clients: 64, erp: { delayMs: 5, logonDelayMs: 50 } },
    { name: 'read 2 KB beside a writer of 50 KB, 4 clients', calls: read2k, clients: 4, beside: { kind: 'write', size: '50k', index: 7 } }
  ] satisfies readonly Scenario[])
]

export interface Row { readonly scenario: string, readonly server: string, readonly samples: readonly Measured[] }
export interface Results { readonly node: string, readonly processors: number, readonly rows: readonly Row[], readonly cold: readonly ColdStart[], readonly trips: readonly Trips[], readonly memory: Readonly<Record<string, number>>, readonly listBytes: number }

async function sample (server: Server, served: Served, { calls, clients, beside }: Scenario): Promise<Measured | undefined> {
  const messages = calls.flatMap(call => server.message(call) ?? [])
  if (messages.length === 0) return undefined
  const other = beside === undefined ? undefined : server.message(beside)
  if (beside !== undefined && other === undefined) return undefined
  const job = { url: served.url, messages, clients, warmMs, measureMs }
  const writer = other === undefined ? undefined : measure(served.child, { ...job, messages: [other], clients: 1 })
  const own = await measure(served.child, job)
  await writer
  return own
}

async function load (all: readonly Server[]): Promise<{ rows: Row[], memory: Record<string, number> }> {
  const running: { server: Server, stub: Stub, served: Served }[] = []
  for (const server of all) {
    const stub = await startStub()
    running.push({ server, stub, served: await server.start(stub.url) })
  }
  const rows = new Map<string, { scenario: string, server: string, samples: Measured[] }>()
  for (const scenario of scenarios) {
    for (let round = 0; round < rounds; round++) {
      // Each begins once, so that what happens to the machine happens to all of them.
      for (const { server, stub, served } of [...running.slice(round % running.length), ...running.slice(0, round % running.length)]) {
        await stub.set(scenario.erp ?? {})
        const measured = await sample(server, served, scenario)
        if (measured === undefined) continue
        const row = rows.get(`${scenario.name} ${server.name}`) ?? { scenario: scenario.name, server: server.name, samples: [] }
        row.samples.push(measured)
        rows.set(`${scenario.name} ${server.name}`, row)
        console.log(`${scenario.name}  ${server.name}  ${measured.perSecond.toFixed(0)}/s  p50 ${measured.p50.toFixed(2)}  p99 ${measured.p99.toFixed(2)} ms  cpu ${measured.cpu.toFixed(3)} ms${measured.errors > 0 ? `  ${measured.errors} ERRORS ${measured.error}` : ''}`)
      }
    }
  }
  const memory = Object.fromEntries(running.map(({ server, served }) => [server.name, rssMb(served.child)]))
  for (const { served, stub } of running) await Promise.all([served.close(), stub.close()])
  return { rows: [...rows.values()], memory }
}

async function listSize (): Promise<number> {
  const stub = await startStub()
  const [own] = servers(0)
  const served = await own?.start(stub.url)
  const message = own?.message({ kind: 'list' })
  const text = served === undefined || message === undefined ? '' : await (await fetch(served.url, { method: 'POST', ...message })).text()
  await Promise.all([served?.close(), stub.close()])
  return JSON.stringify((JSON.parse(text) as { result: { tools: unknown } }).result.tools).length
}

const listBytes = await listSize()
const all = servers(listBytes)
const trips = await roundTrips(all)
const cold = await coldStarts(all, quick ? 2 : 5)
const results: Results = { node: process.version, processors: availableParallelism(), listBytes, trips, cold, ...await load(all) }
const folder = fileURLToPath(new URL('results/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}performance.json`, `${JSON.stringify(results, null, 2)}\n`)
writeFileSync(`${folder}performance.svg`, chart(results))
console.log(`\n${table(results)}`)
process.exit()
