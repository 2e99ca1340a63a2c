/**
 * What each mechanism of the ERP client brings: `node bench/mechanisms.mts` runs the same tool calls
 * in this process with the mechanism and without it, in turns, and prints for a call the processor
 * time, the time until its answer and the requests to the ERP, as medians and their ratio. The ERP
 * is the stub of bench/performance.mts in a process of its own; HTTP of the bridge is left out.
 * A mechanism below five percent in all three is a candidate for removal. Nothing is asserted.
 */
import { availableParallelism } from 'node:os'
import { createConfig, viewOf } from '../config/config.ts'
import { systemConfigOf } from '../config/settings.ts'
import { createByteCache } from '../erp-client/cache/byte-cache.ts'
import { cacheOf } from '../erp-client/cache/erp-cache.ts'
import type { ErpCache } from '../erp-client/cache/erp-cache.ts'
import { localCaller } from '../systems/local-caller.ts'
import { createSystem } from '../systems/system.ts'
import type { System } from '../systems/system.ts'
import { prepare, run, silentClient } from '../tools/index.ts'
import type { ToolSession } from '../tools/index.ts'
import { crowdRow } from './mechanisms/crowd.mts'
import { startStub } from './performance/processes.mts'
import type { Stub } from './performance/processes.mts'
import { nameOf, sourceOf } from './performance/sources.mts'

const rounds = 15

interface Row {
  readonly mechanism: string
  readonly calls: string
  /** Milliseconds of the ERP for each request. */
  readonly delayMs: number
  /** Runs the calls of one round; answers how many they were. */
  readonly work: (session: ToolSession, round: number) => Promise<number>
  readonly remove: (cache: ErpCache) => void
}

async function call(session: ToolSession, name: string, args: object): Promise<void> {
  const prepared = prepare(session, name, args)
  const result = await run(prepared, session, {
    signal: new AbortController().signal,
    requestId: 'bench',
    client: silentClient
  })
  if (result.kind === 'error') throw new Error(`${name}: ${result.text}`)
}

const read = (size: '2k' | '50k', index: number) => ({ type: 'CLAS', name: nameOf(size, index) })
const each = (count: number, one: (index: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, async (_none, index) => await one(index)))

async function updates(session: ToolSession, round: number): Promise<number> {
  for (let index = 0; index < 10; index++) {
    const source = `${sourceOf(nameOf('2k', index))}* ${round}.${index}.${Math.random()}\n`
    const args = { action: 'update', ...read('2k', index), source, overwrite: true }
    await call(session, 'ERPWrite', args)
  }
  return 10
}

/** Never finds what it stores. */
class Forgetful<K, V> extends Map<K, V> {
  override get(_key: K): undefined {
    return undefined
  }
}

const noCache = <Value,>() => createByteCache<Value>(0)
const list: readonly Row[] = [
  {
    mechanism: 'single flight',
    calls: '64 equal searches at once',
    delayMs: 5,
    async work(session) {
      const args = { query: 'ZCL_BENCH*', maxResults: 20 }
      await each(64, async () => await call(session, 'ERPSearch', args))
      return 64
    },
    remove: cache => {
      Object.assign(cache, {
        singleFlight: {
          join: (_key: string, start: (signal: AbortSignal) => unknown, signal?: AbortSignal) =>
            start(signal ?? new AbortController().signal)
        }
      })
    }
  },
  {
    mechanism: 'source cache',
    calls: 'reads of 20 sources of 50 KB, 16 at once',
    delayMs: 0,
    async work(session) {
      for (let turn = 0; turn < 5; turn++) {
        await each(16, async index => await call(session, 'ERPRead', read('50k', index + turn)))
      }
      return 80
    },
    remove: cache => {
      Object.assign(cache, { sources: noCache() })
    }
  },
  {
    mechanism: 'package cache',
    calls: 'updates of 2 KB under --allowed-packages',
    delayMs: 5,
    work: updates,
    remove: cache => {
      Object.assign(cache, { packages: noCache() })
    }
  },
  {
    mechanism: 'memoize',
    calls: 'updates of 2 KB',
    delayMs: 5,
    work: updates,
    remove: cache => {
      Object.assign(cache, { memoized: new Forgetful() })
      Object.defineProperty(cache, 'locksKept', { get: () => false, set() {} })
    }
  }
]

interface Sample {
  readonly cpu: number
  readonly ms: number
  readonly requests: number
}

async function measure(row: Row, system: System, stub: Stub, round: number): Promise<Sample> {
  await stub.set({ delayMs: row.delayMs })
  const began = performance.now()
  const before = process.cpuUsage()
  const calls = await row.work(system.session(localCaller, silent), round)
  const { user, system: kernel } = process.cpuUsage(before)
  const ms = (performance.now() - began) / calls
  const { requests } = await stub.counts()
  return { cpu: (user + kernel) / 1000 / calls, ms, requests: requests / calls }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function open(stub: Stub): System {
  const config = viewOf(
    createConfig({
      url: stub.url,
      client: '100',
      user: 'BENCH',
      password: 'secret',
      allowTransportableEdits: true,
      allowedPackages: ['*']
    })
  )
  return createSystem(systemConfigOf(config), {
    log: silent,
    bodyLimit: config.bodyLimit,
    observers: [],
    probesFeatures: false
  })
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN

/** Medians of both, and the median of the ratios of neighbouring rounds. */
function figures(on: readonly Sample[], off: readonly Sample[], key: keyof Sample): string {
  const ratio = median(on.map((sample, round) => sample[key] / (off[round]?.[key] ?? NaN)))
  const [one, other] = [on, off].map(samples => median(samples.map(sample => sample[key])))
  return `${one?.toFixed(2)} / ${other?.toFixed(2)} = ${ratio.toFixed(2)}`.padStart(24)
}

async function compare(row: Row): Promise<void> {
  const stub = await startStub()
  const [on, off] = [open(stub), open(stub)]
  row.remove(cacheOf(off.session(localCaller, silent).erp().reader))
  const samples: { on: Sample[]; off: Sample[] } = { on: [], off: [] }
  for (let round = 0; round < rounds + 3; round++) {
    for (const which of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      const sample = await measure(row, which === 'on' ? on : off, stub, round)
      // The first rounds compile.
      if (round >= 3) samples[which].push(sample)
    }
  }
  const columns = (['cpu', 'ms', 'requests'] as const).map(key =>
    figures(samples.on, samples.off, key)
  )
  console.log(`${row.mechanism.padEnd(16)}${columns.join('')}   ${row.calls}`)
  await Promise.all([on.close(), off.close(), stub.close()])
}

console.log(
  `Node.js ${process.version}, ${availableParallelism()} processors; with / without = ratio`
)
console.log(
  `${''.padEnd(16)}${['CPU ms', 'ms', 'requests'].map(text => text.padStart(24)).join('')}`
)
for (const row of list) await compare(row)
await crowdRow()
process.exit()
