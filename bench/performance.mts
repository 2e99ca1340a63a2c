/**
 * `npm run bench` measures this project, the floors (the least that such a server can cost) and the
 * npm package arc-1, where PEER_DIR names the folder it is installed in, against one stub of an ERP,
 * in turns, so that the ratios hold on a busy machine. About six minutes; `--quick` one.
 * `--only=WORDS`, as the last argument, selects scenarios by name. Asserts nothing. Writes
 * bench/results/performance.json and .svg; measures dist, so build first.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { coldStarts, roundTrips } from './performance/counts.mts'
import type { ColdStart, Trips } from './performance/counts.mts'
import { measure, rssMb, startStub } from './performance/processes.mts'
import type { Measured, Stub, StubTls } from './performance/processes.mts'
import { createIdentities } from './performance/identity.mts'
import { identified, servers } from './performance/servers.mts'
import type { Call, Served, Server } from './performance/servers.mts'
import { chart, table } from './performance/report.mts'

const quick = process.argv.includes('--quick')
const [, only = ''] = /^--only=(.*)$/.exec(process.argv.at(-1) ?? '') ?? []
// Many short rounds: a ratio is the median of neighbouring rounds, and load lasts for seconds.
const rounds = quick ? 1 : 5
const [warmMs, measureMs] = quick ? [300, 700] : [150, 500]
/** Beside a writer, a reader of the peer may wait longer than a short round lasts. */
const besideMs = 1200

export interface Scenario {
  readonly name: string
  readonly calls: readonly Call[]
  readonly clients: number
  readonly erp?: { readonly delayMs?: number; readonly logonDelayMs?: number }
  readonly beside?: Call
  /** Measured with the older protocol and the SDK floor too. */
  readonly every?: true
}

const list: readonly Call[] = [{ kind: 'list' }]
const read2k: readonly Call[] = [{ kind: 'read', size: '2k' }]
const different = (names: number): Call[] =>
  Array.from({ length: names }, (_, index) => ({ kind: 'read', size: '2k', index }))
const known: readonly Scenario[] = [
  { name: 'list of tools, 64 clients', calls: list, clients: 64, every: true },
  { name: 'read 2 KB, 1 client', calls: read2k, clients: 1 },
  { name: 'read 2 KB, 64 clients', calls: read2k, clients: 64, every: true },
  {
    name: 'read 2 KB, log-on 50 ms, 64 clients',
    calls: different(40),
    clients: 64,
    erp: { delayMs: 5, logonDelayMs: 50 }
  },
  ...(quick
    ? []
    : ([
        { name: 'list of tools, 16 clients', calls: list, clients: 16 },
        { name: 'read 2 KB, 16 clients', calls: read2k, clients: 16 },
        { name: 'read 2 KB of 40 objects, 64 clients', calls: different(40), clients: 64 },
        { name: 'read 50 KB, 16 clients', calls: [{ kind: 'read', size: '50k' }], clients: 16 },
        ...(['search', 'query'] as const).flatMap(kind =>
          [16, 64].map(clients => ({
            name: `${kind}, ${clients} clients`,
            calls: [{ kind }],
            clients
          }))
        ),
        ...(['search', 'query'] as const).map(kind => ({
          name: `40 different calls of ${kind}, 64 clients`,
          calls: Array.from({ length: 40 }, (_, index) => ({ kind, index })),
          clients: 64
        })),
        {
          name: 'read 2 KB, ERP 30 ms, 64 clients',
          calls: different(40),
          clients: 64,
          erp: { delayMs: 30 }
        },
        {
          name: 'read 2 KB beside a writer of 50 KB, 4 clients',
          calls: read2k,
          clients: 4,
          beside: { kind: 'write', size: '50k', index: 7 }
        }
      ] satisfies readonly Scenario[]))
]
const scenarios = known.filter(({ name }) => name.includes(only))

export interface Row {
  readonly scenario: string
  readonly server: string
  readonly samples: readonly Measured[]
}
export interface Results {
  readonly node: string
  readonly processors: number
  readonly rows: readonly Row[]
  readonly identities: readonly Row[]
  readonly cold: readonly ColdStart[]
  readonly trips: readonly Trips[]
  readonly memory: Readonly<Record<string, number>>
  readonly listBytes: number
}

async function sample(
  server: Server,
  served: Served,
  { calls, clients, beside }: Scenario
): Promise<Measured | undefined> {
  const messages = calls.flatMap(call => server.message(call) ?? [])
  if (messages.length === 0) return undefined
  const other = beside === undefined ? undefined : server.message(beside)
  if (beside !== undefined && other === undefined) return undefined
  const job = {
    url: served.url,
    messages,
    clients,
    warmMs,
    measureMs: beside === undefined ? measureMs : besideMs
  }
  const writer =
    other === undefined
      ? undefined
      : measure(served.child, { ...job, messages: [other], clients: 1 })
  const own = await measure(served.child, job)
  await writer
  return own
}

