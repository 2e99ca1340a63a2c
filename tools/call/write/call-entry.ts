/** The entry of the journal for what a call changes, where the call itself decides about its end. */
import type { RunFacts } from '../run-facts.ts'

export interface CallEntry {
  /**
   * @param begun is called with the id of the entry before its first request is sent; what it throws
   * refuses the change
   */
  onBegin(begun: (change: string) => Promise<void>): void
  /**
   * Ends the entry: what the call changes from here on stands in another one.
   * @param isDone whether an undo has restored all that it is about
   * @returns its id; undefined where nothing was recorded
   */
  end(isDone: boolean): Promise<string | undefined>
}

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
