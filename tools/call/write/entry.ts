/** What a call may decide about its entry in the journal. */

export interface CallEntry {
  /**
   * Begins the entry before anything is locked or sent, within the work that has the writer.
   * @param begun is called with its id, before the next request; what it throws refuses the change
   */
  begin(begun: (change: string) => Promise<void>): Promise<void>
  /**
   * Ends the entry: what the call changes from here on stands in another one.
   * @param isDone whether an undo has restored all that it is about
   * @returns its id; undefined where nothing was recorded
   */
  end(isDone: boolean): Promise<string | undefined>
}
