import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createStore } from '../store/index.ts'
import { createBrowserLogon } from '../http/logon/browser-logon.ts'
import { standaloneIdentity } from '../identity.ts'
import { createSystem } from '../system.ts'
import type { System } from '../system.ts'
import type { Engine } from '../types.ts'

const log = { info() {}, warn() {}, error() {} }

/**
 * Starts a system whose engine loads for as long as `loading` takes; `read` are the objects whose
 * facts were asked for.
 */
function starting(
  t: TestContext,
  loading: () => Promise<unknown>
): { readonly system: Promise<System>; readonly read: Set<string>; readonly count: number } {
  const dataDir = mkdtempSync(join(tmpdir(), 'system-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const store = createStore({ dataDir, durable: false })
  for (let index = 0; index < 100; index++) {
    const facts = {
      package: '$TMP',
      description: 'x',
      responsible: 'A',
      language: 'EN',
      createdBy: 'A',
      changedBy: 'A',
      attributes: {}
    }
    store.create(
      { key: { type: 'PROG', name: `ZR_${index}` }, ...facts },
      [{ part: 'main', text: `REPORT zr_${index}.` }],
      'A'
    )
  }
  const read = new Set<string>()
  const watched = {
    ...store,
    get: (key: Parameters<typeof store.get>[0]) => {
      read.add(`${key.type} ${key.name}`)
      return store.get(key)
    }
  }
  const fine: Readonly<Record<string, () => Promise<unknown>>> = {
    load: loading,
    close: async () => undefined
  }
  const engine = new Proxy({} as Engine, { get: (_target, name) => fine[String(name)] })
  const system = createSystem({
    dataDir,
    users: [{ name: 'A', password: 'a', fullName: 'A' }],
    log,
    browserLogon: createBrowserLogon({
      page: undefined,
      identity: standaloneIdentity,
      now: Date.now
    }),
    contextMilliseconds: 1000,
    durable: false,
    parts: { store: watched, engine }
  })
  return { system, read, count: store.list().length }
}

test(
  'while the engine loads, what lists say of the objects is read',
  { timeout: 60_000 },
  async t => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { system, read, count } = starting(t, () => promise)
    while (read.size < count) await new Promise(setImmediate)
    resolve({ objects: count, milliseconds: 0 })
    await (await system).close()
  }
)

test('no start waits for that: once the engine has loaded, the rest is read on demand', async t => {
  const { system, read } = starting(t, async () => ({ objects: 0, milliseconds: 0 }))
  await (await system).close()
  assert.equal(read.size, 0)
})

test('an engine that cannot load ends the start with its reason', async t => {
  const { system, read } = starting(t, () => Promise.reject(new Error('out of order')))
  await assert.rejects(system, /out of order/)
  assert.equal(read.size, 0)
})
