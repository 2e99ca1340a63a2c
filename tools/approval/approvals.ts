/** Changes that wait for the approval of a second person, and the decisions about them. */

/** `used`: the approved change was begun, and is not begun a second time. */
export type ApprovalState = 'waiting' | 'approved' | 'rejected' | 'used'

/** Who asks or decides, with all that tells persons apart. */
export interface Person {
  /** Key of the caller (`callerKey`). */
  readonly identity: string
  readonly name: string
  /** Names of the person in one spelling; two with a common one are the same person. */
  readonly marks: readonly string[]
}

export interface ApprovalDecision {
  readonly by: Person
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason?: string | undefined
  /** Of an approval, under the state key. */
  readonly signature?: string | undefined
}

/** A change as it was asked for. */
export interface ApprovalRequest {
  /** Address and client of the ERP system; an item is nothing at another one. */
  readonly place: string
  /** Name of the system at the bridge. */
  readonly system: string
  readonly requester: Person
  readonly tool: string
  readonly action?: string | undefined
  /** Objects and transport requests of the change, as text. */
  readonly objects: readonly string[]
  /** The rule that holds the change back. */
  readonly rule: string
  /** Identifies requester, tool and arguments. */
  readonly call: string
  /** Identifies the call together with the state that it finds. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** What the change does: the text of its dry run, or its arguments. */
  readonly shown: string
}

export interface ApprovalItem extends ApprovalRequest {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly state: ApprovalState
  readonly decision?: ApprovalDecision | undefined
}

/** What stands about a change of which approvers are told. */
export type ApprovalNews = 'waiting' | 'approved' | 'rejected' | 'expired'

export interface AddedItem extends ApprovalItem {
  /** False where the change waited already. */
  readonly isNew: boolean
}

export interface ApprovalQuery {
  readonly place: string
  /** Those of one requester; those of all if left out. */
  readonly requester?: string | undefined
  readonly limit: number
}

/**
 * Stores the items. All methods reject with a ToolError JOURNAL_UNAVAILABLE where the store cannot
 * be reached: nothing is approved that cannot be stored.
 */
export interface Approvals {
  /** Stores a waiting item; one that waits for the same call and state is returned instead. */
  add(request: ApprovalRequest): Promise<AddedItem>
  /** The newest item of a call that has not expired and was not used. */
  ofCall(place: string, call: string): Promise<ApprovalItem | undefined>
  read(place: string, id: string): Promise<ApprovalItem | undefined>
  /** Newest first; without those that have expired. */
  find(query: ApprovalQuery): Promise<readonly ApprovalItem[]>
  /** @returns false where the item no longer waits, has expired or has another digest */
  decide(
    item: Pick<ApprovalItem, 'id' | 'digest'>,
    state: 'approved' | 'rejected',
    decision: ApprovalDecision
  ): Promise<boolean>
  /** @returns false where the item is not approved, has expired or was used */
  use(item: Pick<ApprovalItem, 'id' | 'digest'>): Promise<boolean>
  /**
   * Removes what has expired at a place, and returns what was still waiting or approved. Of several
   * processes one gets each item.
   */
  takeExpired(place: string): Promise<readonly ApprovalItem[]>
}
