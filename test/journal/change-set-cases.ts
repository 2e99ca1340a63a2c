/** What the store of change sets does over each kind of database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createChangeSets } from '../../journal/change-sets.ts'
import { prune } from '../../journal/retention.ts'
import { createSeal } from '../../journal/seal.ts'
import type { ChangeSets, SetContent } from '../../tools/index.ts'
import { opened } from './store-cases.ts'
import type { Connect } from './store-cases.ts'

const owner = { place: '["https://erp","001"]', identity: 'one' }
const ref = { type: 'PROG', name: 'ZA' }
const contentOf = (text: string): SetContent => ({
  creations: [],
  contents: [{ kind: 'source', ref, part: 'main', base: 'was', text }],
  deletions: []
})

/** @param fresh makes an empty database for one test */
export function changeSetTests(fresh: (t: TestContext) => Promise<Connect>): void {
  const stores = async (t: TestContext, now: () => number = () => 1000) => {
    const connect = await fresh(t)
    const one = await opened(t, connect, { key: 'state key' })
    const other = await opened(t, connect, { key: 'state key' })
    const seal = createSeal('state key')
    const [mine, theirs] = [one, other].map(({ database }) => createChangeSets(database, seal, now))
    return { mine: mine as ChangeSets, theirs: theirs as ChangeSets, database: one.database }
  }

  test('a set is stored for its owner, and of several changes of one revision one counts', async t => {
    const { mine, theirs } = await stores(t)
    assert.equal(await mine.save(owner, { name: 'A', revision: 0 }, contentOf('first')), true)
    assert.equal(await theirs.save(owner, { name: 'A', revision: 0 }, contentOf('again')), false)
    const saved = await Promise.all(
      [mine, theirs, mine].map(
        async (store, turn) =>
          await store.save(owner, { name: 'A', revision: 1 }, contentOf(`turn ${turn}`))
      )
    )
    assert.equal(saved.filter(Boolean).length, 1)
    const found = await theirs.read(owner, 'A')
    const text = `turn ${saved.indexOf(true)}`
    assert.deepEqual([found?.revision, found?.state, found?.content], [2, 'open', contentOf(text)])
    for (const another of [
      { ...owner, identity: 'two' },
      { ...owner, place: 'elsewhere' }
    ]) {
      assert.equal(await theirs.read(another, 'A'), undefined)
      assert.deepEqual(await theirs.list(another), [])
      assert.equal(await theirs.remove(another, { name: 'A', revision: 2 }), false)
    }
    assert.deepEqual(
      (await mine.list(owner)).map(({ name }) => name),
      ['A']
    )
  })

  test('a set is applied by one change, which ends it', async t => {
    const { mine, theirs } = await stores(t)
    const at = { name: 'A', revision: 1 }
    await mine.save(owner, { name: 'A', revision: 0 }, contentOf('new'))
    assert.equal(await mine.begin(owner, { ...at, revision: 7 }, 'change1'), false)
    const begun = await Promise.all([
      mine.begin(owner, at, 'change1'),
      theirs.begin(owner, at, 'change2')
    ])
    assert.equal(begun.filter(Boolean).length, 1)
    const change = begun[0] ? 'change1' : 'change2'
    assert.deepEqual(await theirs.unsettled(owner), ['A'])
    assert.equal(await theirs.save(owner, at, contentOf('late')), false)
    assert.equal(await theirs.remove(owner, at), false)
    const last = { outcome: 'reverted', change, at: 1000, words: 'Reverted.' } as const
    assert.equal(await mine.settle(owner, 'A', { change: 'other', state: 'open' }), false)
    assert.equal(await mine.settle(owner, 'A', { change, state: 'open', last }), true)
    assert.equal(await mine.settle(owner, 'A', { change, state: 'open', last }), false)
    const open = await theirs.read(owner, 'A')
    assert.deepEqual([open?.state, open?.last, open?.content], ['open', last, contentOf('new')])
    assert.equal(await mine.begin(owner, at, 'change3'), true)
    await mine.settle(owner, 'A', { change: 'change3', state: 'applied', last })
    const applied = await theirs.read(owner, 'A')
    assert.deepEqual([applied?.state, applied?.content.contents], ['applied', []])
    // Its name is free again.
    assert.equal(await mine.save(owner, { name: 'A', revision: 0 }, contentOf('next')), true)
    assert.equal((await mine.read(owner, 'A'))?.state, 'open')
  })

  test('one caller has twenty sets at the most, and old ones are removed', async t => {
    let now = 1000
    const { mine, database } = await stores(t, () => now)
    for (let count = 0; count < 20; count++) {
      await mine.save(owner, { name: `S${count}`, revision: 0 }, contentOf('x'))
    }
    const more = { name: 'MORE', revision: 0 }
    await assert.rejects(mine.save(owner, more, contentOf('x')), { code: 'CHANGE_SET_TOO_MANY' })
    assert.equal(await mine.save({ ...owner, identity: 'two' }, more, contentOf('x')), true)
    now = 86_400_000
    await mine.save(owner, { name: 'S3', revision: 1 }, contentOf('y'))
    await mine.begin(owner, { name: 'S4', revision: 1 }, 'change1')
    await prune(database, { days: 1, bytes: 1e9 }, 86_400_000 + 5000)
    const left = (await mine.list(owner)).map(({ name }) => name)
    assert.deepEqual(left.toSorted(), ['S3', 'S4'])
  })
}
