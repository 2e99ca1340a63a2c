/**
 * How long one call blocks the event loop: `node bench/event-loop.mts` runs a bridge from its
 * sources against the stub of an ERP and prints, for jobs with large sources and answers, the
 * longest time for which the bridge's event loop did nothing else. Each job runs once with what it
 * has to load, and then as often as `--times=` says, once unless it does: what the engine compiles
 * anew shows after dozens of calls. Figures for people; nothing is asserted. A word as an argument
 * chooses jobs; `--memory` reads 600 sources of 1 MB instead and prints what the process holds.
 */
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, start, startStub, stop } from './performance/processes.mts'
import { nameOf, sourceOf } from './performance/sources.mts'

interface Job {
  readonly name: string
  readonly tool: string
  readonly args: object
  readonly entries?: number
}
interface Figures {
  readonly wallMs: number
  readonly cpuMs: number
  readonly rssMb: number
}

const key = 'bench-key-0123456789abcdef'
const of5m = { type: 'CLAS', name: nameOf('5m') }
const of1m = { type: 'CLAS', name: nameOf('1m') }
const of50k = { type: 'CLAS', name: nameOf('50k') }
const changed = (name: string) => sourceOf(name).replaceAll('m77.', 'm77. " changed')
/** Every tenth line differs. */
const scattered = (name: string) =>
  sourceOf(name)
    .split('\n')
    .map((line, index) => (index % 10 === 3 ? `${line} ` : line))
    .join('\n')

const jobs: readonly Job[] = [
  { name: 'read 2 KB', tool: 'ERPRead', args: { type: 'CLAS', name: nameOf('2k') } },
  { name: 'read 5 MB', tool: 'ERPRead', args: of5m },
  { name: 'read 5 MB, lines', tool: 'ERPRead', args: { ...of5m, lines: '5000-5020' } },
  { name: 'read 5 MB, method', tool: 'ERPRead', args: { ...of5m, method: 'm900' } },
  { name: 'read 5 MB, outline', tool: 'ERPRead', args: { ...of5m, view: 'outline' } },
  { name: 'read 5 MB, grep', tool: 'ERPRead', args: { ...of5m, grep: 'lv_total_90', context: 3 } },
  { name: 'read 5 MB, signature', tool: 'ERPRead', args: { ...of5m, view: 'signature' } },
  {
    name: 'read 5 MB, signature of a method',
    tool: 'ERPRead',
    args: { ...of5m, view: 'signature', method: 'm900' }
  },
  { name: 'read 5 MB, section', tool: 'ERPRead', args: { ...of5m, section: 'implementation' } },
  {
    name: 'dry run of 5 MB, few changes',
    tool: 'ERPWrite',
    args: { ...of5m, action: 'update', overwrite: true, dryRun: true, source: changed(of5m.name) }
  },
  {
    name: 'dry run of 5 MB, many changes',
    tool: 'ERPWrite',
    args: { ...of5m, action: 'update', overwrite: true, dryRun: true, source: scattered(of5m.name) }
  },
  {
    name: 'dry run of 5 MB, a method',
    tool: 'ERPWrite',
    args: { ...of5m, action: 'edit_method', method: 'm900', source: '    RETURN.', dryRun: true }
  },
  { name: 'format 5 MB', tool: 'ERPLint', args: { ...of5m, action: 'format' } },
  {
    name: 'overwrite 50 KB',
    tool: 'ERPWrite',
    args: { ...of50k, action: 'update', overwrite: true, source: changed(of50k.name) }
  },
  {
    name: 'dry run of 50 KB, many changes',
    tool: 'ERPWrite',
    args: {
      ...of50k,
      action: 'update',
      overwrite: true,
      dryRun: true,
      source: scattered(of50k.name)
    }
  },
  {
    name: 'write 50 KB, a method',
    tool: 'ERPWrite',
    args: { ...of50k, action: 'edit_method', method: 'm90', source: '    RETURN.' }
  },
  { name: 'read 50 KB, method', tool: 'ERPRead', args: { ...of50k, method: 'm90' } },
  { name: 'read 50 KB, outline', tool: 'ERPRead', args: { ...of50k, view: 'outline' } },
  {
    name: 'overwrite 5 MB',
    tool: 'ERPWrite',
    args: { ...of5m, action: 'update', overwrite: true, source: changed(of5m.name) }
  },
  {
    name: 'lint 50 KB',
    tool: 'ERPLint',
    args: { type: 'CLAS', name: nameOf('50k'), action: 'check' }
  },
  { name: 'lint 1 MB', tool: 'ERPLint', args: { ...of1m, action: 'check' } },
  { name: 'context of 1 MB, overview', tool: 'ERPContext', args: { ...of1m, action: 'overview' } },
  {
    name: 'context of 1 MB, dependencies',
    tool: 'ERPContext',
    args: { ...of1m, action: 'dependencies' }
  },
  {
    name: 'context of 1 MB, test seams',
    tool: 'ERPContext',
    args: { ...of1m, action: 'test_seams' }
  },
  {
    name: 'search, 10,000 hits',
    tool: 'ERPSearch',
    args: { query: 'ZCL_*', maxResults: 10_000 },
    entries: 10_000
  },
  {
    name: 'search, 10,000 hits for 50',
    tool: 'ERPSearch',
    args: { query: 'ZCL_*', maxResults: 50 },
    entries: 10_000
  },
  {
    name: 'query, 10 MB',
    tool: 'ERPQuery',
    args: { sql: 'SELECT mandt, mtext FROM t000', maxRows: 100 },
    entries: 125_000
  },
  {
    name: 'where used, 10,000',
    tool: 'ERPNavigate',
    args: { ...of1m, action: 'references' },
    entries: 10_000
  },
  {
    name: 'context, 10,000 usages',
    tool: 'ERPContext',
    args: { ...of1m, action: 'usages' },
    entries: 10_000
  }
]

