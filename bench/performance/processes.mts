/**
 * Processes that are measured: started on a processor of their own where `taskset` is there, their
 * CPU and memory read from /proc.
 */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Job, Load } from './load.mts'

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
/** The server has the first processor for itself; the ERP and the clients share the second. */
export type Place = 'server' | 'others'

export interface Start {
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly place: Place
  readonly ipc?: boolean
  readonly cwd?: string
}

/** All of them end with the bench, whatever ends it. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function start({ file, args = [], env = {}, place, ipc = false, cwd }: Start): ChildProcess {
  const command = [process.execPath, file, ...args]
  const [first = '', ...rest] = canPin
    ? ['taskset', '-c', place === 'server' ? '0' : '1', ...command]
    : command
  const child = spawn(first, rest, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore', ...(ipc ? ['ipc' as const] : [])],
    ...(cwd === undefined ? {} : { cwd })
  })
  started.add(child)
  child.once('exit', () => {
    started.delete(child)
  })
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => {
    child.once('exit', resolve)
  })
  child.kill('SIGKILL')
  await gone
}

/** User and system time so far, in milliseconds; NaN where the system has no /proc. */
export function cpuMs({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return NaN
  }
}

export function rssMb({ pid }: ChildProcess): number {
  try {
    return Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    )
  } catch {
    return NaN
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => {
    probe.listen(0, '127.0.0.1', resolve)
  })
  const address = probe.address()
  await new Promise(resolve => {
    probe.close(resolve)
  })
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The first line that a process prints, as JSON. */
export async function firstLine(child: ChildProcess): Promise<{ port: number; control?: number }> {
  let text = ''
  return await new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const end = text.indexOf('\n')
      if (end >= 0) resolve(JSON.parse(text.slice(0, end)) as { port: number; control?: number })
    })
    child.once('exit', code => {
      reject(new Error(`a process ended with ${code}: ${text}`))
    })
  })
}

const own = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export interface StubCounts {
  readonly requests: number
  readonly logons: number
  readonly tokens: number
  readonly connections: number
  readonly notModified: number
  readonly unknown: number
  readonly locks: number
  readonly paths: readonly string[]
}
export interface Stub {
  readonly url: string
  set(settings: { delayMs?: number; logonDelayMs?: number; entries?: number }): Promise<void>
  counts(): Promise<StubCounts>
  close(): Promise<void>
}

/** PEM. With `clientCa` it accepts client certificates of that authority. */
export interface StubTls {
  readonly key: string
  readonly cert: string
  readonly clientCa?: string
}

export async function startStub(tls?: StubTls): Promise<Stub> {
  const child = start({
    file: own('stub-erp.mts'),
    place: 'others',
    ipc: true,
    ...(tls === undefined ? {} : { env: { STUB_TLS: JSON.stringify(tls) } })
  })
  const { port, control } = await firstLine(child)
  const at = `http://127.0.0.1:${control}/`
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    set: async settings => {
      await (
        await fetch(at, {
          method: 'POST',
          body: JSON.stringify({ delayMs: 0, logonDelayMs: 0, entries: 0, ...settings })
        })
      ).text()
    },
    counts: async () => (await (await fetch(at)).json()) as StubCounts,
    close: async () => {
      await stop(child)
    }
  }
}

export interface Measured extends Load {
  readonly cpu: number
}

/**
 * Clients that have nothing to do. They stay, because what a new process compiles and collects in
 * its first second would stand in the answer times.
 */
const resting: ChildProcess[] = []

/** Runs a job from a process of its own; `cpu` is the server's, in milliseconds for each answer. */
export async function measure(server: ChildProcess, job: Job): Promise<Measured> {
  const child = resting.pop() ?? start({ file: own('load.mts'), place: 'others', ipc: true })
  const { promise, resolve, reject } = Promise.withResolvers<Load>()
  const ended = (code: number | null) => {
    reject(new Error(`the clients ended with ${code}`))
  }
  let [before, after] = [NaN, NaN]
  const hear = (message: unknown) => {
    if (message === 'measure') before = cpuMs(server)
    else if (message === 'done') after = cpuMs(server)
    else resolve(message as Load)
  }
  child.on('message', hear).once('exit', ended)
  child.send(job)
  const load = await promise
  child.off('message', hear).off('exit', ended)
  resting.push(child)
  // What is no number, because nothing was answered, has become null on its way from the other
  // process.
  const { p50 = NaN, p99 = NaN } = Object.fromEntries(
    Object.entries(load).filter(([, value]) => value !== null)
  )
  return { ...load, p50, p99, cpu: (after - before) / Math.max(1, load.answers) }
}
