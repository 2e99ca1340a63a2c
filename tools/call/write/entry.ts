/** What a call may decide about its entry in the journal. */

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
