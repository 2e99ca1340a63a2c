import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Erp } from '../../../erp-client/index.ts'
import { createErpIdentities } from '../../../plugins/erp/identities.ts'
import type {
  ErpIdentities,
  ErpIdentitiesOptions,
  ErpIdentity
} from '../../../plugins/erp/identities.ts'

interface Made {
  readonly user: string
  busy: boolean
  closed: boolean
  readonly until: () => number
}

function bench(
  t: TestContext,
  options: Partial<ErpIdentitiesOptions> = {}
): { identities: ErpIdentities; made: Made[] } {
  const made: Made[] = []
  const silent = () => {}
  const identities = createErpIdentities({
    log: { debug: silent, info: silent, warn: silent, error: silent },
    restMs: 0,
    sweepMs: 5,
    create({ user }, newest) {
      const one: Made = { user, busy: false, closed: false, until: () => newest().until }
      made.push(one)
      return {
        get busy() {
          return one.busy
        },
        close: async () => {
          one.closed = true
        }
      } as unknown as Erp
    },
    ...options
  })
  t.after(() => identities.close())
  return { identities, made }
}

const identity = (user: string, until = Date.now() + 60_000): ErpIdentity => ({
  key: user,
  user,
  until,
  caller: { principal: { name: user, kind: 'user' }, scopes: new Set(), method: 'oidc' }
})

test('one identity has one client, whose credential may be followed by a later one', t => {
  const { identities, made } = bench(t)
  const soon = Date.now() + 1000
  const erp = identities.get(identity('A', soon))
  assert.equal(identities.get(identity('A', soon + 5000)), erp)
  assert.equal(identities.get(identity('A', soon + 1)), erp)
  assert.notEqual(identities.get(identity('B')), erp)
  assert.equal(made[0]?.until(), soon + 5000)
})

test('at the limit the least recently used identity is evicted, never one with a request in flight', t => {
  const { identities, made } = bench(t, { most: 2 })
  for (const user of ['A', 'B', 'A']) identities.get(identity(user))
  assert.ok(identities.admits('C'))
  identities.get(identity('C'))
  assert.deepEqual(
    made.map(({ user, closed }) => [user, closed]),
    [
      ['A', false],
      ['B', true],
      ['C', false]
    ]
  )
  for (const one of made) one.busy = true
  assert.equal(identities.admits('D'), false)
  assert.equal(identities.get(identity('D')), undefined)
  assert.ok(identities.admits('A'))
  assert.equal(identities.size, 2)
})

test('an identity between two requests of one call is not taken away', t => {
  const { identities } = bench(t, { most: 1, restMs: 60_000 })
  identities.get(identity('A'))
  assert.equal(identities.get(identity('B')), undefined)
})

test('idle ones end, and those whose credential has ended, once they have finished', async t => {
  const { identities, made } = bench(t, { idleMs: 30 })
  identities.get(identity('IDLE'))
  identities.get(identity('OVER', Date.now() - 1))
  identities.get(identity('WORKING', Date.now() - 1))
  const [idle, over, working] = made as [Made, Made, Made]
  working.busy = true
  for (let tries = 0; !(idle.closed && over.closed) && tries < 100; tries++) await sleep(10)
  assert.deepEqual([idle.closed, over.closed, working.closed], [true, true, false])
  working.busy = false
  for (let tries = 0; !working.closed && tries < 100; tries++) await sleep(10)
  assert.ok(working.closed)
  assert.equal(identities.size, 0)
})

test('who is no longer wanted ends at once, and closing ends all and waits for them', async t => {
  const { identities, made } = bench(t)
  for (const user of ['A', 'B']) identities.get(identity(user))
  identities.retain(({ user }) => user === 'B')
  assert.deepEqual(
    made.map(({ closed }) => closed),
    [true, false]
  )
  assert.equal(
    identities.find(() => 'seen'),
    'seen'
  )
  await identities.close()
  assert.ok(made.every(({ closed }) => closed))
  assert.equal(
    identities.find(() => 'seen'),
    undefined
  )
})
