/**
 * What does not depend on the machine: requests to the ERP for each call; and what a start costs.
 */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { cpuMs, rssMb, startStub } from './processes.mts'
import type { Call, Server } from './servers.mts'

export interface Trips {
  readonly server: string
  readonly call: string
  readonly requests: number
  readonly logons: number
  readonly tokens: number
  readonly asked: readonly string[]
}
export interface ColdStart {
  readonly server: string
  readonly httpMs: number
  readonly httpCpuMs: number
  readonly idleMb: number
  readonly erpRequests: number
  readonly stdioMs?: number | undefined
}

/** A slow ERP keeps reads that start together in flight together. */
const heldMs = 500

const steps: readonly (readonly [name: string, call: Call, times?: number])[] = [
  ['first read', { kind: 'read', size: '2k' }],
  ['the same again', { kind: 'read', size: '2k' }],
  ['read of another object', { kind: 'read', size: '50k' }],
  ['32 reads of one object at once', { kind: 'read', size: '2k' }, 32],
  ['search', { kind: 'search' }],
  ['query', { kind: 'query' }],
  ['first overwrite', { kind: 'write', size: '2k' }],
  ['further overwrite', { kind: 'write', size: '2k' }],
  ['overwrite and activation', { kind: 'write', size: '2k', activate: true }],
  ['read after it', { kind: 'read', size: '2k' }]
]

export async function roundTrips(all: readonly Server[]): Promise<Trips[]> {
  const trips: Trips[] = []
  for (const server of all) {
    const stub = await startStub()
    const served = await server.start(stub.url)
    // The requests of the start have ended by then.
    await new Promise(resolve => {
      setTimeout(resolve, 1500)
    })
    for (const [name, call, times = 1] of steps) {
      const messages = Array.from({ length: times }, () => server.message(call)).filter(
        message => message !== undefined
      )
      if (messages.length === 0) continue
      await stub.set(times > 1 ? { delayMs: heldMs } : {})
      await Promise.all(
        messages.map(async message => {
          const text = await (await fetch(served.url, { method: 'POST', ...message })).text()
          if (text.includes('"isError":true')) {
            throw new Error(`${server.name}, ${name}: ${text.slice(0, 300)}`)
          }
        })
      )
      const { requests, logons, tokens, paths } = await stub.counts()
      trips.push({ server: server.name, call: name, requests, logons, tokens, asked: paths })
    }
    await Promise.all([served.close(), stub.close()])
  }
  return trips
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}

export async function coldStarts(all: readonly Server[], times: number): Promise<ColdStart[]> {
  const stub = await startStub()
  const found: ColdStart[] = []
  for (const server of all) {
    const runs: { ms: number; cpu: number; rss: number; erp: number }[] = []
    for (let run = 0; run < times; run++) {
      await stub.set({})
      const began = performance.now()
      const served = await server.start(stub.url)
      const ms = performance.now() - began
      const cpu = cpuMs(served.child)
      await new Promise(resolve => {
        setTimeout(resolve, 1000)
      })
      runs.push({ ms, cpu, rss: rssMb(served.child), erp: (await stub.counts()).requests })
      await served.close()
    }
    const of = (pick: (run: (typeof runs)[number]) => number) => Math.round(median(runs.map(pick)))
    const stdio =
      server.stdio === undefined ? undefined : await stdioStarts(server.stdio, stub.url, times)
    found.push({
      server: server.name,
      httpMs: of(({ ms }) => ms),
      httpCpuMs: of(({ cpu }) => cpu),
      idleMb: of(({ rss }) => rss),
      erpRequests: of(({ erp }) => erp),
      stdioMs: stdio
    })
  }
  await stub.close()
  return found
}

async function stdioStarts(
  { file, env }: NonNullable<Server['stdio']>,
  erpUrl: string,
  times: number
): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < times; run++) {
    const began = performance.now()
    const client = new Client({ name: 'bench', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [file],
        env: { PATH: process.env['PATH'] ?? '', ...env(erpUrl) },
        stderr: 'ignore'
      })
    )
    await client.listTools()
    runs.push(performance.now() - began)
    await client.close()
  }
  return Math.round(median(runs))
}
