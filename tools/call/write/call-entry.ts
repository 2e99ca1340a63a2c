/** The entry of the journal for what a call changes, where the call itself decides about its end. */
import type { RunFacts } from '../run-facts.ts'
import type { CallEntry } from './entry.ts'

export function callEntry(facts: RunFacts): CallEntry {
  return {
    async begin(begun) {
      if (facts.recorder === undefined) {
        throw new Error('this call has no journal, or no writer yet')
      }
      facts.begun = begun
      await facts.recorder.begin()
    },
    async end(isDone) {
      const id = await facts.recorder?.close(isDone)
      facts.recorder = undefined
      facts.begun = undefined
      facts.undo = undefined
      return id
    }
  }
}