const isExtra = ({ name }: Server) => name === 'floor-sdk' || name.includes('older protocol')

type Rounds = readonly { readonly scenario: Scenario; readonly rounds: number }[]

/** Runs until V8 has optimised the common code, which the first scenarios would measure otherwise. */
async function settle({
  server,
  served
}: {
  readonly server: Server
  readonly served: Served
}): Promise<void> {
  for (const call of [...list, ...read2k]) {
    const message = server.message(call)
    if (message !== undefined) {
      await measure(served.child, {
        url: served.url,
        messages: [message],
        clients: 16,
        warmMs: 0,
        measureMs: quick ? 500 : 3000
      })
    }
  }
}

async function load(
  all: readonly { readonly server: Server; readonly tls?: StubTls }[],
  work: Rounds
): Promise<{ rows: Row[]; memory: Record<string, number> }> {
  const running: { server: Server; stub: Stub; served: Served }[] = []
  for (const { server, tls } of all) {
    const stub = await startStub(tls)
    running.push({ server, stub, served: await server.start(stub.url) })
  }
  for (const one of running) await settle(one)
  const rows = new Map<string, { scenario: string; server: string; samples: Measured[] }>()
  for (const { scenario, rounds } of work) {
    const some =
      scenario.every === true ? running : running.filter(({ server }) => !isExtra(server))
    for (let round = 0; round < rounds; round++) {
      // Another server starts each round, so that changes of the machine's load meet all of them.
      for (const { server, stub, served } of [
        ...some.slice(round % some.length),
        ...some.slice(0, round % some.length)
      ]) {
        await stub.set(scenario.erp ?? {})
        const measured = await sample(server, served, scenario)
        if (measured === undefined) continue
        const row = rows.get(`${scenario.name} ${server.name}`) ?? {
          scenario: scenario.name,
          server: server.name,
          samples: []
        }
        row.samples.push(measured)
        rows.set(`${scenario.name} ${server.name}`, row)
        console.log(
          `${scenario.name}  ${server.name}  ${measured.perSecond.toFixed(0)}/s  p50 ${measured.p50.toFixed(2)}  p99 ${measured.p99.toFixed(2)} ms  cpu ${measured.cpu.toFixed(3)} ms${measured.errors > 0 ? `  ${measured.errors} ERRORS ${measured.error}` : ''}`
        )
      }
    }
  }
  const memory = Object.fromEntries(
    running.map(({ server, served }) => [server.name, rssMb(served.child)])
  )
  for (const { served, stub } of running) await Promise.all([served.close(), stub.close()])
  return { rows: [...rows.values()], memory }
}

async function listSize(): Promise<number> {
  const stub = await startStub()
  const [own] = servers(0)
  const served = await own?.start(stub.url)
  const message = own?.message({ kind: 'list' })
  const text =
    served === undefined || message === undefined
      ? ''
      : await (await fetch(served.url, { method: 'POST', ...message })).text()
  await Promise.all([served?.close(), stub.close()])
  return JSON.stringify((JSON.parse(text) as { result: { tools: unknown } }).result.tools).length
}

/** The same read with each authentication method; the first row is the base of the comparison. */
async function identityRows(): Promise<readonly Row[]> {
  const identities = await createIdentities()
  const each = identities.all.map(identity => ({
    server: identified(identity),
    ...(identity.tls === undefined ? {} : { tls: identity.tls })
  }))
  // As many clients as one developer has connections; each read is a request to the ERP.
  const scenario = { name: 'read 2 KB of 16 objects, 4 clients', calls: different(16), clients: 4 }
  const { rows } = await load(each, [{ scenario, rounds: quick ? 2 : 5 }])
  await identities.close()
  return rows
}

const listBytes = await listSize()
const all = servers(listBytes)
const trips = only === '' ? await roundTrips(all) : []
const cold = only === '' ? await coldStarts(all, quick ? 2 : 5) : []
const identities = only === '' || 'identity'.includes(only) ? await identityRows() : []
const results: Results = {
  node: process.version,
  processors: availableParallelism(),
  listBytes,
  trips,
  cold,
  identities,
  ...(await load(
    all.map(server => ({ server })),
    scenarios.map(scenario => ({ scenario, rounds }))
  ))
}
const folder = fileURLToPath(new URL('results/', import.meta.url))
mkdirSync(folder, { recursive: true })
if (only === '') {
  writeFileSync(`${folder}performance.json`, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(`${folder}performance.svg`, chart(results))
}
console.log(`\n${table(results)}`)
process.exit()
