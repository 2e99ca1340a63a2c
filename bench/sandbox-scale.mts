/**
 * How the sandbox scales, over HTTP: `node bench/sandbox-scale.mts [objects] [edits]`
 * starts the command on a generated folder, and prints what the start, checks and where-used lists
 * take, by the clock and in processor time (which a busy machine leaves alone). Then it edits:
 * lock, write, check, unlock, activate, with the memory at every fifth of the way, after what
 * is unreferenced was freed in all threads. Writes bench/results/sandbox.json. Takes dist/ with
 * `--dist`. Figures for people; nothing is asserted.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxReady } from '../sandbox/command.ts'
import { createClient } from '../sandbox/test/http/client.ts'
import type { Client, Reply } from '../sandbox/test/http/client.ts'
import { classOf, repository, writeFolder } from './sandbox-objects.mts'
import type { Memory } from './sandbox-watch.mts'

interface Step {
  readonly step: string
  readonly clockMs: number
  readonly cpuMs: number
  readonly count?: number
}

const [count = 1000, edits = 5000] = process.argv
  .slice(2)
  .filter(each => !each.startsWith('--'))
  .map(Number)
const services = Math.max(1, Math.round(count / 10))
const steps: Step[] = []
const adt = '/sap/bc/adt'
const adtcore = 'xmlns:adtcore="http://www.sap.com/adt/core"'
const stateful = { 'x-sap-adt-sessiontype': 'stateful' }
const classUri = (index: number) => `${adt}/oo/classes/zcl_bench_${index}`
const interfaceUri = `${adt}/oo/interfaces/zif_bench_3/source/main`

const home = mkdtempSync(join(tmpdir(), 'sandbox-scale-'))
const bin = fileURLToPath(
  new URL(process.argv.includes('--dist') ? '../dist/cli.js' : '../cli.ts', import.meta.url)
)

async function ask<T>(child: ChildProcess, question: 'cpu' | 'measure'): Promise<T> {
  const answered = once(child, 'message')
  child.send(question)
  const [answer] = (await answered) as [T]
  return answer
}

async function start(
  folder: string | undefined,
  step: string
): Promise<{ child: ChildProcess; ready: SandboxReady }> {
  const begun = performance.now()
  const place = folder === undefined ? [] : ['--data-dir', folder]
  const child = fork(bin, ['sandbox', '--addr', '127.0.0.1:0', ...place], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--import', new URL('sandbox-watch.mts', import.meta.url).href]
  })
  const [ready] = (await once(child, 'message')) as [SandboxReady]
  const clockMs = performance.now() - begun
  note({ step, clockMs, cpuMs: (await ask<{ cpuMs: number }>(child, 'cpu')).cpuMs })
  return { child, ready }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.disconnect()
  await gone
}

function note(step: Step): void {
  steps.push({ ...step, clockMs: Math.round(step.clockMs), cpuMs: Math.round(step.cpuMs) })
  console.log(
    `${step.step.padEnd(64)} ${step.clockMs.toFixed(0).padStart(7)} ms ${step.cpuMs.toFixed(0).padStart(7)} ms of processor${step.count === undefined ? '' : `  ${step.count}`}`
  )
}

function demand(reply: Reply): Reply {
  if (reply.status !== 200) {
    throw new Error(`unexpected ${reply.status}: ${reply.text.slice(0, 300)}`)
  }
  return reply
}

async function check(client: Client, uri: string, source?: string): Promise<number> {
  const artifact =
    source === undefined
      ? ''
      : `<chkrun:artifacts><chkrun:artifact chkrun:contentType="text/plain; charset=utf-8" chkrun:uri="${uri}/source/main"><chkrun:content>${Buffer.from(source).toString('base64')}</chkrun:content></chkrun:artifact></chkrun:artifacts>`
  const body = `<chkrun:checkObjectList xmlns:chkrun="http://www.sap.com/adt/checkrun" ${adtcore}><chkrun:checkObject adtcore:uri="${uri}" chkrun:version="inactive">${artifact}</chkrun:checkObject></chkrun:checkObjectList>`
  const { text } = demand(
    await client.post(`${adt}/checkruns?reporters=abapCheckRun`, body, {
      'content-type': 'application/vnd.sap.adt.checkobjects+xml',
      accept: 'application/vnd.sap.adt.checkmessages+xml'
    })
  )
  return text.split('chkrun:type="E"').length - 1
}

async function uses(client: Client, uri: string): Promise<number> {
  const reply = await client.post(
    `${adt}/repository/informationsystem/usageReferences?uri=${encodeURIComponent(uri)}`,
    '<u:usageReferenceRequest xmlns:u="http://www.sap.com/adt/ris/usageReferences"/>',
    { 'content-type': 'application/*', accept: 'application/*' }
  )
  return demand(reply).text.split('<usageReferences:referencedObject ').length - 1
}

/**
 * A change of a method's body, every tenth time of the definition, and every twentieth one that
 * cannot be activated.
 */
function edited(index: number, edit: number): { text: string; errors: boolean } {
  const { text } = classOf(index, services)
  if (edit % 20 === 19) return { text: text.replace('RETURN.', 'undeclared = 1.'), errors: true }
  const body = text.replace('RETURN.', `result = ${edit}.`)
  return {
    text:
      edit % 10 === 0
        ? body
            .replace('ENDCLASS.', `    METHODS more_${edit} ABSTRACT.\nENDCLASS.`)
            .replace('DEFINITION PUBLIC CREATE PUBLIC', 'DEFINITION PUBLIC ABSTRACT CREATE PUBLIC')
        : body,
    errors: false
  }
}

