import type { TestContext } from 'node:test'
import { parseLandscape } from '../../landscape/file.ts'
import { startLandscape } from '../../landscape/landscape.ts'
import type { RunningLandscape } from '../../landscape/landscape.ts'
import type { Sandbox } from '../../server.ts'
import type { Log } from '../../system.ts'
import { createLazyEngine } from '../http/lazy-engine.ts'
import { emptySeed, lock, logOn, users } from '../http/fixture.ts'
import type { Client } from '../http/client.ts'

export const silent: Log = { info() {}, warn() {}, error() {} }

/** The systems of a started landscape with a client each. */
export interface Stage {
  readonly landscape: RunningLandscape
  sandbox(name: string): Sandbox
  client(name: string): Client
}

/** A landscape file of `dev`, `qas` and `prd`, in this order. */
export function threeSystems(
  more: {
    readonly dataDir?: string
    readonly imports?: string
    readonly qas?: Readonly<Record<string, unknown>>
  } = {}
): string {
  const { dataDir, imports = 'manual', qas = {} } = more
  return JSON.stringify({
    ...(dataDir === undefined ? {} : { dataDir }),
    systems: {
      dev: { sid: 'DEV', role: 'development', client: '100' },
      qas: { sid: 'QAS', role: 'test', client: '200', ...qas },
      prd: { sid: 'PRD', role: 'production', client: '300' }
    },
    routes: [
      { from: 'dev', to: 'qas', import: imports },
      { from: 'qas', to: 'prd', import: 'manual' }
    ]
  })
}

/** Starts a landscape whose systems have the package `ZBOX`, and the users of the fixture. */
export async function startStage(t: TestContext, text: string): Promise<Stage> {
  const seed = await emptySeed(t)
  const landscape = await startLandscape(parseLandscape(text, { folder: '/', env: {} }), {
    log: silent,
    system: () => ({ users, seed, parts: { engine: createLazyEngine() } })
  })
  t.after(() => landscape.close())
  const clients = new Map<string, Client>()
  const sandbox = (name: string) => {
    const found = landscape.systems.find(each => each.system.name === name)
    if (found === undefined) throw new Error(`No system ${name}`)
    return found.sandbox
  }
  for (const { system } of landscape.systems) {
    clients.set(system.name, await logOn(sandbox(system.name)))
  }
  return {
    landscape,
    sandbox,
    client(name) {
      const found = clients.get(name)
      if (found === undefined) throw new Error(`No client of ${name}`)
      return found
    }
  }
}

/** Opens a request for the next system and answers its number. */
export async function openRequestFor(client: Client, target: string): Promise<string> {
  const body = `<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:useraction="newrequest"><tm:request tm:desc="To ${target}" tm:type="K" tm:target="${target}"/></tm:root>`
  const answer = await client.post('/sap/bc/adt/cts/transportrequests', body, {
    'content-type': 'text/plain'
  })
  const [, number] = /tm:number="([^"]+)"/.exec(answer.text) ?? []
  if (number === undefined) throw new Error(`No request: ${answer.status} ${answer.text}`)
  return number
}

/** Releases the tasks of a request that hold objects, and the request. */
export async function release(stage: Stage, name: string, number: string): Promise<void> {
  const { transports } = stage.sandbox(name).store
  const tasks = transports.tasks(number).filter(task => transports.entries(task.number).length > 0)
  for (const each of [...tasks.map(task => task.number), number]) {
    const answer = await stage
      .client(name)
      .post(`/sap/bc/adt/cts/transportrequests/${each}/newreleasejobs`, '')
    if (!answer.text.includes('chkrun:status="released"')) {
      throw new Error(`${each} was not released: ${answer.text}`)
    }
  }
}

/** Writes a source, recorded in the request. */
export async function save(
  client: Client,
  change: { readonly uri: string; readonly text: string; readonly request: string }
): Promise<void> {
  const { uri, text, request } = change
  const handle = await lock(client, uri)
  const answer = await client.put(
    `${uri}/source/main?lockHandle=${handle}&corrNr=${request}`,
    text,
    { 'content-type': 'text/plain; charset=utf-8' }
  )
  if (answer.status !== 200) throw new Error(`Not written: ${answer.status} ${answer.text}`)
  await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
}

/** Makes everything active without a check, so that faulty sources can be released. */
export function activateUnchecked(sandbox: Sandbox): void {
  const keys = sandbox.store.inactive().map(({ part }) => part.object)
  sandbox.store.activate(keys, 'ALICE')
}
