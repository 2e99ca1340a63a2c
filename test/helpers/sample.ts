/**
 * The part of a long corpus that a run tries: a sample that another commit draws differently, or
 * all of it.
 */
import { fileURLToPath } from 'node:url'
import { currentSeed } from '../../tooling/test/seed.ts'

/** `npm run test:attack` sets `all`; a number tries one entry of so many. */
const wanted = process.env['ATTACK']

/** One for each commit; `ATTACK_SEED` repeats the samples of another one. */
export const seed = currentSeed(fileURLToPath(new URL('../..', import.meta.url)))

/**
 * One of every N entries, at least one; all entries with `ATTACK=all`. The runner adds up the line
 * that it prints.
 *
 * @param every the N of a run that does not say otherwise
 */
export function sampled<T>(list: readonly T[], every: number): readonly T[] {
  const step = Math.min(stepOf(every), Math.max(1, list.length))
  const some = list.filter((_each, index) => index % step === seed % step)
  say(some.length, list.length)
  return some
}

/** As many of a number of rounds as the sample has; at least one. */
export function sampledRounds(rounds: number, every: number): number {
  const some = Math.max(1, Math.round(rounds / stepOf(every)))
  say(some, rounds)
  return some
}

function say(some: number, all: number): void {
  process.stdout.write(`sample: ${some} of ${all}, ATTACK_SEED=${seed}\n`)
}

function stepOf(every: number): number {
  if (wanted === undefined) return every
  if (wanted === 'all') return 1
  const step = Number(wanted)
  if (!Number.isInteger(step) || step < 1) {
    throw new Error(`ATTACK is ${wanted}: "all" or a whole number from 1 is expected`)
  }
  return step
}
