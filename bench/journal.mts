/**
 * What the journal of changes costs: `node bench/journal.mts` compares writes of 64 clients with the
 * journal and without it, in turns and in one run, and prints the ratios of processor time and of the
 * time until the answer: with an ERP that answers at once, and with one that needs 50 ms a request.
 * It fills a journal with 100,000 entries and prints the median time of the list, of reading an entry
 * and of a whole undo, and the memory before and after. About four minutes; `--quick` a tenth of
 * it. Runs dist, as a user does. Nothing is asserted.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJournal } from '../journal/open.ts'
import { measure, startStub } from './performance/processes.mts'
import { identified } from './performance/servers.mts'
import { changedLine } from './performance/sources.mts'

const quick = process.argv.includes('--quick')
const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-bench-'))
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true })
})

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN
}

/** One for each client, so that none waits for a connection. */
const manyConnections = { ERP_CONNECTIONS: '64' }
const basicUser = { ERP_USER: 'BENCH', ERP_PASSWORD: 'secret' }
const rounds = quick ? 3 : 9
const job = { clients: 64, warmMs: quick ? 300 : 1000, measureMs: quick ? 1000 : 3000 }

/** Writes of 64 clients, each to a class of its own. Both servers share one processor. */
async function writeCosts(delayMs: number): Promise<void> {
  const variants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    without: { ERP_JOURNAL: 'off' },
    with: { ERP_JOURNAL_DIR: join(folder, `writes ${delayMs}`) }
  }
  const runs = await Promise.all(
    Object.entries(variants).map(async ([name, env]) => {
      const stub = await startStub()
      await stub.set({ delayMs })
      const server = identified({ name, env: { ...basicUser, ...manyConnections, ...env } })
      const served = await server.start(stub.url)
      const messages = Array.from({ length: 64 }, (_, index) =>
        server.message({ kind: 'write', size: '2k', index })
      ).filter(message => message !== undefined)
      return { name, stub, served, messages, cpu: [] as number[], p50: [] as number[] }
    })
  )
  for (let round = 0; round < rounds; round++) {
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      const { url, child } = run.served
      const load = await measure(child, { ...job, url, messages: run.messages })
      if (load.errors > 0) throw new Error(`${run.name}: ${load.error}`)
      run.cpu.push(load.cpu)
      run.p50.push(load.p50)
    }
  }
  const [without, recorded] = runs
  if (without === undefined || recorded === undefined) throw new Error('two variants are needed')
  const ratio = (figures: 'cpu' | 'p50') =>
    median(recorded[figures].map((figure, round) => figure / (without[figures][round] ?? NaN)))
  console.log(`an ERP that needs ${delayMs} ms a request`)
  for (const { name, cpu, p50 } of runs) {
    console.log(
      `${name.padEnd(8)} ${median(cpu).toFixed(3)} ms of the processor, ${median(p50).toFixed(1)} ms until the answer`
    )
  }
  console.log(`ratio    ${ratio('cpu').toFixed(3)} and ${ratio('p50').toFixed(3)}`)
  for (const { served, stub } of runs) {
    await served.close()
    await stub.close()
  }
}

/** A write and its undo by one client, from a journal that has entries of others already. */
async function undoTimes(what: string, journal: string): Promise<void> {
  const stub = await startStub()
  const server = identified({
    name: what,
    env: { ...basicUser, ...manyConnections, ERP_JOURNAL_DIR: journal }
  })
  const { url, close } = await server.start(stub.url)
  const written = server.message({ kind: 'write', size: '2k' })
  if (written === undefined) throw new Error('the server has no write')
  const call = async (changed: (body: string) => string) => {
    const { headers, body } = written
    const answer = await fetch(url, { method: 'POST', headers, body: changed(body) })
    const text = await answer.text()
    if (!text.includes('"result"') || text.includes('"isError":true')) throw new Error(text)
    return text
  }
  const times: number[] = []
  for (let round = 0; round < 50; round++) {
    const answer = await call(body => body.replace(changedLine, `* ${round}`))
    const [, id] = /"change":"(\w+)"/.exec(answer) ?? []
    if (id === undefined) throw new Error(answer)
    const from = performance.now()
    await call(body => {
      const request = JSON.parse(body) as { params: { arguments: object } }
      request.params.arguments = { action: 'undo', change: id }
      return JSON.stringify(request)
    })
    times.push(performance.now() - from)
  }
  console.log(
    `${what.padEnd(34)} ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)}`
  )
  await close()
  await stub.close()
}

const entries = quick ? 10_000 : 100_000
const repository = 'A4H/0020123456'

/** The list and the reading of entries in a large journal. */
async function largeJournal(): Promise<void> {
  const file = join(folder, 'journal.sqlite')
  const journal = await openJournal({
    store: { file },
    retention: { days: 3650, bytes: 1e12 },
    whenFull: 'refuse',
    log: { debug() {}, info() {}, warn() {}, error() {} }
  })
  const ids: string[] = []
  const add = async (index: number) => {
    const text = `REPORT z_bench_${index % 2000}.\n${`* line ${index}\n`.repeat(40)}`
    const user = `USER${index % 50}`
    const open = await journal.begin(
      {
        repository,
        system: 'default',
        identity: user,
        user,
        erpUser: user,
        tool: 'ERPWrite',
        action: 'update'
      },
      [
        {
          operation: 'source.write',
          ref: { type: 'PROG', name: `Z_BENCH_${index % 2000}` },
          part: 'main',
          before: { kind: 'source', facts: { package: 'ZBENCH' }, texts: { active: text } },
          after: `hash-${index}`
        }
      ]
    )
    await open.end('done', new Map([[1, { outcome: 'done' }]]))
    ids.push(open.id)
  }
  const begin = performance.now()
  for (let index = 0; index < entries; index += 64) {
    await Promise.all(Array.from({ length: 64 }, async (_, offset) => await add(index + offset)))
    if (index === 6400) console.log(`memory at 6,400 entries: ${memory()} MB`)
  }
  const seconds = (performance.now() - begin) / 1000
  console.log(
    `${ids.length} entries in ${seconds.toFixed(0)} s, ${(statSync(file).size / 2 ** 20).toFixed(0)} MB; memory ${memory()} MB`
  )
  const time = async (name: string, work: (round: number) => Promise<unknown>) => {
    const times: number[] = []
    for (let round = 0; round < 50; round++) {
      const from = performance.now()
      await work(round)
      times.push(performance.now() - from)
    }
    console.log(
      `${name.padEnd(34)} ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)}`
    )
  }
  const limit = 50
  await time('the last entries', () => journal.find({ repository, limit }))
  await time('the entries of one caller', round =>
    journal.find({ repository, identity: `USER${round}`, limit })
  )
  await time('the entries of one object', round =>
    journal.find({ repository, object: { type: 'PROG', name: `Z_BENCH_${round * 31}` }, limit })
  )
  await time('a page in the middle', round => {
    const before = ids[Math.floor(ids.length / 2) + round]
    return journal.find({ repository, limit, ...(before === undefined ? {} : { before }) })
  })
  await time('one entry with its states', round => journal.read(ids[round * 97] ?? '', repository))
  console.log(`memory at the end: ${memory()} MB`)
  await journal.close()
}

function memory(): string {
  return (process.memoryUsage().rss / 2 ** 20).toFixed(0)
}

await undoTimes('undo beside 2 entries', join(folder, 'empty'))
await largeJournal()
await undoTimes(`undo beside ${entries} entries`, folder)
await writeCosts(0)
await writeCosts(50)
process.exit()
