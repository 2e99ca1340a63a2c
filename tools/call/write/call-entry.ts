/** The entry of the journal for what a call changes, where the call itself decides about its end. */
import type { RunFacts } from '../run-facts.ts'
import type { CallEntry } from './entry.ts'

export function callEntry(facts: RunFacts): CallEntry {
  return {
    onBegin(begun) {
      facts.begun = begun
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
