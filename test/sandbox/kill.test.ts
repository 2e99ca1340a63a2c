import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sampledRounds } from '../helpers/sample.ts'
import { killRounds } from './kill-rounds.ts'

test('killed at random moments under load, it has all that it acknowledged, whole objects and no lock', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const seed = Math.floor(Math.random() * 2 ** 31)
  t.diagnostic(`seed ${seed}`)
  const { rounds, changes, interrupted, faults } = await killRounds({
    dataDir,
    // 25 rounds run with `npm run test:attack`.
    rounds: sampledRounds(25, 8),
    milliseconds: 40_000,
    seed
  })
  t.diagnostic(`${rounds} kills, ${changes} changes, ${interrupted} of them under way`)
  assert.deepEqual(faults, [])
  assert.ok(rounds > 0 && changes > 0)
})