async function edit(client: Client, done: number): Promise<void> {
  const index = (done * 7) % (count - 5 * services - 2)
  const [uri, { text, errors }] = [classUri(index), edited(index, done)]
  const handle =
    /<LOCK_HANDLE>([^<]+)</.exec(
      demand(await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', stateful)).text
    )?.[1] ?? ''
  demand(
    await client.put(`${uri}/source/main?lockHandle=${handle}`, text, {
      'content-type': 'text/plain; charset=utf-8',
      ...stateful
    })
  )
  if ((await check(client, uri)) > 0 !== errors) {
    throw new Error(`edit ${done}: the check says something else`)
  }
  demand(await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', stateful))
  const references = `<adtcore:objectReferences ${adtcore}><adtcore:objectReference adtcore:uri="${uri}"/></adtcore:objectReferences>`
  const { text: outcome } = demand(
    await client.post(`${adt}/activation?method=activate`, references)
  )
  if (outcome.includes('type="E"') !== errors) {
    throw new Error(`edit ${done}: the activation says something else: ${outcome.slice(0, 300)}`)
  }
}

/** Until the sandbox has nothing left to do: two seconds with hardly any processor time. */
async function untilRested(child: ChildProcess): Promise<void> {
  const used = async () => (await ask<{ cpuMs: number }>(child, 'cpu')).cpuMs
  for (let before = await used(), calm = 0; calm < 4;) {
    await new Promise(resolve => {
      setTimeout(resolve, 500)
    })
    const now = await used()
    calm = now - before < 50 ? calm + 1 : 0
    before = now
  }
}

const memory: (Memory & { readonly edits: number })[] = []
async function remember(child: ChildProcess, done: number): Promise<void> {
  const { rssMb, heapMb, threadsMb, cpuMs } = await ask<Memory>(child, 'measure')
  const rounded = {
    edits: done,
    rssMb: Math.round(rssMb),
    heapMb: Math.round(heapMb * 10) / 10,
    threadsMb: Math.round(threadsMb * 10) / 10,
    cpuMs: Math.round(cpuMs)
  }
  memory.push(rounded)
  console.log(
    `after ${String(done).padStart(5)} edits: resident ${rounded.rssMb} MB, heap ${rounded.heapMb} MB, heaps of the threads ${rounded.threadsMb} MB`
  )
}

try {
  const files = repository(count)
  writeFolder(home, files)
  console.log(
    `${files.length} objects, ${files.reduce((sum, file) => sum + file.text.split('\n').length, 0)} lines, Node ${process.version}`
  )
  await stop((await start(undefined, 'start with the demo application')).child)
  await stop((await start(home, 'first start with the objects')).child)
  const { child, ready } = await start(home, 'start again')
  const timed = async (step: string, work: () => Promise<number>) => {
    const before = await ask<{ cpuMs: number }>(child, 'cpu')
    const begun = performance.now()
    const found = await work()
    note({
      step,
      clockMs: performance.now() - begun,
      cpuMs: (await ask<{ cpuMs: number }>(child, 'cpu')).cpuMs - before.cpuMs,
      count: found
    })
  }
  const client = createClient(
    ready.url,
    { name: ready.user, password: ready.password },
    { agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
  )
  await client.get(`${adt}/core/discovery`, { 'x-csrf-token': 'Fetch' })
  await timed('first check of a class', () => check(client, classUri(3)))
  await timed('the same again', () => check(client, classUri(3)))
  await timed('first check of another class', () => check(client, classUri(7)))
  await timed('check of a draft with an edited method', () =>
    check(client, classUri(3), edited(3, 1).text)
  )
  await timed('check of a draft with an edited definition', () =>
    check(client, classUri(3), edited(3, 10).text)
  )
  await timed('first where-used list of a method of an interface', () =>
    uses(client, `${interfaceUri}#start=3,12`)
  )
  await timed('the same again', () => uses(client, `${interfaceUri}#start=3,12`))
  await timed('first where-used list of an exception class that all use', () =>
    uses(client, `${adt}/oo/classes/zcx_bench`)
  )
  await timed('the same again', () => uses(client, `${adt}/oo/classes/zcx_bench`))
  await timed('what is analysed ahead without a request, with the wait for it', async () => {
    await untilRested(child)
    return 0
  })
  await timed('first where-used list of a method that all classes call', () =>
    uses(client, `${adt}/oo/classes/zcl_bench_tool/source/main#start=3,18`)
  )
  await remember(child, 0)
  for (let done = 0; done < edits;) {
    const until = Math.min(edits, done + Math.ceil(edits / 5))
    await timed(`edits ${done + 1} to ${until}`, async () => {
      for (; done < until; done++) await edit(client, done)
      return until
    })
    await remember(child, until)
  }
  await stop(child)
  const results = {
    node: process.version,
    processors: availableParallelism(),
    objects: files.length,
    steps,
    memory
  }
  writeFileSync(
    new URL('results/sandbox.json', import.meta.url),
    `${JSON.stringify(results, null, 2)}\n`
  )
} finally {
  rmSync(home, { recursive: true, force: true })
}
