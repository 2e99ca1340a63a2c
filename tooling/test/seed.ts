/** The seed of samples and random corpora: one for each commit, so that a run can be repeated. */
import { execFileSync } from 'node:child_process'

/** The variable that gives the seed of another run. */
export const seedVariable = 'ATTACK_SEED'

/** The seed of the samples and random corpora of this run. */
export function currentSeed(root: string): number {
  return seedOf(root, process.env[seedVariable])
}

/**
 * The first digits of the commit, 1 where there is no repository.
 *
 * @param given the seed of another run instead
 */
export function seedOf(root: string, given?: string): number {
  if (given === undefined || given === '') return Number.parseInt(commitOf(root), 16)
  const seed = Number(given)
  if (Number.isSafeInteger(seed) && seed >= 0) return seed
  throw new Error(`${seedVariable} is ${given}: a whole number from 0 is expected`)
}

function commitOf(root: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore']
    }).slice(0, 7)
  } catch {
    return '1'
  }
}