const stub = await startStub()
const port = await freePort()
const env = {
  ERP_URL: stub.url,
  ERP_USER: 'BENCH',
  ERP_PASSWORD: 'secret',
  ERP_CLIENT: '100',
  ERP_RATE_LIMIT: '0',
  ERP_ALLOW_TRANSPORTABLE_EDITS: 'true',
  ERP_TRANSPORT: 'http-streamable',
  ERP_HTTP_ADDR: `127.0.0.1:${port}`,
  SVC_API_KEY: key,
  NODE_OPTIONS: `--import=${new URL('performance/loop-watch.mts', import.meta.url).href}`
}
const root = fileURLToPath(new URL('../', import.meta.url))
const bridge = start({
  file: join(root, process.argv.includes('--dist') ? 'dist/cli.js' : 'cli.ts'),
  env,
  place: 'server',
  ipc: true,
  cwd: tmpdir()
})
bridge.stdout?.resume()

async function watched(message: 'mark' | 'read'): Promise<Figures> {
  const answered = once(bridge, 'message')
  bridge.send(message)
  const [figures] = (await answered) as [Figures]
  return figures
}

async function call({ tool, args }: Job): Promise<{ bytes: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': '2025-06-18'
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args }
    })
  })
  const text = await answer.text()
  return { bytes: text.length, text: text.replace(/^[\s\S]*?"text":/, '').slice(0, 110) }
}

async function untilThere(): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/health`)).text()
      return
    } catch {
      await new Promise(resolve => {
        setTimeout(resolve, 50)
      })
    }
  }
  throw new Error('the bridge does not start')
}

await untilThere()
const word = process.argv.slice(2).find(each => !each.startsWith('--')) ?? ''
const times = Number(process.argv.find(each => each.startsWith('--times='))?.slice(8) ?? 1)
const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9)
console.log(
  `${'longest block: processor'.padStart(66)} ${'by the clock'.padStart(16)}     call   answer    rss`
)
if (process.argv.includes('--memory')) {
  for (let index = 1; index <= 600; index++) {
    await call({ name: '', tool: 'ERPRead', args: { type: 'CLAS', name: nameOf('1m', index) } })
    if (index % 100 === 0) {
      console.log(`${index} sources of 1 MB: ${(await watched('read')).rssMb.toFixed(0)} MB`)
    }
  }
}
for (const job of process.argv.includes('--memory')
  ? []
  : jobs.filter(({ name }) => name.includes(word))) {
  await stub.set({ entries: job.entries ?? 0 })
  const measured = async () => {
    await watched('mark')
    const begun = performance.now()
    const { bytes, text } = await call(job)
    return { bytes, text, took: performance.now() - begun, ...(await watched('read')) }
  }
  const show = (
    time: string,
    { bytes, text, took, wallMs, cpuMs, rssMb }: Awaited<ReturnType<typeof measured>>
  ) => {
    console.log(
      `${job.name.padEnd(36)} ${time} ${ms(cpuMs).padStart(24)} ${ms(wallMs).padStart(16)} ${ms(took)} ${`${(bytes / 1000).toFixed(0)} KB`.padStart(8)} ${`${rssMb.toFixed(0)} MB`.padStart(7)}${process.argv.includes('--texts') ? `  ${text}` : ''}`
    )
  }
  show('first', await measured())
  let longest = await measured()
  for (let time = 1; time < times; time++) {
    const next = await measured()
    if (next.cpuMs > longest.cpuMs) longest = next
  }
  show('later', longest)
}
await stop(bridge)
await stub.close()
