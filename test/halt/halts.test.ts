/** Halts: whom they concern, how a process learns of them, and what it refuses when it cannot. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { fileHaltStore } from '../../halt/file-store.ts'
import { createHaltGate } from '../../halt/gate.ts'
import type { ServedHalts } from '../../halt/gate.ts'
import { haltFor, noHalts, parseHalts, textOf, withHalt, withoutHalt } from '../../halt/halts.ts'
import type { HaltScope } from '../../halt/halts.ts'
import { changeHalts } from '../../halt/store.ts'
import type { HaltStore } from '../../halt/store.ts'
import type { Caller, Log } from '../../tools/index.ts'

const by = 'basis@host'
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

const ada: Caller = {
  principal: { name: 'ada@example.com', kind: 'user', id: 'oidc:1:ada', erpUser: 'ADA' },
  scopes: new Set(['read', 'write']),
  method: 'oidc',
  client: 'an-agent'
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'erp-bridge-halt-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store in memory, and a clock that stands still until it is moved. */
function fixture(t: TestContext, mayLose = false) {
  const state = { text: undefined as string | undefined, isAway: false, now: 0 }
  const recorded: unknown[] = []
  const store: HaltStore = {
    mayLose,
    read: async () => {
      if (state.isAway) throw new Error('away')
      return state.text
    },
    exchange: async (before, after) => {
      if (state.isAway) throw new Error('away')
      if (state.text !== before) return false
      state.text = after
      return true
    }
  }
  const gate = createHaltGate({
    store,
    log: silent,
    contact: 'the Basis team',
    record: (kind, facts) => recorded.push([kind, facts]),
    now: () => state.now
  })
  t.after(() => gate.close())
  return { state, store, gate, recorded }
}

function codeOf(gate: ServedHalts, changes: boolean, system = 'prd'): string {
  try {
    gate.assertMayStart({ system, caller: ada, changes })
    return 'starts'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a halt', () => {
  const read = { system: 'prd', caller: ada, key: 'oidc:1:ada', changes: false }
  const cases: readonly [HaltScope, read: boolean, change: boolean][] = [
    [{}, true, true],
    [{ writes: true }, false, true],
    [{ system: 'prd' }, true, true],
    [{ system: 'dev' }, false, false],
    [{ system: 'prd', writes: true }, false, true],
    [{ identity: 'ADA@example.com' }, true, true],
    [{ identity: 'oidc:1:ada' }, true, true],
    [{ identity: 'ada' }, true, true],
    [{ identity: 'an-agent' }, true, true],
    [{ identity: 'ad' }, false, false],
    [{ identity: 'ada', system: 'dev' }, false, false],
    [{ identity: 'ada', writes: true }, false, true]
  ]
  for (const [scope, reads, changes] of cases) {
    test(`of ${JSON.stringify(scope)} concerns those it names`, () => {
      const state = withHalt(noHalts, { ...scope, by })
      assert.equal(haltFor(state, read) !== undefined, reads)
      assert.equal(haltFor(state, { ...read, changes: true }) !== undefined, changes)
      assert.deepEqual(withoutHalt(state, scope).halts, [])
      assert.equal(withoutHalt(state, { system: 'another' }).halts.length, 1)
    })
  }

  test('that is repeated replaces the one of the same scope, and each change has a new version', () => {
    const once = withHalt(withHalt(noHalts, { by }), { by, writes: true })
    const twice = withHalt(once, { by, reason: 'again' })
    assert.deepEqual(
      twice.halts.map(({ reason }) => reason),
      [undefined, 'again']
    )
    assert.deepEqual(
      [once.version, twice.version, withoutHalt(twice, undefined).version],
      [2, 3, 4]
    )
  })

  for (const damaged of [
    '',
    '[]',
    '{',
    '{"version":1}',
    '{"version":1,"halts":[{"id":1}]}',
    'null'
  ]) {
    test(`text that is damaged is refused: ${damaged}`, () => {
      assert.throws(() => parseHalts(damaged))
    })
  }

  test('with a scope that this version does not know is refused as a whole', () => {
    const [halt] = withHalt(noHalts, { by }).halts
    assert.throws(() =>
      parseHalts(JSON.stringify({ version: 1, halts: [{ ...halt, writes: 'some' }] }))
    )
  })
})

