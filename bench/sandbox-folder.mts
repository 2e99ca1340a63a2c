/**
 * How fast the sandbox is with a folder in abapGit layout, over HTTP:
 *
 *     node bench/sandbox-folder.mts DIR [--library DIR] [--class NAME]… [--uses OBJECT]… [--keep DIR]
 *
 * fills a data directory from DIR, starts on it once more, and prints what the second start, unit
 * runs of the classes (the first and the second time) and where-used lists take, by the clock and
 * in processor time of the sandbox without its children, and the memory after it. `--keep` names
 * the data directory, which is used as it is where it has objects. The figures of docs/sandbox.md
 * are those of abapGit/abapGit (https://github.com). Figures for people; nothing is asserted.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { SandboxReady } from '../sandbox/command.ts'
import { createClient } from '../sandbox/test/http/client.ts'
import type { Client } from '../sandbox/test/http/client.ts'

const names = { type: 'string', multiple: true } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { library: names, class: names, uses: names, keep: { type: 'string' } }
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name a folder in abapGit layout.')

const adt = '/sap/bc/adt'
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const bin = fileURLToPath(new URL('../cli.ts', import.meta.url))

async function ask<T>(child: ChildProcess, question: 'cpu' | 'measure'): Promise<T> {
  const answered = once(child, 'message')
  child.send(question)
  const [answer] = (await answered) as [T]
  return answer
}

async function cpuOf(child: ChildProcess): Promise<number> {
  return (await ask<{ cpuMs: number }>(child, 'cpu')).cpuMs
}

function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function start(dataDir: string): Promise<{ child: ChildProcess; ready: SandboxReady }> {
  const libraries = (values.library ?? []).flatMap(each => ['--library', each])
  const child = fork(
    bin,
    ['sandbox', '--addr', '127.0.0.1:0', '--data-dir', dataDir, ...libraries],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--import', new URL('sandbox-watch.mts', import.meta.url).href]
    }
  )
  const [ready] = (await once(child, 'message')) as [SandboxReady]
  return { child, ready }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.disconnect()
  await gone
}

interface Spent {
  readonly clockMs: number
  readonly cpuMs: number
}

function report(step: string, { clockMs, cpuMs }: Spent, more = ''): void {
  console.log(
    `${step.padEnd(56)} ${clockMs.toFixed(0).padStart(7)} ms ${cpuMs.toFixed(0).padStart(7)} ms of processor  ${more}`
  )
}

function uriOf(name: string): string {
  const kind = /^[^_]*IF_/i.test(name) ? 'interfaces' : 'classes'
  return `${adt}/oo/${kind}/${encodeURIComponent(name.toLowerCase())}`
}

async function unitRun(client: Client, name: string): Promise<string> {
  const { text } = await client.post(
    `${adt}/abapunit/testruns`,
    `<aunit:runConfiguration xmlns:aunit="http://www.sap.com/adt/aunit"><options/><adtcore:objectSets ${adtcore}><objectSet kind="inclusive"><adtcore:objectReferences><adtcore:objectReference adtcore:uri="${uriOf(name)}"/></adtcore:objectReferences></objectSet></adtcore:objectSets></aunit:runConfiguration>`,
    { 'content-type': 'application/vnd.sap.adt.abapunit.testruns.config.v4+xml' }
  )
  const count = (tag: string) => text.split(`<${tag} `).length - 1
  return `${count('testMethod')} methods, ${count('alert')} alerts`
}

async function uses(client: Client, name: string): Promise<string> {
  const { text } = await client.post(
    `${adt}/repository/informationsystem/usageReferences?uri=${encodeURIComponent(uriOf(name))}`,
    '<u:usageReferenceRequest xmlns:u="http://www.sap.com/adt/ris/usageReferences"/>',
    { 'content-type': 'application/*', accept: 'application/*' }
  )
  return `${text.split('<usageReferences:referencedObject ').length - 1} objects`
}

const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), 'sandbox-folder-'))
try {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) {
    for (const part of ['src', '.abapgit.xml']) {
      if (existsSync(join(folder, part))) {
        cpSync(join(folder, part), join(dataDir, part), { recursive: true })
      }
    }
    const begun = performance.now()
    const { child } = await start(dataDir)
    report('first start', { clockMs: performance.now() - begun, cpuMs: await cpuOf(child) })
    await stop(child)
  }
  const begun = performance.now()
  const { child, ready } = await start(dataDir)
  const clockMs = performance.now() - begun
  report(
    'start again',
    { clockMs, cpuMs: await cpuOf(child) },
    `${residentMb(child).toFixed(0)} MB`
  )
  const timed = async (step: string, work: () => Promise<string>) => {
    const [before, began] = [await cpuOf(child), performance.now()]
    const found = await work()
    const spent = performance.now() - began
    const memory = `${residentMb(child).toFixed(0)} MB, ${found}`
    report(step, { clockMs: spent, cpuMs: (await cpuOf(child)) - before }, memory)
  }
  const client = createClient(
    ready.url,
    { name: ready.user, password: ready.password },
    { agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
  )
  await client.get(`${adt}/core/discovery`, { 'x-csrf-token': 'Fetch' })
  for (const time of ['first', 'second']) {
    for (const name of values.class ?? []) {
      await timed(`unit run of ${name}, ${time}`, () => unitRun(client, name))
    }
    for (const name of values.uses ?? []) {
      await timed(`where-used of ${name}, ${time}`, () => uses(client, name))
    }
  }
  const { rssMb, heapMb, threadsMb } = await ask<{
    rssMb: number
    heapMb: number
    threadsMb: number
  }>(child, 'measure')
  console.log(
    `in the end: resident ${rssMb.toFixed(0)} MB, heap ${heapMb.toFixed(0)} MB, heaps of the threads ${threadsMb.toFixed(0)} MB`
  )
  await stop(child)
} finally {
  if (values.keep === undefined) rmSync(dataDir, { recursive: true, force: true })
}
