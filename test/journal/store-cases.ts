/** What the journal does over each kind of database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { SqlDatabase } from '../../journal/database.ts'
import { prune } from '../../journal/retention.ts'
import { prepareTables } from '../../journal/schema.ts'
import type { dialects } from '../../journal/schema.ts'
import { createSeal } from '../../journal/seal.ts'
import { createJournalStore } from '../../journal/store.ts'
import type { JournalIntent, JournalStep } from '../../tools/index.ts'

export type Opened = SqlDatabase & { readonly dialect: (typeof dialects)[keyof typeof dialects] }
/** An empty database of the test; each call is one more connection to it. */
export type Connect = () => Promise<Opened>

export const intent: JournalIntent = {
  repository: 'A4H/0020123456',
  system: 'default',
  identity: 'one',
  user: 'Jane',
  erpUser: 'JANE',
  tool: 'ERPWrite',
  action: 'update'
}
const secretSource = 'REPORT z_secret_source.\n'.repeat(40)
export const step = (name: string, text = secretSource): JournalStep => ({
  operation: 'source.write',
  ref: { type: 'CLAS', name },
  part: 'main',
  transport: 'A4HK900001',
  before: {
    kind: 'source',
    facts: { package: 'ZFERRY', active: true },
    texts: { active: text, inactive: `${text}* draft` }
  },
  after: 'hash-1'
})

interface Options {
  readonly key?: string
  readonly leaseMs?: number
  readonly now?: () => number
}

/** One process at the journal. */
export async function opened(
  t: TestContext,
  connect: Connect,
  { key, leaseMs, now }: Options = {}
) {
  const database = await connect()
  const seal = createSeal(key)
  try {
    await prepareTables(database, { dialect: database.dialect, keyMark: seal.keyMark })
  } catch (error) {
    await database.close()
    throw error
  }
  const store = createJournalStore({ database, seal, leaseMs, now })
  let isOpen = true
  const close = async () => {
    if (isOpen) await store.close()
    isOpen = false
  }
  t.after(close)
  return { database, store, close }
}

