/** `verify` against a sandbox whose answers are bent in one place: every bend is found. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checks } from '../../../commands/verify/checks/index.ts'
import type { Check } from '../../../commands/verify/check.ts'
import type { Sandbox } from '../../../sandbox/server.ts'
import { sampled } from '../../helpers/sample.ts'
import { createTestSandbox } from '../../helpers/sandbox.ts'
import { ownBends } from './own-bends.ts'
import { bendsOf, startBendingProxy } from './bends.ts'
import type { Bend, BendingProxy } from './bends.ts'
import { verifyAt } from './run.ts'

let sandbox: Sandbox
let proxy: BendingProxy
let bends: readonly Bend[] = []

before(async () => {
  sandbox = await createTestSandbox({ user: 'DEVELOPER', password: 'secret' })
  proxy = await startBendingProxy(sandbox.url)
  const { results } = await verifyAt(proxy.url, { write: true, marked: true })
  const holding = new Set(
    results.filter(each => each.outcome === 'holds').map(each => each.operation)
  )
  const straight = new Map(proxy.answers)
  bends = [
    ...checks
      .filter(({ operation }) => holding.has(operation))
      .flatMap(check =>
        bendsOf(check, straight.get(check.operation) ?? { status: 200, type: '', body: '' })
      ),
    ...ownBends
  ]
})

after(async () => {
  await proxy.close()
  await sandbox.close()
})

test('a straight system is bent in at least 100 places', () => {
  assert.ok(bends.length >= 100, String(bends.length))
})

test('every bend is found', async () => {
  const missed: string[] = []
  for (const bend of sampled(bends, 12)) {
    proxy.bend = bend
    proxy.hits = 0
    const only = checks.filter(({ operation }) => operation === bend.operation) as Check[]
    const found = await verifyAt(proxy.url, { write: true, marked: true, checks: only }).then(
      ({ results }) => results.map(({ outcome, detail }) => ({ outcome, detail })),
      (error: unknown) => [{ outcome: 'stopped', detail: String(error) }]
    )
    proxy.bend = undefined
    const name = `${bend.operation} ${bend.kind}`
    assert.ok(proxy.hits > 0, `${name}: nothing was bent`)
    if (!found.some(({ outcome }) => outcome === 'differs' || outcome === 'stopped')) {
      missed.push(`${name}: ${JSON.stringify(found)}`)
    }
  }
  assert.deepEqual(missed, [])
})
