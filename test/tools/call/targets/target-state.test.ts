/** What a confirmation is bound to: the same while nothing changes, another after each change. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createContext } from '../../../../tools/call/create-context.ts'
import { prepare, tools } from '../../../../tools/index.ts'
import { stateDigest } from '../../../../tools/call/targets/target-state.ts'
import type { TargetState } from '../../../../tools/call/targets/target-state.ts'
import { changingBases } from '../../helpers/bases.ts'
import { benchOf } from '../../helpers/erp.ts'
import type { Bench } from '../../helpers/erp.ts'
import { startSandboxBench } from '../../helpers/sandbox-bench.ts'
import type { SandboxBench } from '../../helpers/sandbox-bench.ts'

const policy = {
  allowTransportableEdits: true,
  enableTransports: true,
  expert: new Set(['execute', 'debug', 'amdp'] as const)
}
let sandbox: SandboxBench
let bench: Bench
before(async () => {
  sandbox = await startSandboxBench({ policy })
  bench = benchOf({ erp: sandbox.erp, policy })
})
after(async () => {
  await sandbox?.close()
})

type Args = Readonly<Record<string, unknown>>
const write = async (args: Args) => await done('ERPWrite', args)
async function done(tool: string, args: Args): Promise<Record<string, unknown>> {
  const result = await bench.call(tool, args)
  if (result.kind !== 'data') assert.fail(result.text)
  return { ...result.data }
}

/** The state that a confirmation of this call is bound to. */
async function stateOf(tool: string, args: Args): Promise<TargetState> {
  const { outcome, effect } = prepare(bench.session, tool, args)
  if (!('call' in outcome) || effect === undefined || outcome.call.state === undefined) {
    assert.fail(`${tool} ${String(args['action'])} has no state`)
  }
  const { signal } = new AbortController()
  const parts = { session: bench.session, effect, signal, progress: undefined, facts: {} }
  return await outcome.call.state(createContext(parts))
}

/** Another state after each change, the same as long as there is none. */
async function follows(
  tool: string,
  args: Args,
  changes: readonly (() => Promise<unknown>)[]
): Promise<void> {
  const seen = [stateDigest(await stateOf(tool, args))]
  for (const [index, change] of changes.entries()) {
    assert.equal(stateDigest(await stateOf(tool, args)), seen.at(-1), `before change ${index}`)
    await change()
    const now = stateDigest(await stateOf(tool, args))
    assert.ok(!seen.includes(now), `after change ${index}`)
    seen.push(now)
  }
}

test('every action that a confirmation can be asked for has a state', () => {
  const missing: string[] = []
  for (const tool of tools) {
    for (const action of tool.actions.values()) {
      const named = `${tool.name} ${action.name ?? ''}`
      const base = {
        ...(action.name === undefined ? {} : { action: action.name }),
        ...changingBases[named]
      }
      const { effect, outcome } = prepare(bench.session, tool.name, base)
      if (effect === undefined || effect.readOnlyAllowed || !/[UD]/.test(effect.letters)) continue
      if (!('call' in outcome) || outcome.call.state === undefined) missing.push(named)
    }
  }
  assert.deepEqual(missing, [])
})

test('a program: its source, its draft, its package, its end and its return', async () => {
  const args = { action: 'delete', type: 'PROG', name: 'ZTS_PROG' }
  const source = 'REPORT zts_prog.\nWRITE 1.\n'
  const make = async () =>
    await write({ ...args, action: 'create', package: '$TMP', source, activate: true })
  const edit = async (old: string, next: string) =>
    await write({ ...args, action: 'edit', edits: [{ old, new: next }] })
  await make()
  await follows('ERPWrite', args, [
    async () => await edit('WRITE 1.', 'WRITE 2.'),
    async () => await done('ERPActivate', { type: 'PROG', name: 'ZTS_PROG' }),
    async () => await write(args)
  ])
  assert.equal((await stateOf('ERPWrite', args)).words, 'not there now')
})

test('a class: its test classes alone', async () => {
  const args = { action: 'delete', type: 'CLAS', name: 'ZCL_TS' }
  const source =
    'CLASS zcl_ts DEFINITION PUBLIC.\nENDCLASS.\nCLASS zcl_ts IMPLEMENTATION.\nENDCLASS.\n'
  await write({ ...args, action: 'create', package: '$TMP', source, activate: true })
  const tests = { ...args, action: 'update', include: 'testclasses', overwrite: true }
  await follows('ERPWrite', args, [
    async () => await write({ ...tests, source: '* one\n' }),
    async () => await write({ ...tests, source: '* two\n' })
  ])
})

test('a domain, a package, texts, a transport request', async () => {
  const domain = { action: 'delete', type: 'DOMA', name: 'ZTS_DOMAIN' }
  const fields = { dataType: 'CHAR', length: 10 }
  await write({ ...domain, action: 'create', package: '$TMP', fields })
  await follows('ERPWrite', domain, [
    async () => await write({ ...domain, action: 'update', fields: { ...fields, length: 12 } })
  ])
  const home = { action: 'delete_package', name: '$TS_HOME' }
  await done('ERPManage', { ...home, action: 'create_package' })
  const inside = { type: 'PROG', name: 'ZTS_INSIDE', source: 'REPORT zts_inside.\n' }
  await follows('ERPManage', home, [
    async () => await write({ action: 'create', ...inside, package: '$TS_HOME' })
  ])
  const texts = { action: 'edit_texts', type: 'PROG', name: 'ZTS_INSIDE', kind: 'symbols' }
  const entry = (text: string) => ({ ...texts, texts: [{ key: '001', text }] })
  await follows('ERPWrite', entry('Three'), [
    async () => await write(entry('One')),
    async () => await write(entry('Two'))
  ])
  const created = await bench.call('ERPTransport', { action: 'create', description: 'For states' })
  const [transport] = /SBXK\d+/.exec(created.text) ?? []
  await follows('ERPTransport', { action: 'delete', transport }, [
    async () => await done('ERPTransport', { action: 'release_recursive', transport })
  ])
})

test('several objects: each of them', async () => {
  const program = (name: string) => ({ type: 'PROG', name, source: `REPORT ${name}.\n` })
  for (const name of ['ZTS_ONE', 'ZTS_TWO']) {
    await write({ action: 'create', ...program(name), package: '$TMP' })
  }
  const items = ['ZTS_ONE', 'ZTS_TWO', 'ZTS_NOT_THERE'].map(name => ({
    action: 'delete',
    type: 'PROG',
    name
  }))
  const edit = (name: string) => async () =>
    await write({
      ...program(name),
      action: 'update',
      overwrite: true,
      source: `REPORT ${name}. " 2\n`
    })
  await follows('ERPWrite', { action: 'batch', items }, [
    edit('ZTS_ONE'),
    edit('ZTS_TWO'),
    async () => await write({ action: 'create', ...program('ZTS_NOT_THERE'), package: '$TMP' })
  ])
})
