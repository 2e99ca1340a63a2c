/** What the store of waiting changes does over each kind of database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createApprovals } from '../../journal/approvals.ts'
import { createSeal } from '../../journal/seal.ts'
import type { ApprovalRequest } from '../../tools/index.ts'
import { opened } from './store-cases.ts'
import type { Connect } from './store-cases.ts'

const person = (name: string) => ({ identity: `user ${name}`, name, marks: [`name ${name}`] })

const request = (call: string, digest = 'state 1', until = 2000): ApprovalRequest => ({
  place: '["https://erp","001"]',
  system: 'default',
  requester: person('RITA'),
  tool: 'ERPWrite',
  action: 'delete',
  objects: ['PROG ZA'],
  rule: 'ops=D',
  call,
  digest,
  until,
  shown: 'DRY RUN of a secret source'
})
const { place } = request('')

/** @param fresh makes an empty database for one test */
export function approvalTests(fresh: (t: TestContext) => Promise<Connect>): void {
  const stores = async (t: TestContext, now: () => number = () => 1000) => {
    const connect = await fresh(t)
    const one = await opened(t, connect, { key: 'state key' })
    const other = await opened(t, connect, { key: 'state key' })
    const seal = createSeal('state key')
    return [one, other].map(({ database }) => createApprovals(database, seal, now)) as [
      ReturnType<typeof createApprovals>,
      ReturnType<typeof createApprovals>
    ]
  }

  test('a change waits once, whatever the number of processes that ask', async t => {
    const [one, other] = await stores(t)
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, turn) => {
        const store = turn % 2 === 0 ? one : other
        return (await store.add(request('call'))).id
      })
    )
    assert.equal(new Set(ids).size, 1)
    const read = await other.read(place, ids[0] ?? '')
    assert.deepEqual(read, { ...request('call'), id: ids[0], at: 1000, state: 'waiting' })
    assert.equal(await other.read('elsewhere', ids[0] ?? ''), undefined)
  })

  test('of several decisions and uses one alone counts', async t => {
    const [one, other] = await stores(t)
    const item = await one.add(request('call'))
    assert.equal(await one.use(item), false, 'not approved')
    const decision = { by: person('OTTO'), at: 1500, signature: 'signed' }
    assert.equal(await one.decide({ ...item, digest: 'other' }, 'approved', decision), false)
    const decided = await Promise.all([
      one.decide(item, 'approved', decision),
      other.decide(item, 'rejected', decision)
    ])
    assert.equal(decided.filter(Boolean).length, 1)
    const found = await other.ofCall(place, 'call')
    assert.deepEqual(found?.decision, decision)
    if (found?.state === 'approved') {
      const used = await Promise.all([one, other, one].map(async store => await store.use(item)))
      assert.equal(used.filter(Boolean).length, 1)
      assert.equal(await one.ofCall(place, 'call'), undefined)
    }
  })

  test('what has expired is neither found nor decided nor used', async t => {
    let now = 1000
    const [one, other] = await stores(t, () => now)
    const waiting = await one.add(request('first'))
    const approved = await one.add(request('second'))
    const decision = { by: person('OTTO'), at: 1500, signature: 'signed' }
    assert.equal(await one.decide(approved, 'approved', decision), true)
    now = 2000
    assert.equal(await other.decide(waiting, 'approved', decision), false)
    assert.equal(await other.use(approved), false)
    assert.deepEqual(await other.find({ place, limit: 10 }), [])
    assert.equal(await other.ofCall(place, 'second'), undefined)
  })

  test('what has expired is told by one process, and makes room for the same change', async t => {
    let now = 1000
    const [one, other] = await stores(t, () => now)
    const waiting = await one.add(request('first'))
    assert.deepEqual([waiting.isNew, (await other.add(request('first'))).isNew], [true, false])
    const rejected = await one.add(request('second'))
    await one.decide(rejected, 'rejected', { by: person('OTTO'), at: 1500 })
    now = 2000
    const again = await other.add(request('first', 'state 1', 3000))
    assert.deepEqual([again.isNew, again.id === waiting.id], [true, false])
    const taken = await Promise.all([
      one.takeExpired(place),
      other.takeExpired(place),
      other.takeExpired('elsewhere')
    ])
    assert.deepEqual(
      taken.flat().map(({ id, state, shown }) => [id, state, shown]),
      [[waiting.id, 'waiting', request('').shown]]
    )
    assert.deepEqual(
      (await one.find({ place, limit: 10 })).map(({ id }) => id),
      [again.id]
    )
  })

  test('one requester has a hundred waiting changes at the most', async t => {
    const [one, other] = await stores(t)
    for (let count = 0; count < 100; count++) await one.add(request(`call ${count}`))
    await assert.rejects(one.add(request('one more')), { code: 'APPROVAL_TOO_MANY' })
    assert.equal((await one.add(request('call 7'))).call, 'call 7', 'what waits already is found')
    const others = { ...request('one more'), requester: person('PAUL') }
    assert.equal((await other.add(others)).state, 'waiting')
    assert.equal((await other.find({ place, requester: 'user RITA', limit: 200 })).length, 100)
  })
}
