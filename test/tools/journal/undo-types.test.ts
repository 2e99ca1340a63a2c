/** Undo of a change and of a deletion of every type that can be deleted, by release. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ObjectRef } from '../../../erp-client/index.ts'
import type { Release } from '../../../sandbox/releases.ts'
import { deletableTypes } from '../../../tools/journal/deletion-limits.ts'
import { sampled } from '../../helpers/sample.ts'
import { creations } from '../releases/calls.ts'
import { confirmed, startUndoBench } from './undo-bench.ts'
import type { UndoBench } from './undo-bench.ts'

/**
 * Types that the sandbox has at no release, which a stand-in has in a file of its own, and packages,
 * which have a tool of their own.
 */
const elsewhere = 'FINC DDLA XSLT HOOK DSFD DSFI AUTH SUSO BADI DEVC'.split(' ')
const releases: readonly Release[] = ['740', '758', '816', 'cloud']
const lacking = /^(?:NOT_SUPPORTED_BY_RELEASE|ERP_UNSUPPORTED|ERP_NOT_ACCEPTABLE)$/

const rows = deletableTypes.filter(type => !elsewhere.includes(type))

test('each type that can be deleted has an object here', () => {
  assert.deepEqual(
    rows.filter(type => creations[type] === undefined),
    []
  )
})

type Args = Record<string, unknown>
const everyCase = releases.flatMap(release => rows.map(type => ({ release, type })))
const chosen = sampled(everyCase, 12)

for (const release of releases) {
  const types = chosen.filter(one => one.release === release).map(({ type }) => type)
  let bench: UndoBench
  let created: ReadonlySet<string>
  before(async () => {
    if (types.length === 0) return
    bench = await startUndoBench({ release, ...(release === '758' ? {} : { tls: true }) })
    created = await createAll(bench)
  })
  after(async () => await bench?.close())

  for (const type of types) {
    test(`${type} at release ${release}`, async t => {
      if (!created.has(type)) return t.skip('the release has no such type')
      await assertUndone(bench, type)
    })
  }
}

/** @returns the types that the release has */
async function createAll(bench: UndoBench): Promise<ReadonlySet<string>> {
  const types = new Set<string>()
  for (const [type, args] of Object.entries(creations)) {
    const create = { action: 'create', type, package: '$FERRY_DEMO', description: 'Undo', ...args }
    const result = await confirmed(bench, 'ERPWrite', create)
    if (result.kind === 'error') {
      const isStandardOnly = result.text.includes('S_ABPLNGVS')
      if (!isStandardOnly) assert.match(String(result.code), lacking, `${type}: ${result.text}`)
    } else types.add(type)
  }
  return types
}

async function assertUndone(bench: UndoBench, type: string): Promise<void> {
  const { name, group, source } = creations[type] as Args
  const named = { type, name, ...(group === undefined ? {} : { group }) }
  const ref = named as ObjectRef
  const changes: Args[] = [
    ...(typeof source === 'string'
      ? [{ action: 'update', source: `${source}\n`, overwrite: true }]
      : []),
    { action: 'delete' }
  ]
  for (const args of changes) {
    const earlier = await bench.state(ref)
    const change = await bench.changed('ERPWrite', { ...named, ...args })
    const later = await bench.state(ref)
    assert.notDeepEqual(later, earlier, JSON.stringify(args))
    const undone = await bench.changed('ERPWrite', { action: 'undo', change })
    assert.deepEqual(await bench.state(ref), earlier, JSON.stringify(args))
    await bench.changed('ERPWrite', { action: 'undo', change: undone })
    assert.deepEqual(await bench.state(ref), later, JSON.stringify(args))
    await bench.changed('ERPWrite', { action: 'undo', change })
  }
}

test('what is created again in the second of its creation can be deleted again', async t => {
  // The document of a lock object is then the one from before its deletion, with all its times.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const bench = await startUndoBench()
  t.after(async () => await bench.close())
  const create = { action: 'create', type: 'ENQU', package: '$FERRY_DEMO', description: 'Undo' }
  await bench.changed('ERPWrite', { ...create, ...creations['ENQU'] })
  await assertUndone(bench, 'ENQU')
})
