/**
 * Kills the sandbox at random moments under load: `node bench/sandbox-kill.mts [rounds] [seed]`
 * prints what was lost, which must be nothing. The test does the same for as long as a test may
 * take.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killRounds } from '../test/sandbox/kill-rounds.ts'
import type { Outcome } from '../test/sandbox/kill-rounds.ts'

const rounds = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31))
const dataDir = await mkdtemp(join(tmpdir(), 'killed-'))
try {
  const report = ({ rounds: done, faults }: Outcome) => {
    if (done % 10 === 0) console.log(`${done} kills, ${faults.length} faults`)
  }
  const outcome = await killRounds({ dataDir, rounds, milliseconds: Infinity, seed, report })
  console.log(
    `seed ${seed}: ${outcome.rounds} kills, ${outcome.changes} changes, ${outcome.interrupted} of them under way, ${outcome.faults.length} faults`
  )
  for (const fault of outcome.faults) console.log(fault)
  process.exitCode = outcome.faults.length === 0 ? 0 : 1
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
