/** The part of a long corpus that a run tries: a fixed sample, or all of it. */

/** `npm run test:attack` sets `all`; a number tries one entry of so many. */
const wanted = process.env['ATTACK']

/**
 * Every Nth entry, the same in each run; all entries with `ATTACK=all`.
 *
 * @param every the N of a run that does not say otherwise
 */
export function sampled<T>(list: readonly T[], every: number): readonly T[] {
  const step = stepOf(every)
  return list.filter((_each, index) => index % step === 0)
}

/** As many of a number of rounds as the sample has; at least one. */
export function sampledRounds(rounds: number, every: number): number {
  return Math.max(1, Math.round(rounds / stepOf(every)))
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