describe('a process', () => {
  test('refuses what is halted once it has read it, says whom to ask, and records begin and end', async t => {
    const { gate, store, recorded } = fixture(t)
    await gate.refresh()
    assert.deepEqual([codeOf(gate, false), codeOf(gate, true)], ['starts', 'starts'])
    await changeHalts(store, state => withHalt(state, { by, writes: true, reason: 'year end' }))
    await gate.refresh()
    assert.deepEqual([codeOf(gate, false), codeOf(gate, true)], ['starts', 'BLOCKED_HALT'])
    assert.throws(
      () => gate.assertMayStart({ system: 'prd', caller: ada, changes: true }),
      (error: { message: string; details: { remedy: string } }) =>
        /^Changes are halted since .* \(year end\)\.$/.test(error.message) &&
        error.details.remedy.startsWith('Ask the Basis team.')
    )
    assert.equal(gate.counts().writes, 1)
    await changeHalts(store, state => withoutHalt(state, { writes: true }))
    await gate.refresh()
    assert.equal(codeOf(gate, true), 'starts')
    assert.deepEqual(
      recorded.map(entry => (entry as [string])[0]),
      ['halt', 'resume']
    )
  })

  test('starts no change four seconds after its last reading began; reading goes on', async t => {
    const { gate, state } = fixture(t)
    await gate.refresh()
    state.isAway = true
    state.now = 3999
    await gate.refresh()
    assert.equal(codeOf(gate, true), 'starts')
    state.now = 4000
    assert.deepEqual(
      [codeOf(gate, true), codeOf(gate, false), gate.counts().unchecked],
      ['BLOCKED_HALT_UNCHECKED', 'starts', 1]
    )
    state.isAway = false
    await gate.refresh()
    assert.equal(codeOf(gate, true), 'starts')
  })

  test('has read nothing: no change starts', t => {
    const { gate } = fixture(t)
    assert.deepEqual(
      [codeOf(gate, true), codeOf(gate, false)],
      ['BLOCKED_HALT_UNCHECKED', 'starts']
    )
  })

  test('keeps a halt while the store is away, and while it is damaged', async t => {
    const { gate, state, store } = fixture(t)
    await changeHalts(store, halts => withHalt(halts, { by }))
    await gate.refresh()
    state.isAway = true
    state.now = 1e6
    await gate.refresh()
    assert.equal(codeOf(gate, false), 'BLOCKED_HALT')
    state.isAway = false
    state.text = '{'
    await gate.refresh()
    assert.equal(codeOf(gate, false), 'BLOCKED_HALT')
  })

  test('restores the halts of a store that lost them; those that were ended stay so', async t => {
    const { gate, state, store } = fixture(t, true)
    const { after } = await changeHalts(store, halts => withHalt(halts, { by }))
    await gate.refresh()
    for (const lost of [undefined, textOf({ version: 0, halts: [] })]) {
      state.text = lost
      await gate.refresh()
      assert.deepEqual(parseHalts(state.text ?? ''), after)
      assert.equal(codeOf(gate, false), 'BLOCKED_HALT')
    }
    await changeHalts(store, halts => withoutHalt(halts, undefined))
    await gate.refresh()
    assert.equal(codeOf(gate, false), 'starts')
  })
})

describe('halts in a file', () => {
  test('are known at the next call, without a reading in between', async t => {
    const store = fileHaltStore(join(folderOf(t), 'state', 'halt.json'))
    let now = 0
    const gate = createHaltGate({ store, log: silent, now: () => now })
    t.after(() => gate.close())
    assert.equal(codeOf(gate, true), 'starts')
    await changeHalts(store, halts => withHalt(halts, { by, system: 'prd' }))
    now = 1000
    assert.deepEqual([codeOf(gate, false), codeOf(gate, true, 'dev')], ['BLOCKED_HALT', 'starts'])
  })

  test('of commands at the same time are all kept, and nothing is left beside the file', async t => {
    const folder = folderOf(t)
    const store = fileHaltStore(join(folder, 'halt.json'))
    const names = Array.from({ length: 8 }, (_, index) => `s${index}`)
    await Promise.all(
      names.map(async system => await changeHalts(store, halts => withHalt(halts, { by, system })))
    )
    const { halts } = parseHalts((await store.read()) ?? '')
    assert.deepEqual(halts.map(({ system }) => system).toSorted(), names)
    assert.deepEqual(readdirSync(folder), ['halt.json'])
  })

  test('that cannot be read let no change start', t => {
    const folder = folderOf(t)
    const file = join(folder, 'halt.json')
    mkdirSync(file)
    const gate = createHaltGate({ store: fileHaltStore(file), log: silent })
    t.after(() => gate.close())
    assert.deepEqual(
      [codeOf(gate, true), codeOf(gate, false)],
      ['BLOCKED_HALT_UNCHECKED', 'starts']
    )
    rmSync(file, { recursive: true })
    writeFileSync(file, 'x')
    assert.equal(codeOf(gate, true), 'BLOCKED_HALT_UNCHECKED')
    assert.ok(existsSync(file))
  })
})
