/** What the key store of the pseudonyms does over each kind of database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createPersonEntries } from '../../journal/persons/entries.ts'
import { createPersonStore } from '../../journal/persons/store.ts'
import { createSeal } from '../../journal/seal.ts'
import { intent, opened, step } from './store-cases.ts'
import type { Connect } from './store-cases.ts'

async function listOf<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const one of all) list.push(one)
  return list
}

/** @param fresh makes an empty database for one test */
export function personTests(fresh: (t: TestContext) => Promise<Connect>): void {
  const processOf = async (t: TestContext, connect: Connect, key?: string) => {
    const store = await createPersonStore(await connect(), createSeal(key))
    t.after(async () => await store.close())
    return store
  }

  test('two processes that meet one person at the same time use one key', async t => {
    const connect = await fresh(t)
    const [one, other] = [await processOf(t, connect, 'k'), await processOf(t, connect, 'k')]
    const made = await Promise.all(
      [one, other, one, other].map(async (store, at) => await store.keyOf('id', [`name ${at}`]))
    )
    assert.deepEqual(new Set(made.map(({ id }) => id)).size, 1)
    assert.deepEqual(new Set(made.map(({ of }) => of('ADA'))).size, 1)
    const [found] = await other.find('name 2')
    assert.deepEqual([...(found?.names.values() ?? [])].toSorted(), [
      'id',
      'id',
      'name 0',
      'name 1',
      'name 2',
      'name 3'
    ])
    assert.equal(found?.names.get(made[0]?.of('name 2') ?? ''), 'name 2')
  })

  test('a person is found by identity, name and pseudonym, in their spelling, and only then', async t => {
    const store = await processOf(t, await fresh(t), 'k')
    const { id, of } = await store.keyOf('issuer|ada', ['ada', 'ADA'])
    await store.keyOf('issuer|bob', ['bob', 'Ada', 'team'])
    await store.keyOf('issuer|eve', ['eve', 'team'])
    const idsOf = async (text: string) =>
      (await store.find(text)).map(({ identity }) => identity).toSorted()
    for (const text of ['issuer|ada', 'ada', 'ADA', id, of('ada')]) {
      assert.deepEqual(await idsOf(text), ['issuer|ada'], text)
    }
    assert.deepEqual(await idsOf('team'), ['issuer|bob', 'issuer|eve'])
    for (const text of ['', 'ad', 'aDA', '%', "' OR 1=1 --", 'issuer|', 'p-0000000000000000']) {
      assert.deepEqual(await idsOf(text), [], text)
    }
  })

  test('an erased person gets another key, and nothing leads from the old one', async t => {
    const connect = await fresh(t)
    const [one, other] = [await processOf(t, connect, 'k'), await processOf(t, connect, 'k')]
    const before = await one.keyOf('id', ['ada'])
    assert.deepEqual([await other.erase(before.id), await one.erase(before.id)], [true, false])
    assert.deepEqual([await one.find('ada'), await one.find(before.of('ada'))], [[], []])
    const after = await one.keyOf('id', ['ada'])
    assert.notEqual(after.id, before.id)
    assert.notEqual(after.of('ada').slice(-8), before.of('ada').slice(-8))
  })

  test('erasing while others write leaves either the whole person or none of it', async t => {
    const connect = await fresh(t)
    const [one, other] = [await processOf(t, connect), await processOf(t, connect)]
    const writing = Array.from(
      { length: 20 },
      async (_one, at) => await one.keyOf('id', [`n${at}`])
    )
    const erasing = Array.from({ length: 10 }, async () => {
      for (const { id } of await other.find('id')) await other.erase(id)
    })
    await Promise.all([...writing, ...erasing])
    const { id } = await one.keyOf('id', ['last'])
    const [found, ...more] = await other.find('last')
    assert.deepEqual([found?.id, found?.identity, more.length], [id, 'id', 0])
  })

  test('a key store is not used under another state key, or without the one it has', async t => {
    const connect = await fresh(t)
    await (await processOf(t, connect, 'k')).keyOf('id', [])
    for (const key of ['other', undefined]) {
      const database = await connect()
      t.after(async () => await database.close())
      await assert.rejects(createPersonStore(database, createSeal(key)), /another --state-key/)
    }
  })

  test('the entries of one person lose names and arguments, and stay readable', async t => {
    const connect = await fresh(t)
    const { store, database } = await opened(t, connect, { key: 'k' })
    for (let at = 0; at < 9; at++) await store.begin({ ...intent, call: `name=Z${at}` }, [])
    const mine = await store.begin({ ...intent, call: 'owner=JANE' }, [step('ZCL_A')])
    const stopped = await opened(t, connect, { key: 'k' })
    const left = await stopped.store.begin({ ...intent, identity: 'three' }, [])
    await stopped.close()
    await store.begin({ ...intent, identity: 'two', user: 'Jane', erpUser: 'BOB' }, [])
    const entries = createPersonEntries(database, createSeal('k'), 5)
    assert.deepEqual((await entries.identities('Jane')).toSorted(), ['one', 'three', 'two'])
    assert.deepEqual(await entries.identities('BOB'), ['two'])
    const all = await listOf(entries.entries('one'))
    assert.equal(all.length, 10)
    assert.deepEqual(all.at(-1)?.steps, [
      { operation: 'source.write', type: 'CLAS', name: 'ZCL_A', transport: 'A4HK900001' }
    ])
    assert.deepEqual(await entries.erase('one', 'p-1'), { entries: 10, approvals: 0 })
    assert.deepEqual(await entries.erase('one', 'p-2'), { entries: 0, approvals: 0 })
    assert.deepEqual(await entries.identities('one'), [])
    const outcomeOf = async (id: string) => (await store.read(id, intent.repository))?.entry.outcome
    await entries.erase('three', 'p-3')
    assert.deepEqual([await outcomeOf(left.id), await outcomeOf(mine.id)], ['unknown', undefined])
    const erased = await store.read(mine.id, intent.repository)
    const { identity, user, erpUser, call } = erased?.entry ?? {}
    assert.deepEqual([identity, user, erpUser, call], ['p-1', 'erased', undefined, undefined])
    assert.equal(erased?.steps[0]?.before?.texts['active']?.includes('secret_source'), true)
    await mine.end('done', new Map())
    assert.equal((await store.read(mine.id, intent.repository))?.entry.outcome, 'done')
  })
}
