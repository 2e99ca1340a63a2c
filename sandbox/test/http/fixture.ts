import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createSandbox } from '../../server.ts'
import type { Sandbox, SandboxOptions } from '../../server.ts'
import { createClient } from './client.ts'
import type { Client } from './client.ts'
import { createLazyEngine } from './lazy-engine.ts'

function packageXml(text: string): string {
  return (
    '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<abapGit version="v1.0.0" serializer="LCL_OBJECT_DEVC" serializer_version="v1.0.0">\n' +
    ` <asx:abap xmlns:asx="http://www.sap.com/abapxml" version="1.0">\n  <asx:values>\n   <DEVC>\n    <CTEXT>${text}</CTEXT>\n   </DEVC>\n  </asx:values>\n </asx:abap>\n</abapGit>\n`
  )
}

/** A seed of two empty packages, `$TMP` and `ZBOX`. */
export async function emptySeed(t: TestContext): Promise<string> {
  const seed = await mkdtemp(join(tmpdir(), 'seed-'))
  t.after(() => rm(seed, { recursive: true, force: true }))
  for (const [name, text] of [
    ['$tmp', 'Local objects'],
    ['zbox', 'Box']
  ] as const) {
    const folder = join(seed, 'src', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.devc.xml'), packageXml(text))
  }
  return seed
}

export const users = [
  { name: 'ALICE', password: 'Secret:1', fullName: 'Alice Able' },
  { name: 'BOB', password: 'other', fullName: 'Bob Box' }
] as const

/** A sandbox with two users and empty packages. Its engine starts when a request needs it. */
export async function startSandbox(t: TestContext, options: SandboxOptions = {}): Promise<Sandbox> {
  const parts = { engine: createLazyEngine(), ...options.parts }
  const sandbox = await createSandbox({ users, seed: await emptySeed(t), ...options, parts })
  t.after(() => sandbox.close())
  return sandbox
}

/** A client that is logged on and has a CSRF token. */
export async function logOn(
  sandbox: Sandbox,
  user: { readonly name: string; readonly password: string } = users[0]
): Promise<Client> {
  const client = createClient(sandbox.url, user)
  await client.get('/sap/bc/adt/core/discovery', { 'x-csrf-token': 'Fetch' })
  return client
}

const xmlns = 'xmlns:adtcore="http://www.sap.com/adt/core"'

/** Opens a transport request and answers its number. */
export async function openRequest(client: Client, text = 'Changes'): Promise<string> {
  const body = `<tm:root xmlns:tm="http://www.sap.com/cts/adt/tm" tm:useraction="newrequest"><tm:request tm:desc="${text}" tm:type="K" tm:target="LOCAL"/></tm:root>`
  const answer = await client.post('/sap/bc/adt/cts/transportrequests', body, {
    'content-type': 'text/plain'
  })
  const [, number] = /tm:number="([^"]+)"/.exec(answer.text) ?? []
  if (number === undefined) throw new Error(`No request: ${answer.status} ${answer.text}`)
  return number
}

/** Creates a class and answers its URI. */
export async function createClass(
  client: Client,
  name: string,
  packageName = '$TMP',
  corrNr = ''
): Promise<string> {
  const body = `<?xml version="1.0" encoding="UTF-8"?><class:abapClass xmlns:class="http://www.sap.com/adt/oo/classes" ${xmlns} adtcore:name="${name}" adtcore:description="A class" adtcore:type="CLAS/OC"><adtcore:packageRef adtcore:name="${packageName}"/></class:abapClass>`
  const answer = await client.post(
    `/sap/bc/adt/oo/classes${corrNr === '' ? '' : `?corrNr=${corrNr}`}`,
    body,
    { 'content-type': 'application/*' }
  )
  if (answer.status !== 201) {
    throw new Error(`The class was not created: ${answer.status} ${answer.text}`)
  }
  return `/sap/bc/adt/oo/classes/${encodeURIComponent(name.toLowerCase())}`
}

/** Locks an object and answers the handle. */
export async function lock(client: Client, uri: string): Promise<string> {
  const answer = await client.post(`${uri}?_action=LOCK&accessMode=MODIFY`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
  const [, handle] = /<LOCK_HANDLE>([^<]+)</.exec(answer.text) ?? []
  if (handle === undefined) throw new Error(`Not locked: ${answer.status} ${answer.text}`)
  return handle
}

/** Replaces the source below an object's lock. */
export async function write(
  client: Client,
  uri: string,
  text: string,
  path = '/source/main'
): Promise<void> {
  const handle = await lock(client, uri)
  const answer = await client.put(`${uri}${path}?lockHandle=${handle}`, text, {
    'content-type': 'text/plain; charset=utf-8'
  })
  if (answer.status !== 200) throw new Error(`Not written: ${answer.status} ${answer.text}`)
  await client.post(`${uri}?_action=UNLOCK&lockHandle=${handle}`, '', {
    'x-sap-adt-sessiontype': 'stateful'
  })
}

/** Gives the system a namespace that it develops in: a package of it. */
export function addNamespace({ store }: Sandbox, namespace: string): void {
  const facts = { package: '', description: 'Namespace', responsible: 'ALICE', language: 'EN' }
  const key = { type: 'DEVC' as const, name: `${namespace}MAIN` }
  const by = { createdBy: 'ALICE', changedBy: 'ALICE', attributes: {} }
  store.create({ key, ...facts, ...by }, [], 'ALICE')
}

let counter = 0

/** A name that no other test uses. */
export function randomName(prefix: string): string {
  return `${prefix}_${Math.random().toString(36).slice(2, 8)}${counter++}`.toUpperCase()
}
