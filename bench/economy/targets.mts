/** What the work of an agent may cost at most; the bench ends with 1 where a bill is higher. */
import type { Bill } from '../economy.mts'
import { jobs } from './jobs.mts'

interface Target {
  readonly what: string
  readonly names: readonly string[]
  readonly calls?: number
  readonly bytes?: number
  readonly tokens?: number
}

const targets: readonly Target[] = [
  { what: 'the six jobs', names: jobs.map(({ name }) => name), calls: 11, bytes: 10_000 },
  { what: 'a replacement', names: ['replace a pattern in 30 classes'], calls: 2, bytes: 2048 },
  {
    what: 're-reads',
    names: ['re-read 5 unchanged objects, 20 times in all'],
    tokens: 3000
  },
  { what: 'a map', names: ['map of an unknown package of 91 objects'], calls: 8, bytes: 15_000 }
]

/** The targets that the bill exceeds, in words; a job that is not done counts as one. */
export function exceeded({ jobs: costs, surface }: Bill): string[] {
  const list = surface.bytes > 16_384 ? [`the list of tools has ${surface.bytes} bytes`] : []
  for (const { what, names, ...most } of targets) {
    const spent = { calls: 0, bytes: 0, tokens: 0 }
    for (const name of names) {
      const cost = costs[name]
      if (cost === undefined || !('calls' in cost)) {
        list.push(`${name} is not done`)
        continue
      }
      spent.calls += cost.calls
      spent.bytes += cost.sent + cost.received
      spent.tokens += cost.tokens
    }
    for (const unit of ['calls', 'bytes', 'tokens'] as const) {
      const bound = most[unit]
      if (bound !== undefined && spent[unit] > bound) {
        list.push(`${what}: ${spent[unit]} ${unit}, at most ${bound}`)
      }
    }
  }
  return list
}
