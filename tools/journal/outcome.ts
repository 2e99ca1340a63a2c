/** The outcome of an entry, from those of its steps. */
import type { JournalOutcome, StepEnd } from './journal.ts'

export function overallOutcome(ends: ReadonlyMap<number, StepEnd>): JournalOutcome {
  const outcomes = [...ends.values()].map(({ outcome }) => outcome)
  if (outcomes.includes('unknown')) return 'unknown'
  return outcomes.includes('done') ? 'done' : 'nothing'
}