/** @param fresh makes an empty database for one test */
export function storeTests(fresh: (t: TestContext) => Promise<Connect>): void {
  test('an entry is read back as it was recorded, with texts, outcome and hash', async t => {
    const connect = await fresh(t)
    const { store } = await opened(t, connect, { key: 'state key' })
    const open = await store.begin({ ...intent, call: '{"name":"ZCL_A"}' }, [step('ZCL_A')])
    assert.match(open.id, /^[0-9a-z]{12}$/)
    assert.deepEqual(await open.add([step('ZCL_B', 'short')]), [2])
    const running = await store.read(open.id, intent.repository)
    assert.equal(running?.entry.outcome, undefined)
    await open.end(
      'done',
      new Map([
        [1, { outcome: 'done', after: 'hash-2', transport: 'A4HK900002' }],
        [2, { outcome: 'nothing' }]
      ])
    )
    const read = await store.read(open.id, intent.repository)
    assert.deepEqual(read?.entry.objects, ['CLAS ZCL_A', 'CLAS ZCL_B'])
    assert.equal(read?.entry.call, '{"name":"ZCL_A"}')
    assert.equal(read?.entry.outcome, 'done')
    assert.ok((read?.entry.endedAt ?? 0) >= (read?.entry.at ?? Infinity))
    const [first, second] = read?.steps ?? []
    assert.deepEqual(first, {
      ...step('ZCL_A'),
      number: 1,
      outcome: 'done',
      after: 'hash-2',
      transport: 'A4HK900002'
    })
    assert.equal(second?.outcome, 'nothing')
    assert.equal(second?.before?.texts['active'], 'short')
  })

  test('of several undos of one change one alone begins', async t => {
    const connect = await fresh(t)
    const [{ store }, other] = [await opened(t, connect), await opened(t, connect)]
    const changes = [
      await store.begin(intent, [step('ZCL_A')]),
      await store.begin(intent, [step('ZCL_B')])
    ].map(({ id }) => id)
    const [first = '', second = ''] = changes
    const undoOf = async (by: typeof store, undoes: string) =>
      await by.begin({ ...intent, undoes }, [step('ZCL_A')])
    const begun = await Promise.allSettled([
      undoOf(store, first),
      undoOf(other.store, first),
      undoOf(store, first)
    ])
    const won = begun.flatMap(one => (one.status === 'fulfilled' ? [one.value.id] : []))
    assert.equal(won.length, 1)
    for (const one of begun) {
      if (one.status === 'rejected') assert.match(String(one.reason), /undone already/)
    }
    await assert.rejects(undoOf(store, `${second} ${first}`), { code: 'TOOL_NOT_UNDOABLE' })
    const undoneBy = async (id: string) => (await store.read(id, intent.repository))?.entry.undoneBy
    assert.deepEqual([await undoneBy(first), await undoneBy(second)], [won[0], undefined])
    const refused = await store.find({ repository: intent.repository, limit: 9 })
    assert.equal(refused.filter(({ outcome }) => outcome === 'nothing').length, 3)
    await store.markUndone(first, undefined)
    const again = await undoOf(store, `${second} ${first}`)
    assert.deepEqual([await undoneBy(first), await undoneBy(second)], [again.id, again.id])
  })

  test('what is no object has its words in the list, else the request', async t => {
    const connect = await fresh(t)
    const { store } = await opened(t, connect)
    const { id } = await store.begin(intent, [
      { operation: 'ui5.write', named: 'UI5 app ZSHOP index.html' },
      { operation: 'transport.release', transport: 'A4HK900001' },
      { operation: 'gcts.commit' }
    ])
    const read = await store.read(id, intent.repository)
    assert.deepEqual(read?.entry.objects, ['UI5 app ZSHOP index.html', 'request A4HK900001'])
    assert.equal(read?.steps[0]?.named, 'UI5 app ZSHOP index.html')
  })

  test('another repository, an unknown id and another caller see nothing', async t => {
    const connect = await fresh(t)
    const { store } = await opened(t, connect)
    const { id } = await store.begin(intent, [step('ZCL_A')])
    assert.equal(await store.read(id, 'A4H/0099999999'), undefined)
    assert.equal(await store.read('nothing', intent.repository), undefined)
    const query = { repository: intent.repository, limit: 10 }
    assert.deepEqual(await store.find({ ...query, identity: 'two' }), [])
    assert.equal((await store.find({ ...query, identity: 'one' })).length, 1)
  })

  test('entries are found by object, time and page, newest first', async t => {
    const connect = await fresh(t)
    let clock = 1_700_000_000_000
    const { store } = await opened(t, connect, { now: () => clock })
    const ids: string[] = []
    for (let index = 0; index < 30; index++) {
      clock += 1000
      ids.push((await store.begin(intent, [step(`ZCL_${index % 3}`)])).id)
    }
    const query = { repository: intent.repository, limit: 10 }
    const page = await store.find(query)
    assert.deepEqual(
      page.map(({ id }) => id),
      ids.slice(20).toReversed()
    )
    const next = await store.find({ ...query, before: page.at(-1)?.id })
    assert.deepEqual(
      next.map(({ id }) => id),
      ids.slice(10, 20).toReversed()
    )
    const object = { type: 'CLAS', name: 'ZCL_1' }
    assert.equal((await store.find({ ...query, object, limit: 100 })).length, 10)
    assert.equal((await store.find({ ...query, since: clock - 4000 })).length, 5)
  })

  test('two processes share the file; only entries of a stopped one are taken over, and once', async t => {
    const connect = await fresh(t)
    let clock = 1_700_000_000_000
    const now = () => clock
    const first = await opened(t, connect, { leaseMs: 1000, now })
    const second = await opened(t, connect, { leaseMs: 1000, now })
    const third = await opened(t, connect, { leaseMs: 1000, now })
    await first.store.begin(intent, [step('ZCL_A')])
    await first.store.begin({ ...intent, identity: 'two' }, [step('ZCL_B')])
    await first.store.begin({ ...intent, repository: 'QAS/1' }, [step('ZCL_C')])
    assert.equal(await second.store.hasOpen(), false)
    assert.deepEqual(await second.store.claim(intent.repository), [])
    clock += 900
    await first.store.renew()
    clock += 900
    assert.deepEqual(await second.store.claim(intent.repository), [])
    clock += 1001
    const [mine] = await second.store.claim(intent.repository, 'two')
    assert.deepEqual(mine?.entry.objects, ['CLAS ZCL_B'])
    assert.equal(mine?.steps[0]?.before?.texts['active'], secretSource)
    const both = await Promise.all([
      second.store.claim(intent.repository),
      third.store.claim(intent.repository)
    ])
    assert.equal(both.flat().length, 1)
    await third.store.settle(both.flat()[0]?.entry.id ?? '', 'nothing', new Map())
    const found = await third.store.find({ repository: intent.repository, limit: 9 })
    assert.deepEqual(found.map(({ outcome }) => outcome).toSorted(), ['nothing', undefined])
  })

  test('entries of a process that closes belong to nothing at once', async t => {
    const connect = await fresh(t)
    const first = await opened(t, connect)
    await first.store.begin(intent, [step('ZCL_A')])
    await first.close()
    const second = await opened(t, connect)
    assert.equal((await second.store.claim(intent.repository)).length, 1)
  })

  test('equal texts are stored once, and go with the last entry that needs them', async t => {
    const connect = await fresh(t)
    const { store, database } = await opened(t, connect)
    const texts = async () =>
      (await database.transaction([{ sql: 'SELECT name FROM journal_text' }]))[0]?.length
    const open = [
      await store.begin(intent, [step('ZCL_A')]),
      await store.begin(intent, [step('ZCL_B')])
    ]
    assert.equal(await texts(), 2)
    await open[0]?.end('done', new Map())
    await prune(database, { days: 30, bytes: 0 })
    // The second entry has not ended and keeps both texts.
    assert.equal(await texts(), 2)
    assert.equal((await store.find({ repository: intent.repository, limit: 9 })).length, 1)
    await open[1]?.end('done', new Map())
    await prune(database, { days: 30, bytes: 0 })
    assert.equal(await texts(), 0)
  })

  test('a text that was removed meanwhile is stored again, by a begin and by a further step', async t => {
    const connect = await fresh(t)
    const [{ store }, { database }] = [await opened(t, connect), await opened(t, connect)]
    const removeAll = async () => await prune(database, { days: 30, bytes: 0 })
    const first = await store.begin(intent, [step('ZCL_A')])
    await first.end('done', new Map())
    await removeAll()
    const second = await store.begin(intent, [step('ZCL_B')])
    await second.end('done', new Map())
    await removeAll()
    const third = await store.begin(intent, [step('ZCL_C', 'another text')])
    await third.add([step('ZCL_D'), step('ZCL_E')])
    const read = await store.read(third.id, intent.repository)
    assert.deepEqual(
      read?.steps.map(({ number, before }) => [number, before?.texts['active']]),
      [
        [1, 'another text'],
        [2, secretSource],
        [3, secretSource]
      ]
    )
    assert.equal(read?.entry.steps, 3)
    assert.deepEqual(read?.entry.objects, ['CLAS ZCL_C', 'CLAS ZCL_D', 'CLAS ZCL_E'])
  })

  test('entries go by age, oldest first by bytes', async t => {
    const connect = await fresh(t)
    let clock = 1_700_000_000_000
    const { store, database } = await opened(t, connect, { now: () => clock })
    for (let index = 0; index < 120; index++) {
      clock += 1000
      const open = await store.begin(intent, [step('ZCL_A', `${index} ${'x'.repeat(1000)}`)])
      await open.end('done', new Map())
    }
    const left = async () =>
      (await store.find({ repository: intent.repository, limit: 500 })).map(({ at }) => at)
    assert.equal(await prune(database, { days: 1, bytes: 1e9 }, clock + 86_400_000 - 9500), 110)
    assert.equal((await left()).length, 10)
    await prune(database, { days: 1, bytes: 100 }, clock)
    assert.deepEqual(await left(), [])
  })

  test('what was changed in the file is noticed', async t => {
    const connect = await fresh(t)
    const { store, database } = await opened(t, connect, { key: 'state key' })
    const { id } = await store.begin(intent, [step('ZCL_A')])
    const other = await store.begin(intent, [step('ZCL_B')])
    await database.transaction([
      {
        sql: `UPDATE journal_step SET facts = (SELECT facts FROM journal_step WHERE entry = $1)
          WHERE entry = $2`,
        values: [other.id, id]
      }
    ])
    await assert.rejects(store.read(id, intent.repository), /authenticate|unsupported state/i)
  })

  test('an entry that cannot be read keeps no other from being taken over', async t => {
    const connect = await fresh(t)
    const stopped = await opened(t, connect)
    const damaged = await stopped.store.begin(intent, [step('ZCL_A')])
    const good = await stopped.store.begin(intent, [step('ZCL_B')])
    const sql = `UPDATE journal_step SET facts = $1 WHERE entry = $2`
    const values = [Buffer.from('no facts'), damaged.id]
    await stopped.database.transaction([{ sql, values }])
    await stopped.close()
    const { store } = await opened(t, connect)
    const claimed = await store.claim(intent.repository)
    assert.deepEqual(
      claimed.map(({ entry }) => entry.id),
      [good.id]
    )
    const found = await store.find({ repository: intent.repository, limit: 9 })
    assert.equal(found.find(({ id }) => id === damaged.id)?.outcome, 'unknown')
  })

  test('one failing transaction leaves those beside it as they are', async t => {
    const connect = await fresh(t)
    const { store, database } = await opened(t, connect)
    const all = await Promise.allSettled([
      store.begin(intent, [step('ZCL_A')]),
      database.transaction([
        { sql: 'DELETE FROM journal_entry' },
        { sql: 'SELECT * FROM nothing' }
      ]),
      store.begin(intent, [step('ZCL_B')])
    ])
    assert.deepEqual(
      all.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled']
    )
    assert.equal((await store.find({ repository: intent.repository, limit: 9 })).length, 2)
  })

  test('a closed store rejects, and closing twice is one closing', async t => {
    const connect = await fresh(t)
    const { store, close } = await opened(t, connect)
    await close()
    await assert.rejects(store.begin(intent, [step('ZCL_A')]), /closed/)
  })
}
